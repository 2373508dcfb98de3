package log

import (
	"math"

	"highwater/core/why"
)

// incoming is what a roll depends on (RollParams).
type incoming struct {
	size         int64
	maxTimestamp int64
	lastOffset   int64
}

// shouldRoll says whether the active segment must be closed before the incoming batches, and why
// (LogSegment.shouldRoll). The order is only that of the explanation: any one reason suffices.
func (l *Log) shouldRoll(in incoming, now int64) (Roll, bool) {
	s := l.ActiveSegment()
	s.Indexed = true
	c := &l.Config
	r := Roll{Closed: s.BaseOffset}
	size, limit := int64(s.Size), c.SegmentSize()
	if size > limit-in.size {
		r.Why, r.A, r.B, r.C = why.SegmentFull, size, in.size, limit
		return r, true
	}
	if waited, byClock := s.waited(in.maxTimestamp, now); size > 0 {
		allowed := c.MaxSegmentMs() - s.RollJitter
		if waited > allowed {
			r.Why, r.A, r.B = why.SegmentOld, waited, allowed
			if byClock {
				r.Why = why.SegmentOldByClock
			}
			return r, true
		}
	}
	if n, room := len(s.Index), s.indexRoom(); n >= room {
		r.Why, r.A, r.B = why.OffsetIndexFull, int64(n), int64(room)
		return r, true
	}
	if n, room := len(s.TimeIndex), s.timeIndexRoom(); n >= room {
		r.Why, r.A, r.B = why.TimeIndexFull, int64(n), int64(room)
		return r, true
	}
	if !s.fits(in.lastOffset) {
		r.Why, r.A, r.B = why.OffsetTooFar, in.lastOffset, s.BaseOffset
		return r, true
	}
	return r, false
}

// waited is the age of a segment: record time since its first batch, or, when that has no
// timestamp, wall clock since creation (LogSegment.timeWaitedForRoll).
func (s *Segment) waited(maxTimestamp, now int64) (ms int64, byClock bool) {
	if first, ok := s.FirstTimestamp(); ok {
		return maxTimestamp - first, false
	}
	return now - s.Created, true
}

// maybeRoll rolls before an append if it must. first is the first incoming offset, or -1 when the
// format does not tell it.
func (l *Log) maybeRoll(in incoming, first, now int64, res *AppendResult) bool {
	r, must := l.shouldRoll(in, now)
	if !must {
		return true
	}
	if first < 0 {
		first = in.lastOffset - math.MaxInt32
	}
	r, ok := l.roll(first, now, r)
	if ok {
		res.Rolls = []Roll{r}
	}
	return ok
}

// Roll closes the active segment and opens one at the log end offset (UnifiedLog.roll). An empty
// active segment is made anew. It is false when the active segment begins above the end.
func (l *Log) Roll(now int64) (Roll, bool) {
	return l.roll(0, now, Roll{Why: why.RolledByCommand, A: int64(l.ActiveSegment().Size)})
}

// roll opens a segment at an expected offset, or at the end if that is higher. A follower that
// copies a compacted log can so begin a segment beyond its end (KAFKA-6530).
func (l *Log) roll(expected, now int64, r Roll) (Roll, bool) {
	active := l.ActiveSegment()
	r.Closed = active.BaseOffset
	r.Base = max(expected, l.EndOffset)
	switch {
	case r.Base == active.BaseOffset && active.Size == 0:
		// KAFKA-6388: an index with no room at all makes an empty segment look full.
		r.Recreated = true
		l.doomSegment(active, now, r.Why)
		*active = l.openSegment(r.Base, now)
	case r.Base <= active.BaseOffset:
		return r, false
	default:
		active.Close()
		l.Segments = append(l.Segments, l.openSegment(r.Base, now))
	}
	// The snapshot's offset equals the new base, even above the end, so that recovery of the
	// segment can begin with it.
	l.Producers.MapEnd = r.Base
	l.takeSnapshot()
	l.clampHW()
	l.RecoveryPoint = max(l.RecoveryPoint, r.Base)
	return r, true
}
