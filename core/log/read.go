package log

import (
	"math"
	"sort"

	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// Fetch reads from an offset as far as the isolation allows, whole batches only, from one segment
// (UnifiedLog.read). At least one batch comes, however small maxBytes is. An offset that was
// compacted away gives the next batch that exists.
func (l *Log) Fetch(from int64, iso Isolation, maxBytes int) FetchResult {
	r := FetchResult{LogStart: l.LogStart, LastStable: l.LastStableOffset(), HW: l.HW,
		End: l.EndOffset, Segment: -1}
	limit := l.limit(iso)
	switch {
	case from < l.LogStart:
		r.refuse(why.OffsetBelowStart, l.LogStart, from)
		return r
	case from > l.EndOffset || l.SegmentIndex(from) < 0:
		r.refuse(why.OffsetAboveEnd, l.EndOffset, from)
		return r
	case from >= limit:
		return r
	}
	for i := l.SegmentIndex(from); i < len(l.Segments); i++ {
		s := &l.Segments[i]
		first := s.Find(from)
		if first == len(s.Batches) {
			continue
		}
		r.Segment, r.Position = s.BaseOffset, s.Positions[first]
		r.Batches = s.take(first, limit, maxBytes)
		for j := range r.Batches {
			r.Size += r.Batches[j].Size()
		}
		if iso == ReadCommitted {
			r.Aborted = l.abortedIn(i, s.slice(first, limit, maxBytes), &r, from)
		}
		return r
	}
	return r
}

func (r *FetchResult) refuse(w why.Why, want, got int64) {
	r.Code, r.Why, r.Want, r.Got = errcode.OffsetOutOfRange, w, want, got
}

// limit is the first offset that an isolation does not show.
func (l *Log) limit(iso Isolation) int64 {
	switch iso {
	case ReadLogEnd:
		return l.EndOffset
	case ReadCommitted:
		return l.LastStableOffset()
	}
	return l.HW
}

// take returns the batches from index first that lie below an offset and fit into a size.
func (s *Segment) take(first int, limit int64, maxBytes int) []record.Batch {
	size, last := 0, first
	for last < len(s.Batches) && s.Batches[last].LastOffset() < limit {
		size += s.Batches[last].Size()
		if size > maxBytes && last > first {
			break
		}
		last++
	}
	return s.Batches[first:last:last]
}

// slice is the number of bytes that a broker sends: up to the limit or the size asked for, even if
// that ends inside a batch, and the first batch in any case.
func (s *Segment) slice(first int, limit int64, maxBytes int) int {
	rest := s.Batches[first:]
	end := s.positionOf(first + sort.Search(len(rest), func(i int) bool {
		return rest[i].LastOffset() >= limit
	}))
	most := max(maxBytes, s.Batches[first].Size())
	return min(int(end-s.Positions[first]), most)
}

// abortedIn collects the aborted transactions that overlap what was read. The upper bound is taken
// from the offset index, so that the list may name transactions above it
// (LocalLog.addAbortedTransactions).
func (l *Log) abortedIn(i, size int, r *FetchResult, from int64) []AbortedTxn {
	s := &l.Segments[i]
	upper := l.NextBase(i)
	bound := r.Position + int32(size)
	n := sort.Search(len(s.Index), func(n int) bool { return s.Index[n].Position >= bound })
	if n < len(s.Index) {
		upper = s.Index[n].Offset
	}
	return l.CollectAborted(i, from, upper)
}

// CollectAborted returns the aborted transactions that end at or above one offset and begin below
// another, looking from one segment to the last (LocalLog.collectAbortedTransactions). The cleaner
// asks so for each segment.
func (l *Log) CollectAborted(segment int, endAtOrAbove, beginBelow int64) []AbortedTxn {
	var found []AbortedTxn
	for i := max(segment, 0); i < len(l.Segments); i++ {
		for _, t := range l.Segments[i].TxnIndex {
			if t.LastOffset >= endAtOrAbove && t.FirstOffset < beginBelow {
				found = append(found, t)
			}
			if t.LastStableOffset >= beginBelow {
				return found
			}
		}
	}
	return found
}

// EndOffsetForEpoch answers a follower's or consumer's question where an epoch ended; ok is false
// when the log cannot tell.
func (l *Log) EndOffsetForEpoch(epoch int32) (found int32, end int64, ok bool) {
	found, end = l.Epochs.EndOffsetFor(epoch, l.EndOffset)
	return found, end, end != UndefinedOffset
}

// BecomeLeader notes that a new epoch begins at the end of the log, before the first append
// (KAFKA-7415).
func (l *Log) BecomeLeader(epoch int32) { l.Epochs.Assign(epoch, l.EndOffset) }

// OffsetForTime finds the first record whose timestamp is at or above one (ListOffsets); ok is
// false when there is none.
func (l *Log) OffsetForTime(timestamp int64) (offset, found int64, ok bool) {
	for i := range l.Segments {
		s := &l.Segments[i]
		if s.LargestTimestamp() < timestamp {
			continue
		}
		if offset, found, ok = s.offsetForTime(timestamp, l.LogStart, l.walk()); ok {
			return offset, found, true
		}
		return -1, -1, false
	}
	return -1, -1, false
}

// offsetForTime searches from the time index entry at or below the timestamp
// (LogSegment.findOffsetByTimestamp).
func (s *Segment) offsetForTime(timestamp, start int64, scratch *record.Scratch) (
	offset, found int64, ok bool) {
	from := s.BaseOffset
	for _, e := range s.TimeIndex {
		if e.Timestamp > timestamp {
			break
		}
		from = e.Offset
	}
	offset = math.MinInt64
	for i := s.batchAt(s.lookup(max(from, start))); i < len(s.Batches) && !ok; i++ {
		if s.Batches[i].MaxTimestamp < timestamp {
			continue
		}
		// A batch that cannot be decoded ends the search, as an exception ends Kafka's.
		err := s.Batches[i].Walk(scratch, func(r *record.Record) error {
			if !ok && r.Timestamp >= timestamp && r.Offset >= start {
				offset, found, ok = r.Offset, r.Timestamp, true
			}
			return nil
		})
		if err != nil {
			return -1, -1, false
		}
	}
	return offset, found, ok
}
