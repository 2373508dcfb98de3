package draw_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"highwater/viz/draw"
	"highwater/viz/drawtest"
	"highwater/viz/font"
	"highwater/viz/theme"
)

var (
	white = draw.Hex(0xFFFFFF)
	black = draw.Hex(0x000000)
	grey  = draw.Hex(0x888888)
	ink   = draw.Words{Face: font.Sans, Px: 13, Colour: black}
)

// faults draws on white, 200 × 100, and returns the kinds of what Check finds.
func faults(do func(p *draw.Pen)) []draw.FaultKind {
	f := draw.New(200, 100, white)
	p := draw.On(f)
	do(p)
	p.Done()
	var kinds []draw.FaultKind
	for _, x := range draw.Check(f) {
		kinds = append(kinds, x.Kind)
	}
	return kinds
}

type scene struct {
	name string
	want []draw.FaultKind
	do   func(p *draw.Pen)
}

func run(t *testing.T, list []scene) {
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, faults(c.do)) })
	}
}

func one(k draw.FaultKind) []draw.FaultKind { return []draw.FaultKind{k} }

func TestCheckFindsCutText(t *testing.T) {
	run(t, []scene{
		{"in the frame", nil, func(p *draw.Pen) { p.Text(10, 50, "offset", ink) }},
		{"over the right edge", one(draw.Cut), func(p *draw.Pen) {
			p.Text(180, 50, "offset", ink)
		}},
		{"over the top", one(draw.Cut), func(p *draw.Pen) { p.Text(10, 8, "offset", ink) }},
		{"a space over the edge is no ink", nil, func(p *draw.Pen) {
			p.Text(199, 50, "x ", ink.At(draw.End))
		}},
		{"outside altogether is not seen", nil, func(p *draw.Pen) {
			p.Text(300, 50, "offset", ink)
		}},
		{"half in a clip", one(draw.Cut), func(p *draw.Pen) {
			p.Clipped(draw.B(0, 0, 30, 100), func() { p.Text(10, 50, "offset", ink) })
		}},
		{"outside a clip", nil, func(p *draw.Pen) {
			p.Clipped(draw.B(0, 0, 30, 100), func() { p.Text(50, 50, "offset", ink) })
		}},
		{"out of its container", one(draw.Cut), func(p *draw.Pen) {
			p.Inside(draw.B(0, 40, 30, 20), func() { p.Text(10, 55, "offset", ink) })
		}},
		{"a paragraph longer than its box", []draw.FaultKind{draw.Cut, draw.Cut, draw.Cut}, func(p *draw.Pen) {
			p.Rich(draw.B(10, 10, 50, 19), "one two three four five six", ink, 19, draw.RGBA{})
		}},
		{"a card over the edge", one(draw.Cut), func(p *draw.Pen) {
			p.At(draw.Boxes, func() { p.Rect(draw.B(150, 10, 60, 20), draw.Edge(black, 1)) })
		}},
		{"a card scrolled away by half", nil, func(p *draw.Pen) {
			p.At(draw.Boxes, func() {
				p.Clipped(draw.B(0, 0, 190, 99), func() {
					p.Rect(draw.B(150, 10, 60, 20), draw.Edge(black, 1))
				})
			})
		}},
		{"cut with an ellipsis in time", nil, func(p *draw.Pen) {
			p.TextIn(draw.B(10, 40, 30, 20), "a long offset", ink)
		}},
	})
}

func TestCheckFindsTextsOnOneAnother(t *testing.T) {
	run(t, []scene{
		{"side by side", nil, func(p *draw.Pen) {
			w := p.Text(10, 50, "offset", ink)
			p.Text(10+w+3, 50, "12", ink)
		}},
		{"touching", one(draw.Overlap), func(p *draw.Pen) {
			w := p.Text(10, 50, "offset", ink)
			p.Text(10+w-1.5, 50, "12", ink)
		}},
		{"spans of one paragraph touch", nil, func(p *draw.Pen) {
			p.Rich(draw.B(10, 10, 180, 19), "`LEO`, *HW*.", ink, 19, draw.RGBA{})
		}},
		{"lines below one another", nil, func(p *draw.Pen) {
			p.Text(10, 50, "gjpq щЩ", ink)
			p.Text(10, 66, "ЙЁ bdfh", ink)
		}},
		{"lines too close", one(draw.Overlap), func(p *draw.Pen) {
			p.Text(10, 50, "gjpq щЩ", ink)
			p.Text(10, 59, "ЙЁ bdfh", ink)
		}},
		{"one of them hidden by a card", nil, func(p *draw.Pen) {
			p.Text(10, 50, "offset", ink)
			p.Rect(draw.B(0, 30, 100, 40), draw.Fill(white))
			p.Text(12, 50, "epoch", ink)
		}},
		{"one of them fading", nil, func(p *draw.Pen) {
			p.Text(10, 50, "offset", ink)
			p.Faded(0.5, func() { p.Text(12, 50, "epoch", ink) })
		}},
		{"one of them flying", nil, func(p *draw.Pen) {
			p.Text(10, 50, "offset", ink)
			p.Text(12, 50, "epoch", ink.MayCross())
		}},
		{"a callout over it", nil, func(p *draw.Pen) {
			p.Text(10, 50, "offset", ink)
			p.At(draw.Over, func() {
				p.Rect(draw.B(20, 30, 100, 40), draw.Fill(white).Edged(black, 1))
				p.Text(30, 50, "epoch", ink)
			})
		}},
	})
}

