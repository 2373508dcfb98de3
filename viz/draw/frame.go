package draw

import "highwater/viz/font"

// Kind says what an op paints.
type Kind uint8

// What an op can be. A rounded box, a line and a polygon may be filled with Fill and edged with
// Edge, Stroke wide, the stroke lying half inside and half outside.
const (
	KindRect  Kind = iota + 1 // the box, corners rounded by R; a circle if R = W/2 = H/2
	KindLine                  // an open line through the points; Edge, Stroke, flat ends
	KindPoly                  // a closed polygon, concave or not, by the non-zero rule
	KindText                  // Text from X on the baseline Y; W is its width; Fill its colour
	KindGlow                  // a soft shadow of the rounded box, Stroke wide: see GlowAt
	KindHatch                 // stripes in the rounded box, see HatchPeriod, in Fill
)

// Layer orders the ops of a frame: all of a lower layer are painted before any of a higher one.
type Layer uint8

// The layers, from the ground up.
const (
	Back   Layer = iota // grounds, panels, rules
	Links               // wires and connectors
	Boxes               // segments, cells, cards
	Labels              // words on them
	Fx                  // what moves: messages, sweeps, pennants
	UI                  // controls
	Over                // callouts, tooltips, dialogs: may cover what is below
	layers
)

// Flags are the yes-or-no properties of an op.
type Flags uint8

// What an op's flags mean.
const (
	Strike   Flags = 1 << iota // text is struck through, see StrikeBox
	Fading                     // painted half transparent on its way in or out
	MayCross                   // may cross or cover text: a playhead, a sweep
	Joined                     // text goes on where the one before it ended, as spans do
)

// Op is one thing to paint. It is flat: points, clip and container are indices into the frame.
type Op struct {
	Kind       Kind
	Layer      Layer
	Face       font.Face
	Flags      Flags
	Clip, In   uint16 // index into Frame.Boxes: where it may paint; what must hold its text
	From, N    int32  // points Frame.Pts[From : From+N] of a line or polygon
	X, Y, W, H float32
	R          float32 // radius of the corners
	Stroke     float32 // width of the edge or line; 0 is none
	Dash, Gap  float32 // a dashed edge: painted, left out; see Dashes
	Px         float32 // size of the text
	Fill, Edge RGBA
	Text       string
}

// Box returns the op's box; of a text, that of its glyphs' ink.
func (o *Op) Box() Box {
	if o.Kind == KindText {
		x0, y0, x1, y1 := font.Ink(o.Face, o.Px, o.Text)
		return Box{o.X + x0, o.Y + y0, x1 - x0, y1 - y0}
	}
	return Box{o.X, o.Y, o.W, o.H}
}

// StrikeBox returns the bar that strikes a text through.
func (o *Op) StrikeBox() Box {
	h := max(1, o.Px/12)
	return Box{o.X - 1, o.Y - float32(0.3*o.Px) - h/2, o.W + 2, h}
}

// Drag says what dragging a hit does.
type Drag uint8

// The ways of dragging. A dragged hit says its Line followed by a number: see Hit.At.
const (
	NoDrag  Drag = iota
	DragX        // the value follows x from Lo at the left edge to Hi at the right one
	DragY        // the value follows y from Lo at the top to Hi at the bottom
	DragPan      // the line gets the distance moved, "dx dy", in points
)

// Hit is a place that answers to a pointer, and a stop for the keyboard and the screen reader.
type Hit struct {
	Box    Box
	Line   string // what a click says to the session
	Tip    string // shown while the pointer rests on it
	Say    string // its name for those who do not see it
	Drag   Drag
	Lo, Hi float32
	Layer  Layer
	Off    bool // shown, but cannot be used now
}

// At returns the value under a pointer at p for DragX and DragY, kept between Lo and Hi.
func (h *Hit) At(p Pt) float32 {
	t := float32(0)
	switch {
	case h.Drag == DragX && h.Box.W > 0:
		t = (p.X - h.Box.X) / h.Box.W
	case h.Drag == DragY && h.Box.H > 0:
		t = (p.Y - h.Box.Y) / h.Box.H
	}
	return Lerp(h.Lo, h.Hi, min(max(t, 0), 1))
}

// Frame is one picture.
type Frame struct {
	W, H   float32
	Ground RGBA   // what is under everything
	Title  string // what the picture shows, in a few words
	Say    string // the same in a sentence or two, for those who do not see it
	Ops    []Op
	Hits   []Hit
	Pts    []Pt
	Boxes  []Box // [0] is the frame itself

	spare []Op // memory of sort
}

// Reset empties the frame for another picture and keeps its memory.
func (f *Frame) Reset(w, h float32, ground RGBA) {
	f.W, f.H, f.Ground, f.Title, f.Say = w, h, ground, "", ""
	f.Ops, f.Hits, f.Pts = f.Ops[:0], f.Hits[:0], f.Pts[:0]
	f.Boxes = append(f.Boxes[:0], Box{0, 0, w, h})
}

// New makes an empty frame.
func New(w, h float32, ground RGBA) *Frame {
	f := new(Frame)
	f.Reset(w, h, ground)
	return f
}

// Points returns the points of a line or polygon.
func (f *Frame) Points(o *Op) []Pt { return f.Pts[o.From : o.From+o.N] }

// HitAt returns the topmost hit under the point, or nil.
func (f *Frame) HitAt(p Pt) *Hit {
	var best *Hit
	for i := range f.Hits {
		h := &f.Hits[i]
		if h.Box.Has(p) && (best == nil || h.Layer >= best.Layer) {
			best = h
		}
	}
	return best
}
