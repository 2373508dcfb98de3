package scene

import (
	"fmt"

	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/theme"
)

// brokerCard draws a broker: what it remembers of its producers, who is in sync, its log, and why
// it decided as it did.
func (x *net) brokerCard(v *view) {
	t := x.T
	w := x.world(v.band.node)
	b := v.broker
	style := draw.Fill(t.Card).Edged(t.Line, 1.2).Round(10)
	if br := w.Broker(v.band.node); br != nil && !br.Up {
		style = style.Edged(t.Gone.Edge, 1.4).Dashed(6, 4)
	}
	x.At(draw.Back, func() { x.Rect(b, style) })
	in := b.Pad(14, 8)
	used := x.brokerHead(v, w, draw.B(in.X, in.Y, in.W, 22))
	_, in = in.CutTop(used, 0)
	each := in.H / float32(max(len(v.band.parts), 1))
	for i, id := range v.band.parts {
		x.partition(v, w, id, draw.B(in.X, in.Y+float32(i)*each, in.W, each))
	}
}

// brokerHead writes who the broker is.
func (x *net) brokerHead(v *view, w *world.World, b draw.Box) float32 {
	t := x.T
	name := x.in.say("stage.broker", "n", int(v.band.node))
	bold := t.Words(theme.Lead).Bold()
	br := w.Broker(v.band.node)
	role, pair := x.in.say("stage.down"), t.Gone
	if br != nil && br.Up {
		role, pair = x.in.say("net.leader-of", "part", x.partNames(v.band)), t.Live
	}
	nw := bold.Width(name)
	small := t.Words(theme.Small).In(t.Mute)
	x.At(draw.Labels, func() {
		x.TextIn(draw.B(b.X, b.Y, nw+1, b.H), name, bold)
		x.Circle(draw.P(b.X+nw+13, b.Mid().Y), 4.5, draw.Fill(pair.Edge))
		room := draw.B(b.X+nw+24, b.Y, b.W-nw-24, b.H)
		x.TextIn(room, x.fit(small, room.W, role, x.partNames(v.band), ""), small)
	})
	hit := draw.B(v.broker.X, v.broker.Y, v.broker.W, 32)
	sel := &x.in.Select
	x.chosen(draw.B(b.X-6, b.Y-2, b.W+12, b.H+4), sel.Kind == SelectBroker && sel.Topic < 0 &&
		sel.Node == v.band.node)
	x.Hit(draw.Hit{Box: hit, Line: "select " + v.band.node.String(), Say: name + ", " + role,
		Tip: x.in.say("net.broker-tip")})
	return 30
}

// partition draws what a broker has of one partition.
func (x *net) partition(v *view, w *world.World, id partID, b draw.Box) {
	roomy := b.H >= 250
	l := logOf(w, v.band.node, id.topic, id.part)
	if l == nil {
		return
	}
	if len(v.band.parts) > 1 {
		words := x.T.Data(theme.Small).Bold()
		x.At(draw.Labels, func() {
			x.TextIn(draw.B(b.X, b.Y, b.W, 18), w.PartName(id.topic, id.part), words)
		})
		_, b = b.CutTop(20, 0)
	}
	memory, members := x.memoryRoom(roomy), float32(replicasRow)
	if p := w.Partition(id.topic, id.part); p == nil || len(p.Replicas) < 2 {
		members = 0
	}
	if b.H < logLeast+memory+members {
		members = 0
	}
	if b.H < logLeast+memory {
		memory = 0
	}
	y := b.Y
	if memory > 0 {
		x.memories(v, l, draw.B(b.X, y, b.W, memory), roomy)
		y += memory
	}
	if members > 0 {
		x.replicas(w, id, draw.B(b.X, y, b.W, 22))
		y += members
	}
	room := b.Bottom() - y
	if roomy { // a reason comes first, as long as cells can be read
		room = min(max(room-x.reasonRoom(v.band.node, id, b.W), min(room, 116)), mostShare.log)
	}
	y = x.logLane(v, id, draw.B(b.X, y, b.W, room), roomy)
	if rest := b.Bottom() - y; rest > 50 {
		x.why(v, id, draw.B(b.X, y+6, b.W, rest-6))
	}
}

// replicas draws who holds a copy and who counts: leader, followers in sync, followers out.
func (x *net) replicas(w *world.World, id partID, b draw.Box) {
	p := w.Partition(id.topic, id.part)
	if p == nil || len(p.Replicas) < 2 {
		return
	}
	t := x.T
	l := logOf(w, p.Leader, id.topic, id.part)
	least := int64(1)
	if l != nil {
		least = l.Config.MinInSyncReplicas
	}
	at := b.X
	for _, r := range p.Replicas {
		at += x.replica(w, p, id, r, draw.B(at, b.Y, b.Right()-at, 22), b.W > 330) + 6
	}
	words := t.Words(theme.Small).In(t.Mute)
	if int64(len(p.ISR)) < least {
		words = words.In(t.Gone.Edge).Bold()
	}
	room := draw.B(at+4, b.Y, b.Right()-at-4, 22)
	text := x.fit(words, room.W, x.in.say("net.isr", "n", len(p.ISR), "min", least),
		x.in.say("net.isr-short", "n", len(p.ISR), "min", least), "")
	x.At(draw.Labels, func() { x.TextIn(room, text, words.At(draw.End)) })
}

