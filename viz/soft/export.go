package soft

import (
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"

	"highwater/viz/draw"
	"highwater/viz/theme"
)

// PNG writes a frame as a PNG file, scale device pixels a point.
func PNG(w io.Writer, f *draw.Frame, scale float32) error {
	return png.Encode(w, Image(f, scale))
}

// Palette returns the colours of a theme and what anti-aliasing and hatching make of them, for GIF
// files: 256 at most, the first one transparent.
func Palette(t *theme.Theme) color.Palette {
	list := color.Palette{color.RGBA{}}
	seen := map[draw.RGBA]bool{}
	add := func(c draw.RGBA) {
		if len(list) < 256 && !seen[c] {
			seen[c] = true
			list = append(list, color.RGBA{c.R, c.G, c.B, 255})
		}
	}
	grounds := []draw.RGBA{t.Paper, t.Panel, t.Card}
	tints := []theme.Pair{t.Live, t.Gone, t.Flight, t.Wait, t.State, t.Plain}
	for i := range 8 {
		tints = append(tints, t.Key(i))
	}
	blend := func(a, b draw.RGBA, steps ...float32) {
		for _, s := range steps {
			add(a.Mix(b, s))
		}
	}
	for _, c := range append(grounds, t.Line, t.Wood, t.Ink, t.Mute, t.Pale, t.Focus) {
		add(c)
	}
	for _, p := range tints {
		add(p.Fill)
		add(p.Edge)
	}
	for _, g := range grounds {
		blend(g, t.Ink, 0.2, 0.4, 0.6, 0.8)
		blend(g, t.Mute, 0.25, 0.5, 0.75)
		blend(g, t.Line, 0.5)
		blend(g, t.Wood, 0.5)
	}
	blend(t.Wood, t.Pale, 0.33, 0.67)
	for _, p := range tints {
		blend(p.Fill, p.Edge, 0.33, 0.67)
		blend(p.Fill, t.Ink, 0.33, 0.67)
		add(t.Hatch.Over(p.Fill))
		blend(t.Card, p.Edge, 0.5)
		blend(t.Paper, p.Fill, 0.35, 0.5)
	}
	for _, p := range tints {
		blend(t.Paper, p.Edge, 0.33, 0.67)
	}
	return list
}

// GIF writes an animation of fps frames a second with the theme's palette. Next is called until it
// returns nil; all frames have the size of the first. Of each frame only what changed is written.
func GIF(w io.Writer, t *theme.Theme, scale float32, fps int, next func() *draw.Frame) error {
	if fps < 1 || fps > 50 {
		return errors.New("a GIF has 1 to 50 frames a second")
	}
	f := next()
	if f == nil {
		return errors.New("a GIF needs a frame")
	}
	p := new(Painter)
	width, height := Size(f, scale)
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	out := &gif.GIF{Config: image.Config{Width: width, Height: height}}
	palette := mapper{palette: Palette(t)}
	out.Config.ColorModel = palette.palette
	last := image.NewPaletted(img.Rect, palette.palette) // all transparent
	for n := 1; f != nil; n++ {
		p.Paint(img, f, scale)
		delay := 100*n/fps - 100*(n-1)/fps
		if changed := palette.changed(img, last); changed != nil {
			out.Image = append(out.Image, changed)
			out.Delay = append(out.Delay, delay)
			out.Disposal = append(out.Disposal, gif.DisposalNone)
		} else {
			out.Delay[len(out.Delay)-1] += delay
		}
		f = next()
	}
	return gif.EncodeAll(w, out)
}

// mapper finds the nearest colour of a palette and remembers what it found.
type mapper struct {
	palette color.Palette
	known   map[uint32]uint8
}

func (m *mapper) index(r, g, b uint8) uint8 {
	k := uint32(r)<<16 | uint32(g)<<8 | uint32(b)
	if i, ok := m.known[k]; ok {
		return i
	}
	best, least := 1, int(^uint(0)>>1)
	for i, c := range m.palette[1:] {
		q := c.(color.RGBA)
		dr, dg, db := int(q.R)-int(r), int(q.G)-int(g), int(q.B)-int(b)
		if d := 3*dr*dr + 4*dg*dg + 2*db*db; d < least {
			best, least = i+1, d
		}
	}
	if m.known == nil {
		m.known = map[uint32]uint8{}
	}
	m.known[k] = uint8(best)
	return uint8(best)
}

// changed brings last up to img and returns the smallest picture of what differs, the rest of it
// transparent; nil if nothing does.
func (m *mapper) changed(img *image.RGBA, last *image.Paletted) *image.Paletted {
	box := image.Rectangle{}
	next := make([]uint8, len(last.Pix))
	w := img.Rect.Dx()
	for i := range next {
		q := img.Pix[4*i : 4*i+3]
		next[i] = m.index(q[0], q[1], q[2])
		if next[i] != last.Pix[i] {
			x, y := i%w, i/w
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	if box.Empty() {
		return nil
	}
	out := image.NewPaletted(box, m.palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			i := y*w + x
			if next[i] != last.Pix[i] {
				out.Pix[out.PixOffset(x, y)] = next[i]
			}
		}
	}
	copy(last.Pix, next)
	return out
}
