package scene

import (
	"fmt"

	"highwater/core/log"
	"highwater/viz/draw"
	"highwater/viz/theme"
)

// records draws what is in a box: cells where columns are wide, slats where they are narrow, and
// a profile of what is left where many records share a point.
func (s *stage) records(l *lane, x *segBox, b draw.Box) {
	from := x.base
	for from < x.end {
		p := s.piece(from)
		to := min(x.end, p.to)
		if p.kind == pieceTail || to <= from {
			to = x.end
		}
		pitch := s.ax.pitchOf(from, to)
		if pitch >= slatCell {
			s.cells(l, x, b, from, to, pitch)
			if p.kind == pieceRun && pitch < shapeCell && l.sweep == nil {
				s.runLabel(l, x, b, from, to)
			}
		} else {
			s.profile(l, x, b, from, to)
		}
		from = to
	}
	s.incoming(l, x, b)
}

// piece is the piece of the axis that an offset is in: that of the later world.
func (s *stage) piece(o int64) piece { return s.ax.b.at(o) }

// cells draws every record of [from, to), and a dot for every one that is missing.
func (s *stage) cells(l *lane, x *segBox, b draw.Box, from, to int64, pitch float32) {
	first, last := s.visible(from, to, pitch)
	pad := float32(9)
	if b.H < 40 {
		pad = 4
	}
	gap, most := s.cellRoom(pitch)
	next := first
	s.in.Cache.each(x.seg, first, last, func(r *rec) {
		s.holes(l, x, b, next, r.off, pitch)
		next = r.off + 1
		left := s.ax.left(r.off)
		w := min(pitch-2*gap, most)
		c := cellStyle{box: draw.B(left+(pitch-w)/2, b.Y+pad, w, b.H-2*pad), pitch: pitch,
			tint: s.tint(r), prefix: s.in.Cast.prefix[l.topic],
			undecided: s.undecided(l, r), aborted: s.aborted(l, x.seg, r),
			selected: s.selected(l, SelectRecord, r.off)}
		if pitch < shapeCell { // the outline stays clear
			x0, x1 := max(c.box.X, b.X+4), min(c.box.Right(), b.Right()-4)
			c.box.X, c.box.W = x0, max(x1-x0, 0.5)
		}
		s.placed(l, x, r, c)
	})
	s.holes(l, x, b, next, last, pitch)
}

// cellRoom is the gap at the sides of a cell and its greatest width: with wide columns both grow.
func (s *stage) cellRoom(pitch float32) (gap, most float32) {
	if over := float32(s.ax.b.full) - pitchFull; over > 0 {
		return min(4, pitch*0.16), 46 + over
	}
	return min(3, pitch*0.16), 46
}

// visible cuts a range of offsets to what is on the screen, up to a column.
func (s *stage) visible(from, to int64, pitch float32) (int64, int64) {
	return s.ax.find(s.view.X-pitch, from, to),
		min(s.ax.find(s.view.Right()+pitch, from, to)+1, to)
}

// placed draws a record where its arrival or the cleaner's sweep has brought it.
func (s *stage) placed(l *lane, x *segBox, r *rec, c cellStyle) {
	if sw := l.sweep; sw != nil && x.replaced {
		s.swept(l, x, r, c)
		return
	}
	t := l.fall(r.off, s.in.Phase)
	switch {
	case t >= 1:
		s.cell(r, c)
	case t > 0:
		up := (1 - theme.Out(t)) * 30
		if s.in.Reduced {
			up = 0
		}
		c.box.Y -= up
		s.Faded(theme.Clamp(t*2), func() { s.At(draw.Fx, func() { s.cell(r, c) }) })
	}
	if t > 0 && c.pitch >= shapeCell {
		s.Hit(draw.Hit{Box: c.box.Pad(-1, 0),
			Line: fmt.Sprintf("select %s/%s/%d", s.partition(l), l.node, r.off),
			Tip:  s.recordTip(r), Say: s.recordTip(r)})
	}
}

