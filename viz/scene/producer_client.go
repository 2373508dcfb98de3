package scene

import (
	"fmt"

	"highwater/core/errcode"
	"highwater/core/producer"
	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// clientCard draws the panel of a client and finds the room for its rows.
func (x *net) clientCard(v *view) {
	t := x.T
	p := clientOf(x.world(v.band.client), v.band.client)
	b := v.client
	if v.head {
		style := draw.Fill(t.Card).Edged(t.Line, 1.2).Round(10)
		switch {
		case p == nil:
			style = style.Dashed(5, 4)
		case p.Client.Closed:
			style = style.Edged(t.Gone.Edge, 1.4).Dashed(6, 4)
		}
		x.At(draw.Back, func() { x.Rect(v.card, style) })
	}
	if p == nil {
		x.At(draw.Labels, func() {
			x.TextIn(draw.B(b.X+14, b.Y+10, b.W-28, 22), x.in.say("net.no-client"),
				t.Words(theme.Small).In(t.Mute))
		})
		v.list = b.Pad(10, 10)
		return
	}
	in := b.Pad(10, 0)
	in.H -= x.clientFoot(v, p, draw.B(in.X+4, b.Bottom()-28, in.W-8, 20))
	top := float32(6)
	if v.head {
		top = x.clientHead(v, p, draw.B(in.X+4, b.Y+8, in.W-8, 60))
	}
	_, v.list = in.CutTop(top, 0)
	if x.size == netRoomy || !v.head {
		head, rest := v.list.CutTop(18, 4)
		x.listHead(v, p, head.Pad(4, 0))
		v.list = rest
	}
	v.list.H -= 4
}

// clientHead writes who the client is and returns the height that it took.
func (x *net) clientHead(v *view, p *world.Producer, b draw.Box) float32 {
	t := x.T
	name := t.Words(theme.Lead).Bold()
	row := draw.B(b.X, b.Y, b.W, 22)
	id, ink := x.identity(p), t.Mute
	if p.Client.Closed {
		id, ink = x.in.say("net.crashed"), t.Gone.Edge
	}
	data := t.Data(theme.Small).In(ink)
	w := name.Width(p.Client.Name)
	thing := p.Client.Name
	x.Hit(draw.Hit{Box: draw.B(v.card.X, b.Y-6, v.card.W, 30), Line: "select " + thing,
		Say: x.in.say("net.client", "name", p.Client.Name, "id", id),
		Tip: x.in.say("net.client-tip")})
	x.chosen(draw.B(b.X-6, b.Y-3, b.W+12, 28), x.in.Select.Kind == SelectClient &&
		x.in.Select.Node == p.ID)
	x.At(draw.Labels, func() {
		x.TextIn(draw.B(row.X, row.Y, min(w+1, row.W), row.H), p.Client.Name, name)
	})
	if x.size != netRoomy {
		for _, try := range []string{id, x.shortIdentity(p)} {
			if data.Width(try)+w+14 <= row.W {
				x.At(draw.Labels, func() { x.TextIn(row, try, data.At(draw.End)) })
				break
			}
		}
		return 34
	}
	x.At(draw.Labels, func() {
		x.TextIn(draw.B(b.X, b.Y+22, b.W, 18), x.fit(data, b.W, id, x.shortIdentity(p)), data)
	})
	return 54
}

// identity is the producer id with which the client numbers, and its next sequence.
func (x *net) identity(p *world.Producer) string {
	c := &p.Client
	switch {
	case !c.Config.EnableIdempotence:
		return x.in.say("net.plain")
	case !c.ProducerID.Valid():
		return x.in.say("net.no-pid")
	}
	s := x.in.say("net.pid", "pid", c.ProducerID.PID, "epoch", int(c.ProducerID.Epoch))
	if next, one := nextSeq(c); one {
		s += " · " + x.in.say("net.next-seq", "n", int(next))
	}
	return s
}

func (x *net) shortIdentity(p *world.Producer) string {
	c := &p.Client
	if !c.Config.EnableIdempotence || !c.ProducerID.Valid() {
		return x.in.say("net.no-pid-short")
	}
	return x.in.say("net.pid", "pid", c.ProducerID.PID, "epoch", int(c.ProducerID.Epoch))
}

// nextSeq is the next sequence of a client that writes to one partition.
func nextSeq(c *producer.Client) (int32, bool) {
	next, n := int32(0), 0
	for i := range c.Partitions {
		if c.Partitions[i].Partition >= 0 {
			next = c.Partitions[i].NextSeq
			n++
		}
	}
	return next, n == 1
}

// listHead writes what the two columns of the rows are.
func (x *net) listHead(v *view, p *world.Producer, b draw.Box) {
	t := x.T
	w := t.Words(theme.Small).In(t.Mute)
	out := 0
	if n, ok := p.Client.Node(int32(v.band.node)); ok {
		for i := range n.InFlight {
			if n.InFlight[i].Kind == producer.Produce {
				out++
			}
		}
	}
	left := x.in.say("net.list", "n", out, "max", int(p.Client.Config.MaxInFlight))
	short := x.in.say("net.list-short", "n", out, "max", int(p.Client.Config.MaxInFlight))
	if x.severalParts(v.band.client) {
		left, short = x.partNames(v.band)+" · "+left, x.partNames(v.band)+" · "+short
	}
	right := x.in.say("net.in-log")
	rw := w.Width(right)
	x.At(draw.Labels, func() {
		x.TextIn(b, right, w.At(draw.End))
		room := draw.B(b.X, b.Y, b.W-rw-10, b.H)
		x.TextIn(room, x.fit(w, room.W, left, short, x.partNames(v.band), ""), w)
	})
}

func (x *net) severalParts(client world.NodeID) bool {
	n := 0
	for _, b := range x.bandsOf(x.in.After) {
		if b.client == client {
			n += len(b.parts)
		}
	}
	return n > 1
}

func (x *net) partNames(b *band) string {
	s := ""
	for i, id := range b.parts {
		if i > 0 {
			s += ", "
		}
		s += x.in.After.PartName(id.topic, id.part)
	}
	return s
}

// clientFoot writes what holds the client up as a whole, and what its accumulator holds. It
// returns its height.
func (x *net) clientFoot(v *view, p *world.Producer, b draw.Box) float32 {
	if x.size != netRoomy || p.Client.Closed {
		return 0
	}
	t, c := x.T, &p.Client
	text, ink := "", t.Mute
	n, bytes := 0, int64(0)
	for i := range c.Batches {
		n++
		bytes += c.Batches[i].Memory
	}
	text = x.in.say("net.accumulator", "n", n, "size", c.BufferUsed, "of", c.Config.BufferMemory)
	for i := range c.Partitions {
		if q := &c.Partitions[i]; q.Unresolved {
			text, ink = x.in.say("net.unresolved", "n", int(q.UnresolvedSeq)), t.Gone.Edge
		}
	}
	if len(c.Calls) > 0 && c.Calls[0].Blocked != why.None {
		text, ink = x.in.say("net.blocked"), t.Wait.Edge
	}
	w := t.Words(theme.Tiny).In(ink)
	x.At(draw.Labels, func() {
		x.TextIn(b, x.fit(w, b.W, text, x.in.say("net.accumulator-short", "n", n)), w)
	})
	return 30
}

// tone is the tint of what the client believes of a row.
func (x *net) tone(r *row) theme.Pair {
	t := x.T
	switch r.state {
	case rowSent:
		return t.Flight
	case rowWaits:
		return t.Wait
	case rowDone:
		if r.wrong {
			return t.Gone
		}
		return t.Live
	case rowFailed, rowCrashed:
		return t.Gone
	}
	return t.Plain
}

// clientRow draws one batch.
func (x *net) clientRow(v *view, r *placed) {
	if r.alpha <= 0 {
		return
	}
	h := v.rowH - 6
	b := draw.B(v.list.X, r.y-h/2, v.list.W, h)
	x.Faded(r.alpha, func() {
		if r.state == rowOrphan {
			x.orphan(v, &r.row, b)
			return
		}
		pair := x.tone(&r.row)
		style := draw.Fill(x.T.Paper).Edged(pair.Edge, 1.3).Round(8)
		switch r.state {
		case rowQueued:
			style = style.Edged(x.T.Mute, 1).Dashed(4, 3)
		case rowDone:
			style = style.Edged(pair.Edge, 1)
		case rowCrashed:
			style = style.Dashed(4, 3)
		}
		x.At(draw.Boxes, func() { x.Rect(b, style) })
		thing := x.batchThing(&r.row)
		x.chosen(b, x.in.Select.Kind == SelectBatch && x.in.Select.Node == r.key.client &&
			x.in.Select.ID == int64(r.key.id))
		x.Hit(draw.Hit{Box: ui.Target(b), Line: "select " + thing, Say: x.rowSay(&r.row),
			Tip: x.rowSay(&r.row)})
		if h >= 38 {
			x.roomyRow(v, &r.row, b, pair)
		} else {
			x.tightRow(v, &r.row, b, pair)
		}
	})
}

// batchThing is how a line names a batch.
func (x *net) batchThing(r *row) string {
	return fmt.Sprintf("%s/B%d", x.in.After.Name(r.key.client), r.key.id)
}

func (x *net) rowSay(r *row) string {
	return x.in.say("net.row-say", "what", x.named(r), "belief", x.belief(r), "truth", x.truth(r))
}

// roomyRow writes two lines: what it is and where it is, what the client believes and for how long.
func (x *net) roomyRow(v *view, r *row, b draw.Box, pair theme.Pair) {
	top, bottom := b.Pad(9, 5).CutTop((b.H-10)/2, 0)
	truth := x.truthTag(r, top)
	top.W -= truth + 6
	x.rowName(r, top, pair)
	t := x.T
	data := t.Words(theme.Small).In(pair.Edge)
	text, count := x.belief(r), x.countdown(r)
	if r.state == rowQueued {
		data = data.In(t.Mute)
	}
	cw := float32(0)
	if count != "" {
		num := t.Data(theme.Tiny).In(pair.Edge)
		cw = num.Width(count) + 22
		x.At(draw.Labels, func() {
			x.TextIn(bottom, count, num.At(draw.End))
			x.Icon(ui.Clock, draw.P(bottom.Right()-cw+12, bottom.Mid().Y), 10, pair.Edge)
		})
	}
	room := draw.B(bottom.X, bottom.Y, bottom.W-cw, bottom.H)
	words := data
	if r.code != errcode.None && (r.state == rowWaits || r.state == rowFailed) {
		words = t.Data(theme.Tiny).In(pair.Edge)
		text = x.fit(words, room.W, r.code.String(), shortCode(r.code))
	}
	x.At(draw.Labels, func() { x.TextIn(room, text, words) })
	x.backoffBar(r, b, pair)
}

// tightRow writes one line.
func (x *net) tightRow(v *view, r *row, b draw.Box, pair theme.Pair) {
	in := b.Pad(8, 0)
	in.W -= x.truthTag(r, in) + 5
	if count := x.countdown(r); count != "" && r.state == rowWaits {
		w := x.T.Data(theme.Tiny).In(pair.Edge)
		if cw := w.Width(count); in.W-cw > 96 {
			x.At(draw.Labels, func() { x.TextIn(in, count, w.At(draw.End)) })
			in.W -= cw + 6
		}
	}
	x.rowName(r, in, pair)
	x.backoffBar(r, b, pair)
}

// rowName writes the sequence and what is in the batch.
func (x *net) rowName(r *row, b draw.Box, pair theme.Pair) {
	t := x.T
	bold := t.Words(theme.Small).Bold().In(pair.Edge)
	if r.state == rowQueued {
		bold = bold.In(t.Mute)
	}
	seq := x.seqName(r)
	used := float32(0)
	if seq != "" {
		used = min(bold.Width(seq)+8, b.W)
		x.At(draw.Labels, func() { x.TextIn(draw.B(b.X, b.Y, used-7, b.H), seq, bold) })
	}
	x.chip(r.topic, r.recs, draw.B(b.X+used, b.Y, b.W-used, b.H), draw.Start, r.state == rowCrashed)
}

// seqName is a batch by its sequences.
func (x *net) seqName(r *row) string {
	switch {
	case r.seq < 0:
		return ""
	case r.last > r.seq:
		return x.in.say("net.seqs", "from", int(r.seq), "to", int(r.last))
	}
	return x.in.say("net.seq", "n", int(r.seq))
}

// chip draws what a batch holds in the colour of its key: one record in full, or how many.
func (x *net) chip(topic int32, recs []taleRecord, b draw.Box, side draw.Anchor,
	struck bool) float32 {
	if len(recs) == 0 || b.W < 24 {
		return 0
	}
	t := x.T
	pair := x.recTint(&recs[0])
	h := min(b.H, 20)
	w := t.Words(theme.Tiny).In(pair.Edge)
	if h >= 18 {
		w = t.Words(theme.Small).In(pair.Edge)
	}
	text := x.recName(topic, recs, w, b.W-12)
	if text == "" {
		return 0
	}
	width := w.Width(text) + 12
	at := b.X
	switch side {
	case draw.Middle:
		at = b.X + (b.W-width)/2
	case draw.End:
		at = b.Right() - width
	}
	box := draw.B(at, b.Mid().Y-h/2, width, h)
	if struck {
		w = w.Struck()
	}
	x.At(draw.Boxes, func() { x.Rect(box, pair.Style(1, 5)) })
	x.At(draw.Labels, func() { x.TextIn(box.Pad(6, 0), text, w) })
	return width
}

func (x *net) recTint(r *taleRecord) theme.Pair {
	if r.noKey {
		return x.T.Plain
	}
	return x.T.Key(x.in.Cast.Tint(r.key))
}

// recName is what a batch holds, as long as it fits.
func (x *net) recName(topic int32, recs []taleRecord, w draw.Words, room float32) string {
	p := x.in.Cast.prefix[topic]
	one := func(r *taleRecord, key, val string) string {
		switch {
		case r.null:
			return key + " ∅"
		case r.noKey:
			return val
		}
		return key + " " + val
	}
	r := &recs[0]
	key, val := cutPrefix(r.key, p[0]), cutPrefix(r.val, p[1])
	var tries []string
	if len(recs) == 1 {
		tries = []string{one(r, r.key, r.val), one(r, key, val), r.val, val, key}
		if r.null {
			tries = tries[:2]
		}
	} else {
		l := &recs[len(recs)-1]
		tries = []string{one(r, r.key, r.val) + " … " + one(l, l.key, l.val), r.val + " … " + l.val,
			fmt.Sprintf("×%d", len(recs))}
	}
	for _, s := range tries {
		if s != "" && w.Width(s) <= room {
			return s
		}
	}
	s, ok := fitText(w, tries[len(tries)-1], "", room)
	if !ok {
		return ""
	}
	return s
}

// cutPrefix leaves out what all names begin with.
func cutPrefix(s, prefix string) string {
	if len(prefix) > 0 && len(s) > len(prefix) && s[:len(prefix)] == prefix {
		return s[len(prefix):]
	}
	return s
}

// fit is the first of some texts that fits, or the last one.
func (x *net) fit(w draw.Words, room float32, tries ...string) string {
	for _, s := range tries {
		if w.Width(s) <= room {
			return s
		}
	}
	return tries[len(tries)-1]
}

// chosen draws the ring around what is selected and notes where its menu belongs.
func (x *net) chosen(b draw.Box, on bool) {
	if !on {
		return
	}
	x.menu = b
	x.At(draw.Fx, func() {
		x.Rect(b.Inset(-2.5), draw.Edge(x.T.Focus, 2).Round(9).MayCross())
	})
}
