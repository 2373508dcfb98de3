package scene

import (
	"highwater/viz/draw"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// whyCard is a measured card: a question, its answer, the rule's source and, when it is open, the
// chain of what the answer rests on.
type whyCard struct {
	w                 *Why
	title, text, from float32   // heights
	more              float32   // of the row that opens the chain
	rungs             []float32 // heights
	total             float32
}

// measure finds how high a card is in a column of a width.
func (c *column) measure(w *Why, inner float32) whyCard {
	t := c.T
	lead, small := theme.Leading(theme.Body), theme.Leading(theme.Small)
	m := whyCard{w: w}
	m.title = draw.RichHeight(w.Title, t.Words(theme.Body).Bold(), inner, lead)
	m.text = draw.RichHeight(w.Text, t.Words(theme.Body), inner, lead)
	if w.Source != "" {
		m.from = draw.RichHeight(w.Source, t.Words(theme.Small), inner, small) + 4
	}
	if w.More != "" {
		m.more = 24
	}
	m.total = 10 + m.title + 2 + m.text + m.from + m.more + 12
	for _, r := range w.Chain {
		h := draw.RichHeight(r.Text, t.Words(theme.Small), inner-rungIn, small) + rungGap
		m.rungs = append(m.rungs, h)
		m.total += h
	}
	return m
}

// rungIn is how far a link's text stands in, rungGap the distance of two links.
const (
	rungIn  float32 = 20
	rungGap float32 = 6
)

// why draws a card. If the whole chain does not fit, its last links are left out.
func (c *column) why(w *Why) {
	inner := c.w - 30
	m := c.measure(w, inner)
	for m.total > c.room() && len(m.rungs) > 0 {
		last := len(m.rungs) - 1
		m.total -= m.rungs[last]
		m.rungs = m.rungs[:last]
	}
	if m.total > c.room() {
		return
	}
	b := draw.B(c.x, c.y, c.w, m.total)
	c.At(draw.Back, func() {
		c.Rect(b, draw.Fill(c.T.Card).Edged(c.T.Line, 1).Round(10))
		c.Rect(draw.B(b.X, b.Y+10, 3, b.H-20), draw.Fill(c.T.Wood).Round(1.5))
	})
	c.Hit(draw.Hit{Box: b, Line: w.Line, Say: w.Title + " " + w.Text})
	c.answer(&m, draw.B(b.X+16, b.Y+10, inner, b.H-22))
	c.y = b.Bottom() + 14
}

// answer writes what stands in a card.
func (c *column) answer(m *whyCard, b draw.Box) {
	t := c.T
	lead, small := theme.Leading(theme.Body), theme.Leading(theme.Small)
	y := b.Y
	c.At(draw.Labels, func() {
		c.Rich(draw.B(b.X, y, b.W, m.title), m.w.Title, t.Words(theme.Body).Bold(), lead,
			draw.RGBA{})
		y += m.title + 2
		c.Rich(draw.B(b.X, y, b.W, m.text), m.w.Text, t.Words(theme.Body), lead, draw.RGBA{})
		y += m.text
		if m.from > 0 {
			c.Rich(draw.B(b.X, y+4, b.W, m.from-4), m.w.Source, t.Words(theme.Small).In(t.Mute),
				small, draw.RGBA{})
			y += m.from
		}
	})
	if m.more > 0 {
		row := draw.B(b.X, y+4, b.W, m.more-4)
		icon := ui.Right
		if m.w.Open {
			icon = ui.Down
		}
		c.At(draw.Labels, func() {
			c.Icon(icon, draw.P(row.X+5, row.Mid().Y), 8, t.Wood)
			c.TextIn(draw.B(row.X+rungIn, row.Y, row.W-rungIn, row.H), m.w.More,
				t.Words(theme.Small).Bold().In(t.Mute))
		})
		y += m.more
	}
	c.ladder(m, draw.B(b.X, y+2, b.W, b.Bottom()-y))
}

// ladder writes the links of a chain under each other, joined by a line: a ring is an earlier
// event, a square a setting or a command, behind which there is nothing.
func (c *column) ladder(m *whyCard, b draw.Box) {
	t := c.T
	small := theme.Leading(theme.Small)
	y, x := b.Y, b.X+5
	for i, h := range m.rungs {
		r := &m.w.Chain[i]
		mid := y + small/2
		if i > 0 {
			c.Line(draw.Edge(t.Wood, 1), draw.P(x, mid-m.rungs[i-1]+5), draw.P(x, mid-5))
		}
		row := draw.B(b.X, y, b.W, h-rungGap)
		ink := t.Ink
		c.At(draw.Boxes, func() {
			if r.End {
				ink = t.Mute
				c.Rect(draw.B(x-3.5, mid-3.5, 7, 7), draw.Fill(t.Wood).Round(1.5))
			} else {
				c.Circle(draw.P(x, mid), 3.5, draw.Fill(t.Card).Edged(t.Wood, 1.4))
			}
		})
		c.At(draw.Labels, func() {
			c.Rich(draw.B(row.X+rungIn, row.Y, row.W-rungIn, row.H), r.Text,
				t.Words(theme.Small).In(ink), small, draw.RGBA{})
		})
		if r.Line != "" {
			c.At(draw.UI, func() {
				c.Hit(draw.Hit{Box: row.Pad(0, -rungGap/2), Line: r.Line, Say: r.Text})
			})
		}
		y += h
	}
}
