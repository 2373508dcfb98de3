package scene

import (
	"fmt"

	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/theme"
)

// On a phone a client stands above its brokers: a batch has a column instead of a row, and what is
// under way of it goes down and comes up in that column.
//
//	┌ client ───────────────┐
//	│ [seq 1] [seq 2] [seq 3]│
//	└───┬───────┬───────┬───┘
//	    ▽       △       ▽
//	┌ broker ───────────────┐
//	│ log ▢▢▢▢              │

// upward fills a box with the bands of one run, side by side, and returns where they end.
func (x *net) upward(b draw.Box, bands []band) float32 {
	if len(bands) == 0 {
		return b.Y
	}
	gap, end := float32(8), b.Y
	width := (b.W - gap*float32(len(bands)-1)) / float32(len(bands))
	for i := range bands {
		v := view{band: &bands[i], client: draw.B(b.X+float32(i)*(width+gap), b.Y, width, b.H)}
		v.head = i == 0 || bands[i-1].client != bands[i].client
		x.upwardBand(&v)
		end = max(end, v.broker.Bottom())
	}
	return end
}

// Heights of the parts of a phone's band.
const (
	upHead   = 30
	upCard   = 42
	upWire   = 58
	upBroker = 26
)

// upSizes are the heights of the parts of a band; of a low one only batches, wire and log are left.
type upSizes struct{ head, wire, broker, memory, isr, log float32 }

func (x *net) upSizes(height float32) upSizes {
	z := upSizes{head: upHead, wire: upWire, broker: upBroker}
	if height < upHead+upCard+upWire+upBroker+80 {
		z = upSizes{head: 5, wire: 34, broker: 4}
	}
	rest := height - z.head - upCard - z.wire - z.broker - 8
	if rest < 44 { // not even a log
		return upSizes{head: 5, wire: max(height-upCard-5, 0)}
	}
	z.log = min(max(rest, 44), 104)
	if rest -= z.log; rest > 30 && z.head == upHead {
		z.memory = min(x.memoryRoom(false), rest)
		rest -= z.memory
	}
	if rest > 26 && z.head == upHead {
		z.isr = 26
		rest -= 26
	}
	z.wire = min(z.wire+max(rest, 0), 170)
	return z
}

func (x *net) upwardBand(v *view) {
	b := v.client
	p := clientOf(x.world(v.band.client), v.band.client)
	z := x.upSizes(b.H)
	card, rest := b.CutTop(z.head+upCard, 0)
	v.card = card
	body, rest := rest.CutTop(z.wire, 0)
	x.upClient(v, p, card)
	x.upPlace(v, card)
	x.upWire(v, body)
	for i := range v.rows {
		x.upRow(v, &v.rows[i], card)
	}
	for _, t := range x.tokensOf(v.band) {
		x.upMessage(v, &t, body)
	}
	if z.log == 0 {
		return
	}
	v.broker = draw.B(rest.X, rest.Y, rest.W, z.broker+z.memory+z.isr+z.log+8)
	x.upBrokerCard(v, z)
}

// upClient draws the client's card with its head.
func (x *net) upClient(v *view, p *world.Producer, b draw.Box) {
	t := x.T
	style := draw.Fill(t.Card).Edged(t.Line, 1.2).Round(9)
	if p == nil || p.Client.Closed {
		style = style.Dashed(5, 4)
	}
	x.At(draw.Back, func() { x.Rect(b, style) })
	if b.H < upHead+upCard && p != nil {
		return
	}
	row := draw.B(b.X+9, b.Y+4, b.W-18, 22)
	small := t.Words(theme.Small).In(t.Mute)
	if p == nil {
		x.At(draw.Labels, func() { x.TextIn(row, x.in.say("net.no-client"), small) })
		return
	}
	name := t.Words(theme.Body).Bold()
	data := t.Data(theme.Tiny).In(t.Mute)
	id := x.fit(data, row.W-name.Width(p.Client.Name)-12, x.identity(p), x.shortIdentity(p), "")
	if p.Client.Closed {
		data = t.Words(theme.Tiny).In(t.Gone.Edge)
		id = x.fit(data, row.W-name.Width(p.Client.Name)-12, x.in.say("net.crashed"), "")
	}
	x.At(draw.Labels, func() {
		x.TextIn(draw.B(row.X, row.Y, min(name.Width(p.Client.Name)+1, row.W), row.H),
			p.Client.Name, name)
		x.TextIn(row, id, data.At(draw.End))
	})
	x.Hit(draw.Hit{Box: draw.B(b.X, b.Y, b.W, 28), Line: "select " + p.Client.Name,
		Say: x.in.say("net.client", "name", p.Client.Name, "id", id),
		Tip: x.in.say("net.client-tip")})
	x.chosen(draw.B(b.X+3, b.Y+3, b.W-6, 24), x.in.Select.Kind == SelectClient &&
		x.in.Select.Node == p.ID)
}

