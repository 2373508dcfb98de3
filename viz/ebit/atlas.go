package ebit

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"highwater/viz/font"
)

// atlas keeps the coverage of glyphs on one image, in rows as they come. When it is full it is
// emptied and made larger, and the picture starts over.
type atlas struct {
	image  *ebiten.Image
	size   int
	pixels []byte // what the image holds or will hold after upload
	spots  map[letter]spot
	x, y   int // where the next glyph goes
	row    int // height of the current row
	dirty  image.Rectangle
}

// letter is one glyph at one size, its left edge on one quarter of a pixel.
type letter struct {
	face font.Face
	r    rune
	px   int32 // in 1/64, as viz/font tells sizes apart
	sub  uint8
}

// spot is where a glyph lies on the atlas, and where it goes relative to its place on the line.
type spot struct {
	x, y, w, h int
	dx, dy     int
	empty      bool // nothing to paint, as for a space
}

const (
	atlasStart = 1024
	atlasLimit = 4096
	atlasGap   = 1 // between glyphs
)

func newAtlas(size int) *atlas {
	a := &atlas{size: size}
	a.clear()
	return a
}

// clear forgets all glyphs.
func (a *atlas) clear() {
	if a.image == nil || a.image.Bounds().Dx() != a.size {
		if a.image != nil {
			a.image.Deallocate()
		}
		// Unmanaged: an image of its own, which the engine does not move into a shared one.
		a.image = ebiten.NewImageWithOptions(image.Rect(0, 0, a.size, a.size),
			&ebiten.NewImageOptions{Unmanaged: true})
		a.pixels = make([]byte, 4*a.size*a.size)
	} else {
		clear(a.pixels)
	}
	a.spots = map[letter]spot{}
	a.x, a.y, a.row = atlasGap, atlasGap, 0
	a.dirty = image.Rectangle{}
}

// grow empties the atlas and makes it larger, up to what every GPU has.
func (a *atlas) grow() {
	a.size = min(2*a.size, atlasLimit)
	a.clear()
}

// find returns the place of a glyph, after adding it if it is new. It fails if there is no room.
func (a *atlas) find(f font.Face, px float32, r rune, sub int) (spot, bool) {
	k := letter{f, r, int32(px*64 + 0.5), uint8(sub)}
	if s, ok := a.spots[k]; ok {
		return s, true
	}
	bitmap := font.Glyph(f, px, r, sub)
	if bitmap == nil {
		a.spots[k] = spot{empty: true}
		return a.spots[k], true
	}
	if a.x+bitmap.W+atlasGap > a.size {
		a.x, a.y, a.row = atlasGap, a.y+a.row+atlasGap, 0
	}
	if bitmap.W+2*atlasGap > a.size || a.y+bitmap.H+atlasGap > a.size {
		return spot{}, false
	}
	s := spot{x: a.x, y: a.y, w: bitmap.W, h: bitmap.H, dx: bitmap.X, dy: bitmap.Y}
	a.x, a.row = a.x+bitmap.W+atlasGap, max(a.row, bitmap.H)
	for y := range bitmap.H {
		to := a.pixels[4*((s.y+y)*a.size+s.x):]
		for x, v := range bitmap.Pix[y*bitmap.W : (y+1)*bitmap.W] {
			to[4*x], to[4*x+1], to[4*x+2], to[4*x+3] = v, v, v, v
		}
	}
	a.dirty = a.dirty.Union(image.Rect(s.x, s.y, s.x+s.w, s.y+s.h))
	a.spots[k] = s
	return s, true
}

// upload sends the rows with new glyphs to the GPU.
func (a *atlas) upload() {
	if a.dirty.Empty() {
		return
	}
	rows := image.Rect(0, a.dirty.Min.Y, a.size, a.dirty.Max.Y)
	part := a.image.SubImage(rows).(*ebiten.Image)
	part.WritePixels(a.pixels[4*a.size*rows.Min.Y : 4*a.size*rows.Max.Y])
	a.dirty = image.Rectangle{}
}
