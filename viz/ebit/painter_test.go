package ebit

import (
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/stretchr/testify/require"

	"highwater/assets"
	"highwater/viz/draw"
	"highwater/viz/drawtest"
	"highwater/viz/font"
	"highwater/viz/soft"
	"highwater/viz/theme"
)

// sample has every kind of op, each in the forms that scenes use: fractions of points, hairlines,
// clips, opacity, dashes, both languages.
func sample(t *theme.Theme) *draw.Frame {
	f := draw.New(320, 240, t.Paper)
	p := draw.On(f)
	p.Rect(draw.B(10, 10, 90, 40), draw.Fill(t.Card).Edged(t.Line, 1.2).Round(9))
	p.Rect(draw.B(110.3, 10.6, 60.5, 40.2), draw.Fill(t.Live.Fill).Edged(t.Live.Edge, 1.5).Round(7))
	p.Rect(draw.B(180, 10, 40, 40), draw.Edge(t.Gone.Edge, 1.5).Dashed(4, 3).Round(7))
	p.Rect(draw.B(230, 10, 40, 40), draw.Fill(t.Flight.Fill).Edged(t.Flight.Edge, 3))
	p.Circle(draw.P(295, 30), 14.5, draw.Fill(t.Wait.Fill).Edged(t.Wait.Edge, 1))
	p.Circle(draw.P(295, 30), 2.2, draw.Fill(t.Ink))
	p.Line(draw.Edge(t.Line, 1), draw.P(0, 60), draw.P(320, 60))
	p.Line(draw.Edge(t.Ink, 1.6), draw.P(12, 110), draw.P(12, 70), draw.P(60, 70), draw.P(80, 95))
	p.Line(draw.Edge(t.Flight.Edge, 1.5).Dashed(4, 3), draw.P(90, 70), draw.P(90, 115),
		draw.P(150, 115))
	p.Diamond(draw.P(180, 92), 21, draw.Fill(t.Live.Fill).Edged(t.Live.Edge, 1.5))
	p.Poly(draw.Fill(t.Wood), draw.P(220, 75), draw.P(254, 75), draw.P(248, 84), draw.P(254, 93),
		draw.P(220, 93))
	p.Hatch(draw.B(262, 72, 44, 44), 7, t.Hatch)
	p.At(draw.Over, func() {
		p.Glow(draw.B(30, 130, 120, 40), 8, 12, t.Shade)
		p.Rect(draw.B(30, 130, 120, 40), draw.Fill(t.Card).Round(8))
	})
	words := draw.Words{Face: font.Sans, Px: 13, Colour: t.Ink}
	p.Text(170.4, 140, "Сообщение offset 12", words)
	p.Text(170, 156, "00000000000000000206.log",
		draw.Words{Face: font.Mono, Px: 11, Colour: t.Mute})
	struck := words
	struck.Face, struck.Strike, struck.Px = font.SansBold, true, 17
	p.Text(170, 178, "aborted ∅ → 7", struck)
	p.Clipped(draw.B(20, 190, 70.5, 30), func() {
		p.Rect(draw.B(10, 180, 60, 30), draw.Fill(t.State.Fill).Edged(t.State.Edge, 2).Round(12))
		p.Text(24, 210, "cut at the edge", words)
		p.Line(draw.Edge(t.Gone.Edge, 2), draw.P(0, 180), draw.P(120, 225))
	})
	p.Faded(0.4, func() {
		p.Rect(draw.B(120, 195, 50, 30),
			draw.Fill(t.Key(1).Fill).Edged(t.Key(1).Edge, 1.5).Round(6))
		p.Text(126, 214, "fading", words)
	})
	p.Done()
	return f
}

// paint paints a frame with the GPU and reads it back.
func paint(p *Painter, f *draw.Frame, scale float32) *image.RGBA {
	w, h := soft.Size(f, scale)
	screen := ebiten.NewImage(w, h)
	defer screen.Deallocate()
	p.Paint(screen, f, scale)
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	screen.ReadPixels(out.Pix)
	return out
}

// difference is what an eye makes of two pictures: the mean and the share of pixels that clearly
// differ, by the distance of colours in YIQ space, 1 being black against white.
func difference(a, b *image.RGBA) (mean, clear float64) {
	n := len(a.Pix) / 4
	for i := 0; i < len(a.Pix); i += 4 {
		r := float64(a.Pix[i]) - float64(b.Pix[i])
		g := float64(a.Pix[i+1]) - float64(b.Pix[i+1])
		bl := float64(a.Pix[i+2]) - float64(b.Pix[i+2])
		y := 0.29889531*r + 0.58662247*g + 0.11448223*bl
		u := 0.59597799*r - 0.27417610*g - 0.32180189*bl
		v := 0.21147017*r - 0.52261711*g + 0.31114694*bl
		d := math.Sqrt((0.5053*y*y + 0.299*u*u + 0.1957*v*v) / 32857)
		mean += d
		if d > 0.1 {
			clear++
		}
	}
	return mean / float64(n), clear / float64(n)
}

