package cleaner

import (
	"math"

	"highwater/core/log"
	"highwater/core/why"
)

// groups cuts the segments below the end of the pass, the whole clean part too, into runs that
// become one segment each (Cleaner.groupSegmentsBySize): greedily, while log, offset index and
// time index stay below their sizes and the offsets fit into 31 bits above the group's base. A
// candidate without a byte may always join (KAFKA-12889).
func groups(l *log.Log, end, firstUncleanable int64) []Group {
	n := 0
	for n < len(l.Segments) && l.Segments[n].BaseOffset < end {
		n++
	}
	var out []Group
	for i := 0; i < n; {
		g := Group{From: i}
		size, index, timeIndex := sizes(&l.Segments[i])
		for i++; i < n; i++ {
			s := &l.Segments[i]
			ds, di, dt := sizes(s)
			size, index, timeIndex = size+ds, index+di, timeIndex+dt
			last := firstUncleanable - 1
			if i+1 < n {
				last = l.Segments[i+1].BaseOffset - 1
			}
			width := last - l.Segments[g.From].BaseOffset
			if g.Why, g.A, g.B = ends(l, s, size, max(index, timeIndex), width); g.Why != why.None {
				break
			}
		}
		if g.Why == why.None {
			g.Why = why.GroupLast
		}
		g.To = i
		out = append(out, g)
	}
	return out
}

func sizes(s *log.Segment) (size, index, timeIndex int64) {
	return int64(s.Size), s.IndexBytes(), s.TimeIndexBytes()
}

// ends says why a segment may not join a group that would then have these sums.
func ends(l *log.Log, s *log.Segment, size, index, width int64) (w why.Why, a, b int64) {
	switch {
	case size > l.Config.SegmentSize():
		return why.GroupFull, size, l.Config.SegmentSize()
	case index > l.Config.SegmentIndexBytes:
		return why.GroupIndexFull, index, l.Config.SegmentIndexBytes
	case s.Size > 0 && width > math.MaxInt32:
		return why.GroupTooWide, width, math.MaxInt32
	}
	return why.None, 0, 0
}

// untouched explains every segment that the pass leaves as it is.
func (p *pass) untouched() {
	c := &p.plan.Choice
	last := len(p.l.Segments) - 1
	for i, s := range p.l.Segments {
		u := Untouched{Base: s.BaseOffset, Size: int64(s.Size)}
		switch {
		case s.BaseOffset < p.plan.EndOffset:
			continue
		case s.BaseOffset < c.FirstUncleanable && c.Nothing():
			u.Why = why.LogIsEmpty // what could be cleaned has no bytes
		case s.BaseOffset < c.FirstUncleanable:
			u.Why, u.A, u.B = why.BoundByFullMap, p.plan.EndOffset, p.plan.Stats.Keys
		case i == last:
			u.Why = why.SegmentActive
		case c.BoundBy == why.BoundByMinCompactionLag:
			u.Why, u.B = why.BoundByMinCompactionLag, p.l.Config.MinCompactionLagMs
			u.A = p.plan.Now - s.LargestTimestamp()
		case s.BaseOffset < c.Bound:
			u.Why, u.A = why.BoundInsideSegment, c.Bound
		default:
			u.Why, u.A = c.BoundBy, c.Bound
		}
		p.plan.Untouched = append(p.plan.Untouched, u)
	}
}
