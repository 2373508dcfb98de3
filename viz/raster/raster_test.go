package raster_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"highwater/viz/raster"
)

type pt struct{ x, y int32 }

func cover(w, h int, pts ...pt) [][]byte {
	var r raster.Raster
	r.Reset(w, h)
	for i, p := range pts {
		if i == 0 {
			r.MoveTo(p.x, p.y)
		} else {
			r.LineTo(p.x, p.y)
		}
	}
	r.Close()
	out := make([][]byte, h)
	for y := range out {
		out[y] = make([]byte, w)
		r.Row(y, out[y])
	}
	return out
}

func box(x0, y0, x1, y1 int32) []pt { return []pt{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}} }

func TestABoxCoversItsPixels(t *testing.T) {
	assert.Equal(t, [][]byte{{0, 0, 0, 0}, {0, 255, 255, 0}, {0, 255, 255, 0}, {0, 0, 0, 0}},
		cover(4, 4, box(256, 256, 768, 768)...))
	assert.Equal(t, [][]byte{{64, 128}, {128, 255}}, cover(2, 2, box(128, 128, 512, 512)...),
		"half a pixel to each side")
	ccw := box(128, 128, 512, 512)
	ccw[1], ccw[3] = ccw[3], ccw[1]
	assert.Equal(t, [][]byte{{64, 128}, {128, 255}}, cover(2, 2, ccw...), "either way round")
}

func TestATriangleCoversHalves(t *testing.T) {
	got := cover(4, 4, pt{0, 0}, pt{1024, 0}, pt{0, 1024})
	assert.Equal(t, [][]byte{{255, 255, 255, 128}, {255, 255, 128, 0}, {255, 128, 0, 0},
		{128, 0, 0, 0}}, got)
}

func TestOverlapsCountOnce(t *testing.T) {
	var r raster.Raster
	r.Reset(2, 1)
	for range 3 {
		r.MoveTo(0, 0)
		r.LineTo(512, 0)
		r.LineTo(512, 256)
		r.LineTo(0, 256)
	}
	r.Close()
	row := make([]byte, 2)
	assert.True(t, r.Row(0, row))
	assert.Equal(t, []byte{255, 255}, row)
}

func TestACurveIsACircle(t *testing.T) {
	var r raster.Raster
	r.Reset(20, 20)
	c, d := int32(10*256), int32(9*256)
	r.MoveTo(c+d, c)
	const steps = 16
	for i := 1; i <= steps; i++ { // quadratic arcs
		a, mid := float64(i)*2*math.Pi/steps, (float64(i)-0.5)*2*math.Pi/steps
		k := float64(d) / math.Cos(math.Pi/steps)
		r.QuadTo(c+int32(k*math.Cos(mid)), c+int32(k*math.Sin(mid)),
			c+int32(float64(d)*math.Cos(a)), c+int32(float64(d)*math.Sin(a)))
	}
	r.Close()
	sum, row := 0, make([]byte, 20)
	for y := range 20 {
		r.Row(y, row)
		for _, v := range row {
			sum += int(v)
		}
	}
	assert.InEpsilon(t, math.Pi*81, float64(sum)/255, 0.004)
}

// TestTheWindowOnlyCuts: what a window shows of a triangle is what a larger window shows there.
func TestTheWindowOnlyCuts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Int32Range(-3000, 6000)
		var small, large []pt
		for range 3 {
			p := pt{at.Draw(t, "x"), at.Draw(t, "y")}
			small = append(small, p)
			large = append(large, pt{p.x + 3072, p.y + 3072})
		}
		a, b := cover(8, 8, small...), cover(40, 40, large...)
		for y := range 8 {
			for x := range 8 {
				if d := int(a[y][x]) - int(b[y+12][x+12]); d < -2 || d > 2 {
					t.Fatalf("pixel %d,%d: %d in the window, %d without it", x, y, a[y][x],
						b[y+12][x+12])
				}
			}
		}
	})
}

func TestTheSumIsTheArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Int32Range(0, 16*256)
		var p [3]pt
		for i := range p {
			p[i] = pt{at.Draw(t, "x"), at.Draw(t, "y")}
		}
		a, b := pt{p[1].x - p[0].x, p[1].y - p[0].y}, pt{p[2].x - p[0].x, p[2].y - p[0].y}
		twice := int64(a.x)*int64(b.y) - int64(b.x)*int64(a.y)
		want := math.Abs(float64(twice)) / 2 / 65536
		sum := 0
		for _, row := range cover(16, 16, p[:]...) {
			for _, v := range row {
				sum += int(v)
			}
		}
		if got := float64(sum) / 255; math.Abs(got-want) > 0.3+want*0.005 {
			t.Fatalf("area %v, want %v", got, want)
		}
	})
}
