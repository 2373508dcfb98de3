package draw

// Pt is a point.
type Pt struct{ X, Y float32 }

// P makes a point.
func P(x, y float32) Pt { return Pt{x, y} }

// Box is a rectangle by its left top corner and its size.
type Box struct{ X, Y, W, H float32 }

// B makes a box.
func B(x, y, w, h float32) Box { return Box{x, y, w, h} }

// Right returns the x of the right edge.
func (b Box) Right() float32 { return b.X + b.W }

// Bottom returns the y of the lower edge.
func (b Box) Bottom() float32 { return b.Y + b.H }

// Mid returns the centre.
func (b Box) Mid() Pt { return Pt{b.X + b.W/2, b.Y + b.H/2} }

// Empty reports whether the box has no area.
func (b Box) Empty() bool { return !(b.W > 0 && b.H > 0) }

// Has reports whether the point lies in the box.
func (b Box) Has(p Pt) bool {
	return p.X >= b.X && p.X < b.Right() && p.Y >= b.Y && p.Y < b.Bottom()
}

// Holds reports whether o lies in b, up to slack.
func (b Box) Holds(o Box, slack float32) bool {
	return o.X >= b.X-slack && o.Y >= b.Y-slack &&
		o.Right() <= b.Right()+slack && o.Bottom() <= b.Bottom()+slack
}

// Meet returns what two boxes have in common; it may be empty.
func (b Box) Meet(o Box) Box {
	x, y := max(b.X, o.X), max(b.Y, o.Y)
	w, h := min(b.Right(), o.Right())-x, min(b.Bottom(), o.Bottom())-y
	return Box{x, y, max(w, 0), max(h, 0)}
}

// Join returns the smallest box around both; an empty box adds nothing.
func (b Box) Join(o Box) Box {
	switch {
	case b.Empty():
		return o
	case o.Empty():
		return b
	}
	x, y := min(b.X, o.X), min(b.Y, o.Y)
	return Box{x, y, max(b.Right(), o.Right()) - x, max(b.Bottom(), o.Bottom()) - y}
}

// Inset shrinks the box by d on every side; a negative d grows it.
func (b Box) Inset(d float32) Box { return b.Pad(d, d) }

// Pad shrinks the box by dx left and right and by dy above and below.
func (b Box) Pad(dx, dy float32) Box {
	return Box{b.X + dx, b.Y + dy, max(b.W-2*dx, 0), max(b.H-2*dy, 0)}
}

// Shift moves the box.
func (b Box) Shift(dx, dy float32) Box { return Box{b.X + dx, b.Y + dy, b.W, b.H} }

// CutLeft splits off w at the left, and returns the rest after gap.
func (b Box) CutLeft(w, gap float32) (cut, rest Box) {
	w = min(w, b.W)
	return Box{b.X, b.Y, w, b.H}, Box{b.X + w + gap, b.Y, max(b.W-w-gap, 0), b.H}
}

// CutRight splits off w at the right, and returns the rest before gap.
func (b Box) CutRight(w, gap float32) (cut, rest Box) {
	w = min(w, b.W)
	return Box{b.Right() - w, b.Y, w, b.H}, Box{b.X, b.Y, max(b.W-w-gap, 0), b.H}
}

// CutTop splits off h at the top, and returns the rest below gap.
func (b Box) CutTop(h, gap float32) (cut, rest Box) {
	h = min(h, b.H)
	return Box{b.X, b.Y, b.W, h}, Box{b.X, b.Y + h + gap, b.W, max(b.H-h-gap, 0)}
}

// CutBottom splits off h at the bottom, and returns the rest above gap.
func (b Box) CutBottom(h, gap float32) (cut, rest Box) {
	h = min(h, b.H)
	return Box{b.X, b.Bottom() - h, b.W, h}, Box{b.X, b.Y, b.W, max(b.H-h-gap, 0)}
}

// Lerp returns the box between b (t = 0) and o (t = 1).
func (b Box) Lerp(o Box, t float32) Box {
	return Box{Lerp(b.X, o.X, t), Lerp(b.Y, o.Y, t), Lerp(b.W, o.W, t), Lerp(b.H, o.H, t)}
}

// Lerp returns the number between a (t = 0) and b (t = 1). The product is rounded before it is
// added, so that no processor may fuse the two and give another last bit.
func Lerp(a, b, t float32) float32 {
	d := float32((b - a) * t)
	return a + d
}
