package draw_test

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/viz/draw"
	"highwater/viz/drawtest"
	"highwater/viz/font"
	"highwater/viz/theme"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestStageAsText(t *testing.T) {
	got := drawtest.Stage(theme.Light()).String()
	if *update {
		require.NoError(t, os.WriteFile("testdata/stage.txt", []byte(got), 0o644))
	}
	want, err := os.ReadFile("testdata/stage.txt")
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

func TestAFrameRepeatsAndIsRefilledWithoutAllocating(t *testing.T) {
	assert.Equal(t, drawtest.Stage(theme.Light()), drawtest.Stage(theme.Light()))
	f := draw.New(200, 100, white)
	fill := func() {
		f.Reset(200, 100, white)
		p := draw.On(f)
		p.At(draw.Labels, func() { p.Text(10, 50, "offset", ink) })
		p.At(draw.Boxes, func() {
			p.Clipped(draw.B(0, 0, 50, 50), func() {
				p.Rect(draw.B(1, 1, 10, 10), draw.Fill(black))
				p.Line(draw.Edge(black, 1), draw.P(0, 0), draw.P(9, 9), draw.P(20, 0))
			})
		})
		p.Done()
	}
	fill()
	assert.LessOrEqual(t, testing.AllocsPerRun(100, fill), 1.0, "at most the pen itself")
}

func TestLayersOrderAndOrderWithinALayerStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := draw.New(10, 10, white)
		p := draw.On(f)
		for i, l := range rapid.SliceOf(rapid.Uint8Range(0, uint8(draw.Over))).Draw(t, "layers") {
			p.At(draw.Layer(l), func() { p.Rect(draw.B(float32(i), 0, 1, 1), draw.Fill(black)) })
		}
		p.Done()
		for i := 1; i < len(f.Ops); i++ {
			a, b := f.Ops[i-1], f.Ops[i]
			if a.Layer > b.Layer || a.Layer == b.Layer && a.X > b.X {
				t.Fatalf("op %v before op %v", a, b)
			}
		}
	})
}

func TestThePenNests(t *testing.T) {
	f := draw.New(200, 100, white)
	p := draw.On(f)
	p.Faded(0.5, func() {
		p.Clipped(draw.B(10, 10, 50, 50), func() {
			p.Clipped(draw.B(40, 0, 90, 90), func() {
				p.Dimmed(0.5, func() { p.Rect(draw.B(0, 0, 99, 99), draw.Fill(black).Round(500)) })
			})
		})
	})
	p.Rect(draw.B(0, 0, 9, 9), draw.Fill(black).Edged(draw.RGBA{}, 2))
	p.Done()
	assert.Equal(t, draw.B(40, 10, 20, 50), f.Boxes[f.Ops[0].Clip], "the smaller of two clips")
	assert.Equal(t, uint8(64), f.Ops[0].Fill.A)
	assert.Equal(t, draw.Fading, f.Ops[0].Flags)
	assert.Equal(t, float32(49.5), f.Ops[0].R, "a radius is at most half of the box")
	assert.Equal(t, draw.Op{Kind: draw.KindRect, W: 9, H: 9, Fill: black}, f.Ops[1],
		"back as before")
}

func TestTextStandsWhereItsAnchorSays(t *testing.T) {
	f := draw.New(200, 100, white)
	p := draw.On(f)
	w := ink.Width("offset")
	for i, a := range []draw.Anchor{draw.Start, draw.Middle, draw.End} {
		p.Text(100, 50, "offset", ink.At(a))
		assert.InDelta(t, 100-w*float32(i)/2, f.Ops[i].X, 1e-3)
	}
	p.TextIn(draw.B(10, 20, 100, 30), "H", ink.At(draw.Middle))
	b := f.Ops[3].Box()
	assert.InDelta(t, 35, b.Mid().Y, 0.1, "capitals in the middle")
	assert.Zero(t, p.Text(1, 1, "", ink))
	assert.Len(t, f.Ops, 4, "no text, no op")
	assert.Equal(t, float32(2*19), p.Rich(draw.B(0, 0, 60, 99), "one two three", ink, 19, white))
	assert.Equal(t, float32(2*19), draw.RichHeight("one two three", ink, 60, 19))
}

func TestHits(t *testing.T) {
	f := draw.New(200, 100, white)
	p := draw.On(f)
	p.At(draw.UI, func() { p.Hit(draw.Hit{Box: draw.B(0, 0, 50, 50), Line: "above"}) })
	p.Hit(draw.Hit{Box: draw.B(0, 0, 100, 100), Line: "below"})
	p.Clipped(draw.B(100, 0, 50, 50), func() {
		p.Hit(draw.Hit{Box: draw.B(90, 0, 50, 50), Line: "cut"})
		p.Hit(draw.Hit{Box: draw.B(0, 60, 50, 50), Line: "gone"})
	})
	p.Done()
	require.Len(t, f.Hits, 3)
	assert.Equal(t, "above", f.HitAt(draw.P(10, 10)).Line)
	assert.Equal(t, "below", f.HitAt(draw.P(60, 10)).Line)
	assert.Equal(t, "cut", f.HitAt(draw.P(101, 10)).Line)
	assert.Nil(t, f.HitAt(draw.P(199, 99)))
	h := draw.Hit{Box: draw.B(10, 10, 100, 10), Drag: draw.DragX, Lo: 2, Hi: 4}
	assert.Equal(t, []float32{2, 3, 4}, []float32{h.At(draw.P(0, 0)), h.At(draw.P(60, 0)),
		h.At(draw.P(500, 0))})
}

