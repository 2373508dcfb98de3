package font

import (
	"iter"
	"sync"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"highwater/viz/raster"
)

// Subs is into how many steps a device pixel is divided for the left edge of a glyph.
const Subs = 4

// Bitmap is the coverage of one glyph, relative to its place on the baseline in device pixels.
type Bitmap struct {
	X, Y, W, H int
	Pix        []byte // W × H
}

// segment is a piece of an outline in font units, y down: a move, a line or a quadratic curve.
type segment struct {
	op   sfnt.SegmentOp
	x, y [2]int32
}

type key struct {
	face Face
	slot uint16
	px   int32 // in 1/64
	sub  uint8
}

var bitmaps = struct {
	sync.Mutex
	made map[key]*Bitmap
}{made: map[key]*Bitmap{}}

// bitmapsMax bounds the cache: a text size drawn at many scales must not fill the memory.
const bitmapsMax = 8192

// Letters walks the characters of a line with their distance from its start.
func Letters(f Face, px float32, s string) iter.Seq2[float32, rune] {
	return func(yield func(float32, rune) bool) {
		t, pen := load(f), int32(0)
		for _, r := range s {
			if !yield(t.scale(pen, px), r) {
				return
			}
			pen += t.glyphs[t.slot(r)].adv
		}
	}
}

// Place splits a device coordinate into whole pixels and the quarter for Glyph.
func Place(x float32) (whole, sub int) {
	n := int(x*Subs + 0.5 + Subs<<16) // shifted so that rounding goes one way below zero, too
	n -= Subs << 16
	whole = n >> 2
	return whole, n - whole*Subs
}

// Glyph returns the coverage of a character at px device pixels a em, its left edge sub quarters
// of a pixel to the right; nil if nothing is to be painted. The result is shared: do not change it.
func Glyph(f Face, px float32, r rune, sub int) *Bitmap {
	t := load(f)
	k := key{f % faces, uint16(t.slot(r)), int32(px*64 + 0.5), uint8(sub % Subs)}
	bitmaps.Lock()
	defer bitmaps.Unlock()
	b, ok := bitmaps.made[k]
	if !ok {
		if len(bitmaps.made) >= bitmapsMax {
			clear(bitmaps.made)
		}
		b = t.rasterise(k)
		bitmaps.made[k] = b
	}
	return b
}

// rasterise fills the outline of one glyph.
func (t *face) rasterise(k key) *Bitmap {
	g := &t.glyphs[k.slot]
	if g.x1 <= g.x0 || g.y1 <= g.y0 || k.px <= 0 {
		return nil
	}
	shift := int64(k.sub) * raster.One / Subs
	scale := func(v int32) int32 { // font units to 1/256 pixel, rounded down
		n := int64(v) * int64(k.px) * raster.One
		d := 64 * int64(t.upem)
		q := n / d
		if n%d < 0 {
			q--
		}
		return int32(q)
	}
	floor := func(v int32) int32 { return v >> 8 }
	x0, x1 := floor(scale(g.x0)+int32(shift)), floor(scale(g.x1)+int32(shift))+1
	y0, y1 := floor(scale(-g.y1)), floor(scale(-g.y0))+1
	b := &Bitmap{X: int(x0), Y: int(y0), W: int(x1 - x0), H: int(y1 - y0)}
	var r raster.Raster
	r.Reset(b.W, b.H)
	px := func(v int32) int32 { return scale(v) + int32(shift) - x0*raster.One }
	py := func(v int32) int32 { return scale(v) - y0*raster.One }
	for _, s := range t.outline(int(k.slot)) {
		switch s.op {
		case sfnt.SegmentOpMoveTo:
			r.MoveTo(px(s.x[0]), py(s.y[0]))
		case sfnt.SegmentOpLineTo:
			r.LineTo(px(s.x[0]), py(s.y[0]))
		default:
			r.QuadTo(px(s.x[0]), py(s.y[0]), px(s.x[1]), py(s.y[1]))
		}
	}
	r.Close()
	b.Pix = make([]byte, b.W*b.H)
	for y := range b.H {
		r.Row(y, b.Pix[y*b.W:(y+1)*b.W])
	}
	return b
}

// outline returns the glyph's outline; bitmaps is locked.
func (t *face) outline(slot int) []segment {
	if t.outlines[slot] != nil {
		return t.outlines[slot]
	}
	var b sfnt.Buffer
	list, err := t.font.LoadGlyph(&b, t.glyphs[slot].index, fixed.Int26_6(t.upem),
		&sfnt.LoadGlyphOptions{})
	if err != nil {
		return nil
	}
	out := make([]segment, 0, len(list))
	for _, s := range list {
		out = append(out, segment{op: s.Op,
			x: [2]int32{int32(s.Args[0].X), int32(s.Args[1].X)},
			y: [2]int32{int32(s.Args[0].Y), int32(s.Args[1].Y)}})
	}
	t.outlines[slot] = out
	return out
}
