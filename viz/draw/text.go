package draw

import (
	"fmt"
	"strings"
)

var kindNames = [...]string{"?", "rect", "line", "poly", "text", "glow", "hatch"}

var layerNames = [...]string{"back", "links", "boxes", "labels", "fx", "ui", "over"}

// String returns the kind in a word.
func (k Kind) String() string { return kindNames[min(int(k), len(kindNames)-1)] }

// String returns the layer's name.
func (l Layer) String() string { return layerNames[min(int(l), len(layerNames)-1)] }

// String returns the frame as text: a line for the frame, for each op and for each hit. Golden
// files keep it.
func (f *Frame) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "frame %s×%s %v %q\n", short(f.W), short(f.H), f.Ground, f.Title)
	for i := range f.Ops {
		b.WriteString(f.line(i))
		b.WriteByte('\n')
	}
	for i := range f.Hits {
		h := &f.Hits[i]
		fmt.Fprintf(&b, "hit %v %v line=%q tip=%q say=%q", h.Layer, h.Box, h.Line, h.Tip, h.Say)
		if h.Drag != NoDrag {
			fmt.Fprintf(&b, " drag=%d %s…%s", h.Drag, short(h.Lo), short(h.Hi))
		}
		if h.Off {
			b.WriteString(" off")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// String returns the box as x,y w×h.
func (b Box) String() string {
	return short(b.X) + "," + short(b.Y) + " " + short(b.W) + "×" + short(b.H)
}

// short writes a number with at most one place.
func short(v float32) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0") }

// line returns an op as one line of text.
func (f *Frame) line(i int) string {
	o := &f.Ops[i]
	var b strings.Builder
	fmt.Fprintf(&b, "%v %v", o.Kind, o.Layer)
	switch o.Kind {
	case KindText:
		fmt.Fprintf(&b, " %s,%s w=%s %v %s %v %q", short(o.X), short(o.Y), short(o.W), o.Face,
			short(o.Px), o.Fill, o.Text)
	case KindLine, KindPoly:
		for _, p := range f.Points(o) {
			b.WriteString(" " + short(p.X) + "," + short(p.Y))
		}
	default:
		fmt.Fprintf(&b, " %v", Box{o.X, o.Y, o.W, o.H})
	}
	if o.R > 0 {
		b.WriteString(" r=" + short(o.R))
	}
	if o.Kind != KindText && o.Fill.A > 0 {
		fmt.Fprintf(&b, " fill=%v", o.Fill)
	}
	if o.Stroke > 0 {
		fmt.Fprintf(&b, " edge=%v %s", o.Edge, short(o.Stroke))
	}
	if o.Dash > 0 {
		b.WriteString(" dash=" + short(o.Dash) + "+" + short(o.Gap))
	}
	if o.Clip != 0 {
		fmt.Fprintf(&b, " clip=%v", f.Boxes[o.Clip])
	}
	if o.In != 0 {
		fmt.Fprintf(&b, " in=%v", f.Boxes[o.In])
	}
	for _, n := range [...]struct {
		flag Flags
		name string
	}{{Strike, "strike"}, {Fading, "fading"}, {MayCross, "may-cross"}, {Joined, "joined"}} {
		if o.Flags&n.flag != 0 {
			b.WriteString(" " + n.name)
		}
	}
	return b.String()
}
