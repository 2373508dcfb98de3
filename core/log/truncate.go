package log

import (
	"slices"
	"sort"

	"highwater/core/record"
	"highwater/core/why"
)

// TruncateTo cuts the log so that it ends at an offset (UnifiedLog.truncateTo,
// LogManager.truncateTo). A batch that contains the offset goes whole, and yet the end is at the
// offset. At or above the end only the epoch cache is cut.
func (l *Log) TruncateTo(offset, now int64) Truncation {
	t := l.truncation()
	if offset < 0 || offset >= l.EndOffset {
		if offset >= 0 {
			l.Epochs.TruncateFromEnd(l.EndOffset)
		}
		t.Why, t.End, t.HW = why.NothingToTruncate, l.EndOffset, l.HW
		return t
	}
	lowers := offset < l.ActiveSegment().BaseOffset
	if l.Segments[0].BaseOffset > offset {
		l.truncateFully(offset, now, &t)
	} else {
		l.cutSegments(offset, now, &t)
		l.Epochs.TruncateFromEnd(offset)
		l.LogStart = min(offset, l.LogStart)
		l.rebuildProducers(l.LogStart, offset, now, false)
		l.clampHW()
	}
	if lowers {
		l.lowerCheckpoint(l.ActiveSegment().BaseOffset)
	}
	t.done(l)
	return t
}

// TruncateFully drops everything and starts anew at an offset
// (UnifiedLog.truncateFullyAndStartAt, LogManager.truncateFullyAndStartAt).
func (l *Log) TruncateFully(offset, now int64) Truncation {
	t := l.truncation()
	l.truncateFully(offset, now, &t)
	l.lowerCheckpoint(l.ActiveSegment().BaseOffset)
	t.done(l)
	return t
}

// lowerCheckpoint keeps the cleaner's checkpoint from pointing above what is left (KAFKA-3330).
func (l *Log) lowerCheckpoint(base int64) {
	if l.CleanerCheckpoint > base {
		l.CleanerCheckpoint = base
	}
}

func (l *Log) truncation() Truncation {
	return Truncation{Why: why.TruncatedAway, EndBefore: l.EndOffset, HWBefore: l.HW,
		Batches: l.countBatches(), Bytes: l.SizeInBytes()}
}

func (t *Truncation) done(l *Log) {
	t.Cut, t.End, t.HW = true, l.EndOffset, l.HW
	t.Batches -= l.countBatches()
	t.Bytes -= l.SizeInBytes()
}

func (l *Log) countBatches() int {
	n := 0
	for i := range l.Segments {
		n += len(l.Segments[i].Batches)
	}
	return n
}

func (l *Log) truncateFully(offset, now int64, t *Truncation) {
	for i := range l.Segments {
		t.Removed = append(t.Removed, l.removal(i, why.TruncatedAway, offset))
		l.doomSegment(&l.Segments[i], now, why.TruncatedAway)
	}
	l.Segments = []Segment{l.openSegment(offset, now)}
	l.setEnd(offset)
	l.Epochs.Clear()
	l.Producers.clear()
	l.Snapshots = nil
	l.Producers.SnapEnd, l.Producers.MapEnd = 0, offset
	l.LogStart = offset
	l.rebuildProducers(offset, offset, now, false)
	l.SetHW(offset)
	t.Fully = true
}

// removal describes segment i before it goes.
func (l *Log) removal(i int, w why.Why, a int64) Removal {
	s := &l.Segments[i]
	return Removal{Base: s.BaseOffset, Next: l.NextBase(i), Size: int64(s.Size),
		Batches: len(s.Batches), Why: w, A: a}
}

// cutSegments drops the segments that begin above an offset and cuts the one that contains it
// (LocalLog.truncateTo).
func (l *Log) cutSegments(offset, now int64, t *Truncation) {
	keep := l.SegmentIndex(offset) + 1
	for i := keep; i < len(l.Segments); i++ {
		t.Removed = append(t.Removed, l.removal(i, why.TruncatedAway, offset))
		l.doomSegment(&l.Segments[i], now, why.TruncatedAway)
	}
	l.Segments = slices.Clone(l.Segments[:keep])
	l.ActiveSegment().truncateTo(offset, now)
	l.setEnd(offset)
	for _, r := range t.Removed {
		l.doomSnapshot(r.Base, now, why.TruncatedAway)
	}
}

// truncateTo cuts a segment before the batch that ends at or above an offset, and its indexes at
// the offset (LogSegment.truncateTo). It returns the number of bytes that went.
func (s *Segment) truncateTo(offset, now int64) int32 {
	cut := s.Find(offset)
	s.Indexed = true
	s.truncateIndexes(offset)
	var gone int32
	if cut < len(s.Batches) {
		position := s.positionOf(cut)
		gone = s.Size - position
		s.cut(cut, position, now)
	}
	if s.Size == 0 {
		s.Created = now
	}
	s.BytesSinceIndex = 0
	if s.MaxTimestamp >= 0 {
		s.readLargestTimestamp()
	}
	return gone
}

// cut drops the batches from index n on, and everything after them.
func (s *Segment) cut(n int, position int32, now int64) {
	s.Batches = s.Batches[:n:n]
	s.Positions = s.Positions[:n:n]
	s.Tail = nil
	if s.Size != position {
		s.Size, s.Modified = position, now
	}
}

// truncateIndexes drops the entries at or above an offset: for the offset and time index those
// whose offset is not below it, for the transaction index those whose marker is not.
func (s *Segment) truncateIndexes(offset int64) {
	n := sort.Search(len(s.Index), func(i int) bool { return s.Index[i].Offset >= offset })
	s.Index = s.Index[:n:n]
	n = sort.Search(len(s.TimeIndex), func(i int) bool { return s.TimeIndex[i].Offset >= offset })
	s.TimeIndex = s.TimeIndex[:n:n]
	n = 0
	for n < len(s.TxnIndex) && s.TxnIndex[n].LastOffset < offset {
		n++
	}
	s.TxnIndex = s.TxnIndex[:n:n]
}

// readLargestTimestamp finds the running maximum again: the last time index entry, or a larger
// timestamp in what follows it (LogSegment.readLargestTimestamp).
func (s *Segment) readLargestTimestamp() {
	s.MaxTimestamp, s.MaxTimestampOffset = record.NoTimestamp, s.BaseOffset
	if n := len(s.TimeIndex); n > 0 {
		last := s.TimeIndex[n-1]
		s.MaxTimestamp, s.MaxTimestampOffset = last.Timestamp, last.Offset
	}
	for i := s.batchAt(s.lookup(s.MaxTimestampOffset)); i < len(s.Batches); i++ {
		if b := &s.Batches[i]; b.MaxTimestamp > s.MaxTimestamp {
			s.MaxTimestamp, s.MaxTimestampOffset = b.MaxTimestamp, b.LastOffset()
		}
	}
}
