package ui

import (
	"highwater/viz/draw"
	"highwater/viz/font"
	"highwater/viz/theme"
)

// Kit is a pen with a theme.
type Kit struct {
	*draw.Pen
	T *theme.Theme
}

// Say is what a control means: the line a click says, what a pointer that rests is told, and the
// name for those who do not see it.
type Say struct {
	Line, Tip, Name string
	On, Off         bool
}

func (k Kit) hit(b draw.Box, s Say) {
	name := s.Name
	if name == "" {
		name = s.Tip
	}
	k.Hit(draw.Hit{Box: b, Line: s.Line, Tip: s.Tip, Say: name, Off: s.Off})
}

// Target grows a box to the least size of a target of the pointer.
func Target(b draw.Box) draw.Box {
	const least = 24
	dx, dy := max(least-b.W, 0)/2, max(least-b.H, 0)/2
	return b.Pad(-dx, -dy)
}

// Round draws a round button with an icon.
func (k Kit) Round(b draw.Box, icon Icon, primary bool, s Say) {
	fill, edge, ink := k.T.Card, k.T.Line, k.T.Ink
	if primary {
		fill, edge, ink = k.T.Wood, k.T.Wood, k.T.Pale
	}
	if s.Off {
		ink = k.T.Line
	}
	k.Rect(b, draw.Fill(fill).Edged(edge, 1).Round(b.H/2))
	k.Icon(icon, b.Mid(), b.H*0.4, ink)
	k.hit(Target(b), s)
}

// Tool draws a square button with an icon, a label or both.
func (k Kit) Tool(b draw.Box, icon Icon, label string, s Say) {
	fill, edge, ink := draw.RGBA{}, k.T.Line, k.T.Mute
	if s.On {
		fill, edge, ink = k.T.Card, k.T.Wood, k.T.Ink
	}
	k.Rect(b, draw.Fill(fill).Edged(edge, 1).Round(8))
	if icon != NoIcon {
		at := b.Mid()
		if label != "" {
			at = draw.P(b.X+16, at.Y)
		}
		k.Icon(icon, at, 14, ink)
	}
	if label != "" {
		in := b
		if icon != NoIcon {
			_, in = b.CutLeft(26, 0)
		}
		k.TextIn(in.Pad(6, 0), label, k.T.Words(theme.Body).In(ink).At(draw.Middle))
	}
	k.hit(Target(b), s)
}

// Pill draws one of several exclusive choices, or a chip that acts.
func (k Kit) Pill(b draw.Box, label string, s Say) {
	style, w := draw.Edge(k.T.Line, 1.2), k.T.Words(theme.Body).In(k.T.Mute)
	if s.On {
		style, w = draw.Fill(k.T.Card).Edged(k.T.Wood, 1.4), k.T.Words(theme.Body).Bold()
	}
	k.Rect(b, style.Round(b.H/2))
	k.TextIn(b.Pad(10, 0), label, w.At(draw.Middle))
	k.hit(Target(b), s)
}

// Chip draws a choice that is an action of its own: an answer, a verb, a value to try.
func (k Kit) Chip(b draw.Box, label string, s Say) {
	edge, w := k.T.Wood, k.T.Words(theme.Small).In(k.T.Ink)
	style := draw.Fill(k.T.Card).Edged(edge, 1)
	switch {
	case s.Off:
		style, w = draw.Edge(k.T.Line, 1).Dashed(4, 3), w.In(k.T.Mute)
	case s.On:
		style, w = draw.Fill(k.T.Wood).Edged(edge, 1), w.In(k.T.Pale)
	}
	r := min(b.H/2, 15)
	k.Rect(b, style.Round(r))
	k.TextIn(b.Pad(12, 0), label, w.At(draw.Middle))
	k.hit(Target(b), s)
}

// ChipWidth is how wide a chip with a label wants to be.
func (k Kit) ChipWidth(label string) float32 {
	return font.Measure(font.Sans, theme.Small, label) + 26
}

// Tag draws a small label on a tinted ground and returns its width.
func (k Kit) Tag(x, y, h float32, label string, pair theme.Pair, w draw.Words) float32 {
	width := w.Width(label) + 14
	b := draw.B(x, y, width, h)
	k.Rect(b, pair.Style(1, h/2))
	k.TextIn(b.Pad(6.5, 0), label, w.In(pair.Edge))
	return width
}

// Tip draws a tooltip near a point, within the frame.
func (k Kit) Tip(at draw.Pt, text string, within draw.Box) {
	w := k.T.Words(theme.Small)
	lead := theme.Leading(theme.Small)
	lines := font.Wrap(w.Face, w.Px, text, min(300, within.W-32))
	width := float32(0)
	for _, l := range lines {
		width = max(width, l.W)
	}
	b := draw.B(at.X+12, at.Y+18, width+20, float32(len(lines))*lead+12)
	b.X = max(min(b.X, within.Right()-b.W-6), within.X+6)
	if b.Bottom() > within.Bottom()-6 {
		b.Y = max(at.Y-b.H-12, within.Y+6)
	}
	k.At(draw.Over, func() {
		k.Glow(b, 7, 10, k.T.Shade)
		k.Rect(b, draw.Fill(k.T.Card).Edged(k.T.Wood, 1).Round(7))
		k.Rich(b.Pad(10, 6), text, w, lead, draw.RGBA{})
	})
}
