package draw

import (
	"fmt"
	"math"

	"highwater/viz/font"
)

// FaultKind says what is wrong with a frame.
type FaultKind uint8

// What can be wrong with a frame.
const (
	Broken  FaultKind = iota + 1 // a number is not finite, an index out of range, the order wrong
	Missing                      // a character that the face does not have
	Small                        // text below TextMin
	Cut                          // text leaves frame, clip or container; a card the frame
	Overlap                      // two texts overlap or touch
	Covered                      // a shape covers a part of a text
	Crossed                      // a line or an edge runs through a text
	Pale                         // text with too little contrast to what is beneath it
	Target                       // a hit smaller than a finger needs
)

var faultNames = [...]string{"", "broken", "missing", "small", "cut", "overlap", "covered",
	"crossed", "pale", "target"}

// String returns the kind in a word.
func (k FaultKind) String() string { return faultNames[k] }

// Limits of Check.
const (
	TextMin     = 11  // points
	ContrastMin = 4.5 // WCAG 2 AA
	LargeMin    = 3.0 // the same for large text: from 24 points, bold from 18.5
	TargetMin   = 24  // WCAG 2.2 AA

	slack = 0.5  // of a point, which nobody sees
	apart = 1.5  // between two texts on one line
	touch = 0.75 // how far an edge may reach into the ink of a text
)

// Fault is one thing wrong with a frame.
type Fault struct {
	Kind      FaultKind
	Op, Other int // indices into Ops; Other is -1 if there is none
	Text      string
	With      string // what it collides with
	Box       Box
	Have      float32
	Want      float32
}

// String returns the fault in one line.
func (f Fault) String() string {
	at := fmt.Sprintf("%v: op %d %q at %.1f,%.1f %.1f×%.1f", f.Kind, f.Op, f.Text, f.Box.X, f.Box.Y,
		f.Box.W, f.Box.H)
	if f.With != "" {
		at += fmt.Sprintf(", with op %d %s", f.Other, f.With)
	}
	if f.Want != 0 {
		at += fmt.Sprintf(": %.2f, want %.2f", f.Have, f.Want)
	}
	return at
}

// checker looks at one frame.
type checker struct {
	f      *Frame
	faults []Fault
	boxes  []Box // painted extent of each op within its clip
	texts  []int // texts that can be seen
	pts    []Pt
}

// Check returns what a reader would complain about: text that is cut, too small, too pale, crossed,
// covered, or written over other text, and cards that the frame cuts. It looks at what is really
// painted: a text has the box of its ink, its ground is what all ops before it make of the pixels
// under it, and what an opaque shape hides is not seen. Ops on their way in or out (Fading) are
// held to no rule of looks; those that MayCross may cross, cover and overlap; and the layer Over
// may cover what is below it, but not draw lines through it.
func Check(f *Frame) []Fault {
	c := &checker{f: f}
	for i := range f.Ops {
		c.sound(i)
	}
	if len(c.faults) > 0 {
		return c.faults // nothing below can be relied on
	}
	c.boxes = make([]Box, len(f.Ops))
	for i := range f.Ops {
		o := &f.Ops[i]
		b := o.Box()
		if o.Stroke > 0 && o.Kind != KindGlow {
			b = Box{b.X - o.Stroke/2, b.Y - o.Stroke/2, b.W + o.Stroke, b.H + o.Stroke}
		}
		c.boxes[i] = b.Meet(f.Boxes[o.Clip])
	}
	for i := range f.Ops {
		if f.Ops[i].Kind == KindText && !c.boxes[i].Empty() && f.Ops[i].Fill.A > 0 {
			c.glyphs(i)
			if f.Ops[i].Flags&Fading == 0 && !c.hidden(c.boxes[i], i, len(f.Ops)) {
				c.texts = append(c.texts, i)
			}
		}
	}
	for i := range f.Ops {
		c.card(i)
	}
	for n, i := range c.texts {
		c.place(i)
		c.collisions(i)
		c.contrast(i)
		for _, j := range c.texts[:n] {
			c.pair(j, i)
		}
	}
	return c.faults
}

