package draw

import "highwater/viz/font"

// Diamond paints a square on its corner, r from its centre to a corner.
func (p *Pen) Diamond(c Pt, r float32, s Style) {
	p.Poly(s, Pt{c.X, c.Y - r}, Pt{c.X + r, c.Y}, Pt{c.X, c.Y + r}, Pt{c.X - r, c.Y})
}

// Side is a direction.
type Side uint8

// The directions.
const (
	Right Side = iota
	Left
	Up
	Down
)

// Triangle paints an arrowhead whose tip is at tip, size long and as wide.
func (p *Pen) Triangle(tip Pt, to Side, size float32, s Style) {
	h := size / 2
	switch to {
	case Right:
		p.Poly(s, tip, Pt{tip.X - size, tip.Y + h}, Pt{tip.X - size, tip.Y - h})
	case Left:
		p.Poly(s, tip, Pt{tip.X + size, tip.Y - h}, Pt{tip.X + size, tip.Y + h})
	case Up:
		p.Poly(s, tip, Pt{tip.X + h, tip.Y + size}, Pt{tip.X - h, tip.Y + size})
	default:
		p.Poly(s, tip, Pt{tip.X - h, tip.Y - size}, Pt{tip.X + h, tip.Y - size})
	}
}

// OpenBox paints a box without its right edge: the active segment, open for what comes.
func (p *Pen) OpenBox(b Box, s Style) {
	grow := s.R + s.Stroke
	p.Clipped(Box{b.X - s.Stroke, b.Y - s.Stroke, b.W + s.Stroke, b.H + 2*s.Stroke}, func() {
		p.Rect(Box{b.X, b.Y, b.W + grow, b.H}, s)
	})
}

// PennantSize returns the size of a pennant that holds the label.
func PennantSize(label string, w Words) (width, height float32) {
	return w.Width(label) + 16, w.Px + 6
}

// Pennant paints a flag with a label; its pole stands on foot and is pole long. The flag flies to
// the right of the pole, or to the left of it.
func (p *Pen) Pennant(foot Pt, pole float32, to Side, label string, s Style, w Words) Box {
	width, height := PennantSize(label, w)
	top := foot.Y - pole
	x, k := foot.X, float32(1)
	box := Box{x, top, width, height}
	if to == Left {
		k, box.X = -1, x-width
	}
	notch := float32(5)
	p.Line(Edge(s.Fill, 1.6), foot, Pt{x, top})
	p.Poly(s, Pt{x, top}, Pt{x + k*width, top}, Pt{x + k*(width-notch), top + height/2},
		Pt{x + k*width, top + height}, Pt{x, top + height})
	text := box
	text.W -= notch
	if to == Left {
		text.X += notch
	}
	p.TextIn(text.Pad(3, 0), label, w.At(Middle))
	return box
}

// Tag paints a label on a rounded ground as wide as it needs, and returns its box.
func (p *Pen) Tag(x, y float32, label string, s Style, w Words) Box {
	width := w.Width(label)
	b := Box{x, y, width + 12, w.Px + 7}
	switch w.Anchor {
	case Middle:
		b.X -= b.W / 2
	case End:
		b.X -= b.W
	}
	p.Rect(b, s)
	p.TextIn(b.Pad(5.5, 0), label, w.At(Middle))
	return b
}

// Ring paints the ring around what has the keyboard.
func (p *Pen) Ring(b Box, r float32, c RGBA) {
	p.Rect(b.Inset(-2.5), Edge(c, 2).Round(r+2.5))
}

// TextHead is TextIn for what is told by its end: …0206.log.
func (p *Pen) TextHead(b Box, s string, w Words) float32 {
	return p.TextIn(b, font.EllipsisHead(w.Face, w.Px, s, b.W), w)
}
