package ebit

import (
	"math"

	"highwater/viz/draw"
)

// feather is half the width of the seam over which the edge of a polygon fades out, in pixels.
const feather = 0.5

// polygon fills a simple polygon, concave or not: triangles inside, and around them a seam one
// pixel wide that fades out.
func (b *batch) polygon(pts []draw.Pt, c tint) {
	pts = b.cleaned(pts)
	n := len(pts)
	if n < 3 {
		return
	}
	first := uint32(len(b.vertices))
	for i, p := range pts {
		d := miter(pts[(i+n-1)%n], p, pts[(i+1)%n])
		b.vertex(p.X-d.X*feather, p.Y-d.Y*feather, 0, 0, c, 0, 0, 0, kindFlat)
		b.vertex(p.X+d.X*feather, p.Y+d.Y*feather, 0, 0, tint{}, 0, 0, 0, kindFlat)
	}
	for i := range uint32(n) {
		in, out := first+2*i, first+2*i+1
		next := first + 2*((i+1)%uint32(n))
		b.triangle(in, out, next)
		b.triangle(out, next, next+1)
	}
	b.ears(pts, first)
}

// cleaned drops points that repeat and turns the polygon clockwise on the screen (y down), so
// that the outside lies to the left of every edge.
func (b *batch) cleaned(pts []draw.Pt) []draw.Pt {
	out := b.outline[:0]
	for i, p := range pts {
		if d := sub(p, pts[(i+len(pts)-1)%len(pts)]); norm(d) > 1e-4 {
			out = append(out, p)
		}
	}
	b.outline = out
	if area(out) < 0 {
		for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
	}
	return out
}

// ears fills the inside by cutting off corner after corner; vertex 2i belongs to point i.
func (b *batch) ears(pts []draw.Pt, first uint32) {
	left := make([]int, len(pts))
	for i := range left {
		left[i] = i
	}
	for tries := 0; len(left) > 3 && tries < len(left); {
		n := len(left)
		i := tries % n
		p, q, r := left[(i+n-1)%n], left[i], left[(i+1)%n]
		if !ear(pts, left, p, q, r) {
			tries++
			continue
		}
		b.triangle(first+2*uint32(p), first+2*uint32(q), first+2*uint32(r))
		left = append(left[:i], left[i+1:]...)
		tries = 0
	}
	for k := 2; k < len(left); k++ { // three points; more only if the polygon crosses itself
		b.triangle(first+2*uint32(left[0]), first+2*uint32(left[k-1]), first+2*uint32(left[k]))
	}
}

// ear reports whether the corner at q is convex and has no other corner inside.
func ear(pts []draw.Pt, left []int, p, q, r int) bool {
	a, b, c := pts[p], pts[q], pts[r]
	if cross(sub(b, a), sub(c, b)) <= 0 {
		return false
	}
	for _, i := range left {
		if i == p || i == q || i == r {
			continue
		}
		t := pts[i]
		if cross(sub(b, a), sub(t, a)) >= 0 && cross(sub(c, b), sub(t, b)) >= 0 &&
			cross(sub(a, c), sub(t, c)) >= 0 {
			return false
		}
	}
	return true
}

// stroke draws a line through the points with mitred joints: closed, it is the edge of a polygon.
func (b *batch) stroke(pts []draw.Pt, closed bool, width float32, c tint) {
	pts = b.distinct(pts, closed)
	n := len(pts)
	if n < 2 {
		return
	}
	if n == 2 {
		b.bar(pts[0], pts[1], width, c)
		return
	}
	core := max(width/2-feather, 0)
	if width < 1 { // a hairline is a pale line of one pixel
		c = c.fade(width)
	}
	rim := max(width/2, feather) + feather
	if core == 0 {
		rim = 2 * feather
	}
	first := uint32(len(b.vertices))
	for i, p := range pts {
		d := joint(pts, i, closed)
		for _, s := range [4]float32{-rim, -core, core, rim} {
			shade := c
			if s == -rim || s == rim {
				shade = tint{}
			}
			b.vertex(p.X+d.X*s, p.Y+d.Y*s, 0, 0, shade, 0, 0, 0, kindFlat)
		}
	}
	ends := n
	if !closed {
		ends = n - 1
	}
	for i := range uint32(ends) {
		p, q := first+4*i, first+4*((i+1)%uint32(n))
		for k := range uint32(3) {
			b.triangle(p+k, p+k+1, q+k)
			b.triangle(p+k+1, q+k, q+k+1)
		}
	}
}

func (b *batch) distinct(pts []draw.Pt, closed bool) []draw.Pt {
	out := b.outline[:0]
	for _, p := range pts {
		if len(out) == 0 || norm(sub(p, out[len(out)-1])) > 1e-4 {
			out = append(out, p)
		}
	}
	if closed && len(out) > 1 && norm(sub(out[0], out[len(out)-1])) <= 1e-4 {
		out = out[:len(out)-1]
	}
	b.outline = out
	return out
}

// joint is the direction in which a line is wide at its i-th point.
func joint(pts []draw.Pt, i int, closed bool) draw.Pt {
	n := len(pts)
	switch {
	case !closed && i == 0:
		return normal(pts[0], pts[1])
	case !closed && i == n-1:
		return normal(pts[n-2], pts[n-1])
	}
	return miter(pts[(i+n-1)%n], pts[i], pts[(i+1)%n])
}

// miterLimit is how far, in half widths, a pointed joint may reach.
const miterLimit = 4

// miter is the direction from q to where the outer sides of its two edges meet, one unit out.
func miter(p, q, r draw.Pt) draw.Pt {
	a, b := normal(p, q), normal(q, r)
	m := draw.Pt{X: a.X + b.X, Y: a.Y + b.Y}
	length := m.X*m.X + m.Y*m.Y
	if length < 4.0/(miterLimit*miterLimit) {
		return a
	}
	return draw.Pt{X: 2 * m.X / length, Y: 2 * m.Y / length}
}

// normal is the unit vector to the left of the way from p to q, seen on the screen: outwards on a
// clockwise polygon.
func normal(p, q draw.Pt) draw.Pt {
	d := sub(q, p)
	length := norm(d)
	if length == 0 {
		return draw.Pt{}
	}
	return draw.Pt{X: d.Y / length, Y: -d.X / length}
}

func sub(p, q draw.Pt) draw.Pt   { return draw.Pt{X: p.X - q.X, Y: p.Y - q.Y} }
func cross(p, q draw.Pt) float32 { return p.X*q.Y - p.Y*q.X }
func norm(p draw.Pt) float32     { return float32(math.Hypot(float64(p.X), float64(p.Y))) }

// area is twice the area of a polygon, negative if it runs against the clock on the screen.
func area(pts []draw.Pt) (s float32) {
	for i := range pts {
		s += cross(pts[i], pts[(i+1)%len(pts)])
	}
	return s
}
