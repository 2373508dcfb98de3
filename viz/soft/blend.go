package soft

import "highwater/viz/draw"

// run paints the pixels from x0 up to x1 of a row with one coverage.
func (p *Painter) run(y, x0, x1 int, c draw.RGBA, cover uint32) {
	if x0 >= x1 {
		return
	}
	i := p.img.PixOffset(x0, y)
	row := p.img.Pix[i : i+4*(x1-x0)]
	a := (uint32(c.A)*cover + 127) / 255
	switch a {
	case 0:
		return
	case 255:
		row[0], row[1], row[2], row[3] = c.R, c.G, c.B, 255
		for n := 4; n < len(row); n *= 2 {
			copy(row[n:], row[:n])
		}
		return
	}
	r, g, b := uint32(c.R)*a+127, uint32(c.G)*a+127, uint32(c.B)*a+127
	rest := 255 - a
	for ; len(row) >= 4; row = row[4:] {
		row[0] = uint8((r + uint32(row[0])*rest) / 255)
		row[1] = uint8((g + uint32(row[1])*rest) / 255)
		row[2] = uint8((b + uint32(row[2])*rest) / 255)
		row[3] = uint8((255*a + 127 + uint32(row[3])*rest) / 255)
	}
}

// mask paints a row from x on with a coverage for each pixel. It must lie within the clip.
func (p *Painter) mask(y, x int, cover []byte, c draw.RGBA) {
	if len(cover) == 0 {
		return
	}
	i := p.img.PixOffset(x, y)
	row := p.img.Pix[i : i+4*len(cover)]
	for n, v := range cover {
		if v == 0 {
			continue
		}
		a := (uint32(c.A)*uint32(v) + 127) / 255
		rest := 255 - a
		q := row[4*n : 4*n+4 : 4*n+4]
		q[0] = uint8((uint32(c.R)*a + 127 + uint32(q[0])*rest) / 255)
		q[1] = uint8((uint32(c.G)*a + 127 + uint32(q[1])*rest) / 255)
		q[2] = uint8((uint32(c.B)*a + 127 + uint32(q[2])*rest) / 255)
		q[3] = uint8((255*a + 127 + uint32(q[3])*rest) / 255)
	}
}
