package scene

import (
	"highwater/viz/draw"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// column writes the parts of the panel from its top down and stops where there is no more room.
type column struct {
	ui.Kit
	in   *Input
	x, w float32
	y    float32
	end  float32
}

func (c *column) room() float32 { return c.end - c.y }

// side draws the panel beside or under the stage.
func side(k ui.Kit, in *Input, b draw.Box, f form) {
	t := in.Theme
	k.Rect(b, draw.Fill(t.Panel))
	if f == formUnder {
		k.Line(draw.Edge(t.Line, 1), draw.P(b.X, b.Y), draw.P(b.Right(), b.Y))
	} else {
		k.Line(draw.Edge(t.Line, 1), draw.P(b.X, b.Y), draw.P(b.X, b.Bottom()))
	}
	if in.Panel == nil {
		return
	}
	c := &column{Kit: k, in: in, x: b.X + 24, w: b.W - 48, y: b.Y + 22, end: b.Bottom() - 12}
	c.words()
	if f == formUnder && b.W > 640 {
		half := (b.W - 72) / 2
		c.w = half
		c.caption()
		c.question()
		c.whys()
		d := &column{Kit: k, in: in, x: b.X + 48 + half, w: half, y: b.Y + 22, end: c.end}
		d.thing()
		d.more()
		return
	}
	c.caption()
	c.question()
	c.thing()
	c.whys()
	c.more()
}

func (c *column) words() {
	p := c.in.Panel
	if p.StopOf == "" {
		return
	}
	c.At(draw.Labels, func() {
		c.TextIn(draw.B(c.x, c.y, c.w, 16), p.StopOf, c.T.Words(theme.Small).In(c.T.Mute))
	})
	c.y += 22
}

// para writes a paragraph and moves down by its height; it reports false if there is no room.
func (c *column) para(s string, w draw.Words, gap float32) bool {
	lead := theme.Leading(w.Px)
	h := draw.RichHeight(s, w, c.w, lead)
	if h > c.room() {
		return false
	}
	c.At(draw.Labels, func() {
		c.Rich(draw.B(c.x, c.y, c.w, h), s, w, lead, draw.RGBA{})
	})
	c.y += h + gap
	return true
}

func (c *column) caption() {
	w := c.T.Words(theme.Lead)
	if !c.para(c.in.Panel.Caption, w, 14) {
		c.para(c.in.Panel.Caption, c.T.Words(theme.Body), 10)
	}
	if p := c.in.Panel; p.Fork != "" {
		c.fork(p)
	}
}

// fork says that this is the learner's own future, and leads back.
func (c *column) fork(p *Panel) {
	if c.room() < 60 {
		return
	}
	w := c.T.Words(theme.Small)
	lead := theme.Leading(theme.Small)
	h := draw.RichHeight(p.Fork, w, c.w-28, lead)
	b := draw.B(c.x, c.y, c.w, h+54)
	c.At(draw.Boxes, func() { c.Rect(b, c.T.State.Style(1, 10)) })
	c.At(draw.Labels, func() {
		c.Rich(draw.B(b.X+14, b.Y+10, c.w-28, h), p.Fork, w, lead,
			draw.RGBA{})
	})
	c.chips([]Button{p.ForkBack}, draw.B(b.X+14, b.Y+h+16, c.w-28, 28))
	c.y = b.Bottom() + 14
}

// chips sets buttons in rows and returns their height.
func (c *column) chips(list []Button, b draw.Box) float32 {
	x, y := b.X, b.Y
	const h, gap = 28, 8
	c.At(draw.UI, func() {
		for _, it := range list {
			w := min(c.ChipWidth(it.Label), b.W)
			if x > b.X && x+w > b.Right() {
				x, y = b.X, y+h+gap
			}
			tip := it.Tip
			c.Chip(draw.B(x, y, w, h), it.Label, ui.Say{Line: it.Line, Tip: tip, Name: it.Label,
				On: it.On, Off: it.Off})
			x += w + gap
		}
	})
	return y + h - b.Y
}

// chipsHeight is the height that chips would take.
func (c *column) chipsHeight(list []Button, width float32) float32 {
	x, y := float32(0), float32(28)
	for _, it := range list {
		w := min(c.ChipWidth(it.Label), width)
		if x > 0 && x+w > width {
			x, y = 0, y+36
		}
		x += w + 8
	}
	return y
}

// question draws the card of a prediction.
func (c *column) question() {
	q := c.in.Panel.Question
	if q == nil {
		return
	}
	t := c.T
	bold := t.Words(theme.Body).Bold()
	lead := theme.Leading(theme.Body)
	inner := c.w - 28
	h := draw.RichHeight(q.Text, bold, inner, lead)
	answers := c.answersHeight(q, inner)
	because := float32(0)
	if q.Answered {
		because = draw.RichHeight(q.Because, t.Words(theme.Body), inner, lead) + 8
	}
	total := 12 + h + 10 + answers + because + 12
	if total > c.room() {
		return
	}
	b := draw.B(c.x, c.y, c.w, total)
	c.At(draw.Back, func() { c.Rect(b, draw.Fill(t.Card).Edged(t.Line, 1).Round(10)) })
	c.At(draw.Labels, func() {
		c.Rich(draw.B(b.X+14, b.Y+12, inner, h), q.Text, bold, lead,
			draw.RGBA{})
	})
	y := b.Y + 12 + h + 10
	c.answers(q, draw.B(b.X+14, y, inner, answers))
	if q.Answered {
		c.At(draw.Labels, func() {
			c.Rich(draw.B(b.X+14, y+answers+8, inner, because-8), q.Because, t.Words(theme.Body),
				lead,
				draw.RGBA{})
		})
	}
	c.y = b.Bottom() + 18
}

const answerRow = 34

func (c *column) answersHeight(q *Question, width float32) float32 {
	return float32(len(q.Answers))*answerRow - 4
}

// answers draws one row an answer. After the answer the right one has a tick, the chosen wrong one
// only a ring: nobody is graded.
func (c *column) answers(q *Question, b draw.Box) {
	t := c.T
	for i, a := range q.Answers {
		row := draw.B(b.X, b.Y+float32(i)*answerRow, b.W, answerRow-4)
		st, w := draw.Edge(t.Wood, 1), t.Words(theme.Small)
		right := q.Answered && i < len(q.Right) && q.Right[i]
		switch {
		case right:
			st, w = t.Live.Style(1.4, 0), w.In(t.Live.Edge).Bold()
		case q.Answered && a.On:
			st = draw.Fill(t.Panel).Edged(t.Wood, 1.4)
		case q.Answered:
			st, w = draw.Edge(t.Line, 1), w.In(t.Mute)
		}
		c.At(draw.Boxes, func() { c.Rect(row, st.Round(15)) })
		in := row.Pad(14, 0)
		if right {
			c.At(draw.UI, func() {
				c.Icon(ui.Check, draw.P(row.Right()-18, row.Mid().Y), 12,
					t.Live.Edge)
			})
			in.W -= 22
		}
		c.At(draw.Labels, func() { c.TextIn(in, a.Label, w) })
		c.At(draw.UI, func() {
			c.Hit(draw.Hit{Box: row, Line: a.Line, Say: a.Label, Tip: a.Tip, Off: a.Off})
		})
	}
}

// thing writes what is selected and what can be done to it.
func (c *column) thing() {
	p := c.in.Panel
	c.facts(p.FactsTitle, p.Facts)
	c.verbs(p.Verbs)
}

// whys writes the answers to "why?": two of them, or one that is open.
func (c *column) whys() {
	p := c.in.Panel
	for i := range p.Why {
		if i == 2 && !p.Why[i].Open {
			break
		}
		c.why(&p.Why[i])
	}
}

// more writes what can be tried, what readers get, and which invariants are broken.
func (c *column) more() {
	p := c.in.Panel
	if len(p.Try) > 0 {
		c.section(p.TryTitle, c.chipsHeight(p.Try, c.w), func(b draw.Box) { c.chips(p.Try, b) })
	}
	c.facts(c.in.say("side.reads"), p.Reads)
	c.alerts(p.Alerts)
}

// section writes a heading and what stands under it, if both fit.
func (c *column) section(title string, h float32, do func(b draw.Box)) bool {
	if h+26 > c.room() {
		return false
	}
	c.At(draw.Labels, func() {
		c.TextIn(draw.B(c.x, c.y, c.w, 18), title, c.T.Words(theme.Small).Bold().In(c.T.Mute))
	})
	do(draw.B(c.x, c.y+24, c.w, h))
	c.y += 24 + h + 18
	return true
}

func (c *column) verbs(list []Button) {
	if len(list) == 0 {
		return
	}
	c.section(c.in.say("side.verbs"), c.chipsHeight(list, c.w), func(b draw.Box) {
		c.chips(list,
			b)
	})
}

// facts is a table of names and values with hairlines.
func (c *column) facts(title string, list []Fact) {
	if len(list) == 0 {
		return
	}
	const row = 26
	if most := int((c.room() - 26) / row); len(list) > most {
		list = list[:max(most, 0)]
	}
	if len(list) == 0 {
		return
	}
	c.section(title, float32(len(list))*row, func(b draw.Box) {
		for i, f := range list {
			r := draw.B(b.X, b.Y+float32(i)*row, b.W, row)
			name, value := c.T.Words(theme.Small).In(c.T.Mute), c.T.Data(theme.Small).At(draw.End)
			nw := min(name.Width(f.Name), r.W*0.55)
			left, right := r.CutLeft(nw+2, 8)
			c.At(draw.Labels, func() {
				c.TextIn(left, f.Name, name)
				c.TextIn(right, f.Value, value)
			})
			y := r.Bottom() - 0.5
			c.Line(draw.Edge(c.T.Line, 0.8), draw.P(r.X, y), draw.P(r.Right(), y))
		}
	})
}

// alerts lists invariants, the broken ones first.
func (c *column) alerts(list []Alert) {
	if len(list) == 0 {
		return
	}
	const row = 24
	n := min(len(list), int((c.room()-26)/row))
	if n <= 0 {
		return
	}
	c.section(c.in.say("side.invariants"), float32(n)*row, func(b draw.Box) {
		for i, a := range list[:n] {
			r := draw.B(b.X, b.Y+float32(i)*row, b.W, row)
			ink, icon := c.T.Live.Edge, ui.Check
			if !a.OK {
				ink, icon = c.T.Gone.Edge, ui.Cross
			}
			m := draw.P(r.X+7, r.Mid().Y)
			c.Circle(m, 6.5, draw.Edge(ink, 1.5))
			c.Icon(icon, m, 7, ink)
			c.At(draw.Labels, func() {
				w := c.T.Words(theme.Small)
				if !a.OK {
					w = w.In(ink)
				}
				c.TextIn(draw.B(r.X+22, r.Y, r.W-22, row), a.Text, w)
			})
		}
	})
}