// Targets returns the hits that are smaller than TargetMin in a direction.
func Targets(f *Frame) []Fault {
	var out []Fault
	for i := range f.Hits {
		h := &f.Hits[i]
		if have := min(h.Box.W, h.Box.H); have < TargetMin-slack {
			out = append(out, Fault{Kind: Target, Op: i, Other: -1, Text: h.Say, Box: h.Box,
				Have: have, Want: TargetMin})
		}
	}
	return out
}

func (c *checker) fault(k FaultKind, i, other int, have, want float32) {
	o := &c.f.Ops[i]
	f := Fault{Kind: k, Op: i, Other: other, Text: o.Text, Have: have, Want: want, Box: o.Box()}
	if other >= 0 {
		f.With = c.f.line(other)
	}
	c.faults = append(c.faults, f)
}

// sound finds ops that no painter could paint.
func (c *checker) sound(i int) {
	f, o := c.f, &c.f.Ops[i]
	ok := o.Kind >= KindRect && o.Kind <= KindHatch && o.Layer < layers &&
		int(o.Clip) < len(f.Boxes) && int(o.In) < len(f.Boxes) &&
		(i == 0 || f.Ops[i-1].Layer <= o.Layer)
	for _, v := range [...]float32{o.X, o.Y, o.W, o.H, o.R, o.Stroke, o.Dash, o.Gap, o.Px} {
		ok = ok && finite(v)
	}
	ok = ok && o.W >= 0 && o.H >= 0 && o.R >= 0
	if o.Kind == KindLine || o.Kind == KindPoly {
		ok = ok && o.From >= 0 && o.N >= 2 && int(o.From)+int(o.N) <= len(f.Pts)
		for n := o.From; ok && n < o.From+o.N; n++ {
			ok = finite(f.Pts[n].X) && finite(f.Pts[n].Y)
		}
	}
	if !ok {
		c.faults = append(c.faults, Fault{Kind: Broken, Op: i, Other: -1, Text: o.Text,
			Box: Box{o.X, o.Y, o.W, o.H}})
	}
}

func finite(v float32) bool { return !math.IsNaN(float64(v)) && v < 1e7 && v > -1e7 }

// glyphs finds characters without a glyph and text that is too small.
func (c *checker) glyphs(i int) {
	o := &c.f.Ops[i]
	for _, r := range o.Text {
		if !font.Has(o.Face, r) {
			c.fault(Missing, i, -1, float32(r), 0)
			break
		}
	}
	if o.Px < TextMin {
		c.fault(Small, i, -1, o.Px, TextMin)
	}
}

// place finds text that is cut or leaves its container.
func (c *checker) place(i int) {
	o := &c.f.Ops[i]
	b := o.Box()
	switch f := c.f; {
	case !f.Boxes[o.Clip].Holds(b, slack):
		c.fault(Cut, i, -1, out(b, f.Boxes[o.Clip]), slack)
	case !f.Boxes[o.In].Holds(b, slack):
		c.fault(Cut, i, -1, out(b, f.Boxes[o.In]), slack)
	}
}

// card finds a box with an edge that the frame cuts, though no clip says that it may.
func (c *checker) card(i int) {
	o, frame := &c.f.Ops[i], c.f.Boxes[0]
	b := Box{o.X, o.Y, o.W, o.H}
	if o.Kind == KindRect && o.Stroke > 0 && o.Edge.A > 0 && o.Clip == 0 && o.Layer > Links &&
		o.Flags&(Fading|MayCross) == 0 && !c.boxes[i].Empty() && !frame.Holds(b, slack) {
		c.fault(Cut, i, -1, out(b, frame), slack)
	}
}

// out returns how far b reaches out of in.
func out(b, in Box) float32 {
	return max(in.X-b.X, in.Y-b.Y, b.Right()-in.Right(), b.Bottom()-in.Bottom())
}