// like demands that both painters show the same; if not, the pictures are kept to be looked at.
func like(t *testing.T, name string, p *Painter, f *draw.Frame, scale float32) {
	t.Helper()
	got, want := paint(p, f, scale), soft.Image(f, scale)
	mean, clear := difference(got, want)
	t.Logf("%s: mean %.5f, clearly different %.5f", name, mean, clear)
	if mean > 0.002 || clear > 0.002 {
		dir := filepath.Join(os.TempDir(), "highwater-ebit")
		require.NoError(t, os.MkdirAll(dir, 0o755))
		for kind, img := range map[string]image.Image{"gpu": got, "soft": want} {
			file, err := os.Create(filepath.Join(dir, name+"-"+kind+".png"))
			require.NoError(t, err)
			require.NoError(t, png.Encode(file, img))
			require.NoError(t, file.Close())
		}
		t.Errorf("%s: mean %.4f, clearly different %.4f; see %s", name, mean, clear, dir)
	}
}

// TestLikeSoft: the GPU's picture is the software painter's, in every theme and at every scale.
func TestLikeSoft(t *testing.T) {
	needWindow(t)
	p := NewPainter()
	for _, name := range theme.All() {
		th, ok := theme.Named(name)
		require.True(t, ok)
		for _, scale := range []float32{1, 1.25, 2, 3} {
			like(t, fmt.Sprintf("sample-%s-%g", name, scale), p, sample(th), scale)
		}
	}
}

// TestDifferenceSees: the measure is not blind; a moved box and another colour are told.
func TestDifferenceSees(t *testing.T) {
	f := sample(theme.Light())
	a := soft.Image(f, 1)
	for i := range f.Ops {
		if f.Ops[i].Kind == draw.KindRect {
			f.Ops[i].X += 1.5
		}
	}
	_, clear := difference(a, soft.Image(f, 1))
	require.Greater(t, clear, 0.004)
	_, clear = difference(a, soft.Image(sample(theme.Night()), 1))
	require.Greater(t, clear, 0.5)
}

// TestAtlasFull: more glyphs than fit make the atlas larger and lose no letter.
func TestAtlasFull(t *testing.T) {
	needWindow(t)
	p := NewPainter()
	p.atlas = newAtlas(64)
	like(t, "atlas", p, sample(theme.Light()), 1)
	require.Greater(t, p.atlas.size, 64)
}

// TestLessonsLikeSoft: so it is with the pictures of the lessons themselves.
func TestLessonsLikeSoft(t *testing.T) {
	needWindow(t)
	p := NewPainter()
	for _, name := range assets.LessonNames() {
		s := twin(t, "lesson "+name)
		for i, stop := range s.Status().Stops {
			if i%3 != 1 {
				continue
			}
			require.NoError(t, s.Do(stop.Line))
			like(t, name+"-"+stop.ID+"-full", p, s.Frame(1440, 900), 1)
			like(t, name+"-"+stop.ID+"-phone", p, s.Frame(390, 844), 2)
		}
	}
}

// BenchmarkCollect is the work of the processor for one full picture: from the frame to triangles.
func BenchmarkCollect(b *testing.B) {
	if noWindow != nil {
		b.Skip("left out, there is no window here: ", noWindow)
	}
	p := NewPainter()
	p.scale = 2
	f := drawtest.Crowd(theme.Light(), 1440, 900, 1200, 30)
	screen := image.Rect(0, 0, 2880, 1800)
	for p.collect(screen, f); b.Loop(); {
		p.collect(screen, f)
	}
	b.ReportMetric(float64(len(p.batch.vertices)), "vertices")
}

// TestNothingAllocated: a picture that was painted once costs no new memory but what the engine's
// own call takes.
func TestNothingAllocated(t *testing.T) {
	needWindow(t)
	p := NewPainter()
	p.scale = 1
	f := sample(theme.Light())
	screen := image.Rect(0, 0, 320, 240)
	require.True(t, p.collect(screen, f))
	allocs := testing.AllocsPerRun(20, func() { p.collect(screen, f) })
	require.LessOrEqual(t, allocs, 40.0)
	t.Logf("%g allocations", allocs)
}