func TestCheckFindsWhatCoversAndCrosses(t *testing.T) {
	text := func(p *draw.Pen) { p.Text(50, 50, "offset", ink) }
	card := draw.Fill(white)
	run(t, []scene{
		{"a card over half of it", one(draw.Covered), func(p *draw.Pen) {
			text(p)
			p.Rect(draw.B(60, 30, 100, 40), card)
		}},
		{"a card beneath half of it", nil, func(p *draw.Pen) {
			p.Rect(draw.B(60, 30, 100, 40), card)
			text(p)
		}},
		{"the edge of a card through it", one(draw.Crossed), func(p *draw.Pen) {
			p.Rect(draw.B(60, 30, 100, 40), card.Edged(grey, 1))
			text(p)
		}},
		{"the edge of a card around it", nil, func(p *draw.Pen) {
			p.Rect(draw.B(40, 30, 100, 40), card.Edged(grey, 1).Round(9))
			text(p)
		}},
		{"the corner of a rounded card leaves it alone", nil, func(p *draw.Pen) {
			p.Rect(draw.B(-10, 38, 60, 60), draw.Edge(grey, 1).Round(30))
			text(p)
		}},
		{"a polygon over it", one(draw.Covered), func(p *draw.Pen) {
			text(p)
			p.Poly(card, draw.P(60, 30), draw.P(100, 45), draw.P(60, 60))
		}},
		{"beside the polygon, within its box", nil, func(p *draw.Pen) {
			text(p)
			p.Poly(card, draw.P(40, 70), draw.P(180, 30), draw.P(180, 70))
		}},
		{"a wire through it", one(draw.Crossed), func(p *draw.Pen) {
			p.Line(draw.Edge(grey, 1.5), draw.P(0, 46), draw.P(200, 46))
			text(p)
		}},
		{"a wire below it", nil, func(p *draw.Pen) {
			p.Line(draw.Edge(grey, 1.5), draw.P(0, 54), draw.P(200, 54))
			text(p)
		}},
		{"a wire beneath its tag", nil, func(p *draw.Pen) {
			p.Line(draw.Edge(grey, 1.5), draw.P(0, 46), draw.P(200, 46))
			p.Rect(draw.B(45, 35, 60, 22), card)
			text(p)
		}},
		{"a wire of a callout through it", one(draw.Crossed), func(p *draw.Pen) {
			text(p)
			p.At(draw.Over, func() { p.Line(draw.Edge(grey, 1.5), draw.P(60, 0), draw.P(60, 99)) })
		}},
		{"a playhead through it", nil, func(p *draw.Pen) {
			text(p)
			p.Line(draw.Edge(grey, 1.5).MayCross(), draw.P(60, 0), draw.P(60, 99))
		}},
		{"a wire that its clip ends before the text", nil, func(p *draw.Pen) {
			p.Clipped(draw.B(0, 0, 45, 100), func() {
				p.Line(draw.Edge(grey, 1.5), draw.P(0, 46), draw.P(200, 46))
			})
			text(p)
		}},
	})
}

