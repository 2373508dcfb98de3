package scene

import (
	"sort"

	"highwater/viz/draw"
	"highwater/viz/theme"
)

// shelfHeight is the height of a .deleted file that waits under the lane.
const shelfHeight float32 = 20

// shelves draws the files that wait for their deletion under the offsets that they held.
func (s *stage) shelves(l *lane, box draw.Box) {
	if s.flow.under < shelfHeight {
		return
	}
	y := box.Bottom() + s.flow.label + 2
	rows := 1
	if s.flow.under >= 2*shelfHeight+6 {
		rows = 2
	}
	ends := make([]float32, rows)
	for i := range ends {
		ends[i] = s.view.X - 100
	}
	for i := range l.boxes {
		x := &l.boxes[i]
		if x.doomed == nil {
			continue
		}
		b := draw.B(s.ax.left(x.base)+2, y, 0, shelfHeight)
		b.W = max(s.ax.left(x.end)-2-b.X, 10)
		row := -1
		for r := range ends {
			if b.X >= ends[r]-1 {
				row = r
				break
			}
		}
		if row < 0 || b.X > s.view.Right() {
			continue
		}
		ends[row] = b.Right()
		b.Y += float32(row) * (shelfHeight + 4)
		s.Faded(x.born*(1-theme.In(x.dying)), func() { s.doomedFile(l, x, b) })
	}
}

func (s *stage) doomedFile(l *lane, x *segBox, b draw.Box) {
	t := s.in.Theme
	b.Y += theme.In(x.dying) * 10
	s.At(draw.Boxes, func() {
		s.Rect(b, draw.Fill(t.Paper.Mix(t.Gone.Fill, 0.55)).Edged(t.Gone.Edge,
			1).Round(5).Dashed(3, 3))
	})
	seen := b.Meet(draw.B(s.view.X-2, b.Y, s.view.W+4, b.H))
	name := fileLabel(t.Data(theme.Tiny), x.base, ".log.deleted", seen.W-10)
	if name == "" {
		name = fileLabel(t.Data(theme.Tiny), x.base, "", seen.W-10)
	}
	s.At(draw.Labels, func() {
		s.TextIn(seen.Pad(5, 0), name, t.Data(theme.Tiny).In(t.Gone.Edge).At(draw.Middle))
	})
	s.Hit(draw.Hit{Box: b, Line: s.segmentLine(l, x.base), Tip: x.doomed.Name, Say: x.doomed.Name})
}

// sweepX is where the cleaner's line stands.
func (s *stage) sweepX(sw *sweep) float32 {
	return draw.Lerp(s.ax.left(sw.from), s.ax.left(sw.to), sw.line)
}

// readX is where the reader stands that builds the map.
func (s *stage) readX(sw *sweep) float32 {
	return draw.Lerp(s.ax.left(sw.dirty.from), s.ax.left(sw.dirty.to), sw.build)
}

// verdict says, beside the sweep, what happened to the last record that it passed.
func (s *stage) verdict(sw *sweep) string {
	x := s.sweepX(sw)
	at := sort.Search(len(sw.fates), func(i int) bool {
		return s.ax.left(sw.fates[i].off)+s.ax.pitch(sw.fates[i].off)/2 > x
	})
	if at == 0 {
		return s.in.say("stage.sweep")
	}
	f := &sw.fates[at-1]
	if key := "sweep." + f.why.Key(); s.in.Texts.Has(key) && x-s.ax.left(f.off) < 90 {
		return s.in.say(key, "off", f.off, "a", f.a)
	}
	return s.in.say("stage.sweep")
}

