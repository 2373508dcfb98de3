package scene

import (
	"math"

	"highwater/core/log"
	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/story"
)

// A lane is one replica at a moment between two worlds: which boxes there are and how far each has
// come or gone, where the pennants stand, which records arrive, fall or stay.

// boxState is what a segment's file is called.
type boxState uint8

const (
	boxClosed boxState = iota
	boxActive
	boxDeleted
	boxCleaned
	boxSwap
)

// segBox is one segment on a lane.
type segBox struct {
	seg      *log.Segment // nil for a .deleted file, of which only the name is left
	base     int64
	end      int64   // first offset behind it, now
	edge     float64 // the same while records are arriving: between two offsets
	size     int64   // bytes, now
	state    boxState
	born     float32 // 0 not there yet, 1 there
	dying    float32 // 0 there, 1 gone
	closed   float32 // 0 open to the right, 1 closed
	sink     float32 // 0 in the lane, 1 on the shelf under it
	replaced bool    // a cleaned segment stands in for it
	doomed   *log.DoomedFile
}

// walk is a watermark that moves between two offsets.
type walk struct {
	from, to int64
	t        float32
}

// pos is where the mark stands, perhaps between two offsets.
func (w walk) pos() float64 { return float64(w.from) + float64(w.to-w.from)*float64(w.t) }

// now is the offset that the mark is nearest to.
func (w walk) now() int64 { return int64(w.pos() + 0.5) }

// arrival is a batch that comes in this step.
type arrival struct {
	from, to int64 // [from, to)
	win      story.Window
}

// fate is what a cleaner's pass does with one record.
type fate struct {
	off  int64
	drop bool
	why  why.Why
	a, b int64
}

// sweep is a cleaner's pass as it runs.
type sweep struct {
	from, to int64   // offsets that it rewrites
	dirty    stretch // offsets that build the map
	build    float32 // how far the map is built
	line     float32 // how far the sweep has come
	swap     float32 // how far the new files have taken the old one's place
	slots    int64
	keys     int64
	fates    []fate
	before   int64 // bytes
	after    int64
}

// lane is one replica of one partition.
type lane struct {
	node          world.NodeID
	topic, part   int32
	before, after *log.Log
	upBefore, up  bool
	leader        bool
	inSync        bool
	epoch         int32
	boxes         []segBox
	start         walk
	leo, hw, lso  walk
	arrivals      []arrival
	sweep         *sweep
	now           *log.Log // what is told in words: the later of the two logs
}

// moment is everything that a stage shows, already resolved between two worlds.
type moment struct {
	in    *Input
	wins  []story.Window
	lanes []lane
	// t is how far the step has come without its clock, clock how far the clock has run.
	t, clock float32
}

// resolve compares the worlds before and after a step and says what is seen at its phase.
func resolve(in *Input) *moment {
	m := &moment{in: in, t: 1, clock: 1}
	if in.Phase < 1 {
		m.wins = story.Windows(in.Step, in.Beat, nil)
		c := float32(0)
		if in.Beat.Dur > 0 {
			c = in.Beat.Clock / in.Beat.Dur
		}
		m.clock = story.Window{From: 0, To: max(c, 1e-3)}.Ease(in.Phase)
		m.t = story.Window{From: in.Beat.Still(), To: 1}.Ease(in.Phase)
	}
	w := in.After
	for b := range w.Brokers {
		for r := range w.Brokers[b].Replicas {
			m.lanes = append(m.lanes, m.laneOf(b, r))
		}
	}
	return m
}

