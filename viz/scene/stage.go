package scene

import (
	"math"

	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// stage is the part of a frame where the replicas are.
type stage struct {
	ui.Kit
	in   *Input
	m    *moment
	area draw.Box
	form form
	ax   blend // of the group that is being drawn
	view draw.Box
	flow flow
}

// flow is the vertical rhythm of a lane.
type flow struct {
	flags, box, label, under, gap float32
	name                          float32 // height of the name above a single lane
	row                           float32 // height of a row of the bench
	card                          float32 // height of the bench's cards, 0: that of the content
}

// group is the replicas of one partition: they share an axis.
type group struct {
	topic, part int32
	lanes       []*lane
}

// drawStage fills the area with the replicas of every partition, and the bench under them.
func drawStage(k ui.Kit, in *Input, area draw.Box, f form) {
	s := &stage{Kit: k, in: in, m: resolve(in), area: area, form: f}
	groups := s.groups()
	if len(groups) == 0 {
		s.empty(area)
		return
	}
	top := area.Pad(s.margin(), 0)
	for i, g := range groups {
		room := top
		if i < len(groups)-1 {
			room.H = top.H / float32(len(groups)-i)
		}
		used := s.group(g, room, len(groups))
		top.Y, top.H = top.Y+used, max(top.H-used, 0)
	}
	if rest := top; rest.H > 76 {
		if s.flow.card > 0 && rest.H > 200 {
			rest = s.shapes(rest, groups[0].lanes[0])
			s.flow.card = min(rest.H-16, 400)
		} else {
			s.flow.card = 0
		}
		s.bench(rest, groups[0].lanes[0])
	}
	s.passing(area.Pad(s.margin(), 0))
}

// passing shows a clock that runs while time jumps, and says how much of it goes by.
func (s *stage) passing(area draw.Box) {
	if s.in.Phase >= 1 || s.in.Beat.Clock <= 0 || s.m.clock >= 1 {
		return
	}
	t := s.in.Theme
	ms := s.in.After.Now.MS() - s.in.Before.Now.MS()
	text := s.in.say("stage.clock", "ms", roundMS(ms))
	w := t.Words(theme.Small).Bold().In(t.Wait.Edge)
	width := w.Width(text) + 42
	b := draw.B(area.Right()-width, area.Y-3, width, 28)
	s.Faded(theme.Clamp(6*s.m.clock)*0.99, func() {
		s.At(draw.Fx, func() {
			s.Rect(b, t.Wait.Style(1.2, 14).MayCross())
			c := draw.P(b.X+16, b.Mid().Y)
			s.Circle(c, 8.5, draw.Fill(t.Card).Edged(t.Wait.Edge, 1.5))
			turn := func(turns, r float32) draw.Pt {
				a := float64(turns) * 2 * math.Pi
				return draw.P(c.X+float32(r*float32(math.Sin(a))),
					c.Y-float32(r*float32(math.Cos(a))))
			}
			hand := draw.Edge(t.Wait.Edge, 1.5)
			p := theme.InOut(s.m.clock)
			s.Line(hand, c, turn(p*6, 6.5))
			s.Line(hand, c, turn(p/2, 4.5))
			s.TextIn(draw.B(b.X+30, b.Y, width-36, b.H), text, w)
		})
	})
}

func (s *stage) margin() float32 {
	if s.form == formFigure {
		return 16
	}
	return 24
}

func (s *stage) groups() []group {
	var list []group
	for i := range s.m.lanes {
		l := &s.m.lanes[i]
		at := -1
		for j := range list {
			if list[j].topic == l.topic && list[j].part == l.part {
				at = j
			}
		}
		if at < 0 {
			list = append(list, group{topic: l.topic, part: l.part})
			at = len(list) - 1
		}
		list[at].lanes = append(list[at].lanes, l)
	}
	return list
}

// rhythm divides the height among n lanes; a single one may be taller.
func (s *stage) rhythm(n int, height float32) flow {
	f := flow{flags: 26, box: 62, label: 34, under: 26, gap: 14, name: 0, row: benchRow}
	if n == 1 {
		f.name, f.box, f.under = 58, 76, 52
		switch {
		case s.form == formFigure && s.in.H < figureHeight:
			f = flow{name: 26, flags: 24, box: 58, label: 32, under: 24, gap: 2, row: 19}
		case s.form == formFigure:
			f.name, f.under, f.gap = 28, 28, 8
			f.box = min(70+max(s.in.H-640, 0)*0.15, 110)
		case height > 560:
			f.flags, f.box, f.under, f.gap, f.row = 30, min(104+(height-560)*0.44, 280), 58, 22, 28
			f.card = 1 // to be measured
		}
		if !s.in.Cast.buries() {
			f.under = min(f.under, 16) // no shelf for files that nothing will lay there
		}
	}
	for _, cut := range [...]flow{
		{gap: 10, under: 24, box: 62, label: 34},
		{gap: 6, under: 22, box: 54, label: 32},
		{gap: 4, box: 48, label: 32},
		{gap: 2, box: 44, label: 18},
		{box: 32, label: 18},
		{box: 24},
	} {
		if f.name+float32(n)*(f.flags+f.box+f.label+f.under+f.gap)+24 <= height {
			break
		}
		f.gap, f.under, f.box = min(f.gap, cut.gap), min(f.under, cut.under), min(f.box, cut.box)
		f.label = min(f.label, cut.label)
	}
	return f
}

// group draws one partition and returns the height that it took.
func (s *stage) group(g group, area draw.Box, groups int) float32 {
	n := len(g.lanes)
	s.flow = s.rhythm(n, area.H)
	if n == 1 && area.H < 130 {
		s.flow.name = 0
	}
	side := float32(0)
	if n > 1 {
		side = min(168, area.W*0.22)
	}
	y := area.Y
	if n == 1 && s.flow.name > 0 {
		y += s.flow.name
		s.nameAbove(g.lanes[0], draw.B(area.X, area.Y, area.W, s.flow.name))
	}
	s.view = draw.B(area.X+side, y, area.W-side, area.H)
	a, b := s.axes(g, s.view)
	s.ax = blend{&a, &b, theme.InOut(s.m.t)}
	if s.m.in.Phase < 1 && len(g.lanes[0].arrivals) > 0 {
		s.ax.t = theme.InOut(theme.Clamp(s.m.t * 1.4))
	}
	s.Clipped(draw.B(s.view.X-6, area.Y, s.view.W+12, area.H), func() { s.ruler(g, y) })
	s.where(y + 17)
	y += 20
	for _, l := range g.lanes {
		top := y
		if side > 0 {
			s.nameBeside(l, draw.B(area.X, top+s.flow.flags, side-12, s.flow.box))
		}
		s.Clipped(draw.B(s.view.X-6, top, s.view.W+12, s.laneHeight()+8), func() { s.lane(l, top) })
		y += s.laneHeight() + s.flow.gap
	}
	return y - area.Y
}

func (s *stage) laneHeight() float32 {
	return s.flow.flags + s.flow.box + s.flow.label + s.flow.under
}

// where shows which part of all offsets a zoomed stage stands at, and lets it be dragged.
func (s *stage) where(y float32) {
	zoom := s.in.View.Zoom
	if zoom <= 1 {
		return
	}
	t := s.in.Theme
	all := s.view.W * zoom
	w := max(s.view.W/zoom, 18)
	x := s.view.X + (s.view.W-w)*min(max(s.in.View.Pan, 0)/(all-s.view.W), 1)
	s.At(draw.Boxes, func() {
		s.Rect(draw.B(s.view.X, y, s.view.W, 3), draw.Fill(t.Line.Fade(0.5)).Round(1.5))
		s.Rect(draw.B(x, y, w, 3), draw.Fill(t.Wood).Round(1.5))
	})
	s.At(draw.Back, func() {
		s.Hit(draw.Hit{Box: draw.B(s.view.X, y-14, s.view.W, s.laneHeight()+14), Line: "scroll",
			Drag: draw.DragPan})
	})
}

// axes fits the offsets of a group before and after the step.
func (s *stage) axes(g group, view draw.Box) (axis, axis) {
	width := float64(view.W) * float64(max(s.in.View.Zoom, 1))
	x := float64(view.X) - min(max(float64(s.in.View.Pan), 0), width-float64(view.W))
	plain := s.in.Cast.plainIn(g.topic, g.part)
	b := fit(pieces(g, plain, false), x, width)
	if s.in.Phase >= 1 {
		return b, b
	}
	return fit(pieces(g, plain, true), x, width), b
}

// pieces cuts the offsets of a group where their kind changes and where runs change files.
func pieces(g group, plain []stretch, before bool) []piece {
	lo, hi := int64(-1), int64(0)
	var cuts []int64
	for _, l := range g.lanes {
		log := l.after
		if before {
			log = l.before
		}
		hi = max(hi, log.EndOffset)
		for i := range log.Segments {
			base := log.Segments[i].BaseOffset
			cuts = append(cuts, base)
			if lo < 0 || base < lo {
				lo = base
			}
		}
		for i := range log.Doomed {
			cuts = append(cuts, log.Doomed[i].Base)
			lo = min(lo, log.Doomed[i].Base)
		}
	}
	lo = max(lo, 0)
	var out []piece
	if lo > 0 {
		out = append(out, piece{kind: pieceGone, from: 0, to: lo})
	}
	at := lo
	for _, p := range plain {
		from, to := max(p.from, lo), min(p.to, hi)
		if from >= to {
			continue
		}
		if from > at {
			out = append(out, piece{kind: pieceCells, from: at, to: from})
		}
		out = cutRun(out, from, to, cuts)
		at = to
	}
	if at < hi {
		out = append(out, piece{kind: pieceCells, from: at, to: hi})
	}
	return append(out, piece{kind: pieceTail, from: hi, to: hi})
}

// cutRun splits a run where a segment begins in it.
func cutRun(out []piece, from, to int64, cuts []int64) []piece {
	for from < to {
		next := to
		for _, c := range cuts {
			if c > from && c < next {
				next = c
			}
		}
		out = append(out, piece{kind: pieceRun, from: from, to: next})
		from = next
	}
	return out
}

// nodeName is how a broker is called in words.
func (s *stage) nodeName(id world.NodeID) string { return s.in.say("stage.broker", "n", int(id)) }
