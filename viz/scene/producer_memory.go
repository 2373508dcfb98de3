package scene

import (
	"fmt"

	"highwater/core/log"
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/theme"
)

// memoryRoom is the height of what a broker remembers. It is the same in the whole run.
func (x *net) memoryRoom(roomy bool) float32 {
	t := x.in.Cast.tale
	numbered, lives := !t.told(), 0
	for i := range t.batches {
		for j := range t.batches[i].heads {
			numbered = numbered || t.batches[i].heads[j].ProducerID >= 0
		}
	}
	for i := range t.lives {
		for j := range t.batches {
			if t.batches[j].client == t.lives[i].client {
				lives++
				break
			}
		}
	}
	switch {
	case !numbered:
		return 28
	case lives > 2 && roomy:
		return 94
	case lives > 1:
		return 64
	case roomy:
		return 56
	}
	return 34
}

// memories draws what a partition remembers of its producers: of each the newest batches, at most
// two producers.
func (x *net) memories(v *view, l *log.Log, b draw.Box, roomy bool) {
	t := x.T
	list := l.Producers.Entries
	label := t.Words(theme.Small).In(t.Mute)
	if len(list) == 0 {
		key := "net.remembers-nothing"
		p := clientOf(x.in.After, v.band.client)
		if p != nil && !p.Client.Config.EnableIdempotence {
			key = "net.remembers-plain"
		}
		short := "net.remembers-nothing"
		if key == "net.remembers-plain" {
			short = "net.remembers-plain-short"
		}
		text := x.fit(label, b.W, x.in.say(key), x.in.say(short), x.in.say("net.remembers-none"))
		x.At(draw.Labels, func() { x.TextIn(draw.B(b.X, b.Y, b.W, 18), text, label) })
		return
	}
	most := max(int(b.H/30), 1)
	if len(list) > most {
		list = list[len(list)-most:]
	}
	y := b.Y
	for i := range list {
		row := draw.B(b.X, y, b.W, 26)
		named := roomy && len(list) == 1 && b.H >= 50
		if named {
			x.At(draw.Labels, func() {
				what := x.in.say("net.remembers", "pid", list[i].ID)
				x.TextIn(draw.B(b.X, y, b.W, 18), what, label)
			})
			row.Y += 20
		}
		y += 30
		x.memory(v, l, &list[i], row, named)
	}
}

// memory draws one producer's entry: epoch, the five batches, and the sequence that must come next.
func (x *net) memory(v *view, l *log.Log, p *log.Producer, b draw.Box, named bool) {
	t := x.T
	data := t.Data(theme.Small)
	head := x.in.say("net.epoch", "n", int(p.Epoch))
	if !named {
		head = x.in.say("net.pid-epoch", "pid", p.ID, "epoch", int(p.Epoch))
	}
	hw := data.Width(head)
	next := x.in.say("net.next", "n", int64(p.LastSequence())+1)
	nw := data.Width(next)
	x.At(draw.Labels, func() {
		x.TextIn(draw.B(b.X, b.Y, hw+1, b.H), head, data)
	})
	room := draw.B(b.X+hw+10, b.Y, b.W-hw-10, b.H)
	if room.W < 5*24 { // no place for the batches one by one
		x.At(draw.Labels, func() {
			x.TextIn(room, x.fit(data, room.W, next, ""), data.At(draw.End).In(t.Live.Edge))
		})
		return
	}
	if room.W-nw-10 > 5*30 {
		x.At(draw.Labels, func() { x.TextIn(room, next, data.At(draw.End).In(t.Live.Edge)) })
		room.W -= nw + 10
	}
	x.slots(v, l, p, room)
}

// slotsMax is how many batches of a producer a broker remembers.
const slotsMax = len(log.Producer{}.Batches)

// slots draws the remembered batches, the newest at the right; one that is forgotten in this step
// slides out at the left and fades.
func (x *net) slots(v *view, l *log.Log, p *log.Producer, b draw.Box) {
	before := x.entry(x.in.Before, v, l, p.ID)
	after := x.entry(x.in.After, v, l, p.ID)
	t := float32(1)
	if before == nil || after == nil || x.in.Phase >= 1 {
		before = p
		if x.in.Phase >= 1 {
			after = p
		}
	} else {
		t = theme.InOut(x.turn(v.band.node))
	}
	if after == nil {
		after = p
	}
	pitch := min(b.W/float32(slotsMax), 64)
	at := func(i int) float32 { return b.X + float32(i)*pitch }
	for i := range slotsMax {
		x.At(draw.Back, func() {
			empty := draw.Edge(x.T.Line, 1).Round(6).Dashed(2, 3)
			x.Rect(draw.B(at(i), b.Y+2, pitch-4, b.H-4), empty)
		})
	}
	x.Clipped(draw.B(b.X-2, b.Y-2, pitch*float32(slotsMax)+2, b.H+4), func() {
		for i, c := range before.Cached() {
			j := slotOf(after, c)
			box := draw.B(at(i), b.Y+2, pitch-4, b.H-4)
			switch {
			case j >= 0:
				box.X = draw.Lerp(at(i), at(j), t)
				x.slot(v, c, box, 1)
			case t < 1:
				box.X = draw.Lerp(at(i), at(i-1), t)
				x.slot(v, c, box, 1-t)
			}
		}
		for j, c := range after.Cached() {
			if slotOf(before, c) < 0 {
				x.slot(v, c, draw.B(draw.Lerp(at(j+1), at(j), t), b.Y+2, pitch-4, b.H-4), t)
			}
		}
	})
}

// entry finds a producer's entry on the band's broker in a world.
func (x *net) entry(w *world.World, v *view, l *log.Log, pid int64) *log.Producer {
	for _, id := range v.band.parts {
		q := logOf(w, v.band.node, id.topic, id.part)
		if q == nil || q.Name != l.Name {
			continue
		}
		if p, ok := q.Producers.Producer(pid); ok {
			return &p
		}
		return nil
	}
	return nil
}

func slotOf(p *log.Producer, c log.CachedBatch) int {
	for i, q := range p.Cached() {
		if q == c {
			return i
		}
	}
	return -1
}

// slot is one remembered batch: its sequences, no records. One that a duplicate has just matched
// is lit.
func (x *net) slot(v *view, c log.CachedBatch, b draw.Box, alpha float32) {
	if alpha <= 0 {
		return
	}
	t := x.T
	pair := t.Plain
	for i := range x.in.Step.Events {
		e := &x.in.Step.Events[i]
		if e.Kind == world.Duplicate && e.Node == v.band.node && e.B == int64(c.LastSequence) {
			pair = t.Wait
		}
	}
	text := fmt.Sprint(c.LastSequence)
	w := t.Data(theme.Small).In(pair.Edge).At(draw.Middle)
	if first := c.FirstSequence(); first != c.LastSequence {
		text = x.fit(w, b.W-4, fmt.Sprintf("%d–%d", first, c.LastSequence), text)
	}
	draws := func() {
		x.At(draw.Boxes, func() { x.Rect(b, pair.Style(1.2, 6)) })
		x.At(draw.Labels, func() { x.TextIn(b.Pad(1, 0), x.fit(w, b.W-2, text, ""), w) })
	}
	x.Hit(draw.Hit{Box: b, Tip: x.in.say("net.slot-tip", "from", int(c.FirstSequence()), "to",
		int(c.LastSequence), "offset", c.LastOffset), Say: text})
	if alpha < 1 {
		x.Faded(alpha, draws)
		return
	}
	draws()
}
