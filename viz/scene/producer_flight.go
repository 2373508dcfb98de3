package scene

import (
	"fmt"

	"highwater/core/errcode"
	"highwater/core/producer"
	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/i18n"
	"highwater/viz/theme"
)

// lineState is what the connection between two nodes is like.
type lineState struct {
	key     string // of the text
	short   string // of a shorter one
	tone    Tone
	cut     bool
	stalled bool
	up      bool // messages can leave
	ms      int64
	conn    *world.Conn
}

// lineOf looks at the link and the newest connection of a client to a broker.
func (x *net) lineOf(w *world.World, b *band) lineState {
	var c *world.Conn
	for i := range w.Conns {
		if q := &w.Conns[i]; q.Client == b.client && q.Node == b.node && !q.Gone {
			c = q
		}
	}
	s := lineState{key: "net.conn-none", short: "net.conn-none-short", conn: c}
	s.cut = isCut(w, b.client, b.node)
	switch {
	case s.cut:
		s.key, s.short, s.tone = "net.conn-cut", "net.conn-cut-short", ToneGone
	case c == nil:
	case !c.Open:
		s.key, s.short, s.tone = "net.conn-opening", "net.conn-opening-short", ToneWait
	case sinceStart(c.StalledTo) > x.clock && c.StalledTo > 0:
		s.key, s.short, s.tone = "net.conn-stalled", "net.conn-stalled-short", ToneWait
		s.stalled, s.up = true, true
		s.ms = int64(sinceStart(c.StalledTo)-x.clock) / 1000
	case c.BrokenUp || c.BrokenDown:
		s.key, s.short, s.tone = "net.conn-broken", "net.conn-broken-short", ToneGone
		s.up = true
	default:
		s.key, s.short, s.tone = "net.conn-open", "net.conn-open-short", ToneLive
		s.up = true
	}
	return s
}

// wire draws the connection of a band: one lane a row, and what state it is in.
func (x *net) wire(v *view) {
	if v.band.client == 0 {
		return
	}
	t := x.T
	s := x.lineOf(x.world(v.band.client), v.band)
	body := x.lanes(v)
	head := draw.B(body.X, body.Y-wireHead, body.W, wireHead-3)
	x.lineHead(v, &s, head)
	edge, dash := t.Line.Mix(t.Wood, 0.35), [2]float32{2, 6}
	x.pipe(v, &s, draw.B(body.X-5, head.Y-4, body.W+10, body.Bottom()-head.Y+4))
	if s.tone == ToneGone || s.tone == ToneWait {
		edge = x.in.pair(s.tone).Edge
	}
	for i := range v.rows {
		y := v.rows[i].y
		x.At(draw.Links, func() {
			line := draw.Edge(edge, 1.3).Dashed(dash[0], dash[1])
			if !s.cut {
				x.Line(line, draw.P(body.X+2, y), draw.P(body.Right()-2, y))
				return
			}
			at := body.X + body.W*cutAt
			x.Line(line, draw.P(body.X+2, y), draw.P(at-9, y))
			x.Line(line, draw.P(at+9, y), draw.P(body.Right()-2, y))
		})
	}
	if s.cut {
		x.gap(draw.B(body.X, body.Y, body.W, v.pipe.Bottom()-body.Y))
	}
	if s.stalled {
		x.At(draw.Links, func() { x.Hatch(v.pipe.Pad(6, 0), 6, t.Hatch.Fade(0.35)) })
	}
}

// pipe draws the ground of a connection, as far as it has rows.
func (x *net) pipe(v *view, s *lineState, b draw.Box) {
	least := b.Y + wireHead + 8
	bottom := least
	for i := range v.rows {
		r := &v.rows[i]
		bottom = max(bottom, draw.Lerp(least, r.y+v.rowH/2, r.alpha))
	}
	b.H = min(bottom-b.Y, b.H)
	v.pipe = b
	fill := x.T.Paper.Mix(x.T.Panel, 0.75)
	if s.tone == ToneGone || s.tone == ToneWait {
		fill = x.T.Paper.Mix(x.in.pair(s.tone).Fill, 0.3)
	}
	x.At(draw.Back, func() { x.Rect(b, draw.Fill(fill)) })
}

// lanes is the room in which messages travel.
func (x *net) lanes(v *view) draw.Box {
	return draw.B(v.wire.X+5, v.list.Y, v.wire.W-10, v.list.H)
}

// gap draws where a link is cut.
func (x *net) gap(body draw.Box) {
	at := body.X + body.W*cutAt
	ink := draw.Edge(x.T.Gone.Edge, 2)
	x.At(draw.Links, func() {
		var a, b []draw.Pt
		for y, k := body.Y, float32(1); y <= body.Bottom(); y, k = y+9, -k {
			a = append(a, draw.P(at-6+2.5*k, y))
			b = append(b, draw.P(at+6+2.5*k, y))
		}
		x.Line(ink, a...)
		x.Line(ink, b...)
	})
}

