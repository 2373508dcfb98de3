package ui

import "highwater/viz/draw"

// Icon is a drawn sign.
type Icon uint8

// The icons.
const (
	NoIcon Icon = iota
	Play
	Pause
	Back
	Forward
	ToStart
	ToEnd
	Sun
	Moon
	Help
	Share
	Menu
	Expand
	Split
	Check
	Cross
	Clock
	Broom
	Undo
	Plus
	Minus
	Whole
	Down
	Right
)

// Icon draws a sign of a size around a point.
func (k Kit) Icon(i Icon, c draw.Pt, size float32, ink draw.RGBA) {
	h := size / 2
	at := func(x, y float32) draw.Pt { return draw.P(c.X+float32(x*h), c.Y+float32(y*h)) }
	fill := draw.Fill(ink)
	line := draw.Edge(ink, max(1.4, size/9))
	switch i {
	case Play:
		k.Poly(fill, at(-0.6, -0.9), at(0.95, 0), at(-0.6, 0.9))
	case Pause:
		k.bar(at(-0.75, -0.85), at(-0.2, 0.85), ink)
		k.bar(at(0.2, -0.85), at(0.75, 0.85), ink)
	case Back:
		k.Poly(fill, at(0.7, -0.85), at(-0.8, 0), at(0.7, 0.85))
	case Forward:
		k.Poly(fill, at(-0.7, -0.85), at(0.8, 0), at(-0.7, 0.85))
	case ToStart:
		k.bar(at(-0.85, -0.85), at(-0.5, 0.85), ink)
		k.Poly(fill, at(0.85, -0.85), at(-0.45, 0), at(0.85, 0.85))
	case ToEnd:
		k.bar(at(0.5, -0.85), at(0.85, 0.85), ink)
		k.Poly(fill, at(-0.85, -0.85), at(0.45, 0), at(-0.85, 0.85))
	case Check:
		k.Line(line, at(-0.8, 0.05), at(-0.2, 0.65), at(0.85, -0.65))
	case Cross:
		k.Line(line, at(-0.7, -0.7), at(0.7, 0.7))
		k.Line(line, at(0.7, -0.7), at(-0.7, 0.7))
	case Plus:
		k.Line(line, at(-0.8, 0), at(0.8, 0))
		k.Line(line, at(0, -0.8), at(0, 0.8))
	case Minus:
		k.Line(line, at(-0.8, 0), at(0.8, 0))
	case Down:
		k.Line(line, at(-0.7, -0.35), at(0, 0.4), at(0.7, -0.35))
	case Right:
		k.Line(line, at(-0.35, -0.7), at(0.4, 0), at(-0.35, 0.7))
	case Menu:
		for _, y := range [3]float32{-0.7, 0, 0.7} {
			k.Line(line, at(-0.9, y), at(0.9, y))
		}
	default:
		k.more(i, c, size, ink)
	}
}

func (k Kit) bar(a, b draw.Pt, ink draw.RGBA) {
	k.Rect(draw.B(a.X, a.Y, b.X-a.X, b.Y-a.Y), draw.Fill(ink))
}

func (k Kit) more(i Icon, c draw.Pt, size float32, ink draw.RGBA) {
	h := size / 2
	at := func(x, y float32) draw.Pt { return draw.P(c.X+float32(x*h), c.Y+float32(y*h)) }
	line := draw.Edge(ink, max(1.4, size/9))
	switch i {
	case Sun:
		k.Circle(c, 0.45*h, draw.Fill(ink))
		for _, d := range [8][2]float32{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0.71, 0.71},
			{-0.71, 0.71}, {0.71, -0.71}, {-0.71, -0.71}} {
			k.Line(line, at(d[0]*0.68, d[1]*0.68), at(d[0], d[1]))
		}
	case Moon:
		k.Poly(draw.Fill(ink), at(0.1, -0.95), at(-0.5, -0.75), at(-0.9, -0.2), at(-0.85, 0.4),
			at(-0.4, 0.85), at(0.2, 0.95), at(0.75, 0.65), at(0.95, 0.25), at(0.45, 0.4),
			at(-0.05, 0.25), at(-0.3, -0.15), at(-0.25, -0.6))
	case Help:
		k.Line(line, at(-0.45, -0.45), at(-0.3, -0.8), at(0.1, -0.9), at(0.45, -0.65),
			at(0.45, -0.3), at(0.05, 0), at(0, 0.35))
		k.Circle(at(0, 0.8), 0.14*h, draw.Fill(ink))
	case Share:
		k.Line(line, at(-0.6, 0), at(0.55, -0.65))
		k.Line(line, at(-0.6, 0), at(0.55, 0.65))
		for _, p := range [3]draw.Pt{at(-0.6, 0), at(0.6, -0.68), at(0.6, 0.68)} {
			k.Circle(p, 0.28*h, draw.Fill(ink))
		}
	case Expand, Whole:
		k.Line(line, at(0.25, -0.85), at(0.85, -0.85), at(0.85, -0.25))
		k.Line(line, at(-0.25, 0.85), at(-0.85, 0.85), at(-0.85, 0.25))
		k.Line(line, at(0.8, -0.8), at(0.2, -0.2))
		k.Line(line, at(-0.8, 0.8), at(-0.2, 0.2))
	case Split:
		k.Rect(draw.B(c.X-0.95*h, c.Y-0.8*h, 0.8*h, 1.6*h), line.Round(2))
		k.Rect(draw.B(c.X+0.15*h, c.Y-0.8*h, 0.8*h, 1.6*h), line.Round(2))
	case Clock:
		k.Circle(c, 0.9*h, line)
		k.Line(line, at(0, -0.55), at(0, 0), at(0.4, 0.25))
	case Undo:
		k.Line(line, at(-0.55, -0.75), at(-0.9, -0.3), at(-0.35, -0.05))
		k.Line(line, at(-0.85, -0.3), at(0.1, -0.45), at(0.7, -0.1), at(0.75, 0.45), at(0.3, 0.8),
			at(-0.3, 0.8))
	case Broom:
		k.Line(line, at(0.8, -0.9), at(0, 0.05))
		k.Poly(draw.Fill(ink), at(-0.25, -0.25), at(0.3, 0.25), at(-0.15, 0.95), at(-0.95, 0.2))
	}
}