// swept draws a record of a file that is being rewritten. In the old file a record waits for the
// line; then it falls to a dot, or slides down into the new file, where it is drawn from then on.
func (s *stage) swept(l *lane, x *segBox, r *rec, c cellStyle) {
	sw := l.sweep
	line := s.sweepX(sw)
	mid := c.box.X + c.box.W/2
	const wake = 46
	t := theme.Clamp((line - mid) / wake)
	if sw.line >= 1 {
		t = 1
	}
	if s.fresh(l, x) {
		if t >= 0.98 {
			s.cell(r, c)
		}
		return
	}
	drop := s.dropped(l, r.off)
	switch {
	case t <= 0:
		if c.pitch >= shapeCell && sw.build > 0 && sw.build < 1 {
			s.scan(l, r, c)
		}
		s.cell(r, c)
	case drop:
		shrunk := c
		shrunk.box = c.box.Lerp(draw.B(mid-1, c.box.Mid().Y-1, 2, 2), theme.In(t))
		if t < 1 && c.pitch >= shapeCell {
			shrunk.tint = theme.Pair{Fill: c.tint.Fill.Mix(s.in.Theme.Gone.Fill, t*2),
				Edge: s.in.Theme.Gone.Edge}
			shrunk.pitch = min(c.pitch, slimCell-1)
			s.Faded(0.99, func() { s.cell(r, shrunk) })
		} else {
			s.hole(c.box.X, c.box.Mid().Y, c.box.W, s.in.Theme.Line.Mix(s.in.Theme.Wood, 0.4))
		}
	case t < 1: // down into the new file, as high as that one is
		const pad = 9
		low := draw.B(c.box.X, c.box.Bottom()+pad+s.flow.label+4, c.box.W, s.newHeight()-8)
		c.box = c.box.Lerp(low, theme.InOut(t))
		s.Faded(0.99, func() { s.At(draw.Fx, func() { s.cell(r, c) }) })
	default:
		s.hole(c.box.X, c.box.Mid().Y, c.box.W, s.in.Theme.Line)
	}
}

// fresh tells the file that a pass writes from the one that it reads.
func (s *stage) fresh(l *lane, x *segBox) bool { return findSame(l.before, x.seg) < 0 }

// scan lights a record of the dirty section while the map is built from it.
func (s *stage) scan(l *lane, r *rec, c cellStyle) {
	d := s.readX(l.sweep) - c.box.Mid().X
	if r.off < l.sweep.dirty.from || d < 0 || d > 60 {
		return
	}
	s.Rect(c.box.Inset(-2), draw.Edge(s.in.Theme.State.Edge, 2).Round(8).MayCross())
}

// dropped tells whether the pass removes a record.
func (s *stage) dropped(l *lane, off int64) bool {
	lo, hi := 0, len(l.sweep.fates)
	for lo < hi {
		mid := (lo + hi) / 2
		if l.sweep.fates[mid].off < off {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < len(l.sweep.fates) && l.sweep.fates[lo].off == off && l.sweep.fates[lo].drop
}

// sweepLine draws the cleaner at work: the reader that builds the map, then the line that sweeps.
func (s *stage) sweepLine(l *lane, box draw.Box) {
	sw, t := l.sweep, s.in.Theme
	if s.in.Reduced {
		return
	}
	ink, x, label := t.Gone.Edge, s.sweepX(sw), s.verdict(sw)
	if sw.build > 0 && sw.build < 1 {
		ink, label, x = t.State.Edge, s.in.say("stage.map-read"), s.readX(sw)
	} else if sw.line <= 0 || sw.line >= 1 {
		return
	}
	s.Faded(0.99, func() {
		s.At(draw.Fx, func() {
			s.Rect(draw.B(x-1.5, box.Y-6, 3, box.H+s.flow.label), draw.Fill(ink).MayCross())
			s.Poly(draw.Fill(ink), draw.P(x-8, box.Y-13), draw.P(x+8, box.Y-13), draw.P(x, box.Y-4))
			w := t.Words(theme.Small).Bold().In(ink)
			at := x + 12
			if at+w.Width(label) > min(s.ax.left(l.leo.now())-70, s.view.Right()) {
				at = x - 12 - w.Width(label)
			}
			s.Text(at, box.Y-9, label, w)
		})
	})
}
