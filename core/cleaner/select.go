package cleaner

import (
	"math/bits"

	"highwater/core/log"
	"highwater/core/why"
)

// Select says how far a log can be cleaned now and whether the cleaner would pick it
// (LogCleanerManager.grabFilthiestCompactedLog, cleanableOffsets, calculateCleanableBytes).
func Select(l *log.Log, now int64) Choice {
	c := firstDirty(l)
	c.bound(l, now)
	c.uncleanable(l)
	for _, s := range l.Segments {
		if s.BaseOffset < c.FirstDirty {
			c.CleanBytes += int64(s.Size)
		}
	}
	from := floor(l.Segments, min(c.FirstDirty, c.FirstUncleanable))
	for _, s := range l.Segments[from:] {
		if s.BaseOffset < c.FirstUncleanable {
			c.CleanableBytes += int64(s.Size)
		}
	}
	c.oldest(l, now)
	c.verdict(l, now)
	return c
}

// floor is the index of the last segment whose base is not above the offset, or 0.
func floor(segments []log.Segment, offset int64) int {
	i := len(segments) - 1
	for i > 0 && segments[i].BaseOffset > offset {
		i--
	}
	return i
}

// firstDirty trusts the checkpoint as long as it lies inside the log.
func firstDirty(l *log.Log) Choice {
	c := Choice{Checkpoint: l.CleanerCheckpoint, FirstDirty: l.CleanerCheckpoint, BoundSegment: -1}
	switch {
	case c.Checkpoint < 0:
		c.Reset = why.CheckpointMissing
	case c.Checkpoint < l.LogStart:
		c.Reset = why.CheckpointBelowStart
	case c.Checkpoint > l.EndOffset:
		c.Reset = why.CheckpointAboveEnd
	}
	if c.Reset != why.None {
		c.FirstDirty = l.LogStart
	}
	return c
}

// bound finds the lowest of the three limits: last stable offset, active segment, and the first
// closed segment that is younger than min.compaction.lag.ms.
func (c *Choice) bound(l *log.Log, now int64) {
	c.Bound, c.BoundBy = l.LastStableOffset(), why.BoundByHighWatermark
	if c.Bound < l.HW {
		c.BoundBy = why.BoundByOpenTransaction
	}
	if base := l.ActiveSegment().BaseOffset; base <= c.Bound {
		c.Bound, c.BoundBy = base, why.BoundByActiveSegment
	}
	if lag := l.Config.MinCompactionLagMs; lag > 0 {
		for _, s := range dirtyClosed(l, c.FirstDirty) {
			if s.LargestTimestamp() <= now-lag {
				continue
			}
			if s.BaseOffset < c.Bound {
				c.Bound, c.BoundBy = s.BaseOffset, why.BoundByMinCompactionLag
				c.BoundSegment = s.BaseOffset
			}
			break
		}
	}
	c.Bound = max(c.FirstDirty, c.Bound)
}

// dirtyClosed lists the segments from the one that holds the offset up to the active one
// (UnifiedLog.nonActiveLogSegmentsFrom).
func dirtyClosed(l *log.Log, from int64) []log.Segment {
	closed := l.Segments[:len(l.Segments)-1]
	if len(closed) == 0 || from >= l.ActiveSegment().BaseOffset {
		return nil
	}
	return closed[floor(closed, from):]
}

// uncleanable lowers the bound to the base of the segment that holds it.
func (c *Choice) uncleanable(l *log.Log) {
	c.FirstUncleanable = l.ActiveSegment().BaseOffset
	if closed := dirtyClosed(l, c.Bound); len(closed) > 0 {
		c.FirstUncleanable = closed[0].BaseOffset
	}
}

// oldest compares the age of the dirty part with max.compaction.lag.ms. The clock of a segment
// is the largest timestamp of its first batch; those that are not positive do not count.
func (c *Choice) oldest(l *log.Log, now int64) {
	c.OldestDirty = -1
	for _, s := range dirtyClosed(l, c.FirstDirty) {
		ts, ok := s.FirstTimestamp()
		if ok && ts > 0 && (c.OldestDirty < 0 || ts < c.OldestDirty) {
			c.OldestDirty = ts
		}
	}
	until := now - max(l.Config.MaxCompactionLagMs, 0)
	c.MustCleanNow = c.OldestDirty >= 0 && c.OldestDirty < until
}

// verdict decides whether the log could be picked: by its age if it has anything to clean, or by
// a ratio strictly greater than min.cleanable.dirty.ratio. The policy is judged last, as it is the
// broker that never asks about a log without compact.
func (c *Choice) verdict(l *log.Log, now int64) {
	limit := l.Config.MinCleanableDirtyPPM
	total := c.CleanBytes + c.CleanableBytes
	switch {
	case total == 0:
		c.Why = why.LogIsEmpty
	case greater(c.CleanableBytes, total, limit):
		c.Ready, c.Why = true, why.DirtyRatioReached
		c.A, c.B = c.RatioPPM(), limit
	case c.MustCleanNow && c.CleanableBytes > 0:
		c.Ready, c.Why = true, why.MaxCompactionLagPassed
		c.A, c.B = now-c.OldestDirty, l.Config.MaxCompactionLagMs
	case c.Nothing():
		c.Why, c.A, c.B = why.NothingToClean, c.FirstDirty, c.FirstUncleanable
	default:
		c.Why, c.A, c.B = why.DirtyRatioTooLow, c.RatioPPM(), limit
	}
	c.Eligible = c.Ready && l.Config.Compact
	if !l.Config.Compact {
		c.Why, c.A, c.B = why.NotCompacted, 0, 0
	}
}

const million = 1_000_000

// greater tells whether part/total > ppm/1000000, exactly.
func greater(part, total, ppm int64) bool {
	aHi, aLo := bits.Mul64(uint64(part), million)
	bHi, bLo := bits.Mul64(uint64(total), uint64(ppm))
	return aHi > bHi || aHi == bHi && aLo > bLo
}

// ratioPPM is part/total in parts per million, rounded down. part is not above total.
func ratioPPM(part, total int64) int64 {
	hi, lo := bits.Mul64(uint64(part), million)
	ppm, _ := bits.Div64(hi, lo, uint64(total))
	return int64(ppm)
}

// Filthiest picks the index of the eligible log with the highest dirty ratio, the first of
// equals, or -1. A log that must be cleaned now gets no preference.
func Filthiest(choices []Choice) int {
	best := -1
	for i := range choices {
		if choices[i].Eligible && (best < 0 || dirtier(&choices[i], &choices[best])) {
			best = i
		}
	}
	return best
}

// dirtier compares two ratios exactly: a/(a+b) > c/(c+d) is ad > cb.
func dirtier(x, y *Choice) bool {
	aHi, aLo := bits.Mul64(uint64(x.CleanableBytes), uint64(y.CleanBytes))
	bHi, bLo := bits.Mul64(uint64(y.CleanableBytes), uint64(x.CleanBytes))
	return aHi > bHi || aHi == bHi && aLo > bLo
}
