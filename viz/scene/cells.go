package scene

import (
	"highwater/viz/draw"
	"highwater/viz/font"
	"highwater/viz/theme"
)

// Columns wide enough for what a cell can say.
const (
	wideCell  float32 = 34 // key and value
	slimCell  float32 = 12 // what tells the key and the value from others
	shapeCell float32 = 5  // the shape alone
	slatCell  float32 = 2.4
)

// cellStyle is how one record is shown now.
type cellStyle struct {
	box       draw.Box
	pitch     float32
	tint      theme.Pair
	undecided bool
	aborted   bool
	selected  bool
	prefix    [2]string
}

// cell draws a record in its column.
func (s *stage) cell(r *rec, c cellStyle) {
	switch {
	case r.kind == recCommit || r.kind == recAbort:
		s.diamond(r, c)
	case r.kind == recEmpty:
		b := c.box
		h := min(b.H*0.5, 22)
		b = draw.B(b.X, b.Y+(b.H-h)/2, b.W, h)
		s.Rect(b, draw.Edge(s.in.Theme.Mute, 1.2).Dashed(3, 3).Round(min(5, b.W/3)))
	case c.pitch < shapeCell:
		s.Rect(c.box, draw.Fill(c.tint.Fill.Mix(c.tint.Edge, 0.35)))
	default:
		s.body(r, c)
	}
	if c.selected {
		s.At(draw.Fx, func() {
			s.Rect(c.box.Inset(-2.5), draw.Edge(s.in.Theme.Focus, 2).Round(9).MayCross())
		})
	}
}

// body is the rounded box of a value or a tombstone, with what fits into it.
func (s *stage) body(r *rec, c cellStyle) {
	radius := min(7, c.box.W/3.2)
	stroke := float32(1.5)
	if c.pitch < slimCell {
		stroke = 1
	}
	style := c.tint.Style(stroke, radius)
	if r.kind == recTombstone {
		style = draw.Fill(s.in.Theme.Card).Edged(c.tint.Edge, stroke).Round(radius).Dashed(4, 3)
		if c.pitch < slimCell {
			style = style.Dashed(2, 2)
		}
	}
	s.Rect(c.box, style)
	if c.undecided {
		s.Hatch(c.box.Inset(stroke/2), radius, s.in.Theme.Hatch)
	}
	whole := c.box.X >= s.view.X-2 && c.box.Right() <= s.view.Right()+2
	if c.pitch >= slimCell && c.box.H >= 26 && whole {
		s.At(draw.Labels, func() { s.labels(r, c) })
	}
	if c.aborted {
		y := c.box.Mid().Y
		s.At(draw.Fx, func() {
			s.Line(draw.Edge(s.in.Theme.Gone.Edge, 1.6).MayCross(),
				draw.P(c.box.X-1, y+5), draw.P(c.box.Right()+1, y-5))
		})
	}
}

// labels writes key and value, each as long as it fits without losing what tells it apart.
func (s *stage) labels(r *rec, c cellStyle) {
	room := c.box.W - 3
	top, bottom := c.box.CutTop(c.box.H/2, 0)
	top, bottom = top.Shift(0, min(2, c.box.H/20)), bottom.Shift(0, -min(2, c.box.H/20))
	px := float32(theme.Tiny)
	if c.box.H > 64 { // in a tall cell key and value keep together
		m := c.box.Mid()
		top = draw.B(c.box.X, m.Y-22, c.box.W, 20)
		bottom = draw.B(c.box.X, m.Y+2, c.box.W, 20)
		if c.pitch >= wideCell {
			px = s.largest(r, room)
		}
	}
	bold := s.in.Theme.Words(px).Bold().In(c.tint.Edge).At(draw.Middle)
	plain := s.in.Theme.Words(px).At(draw.Middle)
	key, ok := fitText(bold, r.key, c.prefix[0], room)
	if r.noKey {
		key, ok = "", true
	}
	val, okVal := fitText(plain, r.val, c.prefix[1], room)
	if r.noKey && len(r.val) > 8 { // one letter, many times
		val, okVal = "", true
	}
	if r.kind == recTombstone {
		if ok && key != "" {
			s.TextIn(top, key, bold)
		}
		s.null(bottom.Mid(), min(5, c.box.W/4))
		return
	}
	switch {
	case ok && key != "" && okVal && val != "":
		s.TextIn(top, key, bold)
		s.TextIn(bottom, val, plain)
	case ok && key != "":
		s.TextIn(c.box, key, bold)
	case okVal && val != "":
		s.TextIn(c.box, val, plain)
	}
}

// largest is the largest size in which key and value fit whole, or the least one.
func (s *stage) largest(r *rec, room float32) float32 {
	for _, px := range [...]float32{theme.Body, theme.Small} {
		w := s.in.Theme.Words(px)
		if w.Bold().Width(r.key) <= room && w.Width(r.val) <= room {
			return px
		}
	}
	return theme.Tiny
}

// null is the sign of an absent value: a struck circle.
func (s *stage) null(c draw.Pt, r float32) {
	ink := draw.Edge(s.in.Theme.Ink, 1.3)
	s.Circle(c, r, ink)
	s.Line(ink, draw.P(c.X-r*0.95, c.Y+r*0.95), draw.P(c.X+r*0.95, c.Y-r*0.95))
}

// fitText shortens a name to a width: it leaves out parts of what all names begin with, from the
// left, then cuts at the right. ok is false if not even one character fits.
func fitText(w draw.Words, s, prefix string, room float32) (string, bool) {
	if s == "" || w.Width(s) <= room {
		return s, true
	}
	if len(prefix) > 0 && len(s) >= len(prefix) && s[:len(prefix)] == prefix {
		for i := 1; i <= len(prefix); i++ {
			b := prefix[i-1]
			last := i == len(prefix)
			if !last && (b == '-' || b == '_' || b == '.' || b == '/') || last {
				if t := s[i:]; t != "" && w.Width(t) <= room {
					return t, true
				}
			}
		}
	}
	cut := font.Ellipsis(w.Face, w.Px, s, room)
	if w.Width(cut) > room || len([]rune(cut)) < 3 {
		return "", false
	}
	return cut, true
}

// diamond is a transaction's marker.
func (s *stage) diamond(r *rec, c cellStyle) {
	pair, letter := s.in.Theme.Live, "C"
	if r.kind == recAbort {
		pair, letter = s.in.Theme.Gone, "A"
	}
	m := c.box.Mid()
	half := min(c.pitch/2-2, c.box.H/2, 21)
	half = max(half, 2.5)
	s.Poly(draw.Fill(pair.Fill).Edged(pair.Edge, 1.5), draw.P(m.X, m.Y-half),
		draw.P(m.X+half, m.Y), draw.P(m.X, m.Y+half), draw.P(m.X-half, m.Y))
	if half >= 9 {
		px := float32(theme.Tiny)
		if half > 14 {
			px = theme.Lead
		}
		s.At(draw.Labels, func() {
			s.TextIn(draw.B(m.X-half, m.Y-half, 2*half, 2*half), letter,
				s.in.Theme.Words(px).Bold().In(pair.Edge).At(draw.Middle))
		})
	}
}

// hole is a removed record: a dot in its column.
func (s *stage) hole(x, y, pitch float32, c draw.RGBA) {
	s.Circle(draw.P(x+pitch/2, y), min(2.2, max(pitch/5, 0.8)), draw.Fill(c))
}