// upPlace puts the rows into columns: the place of a row is then its x.
func (x *net) upPlace(v *view, card draw.Box) {
	if v.band.client == 0 {
		return
	}
	most := min(max(x.mostRows(v.band)-1, 3), max(int(card.W/58), 1))
	v.rowH = (card.W - 8) / float32(most)
	v.list = draw.B(0, card.X+4, 0, card.W-8)
	after := fold(x.rowsOf(x.in.After, x.step, v.band), most)
	before, t := after, float32(1)
	if x.in.Phase < 1 {
		before = fold(x.rowsOf(x.in.Before, x.step-1, v.band), most)
		t = theme.InOut(x.turn(v.band.client))
	}
	v.rows = v.settle(before, after, t)
}

// upRow draws one batch.
func (x *net) upRow(v *view, r *placed, card draw.Box) {
	if r.alpha <= 0 {
		return
	}
	w := v.rowH - 5
	b := draw.B(r.y-w/2, card.Bottom()-upCard, w, upCard-6)
	x.Faded(r.alpha, func() {
		pair := x.tone(&r.row)
		style := draw.Fill(x.T.Paper).Edged(pair.Edge, 1.3).Round(7)
		switch r.state {
		case rowQueued, rowCrashed:
			style = style.Dashed(4, 3)
		case rowOrphan:
			style = draw.Edge(x.T.Line, 1).Round(7).Dashed(2, 4)
		}
		x.At(draw.Boxes, func() { x.Rect(b, style) })
		if r.state == rowOrphan {
			return
		}
		x.chosen(b, x.in.Select.Kind == SelectBatch && x.in.Select.Node == r.key.client &&
			x.in.Select.ID == int64(r.key.id))
		x.Hit(draw.Hit{Box: b, Line: "select " + x.batchThing(&r.row), Say: x.rowSay(&r.row),
			Tip: x.rowSay(&r.row)})
		top, bottom := b.Pad(4, 2).CutTop(15, 0)
		used := x.truthTag(&r.row, top)
		bold := x.T.Words(theme.Tiny).Bold().In(pair.Edge)
		seq := x.fit(bold, top.W-used-3, x.seqName(&r.row), fmt.Sprint(r.seq), "")
		if r.seq < 0 {
			seq = ""
		}
		x.At(draw.Labels, func() { x.TextIn(draw.B(top.X, top.Y, top.W-used-2, top.H), seq, bold) })
		x.chip(r.topic, r.recs, bottom.Pad(0, 0.5), draw.Middle, r.state == rowCrashed)
		x.backoffBar(&r.row, b, pair)
	})
}

// upWire draws the connection: a line a column, and its state if it is not simply open.
func (x *net) upWire(v *view, b draw.Box) {
	if v.band.client == 0 {
		return
	}
	s := x.lineOf(x.world(v.band.client), v.band)
	fill := x.T.Paper.Mix(x.T.Panel, 0.75)
	edge := x.T.Line.Mix(x.T.Wood, 0.35)
	if s.tone == ToneGone || s.tone == ToneWait {
		fill = x.T.Paper.Mix(x.in.pair(s.tone).Fill, 0.3)
		edge = x.in.pair(s.tone).Edge
	}
	v.pipe = b
	x.At(draw.Back, func() { x.Rect(b, draw.Fill(fill)) })
	mid := b.Y + b.H*cutAt
	for i := range v.rows {
		at := v.rows[i].y
		line := draw.Edge(edge, 1.2).Dashed(2, 5)
		x.At(draw.Links, func() {
			if !s.cut {
				x.Line(line, draw.P(at, b.Y+2), draw.P(at, b.Bottom()-2))
				return
			}
			x.Line(line, draw.P(at, b.Y+2), draw.P(at, mid-5))
			x.Line(line, draw.P(at, mid+5), draw.P(at, b.Bottom()-2))
		})
	}
	if s.cut {
		x.At(draw.Links, func() {
			ink := draw.Edge(x.T.Gone.Edge, 2)
			x.Line(ink, draw.P(b.X+4, mid-4), draw.P(b.Right()-4, mid-4))
			x.Line(ink, draw.P(b.X+4, mid+4), draw.P(b.Right()-4, mid+4))
		})
	}
	if b.H < 24 {
		return
	}
	thing := fmt.Sprintf("%s/%s", x.in.After.Name(v.band.client), v.band.node)
	x.Hit(draw.Hit{Box: b, Line: "select " + thing, Tip: x.in.say("net.conn-tip"),
		Say: x.in.say("net.conn", "client", x.in.After.Name(v.band.client), "n", int(v.band.node),
			"state", x.in.say(s.key, "ms", coarse(s.ms)))})
	x.chosen(b.Inset(3), x.in.Select.Kind == SelectLink && x.in.Select.Node == v.band.client &&
		x.in.Select.ID == int64(v.band.node))
}

