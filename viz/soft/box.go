package soft

import (
	"math"

	"highwater/viz/draw"
)

// rounded is a rounded box in device pixels.
type rounded struct{ x0, y0, x1, y1, r float32 }

func (p *Painter) rounded(x, y, w, h, r float32) rounded {
	return rounded{float32(x * p.scale), float32(y * p.scale), float32((x + w) * p.scale),
		float32((y + h) * p.scale), float32(r * p.scale)}
}

// grown returns the box d wider on every side.
func (q rounded) grown(d float32) rounded {
	return rounded{q.x0 - d, q.y0 - d, q.x1 + d, q.y1 + d, max(q.r+d, 0)}
}

func (q rounded) empty() bool { return q.x1 <= q.x0 || q.y1 <= q.y0 }

// overlap returns how much of the pixel [i, i+1) lies between a and b.
func overlap(i int, a, b float32) float32 {
	return max(min(float32(i+1), b)-max(float32(i), a), 0)
}

// at returns how much of a pixel lies in the box.
func (q rounded) at(x, y int) float32 {
	cy := float32(y) + 0.5
	return q.along(x, max(q.y0+q.r-cy, cy-(q.y1-q.r)), overlap(y, q.y0, q.y1))
}

// along returns how much of a pixel in a row lies in the box: the overlap along the sides, the
// distance to the circle in the corners. Of the row it gets how far its middle is into the
// corners, and how much of it lies in the box.
func (q rounded) along(x int, dy, row float32) float32 {
	cx := float32(x) + 0.5
	dx := max(q.x0+q.r-cx, cx-(q.x1-q.r))
	if q.r <= 0 || dx <= 0 || dy <= 0 {
		return overlap(x, q.x0, q.x1) * row
	}
	square := float32(dx*dx) + float32(dy*dy)
	if out := q.r + 0.5; square >= out*out {
		return 0
	}
	if in := q.r - 0.5; in > 0 && square <= in*in {
		return 1
	}
	return min(max(0.5-(float32(math.Sqrt(float64(square)))-q.r), 0), 1)
}

// row writes the coverage of a row from lo on into dst, apart from the pixels from a up to b, which
// are covered alike by v.
func (q rounded) row(y, lo int, dst []byte) (a, b int, v byte) {
	hi := lo + len(dst)
	if q.empty() || float32(y+1) <= q.y0 || float32(y) >= q.y1 {
		clear(dst)
		return lo, lo, 0
	}
	cy := overlap(y, q.y0, q.y1)
	mid := float32(y) + 0.5
	inset := float32(0)
	if mid < q.y0+q.r || mid > q.y1-q.r {
		inset = q.r
	}
	a = min(max(int(math.Ceil(float64(q.x0+inset))), lo), hi)
	b = max(min(int(math.Floor(float64(q.x1-inset))), hi), a)
	dy := max(q.y0+q.r-mid, mid-(q.y1-q.r))
	for x := lo; x < a; x++ {
		dst[x-lo] = quantum(q.along(x, dy, cy))
	}
	for x := b; x < hi; x++ {
		dst[x-lo] = quantum(q.along(x, dy, cy))
	}
	return a, b, quantum(cy)
}

func quantum(v float32) byte { return byte(float32(v*255) + 0.5) }

// box fills a rounded box, but for a hole.
func (p *Painter) box(q, hole rounded, c draw.RGBA) {
	x0 := max(int(math.Floor(float64(q.x0))), p.clip.Min.X)
	x1 := min(int(math.Ceil(float64(q.x1))), p.clip.Max.X)
	y0 := max(int(math.Floor(float64(q.y0))), p.clip.Min.Y)
	y1 := min(int(math.Ceil(float64(q.y1))), p.clip.Max.Y)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	p.outer, p.inner = sized(p.outer, x1-x0), sized(p.inner, x1-x0)
	for y := y0; y < y1; y++ {
		a, b, v := q.row(y, x0, p.outer)
		if hole.empty() {
			p.mask(y, x0, p.outer[:a-x0], c)
			p.run(y, a, b, c, uint32(v))
			p.mask(y, b, p.outer[b-x0:], c)
			continue
		}
		ha, hb, hv := hole.row(y, x0, p.inner)
		if ha < hb && ha >= a && hb <= b { // what both cover alike
			for x := a; x < ha; x++ {
				p.outer[x-x0] = v
			}
			for x := hb; x < b; x++ {
				p.outer[x-x0] = v
			}
			p.ring(y, x0, ha, c)
			p.run(y, ha, hb, c, uint32(v-min(hv, v)))
			p.ringFrom(y, x0, hb, x1, c)
			continue
		}
		fillRun(p.outer, a-x0, b-x0, v)
		fillRun(p.inner, ha-x0, hb-x0, hv)
		p.ringFrom(y, x0, x0, x1, c)
	}
}