// lineHead writes what the connection is like; a click selects it.
func (x *net) lineHead(v *view, s *lineState, b draw.Box) {
	t := x.T
	ink := t.Mute
	if s.tone == ToneGone || s.tone == ToneWait {
		ink = x.in.pair(s.tone).Edge
	}
	w := t.Words(theme.Small).In(ink)
	full := x.in.say(s.key, "ms", coarse(s.ms))
	text := x.fit(w, b.W-24, full, x.in.say(s.short))
	width := w.Width(text)
	mid := b.Mid()
	x.At(draw.Labels, func() {
		x.Circle(draw.P(mid.X-width/2-4, mid.Y), 3.5, draw.Fill(x.in.pair(s.tone).Edge))
		x.TextIn(draw.B(mid.X-width/2+4, b.Y, width+1, b.H), text, w)
	})
	thing := fmt.Sprintf("%s/%s", x.in.After.Name(v.band.client), v.band.node)
	hit := draw.B(mid.X-width/2-14, b.Y-3, width+28, 25)
	sel := &x.in.Select
	x.chosen(draw.B(hit.X, b.Y-1, hit.W, b.H+2), sel.Kind == SelectLink &&
		sel.Node == v.band.client && sel.ID == int64(v.band.node))
	x.Hit(draw.Hit{Box: hit, Line: "select " + thing, Say: x.in.say("net.conn", "client",
		x.in.After.Name(v.band.client), "n", int(v.band.node), "state", full),
		Tip: x.in.say("net.conn-tip")})
}

// message draws a token in its row.
func (x *net) message(v *view, t *token) {
	if t.alpha <= 0 {
		return
	}
	body := x.lanes(v)
	y0, y1 := v.rowAt(t.key), v.rowAt(t.later)
	y := draw.Lerp(y0, y1, theme.InOut(x.turn(v.band.client)))
	n := x.face(t)
	h := min(v.rowH-4, 24)
	if v.rowH >= captionRow {
		h = min(v.rowH-18, 30)
		y -= 7
	}
	w := min(n.width, body.W*0.62)
	pos := t.pos
	if t.m.Answer {
		pos = 1 - pos
	}
	still := x.in.Reduced && !t.door && t.broken <= breaksAt
	if still {
		pos = 0.5
	}
	b := draw.B(body.X+2+float32((body.W-4-w)*pos), y-h/2, w, h)
	draws := func() {
		switch {
		case t.broken > breaksAt:
			x.pieces(t, n, b)
		case still:
			x.arrow(body, t, n, b)
		default:
			x.whole(t, n, b)
		}
		x.caption(v, t, n, b, body)
	}
	if t.alpha < 1 {
		x.Faded(t.alpha, draws)
		return
	}
	draws()
}

// captionRow is the height of a row in which words under a message have room.
const captionRow = 38

// face is how a token looks: its tint, its words, and how wide it would like to be.
type face struct {
	pair    theme.Pair
	title   string
	recs    []taleRecord
	topic   int32
	width   float32
	caption string
	tone    Tone
}

// face finds the words of a message and measures them.
func (x *net) face(t *token) face {
	f := x.faceWords(t)
	bold := x.T.Words(theme.Small).Bold()
	f.width = bold.Width(f.title) + 26 // with the head of the arrow
	if len(f.recs) > 0 {
		w := x.T.Words(theme.Small)
		f.width += w.Width(x.recName(f.topic, f.recs, w, 110)) + 14
		if f.title == "" {
			f.width -= 2
		}
	}
	return f
}

// faceWords finds the words of a message.
func (x *net) faceWords(t *token) face {
	f := face{pair: x.in.Theme.Flight, topic: -1, tone: ToneFlight}
	if t.m.Answer {
		x.answerFace(t, &f)
	} else {
		x.requestFace(t, &f)
	}
	return f
}

func (x *net) requestFace(t *token, f *face) {
	switch t.m.Request.Kind {
	case producer.InitProducerID:
		f.title, f.pair = "InitProducerId", x.in.Theme.State
		return
	case producer.FetchMetadata:
		f.title, f.pair = "Metadata", x.in.Theme.Plain
		return
	}
	if t.part >= len(t.m.Request.Parts) {
		return
	}
	q := &t.m.Request.Parts[t.part]
	f.topic = q.Topic
	r := row{seq: -1, last: -1}
	if q.Data.ProducerID >= 0 {
		r.seq, r.last = q.Data.BaseSequence, q.Data.LastSequence()
	}
	f.title = x.seqName(&r)
	for _, d := range x.in.Cache.digest(&q.Data).recs {
		f.recs = append(f.recs, recordAs(&d))
	}
	if t.again {
		f.pair = x.in.Theme.Wait
	}
	f.caption, f.tone = x.foreseen(t)
	if t.m.Lost != why.None {
		f.pair = x.in.Theme.Gone
	}
}

