package draw

import "math"

// HatchPeriod and HatchWidth measure the stripes of a hatch, across them, in points. Stripes run
// from the lower left to the upper right; one begins in the box's left top corner.
const (
	HatchPeriod = 6
	HatchWidth  = 2
)

// GlowAt returns the opacity of a glow at distance d outside its box: 1 at the edge, 0 at blur.
func GlowAt(d, blur float32) float32 {
	if d <= 0 {
		return 1
	}
	if d >= blur {
		return 0
	}
	t := 1 - d/blur
	return t * t
}

// corner is a quarter of a circle in eight pieces: cosines from 0° to 90°.
var corner = func() (c [9]Pt) {
	for i := range c {
		sin, cos := math.Sincos(float64(i) * math.Pi / 16)
		c[i] = Pt{float32(math.Round(cos*4096) / 4096), float32(math.Round(sin*4096) / 4096)}
	}
	return c
}()

// Outline appends the points of the op's edge to dst and tells whether it is closed. A box begins
// at the left end of its upper side and goes clockwise.
func (f *Frame) Outline(dst []Pt, o *Op) (pts []Pt, closed bool) {
	switch o.Kind {
	case KindLine:
		return append(dst, f.Points(o)...), false
	case KindPoly:
		return append(dst, f.Points(o)...), true
	}
	l, t, r, b := o.X, o.Y, o.X+o.W, o.Y+o.H
	if o.R <= 0 {
		return append(dst, Pt{l, t}, Pt{r, t}, Pt{r, b}, Pt{l, b}), true
	}
	arc := func(cx, cy, ux, uy, vx, vy float32) { // from the direction u to the direction v
		for _, c := range corner {
			x, y := float32(ux*c.X)+float32(vx*c.Y), float32(uy*c.X)+float32(vy*c.Y)
			dst = append(dst, Pt{cx + float32(x*o.R), cy + float32(y*o.R)})
		}
	}
	dst = append(dst, Pt{l + o.R, t})
	arc(r-o.R, t+o.R, 0, -1, 1, 0)
	arc(r-o.R, b-o.R, 1, 0, 0, 1)
	arc(l+o.R, b-o.R, 0, 1, -1, 0)
	arc(l+o.R, t+o.R, -1, 0, 0, -1)
	return dst[:len(dst)-1], true
}

// FitDash stretches dash and gap so that a closed edge of this length has a whole number of them.
func FitDash(length, dash, gap float32) (float32, float32) {
	period := dash + gap
	if period <= 0 || length <= 0 {
		return dash, gap
	}
	n := max(float32(int(length/period+0.5)), 1)
	k := length / (n * period)
	return dash * k, gap * k
}

// Length returns the length of a line through the points.
func Length(pts []Pt, closed bool) float32 {
	sum := float32(0)
	for i := 1; i < len(pts); i++ {
		sum += distance(pts[i-1], pts[i])
	}
	if closed && len(pts) > 1 {
		sum += distance(pts[len(pts)-1], pts[0])
	}
	return sum
}

func distance(a, b Pt) float32 {
	dx, dy := b.X-a.X, b.Y-a.Y
	return float32(math.Sqrt(float64(float32(dx*dx) + float32(dy*dy))))
}

// piecesMax bounds how many dashes one edge is cut into.
const piecesMax = 4096

// Dashes calls do with each straight piece of a dashed or plain edge: with a dash of 0, with each
// side. Joint tells that the piece goes on where the one before it ended.
func Dashes(pts []Pt, closed bool, dash, gap float32, do func(a, b Pt, joint bool)) {
	n := len(pts)
	if n < 2 {
		return
	}
	sides := n - 1
	if closed {
		sides = n
	}
	solid := dash <= 0 || gap <= 0
	if length := Length(pts, closed); !solid {
		if closed {
			dash, gap = FitDash(length, dash, gap)
		}
		solid = length/(dash+gap) > piecesMax
	}
	if solid {
		for i := range sides {
			do(pts[i], pts[(i+1)%n], i > 0 || closed)
		}
		return
	}
	on, left, joint := true, dash, false
	for i := range sides {
		a, b := pts[i], pts[(i+1)%n]
		length, at := distance(a, b), float32(0)
		for at < length {
			step := min(left, length-at)
			if on {
				do(along(a, b, at/length), along(a, b, (at+step)/length), joint)
				joint = true
			}
			at, left = at+step, left-step
			if left <= 0 {
				on = !on
				left, joint = gap, false
				if on {
					left = dash
				}
			} else if at+left*1e-6 >= length {
				break
			}
		}
	}
}

func along(a, b Pt, t float32) Pt { return Pt{Lerp(a.X, b.X, t), Lerp(a.Y, b.Y, t)} }
