package scene

import (
	"fmt"
	"strings"

	"highwater/viz/draw"
	"highwater/viz/i18n"
	"highwater/viz/theme"
)

// lane draws one replica from y on: pennants, boxes with records, names of files, and the shelf.
func (s *stage) lane(l *lane, y float32) {
	box := draw.B(s.view.X, y+s.flow.flags, s.view.W, s.flow.box)
	s.goneStretch(l, box)
	for i := range l.boxes {
		s.segment(l, &l.boxes[i], box)
	}
	s.shelves(l, box)
	if l.sweep != nil {
		s.sweepLine(l, box)
	}
	s.flags(l, y)
	if !l.up {
		s.Rect(box.Inset(-3), draw.Fill(s.in.Theme.Paper.Fade(0.55)).Round(10))
	}
}

// goneStretch marks the offsets that nothing is left of.
func (s *stage) goneStretch(l *lane, box draw.Box) {
	lo := int64(-1)
	for i := range l.boxes {
		if x := &l.boxes[i]; x.sink < 0.5 && (lo < 0 || x.base < lo) {
			lo = x.base
		}
	}
	if lo <= 0 {
		return
	}
	x0, x1 := s.ax.left(0)+2, s.ax.left(lo)-4
	if x1-x0 < 12 {
		return
	}
	m := box.Y + box.H/2
	s.Line(draw.Edge(s.in.Theme.Line, 1.4).Dashed(2, 5), draw.P(x0, m), draw.P(x1, m))
}

// edges is the place of a segment's box now.
func (s *stage) edges(x *segBox, box draw.Box) draw.Box {
	x0 := s.ax.left(x.base) + 2
	end := s.ax.x(x.edge)
	x1 := end - 2
	if x.closed < 1 {
		open := end + max(s.tail(), 30)
		x1 = draw.Lerp(open, x1, theme.InOut(x.closed))
	}
	if x.closed < 1 && x.born < 1 {
		x1 = draw.Lerp(x0+4, x1, theme.Out(x.born))
	}
	// What is far outside the view is cut there: nobody sees it, and numbers stay small.
	x1 = max(x1, x0+6)
	x0, x1 = max(x0, s.view.X-aside), min(x1, s.view.Right()+aside)
	return draw.B(x0, box.Y, x1-x0, box.H)
}

// aside is how far a box reaches out of the view before it is cut.
const aside = 40

// tail is the width of the room behind the end.
func (s *stage) tail() float32 {
	a, b := s.ax.a, s.ax.b
	w := func(a *axis) float32 {
		if n := len(a.pieces); n > 0 {
			return float32(a.pieces[n-1].w)
		}
		return 0
	}
	return draw.Lerp(w(a), w(b), s.ax.t)
}

// segment draws a box with its records and its label.
func (s *stage) segment(l *lane, x *segBox, box draw.Box) {
	if x.seg == nil || x.born <= 0 {
		return
	}
	b := s.edges(x, box)
	if b.W <= 0 {
		return
	}
	under := box.Bottom() + s.flow.label
	alpha := float32(1)
	switch {
	case x.replaced && x.state != boxCleaned && x.dying > 0: // the old file, replaced
		alpha = 1 - theme.Clamp(x.dying*1.6)
	case x.replaced && x.seg != nil && x.sink > 0 && x.dying == 0 && x.state >= boxCleaned:
		b.Y = draw.Lerp(box.Y, under, theme.InOut(x.sink))
		b.H = draw.Lerp(box.H, s.newHeight(), theme.InOut(x.sink))
	case x.sink > 0 && !x.replaced: // retention takes it to the shelf
		t := theme.InOut(x.sink)
		b.Y = draw.Lerp(box.Y, under+2, t)
		b.H = draw.Lerp(box.H, shelfHeight, t)
	}
	if alpha <= 0 {
		return
	}
	s.Faded(alpha, func() {
		s.hitSegment(l, x, b)
		s.At(draw.Boxes, func() {
			s.frame(x, b)
			if b.H > shelfHeight+4 {
				s.records(l, x, b)
			}
		})
		if x.sink < 0.5 || x.replaced {
			s.label(l, x, b, box)
		}
		if s.selected(l, SelectSegment, x.base) && x.born > 0.5 && !(x.replaced && x.dying > 0) {
			s.ring(b.Meet(s.view.Inset(-4)), 11)
		}
	})
}

// ring marks what is selected: two points wide, with a thin line of paper between it and the thing.
func (s *stage) ring(b draw.Box, r float32) {
	s.At(draw.Fx, func() {
		s.Rect(b.Inset(-1), draw.Edge(s.in.Theme.Paper, 1.5).Round(r-1.5).MayCross())
		s.Rect(b.Inset(-2.75), draw.Edge(s.in.Theme.Focus, 2).Round(r).MayCross())
	})
}

// newHeight is the height of a box that the cleaner is still writing.
func (s *stage) newHeight() float32 { return max(s.flow.under-4, 22) }