func TestOutlines(t *testing.T) {
	f := draw.New(200, 100, white)
	p := draw.On(f)
	p.Rect(draw.B(10, 10, 40, 20), draw.Edge(black, 1).Round(5))
	p.Rect(draw.B(10, 10, 40, 20), draw.Edge(black, 1))
	p.Diamond(draw.P(50, 50), 10, draw.Edge(black, 1))
	pts, closed := f.Outline(nil, &f.Ops[0])
	assert.True(t, closed)
	assert.InDelta(t, 2*30+2*10+2*3.14159*5, draw.Length(pts, closed), 0.15)
	assert.Equal(t, draw.P(15, 10), pts[0])
	pts, closed = f.Outline(nil, &f.Ops[1])
	assert.Equal(t, float32(120), draw.Length(pts, closed))
	pts, closed = f.Outline(nil, &f.Ops[2])
	assert.InDelta(t, 4*14.142, draw.Length(pts, closed), 0.01)
}

// TestDashesFillTheirShare: of a closed edge whole periods are painted, of an open one what its
// length holds.
func TestDashesFillTheirShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Float32Range(5, 300)
		pts := []draw.Pt{{X: 0, Y: 0}, {X: size.Draw(t, "w"), Y: 0}, {X: 30, Y: size.Draw(t, "h")}}
		dash := rapid.Float32Range(1, 9).Draw(t, "dash")
		gap := rapid.Float32Range(1, 9).Draw(t, "gap")
		closed := rapid.Bool().Draw(t, "closed")
		sum := float32(0)
		draw.Dashes(pts, closed, dash, gap, func(a, b draw.Pt, _ bool) {
			sum += draw.Length([]draw.Pt{a, b}, false)
		})
		share := draw.Length(pts, closed) * dash / (dash + gap)
		room := dash + 0.01
		if closed {
			room = 0.02 * share
		}
		if sum < share-room || sum > share+room {
			t.Fatalf("painted %v, want %v", sum, share)
		}
	})
	n := 0
	draw.Dashes([]draw.Pt{{}, {X: 1e6}}, false, 0.001, 0.001, func(_, _ draw.Pt, _ bool) { n++ })
	assert.Equal(t, 1, n, "dashes beyond number are a solid line")
	draw.Dashes([]draw.Pt{{}}, true, 1, 1, func(_, _ draw.Pt, _ bool) { n++ })
	assert.Equal(t, 1, n)
}

func TestColours(t *testing.T) {
	assert.InDelta(t, 21, draw.Contrast(white, black), 1e-4)
	assert.InDelta(t, 4.48, draw.Contrast(draw.Hex(0x777777), white), 0.005)
	assert.Equal(t, draw.Hex(0x7F7F7F), draw.RGBA{A: 128}.Over(white))
	assert.Equal(t, white, draw.RGBA{}.Over(white))
	assert.Equal(t, draw.Hex(0x808080), white.Mix(black, 0.5))
	assert.Equal(t, uint8(128), black.Fade(0.5).A)
	assert.Equal(t, "#FF00AA", draw.Hex(0xFF00AA).String())
	assert.Equal(t, "#00000080", draw.RGBA{A: 128}.String())
}

func TestBoxes(t *testing.T) {
	b := draw.B(10, 20, 100, 50)
	cut, rest := b.CutLeft(30, 5)
	assert.Equal(t, [2]draw.Box{draw.B(10, 20, 30, 50), draw.B(45, 20, 65, 50)},
		[2]draw.Box{cut, rest})
	cut, rest = b.CutRight(30, 5)
	assert.Equal(t, [2]draw.Box{draw.B(80, 20, 30, 50), draw.B(10, 20, 65, 50)},
		[2]draw.Box{cut, rest})
	cut, rest = b.CutTop(30, 5)
	assert.Equal(t, [2]draw.Box{draw.B(10, 20, 100, 30), draw.B(10, 55, 100, 15)},
		[2]draw.Box{cut, rest})
	cut, rest = b.CutBottom(90, 5)
	assert.Equal(t, [2]draw.Box{b, draw.B(10, 20, 100, 0)}, [2]draw.Box{cut, rest})
	assert.Equal(t, draw.B(15, 25, 90, 40), b.Inset(5))
	assert.Equal(t, draw.B(10, 20, 0, 50), draw.B(10, 20, 0, 50).Meet(b))
	assert.Equal(t, b, b.Join(draw.Box{}))
	assert.Equal(t, draw.B(0, 0, 110, 70), b.Join(draw.B(0, 0, 1, 1)))
	assert.True(t, b.Holds(draw.B(9.6, 20, 100, 50), 0.5))
	assert.False(t, b.Holds(draw.B(9, 20, 100, 50), 0.5))
	assert.Equal(t, draw.B(5, 10, 50, 25), draw.Box{}.Lerp(b, 0.5))
	assert.Equal(t, draw.B(11, 22, 100, 50), b.Shift(1, 2))
	assert.True(t, b.Has(draw.P(10, 20)))
	assert.False(t, b.Has(draw.P(110, 20)))
}

func TestWordsAreRefinedStepByStep(t *testing.T) {
	w := ink.Mono().Bold().Size(15).In(grey).Struck()
	assert.Equal(t, draw.Words{Face: font.MonoBold, Px: 15, Colour: grey, Strike: true}, w)
}

func BenchmarkBuild(b *testing.B) {
	f := new(draw.Frame)
	t := theme.Light()
	b.ReportAllocs()
	for b.Loop() {
		f.Reset(960, 600, t.Paper)
		p := draw.On(f)
		p.At(draw.Labels, func() {
			for range 100 {
				p.TextIn(draw.B(10, 10, 100, 20), "00000000000000000206.log", t.Data(11))
			}
		})
		p.At(draw.Boxes, func() {
			for range 1200 {
				p.Rect(draw.B(10, 10, 20, 20), t.Live.Style(1.5, 5))
			}
		})
		p.Done()
	}
}
