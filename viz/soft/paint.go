package soft

import (
	"image"
	"math"

	"highwater/viz/draw"
	"highwater/viz/font"
	"highwater/viz/raster"
)

// Painter paints frames and keeps its memory from one to the next. The zero value is ready.
type Painter struct {
	img   *image.RGBA
	scale float32
	clip  image.Rectangle
	outer []byte
	inner []byte
	pts   []draw.Pt
	fill  raster.Raster
}

// Size returns the size of a frame in device pixels.
func Size(f *draw.Frame, scale float32) (w, h int) {
	return int(math.Ceil(float64(f.W * scale))), int(math.Ceil(float64(f.H * scale)))
}

// Image paints a frame into a new image, scale device pixels a point.
func Image(f *draw.Frame, scale float32) *image.RGBA {
	w, h := Size(f, scale)
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	Paint(img, f, scale)
	return img
}

// Paint paints a frame into the image, scale device pixels a point.
func Paint(img *image.RGBA, f *draw.Frame, scale float32) {
	new(Painter).Paint(img, f, scale)
}

// Paint paints a frame into the image, scale device pixels a point.
func (p *Painter) Paint(img *image.RGBA, f *draw.Frame, scale float32) {
	p.img, p.scale, p.clip = img, scale, img.Rect
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
		p.run(y, img.Rect.Min.X, img.Rect.Max.X, opaque(f.Ground), 255)
	}
	for i := range f.Ops {
		o := &f.Ops[i]
		p.clip = p.rect(f.Boxes[o.Clip]).Intersect(img.Rect)
		if p.clip.Empty() {
			continue
		}
		p.op(f, o)
	}
}

func opaque(c draw.RGBA) draw.RGBA {
	c.A = 255
	return c
}

func (p *Painter) op(f *draw.Frame, o *draw.Op) {
	switch o.Kind {
	case draw.KindRect:
		if o.Fill.A > 0 {
			p.box(p.rounded(o.X, o.Y, o.W, o.H, o.R), rounded{}, o.Fill)
		}
		if o.Stroke > 0 && o.Dash <= 0 {
			p.edge(o)
			return
		}
	case draw.KindPoly:
		if o.Fill.A > 0 {
			p.polygon(f.Points(o), o.Fill)
		}
	case draw.KindGlow:
		p.glow(o)
		return
	case draw.KindHatch:
		p.hatch(o)
		return
	case draw.KindText:
		p.text(o)
		return
	}
	if o.Stroke > 0 && o.Edge.A > 0 {
		p.line(f, o)
	}
}

// rect rounds a box to whole device pixels.
func (p *Painter) rect(b draw.Box) image.Rectangle {
	at := func(v float32) int { return int(math.Floor(float64(float32(v*p.scale) + 0.5))) }
	return image.Rect(at(b.X), at(b.Y), at(b.Right()), at(b.Bottom()))
}

// text paints the letters of a line.
func (p *Painter) text(o *draw.Op) {
	px := o.Px * p.scale
	x0, y := float32(o.X*p.scale), int(math.Floor(float64(float32(o.Y*p.scale)+0.5)))
	for dx, r := range font.Letters(o.Face, px, o.Text) {
		x, sub := font.Place(x0 + dx)
		if g := font.Glyph(o.Face, px, r, sub); g != nil {
			p.bitmap(g, x, y, o.Fill)
		}
	}
	if o.Flags&draw.Strike != 0 {
		b := o.StrikeBox()
		p.box(p.rounded(b.X, b.Y, b.W, b.H, 0), rounded{}, o.Fill)
	}
}

func (p *Painter) bitmap(g *font.Bitmap, x, y int, c draw.RGBA) {
	box := image.Rect(x+g.X, y+g.Y, x+g.X+g.W, y+g.Y+g.H)
	cut := box.Intersect(p.clip)
	for y := cut.Min.Y; y < cut.Max.Y; y++ {
		row := g.Pix[(y-box.Min.Y)*g.W:]
		p.mask(y, cut.Min.X, row[cut.Min.X-box.Min.X:cut.Max.X-box.Min.X], c)
	}
}