// upMessage draws a token in its column.
func (x *net) upMessage(v *view, t *token, body draw.Box) {
	if t.alpha <= 0 {
		return
	}
	at := draw.Lerp(v.rowAt(t.key), v.rowAt(t.later), theme.InOut(x.turn(v.band.client)))
	f := x.face(t)
	const h = 24
	w := v.rowH - 8
	pos := t.pos
	if t.m.Answer {
		pos = 1 - pos
	}
	if x.in.Reduced && !t.door && t.broken == 0 {
		pos = 0.5
	}
	b := draw.B(at-w/2, body.Y+2+(body.H-4-h)*pos, w, h)
	x.Faded(min(t.alpha, 1), func() {
		if t.broken > breaksAt {
			x.pieces(t, f, b)
			x.upLost(b, body)
			return
		}
		x.upToken(t, f, b)
	})
}

// upLost writes what the pieces are, if there is room under them.
func (x *net) upLost(b, body draw.Box) {
	w := x.T.Words(theme.Small).In(x.T.Gone.Edge).At(draw.Middle)
	text := x.in.say("net.lost")
	if w.Width(text) > b.W || b.Bottom()+20 > body.Bottom() {
		return
	}
	x.At(draw.Fx, func() {
		x.TextIn(draw.B(b.X, b.Bottom()+2, b.W, 16), text, w.MayCross())
	})
}

// upToken draws a message that goes down or comes up.
func (x *net) upToken(t *token, f face, b draw.Box) {
	const head = 6
	style := f.pair.Style(1.4, 0).MayCross()
	if t.m.Lost != why.None {
		style = style.Dashed(4, 3)
	}
	m := b.Mid().X
	in := draw.B(b.X, b.Y, b.W, b.H-head)
	pts := []draw.Pt{draw.P(b.X, b.Y), draw.P(b.Right(), b.Y), draw.P(b.Right(), b.Bottom()-head),
		draw.P(m, b.Bottom()), draw.P(b.X, b.Bottom()-head)}
	if t.m.Answer {
		in.Y += head
		pts = []draw.Pt{draw.P(b.X, b.Bottom()), draw.P(b.Right(), b.Bottom()),
			draw.P(b.Right(), b.Y+head), draw.P(m, b.Y), draw.P(b.X, b.Y+head)}
	}
	bold := x.T.Words(theme.Tiny).Bold().In(f.pair.Edge).At(draw.Middle)
	text := x.fit(bold, in.W-6, f.title, x.shortTitle(f), "")
	if f.title == "" && len(f.recs) > 0 {
		text = x.recName(f.topic, f.recs, bold, in.W-6)
	}
	x.At(draw.Fx, func() {
		x.Poly(style, pts...)
		x.Rect(in.Pad(2, 2), draw.Fill(f.pair.Fill).MayCross()) // hides the lane behind the words
		x.TextIn(in.Pad(2, 0), text, bold)
		x.tokenHit(t, f, b)
	})
	x.chosen(b, x.in.Select.Kind == SelectMessage && x.in.Select.ID == t.m.ID)
}

// shortTitle is a title without its first word.
func (x *net) shortTitle(f face) string {
	for i, c := range f.title {
		if c == ' ' {
			return f.title[i+1:]
		}
	}
	return f.title
}

// upBrokerCard draws a broker under its wire.
func (x *net) upBrokerCard(v *view, z upSizes) {
	t := x.T
	w := x.world(v.band.node)
	b := v.broker
	style := draw.Fill(t.Card).Edged(t.Line, 1.2).Round(9)
	if br := w.Broker(v.band.node); br != nil && !br.Up {
		style = style.Edged(t.Gone.Edge, 1.4).Dashed(6, 4)
	}
	x.At(draw.Back, func() { x.Rect(b, style) })
	in := b.Pad(9, 3)
	if z.broker == upBroker {
		x.brokerHead(v, w, draw.B(in.X, in.Y, in.W, 22))
	}
	_, in = in.CutTop(z.broker-2, 0)
	if len(v.band.parts) == 0 {
		return
	}
	id := v.band.parts[0]
	l := logOf(w, v.band.node, id.topic, id.part)
	if l == nil {
		return
	}
	if z.memory > 0 {
		x.memories(v, l, draw.B(in.X, in.Y, in.W, z.memory), false)
		_, in = in.CutTop(z.memory, 0)
	}
	if z.isr > 0 {
		x.replicas(w, id, draw.B(in.X, in.Y, in.W, 22))
		_, in = in.CutTop(z.isr, 0)
	}
	x.logLane(v, id, in, false)
}
