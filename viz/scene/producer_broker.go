package scene

import (
	"fmt"

	"highwater/core/log"
	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/story"
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
	y = x.logLane(v, id, draw.B(b.X, y, b.W, b.Bottom()-y), roomy)
	if rest := b.Bottom() - y; rest > 50 {
		x.why(v, id, draw.B(b.X, y+6, b.W, rest-6))
	}
}

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
		if p := clientOf(x.in.After, v.band.client); p != nil && !p.Client.Config.EnableIdempotence {
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
				x.TextIn(draw.B(b.X, y, b.W, 18), x.in.say("net.remembers", "pid", list[i].ID), label)
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
			x.Rect(draw.B(at(i), b.Y+2, pitch-4, b.H-4), draw.Edge(x.T.Line, 1).Round(6).Dashed(2, 3))
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
	ruler, ok := s.logFlow(b.H, roomy)
	if !ok {
		return b.Y
	}
	s.view = b
	g := group{topic: id.topic, part: id.part, lanes: []*lane{l}}
	inner := b // the rest is for the last pennant
	inner.W -= min(40, b.W*0.12)
	a, z := s.axes(g, inner)
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

// logFlow divides the height of a log between its parts; roomy leaves place for a reason under it.
func (s *stage) logFlow(height float32, roomy bool) (ruler float32, ok bool) {
	s.flow = flow{flags: 24, label: 20}
	ruler = 18
	rest := height - 62
	if roomy {
		rest = min(rest, 54)
		if height > logLarge+100 {
			rest = min(height-162, logLarge-62)
		}
	} else if rest < 46 {
		s.flow.flags, s.flow.label, ruler = 23, 4, 16
		if rest = height - 43; rest < 34 {
			ruler, rest = 1, height-28
		}
	}
	s.flow.box = min(rest, 84)
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

// why answers the question that the last verdict raises, next to it.
func (x *net) why(v *view, id partID, b draw.Box) {
	words := x.in.Cast.tale.words
	for i := range words {
		w := &words[i]
		if w.e.Node != v.band.node || w.e.Topic != id.topic || w.e.Part != id.part {
			continue
		}
		if alpha := x.topical(w); alpha >= 1 {
			x.reason(w, b)
		} else if alpha > 0 {
			x.Faded(alpha, func() { x.reason(w, b) })
		}
	}
}

// ofSequence tells a refusal for the sake of a batch's sequence or epoch.
func ofSequence(w why.Why) bool {
	switch w {
	case why.SequenceGap, why.SequenceBehind, why.SequenceNotZero, why.SequenceUnknownNotZero,
		why.EpochStale:
		return true
	}
	return false
}

// topical is how much a verdict is what the moment is about.
func (x *net) topical(w *taleWord) float32 {
	in := x.in
	switch {
	case x.step < w.step || x.step > w.until:
		return 0
	case in.Phase >= 1:
		if x.step == w.until && w.until > w.step {
			return 0
		}
		return 1
	case x.step == w.step:
		for i, win := range x.wins {
			if in.Step.Events[i] == w.e {
				return win.Ease(in.Phase)
			}
		}
	case x.step == w.until:
		return 1 - theme.Clamp(in.Phase/remainsFade)
	}
	return 1
}

// reason draws a verdict's card.
func (x *net) reason(w *taleWord, b draw.Box) {
	key := "why." + w.e.Why.Key()
	if !x.in.Texts.Has(key) {
		return
	}
	t := x.T
	pair, ask := t.Gone, x.in.say("net.why-refused")
	switch {
	case w.e.Kind == world.Duplicate:
		pair, ask = t.Wait, x.in.say("net.why-duplicate", "n", w.e.A)
	case ofSequence(w.e.Why):
		ask = x.in.say("net.why-refused-seq", "n", w.e.From)
	}
	args := story.Args(x.in.After, w.e)
	if w.e.Kind == world.Duplicate {
		args = append(args, "a", w.e.B+1, "b", w.e.A)
	}
	text := x.in.say(key, args...)
	lead := theme.Leading(theme.Small)
	title, body := t.Words(theme.Small).Bold().In(pair.Edge), t.Words(theme.Small)
	in := b.W - 26
	h1 := draw.RichHeight(ask, title, in, lead)
	h2 := draw.RichHeight(text, body, in, lead)
	box := draw.B(b.X, b.Y, b.W, h1+h2+18)
	if box.H > b.H {
		return
	}
	x.At(draw.Back, func() {
		x.Rect(box, draw.Fill(t.Paper).Edged(pair.Edge, 1.2).Round(8))
	})
	x.At(draw.Labels, func() {
		x.Rich(draw.B(box.X+13, box.Y+9, in, h1), ask, title, lead, draw.RGBA{})
		x.Rich(draw.B(box.X+13, box.Y+9+h1, in, h2), text, body, lead, draw.RGBA{})
	})
	x.Hit(draw.Hit{Box: box, Line: "why " + w.e.Why.Key(), Say: ask + " " + text})
}