func (m *moment) laneOf(b, r int) lane {
	w := m.in.After
	rep := &w.Brokers[b].Replicas[r]
	l := lane{node: w.Brokers[b].ID, topic: rep.Topic, part: rep.Part, after: rep.Log,
		up: w.Brokers[b].Up, upBefore: true, now: rep.Log}
	l.before = logOf(m.in.Before, l.node, l.topic, l.part)
	for i := range m.in.Before.Brokers {
		if m.in.Before.Brokers[i].ID == l.node {
			l.upBefore = m.in.Before.Brokers[i].Up
		}
	}
	if int(rep.Topic) < len(w.Topics) && int(rep.Part) < len(w.Topics[rep.Topic].Parts) {
		p := &w.Topics[rep.Topic].Parts[rep.Part]
		l.leader, l.epoch = p.Leader == l.node, p.LeaderEpoch
		for _, id := range p.ISR {
			l.inSync = l.inSync || id == l.node
		}
	}
	if l.before == nil || m.in.Phase >= 1 {
		l.before = l.after
	}
	if m.t < 0.5 {
		l.now = l.before
	}
	m.arrive(&l)
	m.watch(&l)
	m.clean(&l)
	m.boxes(&l)
	return l
}

// arrive lists the batches that the step brings to the lane.
func (m *moment) arrive(l *lane) {
	for i, win := range m.wins {
		e := &m.in.Step.Events[i]
		if (e.Kind == world.Appended || e.Kind == world.Fetched) && m.on(l, e) {
			l.arrivals = append(l.arrivals, arrival{e.From, e.To + 1, win})
		}
	}
}

// on reports whether an event is about the lane's partition at its broker.
func (m *moment) on(l *lane, e *world.Event) bool {
	return e.Topic == l.topic && e.Part == l.part && e.Node == l.node
}