// frame draws the outline of a segment.
func (s *stage) frame(x *segBox, b draw.Box) {
	t := s.in.Theme
	fill, edge, stroke := t.Card, t.Line, float32(1.3)
	switch x.state {
	case boxActive:
		fill, edge, stroke = t.Paper.Mix(t.Live.Fill, 0.35), t.Live.Edge, 1.5
	case boxDeleted:
		fill, edge = t.Paper.Mix(t.Gone.Fill, 0.5), t.Gone.Edge
	case boxCleaned, boxSwap:
		fill, edge = t.Paper.Mix(t.State.Fill, 0.4), t.State.Edge
	}
	r := min(9, b.W/2, b.H/2)
	if x.closed >= 1 || x.state == boxDeleted {
		st := draw.Fill(fill).Edged(edge, stroke).Round(r)
		if x.state == boxCleaned || x.state == boxSwap {
			st = st.Dashed(5, 4)
		}
		s.Rect(b, st)
		return
	}
	pts := openBox(b, r)
	s.Poly(draw.Fill(fill), pts...)
	s.Line(draw.Edge(edge, stroke), pts...)
	if x.closed > 0 {
		c := theme.InOut(x.closed)
		m := b.Mid().Y
		h := b.H / 2 * c
		s.Line(draw.Edge(edge, stroke), draw.P(b.Right(), m-h), draw.P(b.Right(), m+h))
	}
}

// openBox is the outline of a box without its right side, from the right top around the left.
func openBox(b draw.Box, r float32) []draw.Pt {
	pts := make([]draw.Pt, 0, 12)
	pts = append(pts, draw.P(b.Right(), b.Y))
	for _, q := range [...][2]float32{{1, 0}, {0.617, 0.076}, {0.293, 0.293}, {0.076, 0.617}, {0,
		1}} {
		pts = append(pts, draw.P(b.X+q[0]*r, b.Y+q[1]*r))
	}
	for _, q := range [...][2]float32{{0, 1}, {0.076, 0.617}, {0.293, 0.293}, {0.617, 0.076}, {1,
		0}} {
		pts = append(pts, draw.P(b.X+q[0]*r, b.Bottom()-q[1]*r))
	}
	return append(pts, draw.P(b.Right(), b.Bottom()))
}

// label writes the file's name, size and state under its box.
func (s *stage) label(l *lane, x *segBox, b draw.Box, box draw.Box) {
	t := s.in.Theme
	name, state, ink := "", "", t.Mute
	suffix := ".log"
	switch x.state {
	case boxActive:
		state, ink = s.in.say("stage.active"), t.Live.Edge
	case boxDeleted:
		suffix, ink = ".log.deleted", t.Gone.Edge
	case boxCleaned:
		suffix, ink = ".log.cleaned", t.State.Edge
	case boxSwap:
		suffix, ink = ".log.swap", t.State.Edge
	}
	if x.sink > 0.5 && x.replaced {
		return // the shelf is narrow; the sweep says what the box is
	}
	left := max(b.X, s.view.X-2)
	room := min(b.Right(), s.view.Right()) - left - 4
	if room < 12 || s.flow.label < 16 {
		return
	}
	name = fileLabel(t.Data(theme.Tiny), x.base, suffix, room)
	y := box.Bottom() + 4
	s.At(draw.Labels, func() {
		row := draw.B(left+3, y, room, 14)
		s.TextIn(row, name, t.Data(theme.Tiny).In(t.Mute))
		size := i18n.Bytes(s.in.Lang, x.size)
		w := t.Words(theme.Tiny).In(ink)
		line := size
		if state != "" {
			line = size + " · " + state
		}
		for _, try := range []string{line, state, size, i18n.Size(s.in.Lang, x.size)} {
			if try != "" && s.flow.label >= 30 && w.Width(try) <= room {
				s.TextIn(row.Shift(0, 14), try, w)
				break
			}
		}
	})
}

// fileLabel is a file's name, or as much of it as tells it apart.
func fileLabel(w draw.Words, base int64, suffix string, room float32) string {
	full := fmt.Sprintf("%020d%s", base, suffix)
	short := fmt.Sprintf("…%04d%s", base, suffix)
	for _, try := range []string{full, short, strings.TrimSuffix(short, ".log"), fmt.Sprint(base)} {
		if w.Width(try) <= room {
			return try
		}
	}
	return ""
}

func (s *stage) hitSegment(l *lane, x *segBox, b draw.Box) {
	tip := fmt.Sprintf("%020d.log\n", x.base)
	s.Hit(draw.Hit{Box: b,
		Line: s.segmentLine(l, x.base),
		Tip:  strings.TrimSpace(tip) + " · " + i18n.Bytes(s.in.Lang, x.size),
		Say:  s.in.say("stage.segment", "base", x.base, "size", x.size)})
}

// partition is the name of the lane's partition, as lines write it.
func (s *stage) partition(l *lane) string {
	w := s.in.After
	if int(l.topic) < len(w.Topics) {
		return fmt.Sprintf("%s-%d", w.Topics[l.topic].Name, l.part)
	}
	return fmt.Sprintf("%d-%d", l.topic, l.part)
}

// segmentLine is the line that selects a segment.
func (s *stage) segmentLine(l *lane, base int64) string {
	return fmt.Sprintf("select %s/%s/%d.log", s.partition(l), l.node, base)
}
