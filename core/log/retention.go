package log

import (
	"slices"

	"highwater/core/errcode"
	"highwater/core/why"
)

// DeleteOldSegments makes one retention check (UnifiedLog.deleteOldSegments): by log start offset
// under every policy, then by size and by time if cleanup.policy contains delete. Each rule looks
// from the oldest segment on and stops at the first that does not qualify; nothing that reaches
// above the high watermark goes. The active segment can go too: then a new one is rolled first.
func (l *Log) DeleteOldSegments(now int64) Retention {
	r := Retention{LogStartBefore: l.LogStart}
	l.retain(&r, now, l.belowStart)
	if l.Config.Delete {
		if limit := l.Config.RetentionBytes; limit >= 0 && l.SizeInBytes() >= limit {
			size := l.SizeInBytes()
			l.retain(&r, now, func(i int) (Removal, Kept, bool) {
				return l.overSize(i, &size)
			})
		}
		if l.Config.RetentionMs >= 0 {
			l.retain(&r, now, func(i int) (Removal, Kept, bool) { return l.tooOld(i, now) })
		}
	} else {
		r.Kept = append(r.Kept, Kept{Base: l.Segments[0].BaseOffset, Why: why.PolicyKeeps})
	}
	r.LogStart = l.LogStart
	return r
}

// condition says whether segment i may go, with the numbers for either answer.
type condition func(i int) (Removal, Kept, bool)

// belowStart lets a segment go when a next one exists and begins at or below the log start.
func (l *Log) belowStart(i int) (Removal, Kept, bool) {
	if next := l.NextBase(i); i+1 < len(l.Segments) && next <= l.LogStart {
		return Removal{Why: why.BelowLogStart, A: next, B: l.LogStart}, Kept{}, true
	}
	return Removal{}, Kept{}, false
}

// overSize lets a segment go while the log does not become smaller than retention.bytes.
func (l *Log) overSize(i int, size *int64) (Removal, Kept, bool) {
	before := *size
	after := before - int64(l.Segments[i].Size)
	limit := l.Config.RetentionBytes
	if after < limit {
		return Removal{}, Kept{Why: why.SizeWithin, A: before, B: after, C: limit}, false
	}
	*size = after
	return Removal{Why: why.RetentionBytes, A: before, B: after, C: limit}, Kept{}, true
}

// tooOld lets a segment go when its newest record is older than retention.ms. A record from the
// future pins its segment and all after it.
func (l *Log) tooOld(i int, now int64) (Removal, Kept, bool) {
	largest := l.Segments[i].LargestTimestamp()
	age, limit := now-largest, l.Config.RetentionMs
	if age <= limit {
		return Removal{}, Kept{Why: why.TooYoung, A: age, B: limit, C: largest}, false
	}
	return Removal{Why: why.RetentionMs, A: age, B: limit, C: largest}, Kept{}, true
}

// retain applies one rule.
func (l *Log) retain(r *Retention, now int64, rule condition) {
	var going []Removal
	for i := 0; i < len(l.Segments); i++ {
		s := &l.Segments[i]
		upper := l.NextBase(i)
		removal, kept, ok := rule(i)
		if !ok {
			kept.Base = s.BaseOffset
			r.keep(kept)
			break
		}
		if l.HW < upper {
			r.keep(Kept{Base: s.BaseOffset, Why: why.AboveHighWatermark, A: upper, B: l.HW})
			break
		}
		if i == len(l.Segments)-1 && s.Size == 0 {
			r.keep(Kept{Base: s.BaseOffset, Why: why.EmptyActive})
			break
		}
		removal.Base, removal.Next = s.BaseOffset, upper
		removal.Size, removal.Batches = int64(s.Size), len(s.Batches)
		going = append(going, removal)
	}
	if len(going) > 0 {
		l.deleteSegments(r, going, now)
	}
}

// keep notes where a rule stopped, unless that needs no explanation.
func (r *Retention) keep(k Kept) {
	if k.Why != why.None && !slices.Contains(r.Kept, k) {
		r.Kept = append(r.Kept, k)
	}
}

// deleteSegments removes the oldest segments. The log start moves before the files go
// (UnifiedLog.deleteSegments).
func (l *Log) deleteSegments(r *Retention, going []Removal, now int64) {
	n := len(going)
	if n == len(l.Segments) {
		roll, ok := l.roll(0, now, Roll{Why: why.RolledByRetention, A: int64(n)})
		if !ok {
			return
		}
		r.Rolls = append(r.Rolls, roll)
	}
	if start := l.Segments[n].BaseOffset; start > l.LogStart && start <= l.HW {
		l.raiseLogStart(start)
	}
	for i := range going {
		l.doomSegment(&l.Segments[i], now, going[i].Why)
	}
	l.Segments = slices.Clone(l.Segments[n:])
	for i := range going {
		l.doomSnapshot(going[i].Base, now, going[i].Why)
	}
	r.Removed = append(r.Removed, going...)
}

// raiseLogStart moves the log start offset and what hangs on it
// (UnifiedLog.maybeIncrementLogStartOffset). Producers stay in memory.
func (l *Log) raiseLogStart(offset int64) {
	l.LogStart = offset
	l.RecoveryPoint = max(l.RecoveryPoint, offset)
	l.Epochs.TruncateFromStart(offset)
	s := &l.Producers
	s.forgetReplicated(offset)
	s.MapEnd = max(s.MapEnd, offset)
	s.SnapEnd = offset
	if n := len(l.Snapshots); n > 0 {
		s.SnapEnd = l.Snapshots[n-1].Offset
	}
	l.updateFirstUnstable()
}

// RaiseLogStart moves the log start offset forwards, as a follower does after its leader. It never
// passes the high watermark; no file goes before the next retention check.
func (l *Log) RaiseLogStart(offset int64) (errcode.Code, why.Why) {
	if offset > l.HW {
		return errcode.OffsetOutOfRange, why.OffsetAboveEnd
	}
	if offset > l.LogStart {
		l.raiseLogStart(offset)
	}
	return errcode.None, why.None
}

// DeleteRecords moves the log start offset on request; -1 stands for the high watermark. A topic
// that only compacts refuses (Partition.deleteRecordsOnLeader).
func (l *Log) DeleteRecords(offset int64) (errcode.Code, why.Why) {
	if l.Config.Compact && !l.Config.Delete {
		return errcode.PolicyViolation, why.PolicyWithoutDelete
	}
	if offset == -1 {
		offset = l.HW
	}
	if offset < 0 {
		return errcode.OffsetOutOfRange, why.OffsetBelowStart
	}
	return l.RaiseLogStart(offset)
}
