package raster

// One is one pixel in the coordinates of this package.
const One = 256

// Raster collects edges over a window of W × H pixels. The zero value is ready for Reset.
type Raster struct {
	W, H   int
	x, y   int32 // the pen
	x0, y0 int32 // start of the outline
	stride int
	acc    []int32 // change of the covered area from pixel to pixel, in 1/(2·One·One)
}

// Reset empties the raster for a window of w × h pixels and keeps its memory.
func (r *Raster) Reset(w, h int) {
	r.W, r.H, r.stride = w, h, w+2
	n := r.stride * h
	if cap(r.acc) < n {
		r.acc = make([]int32, n)
	}
	r.acc = r.acc[:n]
	clear(r.acc)
	r.x, r.y, r.x0, r.y0 = 0, 0, 0, 0
}

// MoveTo closes the outline and starts another.
func (r *Raster) MoveTo(x, y int32) {
	r.Close()
	r.x, r.y, r.x0, r.y0 = x, y, x, y
}

// Close draws the edge back to the start of the outline.
func (r *Raster) Close() { r.LineTo(r.x0, r.y0) }

// QuadTo draws a quadratic curve, in pieces at most 1/64 pixel off.
func (r *Raster) QuadTo(cx, cy, x, y int32) {
	ax, ay := int64(r.x), int64(r.y)
	bend := max(ax-2*int64(cx)+int64(x), -(ax-2*int64(cx)+int64(x))) +
		max(ay-2*int64(cy)+int64(y), -(ay-2*int64(cy)+int64(y)))
	n := int64(1)
	for n < 32 && n*n*One/8 < bend {
		n++
	}
	for i := int64(1); i < n; i++ {
		a, b, c := (n-i)*(n-i), 2*i*(n-i), i*i
		r.LineTo(int32((a*ax+b*int64(cx)+c*int64(x))/(n*n)),
			int32((a*ay+b*int64(cy)+c*int64(y))/(n*n)))
	}
	r.LineTo(x, y)
}

// LineTo draws an edge. What lies above, below or to the right of the window adds nothing, what
// lies to the left counts at the window's left edge.
func (r *Raster) LineTo(x, y int32) {
	x0, y0, x1, y1 := int64(r.x), int64(r.y), int64(x), int64(y)
	r.x, r.y = x, y
	if y0 == y1 {
		return
	}
	sign := int64(1)
	if y0 > y1 {
		x0, y0, x1, y1, sign = x1, y1, x0, y0, -1
	}
	lo, hi := max(y0, 0), min(y1, int64(r.H)*One)
	for row := lo / One; lo < hi; row++ {
		end := min(hi, (row+1)*One)
		a := x0 + (x1-x0)*(lo-y0)/(y1-y0)
		b := x0 + (x1-x0)*(end-y0)/(y1-y0)
		r.span(int(row), a, b, sign*(end-lo))
		lo = end
	}
}

// span adds an edge within one row: from a to b, dy high (signed).
func (r *Raster) span(row int, a, b, dy int64) {
	if a > b {
		a, b = b, a
	}
	limit := int64(r.W) * One
	line := r.acc[row*r.stride : (row+1)*r.stride]
	if a >= limit {
		return
	}
	if b <= 0 {
		line[0] += int32(dy * 2 * One)
		return
	}
	if a < 0 || b > limit {
		r.outside(line, row, a, b, dy)
		return
	}
	if a/One == b/One {
		inside(line, a/One, a%One, b%One, dy)
		return
	}
	width, done := b-a, int64(0)
	for x := a; x < b; {
		edge := min(b, (x/One+1)*One)
		upTo := dy * (edge - a) / width
		inside(line, x/One, x%One, edge-x/One*One, upTo-done)
		x, done = edge, upTo
	}
}

// outside splits a span at the window's sides.
func (r *Raster) outside(line []int32, row int, a, b, dy int64) {
	limit := int64(r.W) * One
	width := b - a
	if a < 0 {
		left := dy * -a / width
		line[0] += int32(left * 2 * One)
		r.span(row, 0, b, dy-left)
		return
	}
	r.span(row, a, limit, dy*(limit-a)/width)
}

// inside adds an edge within one pixel: from fa to fb, in 1/One of it.
func inside(line []int32, pixel, fa, fb, dy int64) {
	right := dy * (fa + fb)
	line[pixel] += int32(dy*2*One - right)
	line[pixel+1] += int32(right)
}

// Row writes the coverage of a row into dst, one byte a pixel, and reports whether any is covered.
func (r *Raster) Row(y int, dst []byte) bool {
	sum, any := int32(0), int32(0)
	line := r.acc[y*r.stride : y*r.stride+r.W]
	for x, d := range line {
		sum += d
		v := (max(sum, -sum)*255 + One*One) / (2 * One * One)
		any |= v
		dst[x] = byte(min(v, 255))
	}
	return any != 0
}
