package draw

import "highwater/viz/font"

// Style is how a shape is painted. Make one with Fill or Edge and refine it:
//
//	draw.Fill(t.Card).Edged(t.Line, 1.2).Round(9)
//	draw.Edge(t.Gone.Edge, 1.5).Dashed(4, 3)
type Style struct {
	Fill, Edge RGBA
	Stroke, R  float32
	Dash, Gap  float32
	Flags      Flags
}

// Fill makes a style without an edge.
func Fill(c RGBA) Style { return Style{Fill: c} }

// Edge makes a style without a fill.
func Edge(c RGBA, width float32) Style { return Style{Edge: c, Stroke: width} }

// Edged adds an edge.
func (s Style) Edged(c RGBA, width float32) Style {
	s.Edge, s.Stroke = c, width
	return s
}

// Filled sets the fill.
func (s Style) Filled(c RGBA) Style {
	s.Fill = c
	return s
}

// Round rounds the corners of a box.
func (s Style) Round(r float32) Style {
	s.R = r
	return s
}

// Dashed makes the edge dashed.
func (s Style) Dashed(dash, gap float32) Style {
	s.Dash, s.Gap = dash, gap
	return s
}

// MayCross allows the shape to cross or cover text.
func (s Style) MayCross() Style {
	s.Flags |= MayCross
	return s
}

// Anchor says which end of a text stands at its x.
type Anchor uint8

// The anchors.
const (
	Start Anchor = iota
	Middle
	End
)

// Words is how text is painted.
//
//	w := draw.Words{Face: font.Sans, Px: 13, Colour: t.Ink}
//	p.Text(x, y, "Broker 1", w.Bold())
type Words struct {
	Face   font.Face
	Px     float32
	Colour RGBA
	Anchor Anchor
	Strike bool
	Flags  Flags
}

// In sets the colour.
func (w Words) In(c RGBA) Words {
	w.Colour = c
	return w
}

// Size sets the size.
func (w Words) Size(px float32) Words {
	w.Px = px
	return w
}

// At sets the anchor.
func (w Words) At(a Anchor) Words {
	w.Anchor = a
	return w
}

// Bold takes the bold face of the same family.
func (w Words) Bold() Words {
	w.Face = w.Face.Bold()
	return w
}

// Mono takes the face of data, as bold as before.
func (w Words) Mono() Words {
	w.Face = w.Face.Mono()
	return w
}

// Struck strikes the text through.
func (w Words) Struck() Words {
	w.Strike = true
	return w
}

// MayCross allows the text to be crossed by others: for words that fly.
func (w Words) MayCross() Words {
	w.Flags |= MayCross
	return w
}

// Width returns how wide the text would be.
func (w Words) Width(s string) float32 { return font.Measure(w.Face, w.Px, s) }