func (s *stage) recordTip(r *rec) string {
	kv := r.key
	if r.noKey {
		kv = "–"
	}
	switch r.kind {
	case recTombstone:
		return s.in.say("tip.tombstone", "offset", r.off, "key", kv)
	case recCommit:
		return s.in.say("tip.commit", "offset", r.off, "pid", r.pid)
	case recAbort:
		return s.in.say("tip.abort", "offset", r.off, "pid", r.pid)
	case recEmpty:
		return s.in.say("tip.empty", "offset", r.off)
	}
	if r.size > 40 {
		return s.in.say("tip.record-size", "offset", r.off, "key", kv, "size", r.size)
	}
	return s.in.say("tip.record", "offset", r.off, "key", kv, "value", r.val)
}

// holes marks the offsets of [from, to) that have no record.
func (s *stage) holes(l *lane, x *segBox, b draw.Box, from, to int64, pitch float32) {
	if pitch < 4 || to-from > 4000 {
		return
	}
	if sw := l.sweep; sw != nil && x.replaced {
		return
	}
	for o := from; o < to; o++ {
		s.hole(s.ax.left(o), b.Mid().Y, pitch, s.in.Theme.Line.Mix(s.in.Theme.Wood, 0.4))
		if s.selected(l, SelectRecord, o) {
			at := draw.P(s.ax.left(o)+pitch/2, b.Mid().Y)
			s.At(draw.Fx, func() { s.Circle(at, 7, draw.Edge(s.in.Theme.Focus, 2).MayCross()) })
		}
	}
}

func (s *stage) tint(r *rec) theme.Pair {
	if r.noKey {
		return s.in.Theme.Plain
	}
	return s.in.Theme.Key(s.in.Cast.Tint(r.key))
}

// undecided tells that a record belongs to a transaction that is still open.
func (s *stage) undecided(l *lane, r *rec) bool {
	if !r.txn {
		return false
	}
	for _, t := range l.now.Producers.Ongoing {
		if t.ProducerID == r.pid && r.off >= t.FirstOffset {
			return true
		}
	}
	return false
}

// aborted tells that the transaction index names the record's transaction.
func (s *stage) aborted(l *lane, seg *log.Segment, r *rec) bool {
	if !r.txn {
		return false
	}
	for i := range l.now.Segments {
		for _, t := range l.now.Segments[i].TxnIndex {
			if t.ProducerID == r.pid && r.off >= t.FirstOffset && r.off <= t.LastOffset {
				return true
			}
		}
	}
	return false
}

func (s *stage) selected(l *lane, k SelectKind, id int64) bool {
	q := &s.in.Select
	return q.Kind == k && q.ID == id && q.Node == l.node && q.Topic == l.topic && q.Part == l.part
}

// profile draws a stretch in which many records share a point: its height is the share of
// offsets that still have a record.
func (s *stage) profile(l *lane, x *segBox, b draw.Box, from, to int64) {
	x0, x1 := max(s.ax.left(from), s.view.X), min(s.ax.left(to), s.view.Right())
	if to == x.end {
		x1 = min(s.ax.x(x.edge), x1)
	}
	if x1-x0 < 1 {
		return
	}
	pad := float32(11)
	if b.H < 40 {
		pad = 4
	}
	if sw := l.sweep; sw != nil && x.replaced {
		line := s.sweepX(sw)
		if s.fresh(l, x) {
			x1 = min(x1, line)
		} else {
			x0 = max(x0, line)
		}
		if x1-x0 < 8 {
			return
		}
	}
	in := draw.B(x0+3, b.Y+pad, x1-x0-6, b.H-2*pad)
	tint := s.in.Theme.Plain
	step := float32(4)
	total, run, runX := int64(0), -1, in.X
	flush := func(upTo float32) {
		if run > 0 && upTo > runX {
			h := in.H * float32(run) / 16
			s.Rect(draw.B(runX, in.Bottom()-h, upTo-runX, h), draw.Fill(tint.Fill).Round(2))
		}
	}
	for px := in.X; px < in.Right(); px += step {
		a := s.ax.find(px, from, to)
		z := s.ax.find(min(px+step, in.Right()), from, to)
		if z <= a {
			z = a + 1
		}
		n := countRecords(x.seg, a, z)
		total += n
		q := int(min(16, (n*16+(z-a)-1)/(z-a)))
		if q != run {
			flush(px)
			run, runX = q, px
		}
	}
	flush(in.Right())
	s.slats(in, s.ax.left(from), s.ax.pitchOf(from, to))
	s.countLabel(l, in, countRecords(x.seg, from, to), tint)
}

