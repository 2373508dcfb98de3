package draw

import (
	"strings"

	"highwater/viz/font"
)

// Pen writes a frame. It knows the layer, clip, container and opacity that what follows gets.
//
//	p := draw.On(frame)
//	p.At(draw.Boxes, func() {
//		p.Rect(box, draw.Fill(t.Card).Edged(t.Line, 1.2).Round(9))
//		p.TextIn(box.Pad(8, 4), "00000000000000000000.log", w.Mono())
//	})
//	p.Done()
type Pen struct {
	*Frame
	layer    Layer
	clip, in uint16
	alpha    float32
	flags    Flags
}

// On starts to write the frame.
func On(f *Frame) *Pen { return &Pen{Frame: f, alpha: 1} }

// Done puts the ops into painting order. Call it once, at the end.
func (p *Pen) Done() { p.Frame.sort() }

// At writes into another layer while do runs.
func (p *Pen) At(l Layer, do func()) {
	old := p.layer
	p.layer = l
	do()
	p.layer = old
}

// Clipped cuts all that do writes to the box and to the clips around it.
func (p *Pen) Clipped(b Box, do func()) {
	old := p.clip
	p.clip = p.arena(b.Meet(p.Boxes[old]))
	do()
	p.clip = old
}

// Inside declares the box that must hold every text that do writes.
func (p *Pen) Inside(b Box, do func()) {
	old := p.in
	p.in = p.arena(b)
	do()
	p.in = old
}

// Faded multiplies the opacity of all that do writes. What is on its way in or out in this manner
// is not held to the rules of Check for contrast and overlap.
func (p *Pen) Faded(t float32, do func()) {
	alpha, flags := p.alpha, p.flags
	if t < 1 {
		p.alpha, p.flags = p.alpha*max(t, 0), p.flags|Fading
	}
	do()
	p.alpha, p.flags = alpha, flags
}

// Dimmed multiplies the opacity of all that do writes and stays under the rules of Check: for
// things that are shown pale at rest.
func (p *Pen) Dimmed(t float32, do func()) {
	alpha := p.alpha
	p.alpha *= min(max(t, 0), 1)
	do()
	p.alpha = alpha
}

func (p *Pen) arena(b Box) uint16 {
	for i := len(p.Boxes) - 1; i >= 0 && i >= len(p.Boxes)-4; i-- {
		if p.Boxes[i] == b {
			return uint16(i)
		}
	}
	if len(p.Boxes) > 0xFFFF {
		return 0
	}
	p.Boxes = append(p.Boxes, b)
	return uint16(len(p.Boxes) - 1)
}

func (p *Pen) add(o Op) {
	o.Layer, o.Clip, o.In = p.layer, p.clip, p.in
	o.Flags |= p.flags
	if p.alpha < 1 {
		o.Fill, o.Edge = o.Fill.Fade(p.alpha), o.Edge.Fade(p.alpha)
	}
	if o.Stroke <= 0 || o.Edge.A == 0 && o.Kind != KindGlow {
		o.Stroke, o.Edge = 0, RGBA{}
	}
	p.Ops = append(p.Ops, o)
}

func (s Style) op(k Kind) Op {
	return Op{Kind: k, Fill: s.Fill, Edge: s.Edge, Stroke: s.Stroke, R: s.R, Dash: s.Dash,
		Gap: s.Gap, Flags: s.Flags}
}

// Rect paints a box.
func (p *Pen) Rect(b Box, s Style) {
	o := s.op(KindRect)
	o.X, o.Y, o.W, o.H = b.X, b.Y, b.W, b.H
	o.R = min(s.R, b.W/2, b.H/2)
	p.add(o)
}

// Circle paints a circle around c.
func (p *Pen) Circle(c Pt, r float32, s Style) {
	p.Rect(Box{c.X - r, c.Y - r, 2 * r, 2 * r}, s.Round(r))
}

// Line paints an open line through the points.
func (p *Pen) Line(s Style, pts ...Pt) {
	if len(pts) > 1 {
		p.points(s.op(KindLine), pts)
	}
}

// Poly paints a closed polygon.
func (p *Pen) Poly(s Style, pts ...Pt) {
	if len(pts) > 2 {
		p.points(s.op(KindPoly), pts)
	}
}

func (p *Pen) points(o Op, pts []Pt) {
	o.From, o.N = int32(len(p.Pts)), int32(len(pts))
	lo, hi := pts[0], pts[0]
	for _, q := range pts {
		lo = Pt{min(lo.X, q.X), min(lo.Y, q.Y)}
		hi = Pt{max(hi.X, q.X), max(hi.Y, q.Y)}
	}
	o.X, o.Y, o.W, o.H = lo.X, lo.Y, hi.X-lo.X, hi.Y-lo.Y
	p.Pts = append(p.Pts, pts...)
	p.add(o)
}