// polygon fills a polygon.
func (p *Painter) polygon(pts []draw.Pt, c draw.RGBA) {
	box := p.begin(pts, 0)
	if box.Empty() {
		return
	}
	for i, q := range pts {
		x, y := p.fixed(q, box)
		if i == 0 {
			p.fill.MoveTo(x, y)
		} else {
			p.fill.LineTo(x, y)
		}
	}
	p.finish(box, c)
}

// begin resets the raster to the window of the points that the clip leaves.
func (p *Painter) begin(pts []draw.Pt, grow float32) image.Rectangle {
	lo, hi := pts[0], pts[0]
	for _, q := range pts {
		lo = draw.Pt{X: min(lo.X, q.X), Y: min(lo.Y, q.Y)}
		hi = draw.Pt{X: max(hi.X, q.X), Y: max(hi.Y, q.Y)}
	}
	down := func(v float32) int { return int(math.Floor(float64(float32(v * p.scale)))) }
	box := image.Rect(down(lo.X-grow), down(lo.Y-grow), down(hi.X+grow)+1, down(hi.Y+grow)+1)
	box = box.Intersect(p.clip)
	if !box.Empty() {
		p.fill.Reset(box.Dx(), box.Dy())
	}
	return box
}

// far bounds coordinates so that they fit the raster's whole numbers.
const far = 1 << 20

func (p *Painter) fixed(q draw.Pt, box image.Rectangle) (x, y int32) {
	at := func(v float32, min0 int) int32 {
		d := float32(v*p.scale) - float32(min0)
		return int32(math.Floor(float64(float32(min(max(d, -far), far)*raster.One) + 0.5)))
	}
	return at(q.X, box.Min.X), at(q.Y, box.Min.Y)
}

func (p *Painter) finish(box image.Rectangle, c draw.RGBA) {
	p.fill.Close()
	p.outer = sized(p.outer, box.Dx())
	for y := range box.Dy() {
		if p.fill.Row(y, p.outer) {
			p.mask(box.Min.Y+y, box.Min.X, p.outer, c)
		}
	}
}

func sized(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, n, n+n/2)
	}
	return b[:n]
}

// line strokes an edge, dashed or not: a bar for each straight piece and a disc at each joint.
func (p *Painter) line(f *draw.Frame, o *draw.Op) {
	pts, closed := f.Outline(p.pts[:0], o)
	p.pts = pts
	half := o.Stroke / 2
	box := p.begin(pts, half+1/p.scale)
	if box.Empty() {
		return
	}
	draw.Dashes(pts, closed, o.Dash, o.Gap, func(a, b draw.Pt, joint bool) {
		dx, dy := b.X-a.X, b.Y-a.Y
		length := float32(math.Sqrt(float64(float32(dx*dx) + float32(dy*dy))))
		if length == 0 {
			return
		}
		nx, ny := float32(dy/length)*half, float32(-dx/length)*half
		p.quad(box, draw.Pt{X: a.X + nx, Y: a.Y + ny}, draw.Pt{X: b.X + nx, Y: b.Y + ny},
			draw.Pt{X: b.X - nx, Y: b.Y - ny}, draw.Pt{X: a.X - nx, Y: a.Y - ny})
		if joint && half*p.scale > 0.6 {
			p.disc(box, a, half)
		}
	})
	p.finish(box, o.Edge)
}

func (p *Painter) quad(box image.Rectangle, a, b, c, d draw.Pt) {
	p.fill.MoveTo(p.fixed(a, box))
	p.fill.LineTo(p.fixed(b, box))
	p.fill.LineTo(p.fixed(c, box))
	p.fill.LineTo(p.fixed(d, box))
}

// disc adds eight sides around a joint, in the direction of quad.
func (p *Painter) disc(box image.Rectangle, c draw.Pt, r float32) {
	s := float32(r * 0.70710678)
	for i, q := range [8]draw.Pt{{X: r}, {X: s, Y: s}, {Y: r}, {X: -s, Y: s}, {X: -r},
		{X: -s, Y: -s}, {Y: -r}, {X: s, Y: -s}} {
		x, y := p.fixed(draw.Pt{X: c.X + q.X, Y: c.Y + q.Y}, box)
		if i == 0 {
			p.fill.MoveTo(x, y)
		} else {
			p.fill.LineTo(x, y)
		}
	}
}
