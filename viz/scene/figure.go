package scene

import (
	"highwater/viz/draw"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// figure draws the form of an article and of a phone: the claim, the stage, a sentence or two, the
// question where one is asked, and the transport with the stops.
func figure(k ui.Kit, in *Input, p plan) {
	narrow := in.W < figureWidth
	stage := p.stage
	if in.Panel == nil {
		stages(k, in, stage, formFigure)
		return
	}
	stage = figureHead(k, in, draw.B(0, 0, in.W, p.header.H), stage)
	words, stage := figureWords(k, in, stage, narrow)
	stages(k, in, draw.B(stage.X, stage.Y, stage.W, stage.H), formFigure)
	words()
	figureFoot(k, in, p.transport, narrow)
}

// figureHead writes the title, over two lines if it must, and returns what is left of the stage.
func figureHead(k ui.Kit, in *Input, b, stage draw.Box) draw.Box {
	t, p := in.Theme, in.Panel
	w := t.Words(theme.Lead).Bold()
	small := t.Words(theme.Small).In(t.Mute)
	right := b.Right() - 16
	k.At(draw.UI, func() {
		for i := len(p.Tools) - 1; i >= 0 && in.W >= figureWidth; i-- {
			it := p.Tools[i]
			if in.Figure || it.Icon != ui.Menu && it.Icon != ui.Split && it.Icon != ui.Undo {
				continue
			}
			right -= 34
			k.Tool(draw.B(right, 10, 28, 28), it.Icon, "", ui.Say{Line: it.Line, Tip: it.Tip,
				Name: it.Label, On: it.On, Off: it.Off})
		}
	})
	stop := small.Width(p.StopShort)
	k.At(draw.Labels, func() {
		k.TextIn(draw.B(right-stop-10, 12, stop+2, 24), p.StopShort, small)
	})
	room := right - stop - 22 - 16
	if w.Width(p.Title) <= room || in.W >= figureWidth {
		k.At(draw.Labels, func() { k.TextIn(draw.B(16, 12, room, 24), p.Title, w) })
		return stage
	}
	lead := theme.Leading(theme.Lead) - 2
	h := draw.RichHeight(p.Title, w, room, lead)
	k.At(draw.Labels, func() { k.Rich(draw.B(16, 12, room, h), p.Title, w, lead, draw.RGBA{}) })
	extra := max(h-24, 0)
	return draw.B(stage.X, stage.Y+extra, stage.W, stage.H-extra)
}

// whyRoom is the least height of a stage beside which there is room for a "why?".
const whyRoom = 300

// figureWords measures what is said under the stage and returns how to draw it and what is left.
func figureWords(k ui.Kit, in *Input, stage draw.Box, narrow bool) (func(), draw.Box) {
	t, p := in.Theme, in.Panel
	w := t.Words(14)
	if narrow {
		w = t.Words(theme.Lead)
	}
	width := stage.W - 32
	lead := theme.Leading(w.Px) - 1
	text := p.Caption
	h := draw.RichHeight(text, w, width, lead)
	if h > stage.H*0.3 {
		w = t.Words(theme.Body)
		lead = theme.Leading(theme.Body)
		h = draw.RichHeight(text, w, width, lead)
	}
	c := &column{Kit: k, in: in, x: stage.X + 16, w: width}
	q := float32(0)
	if p.Question != nil && (narrow || !p.Question.Answered) {
		q = questionHeight(c, p.Question) + 8
	}
	if h+q > stage.H-150 { // the question then takes the caption's place
		if q > 0 && q <= stage.H-150 {
			text, h = "", 0
		} else {
			q = 0
		}
	}
	total := h + q + 12
	card := float32(0)
	if narrow && q == 0 && len(p.Why) > 0 {
		first := p.Why[0]
		card = c.measure(&first, c.w-30).total + 14
		if total+card > stage.H-whyRoom { // the stage comes first
			card = 0
		}
	}
	total = min(total+card, stage.H)
	words, rest := stage.CutBottom(total, 0)
	return func() {
		c.y, c.end = words.Y+4, words.Bottom()
		if text != "" {
			k.At(draw.Labels, func() {
				k.Rich(draw.B(c.x, c.y, c.w, h), text, w, lead, draw.RGBA{})
			})
			c.y += h + 8
		}
		if q > 0 {
			c.question()
		} else if card > 0 {
			c.why(&p.Why[0])
		}
	}, rest
}

func questionHeight(c *column, q *Question) float32 {
	lead := theme.Leading(theme.Body)
	h := draw.RichHeight(q.Text, c.T.Words(theme.Body).Bold(), c.w-28, lead) + 34 +
		c.answersHeight(q, c.w-28)
	if q.Answered {
		h += draw.RichHeight(q.Because, c.T.Words(theme.Body), c.w-28, lead) + 8
	}
	return h
}

// figureFoot draws the buttons and the stops.
func figureFoot(k ui.Kit, in *Input, b draw.Box, narrow bool) {
	t := in.Theme
	k.Rect(b, draw.Fill(t.Panel))
	k.Line(draw.Edge(t.Line, 1), draw.P(b.X, b.Y), draw.P(b.Right(), b.Y))
	if narrow {
		k.At(draw.UI, func() {
			const size, gap = 44, 12
			x := b.Mid().X - (5*size+4*gap)/2
			for i, it := range in.Panel.Transport {
				k.Round(draw.B(x, b.Bottom()-size-14, size, size), it.Icon, i == 2,
					ui.Say{Line: it.Line,
						Tip: it.Tip, Name: it.Label, Off: it.Off})
				x += size + gap
			}
		})
		slider(k, in, draw.B(b.X+24, b.Y+8, b.W-48, 32))
		return
	}
	const size = 34
	list := in.Panel.Transport
	used := float32(0)
	k.At(draw.UI, func() {
		used = buttons(k, in, draw.B(b.X+16, b.Mid().Y-size/2, float32(len(list))*40, size), size)
	})
	slider(k, in, draw.B(b.X+used+44, b.Mid().Y-16, b.W-used-76, 32))
}
