package ebit

import (
	"github.com/hajimehoshi/ebiten/v2"

	"highwater/viz/draw"
)

// The kinds of things that the shader knows; see shape.kage.
const (
	kindGlyph = 0
	kindFlat  = 1
	kindFill  = 2
	kindHatch = 3
	kindEdge  = 4 // plus the width
)

// batch collects triangles in device pixels. It keeps its memory from picture to picture.
type batch struct {
	vertices []ebiten.Vertex
	indices  []uint32
	outline  []draw.Pt // scratch
}

func (b *batch) reset() { b.vertices, b.indices = b.vertices[:0], b.indices[:0] }

// tint is a colour as the GPU blends it.
type tint struct{ r, g, b, a float32 }

func tintOf(c draw.RGBA) tint {
	a := float32(c.A) / 255
	return tint{float32(c.R) / 255 * a, float32(c.G) / 255 * a, float32(c.B) / 255 * a, a}
}

func (c tint) fade(t float32) tint { return tint{c.r * t, c.g * t, c.b * t, c.a * t} }

func (b *batch) vertex(x, y, sx, sy float32, c tint, lx, ly, p, kind float32) uint32 {
	b.vertices = append(b.vertices, ebiten.Vertex{
		DstX: x, DstY: y, SrcX: sx, SrcY: sy,
		ColorR: c.r, ColorG: c.g, ColorB: c.b, ColorA: c.a,
		Custom0: lx, Custom1: ly, Custom2: p, Custom3: kind,
	})
	return uint32(len(b.vertices) - 1)
}

func (b *batch) triangle(i, j, k uint32) { b.indices = append(b.indices, i, j, k) }

// quad joins the last four vertices, given in the order of reading.
func (b *batch) quad() {
	n := uint32(len(b.vertices))
	b.indices = append(b.indices, n-4, n-3, n-2, n-3, n-2, n-1)
}

// box adds a rounded box whose colour reaches margin beyond its sides.
func (b *batch) box(o draw.Box, r, margin float32, c tint, kind float32) {
	hx, hy := o.W/2, o.H/2
	cx, cy := o.X+hx, o.Y+hy
	r = min(r, hx, hy)
	for _, s := range [4][2]float32{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		lx, ly := s[0]*(hx+margin), s[1]*(hy+margin)
		b.vertex(cx+lx, cy+ly, hx, hy, c, lx, ly, r, kind)
	}
	b.quad()
}

// bar adds a straight line of the given width with flat ends.
func (b *batch) bar(p, q draw.Pt, width float32, c tint) {
	d := sub(q, p)
	length := norm(d)
	if length == 0 {
		return
	}
	u := draw.Pt{X: d.X / length, Y: d.Y / length}
	cx, cy, hx, hy := (p.X+q.X)/2, (p.Y+q.Y)/2, length/2, width/2
	for _, s := range [4][2]float32{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		lx, ly := s[0]*(hx+1), s[1]*(hy+1)
		b.vertex(cx+u.X*lx-u.Y*ly, cy+u.Y*lx+u.X*ly, hx, hy, c, lx, ly, 0, kindFill)
	}
	b.quad()
}

// glyph adds a rectangle of the atlas at whole pixels.
func (b *batch) glyph(x, y int, s spot, c tint) {
	for _, d := range [4][2]int{{0, 0}, {s.w, 0}, {0, s.h}, {s.w, s.h}} {
		b.vertex(float32(x+d[0]), float32(y+d[1]), float32(s.x+d[0]), float32(s.y+d[1]), c,
			0, 0, 0, kindGlyph)
	}
	b.quad()
}

// clip cuts the triangles from index mark on to a box: each becomes the polygon that is left of
// it, and what a vertex carries is interpolated along the cuts.
func (b *batch) clip(mark int, box draw.Box) {
	tris := append([]uint32(nil), b.indices[mark:]...)
	b.indices = b.indices[:mark]
	var poly, next []ebiten.Vertex
	for i := 0; i+2 < len(tris); i += 3 {
		poly = poly[:0]
		for _, k := range tris[i : i+3] {
			poly = append(poly, b.vertices[k])
		}
		for side := range 4 {
			next = cut(next[:0], poly, side, box)
			poly, next = next, poly
		}
		first := uint32(len(b.vertices))
		b.vertices = append(b.vertices, poly...)
		for k := 2; k < len(poly); k++ {
			b.triangle(first, first+uint32(k)-1, first+uint32(k))
		}
	}
}

// cut keeps the part of a convex polygon on the inner side of one edge of the box.
func cut(dst, poly []ebiten.Vertex, side int, box draw.Box) []ebiten.Vertex {
	for i := range poly {
		p, q := &poly[i], &poly[(i+1)%len(poly)]
		dp, dq := depth(p, side, box), depth(q, side, box)
		if dp >= 0 {
			dst = append(dst, *p)
		}
		if (dp >= 0) != (dq >= 0) {
			dst = append(dst, between(p, q, dp/(dp-dq)))
		}
	}
	return dst
}

func depth(v *ebiten.Vertex, side int, box draw.Box) float32 {
	switch side {
	case 0:
		return v.DstX - box.X
	case 1:
		return box.Right() - v.DstX
	case 2:
		return v.DstY - box.Y
	default:
		return box.Bottom() - v.DstY
	}
}

func between(p, q *ebiten.Vertex, t float32) ebiten.Vertex {
	f := func(a, b float32) float32 { return a + (b-a)*t }
	return ebiten.Vertex{
		DstX: f(p.DstX, q.DstX), DstY: f(p.DstY, q.DstY),
		SrcX: f(p.SrcX, q.SrcX), SrcY: f(p.SrcY, q.SrcY),
		ColorR: f(p.ColorR, q.ColorR), ColorG: f(p.ColorG, q.ColorG),
		ColorB: f(p.ColorB, q.ColorB), ColorA: f(p.ColorA, q.ColorA),
		Custom0: f(p.Custom0, q.Custom0), Custom1: f(p.Custom1, q.Custom1),
		Custom2: f(p.Custom2, q.Custom2), Custom3: f(p.Custom3, q.Custom3),
	}
}
