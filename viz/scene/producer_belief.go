package scene

import (
	"fmt"
	"strings"

	"highwater/core/errcode"
	"highwater/core/producer"
	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/i18n"
	"highwater/viz/theme"
)

// belief is what the client holds of a batch, in words.
func (x *net) belief(r *row) string {
	switch r.state {
	case rowQueued:
		return x.waits(r)
	case rowSent:
		if r.attempts > 0 {
			return x.in.say("net.sent-again", "n", int(r.attempts)+1)
		}
		return x.in.say("net.sent")
	case rowWaits:
		if r.until > x.time() {
			return x.in.say("net.again", "code", r.code.String())
		}
		return x.waits(r)
	case rowDone:
		if r.offset < 0 {
			return x.in.say("net.done-blind")
		}
		return x.in.say("net.done", "n", r.offset)
	case rowFailed:
		return x.in.say("net.failed", "code", r.code.String())
	case rowCrashed:
		return x.in.say("net.crashed")
	}
	return x.in.say("net.orphan")
}

// waits says what a batch in the queue waits for.
func (x *net) waits(r *row) string {
	switch r.hold.Why {
	case why.HoldLinger:
		return x.in.say("net.hold-linger")
	case why.HoldInFlight:
		return x.in.say("net.hold-in-flight")
	case why.HoldMuted:
		return x.in.say("net.hold-muted")
	case why.HoldLowerSequence, why.HoldOldEpoch:
		return x.in.say("net.hold-lower", "n", int(r.hold.First))
	case why.HoldUnresolved:
		return x.in.say("net.hold-unresolved")
	case why.HoldNoProducerID:
		return x.in.say("net.hold-no-pid")
	case why.HoldConnection, why.HoldNoLeader, why.MetadataStale:
		return x.in.say("net.hold-connection")
	}
	if r.place > 1 {
		return x.in.say("net.queue-place", "n", r.place)
	}
	return x.in.say("net.queue")
}

// time is the clients' clock now.
func (x *net) time() producer.Time { return producer.Time(world.Start) + producer.Time(x.clock) }

// countdown is how long the client will wait at most, if that is what it does.
func (x *net) countdown(r *row) string {
	end := producer.Time(0)
	switch {
	case r.state == rowWaits:
		end = r.until
	case r.state == rowSent:
		end = r.deadline
	case r.state == rowQueued && r.hold.Why == why.HoldLinger:
		end = r.hold.Until
	}
	left := (end - x.time()).MS()
	if end <= 0 || left <= 0 {
		return ""
	}
	return i18n.Duration(x.in.Lang, coarse(left))
}

// coarse keeps a running number calm.
func coarse(ms int64) int64 {
	switch {
	case ms > 10_000:
		return (ms + 999) / 1000 * 1000
	case ms > 1000:
		return (ms + 99) / 100 * 100
	}
	return ms
}

// backoffBar fills along the lower edge of a row while its back-off passes.
func (x *net) backoffBar(r *row, b draw.Box, pair theme.Pair) {
	if r.state != rowWaits || r.until <= x.time() {
		return
	}
	p := clientOf(x.in.After, r.key.client)
	if p == nil {
		return
	}
	live := p.Client.Batch(r.key.id)
	if live == nil || live.BackoffMS <= 0 {
		return
	}
	left := float32((r.until - x.time()).MS()) / float32(live.BackoffMS)
	full := draw.B(b.X+9, b.Bottom()-2, (b.W-18)*(1-theme.Clamp(left)), 2)
	x.At(draw.Boxes, func() { x.Rect(full, draw.Fill(pair.Edge).Round(1)) })
}

// truth is where a batch is, in words.
func (x *net) truth(r *row) string {
	if r.state == rowOrphan {
		return ""
	}
	if len(r.at) == 0 {
		return x.in.say("net.not-in-log")
	}
	return x.in.say("net.at-offsets", "list", r.places())
}

// places are the offsets of a batch, of a single one from the first to the last.
func (r *row) places() string {
	if n := int64(len(r.recs)); len(r.at) == 1 && n > 1 {
		return fmt.Sprintf("%d–%d", r.at[0], r.at[0]+n-1)
	}
	return offsetList(r.at)
}

func offsetList(at []int64) string {
	var list []string
	for i, o := range at {
		if i == 3 && len(at) > 4 {
			list = append(list, "…")
			break
		}
		list = append(list, fmt.Sprint(o))
	}
	return strings.Join(list, ", ")
}

// truthTag draws the offsets of a batch in the leader's log at the right end of a line and returns
// its width. Where it contradicts the client's belief it is filled.
func (x *net) truthTag(r *row, b draw.Box) float32 {
	t := x.T
	pair := t.Live
	style := draw.Fill(t.Card).Edged(t.Live.Edge, 1)
	switch {
	case len(r.at) == 0 && r.wrong:
		pair, style = t.Gone, t.Gone.Style(1.2, 0)
	case len(r.at) == 0:
		style = draw.Style{}
	case r.wrong:
		pair, style = t.Gone, t.Gone.Style(1.2, 0)
	case r.state != rowDone:
		pair, style = t.Live, t.Live.Style(1.2, 0)
	}
	w := t.Data(theme.Tiny).Bold().In(pair.Edge)
	if len(r.at) == 0 && !r.wrong {
		w = w.In(t.Mute)
	}
	h := min(b.H, 18)
	text := x.truthWords(r, w, b.W*0.52)
	box := draw.B(b.Right()-w.Width(text)-12, b.Mid().Y-h/2, w.Width(text)+12, h)
	x.At(draw.Boxes, func() { x.Rect(box, style.Round(h/2)) })
	x.At(draw.Labels, func() { x.TextIn(box.Pad(5, 0), text, w.At(draw.Middle)) })
	return box.W
}

// truthWords says where a batch is in the log: in words if they fit, else in numbers.
func (x *net) truthWords(r *row, w draw.Words, room float32) string {
	if len(r.at) == 0 {
		key := "net.tag-not-yet"
		if r.state == rowFailed || r.state == rowCrashed || r.state == rowDone {
			key = "net.tag-no"
		}
		return x.fit(w, room, x.in.say(key), "—")
	}
	key := "net.tag-at"
	if len(r.at) == 2 {
		key = "net.tag-twice"
	}
	return x.fit(w, room, x.in.say(key, "list", r.places()), r.places())
}

// orphan is the row of a message that the client has given up: there is no card, it knows nothing.
func (x *net) orphan(v *view, r *row, b draw.Box) {
	t := x.T
	w := t.Words(theme.Tiny).In(t.Mute).At(draw.End)
	text := x.in.say("net.orphan")
	if r.topic < 0 {
		text = x.in.say("net.service")
	}
	x.At(draw.Boxes, func() { x.Rect(b, draw.Edge(t.Line, 1).Round(8).Dashed(2, 4)) })
	x.At(draw.Labels, func() { x.TextIn(b.Pad(9, 0), x.fit(w, b.W-18, text, x.seqName(r)), w) })
}

// named is a batch in a few words, for those who do not see it.
func (x *net) named(r *row) string {
	s := x.seqName(r)
	for i := range r.recs {
		if i == 3 {
			return s + " …"
		}
		q := &r.recs[i]
		if s != "" {
			s += " "
		}
		if !q.noKey {
			s += q.key + "="
		}
		s += q.val
	}
	return s
}

// shortCode is an error that does not fit: its beginning.
func shortCode(c errcode.Code) string {
	s := c.String()
	words := strings.Split(s, "_")
	if len(words) > 3 {
		return strings.Join(words[:3], "_") + "…"
	}
	return s
}
