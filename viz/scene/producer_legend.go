package scene

import (
	"highwater/viz/draw"
	"highwater/viz/theme"
)

// legendRow is the height of the legend.
const legendRow = 22

// legend writes under a scene what its shapes mean.
func (x *net) legend(b draw.Box) {
	t := x.T
	const sample, high, gap = 26, 14, 24
	arrow := func(p theme.Pair, left bool) func(b draw.Box) {
		return func(b draw.Box) {
			m, head := b.Mid().Y, float32(6)
			pts := []draw.Pt{draw.P(b.X, b.Y), draw.P(b.Right()-head, b.Y), draw.P(b.Right(), m),
				draw.P(b.Right()-head, b.Bottom()), draw.P(b.X, b.Bottom())}
			if left {
				pts = []draw.Pt{draw.P(b.Right(), b.Y), draw.P(b.X+head, b.Y), draw.P(b.X, m),
					draw.P(b.X+head, b.Bottom()), draw.P(b.Right(), b.Bottom())}
			}
			x.Poly(p.Style(1.3, 0), pts...)
		}
	}
	list := []shape{
		{x.in.say("legend.request"), arrow(t.Flight, false)},
		{x.in.say("legend.retry"), arrow(t.Wait, false)},
		{x.in.say("legend.answer"), arrow(t.Live, true)},
		{x.in.say("legend.refusal"), arrow(t.Gone, true)},
		{x.in.say("legend.lost"), func(b draw.Box) {
			s := t.Gone.Style(1.2, 2).Dashed(3, 2)
			x.Rect(draw.B(b.X, b.Y, b.W/2-4, b.H), s)
			x.Rect(draw.B(b.Mid().X+4, b.Y, b.W/2-4, b.H), s)
		}},
		{x.in.say("legend.copy"), func(b draw.Box) {
			x.Rect(b.Pad(3, 0), t.Plain.Style(2, 4).Edged(t.Gone.Edge, 2))
		}},
		{x.in.say("legend.unread"), func(b draw.Box) {
			x.Rect(b.Pad(3, 0), draw.Edge(t.Plain.Edge, 1.1).Round(4).Dashed(3, 3))
		}},
	}
	at := b.X
	w := t.Words(theme.Small).In(t.Mute)
	for _, it := range list {
		width := sample + 8 + w.Width(it.text)
		if at+width > b.Right()+1 {
			return
		}
		x.At(draw.Boxes, func() { it.draw(draw.B(at, b.Mid().Y-high/2, sample, high)) })
		x.At(draw.Labels, func() {
			x.TextIn(draw.B(at+sample+8, b.Y, width-sample-7, b.H), it.text, w)
		})
		at += width + gap
	}
}
