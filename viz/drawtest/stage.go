package drawtest

import (
	"fmt"

	"highwater/viz/draw"
	"highwater/viz/theme"
)

// Stage draws a log of three segments with one of everything, 760 × 460.
func Stage(t *theme.Theme) *draw.Frame {
	f := draw.New(760, 460, t.Paper)
	f.Title = "A log of three segments"
	f.Say = "One replica: two closed segments and the active one, a callout, a message."
	p := draw.On(f)
	p.At(draw.Back, func() {
		p.Rect(draw.B(0, 0, 760, 48), draw.Fill(t.Panel))
		p.Line(draw.Edge(t.Line, 1), draw.P(0, 48), draw.P(760, 48))
		p.Text(20, 31, "Два прохода cleaner & one more <log>", t.Words(theme.Head).Bold())
		p.Text(740, 30, "step 4 / 7", t.Words(theme.Small).In(t.Mute).At(draw.End))
	})
	lane(p, t)
	p.At(draw.Fx, func() {
		p.Pennant(draw.P(574, 104), 34, draw.Right, "LEO 14", draw.Fill(t.Wood),
			t.Words(theme.Tiny).Bold().In(t.Pale))
		p.Pennant(draw.P(270, 104), 34, draw.Left, "LSO", draw.Fill(t.Gone.Edge),
			t.Words(theme.Tiny).Bold().In(t.Pale))
		message(p, t)
	})
	p.At(draw.Over, func() { callout(p, t) })
	p.At(draw.UI, func() { transport(p, t) })
	p.Done()
	return f
}

func lane(p *draw.Pen, t *theme.Theme) {
	p.At(draw.Boxes, func() {
		p.Rect(draw.B(20, 104, 250, 62), draw.Fill(t.Card).Edged(t.Line, 1.2).Round(9))
		p.Rect(draw.B(274, 104, 200, 62), t.Gone.Style(1.2, 9))
		p.OpenBox(draw.B(478, 104, 170, 62), draw.Fill(t.Card).Edged(t.Live.Edge, 1.4).Round(9))
		for i := range 5 {
			cell(p, t, i, draw.B(26+49*float32(i), 112, 44, 44))
		}
		for i := range 9 {
			k := t.Key(i)
			b := draw.B(280+21.5*float32(i), 112, 19, 44)
			p.Rect(b, k.Style(1.5, 5))
			p.TextIn(b, fmt.Sprint(i), t.Data(theme.Tiny).In(k.Edge).At(draw.Middle))
		}
		for i, pair := range []theme.Pair{t.Live, t.Gone} {
			c := draw.P(508+50*float32(i), 134)
			p.Diamond(c, 20, pair.Style(1.5, 0))
			p.TextIn(draw.B(c.X-8, c.Y-8, 16, 16), "CA"[i:i+1],
				t.Words(theme.Body).Bold().In(pair.Edge).At(draw.Middle))
		}
	})
	p.At(draw.Labels, func() {
		w := t.Data(theme.Tiny).In(t.Mute)
		p.TextIn(draw.B(26, 170, 180, 16), "00000000000000000000.log", w)
		p.TextIn(draw.B(210, 170, 58, 16), "421 B", w.At(draw.End))
		p.TextIn(draw.B(280, 170, 120, 16), "…0206.log.deleted", w.In(t.Gone.Edge))
		p.TextHead(draw.B(484, 170, 80, 16), "00000000000000000412.log", w)
		p.TextIn(draw.B(580, 170, 64, 16), "active", w.In(t.Live.Edge).At(draw.End))
	})
}

// cell draws one record of each kind: value, tombstone, removed, undecided, aborted.
func cell(p *draw.Pen, t *theme.Theme, i int, b draw.Box) {
	k := t.Key(i)
	top, rest := b.CutTop(22, 0)
	value := t.Data(theme.Tiny).At(draw.Middle)
	key := value.Bold().In(k.Edge)
	switch i {
	case 1:
		p.Rect(b, draw.Edge(k.Edge, 1.5).Round(7).Dashed(3.5, 2.5))
		value = value.Size(theme.Lead)
	case 2:
		p.Circle(b.Mid(), 2.2, draw.Fill(t.Line))
		return
	default:
		p.Rect(b, k.Style(1.5, 7))
	}
	if i == 3 {
		p.Hatch(b, 7, t.Hatch)
		key, value = key.In(t.Ink), value.In(t.Ink)
	}
	if i == 4 {
		value = value.Struck()
	}
	p.TextIn(top.Pad(2, 3), fmt.Sprintf("k%d", i), key)
	p.TextIn(rest.Pad(2, 3), []string{"v1", "∅", "", "x", "old"}[i], value)
}

