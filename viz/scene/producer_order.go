package scene

import (
	"fmt"

	"highwater/viz/draw"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// order is the lower part of a producer's scene: the records in the order in which the application
// sent them, and in the order in which they are read.
type order struct {
	ui.Kit
	sides  []*Input
	form   form
	lines  []orderLine
	titled bool
	narrow bool    // judgements stand under their rows
	under  bool    // names stand there too
	row    float32 // the height of a row, 0 if the area says it
}

// orderLine is one row of records.
type orderLine struct {
	name  string
	bold  bool
	cells []orderCell
	word  string
	tone  Tone
	in    *Input
	topic int32
}

// orderCell is a record in a row, or a run of n records that nobody needs to tell apart.
type orderCell struct {
	rec   taleRecord
	state cellState
	n     int
}

// cellState is what a record of a row is like.
type cellState uint8

const (
	cellThere     cellState = iota
	cellMissing             // sent, not in the log
	cellTwice               // read before
	cellDisplaced           // read later than something that was sent after it
)

func newOrder(k ui.Kit, sides []*Input, f form) *order {
	return &order{Kit: k, sides: sides, form: f, lines: orderOf(sides)}
}

// orderOf lists the rows of one or two runs.
func orderOf(sides []*Input) []orderLine {
	var out []orderLine
	in := sides[0]
	parts := orderParts(in)
	for _, id := range parts {
		name := in.say("order.read")
		if len(parts) > 1 {
			name = in.After.PartName(id.topic, id.part)
			if in.W < netUpwardWidth {
				name = in.say("order.part", "n", int(id.part))
			}
		}
		sent := sentIn(in, id)
		first := orderLine{name: in.say("order.sent"), in: in, topic: id.topic}
		for i, side := range sides {
			got := readIn(side, id)
			v := compareOrder(sentIn(side, id), got)
			line := orderLine{name: name, bold: true, in: side, topic: id.topic,
				cells: foldCells(side, v.cells)}
			if len(sides) > 1 {
				line.name = side.Name
				if len(parts) > 1 {
					line.name += " · " + name
				}
			}
			line.word, line.tone = v.word(side)
			if i == 0 {
				first.cells = foldCells(in, sentCells(sent, v.there))
			}
			if i == 0 && len(parts) == 1 {
				out = append(out, first)
			}
			out = append(out, line)
		}
	}
	return out
}

// orderParts are the partitions that the run writes to, at most two.
func orderParts(in *Input) []partID {
	var out []partID
	for i := range in.Cast.tale.sends {
		id := partID{in.Cast.tale.sends[i].topic, in.Cast.tale.sends[i].part}
		known := false
		for _, q := range out {
			known = known || q == id
		}
		if !known && len(out) < 2 && in.After.Partition(id.topic, id.part) != nil {
			out = append(out, id)
		}
	}
	if len(out) == 0 && len(in.After.Topics) > 0 {
		out = append(out, partID{})
	}
	return out
}

func sentCells(sent []taleSend, there []bool) []orderCell {
	var out []orderCell
	for i := range sent {
		c := orderCell{rec: sent[i].rec}
		if !there[i] {
			c.state = cellMissing
		}
		out = append(out, c)
	}
	return out
}

// foldCells joins runs of records whose keys have no colour of their own.
func foldCells(in *Input, cells []orderCell) []orderCell {
	var out []orderCell
	for i := 0; i < len(cells); {
		j := i
		for j < len(cells) && cells[j].state == cellThere && !cells[j].rec.noKey &&
			in.Cast.Tint(cells[j].rec.key) < 0 {
			j++
		}
		if j-i < 3 {
			out = append(out, cells[i])
			i++
			continue
		}
		out = append(out, orderCell{rec: cells[i].rec, n: j - i})
		i = j
	}
	return out
}

// rowHeight is the height of a row.
func (o *order) rowHeight(area draw.Box) float32 {
	switch {
	case o.row > 0:
		return o.row
	case area.H < 400:
		return 30
	case area.W < netUpwardWidth:
		return 36
	case area.H > 580:
		return orderTall
	}
	return orderRow
}

// height is what the rows want of an area; in a low one only what is read is shown.
func (o *order) height(area draw.Box) float32 {
	if area.H < 240 && len(o.sides) == 1 {
		o.lines = onlyRead(o.lines)
	}
	if len(o.lines) == 0 || area.H < 170 {
		o.lines = nil
		return 0
	}
	h := float32(len(o.lines))*o.rowHeight(area) + 8
	o.narrow = area.W < netUpwardWidth
	o.under = o.narrow && len(o.sides) > 1
	for i := range o.lines {
		h += o.below(&o.lines[i])
	}
	if o.titled = area.H >= 400; o.titled {
		h += 22
	}
	return h
}

func onlyRead(lines []orderLine) []orderLine {
	var out []orderLine
	for _, l := range lines {
		if l.bold {
			out = append(out, l)
		}
	}
	return out
}

// draw fills a box with the rows.
func (o *order) draw(b draw.Box) {
	if len(o.lines) == 0 {
		return
	}
	t := o.T
	rows := float32(len(o.lines))
	h, y := b.H-8, b.Y+8
	for i := range o.lines {
		h -= o.below(&o.lines[i])
	}
	if o.titled {
		h -= 22
		o.At(draw.Labels, func() {
			o.TextIn(draw.B(b.X, y, b.W, 18), o.sides[0].say("order.title"),
				t.Words(theme.Small).Bold().In(t.Mute))
		})
		y += 22
	}
	h /= rows
	names := float32(0)
	for i := range o.lines {
		names = max(names, o.nameStyle(&o.lines[i]).Width(o.lines[i].name))
	}
	names = min(names, b.W*0.24)
	if o.under {
		names = -14
	}
	pitch := o.pitch(b.W - names - 14)
	for i := range o.lines {
		o.line(&o.lines[i], draw.B(b.X, y, b.W, h), names, pitch)
		y += h + o.below(&o.lines[i])
	}
}

// wordRow is the height of a judgement under its row.
const wordRow = 18

// below is what a row has under it.
func (o *order) below(l *orderLine) float32 {
	if o.under || o.narrow && l.bold {
		return wordRow
	}
	return 0
}

func (o *order) nameStyle(l *orderLine) draw.Words {
	w := o.T.Words(theme.Small)
	if l.bold {
		return w.Bold()
	}
	return w.In(o.T.Mute)
}

// wordStyle is how a judgement is written.
func (o *order) wordStyle() draw.Words {
	if o.row > orderTall+4 {
		return o.T.Words(theme.Body).Bold()
	}
	return o.T.Words(theme.Small)
}

// pitch is the width of a column, the same in all rows.
func (o *order) pitch(room float32) float32 {
	most, word := 1, float32(0)
	w := o.wordStyle()
	for i := range o.lines {
		most = max(most, len(o.lines[i].cells))
		word = max(word, w.Width(o.lines[i].word))
	}
	word = min(word+12, room*0.45)
	if o.narrow {
		word = 0
	}
	widest := 76 + max(o.row-orderTall, 0)*1.6
	return min(max((room-word)/float32(most), 26), widest)
}

// line draws one row: its name, its records, and the judgement.
func (o *order) line(l *orderLine, b draw.Box, names, pitch float32) {
	t := o.T
	name := o.nameStyle(l)
	at := draw.B(b.X, b.Y, names+1, b.H)
	if o.under {
		at = draw.B(b.X, b.Bottom()-3, min(name.Width(l.name)+1, b.W*0.6), wordRow)
	}
	o.At(draw.Labels, func() { o.TextIn(at, l.name, name) })
	x := b.X + names + 14
	w := o.wordStyle().In(l.in.pair(l.tone).Edge)
	if l.tone == TonePlain {
		w = w.In(t.Mute)
	}
	word := w.Width(l.word)
	room := b.Right() - x
	if l.word != "" && !o.narrow {
		room -= min(word+12, room*0.45)
	}
	cells := l.cells
	if most := int(room / pitch); len(cells) > most {
		more := fmt.Sprintf("+%d", len(cells)-most+1)
		cells = cells[len(cells)-most+1:]
		o.At(draw.Labels, func() {
			w := t.Data(theme.Tiny).In(t.Mute).At(draw.Middle)
			o.TextIn(draw.B(x, b.Y, pitch-4, b.H), more, w)
		})
		x += pitch
	}
	for i := range cells {
		o.cell(l, &cells[i], draw.B(x, b.Y+3, pitch-4, b.H-6))
		x += pitch
	}
	if l.word != "" {
		box := draw.B(x+8, b.Y, b.Right()-x-8, b.H)
		if o.under || o.narrow && len(cells) > 0 {
			left := b.X + names + 14
			if o.under {
				left = at.Right() + 10
			}
			box = draw.B(left, b.Bottom()-3, b.Right()-left, wordRow)
		}
		o.judgement(l, box, w)
	}
}

// judgement writes the verdict on a row, over two lines if it must.
func (o *order) judgement(l *orderLine, b draw.Box, w draw.Words) {
	if w.Width(l.word) <= b.W {
		o.At(draw.Labels, func() { o.TextIn(b, l.word, w) })
		return
	}
	w = w.Size(theme.Tiny)
	lead := float32(14)
	h := draw.RichHeight(l.word, w, b.W, lead)
	if h > b.H+2 {
		return
	}
	o.At(draw.Labels, func() {
		o.Rich(draw.B(b.X, b.Mid().Y-h/2, b.W, h), l.word, w, lead, draw.RGBA{})
	})
}

// cell draws a record of a row.
func (o *order) cell(l *orderLine, c *orderCell, b draw.Box) {
	n := &net{Kit: o.Kit, in: l.in}
	pair := n.recTint(&c.rec)
	style := pair.Style(1.3, 6)
	words := o.T.Words(theme.Tiny).In(pair.Edge).At(draw.Middle)
	if b.H >= 44 {
		words = words.Size(theme.Body)
	}
	switch c.state {
	case cellMissing:
		style = draw.Edge(pair.Edge, 1.1).Round(6).Dashed(3, 3)
	case cellTwice, cellDisplaced:
		style = pair.Style(2.2, 6).Edged(o.T.Gone.Edge, 2.2)
	}
	o.At(draw.Boxes, func() { o.Rect(b, style) })
	if c.n > 0 {
		w := o.T.Words(theme.Small).In(pair.Edge).At(draw.Middle)
		o.At(draw.Labels, func() { o.TextIn(b, fmt.Sprintf("×%d", c.n), w) })
		return
	}
	p := l.in.Cast.prefix[l.topic]
	key, okKey := fitText(words.Bold(), c.rec.key, p[0], b.W-5)
	val, okVal := fitText(words, c.rec.val, p[1], b.W-5)
	o.At(draw.Labels, func() {
		switch {
		case b.H >= 26 && okKey && okVal && key != "" && !c.rec.noKey && val != "":
			top, bottom := b.CutTop(b.H/2, 0)
			o.TextIn(top.Shift(0, 1), key, words.Bold())
			o.TextIn(bottom.Shift(0, -1), val, words.In(o.T.Ink))
		case okVal && val != "":
			o.TextIn(b, val, words.In(o.T.Ink))
		case okKey && key != "":
			o.TextIn(b, key, words)
		}
	})
	if c.rec.null {
		s := &stage{Kit: o.Kit, in: l.in}
		s.null(draw.P(b.Mid().X, b.Bottom()-8), 4)
	}
}
