package theme_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"highwater/viz/draw"
	"highwater/viz/theme"
)

func each(t *testing.T, do func(t *testing.T, th *theme.Theme)) {
	for _, name := range theme.All() {
		t.Run(name, func(t *testing.T) {
			th, ok := theme.Named(name)
			require.True(t, ok)
			require.Equal(t, name, th.Name)
			do(t, th)
		})
	}
}

func pairs(th *theme.Theme) map[string]theme.Pair {
	list := map[string]theme.Pair{"live": th.Live, "gone": th.Gone, "flight": th.Flight,
		"wait": th.Wait, "state": th.State, "plain": th.Plain}
	for i := range 9 {
		list["key "+string(rune('0'+i))] = th.Key(i)
	}
	return list
}

// TestEveryTextCanBeRead: each pair of colours that may meet as text and ground.
func TestEveryTextCanBeRead(t *testing.T) {
	each(t, func(t *testing.T, th *theme.Theme) {
		want := float32(draw.ContrastMin)
		if th.High {
			want = 7
		}
		read := func(what string, text, ground draw.RGBA) {
			assert.GreaterOrEqualf(t, draw.Contrast(text, ground), want,
				"%s: %v on %v", what, text, ground)
		}
		grounds := []draw.RGBA{th.Paper, th.Panel, th.Card}
		for _, g := range grounds {
			read("ink", th.Ink, g)
			read("mute", th.Mute, g)
			for name, p := range pairs(th) {
				read(name+" on the ground", p.Edge, g)
			}
		}
		read("pale on wood", th.Pale, th.Wood)
		for name, p := range pairs(th) {
			read(name+" edge on fill", p.Edge, p.Fill)
			read(name+" ink on fill", th.Ink, p.Fill)
			read(name+" ink on hatch", th.Ink, th.Hatch.Over(p.Fill))
			read(name+" pale on edge", th.Pale, p.Edge)
		}
	})
}

// TestEveryMeaningfulEdgeCanBeSeen: WCAG 2 wants 3 for what is not text.
func TestEveryMeaningfulEdgeCanBeSeen(t *testing.T) {
	each(t, func(t *testing.T, th *theme.Theme) {
		for _, g := range []draw.RGBA{th.Paper, th.Panel, th.Card} {
			for name, p := range pairs(th) {
				assert.GreaterOrEqualf(t, draw.Contrast(p.Edge, g), float32(3), name)
			}
			assert.GreaterOrEqual(t, draw.Contrast(th.Wood, g), float32(3), "wood")
			assert.GreaterOrEqual(t, draw.Contrast(th.Focus, g), float32(3), "focus")
		}
	})
}

// TestKeysDiffer: two keys' edges or fills are apart for every kind of colour vision. For a person
// who sees no colours at all the label tells them apart, and so it does in the theme high, where a
// contrast of 7 on white leaves the edges little room to differ.
func TestKeysDiffer(t *testing.T) {
	each(t, func(t *testing.T, th *theme.Theme) {
		for kind, m := range vision {
			if th.Name == "high" && kind != "normal" {
				continue
			}
			for i := range 8 {
				for j := range i {
					a, b := th.Key(i), th.Key(j)
					d := max(apart(m, a.Fill, b.Fill), apart(m, a.Edge, b.Edge))
					assert.Greaterf(t, d, 6.0, "%s: keys %d and %d", kind, i, j)
				}
			}
		}
	})
}

// vision are the matrices of Machado, Oliveira and Fernandes (2009) for complete deficiency, in
// linear light.
var vision = map[string][9]float64{
	"normal": {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanopia": {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882,
		-0.048116, 1.051998},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820,
		0.042940, 0.968881},
	"tritanopia": {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733,
		0.691367, 0.303900},
}

// apart returns the distance of two colours in CIE L*a*b* as seen with such eyes.
func apart(m [9]float64, a, b draw.RGBA) float64 {
	p, q := lab(m, a), lab(m, b)
	return math.Sqrt(math.Pow(p[0]-q[0], 2) + math.Pow(p[1]-q[1], 2) + math.Pow(p[2]-q[2], 2))
}

func lab(m [9]float64, c draw.RGBA) [3]float64 {
	linear := func(v uint8) float64 {
		if s := float64(v) / 255; s > 0.04045 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	s := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var l [3]float64
	for i := range l {
		l[i] = min(max(m[3*i]*s[0]+m[3*i+1]*s[1]+m[3*i+2]*s[2], 0), 1)
	}
	f := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16.0/116
	}
	x := f((0.4124*l[0] + 0.3576*l[1] + 0.1805*l[2]) / 0.95047)
	y := f(0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2])
	z := f((0.0193*l[0] + 0.1192*l[1] + 0.9505*l[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func TestKeysBeyondTheEighthShareOneTint(t *testing.T) {
	th := theme.Light()
	assert.Equal(t, th.Plain, th.Key(8))
	assert.Equal(t, th.Plain, th.Key(-1))
	assert.NotEqual(t, th.Plain, th.Key(7))
	_, ok := theme.Named("sepia")
	assert.False(t, ok)
	assert.True(t, theme.Night().Dark)
}

func TestEasing(t *testing.T) {
	for name, f := range map[string]func(float32) float32{"out": theme.Out, "in": theme.In,
		"in-out": theme.InOut, "clamp": theme.Clamp} {
		assert.Zero(t, f(-1), name)
		assert.Zero(t, f(0), name)
		assert.Equal(t, float32(1), f(1), name)
		assert.Equal(t, float32(1), f(2), name)
		last := float32(0)
		for i := range 100 {
			v := f(float32(i) / 99)
			assert.GreaterOrEqual(t, v, last, name)
			last = v
		}
	}
	assert.Greater(t, theme.Out(0.3), float32(0.3))
	assert.Less(t, theme.In(0.3), float32(0.3))
	assert.Equal(t, float32(0.5), theme.InOut(0.5))
	assert.Equal(t, float32(1), theme.Pulse(0.5))
	assert.Equal(t, float32(0.5), theme.Phase(3, 2, 4))
	assert.Equal(t, float32(0), theme.Phase(1, 2, 2))
	assert.Equal(t, float32(1), theme.Phase(2, 2, 2))
	for _, px := range []float32{11, 12, 13, 15, 17, 20} {
		assert.Greater(t, theme.Leading(px), 1.3*px)
	}
}