// hidden reports whether an opaque shape among the ops after i and before end covers the box.
func (c *checker) hidden(b Box, i, end int) bool {
	for k := i + 1; k < end; k++ {
		o := &c.f.Ops[k]
		if o.Kind == KindRect && o.Fill.A == 255 && c.boxes[k].Holds(b, slack) &&
			(Box{o.X, o.Y, o.W, o.H}).Inset(o.R*0.3).Holds(b, slack) {
			return true
		}
	}
	return false
}

// pair finds two texts on one another; j is painted before i.
func (c *checker) pair(j, i int) {
	p, q := &c.f.Ops[j], &c.f.Ops[i]
	if (p.Flags|q.Flags)&MayCross != 0 || p.Layer != Over && q.Layer == Over {
		return
	}
	a, b := c.boxes[j], c.boxes[i]
	if q.Flags&Joined == 0 && p.Y == q.Y {
		a = Box{a.X - apart, a.Y, a.W + 2*apart, a.H}
	}
	both := a.Meet(b)
	if both.W > slack && both.H > slack && !c.hidden(both, j, i) {
		c.fault(Overlap, i, j, 0, 0)
	}
}

// collisions finds what covers or crosses a text.
func (c *checker) collisions(i int) {
	t := &c.f.Ops[i]
	if t.Flags&MayCross != 0 {
		return
	}
	b := c.boxes[i]
	for j := range c.f.Ops {
		o := &c.f.Ops[j]
		if o.Kind == KindText || o.Flags&(MayCross|Fading) != 0 ||
			o.Layer == Over && t.Layer != Over && o.Kind != KindLine {
			continue
		}
		both := c.boxes[j].Meet(b)
		if both.W <= touch && both.H <= touch {
			continue
		}
		if j > i && o.Fill.A > 25 && o.Kind != KindGlow && both.W > slack && both.H > slack &&
			c.covers(j, both) > 0.1 && c.covers(j, b) < 1 {
			c.fault(Covered, i, j, 0, 0)
			continue
		}
		if o.Stroke > 0 && o.Edge.A > 25 && o.Kind != KindGlow && c.crosses(o, b) &&
			(j > i || !c.hidden(b, j, i)) {
			c.fault(Crossed, i, j, 0, 0)
		}
	}
}

// covers returns how much of the box the op's fill paints over, from 0 to 1.
func (c *checker) covers(j int, b Box) float32 {
	const side = 6
	hits := 0
	for n := range side * side {
		x, y := float32(n%side)/(side-1), float32(n/side)/(side-1)
		if c.f.paints(&c.f.Ops[j], Pt{b.X + 0.2 + (b.W-0.4)*x, b.Y + 0.2 + (b.H-0.4)*y}) {
			hits++
		}
	}
	return float32(hits) / (side * side)
}

// crosses reports whether the op's edge runs through the box.
func (c *checker) crosses(o *Op, b Box) bool {
	reach := o.Stroke/2 - touch
	b = Box{b.X - reach, b.Y - reach, b.W + 2*reach, b.H + 2*reach}.Meet(c.f.Boxes[o.Clip])
	if b.Empty() {
		return false
	}
	pts, closed := c.f.Outline(c.pts[:0], o)
	c.pts = pts
	n := len(pts)
	if !closed {
		n--
	}
	for i := range n {
		if meets(pts[i], pts[(i+1)%len(pts)], b) {
			return true
		}
	}
	return false
}

// meets reports whether a line from p to q comes into the box.
func meets(p, q Pt, b Box) bool {
	lo, hi := float32(0), float32(1)
	side := func(d, at float32) bool { // keeps where at + t·d ≥ 0
		if d == 0 {
			return at > 0
		}
		if t := -at / d; d > 0 {
			lo = max(lo, t)
		} else {
			hi = min(hi, t)
		}
		return lo < hi
	}
	dx, dy := q.X-p.X, q.Y-p.Y
	return side(dx, p.X-b.X) && side(-dx, b.Right()-p.X) &&
		side(dy, p.Y-b.Y) && side(-dy, b.Bottom()-p.Y)
}