func (x *net) answerFace(t *token, f *face) {
	if t.m.Response.Kind != producer.Produce || t.part >= len(t.m.Response.Parts) {
		f.title, f.pair = [...]string{"Produce", "InitProducerId", "Metadata"}[t.m.Response.Kind],
			x.in.Theme.Plain
		return
	}
	a := &t.m.Response.Parts[t.part]
	f.title = x.in.say("net.answer-ok", "n", a.BaseOffset)
	f.pair, f.tone = x.in.Theme.Live, ToneLive
	if a.Code != errcode.None {
		f.title, f.caption = x.in.say("net.answer-error"), a.Code.String()
		f.pair, f.tone = x.in.Theme.Gone, ToneGone
	}
}

// foreseen is what the broker will say of a request, or what it waits for.
func (x *net) foreseen(t *token) (string, Tone) {
	if t.busy {
		for i := range t.m.Needs {
			if n := &t.m.Needs[i]; i == t.part && !n.Done {
				return x.in.say("net.waits-hw", "n", n.Offset), ToneWait
			}
		}
		return "", TonePlain
	}
	list := x.in.Foreseen[1]
	if x.in.Phase < 1 {
		list = x.in.Foreseen[0]
	}
	part := 0
	for i := range list {
		q := &list[i]
		if q.Msg != t.m.ID {
			continue
		}
		if part++; part-1 != t.part {
			continue
		}
		return x.verdict(q)
	}
	if t.door {
		return x.in.say("net.door"), TonePlain
	}
	return "", TonePlain
}

// verdict puts a foreseen verdict into words.
func (x *net) verdict(q *world.Verdict) (string, Tone) {
	switch {
	case q.Duplicate && q.Last > q.First:
		return x.in.say("net.will-duplicate-many", "from", q.First, "to", q.Last), ToneWait
	case q.Duplicate:
		return x.in.say("net.will-duplicate", "n", q.First), ToneWait
	case q.Code == errcode.None:
		return x.in.say("net.will-append", "n", q.First), ToneLive
	case q.Why == why.SequenceGap || q.Why == why.SequenceBehind || q.Why == why.SequenceNotZero:
		return x.in.say("net.will-gap", "want", q.Want), ToneGone
	case q.Why == why.TooFewInSync:
		return x.in.say("net.will-few", "min", q.Want, "n", q.Got), ToneGone
	}
	return x.in.say("net.will-refuse", "code", q.Code.String()), ToneGone
}

// whole draws a message: a box with an arrow's head towards its receiver.
func (x *net) whole(t *token, f face, b draw.Box) {
	const head = 8
	style := f.pair.Style(1.5, 0)
	if t.m.Lost != why.None {
		style = style.Dashed(4, 3)
	}
	m := b.Mid().Y
	in := b
	in.W -= head
	pts := []draw.Pt{draw.P(b.X, b.Y), draw.P(b.Right()-head, b.Y), draw.P(b.Right(), m),
		draw.P(b.Right()-head, b.Bottom()), draw.P(b.X, b.Bottom())}
	if t.m.Answer {
		in.X += head
		pts = []draw.Pt{draw.P(b.Right(), b.Y), draw.P(b.X+head, b.Y), draw.P(b.X, m),
			draw.P(b.X+head, b.Bottom()), draw.P(b.Right(), b.Bottom())}
	}
	x.At(draw.Fx, func() {
		x.Poly(style.MayCross(), pts...)
		x.Rect(in.Pad(2, 2), draw.Fill(f.pair.Fill).MayCross()) // hides the lane behind the words
		x.inside(f, in)
		x.tokenHit(t, f, b)
	})
	x.chosen(b, x.in.Select.Kind == SelectMessage && x.in.Select.ID == t.m.ID)
}

// inside writes what a token carries.
func (x *net) inside(f face, b draw.Box) {
	in := b.Pad(6, 0)
	bold := x.T.Words(theme.Small).Bold().In(f.pair.Edge)
	used := float32(0)
	if f.title != "" {
		used = min(bold.Width(f.title), in.W)
		if used < in.W-24 || len(f.recs) == 0 {
			x.TextIn(draw.B(in.X, in.Y, used+1, in.H), x.fit(bold, used+1, f.title), bold)
			used += 6
		} else {
			used = 0
		}
	}
	if len(f.recs) > 0 {
		pad := min(max((in.H-18)/2, 1), 4)
		x.chipFx(f.topic, f.recs, draw.B(in.X+used, in.Y+pad, in.W-used+2, in.H-2*pad))
	}
}

