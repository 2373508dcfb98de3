package scene

import (
	"highwater/viz/draw"
	"highwater/viz/theme"
)

// shape is one entry of the legend: a small drawing and its name.
type shape struct {
	text string
	draw func(b draw.Box)
}

// shapes writes under the bench what the shapes of this log mean, and returns what is left above.
func (s *stage) shapes(area draw.Box, l *lane) draw.Box {
	const height, sample = 24, 14
	row, rest := area.CutBottom(height, 6)
	x := row.X + 2
	w := s.in.Theme.Words(theme.Small).In(s.in.Theme.Mute)
	for _, it := range s.legendOf(l) {
		width := sample + 7 + w.Width(it.text)
		if x+width > row.Right()+1 {
			break
		}
		at := draw.B(x, row.Mid().Y-sample/2, sample, sample)
		s.At(draw.Boxes, func() { it.draw(at) })
		s.At(draw.Labels, func() {
			s.TextIn(draw.B(x+sample+7, row.Y, row.Right()-x-sample-6, row.H), it.text, w)
		})
		x += width + 22
	}
	return rest
}

// legendOf lists the shapes that a reader of this log meets.
func (s *stage) legendOf(l *lane) []shape {
	t := s.in.Theme
	slab := func(edge draw.RGBA, fill draw.RGBA, dash float32) func(b draw.Box) {
		return func(b draw.Box) {
			s.Rect(b.Pad(0, 2), draw.Fill(fill).Edged(edge, 1.2).Round(3).Dashed(dash, dash))
		}
	}
	list := []shape{{s.in.say("legend.value"), func(b draw.Box) {
		s.Rect(b.Pad(2, 0), t.Plain.Style(1.3, 4))
	}}}
	if l.now.Config.Compact {
		list = append(list, shape{s.in.say("legend.tombstone"), func(b draw.Box) {
			s.Rect(b.Pad(1.5, 0), draw.Fill(t.Card).Edged(t.Plain.Edge, 1.3).Round(4).Dashed(3, 2))
			s.null(b.Mid(), 2.8)
		}}, shape{s.in.say("legend.removed"), func(b draw.Box) {
			s.hole(b.X, b.Mid().Y, b.W, t.Wood)
		}})
	}
	list = append(list, shape{s.in.say("legend.active"), func(b draw.Box) {
		pts := openBox(b.Pad(0, 2), 3)
		s.Poly(draw.Fill(t.Paper.Mix(t.Live.Fill, 0.35)), pts...)
		s.Line(draw.Edge(t.Live.Edge, 1.3), pts...)
	}}, shape{s.in.say("legend.closed"), slab(t.Wood, t.Card, 0)})
	if s.in.Cast.buries() {
		list = append(list, shape{s.in.say("legend.deleted"),
			slab(t.Gone.Edge, t.Paper.Mix(t.Gone.Fill, 0.55), 3)})
	}
	return list
}