// slats scores a profile lightly, so that it is seen to consist of records.
func (s *stage) slats(in draw.Box, origin, pitch float32) {
	step := pitch
	for step < 6 {
		step *= 2
	}
	if origin < in.X {
		origin += float32(int((in.X-origin)/step)) * step
	}
	ink := s.in.Theme.Card
	for x := origin + step; x < in.Right()-1; x += step {
		if x > in.X+1 {
			s.Rect(draw.B(x-0.5, in.Y, 1, in.H), draw.Fill(ink))
		}
	}
}

// runLabel says how many records a run of slats has.
func (s *stage) runLabel(l *lane, x *segBox, b draw.Box, from, to int64) {
	x0, x1 := max(s.ax.left(from), s.view.X), min(s.ax.left(to), s.view.Right())
	if to == x.end {
		x1 = min(s.ax.x(x.edge), x1)
	}
	if x1 > x0 {
		s.countLabel(l, draw.B(x0, b.Y, x1-x0, b.H), countRecords(x.seg, from, to),
			s.in.Theme.Plain)
	}
}

func (s *stage) countLabel(l *lane, in draw.Box, n int64, tint theme.Pair) {
	w := s.in.Theme.Words(theme.Small).Bold().In(tint.Edge).At(draw.Middle)
	for _, text := range []string{s.in.say("n.records", "n", n), fmt.Sprint(n)} {
		if width := w.Width(text); width+16 <= in.W && n > 0 && in.H > 16 {
			s.At(draw.Labels, func() {
				b := draw.B(in.Mid().X-width/2-7, in.Mid().Y-10, width+14, 20)
				s.Rect(b, draw.Fill(s.in.Theme.Card).Round(10))
				s.TextIn(b, text, w)
			})
			return
		}
	}
}

// countRecords estimates the records of a segment with from ≤ offset < to: exactly, if every batch
// holds one; else by eight batches of the range.
func countRecords(seg *log.Segment, from, to int64) int64 {
	i, j := batchAt(seg, from), batchAt(seg, to)
	if j < len(seg.Batches) && seg.Batches[j].BaseOffset < to {
		j++
	}
	if n := j - i; n > 64 {
		sum := int64(0)
		for k := range 8 {
			sum += int64(seg.Batches[i+n*k/8].Count)
		}
		return min(sum*int64(n)/8, to-from)
	}
	sum := int64(0)
	for ; i < j; i++ {
		h := &seg.Batches[i].Header
		span := int64(h.LastOffsetDelta) + 1
		in := min(to, h.NextOffset()) - max(from, h.BaseOffset)
		sum += (int64(h.Count)*in + span - 1) / span
	}
	return min(sum, to-from)
}

// incoming draws the batches of a burst that are just falling into a box whose records are too
// many to be seen one by one.
func (s *stage) incoming(l *lane, x *segBox, b draw.Box) {
	if s.in.Reduced || s.in.Phase >= 1 {
		return
	}
	stride := 1 + len(l.arrivals)/24
	for i := 0; i < len(l.arrivals); i += stride {
		a := l.arrivals[i]
		t := a.win.Ease(s.in.Phase)
		if t <= 0 || t >= 1 || a.from < x.base || a.from >= segEnd(x.seg) ||
			s.ax.pitch(a.from) >= slatCell {
			continue
		}
		left := s.ax.x(x.edge) - 6
		y := b.Y - 26 + theme.In(t)*(26+b.H/2-8)
		tok := draw.B(left, y, 12, 16)
		s.Faded(min(0.99, 3*(1-t)), func() {
			s.At(draw.Fx, func() { s.Rect(tok, s.in.Theme.Flight.Style(1.2, 4).MayCross()) })
		})
	}
}
