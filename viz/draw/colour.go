package draw

import (
	"fmt"
	"math"
)

// RGBA is a colour, not premultiplied. The zero value is nothing at all.
type RGBA struct{ R, G, B, A uint8 }

// Hex makes an opaque colour of 0xRRGGBB.
func Hex(v uint32) RGBA { return RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// Fade multiplies the opacity by t.
func (c RGBA) Fade(t float32) RGBA {
	c.A = uint8(float32(c.A)*min(max(t, 0), 1) + 0.5)
	return c
}

// Mix returns the colour between c (t = 0) and o (t = 1).
func (c RGBA) Mix(o RGBA, t float32) RGBA {
	t = min(max(t, 0), 1)
	f := func(a, b uint8) uint8 { return uint8(Lerp(float32(a), float32(b), t) + 0.5) }
	return RGBA{f(c.R, o.R), f(c.G, o.G), f(c.B, o.B), f(c.A, o.A)}
}

// Over returns what is seen when c is painted over an opaque ground.
func (c RGBA) Over(ground RGBA) RGBA {
	f := func(a, b uint8) uint8 {
		return uint8((uint32(a)*uint32(c.A) + uint32(b)*(255-uint32(c.A)) + 127) / 255)
	}
	return RGBA{f(c.R, ground.R), f(c.G, ground.G), f(c.B, ground.B), 255}
}

// String returns #RRGGBB, with the opacity after it if the colour is not opaque.
func (c RGBA) String() string {
	if c.A == 255 {
		return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)
	}
	return fmt.Sprintf("#%02X%02X%02X%02X", c.R, c.G, c.B, c.A)
}

// Contrast returns the contrast of two opaque colours as WCAG 2 defines it, from 1 to 21.
func Contrast(a, b RGBA) float32 {
	x, y := luminance(a), luminance(b)
	if x < y {
		x, y = y, x
	}
	return float32((x + 0.05) / (y + 0.05))
}

func luminance(c RGBA) float64 {
	f := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*f(c.R) + 0.7152*f(c.G) + 0.0722*f(c.B)
}