func fillRun(dst []byte, a, b int, v byte) {
	for i := a; i < b; i++ {
		dst[i] = v
	}
}

func (p *Painter) ring(y, x0, to int, c draw.RGBA) { p.ringFrom(y, x0, x0, to, c) }

// ringFrom paints outer without inner between two pixels; x0 is the first pixel of both rows.
func (p *Painter) ringFrom(y, x0, from, to int, c draw.RGBA) {
	outer, inner := p.outer[from-x0:to-x0], p.inner[from-x0:to-x0]
	for i := range outer {
		outer[i] -= min(inner[i], outer[i])
	}
	p.mask(y, from, outer, c)
}

// edge strokes a box.
func (p *Painter) edge(o *draw.Op) {
	if o.Edge.A == 0 {
		return
	}
	q, half := p.rounded(o.X, o.Y, o.W, o.H, o.R), float32(o.Stroke*p.scale)/2
	out := q.grown(half)
	if o.R == 0 {
		out.r = 0 // a sharp box keeps its corners sharp
	}
	p.box(out, q.grown(-half), o.Edge)
}

// hatch fills a box with stripes.
func (p *Painter) hatch(o *draw.Op) {
	q := p.rounded(o.X, o.Y, o.W, o.H, o.R)
	period, width := draw.HatchPeriod*p.scale, draw.HatchWidth*p.scale
	p.each(q, 0, func(x, y int) float32 {
		cover := q.at(x, y)
		if cover == 0 {
			return 0
		}
		u := float32((float32(x)+0.5-q.x0+float32(y)+0.5-q.y0)*0.70710678) - width/2
		u -= float32(period * float32(math.Floor(float64(u/period)+0.5)))
		return cover * min(max(width/2+0.5-max(u, -u), 0), 1)
	}, o.Fill)
}

// glow paints a soft shadow.
func (p *Painter) glow(o *draw.Op) {
	q, blur := p.rounded(o.X, o.Y, o.W, o.H, o.R), float32(o.Stroke*p.scale)
	p.each(q, blur, func(x, y int) float32 {
		cx, cy := float32(x)+0.5, float32(y)+0.5
		dx := max(q.x0+q.r-cx, cx-(q.x1-q.r))
		dy := max(q.y0+q.r-cy, cy-(q.y1-q.r))
		ox, oy := max(dx, 0), max(dy, 0)
		d := float32(math.Sqrt(float64(float32(ox*ox)+float32(oy*oy)))) - q.r
		return draw.GlowAt(d, blur)
	}, o.Fill)
}

// each paints the box, grown, with the coverage that at gives for each pixel.
func (p *Painter) each(q rounded, grow float32, at func(x, y int) float32, c draw.RGBA) {
	q = q.grown(grow)
	x0 := max(int(math.Floor(float64(q.x0))), p.clip.Min.X)
	x1 := min(int(math.Ceil(float64(q.x1))), p.clip.Max.X)
	y0 := max(int(math.Floor(float64(q.y0))), p.clip.Min.Y)
	y1 := min(int(math.Ceil(float64(q.y1))), p.clip.Max.Y)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	p.outer = sized(p.outer, x1-x0)
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			p.outer[x-x0] = quantum(at(x, y))
		}
		p.mask(y, x0, p.outer, c)
	}
}
