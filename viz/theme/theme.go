package theme

import (
	"highwater/viz/draw"
	"highwater/viz/font"
)

// Pair is a tint: a fill and the colour of the edge and the words on it. The edge colour can also
// be read on Paper, Panel and Card.
type Pair struct{ Fill, Edge draw.RGBA }

// Style returns the pair as a style of a shape.
func (p Pair) Style(stroke, r float32) draw.Style {
	return draw.Style{Fill: p.Fill, Edge: p.Edge, Stroke: stroke, R: r}
}

// Theme is a set of colours.
type Theme struct {
	Name string
	Dark bool
	High bool // high contrast: outlines rather than fills

	Paper draw.RGBA // ground
	Panel draw.RGBA // side panel, transport
	Card  draw.RGBA // boxes
	Line  draw.RGBA // hairlines, which carry no meaning
	Wood  draw.RGBA // neutral accent, pennants, pressed buttons
	Ink   draw.RGBA // text
	Mute  draw.RGBA // quieter text
	Pale  draw.RGBA // text on Wood and on a filled Edge
	Hatch draw.RGBA // stripes over an undecided cell
	Shade draw.RGBA // shadow of callouts
	Focus draw.RGBA // ring around what has the keyboard

	Live   Pair // active, committed, healthy
	Gone   Pair // removed, aborted, broken invariant
	Flight Pair // messages
	Wait   Pair // retry, catching up
	State  Pair // states of coordinators and mirrors
	Plain  Pair // keys beyond the eighth, fillers

	keys [8]Pair
}

// Key returns the tint of the i-th key by first appearance in the lesson; from the ninth on, and
// for a record without a key (i < 0), the neutral one.
func (t *Theme) Key(i int) Pair {
	if i < 0 || i >= len(t.keys) {
		return t.Plain
	}
	return t.keys[i]
}

// The sizes of text.
const (
	Tiny  = 11
	Small = 12
	Body  = 13
	Lead  = 15
	Head  = 17
	Title = 20
)

// Leading returns the distance between the lines of a paragraph.
func Leading(px float32) float32 {
	switch {
	case px <= Small:
		return px + 5
	case px <= Body:
		return px + 6
	default:
		return px + 8
	}
}

// Words returns the style of ordinary words.
func (t *Theme) Words(px float32) draw.Words {
	return draw.Words{Face: font.Sans, Px: px, Colour: t.Ink}
}

// Data returns the style of data: offsets, names of files, configs, errors.
func (t *Theme) Data(px float32) draw.Words {
	return draw.Words{Face: font.Mono, Px: px, Colour: t.Ink}
}

// All returns the names of the themes.
func All() []string { return []string{"light", "dark", "high", "night"} }

// Named returns a theme by its name.
func Named(name string) (*Theme, bool) {
	switch name {
	case "light":
		return &light, true
	case "dark":
		return &dark, true
	case "high":
		return &high, true
	case "night":
		return &night, true
	}
	return nil, false
}

// Light returns the light theme: the paper of a printed diagram.
func Light() *Theme { return &light }

// Night returns the dark theme.
func Night() *Theme { return &dark }
