package soft_test

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/viz/draw"
	"highwater/viz/drawtest"
	"highwater/viz/soft"
	"highwater/viz/theme"
)

var pictures = flag.String("pictures", "", "folder to write the pictures of the tests to")

var (
	white = draw.Hex(0xFFFFFF)
	black = draw.Hex(0x000000)
)

func keep(t *testing.T, name string, data []byte) {
	if *pictures != "" {
		require.NoError(t, os.WriteFile(filepath.Join(*pictures, name), data, 0o644))
	}
}

// TestStagePixels holds the pixels of a frame with one of everything, natively and in WebAssembly.
func TestStagePixels(t *testing.T) {
	got := ""
	for _, name := range theme.All() {
		for _, scale := range []float32{1, 1.5, 2} {
			th, _ := theme.Named(name)
			img := soft.Image(drawtest.Stage(th), scale)
			h := fnv.New64a()
			h.Write(img.Pix)
			got += fmt.Sprintf("%s %v %v %016x\n", name, scale, img.Rect.Max, h.Sum64())
			if *pictures != "" {
				var b bytes.Buffer
				require.NoError(t, png.Encode(&b, img))
				keep(t, fmt.Sprintf("%s-%v.png", name, scale), b.Bytes())
			}
		}
	}
	assert.Equal(t, stagePixels, got)
}

func paint(w, h float32, scale float32, do func(p *draw.Pen)) *image.RGBA {
	f := draw.New(w, h, white)
	p := draw.On(f)
	do(p)
	p.Done()
	return soft.Image(f, scale)
}

func reds(img *image.RGBA, y int) (row []int) {
	for x := range img.Rect.Dx() {
		row = append(row, int(img.RGBAAt(x, y).R))
	}
	return row
}

func TestBoxes(t *testing.T) {
	img := paint(6, 4, 1, func(p *draw.Pen) { p.Rect(draw.B(1, 1, 3.5, 2), draw.Fill(black)) })
	assert.Equal(t, []int{255, 0, 0, 0, 127, 255}, reds(img, 1), "half a pixel is half covered")
	assert.Equal(t, []int{255, 255, 255, 255, 255, 255}, reds(img, 3))
	img = paint(6, 6, 1, func(p *draw.Pen) { p.Rect(draw.B(1, 1, 4, 4), draw.Edge(black, 1)) })
	assert.Equal(t, []int{191, 127, 127, 127, 127, 191}, reds(img, 0), "half of it is outside")
	assert.Equal(t, []int{127, 128, 255, 255, 128, 127}, reds(img, 2))
	img = paint(6, 6, 2, func(p *draw.Pen) { p.Rect(draw.B(1, 1, 4, 4), draw.Edge(black, 1)) })
	assert.Equal(t, []int{255, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 255}, reds(img, 4))
	img = paint(4, 4, 1, func(p *draw.Pen) {
		p.Rect(draw.B(0, 0, 4, 4), draw.Fill(draw.RGBA{A: 128}))
	})
	assert.Equal(t, []int{127, 127, 127, 127}, reds(img, 0))
}

func TestClipsCut(t *testing.T) {
	img := paint(4, 4, 1, func(p *draw.Pen) {
		p.Clipped(draw.B(1, 1, 2, 9), func() {
			p.Rect(draw.B(-5, -5, 50, 50), draw.Fill(black))
			p.Poly(draw.Fill(black), draw.P(-9, -9), draw.P(90, -9), draw.P(0, 90))
			p.Text(-3, 4, "HHHHH", draw.Words{Px: 20, Colour: black})
			p.Hatch(draw.B(-5, -5, 50, 50), 0, black)
			p.Glow(draw.B(-5, -5, 50, 50), 0, 5, black)
			p.Line(draw.Edge(black, 3).Dashed(2, 1), draw.P(-9, -9), draw.P(90, 90))
		})
	})
	assert.Equal(t, []int{255, 255, 255, 255}, reds(img, 0))
	assert.Equal(t, []int{255, 0, 0, 255}, reds(img, 1))
}

