package ui

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"highwater/viz/draw"
	"highwater/viz/theme"
)

func canvas() (Kit, *draw.Frame) {
	f := draw.New(400, 200, theme.Light().Paper)
	return Kit{Pen: draw.On(f), T: theme.Light()}, f
}

// TestIconsAreShapes: every icon draws something, within its size, and no character.
func TestIconsAreShapes(t *testing.T) {
	for i := NoIcon + 1; i <= Right; i++ {
		k, f := canvas()
		k.Icon(i, draw.P(100, 100), 20, theme.Light().Ink)
		assert.NotEmpty(t, f.Ops, i)
		for j := range f.Ops {
			o := &f.Ops[j]
			assert.NotEqual(t, draw.KindText, o.Kind)
			assert.True(t, draw.B(89, 89, 22, 22).Holds(o.Box(), 1), "%v: %v", i, o.Box())
		}
	}
}

// TestControlsAnswer: each control is a hit that a finger finds, with a line or a reason.
func TestControlsAnswer(t *testing.T) {
	say := Say{Line: "step", Tip: "One step on"}
	for name, draws := range map[string]func(k Kit){
		"round": func(k Kit) { k.Round(draw.B(10, 10, 20, 20), Play, true, say) },
		"tool":  func(k Kit) { k.Tool(draw.B(10, 10, 38, 18), Moon, "Dark", say) },
		"pill":  func(k Kit) { k.Pill(draw.B(10, 10, 90, 22), "Kafka", say) },
		"chip":  func(k Kit) { k.Chip(draw.B(10, 10, k.ChipWidth("wait"), 20), "wait", say) },
		"off": func(k Kit) {
			k.Chip(draw.B(10, 10, 90, 28), "start", Say{Off: true, Tip: "It is running",
				Line: "start b1"})
		},
	} {
		k, f := canvas()
		draws(k)
		k.Done()
		if assert.Len(t, f.Hits, 1, name) {
			h := f.Hits[0]
			assert.GreaterOrEqual(t, h.Box.W, float32(24), name)
			assert.GreaterOrEqual(t, h.Box.H, float32(24), name)
			assert.NotEmpty(t, h.Line+h.Tip, name)
			assert.NotEmpty(t, h.Say, name)
			assert.Equal(t, name == "off", h.Off, name)
		}
		assert.Empty(t, draw.Check(f), name)
	}
}

// TestTipStaysInside: a tooltip near any corner is whole.
func TestTipStaysInside(t *testing.T) {
	for _, at := range []draw.Pt{{X: 1, Y: 1}, {X: 399, Y: 1}, {X: 1, Y: 199}, {X: 399, Y: 199}} {
		k, f := canvas()
		k.Tip(at, "offset 24: biz-key-1 = round3", draw.B(0, 0, 400, 200))
		k.Done()
		assert.Empty(t, draw.Check(f), at)
		for i := range f.Ops {
			if f.Ops[i].Kind == draw.KindRect {
				assert.True(t, draw.B(0, 0, 400, 200).Holds(f.Ops[i].Box(), 0.5), at)
			}
		}
	}
}