// Hatch fills a box with stripes: the sign of an undecided transaction.
func (p *Pen) Hatch(b Box, r float32, c RGBA) {
	p.add(Op{Kind: KindHatch, X: b.X, Y: b.Y, W: b.W, H: b.H, R: min(r, b.W/2, b.H/2), Fill: c})
}

// Glow paints a soft shadow around a box: full in the box, gone blur outside it.
func (p *Pen) Glow(b Box, r, blur float32, c RGBA) {
	p.add(Op{Kind: KindGlow, X: b.X, Y: b.Y, W: b.W, H: b.H, R: min(r, b.W/2, b.H/2),
		Stroke: blur, Fill: c})
}

// Text paints one line of text on the baseline y, and returns its width.
func (p *Pen) Text(x, y float32, s string, w Words) float32 {
	width := font.Measure(w.Face, w.Px, s)
	if s == "" {
		return 0
	}
	switch w.Anchor {
	case Middle:
		x -= width / 2
	case End:
		x -= width
	}
	o := Op{Kind: KindText, Face: w.Face, Px: w.Px, Text: s, X: x, Y: y, W: width, Fill: w.Colour,
		Flags: w.Flags}
	if w.Strike {
		o.Flags |= Strike
	}
	p.add(o)
	return width
}

// TextIn paints one line in the middle of the box's height, anchored at its left edge, middle or
// right edge, cut with … if it is too long, and returns its width. The box is its container.
func (p *Pen) TextIn(b Box, s string, w Words) float32 {
	s = font.Ellipsis(w.Face, w.Px, s, b.W)
	x := b.X
	switch w.Anchor {
	case Middle:
		x += b.W / 2
	case End:
		x += b.W
	}
	old := p.in
	p.in = p.arena(b)
	width := p.Text(x, Baseline(b, w.Face, w.Px), s, w)
	p.in = old
	return width
}

// Baseline returns the baseline that puts capitals into the middle of the box's height.
func Baseline(b Box, f font.Face, px float32) float32 {
	return b.Y + (b.H+font.CapHeight(f, px))/2
}

// Rich paints a paragraph with `code` and *emphasis*, wrapped to the box's width, from its top
// down, and returns its height. The box is its container: what does not fit is a fault that Check
// finds. Code is painted in code's colour if that is set.
func (p *Pen) Rich(b Box, s string, w Words, leading float32, code RGBA) float32 {
	lines := font.Wrap(w.Face, w.Px, s, b.W)
	old := p.in
	p.in = p.arena(b)
	y := b.Y + (leading+font.CapHeight(w.Face, w.Px))/2
	for _, l := range lines {
		x := b.X
		switch w.Anchor {
		case Middle:
			x += (b.W - l.W) / 2
		case End:
			x += b.W - l.W
		}
		for i, span := range l.Spans {
			v := Words{Face: span.Face, Px: span.Px, Colour: w.Colour, Flags: w.Flags,
				Strike: w.Strike}
			if i > 0 {
				v.Flags |= Joined
			}
			if span.Code && code.A > 0 {
				v.Colour = code
			}
			text := strings.TrimLeft(span.Text, " ") // spaces at an end are lost in SVG
			lead := v.Width(span.Text[:len(span.Text)-len(text)])
			p.Text(x+span.X+lead, y, strings.TrimRight(text, " "), v)
		}
		y += leading
	}
	p.in = old
	return float32(len(lines)) * leading
}

// RichHeight returns the height that Rich would take.
func RichHeight(s string, w Words, width, leading float32) float32 {
	return float32(len(font.Wrap(w.Face, w.Px, s, width))) * leading
}

// Hit adds a place that answers to a pointer, on the pen's layer and within its clip.
func (p *Pen) Hit(h Hit) {
	h.Layer = p.layer
	h.Box = h.Box.Meet(p.Boxes[p.clip])
	if !h.Box.Empty() {
		p.Hits = append(p.Hits, h)
	}
}

// sort puts the ops into the order of their layers and leaves the order within a layer.
func (f *Frame) sort() {
	var count [layers + 1]int
	sorted := true
	for i := range f.Ops {
		count[f.Ops[i].Layer+1]++
		sorted = sorted && (i == 0 || f.Ops[i-1].Layer <= f.Ops[i].Layer)
	}
	if sorted {
		return
	}
	for l := 1; l <= int(layers); l++ {
		count[l] += count[l-1]
	}
	n := len(f.Ops)
	f.spare = append(f.spare[:0], f.Ops...)
	for i := range n {
		l := f.spare[i].Layer
		f.Ops[count[l]] = f.spare[i]
		count[l]++
	}
}
