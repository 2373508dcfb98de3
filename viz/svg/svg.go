package svg

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"io"
	"strconv"
	"strings"

	"highwater/assets"
	"highwater/viz/draw"
	"highwater/viz/font"
)

// Options say what is written beside the picture.
type Options struct {
	Fonts bool   // put the fonts into the file
	Lang  string // language of the texts: ru, en
	Bare  bool   // leave out the styles: the document around it has them
	ID    string // goes before every id, so that several pictures can share a document
}

// Write writes the frame.
func Write(w io.Writer, f *draw.Frame, o Options) error {
	p := &printer{w: bufio.NewWriter(w), f: f, id: escape(o.ID)}
	p.head(o)
	for i := range f.Ops {
		p.clip(f.Ops[i].Clip)
		p.op(&f.Ops[i])
	}
	p.clip(0)
	p.say("</svg>\n")
	return p.w.Flush() // a bufio.Writer keeps its first error
}

// String returns the frame as SVG without fonts in it.
func String(f *draw.Frame) string {
	var b strings.Builder
	if err := Write(&b, f, Options{}); err != nil {
		return "" // cannot happen: a strings.Builder takes everything
	}
	return b.String()
}

type printer struct {
	w    *bufio.Writer
	id   string // goes before every id
	f    *draw.Frame
	open uint16 // the clip that what is written now is in
	pts  []draw.Pt
}

func (p *printer) say(s ...string) {
	for _, t := range s {
		p.w.WriteString(t) //nolint:errcheck // kept by the writer and returned by Flush
	}
}

// num writes a number rounded to a tenth.
func num(v float32) string {
	n := int64(v*10 + 0.5)
	if v < 0 {
		n = -int64(-v*10 + 0.5)
	}
	s := strconv.FormatInt(n/10, 10)
	switch rest := n % 10; {
	case rest > 0:
		s += "." + strconv.FormatInt(rest, 10)
	case rest < 0:
		if n/10 == 0 {
			s = "-0"
		}
		s += "." + strconv.FormatInt(-rest, 10)
	}
	return s
}

func (p *printer) attr(name string, v float32) { p.say(" ", name, `="`, num(v), `"`) }

