package font

import (
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"highwater/assets"
)

// blocks are the stretches of Unicode that the faces cover.
var blocks = [...]struct{ lo, hi rune }{{0x20, 0x17F}, {0x400, 0x4FF}, {0x2000, 0x25FF},
	{0x2700, 0x27BF}}

// glyph is one glyph in font units: its advance and its ink, y up.
type glyph struct {
	index          sfnt.GlyphIndex
	adv            int32
	x0, y0, x1, y1 int32
}

// face is a parsed font: glyphs by character, without maps.
type face struct {
	font     *sfnt.Font
	units    float32 // units of one em
	upem     int32
	ascent   float32 // in ems
	descent  float32
	capital  float32
	small    float32
	glyphs   []glyph // [0] is the sign for a missing character
	slots    [len(blocks)][]uint16
	outlines [][]segment // by place, filled when first rasterised
}

var parsed = func() (list [faces]func() *face) {
	for f := range faces {
		list[f] = sync.OnceValue(func() *face { return parse(files[f]) })
	}
	return list
}()

func load(f Face) *face { return parsed[f%faces]() }

// parse reads an embedded font. The file ships inside the program, so a font that cannot be read
// is a mistake of the build and found by the first test.
func parse(name string) *face {
	src, err := sfnt.Parse(assets.Font(name))
	if err != nil {
		panic(fmt.Sprintf("font %s: %v", name, err))
	}
	upem := int32(src.UnitsPerEm())
	t := &face{font: src, upem: upem, units: float32(upem)}
	var b sfnt.Buffer
	ppem := fixed.Int26_6(upem) // one unit is 1/64 of a "pixel": integers all the way
	m, err := src.Metrics(&b, ppem, font.HintingNone)
	if err != nil {
		panic(fmt.Sprintf("font %s: %v", name, err))
	}
	t.ascent, t.descent = float32(m.Ascent)/t.units, float32(m.Descent)/t.units
	t.capital, t.small = float32(m.CapHeight)/t.units, float32(m.XHeight)/t.units
	t.glyphs = append(t.glyphs, t.read(&b, 0))
	for i, block := range blocks {
		t.slots[i] = make([]uint16, block.hi-block.lo+1)
		for r := block.lo; r <= block.hi; r++ {
			index, err := src.GlyphIndex(&b, r)
			if err != nil || index == 0 {
				continue
			}
			t.slots[i][r-block.lo] = uint16(len(t.glyphs))
			t.glyphs = append(t.glyphs, t.read(&b, index))
		}
	}
	t.outlines = make([][]segment, len(t.glyphs))
	return t
}

func (t *face) read(b *sfnt.Buffer, index sfnt.GlyphIndex) glyph {
	bounds, adv, err := t.font.GlyphBounds(b, index, fixed.Int26_6(t.upem), font.HintingNone)
	if err != nil {
		return glyph{index: index}
	}
	return glyph{index: index, adv: int32(adv), x0: int32(bounds.Min.X), x1: int32(bounds.Max.X),
		y0: -int32(bounds.Max.Y), y1: -int32(bounds.Min.Y)}
}

// slot returns the place of the character's glyph in t.glyphs, 0 if the face lacks it.
func (t *face) slot(r rune) int {
	for i := range blocks {
		if r >= blocks[i].lo && r <= blocks[i].hi {
			return int(t.slots[i][r-blocks[i].lo])
		}
	}
	return 0
}

// Has reports whether the face has the character.
func Has(f Face, r rune) bool { return load(f).slot(r) != 0 }

// Measure returns the width of a line of text.
func Measure(f Face, px float32, s string) float32 {
	t := load(f)
	sum := int32(0)
	for _, r := range s {
		sum += t.glyphs[t.slot(r)].adv
	}
	return t.scale(sum, px)
}

// scale turns font units into points: one product and one quotient, nothing to fuse.
func (t *face) scale(units int32, px float32) float32 { return float32(units) * px / t.units }

// Ink returns the box of what is painted, from the text's start on the baseline, y down.
func Ink(f Face, px float32, s string) (x0, y0, x1, y1 float32) {
	t := load(f)
	pen, first := int32(0), true
	var l, u, r, d int32
	for _, c := range s {
		g := &t.glyphs[t.slot(c)]
		if g.x1 > g.x0 {
			if first {
				l, u, r, d, first = pen+g.x0, g.y1, pen+g.x1, g.y0, false
			}
			l, r = min(l, pen+g.x0), max(r, pen+g.x1)
			d, u = min(d, g.y0), max(u, g.y1)
		}
		pen += g.adv
	}
	return t.scale(l, px), t.scale(-u, px), t.scale(r, px), t.scale(-d, px)
}

// Ascent returns how far the face reaches above the baseline.
func Ascent(f Face, px float32) float32 { return load(f).ascent * px }

// Descent returns how far the face reaches below the baseline.
func Descent(f Face, px float32) float32 { return load(f).descent * px }

// CapHeight returns the height of capitals and digits.
func CapHeight(f Face, px float32) float32 { return load(f).capital * px }

// XHeight returns the height of small letters.
func XHeight(f Face, px float32) float32 { return load(f).small * px }