// TestBoxAndPolygonAgree: the same sharp box is painted alike by both ways of painting.
func TestBoxAndPolygonAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Float32Range(-5, 25)
		x, y := at.Draw(t, "x"), at.Draw(t, "y")
		w, h := rapid.Float32Range(1, 20).Draw(t, "w"), rapid.Float32Range(1, 20).Draw(t, "h")
		scale := rapid.SampledFrom([]float32{1, 1.25, 2}).Draw(t, "scale")
		a := paint(20, 20, scale, func(p *draw.Pen) {
			p.Rect(draw.B(x, y, w, h), draw.Fill(black))
		})
		b := paint(20, 20, scale, func(p *draw.Pen) {
			p.Poly(draw.Fill(black), draw.P(x, y), draw.P(x+w, y), draw.P(x+w, y+h), draw.P(x, y+h))
		})
		for i := range a.Pix {
			if d := int(a.Pix[i]) - int(b.Pix[i]); d < -3 || d > 3 {
				t.Fatalf("byte %d: box %d, polygon %d", i, a.Pix[i], b.Pix[i])
			}
		}
	})
}

// TestRoundedBoxIsItsOutline: a rounded box and the polygon of its outline cover the same.
func TestRoundedBoxIsItsOutline(t *testing.T) {
	box := draw.B(3.3, 4.1, 31, 22)
	f := draw.New(40, 30, white)
	p := draw.On(f)
	p.Rect(box, draw.Fill(black).Round(9))
	pts, _ := f.Outline(nil, &f.Ops[0])
	a := soft.Image(f, 2)
	b := paint(40, 30, 2, func(p *draw.Pen) { p.Poly(draw.Fill(black), pts...) })
	worst := 0
	for i := range a.Pix {
		worst = max(worst, int(a.Pix[i])-int(b.Pix[i]), int(b.Pix[i])-int(a.Pix[i]))
	}
	assert.Less(t, worst, 45)
}

func TestADashedEdgeIsPartlyThere(t *testing.T) {
	ink := func(s draw.Style) (sum int) {
		img := paint(60, 60, 2, func(p *draw.Pen) { p.Rect(draw.B(5, 5, 50, 50), s.Round(8)) })
		for i := 0; i < len(img.Pix); i += 4 {
			sum += 255 - int(img.Pix[i])
		}
		return sum
	}
	whole, dashed := ink(draw.Edge(black, 2)), ink(draw.Edge(black, 2).Dashed(3, 2))
	assert.InDelta(t, 0.6, float64(dashed)/float64(whole), 0.04)
}

func TestTextIsPaintedWhereItIsMeasured(t *testing.T) {
	f := draw.New(200, 40, white)
	p := draw.On(f)
	p.Text(20.3, 30, "Щука gj", draw.Words{Px: 20, Colour: black})
	img := soft.Image(f, 3)
	ink := image.Rectangle{}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.RGBAAt(x, y).R < 128 {
				ink = ink.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	b := f.Ops[0].Box()
	assert.InDelta(t, b.X*3, ink.Min.X, 1.5)
	assert.InDelta(t, b.Right()*3, ink.Max.X, 1.5)
	assert.InDelta(t, b.Y*3, ink.Min.Y, 1.5)
	assert.InDelta(t, b.Bottom()*3, ink.Max.Y, 1.5)
}

func TestPNG(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, soft.PNG(&b, drawtest.Stage(theme.Light()), 1))
	img, err := png.Decode(&b)
	require.NoError(t, err)
	assert.Equal(t, image.Rect(0, 0, 760, 460), img.Bounds())
	assert.True(t, img.(*image.RGBA).Opaque())
}

// film moves a cell over the stage; the last frame stands still.
func film(t *theme.Theme, n int) func() *draw.Frame {
	i := 0
	return func() *draw.Frame {
		if i++; i > n {
			return nil
		}
		f := drawtest.Stage(t)
		x := 20 + 12*float32(min(i, n-1))
		p := draw.On(f)
		p.At(draw.Over, func() { p.Rect(draw.B(x, 280, 44, 44), t.Key(2).Style(1.5, 7)) })
		p.Done()
		return f
	}
}