func (p *printer) head(o Options) {
	f := p.f
	size := num(f.W) + " " + num(f.H)
	p.say(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 `, size, `"`)
	p.attr("width", f.W)
	p.attr("height", f.H)
	if o.Lang != "" {
		p.say(` xml:lang="`, escape(o.Lang), `"`)
	}
	p.say(` xml:space="preserve" role="img"`)
	if f.Title != "" {
		p.say(` aria-labelledby="`, p.id, `title"`)
	}
	p.say(">\n")
	if f.Title != "" {
		p.say(`<title id="`, p.id, `title">`, escape(f.Title), "</title>\n")
	}
	if f.Say != "" {
		p.say("<desc>", escape(f.Say), "</desc>\n")
	}
	if !o.Bare {
		p.style(o.Fonts)
	}
	p.clips()
	p.say("<rect")
	p.attr("width", f.W)
	p.attr("height", f.H)
	p.colour("fill", f.Ground)
	p.say("/>\n")
}

// style gives the four faces short names, and the fonts if they are wanted.
func (p *printer) style(fonts bool) {
	used := map[font.Face]bool{}
	for i := range p.f.Ops {
		if p.f.Ops[i].Kind == draw.KindText {
			used[p.f.Ops[i].Face] = true
		}
	}
	if len(used) == 0 {
		return
	}
	p.say("<style>\n")
	for face := font.Sans; face <= font.MonoBold; face++ {
		if used[face] && fonts {
			data := base64.StdEncoding.EncodeToString(assets.Font(face.File()))
			p.say(fmt.Sprintf("@font-face{font-family:%q;font-weight:%d;"+
				"src:url(data:font/ttf;base64,%s)}\n", face.Family(), face.Weight(), data))
		}
	}
	p.say("text{font-kerning:none;font-variant-ligatures:none;" +
		"font-feature-settings:\"tnum\",\"calt\" 0}\n")
	for face := font.Sans; face <= font.MonoBold; face++ {
		if used[face] {
			rest := "sans-serif"
			if face.IsMono() {
				rest = "monospace"
			}
			p.say(fmt.Sprintf(".%s{font-family:'%s',%s;font-weight:%d}\n", class(face),
				face.Family(), rest, face.Weight()))
		}
	}
	p.say("</style>\n")
}

func class(f font.Face) string { return [...]string{"s", "sb", "m", "mb"}[f] }

// clips defines the clips in use.
func (p *printer) clips() {
	done := map[uint16]bool{0: true}
	for i := range p.f.Ops {
		c := p.f.Ops[i].Clip
		if done[c] {
			continue
		}
		done[c] = true
		b := p.f.Boxes[c]
		p.say(`<clipPath id="`, p.id, `c`, strconv.Itoa(int(c)), `"><rect`)
		p.box(b)
		p.say("/></clipPath>\n")
	}
}

func (p *printer) clip(c uint16) {
	if c == p.open {
		return
	}
	if p.open != 0 {
		p.say("</g>\n")
	}
	if c != 0 {
		p.say(`<g clip-path="url(#`, p.id, `c`, strconv.Itoa(int(c)), ")\">\n")
	}
	p.open = c
}

func (p *printer) box(b draw.Box) {
	p.attr("x", b.X)
	p.attr("y", b.Y)
	p.attr("width", b.W)
	p.attr("height", b.H)
}

func (p *printer) colour(name string, c draw.RGBA) {
	if c.A == 0 {
		p.say(" ", name, `="none"`)
		return
	}
	a := c.A
	c.A = 255
	p.say(" ", name, `="`, c.String(), `"`)
	if a < 255 {
		p.say(" ", name, `-opacity="`, fraction(a), `"`)
	}
}

// fraction writes a/255 with three places.
func fraction(a uint8) string {
	n := (int(a)*1000 + 127) / 255
	return strings.TrimRight("0."+fmt.Sprintf("%03d", n), "0")
}

// paint writes fill and edge.
func (p *printer) paint(o *draw.Op) {
	if o.Kind != draw.KindLine {
		p.colour("fill", o.Fill)
	} else {
		p.say(` fill="none"`)
	}
	if o.Stroke <= 0 || o.Edge.A == 0 {
		return
	}
	p.colour("stroke", o.Edge)
	p.attr("stroke-width", o.Stroke)
	if o.Kind != draw.KindRect {
		p.say(` stroke-linejoin="round"`)
	}
	if o.Dash > 0 && o.Gap > 0 {
		dash, gap := o.Dash, o.Gap
		pts, closed := p.f.Outline(p.pts[:0], o)
		p.pts = pts
		if closed {
			dash, gap = draw.FitDash(draw.Length(pts, true), dash, gap)
		}
		p.say(` stroke-dasharray="`, fine(dash), " ", fine(gap), `"`)
	}
}

// fine writes a number rounded to a hundredth: an error in a dash adds up along the edge.
func fine(v float32) string {
	n := int64(v*100 + 0.5)
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%02d", n/100, n%100), "0"), ".")
}

func (p *printer) op(o *draw.Op) {
	switch o.Kind {
	case draw.KindRect:
		p.rect(o, draw.Box{X: o.X, Y: o.Y, W: o.W, H: o.H}, o.R)
		p.paint(o)
		p.say("/>\n")
	case draw.KindLine, draw.KindPoly:
		p.say(`<path d="`)
		p.path(p.f.Points(o), o.Kind == draw.KindPoly)
		p.say(`"`)
		p.paint(o)
		p.say("/>\n")
	case draw.KindText:
		p.text(o)
	case draw.KindGlow:
		p.glow(o)
	case draw.KindHatch:
		p.hatch(o)
	}
}

func (p *printer) rect(o *draw.Op, b draw.Box, r float32) {
	p.say("<rect")
	p.box(b)
	if r > 0 {
		p.attr("rx", r)
	}
}

func (p *printer) path(pts []draw.Pt, closed bool) {
	for i, q := range pts {
		p.say([...]string{"M", "L"}[min(i, 1)], num(q.X), " ", num(q.Y))
	}
	if closed {
		p.say("Z")
	}
}

func (p *printer) text(o *draw.Op) {
	p.say(`<text class="`, class(o.Face), `"`)
	p.attr("x", o.X)
	p.attr("y", o.Y)
	p.attr("font-size", o.Px)
	p.attr("textLength", o.W)
	p.colour("fill", o.Fill)
	p.say(">", escape(o.Text), "</text>\n")
	if o.Flags&draw.Strike != 0 {
		p.rect(o, o.StrikeBox(), 0)
		p.colour("fill", o.Fill)
		p.say("/>\n")
	}
}

// glowSteps is how many boxes make a glow. Each adds what the ones around it lack.
const glowSteps = 8

func (p *printer) glow(o *draw.Op) {
	outside := float32(0)
	for i := range glowSteps {
		d := o.Stroke * (float32(glowSteps-1-i) + 0.5) / glowSteps
		want := draw.GlowAt(d, o.Stroke) * float32(o.Fill.A) / 255
		c := o.Fill
		c.A = uint8((want-outside)/(1-outside)*255 + 0.5)
		if c.A == 0 {
			continue
		}
		outside = want
		p.rect(o, draw.Box{X: o.X, Y: o.Y, W: o.W, H: o.H}.Inset(-d), o.R+d)
		p.colour("fill", c)
		p.say("/>\n")
	}
}

// hatch writes the stripes as polygons, cut to the rounded box.
func (p *printer) hatch(o *draw.Op) {
	outline, _ := p.f.Outline(p.pts[:0], o)
	p.pts = outline
	p.say(`<path d="`)
	const diagonal = 1.41421356
	for u := float32(0); u < o.W+o.H; u += draw.HatchPeriod * diagonal {
		lo := o.X + o.Y + u
		stripe := cut(outline, lo, 1)
		stripe = cut(stripe, lo+draw.HatchWidth*diagonal, -1)
		if len(stripe) > 2 {
			p.path(stripe, true)
		}
	}
	p.say(`"`)
	p.colour("fill", o.Fill)
	p.say("/>\n")
}

// cut keeps the part of a convex polygon where sign·(x + y − at) ≥ 0.
func cut(pts []draw.Pt, at, sign float32) []draw.Pt {
	var out []draw.Pt
	for i, a := range pts {
		b := pts[(i+1)%len(pts)]
		da, db := sign*(a.X+a.Y-at), sign*(b.X+b.Y-at)
		if da >= 0 {
			out = append(out, a)
		}
		if da < 0 != (db < 0) {
			t := da / (da - db)
			out = append(out, draw.Pt{X: draw.Lerp(a.X, b.X, t), Y: draw.Lerp(a.Y, b.Y, t)})
		}
	}
	return out
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escape makes text safe for XML: signs are named, control characters become �.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' || r == 0x7F || r == 0xFFFE || r == 0xFFFF {
			return '\uFFFD'
		}
		return r
	}, s)
	return escaper.Replace(s)
}