// replica draws one member and returns its width.
func (x *net) replica(w *world.World, p *world.Partition, id partID, node world.NodeID,
	b draw.Box, named bool) float32 {
	t := x.T
	pair, style := t.Live, t.Live.Style(1.2, 6)
	in := false
	for _, n := range p.ISR {
		in = in || n == node
	}
	br := w.Broker(node)
	up := br != nil && br.Up
	if !in || !up {
		pair = t.Gone
		style = draw.Edge(t.Gone.Edge, 1.2).Round(6).Dashed(3, 3)
	}
	data := t.Data(theme.Tiny).In(pair.Edge)
	text := node.String()
	if l := logOf(w, node, id.topic, id.part); l != nil && node != p.Leader {
		if named {
			text += " LEO"
		}
		text += fmt.Sprintf(" %d", l.EndOffset)
	}
	if node == p.Leader {
		data = data.Bold()
	}
	width := data.Width(text) + 14
	if width > b.W {
		return 0
	}
	box := draw.B(b.X, b.Y, width, 20)
	say := x.in.say("net.replica-in", "n", int(node))
	if !in {
		say = x.in.say("net.replica-out", "n", int(node))
	}
	x.At(draw.Boxes, func() { x.Rect(box, style) })
	x.At(draw.Labels, func() { x.TextIn(box.Pad(7, 0), text, data) })
	sel := &x.in.Select
	x.chosen(box, sel.Kind == SelectBroker && sel.Node == node && sel.Topic == id.topic &&
		sel.Part == id.part)
	x.Hit(draw.Hit{Box: box.Pad(0, -2), Line: fmt.Sprintf("select %s/%s",
		w.PartName(id.topic, id.part), node), Say: say, Tip: say})
	return width
}

// logLane draws the log as the stage does, and returns where it ends.
func (x *net) logLane(v *view, id partID, b draw.Box, roomy bool) float32 {
	s := &stage{Kit: x.Kit, in: x.in, m: x.moment(), area: b, form: x.form}
	var l *lane
	for i := range s.m.lanes {
		q := &s.m.lanes[i]
		if q.node == v.band.node && q.topic == id.topic && q.part == id.part {
			l = q
		}
	}
	if l == nil {
		return b.Y
	}
	ruler, ok := s.logFlow(b.H, mostShare.log, roomy)
	if !ok {
		return b.Y
	}
	s.view = b
	g := group{topic: id.topic, part: id.part, lanes: []*lane{l}}
	inner := b // the rest is for the last pennant
	inner.W -= min(40, b.W*0.12)
	if roomy {
		inner.W = b.W - 12
	}
	a, z := x.logAxes(g, inner)
	s.ax = blend{&a, &z, theme.InOut(s.m.t)}
	if s.m.in.Phase < 1 && len(l.arrivals) > 0 {
		s.ax.t = theme.InOut(theme.Clamp(s.m.t * 1.4))
	}
	x.Clipped(draw.B(b.X-6, b.Y, b.W+12, b.H), func() {
		if ruler > 10 {
			s.ruler(g, b.Y)
		}
		s.lane(l, b.Y+ruler)
	})
	return b.Y + ruler + s.flow.flags + s.flow.box + s.flow.label
}

// logFull is the width of a column in a scene that has grown.
const logFull = 72

// logAxes are the axes of a log before and after the step: its columns grow with the scene.
func (x *net) logAxes(g group, b draw.Box) (before, after axis) {
	grown := theme.Clamp((x.share.log - leastShare.log) / (mostShare.log - leastShare.log))
	full := pitchFull + float64((logFull-pitchFull)*grown)
	plain := x.in.Cast.plainIn(g.topic, g.part)
	after = fitFull(pieces(g, plain, false), float64(b.X), float64(b.W), full)
	if x.in.Phase >= 1 {
		return after, after
	}
	return fitFull(pieces(g, plain, true), float64(b.X), float64(b.W), full), after
}

// logFlow divides the height of a log between its parts; roomy leaves place for a reason under it.
func (s *stage) logFlow(height, most float32, roomy bool) (ruler float32, ok bool) {
	s.flow = flow{flags: 24, label: 20}
	ruler = 18
	rest := min(height, most) - 62
	if !roomy && rest < 46 {
		s.flow.flags, s.flow.label, ruler = 23, 4, 16
		if rest = height - 43; rest < 34 {
			ruler, rest = 1, height-28
		}
	}
	s.flow.box = min(rest, 174)
	if s.flow.box < 46 { // the room around cells then shrinks in steps
		s.flow.box = min(s.flow.box, 38)
	}
	return ruler, s.flow.box >= 24
}

// moment resolves the worlds for the lanes of logs.
func (x *net) moment() *moment {
	if x.m == nil {
		x.m = resolve(x.in)
	}
	return x.m
}
