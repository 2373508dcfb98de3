package draw

import "math"

// contrast compares a text with what is painted beneath it, point by point.
func (c *checker) contrast(i int) {
	o := &c.f.Ops[i]
	want := float32(ContrastMin)
	if o.Px >= 24 || o.Px >= 18.5 && o.Face.IsBold() {
		want = LargeMin
	}
	b := c.boxes[i]
	var under, veils []int
	for j := range c.f.Ops {
		q := &c.f.Ops[j]
		both := c.grown(j).Meet(b)
		switch {
		case q.Kind == KindText || q.Kind == KindLine || both.Empty() || q.Fill.A == 0:
		case j < i:
			under = append(under, j)
		case j > i && q.Flags&(MayCross|Fading) == 0 && c.covers(j, b) == 1:
			veils = append(veils, j)
		}
	}
	columns := int(min(max(b.W/3, 3), 80))
	least := float32(math.MaxFloat32)
	for n := range 3 * columns {
		p := Pt{b.X + 0.3 + (b.W-0.6)*float32(n/3)/float32(columns-1),
			b.Y + b.H*(0.15+0.35*float32(n%3))}
		for _, stripes := range [...]bool{false, true} {
			ground := c.ground(under, p, c.f.Ground, stripes)
			ink := c.ground(veils, p, o.Fill.Over(ground), stripes)
			ground = c.ground(veils, p, ground, stripes)
			least = min(least, Contrast(ink, ground))
		}
	}
	if least < want-0.005 {
		c.fault(Pale, i, -1, least, want)
	}
}

// grown returns where the op paints, with the reach of a glow.
func (c *checker) grown(j int) Box {
	if o := &c.f.Ops[j]; o.Kind == KindGlow {
		return Box{o.X - o.Stroke, o.Y - o.Stroke, o.W + 2*o.Stroke, o.H + 2*o.Stroke}.
			Meet(c.f.Boxes[o.Clip])
	}
	return c.boxes[j]
}

// ground paints the ops over a colour at one point, on or between the stripes of hatches.
func (c *checker) ground(list []int, p Pt, g RGBA, stripes bool) RGBA {
	for _, j := range list {
		o := &c.f.Ops[j]
		if !c.f.Boxes[o.Clip].Has(p) {
			continue
		}
		switch o.Kind {
		case KindGlow:
			g = o.Fill.Fade(GlowAt(outside(o, p), o.Stroke)).Over(g)
		case KindHatch:
			if stripes && outside(o, p) <= 0 {
				g = o.Fill.Over(g)
			}
		default:
			if c.f.paints(o, p) {
				g = o.Fill.Over(g)
			}
		}
	}
	return g
}

// paints reports whether the op's fill covers the point.
func (f *Frame) paints(o *Op, p Pt) bool {
	switch {
	case o.Fill.A == 0 || !f.Boxes[o.Clip].Has(p):
		return false
	case o.Kind == KindPoly:
		return winding(f.Points(o), p) != 0
	case o.Kind == KindRect || o.Kind == KindHatch || o.Kind == KindGlow:
		return outside(o, p) <= 0
	}
	return false
}

// outside returns how far the point is from the rounded box, below zero within it.
func outside(o *Op, p Pt) float32 {
	dx := max(o.X+o.R-p.X, p.X-(o.X+o.W-o.R))
	dy := max(o.Y+o.R-p.Y, p.Y-(o.Y+o.H-o.R))
	ox, oy := float64(max(dx, 0)), float64(max(dy, 0))
	return float32(math.Sqrt(ox*ox+oy*oy)) + min(max(dx, dy), 0) - o.R
}

// winding returns how often a polygon goes round the point.
func winding(pts []Pt, p Pt) int {
	n := 0
	for i, a := range pts {
		b := pts[(i+1)%len(pts)]
		side := (b.X-a.X)*(p.Y-a.Y) - (p.X-a.X)*(b.Y-a.Y)
		switch {
		case a.Y <= p.Y && b.Y > p.Y && side > 0:
			n++
		case a.Y > p.Y && b.Y <= p.Y && side < 0:
			n--
		}
	}
	return n
}
