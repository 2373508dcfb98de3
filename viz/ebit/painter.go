package ebit

import (
	_ "embed" // the shader's source
	"fmt"
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"highwater/viz/draw"
	"highwater/viz/font"
)

//go:embed shape.kage
var shapeSource []byte

// Painter paints frames on an Ebitengine image. It keeps its glyphs and its memory from one to
// the next.
type Painter struct {
	shader *ebiten.Shader
	atlas  *atlas
	batch  batch
	scale  float32
	pts    []draw.Pt
	piece  []draw.Pt
}

// NewPainter compiles the shader. Its source is part of the program, so one that does not compile
// is a mistake of the build and found by the first test.
func NewPainter() *Painter {
	shader, err := ebiten.NewShader(shapeSource)
	if err != nil {
		panic(fmt.Sprintf("ebit: shape.kage: %v", err))
	}
	return &Painter{shader: shader, atlas: newAtlas(atlasStart)}
}

// Paint paints the frame over the whole image, scale pixels a point.
func (p *Painter) Paint(screen *ebiten.Image, f *draw.Frame, scale float32) {
	p.scale = scale
	if !p.collect(screen.Bounds(), f) {
		p.atlas.grow()
		p.collect(screen.Bounds(), f) // at its largest the atlas may leave letters out
	}
	p.atlas.upload()
	screen.DrawTrianglesShader32(p.batch.vertices, p.batch.indices, p.shader,
		&ebiten.DrawTrianglesShaderOptions{
			Images: [4]*ebiten.Image{p.atlas.image},
			Uniforms: map[string]any{
				"Hatch": []float32{draw.HatchPeriod * scale, draw.HatchWidth * scale},
			},
		})
}

// collect turns the frame into triangles. It fails when the atlas has no room for a letter.
func (p *Painter) collect(screen image.Rectangle, f *draw.Frame) bool {
	b := &p.batch
	b.reset()
	all := draw.B(0, 0, float32(screen.Dx()), float32(screen.Dy()))
	ground := f.Ground
	ground.A = 255
	b.box(all, 0, 0, tintOf(ground), kindFill)
	ok := true
	for i := range f.Ops {
		o := &f.Ops[i]
		clip := all
		if o.Clip != 0 {
			clip = p.snapped(f.Boxes[o.Clip]).Meet(all)
		}
		extent := p.extent(o)
		if clip.Empty() || extent.Meet(clip).Empty() {
			continue
		}
		mark := len(b.indices)
		ok = p.op(f, o) && ok
		if o.Clip != 0 && !clip.Holds(extent, 0) {
			b.clip(mark, clip)
		}
	}
	return ok
}

// extent is where an op may leave traces, in pixels.
func (p *Painter) extent(o *draw.Op) draw.Box {
	b := draw.Box{X: o.X, Y: o.Y, W: o.W, H: o.H}
	if o.Kind == draw.KindText {
		b = draw.Box{X: o.X - o.Px/2, Y: o.Y - 1.5*o.Px, W: o.W + o.Px, H: 2 * o.Px}
	}
	grown := p.scaled(b).Inset(-max(o.Stroke, 1)*p.scale - 2)
	grown.W, grown.H = max(grown.W, 1), max(grown.H, 1)
	return grown
}

func (p *Painter) scaled(b draw.Box) draw.Box {
	return draw.Box{X: b.X * p.scale, Y: b.Y * p.scale, W: b.W * p.scale, H: b.H * p.scale}
}

// snapped rounds a box to whole pixels: clips have sharp edges in every painter.
func (p *Painter) snapped(b draw.Box) draw.Box {
	x0, y0 := round(b.X*p.scale), round(b.Y*p.scale)
	x1, y1 := round(b.Right()*p.scale), round(b.Bottom()*p.scale)
	return draw.Box{X: x0, Y: y0, W: x1 - x0, H: y1 - y0}
}

func round(v float32) float32 { return float32(math.Floor(float64(v) + 0.5)) }

func (p *Painter) op(f *draw.Frame, o *draw.Op) bool {
	b := &p.batch
	box := p.scaled(draw.Box{X: o.X, Y: o.Y, W: o.W, H: o.H})
	r, stroke := o.R*p.scale, o.Stroke*p.scale
	switch o.Kind {
	case draw.KindText:
		return p.text(o)
	case draw.KindGlow:
		b.box(box, r, stroke, tintOf(o.Fill), -max(stroke, 1e-3))
		return true
	case draw.KindHatch:
		b.box(box, r, 1, tintOf(o.Fill), kindHatch)
		return true
	case draw.KindRect:
		if o.Fill.A > 0 {
			b.box(box, r, 1, tintOf(o.Fill), kindFill)
		}
	case draw.KindPoly:
		if o.Fill.A > 0 {
			b.polygon(p.points(f.Points(o)), tintOf(o.Fill))
		}
	}
	if stroke <= 0 || o.Edge.A == 0 {
		return true
	}
	if o.Kind == draw.KindRect && o.Dash <= 0 {
		b.box(box, r, stroke/2+1, tintOf(o.Edge), kindEdge+stroke)
		return true
	}
	p.line(f, o)
	return true
}

// points scales points into the painter's memory.
func (p *Painter) points(pts []draw.Pt) []draw.Pt {
	p.piece = p.piece[:0]
	for _, q := range pts {
		p.piece = append(p.piece, draw.Pt{X: q.X * p.scale, Y: q.Y * p.scale})
	}
	return p.piece
}

// line strokes an edge: what hangs together, whole edges or single dashes, as one strip.
func (p *Painter) line(f *draw.Frame, o *draw.Op) {
	pts, closed := f.Outline(p.pts[:0], o)
	p.pts = pts
	width, c := o.Stroke*p.scale, tintOf(o.Edge)
	if o.Dash <= 0 || o.Gap <= 0 {
		p.batch.stroke(p.points(pts), closed, width, c)
		return
	}
	p.piece = p.piece[:0]
	flush := func() { p.batch.stroke(p.piece, false, width, c) }
	draw.Dashes(pts, closed, o.Dash, o.Gap, func(a, b draw.Pt, joint bool) {
		if !joint {
			flush()
			p.piece = append(p.piece[:0], draw.Pt{X: a.X * p.scale, Y: a.Y * p.scale})
		}
		p.piece = append(p.piece, draw.Pt{X: b.X * p.scale, Y: b.Y * p.scale})
	})
	flush()
}

// text places the letters of a line: quarters of a pixel along it, whole pixels across.
func (p *Painter) text(o *draw.Op) bool {
	px, c, ok := o.Px*p.scale, tintOf(o.Fill), true
	x0, y := o.X*p.scale, int(round(o.Y*p.scale))
	for dx, r := range font.Letters(o.Face, px, o.Text) {
		x, sub := font.Place(x0 + dx)
		s, found := p.atlas.find(o.Face, px, r, sub)
		ok = ok && found
		if found && !s.empty {
			p.batch.glyph(x+s.dx, y+s.dy, s, c)
		}
	}
	if o.Flags&draw.Strike != 0 {
		p.batch.box(p.scaled(o.StrikeBox()), 0, 1, c, kindFill)
	}
	return ok
}