func TestCheckFindsPaleAndSmallText(t *testing.T) {
	tint := draw.Hex(0x777777) // 4.48 on white
	run(t, []scene{
		{"pale on the ground", one(draw.Pale), func(p *draw.Pen) {
			p.Text(50, 50, "offset", ink.In(tint))
		}},
		{"pale but large", nil, func(p *draw.Pen) {
			p.Text(50, 50, "offset", ink.In(tint).Size(24))
		}},
		{"pale but bold and rather large", nil, func(p *draw.Pen) {
			p.Text(50, 50, "offset", ink.In(tint).Size(20).Bold())
		}},
		{"pale on a card", one(draw.Pale), func(p *draw.Pen) {
			p.Rect(draw.B(40, 30, 100, 40), draw.Fill(draw.Hex(0x606060)))
			p.Text(50, 50, "offset", ink)
		}},
		{"its end on a card", one(draw.Pale), func(p *draw.Pen) {
			p.Rect(draw.B(85, 30, 100, 40), draw.Fill(draw.Hex(0x404040)))
			p.Text(50, 50, "offset", ink)
		}},
		{"half transparent", one(draw.Pale), func(p *draw.Pen) {
			p.Dimmed(0.4, func() { p.Text(50, 50, "offset", ink) })
		}},
		{"on its way out", nil, func(p *draw.Pen) {
			p.Faded(0.4, func() { p.Text(50, 50, "offset", ink) })
		}},
		{"under a veil", one(draw.Pale), func(p *draw.Pen) {
			p.Text(50, 50, "offset", ink)
			p.Rect(draw.B(0, 0, 200, 100), draw.Fill(draw.RGBA{R: 255, G: 255, B: 255, A: 200}))
		}},
		{"on dark stripes", one(draw.Pale), func(p *draw.Pen) {
			p.Hatch(draw.B(40, 30, 100, 40), 5, draw.RGBA{A: 190})
			p.Text(50, 50, "offset", ink)
		}},
		{"on pale stripes", nil, func(p *draw.Pen) {
			p.Hatch(draw.B(40, 30, 100, 40), 5, draw.RGBA{A: 50})
			p.Text(50, 50, "offset", ink)
		}},
		{"in a dark shadow", one(draw.Pale), func(p *draw.Pen) {
			p.Glow(draw.B(40, 64, 100, 20), 5, 40, black)
			p.Text(50, 60, "offset", ink)
		}},
		{"on a dark diamond", one(draw.Pale), func(p *draw.Pen) {
			p.Diamond(draw.P(100, 50), 40, draw.Fill(draw.Hex(0x303030)))
			p.Text(100, 55, "C", ink)
		}},
		{"in the empty corner of its box", nil, func(p *draw.Pen) {
			p.Diamond(draw.P(100, 50), 40, draw.Fill(draw.Hex(0x303030)))
			p.Text(62, 30, "C", ink)
		}},
		{"below 11", one(draw.Small), func(p *draw.Pen) {
			p.Text(50, 50, "offset", ink.Size(10.5))
		}},
		{"a character without a glyph", one(draw.Missing), func(p *draw.Pen) {
			p.Text(50, 50, "漢", ink)
		}},
	})
}

func TestCheckRefusesWhatCannotBePainted(t *testing.T) {
	nan := float32(math.NaN())
	for name, spoil := range map[string]func(f *draw.Frame){
		"a number that is none": func(f *draw.Frame) { f.Ops[0].X = nan },
		"an endless number":     func(f *draw.Frame) { f.Ops[0].W = float32(math.Inf(1)) },
		"a negative width":      func(f *draw.Frame) { f.Ops[0].W = -1 },
		"an unknown kind":       func(f *draw.Frame) { f.Ops[0].Kind = 99 },
		"a clip that is not":    func(f *draw.Frame) { f.Ops[0].Clip = 7 },
		"points that are not":   func(f *draw.Frame) { f.Ops[1].N = 7 },
		"a point that is none":  func(f *draw.Frame) { f.Pts[1].Y = nan },
		"layers out of order":   func(f *draw.Frame) { f.Ops[0].Layer = draw.Over },
	} {
		f := draw.New(100, 100, white)
		p := draw.On(f)
		p.Rect(draw.B(1, 1, 10, 10), draw.Fill(black))
		p.Line(draw.Edge(black, 1), draw.P(0, 0), draw.P(9, 9))
		p.Done()
		assert.Empty(t, draw.Check(f), name)
		spoil(f)
		list := draw.Check(f)
		if assert.Len(t, list, 1, name) {
			assert.Equal(t, draw.Broken, list[0].Kind, name)
		}
	}
}

func TestAFaultSaysWhatIsWrong(t *testing.T) {
	f := draw.New(200, 100, white)
	p := draw.On(f)
	p.Line(draw.Edge(grey, 1.5), draw.P(0, 46), draw.P(200, 46))
	p.Text(50, 50, "offset", ink.In(draw.Hex(0x777777)))
	p.Done()
	list := draw.Check(f)
	assert.Len(t, list, 2)
	assert.Equal(t, `crossed: op 1 "offset" at 50.7,40.1 35.0×10.0, with op 0 `+
		`line back 0,46 200,46 edge=#888888 1.5`, list[0].String())
	assert.Equal(t, `pale: op 1 "offset" at 50.7,40.1 35.0×10.0: 4.48, want 4.50`, list[1].String())
}

func TestTheSampleIsFlawless(t *testing.T) {
	for _, name := range theme.All() {
		th, _ := theme.Named(name)
		f := drawtest.Stage(th)
		assert.Empty(t, draw.Check(f), name)
		assert.Empty(t, draw.Targets(f), name)
	}
}

func TestTargetsAreLargeEnoughForAFinger(t *testing.T) {
	f := draw.New(100, 100, white)
	p := draw.On(f)
	p.Hit(draw.Hit{Box: draw.B(0, 0, 24, 24), Say: "large"})
	p.Hit(draw.Hit{Box: draw.B(0, 50, 40, 12), Say: "flat"})
	list := draw.Targets(f)
	if assert.Len(t, list, 1) {
		assert.Equal(t, "flat", list[0].Text)
	}
}

func BenchmarkCheck(b *testing.B) {
	f := drawtest.Crowd(theme.Light(), 960, 600, 1200, 30)
	for b.Loop() {
		draw.Check(f)
	}
}