// fall is how far the arrival of an offset has come; 1 if it was there before.
func (l *lane) fall(o int64, phase float32) float32 {
	lo, hi := 0, len(l.arrivals)
	for lo < hi {
		mid := (lo + hi) / 2
		if l.arrivals[mid].to <= o {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(l.arrivals) || o < l.arrivals[lo].from {
		return 1
	}
	return l.arrivals[lo].win.Ease(phase)
}

// watch sets the pennants on their way.
func (m *moment) watch(l *lane) {
	a, b := l.before, l.after
	t := m.t
	l.leo = walk{a.EndOffset, b.EndOffset, t}
	if n := len(l.arrivals); n > 0 && m.in.Phase < 1 {
		l.leo.t = m.filled(l)
		t = l.leo.t
	}
	l.hw = walk{a.HW, b.HW, t}
	l.lso = walk{stable(a), stable(b), t}
	l.start = walk{a.LogStart, b.LogStart, m.when(l, world.LogStartMoved, nil)}
}

// filled is the share of the step's offsets that have arrived.
func (m *moment) filled(l *lane) float32 {
	var all, got float32
	for _, a := range l.arrivals {
		n := float32(a.to - a.from)
		all += n
		got += float32(n * a.win.Ease(m.in.Phase))
	}
	return got / all
}

// stable is the last stable offset.
func stable(l *log.Log) int64 {
	if l.FirstUnstable >= 0 {
		return min(l.FirstUnstable, l.HW)
	}
	return l.HW
}

// when returns how far the lane's event of a kind that fits is, and without such an event, how far
// the whole step is.
func (m *moment) when(l *lane, k world.Kind, fits func(e *world.Event) bool) float32 {
	for i, win := range m.wins {
		e := &m.in.Step.Events[i]
		if e.Kind == k && m.on(l, e) && (fits == nil || fits(e)) {
			return win.Ease(m.in.Phase)
		}
	}
	return m.t
}

// boxes pairs the files of both logs.
func (m *moment) boxes(l *lane) {
	a, b := l.before, l.after
	for i := range a.Segments {
		s := &a.Segments[i]
		if j := findSegment(b, s); j >= 0 {
			l.boxes = append(l.boxes, m.stays(l, i, j))
		} else {
			l.boxes = append(l.boxes, m.leaves(l, i))
		}
	}
	for j := range b.Segments {
		if a != b && findSame(a, &b.Segments[j]) < 0 {
			l.boxes = append(l.boxes, m.comes(l, j))
		}
	}
	m.shelf(l)
}

// findSegment finds what the file s of an older log has become, -1 if it is gone.
func findSegment(b *log.Log, s *log.Segment) int {
	for j := range b.Segments {
		if sameSegment(s, &b.Segments[j]) {
			return j
		}
	}
	return -1
}

// findSame finds the file in an older log that s was, -1 if s is new.
func findSame(a *log.Log, s *log.Segment) int {
	for i := range a.Segments {
		if sameSegment(&a.Segments[i], s) {
			return i
		}
	}
	return -1
}

func (m *moment) stays(l *lane, i, j int) segBox {
	s := &l.after.Segments[j]
	x := segBox{seg: s, base: s.BaseOffset, born: 1, state: boxClosed}
	l.grow(&x, &l.before.Segments[i])
	last, now := i == len(l.before.Segments)-1, j == len(l.after.Segments)-1
	switch {
	case now:
		x.state = boxActive
	case last:
		x.closed = m.roll(l, x.base)
		if x.closed < 0.5 {
			x.state = boxActive
		}
	default:
		x.closed = 1
	}
	return x
}

// roll is how far the roll is that closes the segment of a base.
func (m *moment) roll(l *lane, base int64) float32 {
	return m.when(l, world.Rolled, func(e *world.Event) bool { return e.To == base })
}

// grow sets the end and the size of a segment that was a while the step's batches arrive.
func (l *lane) grow(x *segBox, a *log.Segment) {
	b := x.seg
	x.end, x.size = segEnd(b), int64(b.Size)
	x.edge = float64(x.end)
	at := l.leo.pos()
	if len(l.arrivals) == 0 || at >= x.edge {
		return
	}
	x.edge = max(at, float64(segEnd(a)))
	x.end = int64(math.Ceil(x.edge))
	i := batchAt(b, int64(x.edge))
	switch {
	case i < len(b.Positions):
		x.size = int64(b.Positions[i])
	case i == 0:
		x.size = 0
	}
	x.size = max(x.size, int64(a.Size))
}

// comes is a segment that the step makes: by a roll, or by the cleaner.
func (m *moment) comes(l *lane, j int) segBox {
	s := &l.after.Segments[j]
	x := segBox{seg: s, base: s.BaseOffset, end: segEnd(s), edge: float64(segEnd(s)),
		size: int64(s.Size), closed: 1}
	if sw := l.sweep; sw != nil && s.BaseOffset >= sw.from && s.BaseOffset < sw.to {
		x.born, x.sink, x.replaced = sw.line, 1-sw.swap, true
		x.state = boxCleaned
		if sw.swap > 0 {
			x.state = boxSwap
		}
		if sw.swap >= 1 {
			x.state = boxClosed
		}
		return x
	}
	l.grow(&x, &log.Segment{BaseOffset: s.BaseOffset})
	x.born = m.when(l, world.Rolled, func(e *world.Event) bool { return e.From == x.base })
	if j == len(l.after.Segments)-1 {
		x.state, x.closed = boxActive, 0
	} else {
		x.closed = m.roll(l, s.BaseOffset)
		if x.closed < 0.5 {
			x.state = boxActive
		}
	}
	return x
}

// leaves is a segment that the step takes away: by retention, or replaced by the cleaner.
func (m *moment) leaves(l *lane, i int) segBox {
	s := &l.before.Segments[i]
	x := segBox{seg: s, base: s.BaseOffset, end: segEnd(s), edge: float64(segEnd(s)),
		size: int64(s.Size), born: 1, state: boxClosed, closed: 1}
	if sw := l.sweep; sw != nil && s.BaseOffset >= sw.from && s.BaseOffset < sw.to {
		x.replaced, x.sink = true, sw.swap
		x.dying = sw.swap * sw.swap
		if sw.swap > 0 {
			x.state = boxDeleted
		}
		return x
	}
	x.sink = m.when(l, world.SegmentRemoved, func(e *world.Event) bool { return e.From == x.base })
	if i == len(l.before.Segments)-1 {
		x.closed = m.roll(l, x.base)
		if x.closed < 0.5 {
			x.state = boxActive
		}
	}
	if x.sink > 0 {
		x.state = boxDeleted
	}
	return x
}