func message(p *draw.Pen, t *theme.Theme) {
	wire := draw.Edge(t.Flight.Edge, 1.5)
	p.Line(wire.Dashed(2, 4), draw.P(20, 226), draw.P(130, 226))
	p.Triangle(draw.P(420, 226), draw.Right, 9, draw.Fill(t.Flight.Edge))
	p.Line(wire, draw.P(330, 226), draw.P(411, 226))
	b := draw.B(130, 204, 200, 44)
	p.Rect(b, t.Flight.Style(1.5, 8))
	top, rest := b.Pad(10, 5).CutTop(17, 0)
	p.TextIn(top, "Fetch response", t.Words(theme.Small).Bold().In(t.Flight.Edge))
	p.TextIn(rest, "12 good=data · 13 COMMIT", t.Data(theme.Tiny))
	p.Faded(0.4, func() {
		p.Rect(draw.B(430, 204, 150, 44), t.Wait.Style(1.5, 8))
		p.TextIn(draw.B(440, 204, 130, 44), "retry in 100 ms", t.Words(theme.Small).In(t.Wait.Edge))
	})
}

func callout(p *draw.Pen, t *theme.Theme) {
	b := draw.B(300, 268, 430, 104)
	p.Glow(b.Shift(0, 3), 9, 14, t.Shade)
	p.Rect(b, draw.Fill(t.Card).Edged(t.Gone.Edge, 1.5).Round(9))
	p.Line(draw.Edge(t.Gone.Edge, 1.5), draw.P(252, 380), draw.P(252, 300), draw.P(300, 300))
	p.Rich(b.Pad(14, 10), "*Почему запись удалена?* Ключ `key-1` на offset 3 старше, чем на 7: "+
		"читатель, который дойдёт до конца, увидит только последнее значение — "+
		"`min.cleanable.dirty.ratio` здесь равен 0.5.", t.Words(theme.Body), 19.5, t.Flight.Edge)
}

func transport(p *draw.Pen, t *theme.Theme) {
	p.Rect(draw.B(0, 388, 760, 72), draw.Fill(t.Panel))
	for i := range 4 {
		c := draw.P(40+44*float32(i), 424)
		s := draw.Fill(t.Card).Edged(t.Line, 1.2)
		icon := draw.Fill(t.Ink)
		if i == 2 {
			s, icon = draw.Fill(t.Wood), draw.Fill(t.Pale)
			p.Ring(draw.B(c.X-17, c.Y-17, 34, 34), 17, t.Focus)
		}
		p.Circle(c, 17, s)
		p.Triangle(draw.P(c.X+7, c.Y), draw.Right, 12, icon)
		p.Hit(draw.Hit{Box: draw.B(c.X-17, c.Y-17, 34, 34), Line: fmt.Sprintf("step %d", i),
			Say: "step"})
	}
	p.Line(draw.Edge(t.Wood, 3), draw.P(220, 424), draw.P(470, 424))
	p.Line(draw.Edge(t.Line, 3), draw.P(470, 424), draw.P(660, 424))
	for i := range 7 {
		r := float32(4)
		if i == 3 {
			r = 7
		}
		p.Circle(draw.P(220+73.3*float32(i), 424), r, draw.Fill(t.Wood))
	}
	p.Hit(draw.Hit{Box: draw.B(220, 404, 440, 40), Line: "seek", Say: "moment", Drag: draw.DragX,
		Hi: 6})
}

// Crowd draws so many rounded boxes and lines of Cyrillic, as a large frame has them.
func Crowd(t *theme.Theme, w, h float32, boxes, lines int) *draw.Frame {
	f := draw.New(w, h, t.Paper)
	p := draw.On(f)
	p.At(draw.Boxes, func() {
		for i := range boxes {
			b := draw.B(8+float32(i%40)*23.5, 8+float32(i/40)*11.25, 21, 9.5)
			p.Rect(b, t.Key(i%9).Style(1.2, 3))
		}
	})
	p.At(draw.Labels, func() {
		for i := range lines {
			p.Text(12, 360+8*float32(i),
				"Следующая пачка начнётся с offset 1 044 420, LEO не сдвинут", t.Words(theme.Small))
		}
	})
	p.Done()
	return f
}