func TestGIF(t *testing.T) {
	for _, name := range []string{"light", "dark"} {
		th, _ := theme.Named(name)
		var b bytes.Buffer
		require.NoError(t, soft.GIF(&b, th, 1, 15, film(th, 12)))
		keep(t, name+".gif", b.Bytes())
		g, err := gif.DecodeAll(&b)
		require.NoError(t, err)
		assert.Len(t, g.Image, 11, "the frame that changes nothing only lasts longer")
		total := 0
		for _, d := range g.Delay {
			total += d
		}
		assert.Equal(t, 100*12/15, total)
		assert.Less(t, g.Image[5].Rect.Dx(), 70, "only what changed")
		palette := g.Config.ColorModel.(color.Palette)
		assert.LessOrEqual(t, len(palette), 256)
		assert.Less(t, far(soft.Image(drawtest.Stage(th), 1), palette), 20.0)
	}
	assert.Error(t, soft.GIF(new(bytes.Buffer), theme.Light(), 1, 0, film(theme.Light(), 1)))
	assert.Error(t, soft.GIF(new(bytes.Buffer), theme.Light(), 1, 15, film(theme.Light(), 0)))
}

// far returns how far the worst hundredth of the pixels is from the palette, as a distance in RGB.
func far(img *image.RGBA, p color.Palette) float64 {
	var distances [512]int
	known := map[color.RGBA]int{}
	for i := 0; i < len(img.Pix); i += 4 {
		c := color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 255}
		d, ok := known[c]
		if !ok {
			q := p[1:].Convert(c).(color.RGBA)
			r, g, b := int(c.R)-int(q.R), int(c.G)-int(q.G), int(c.B)-int(q.B)
			for d*d < r*r+g*g+b*b {
				d++
			}
			known[c] = d
		}
		distances[d]++
	}
	left := len(img.Pix) / 400
	for d := len(distances) - 1; d > 0; d-- {
		if left -= distances[d]; left < 0 {
			return float64(d)
		}
	}
	return 0
}

// TestStrangeFramesDoNotHarm: shapes without size, outside, of huge numbers.
func TestStrangeFramesDoNotHarm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]float32{-1e6, -7, -0.3, 0, 0.2, 1, 5, 19.9, 20, 300, 1e6})
		scale := rapid.SampledFrom([]float32{0.1, 1, 1.7}).Draw(t, "scale")
		paint(20, 20, scale, func(p *draw.Pen) {
			b := draw.B(n.Draw(t, "x"), n.Draw(t, "y"), n.Draw(t, "w"), n.Draw(t, "h"))
			s := draw.Fill(black).Edged(black, n.Draw(t, "edge")).Round(n.Draw(t, "r"))
			p.Rect(b, s)
			p.Rect(b, s.Dashed(n.Draw(t, "dash"), n.Draw(t, "gap")))
			p.Hatch(b, s.R, black)
			p.Glow(b, s.R, n.Draw(t, "blur"), black)
			p.Poly(s, b.Mid(), draw.P(b.X, b.Y), draw.P(b.W, b.H))
			p.Line(s, b.Mid(), draw.P(b.X, b.Y), draw.P(b.W, b.H))
			p.Clipped(b, func() { p.Text(b.X, b.Y, "text", draw.Words{Px: 13, Colour: black}) })
		})
	})
}

func BenchmarkPaint(b *testing.B) {
	f := drawtest.Crowd(theme.Light(), 960, 600, 1200, 30)
	img := image.NewRGBA(image.Rect(0, 0, 960, 600))
	var p soft.Painter
	b.ReportAllocs()
	for b.Loop() {
		p.Paint(img, f, 1)
	}
}

func BenchmarkPaintStage(b *testing.B) {
	f := drawtest.Stage(theme.Light())
	img := image.NewRGBA(image.Rect(0, 0, 1520, 920))
	var p soft.Painter
	for b.Loop() {
		p.Paint(img, f, 2)
	}
}

func BenchmarkGIF(b *testing.B) {
	for b.Loop() {
		frames := film(theme.Light(), 30)
		if err := soft.GIF(new(bytes.Buffer), theme.Light(), 1, 15, frames); err != nil {
			b.Fatal(err)
		}
	}
}
