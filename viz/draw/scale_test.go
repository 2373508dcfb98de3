package draw

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"highwater/viz/font"
)

// TestScaledGrowsEverything: what is drawn at twice the size lies where the small picture lies,
// seen through a glass: words, hits, points and clips alike.
func TestScaledGrowsEverything(t *testing.T) {
	draws := func(p *Pen) {
		p.Clipped(B(10, 10, 60, 30), func() {
			p.Rect(B(12, 12, 20, 10), Fill(RGBA{A: 255}).Edged(RGBA{A: 255}, 1).Round(3))
			p.Line(Edge(RGBA{A: 255}, 1).Dashed(2, 3), P(12, 12), P(40, 20))
			p.TextIn(B(12, 12, 50, 20), "seq 1", Words{Face: font.Sans, Px: 12,
				Colour: RGBA{A: 255}})
		})
		p.Hit(Hit{Box: B(12, 12, 24, 24), Line: "select b1"})
	}
	small, large := New(400, 200, RGBA{}), New(400, 200, RGBA{})
	draws(On(small))
	p := On(large)
	p.Scaled(P(10, 10), 2, func() { draws(p) })
	require.Len(t, large.Ops, len(small.Ops))
	twice := func(v float32) float32 { return 10 + (v-10)*2 }
	for i := range small.Ops {
		a, b := small.Ops[i], large.Ops[i]
		assert.InDelta(t, twice(a.X), b.X, 1e-3)
		assert.InDelta(t, twice(a.Y), b.Y, 1e-3)
		assert.InDelta(t, 2*a.W, b.W, 1e-3)
		assert.InDelta(t, 2*a.Px, b.Px, 1e-3)
		assert.InDelta(t, 2*a.Dash, b.Dash, 1e-3)
		if a.Kind == KindText {
			assert.InDelta(t, font.Measure(b.Face, b.Px, b.Text), b.W, 1e-2)
		}
		assert.Equal(t, small.Boxes[a.Clip].about(P(10, 10), 2), large.Boxes[b.Clip])
	}
	assert.Equal(t, B(14, 14, 48, 48), large.Hits[0].Box)
	for i := range small.Pts {
		assert.InDelta(t, twice(small.Pts[i].X), large.Pts[i].X, 1e-3)
	}
}