// chipFx is chip on the layer of what moves.
func (x *net) chipFx(topic int32, recs []taleRecord, b draw.Box) {
	pair := x.recTint(&recs[0])
	w := x.T.Words(theme.Small).In(pair.Edge)
	text := x.recName(topic, recs, w, b.W-10)
	if text == "" {
		return
	}
	box := draw.B(b.X, b.Y, w.Width(text)+10, b.H)
	x.Rect(box, pair.Style(1, 5).MayCross())
	x.TextIn(box.Pad(5, 0), text, w)
}

func (x *net) tokenHit(t *token, f face, b draw.Box) {
	say := x.in.say("net.message-say", "n", t.m.ID, "from", x.in.After.Name(t.m.From), "to",
		x.in.After.Name(t.m.To), "what", x.wordsOf(f))
	if f.caption != "" {
		say += " · " + f.caption
	}
	if b.H < 24 {
		b = b.Pad(0, (b.H-24)/2)
	}
	x.Hit(draw.Hit{Box: b, Line: fmt.Sprintf("select m%d", t.m.ID), Say: say, Tip: say})
}

func (x *net) wordsOf(f face) string {
	r := row{seq: -1, recs: f.recs}
	if s := x.named(&r); s != "" && f.title != "" {
		return f.title + " " + s
	} else if s != "" {
		return s
	}
	return f.title
}

// arrow stands for a flight where nothing may move.
func (x *net) arrow(body draw.Box, t *token, f face, b draw.Box) {
	y := b.Mid().Y
	ink := draw.Edge(f.pair.Edge, 1.6)
	x.At(draw.Fx, func() {
		x.Line(ink.MayCross(), draw.P(body.X+4, y), draw.P(body.Right()-4, y))
		tip, side := draw.P(body.Right()-3, y), draw.Right
		if t.m.Answer {
			tip, side = draw.P(body.X+3, y), draw.Left
		}
		x.Triangle(tip, side, 9, draw.Fill(f.pair.Edge).MayCross())
	})
	x.whole(t, f, b)
}

// breaksAt is how far a loss has come when the message falls apart.
const breaksAt = 0.1

// pieces draws a message that breaks: two halves that part, and a cross between them.
func (x *net) pieces(t *token, f face, b draw.Box) {
	pair := x.T.Gone
	d := 9 * theme.Out(t.broken)
	m := b.Mid()
	const zig = 4
	left := []draw.Pt{draw.P(b.X-d, b.Y), draw.P(m.X-d+zig, b.Y), draw.P(m.X-d-zig, m.Y),
		draw.P(m.X-d+zig, b.Bottom()), draw.P(b.X-d, b.Bottom())}
	right := []draw.Pt{draw.P(b.Right()+d, b.Y), draw.P(m.X+d+zig, b.Y), draw.P(m.X+d-zig, m.Y),
		draw.P(m.X+d+zig, b.Bottom()), draw.P(b.Right()+d, b.Bottom())}
	x.At(draw.Fx, func() {
		style := pair.Style(1.4, 0).Dashed(4, 3).MayCross()
		x.Poly(style, left...)
		x.Poly(style, right...)
		if t.broken >= 1 {
			x.Line(draw.Edge(pair.Edge, 2).MayCross(), draw.P(m.X-5, m.Y-5), draw.P(m.X+5, m.Y+5))
			x.Line(draw.Edge(pair.Edge, 2).MayCross(), draw.P(m.X+5, m.Y-5), draw.P(m.X-5, m.Y+5))
		}
	})
}

// caption writes under a token what will become of it, or what it says.
func (x *net) caption(v *view, t *token, f face, b, body draw.Box) {
	text, tone := f.caption, f.tone
	if t.broken > breaksAt {
		text, tone = x.in.say("net.lost"), ToneGone
	}
	if text == "" || v.rowH < captionRow {
		return
	}
	w := x.T.Words(theme.Tiny).In(x.in.pair(tone).Edge)
	if tone == TonePlain {
		w = w.In(x.T.Mute)
	}
	if t.m.Answer {
		w = w.Mono()
	}
	width := w.Width(text)
	if width > body.W-4 {
		return
	}
	at := b.X
	if b.X+width > body.Right()-2 {
		at = body.Right() - 2 - width
	}
	box := draw.B(at, b.Bottom()+1, width+1, 14)
	x.At(draw.Fx, func() {
		x.TextIn(box, text, w.MayCross())
	})
}

// spanName is a length of time in words.
func (x *net) spanName(s world.Span) string { return i18n.Duration(x.in.Lang, s.MS()) }
