package inspect

import (
	"fmt"
	"math"

	"highwater/core/record"
)

// recovery follows LogSegment.recover over one segment: which batches it accepts, where it cuts.
type recovery struct {
	interval int64
	base     int64
	// valid is the number of bytes accepted so far, next the offset after them.
	valid, next int64
	// indexedAt is where the last index entry fell due, lastIndexed and entries what the index
	// would hold then.
	indexedAt, lastIndexed int64
	entries                int64
	largest, largestAt     int64
	timeEntries            int64
	lastTime, lastTimeAt   int64
	// done is set when the outcome is known.
	done bool
	// cut says that bytes from valid on go, fails that the load of the log fails.
	cut   bool
	why   string
	fails string
}

func newRecovery(base, interval int64) recovery {
	return recovery{
		interval: interval, base: base, next: base, lastIndexed: base, largest: -1,
		largestAt: base, lastTime: -1, lastTimeAt: base,
	}
}

// batch takes one batch in order. markerBad says that a control record cannot be read, which
// recovery notices because it replays the producers.
func (r *recovery) batch(e *Entry, crcBad, markerBad bool, file string) {
	switch {
	case r.done:
		return
	case crcBad, markerBad && e.Err.Kind == record.InvalidRecord:
		r.stop(e.Err.Plain())
		return
	case markerBad:
		r.done, r.fails = true, e.Err.Plain()
		return
	case !r.inRange(e.LastOffset()):
		r.done = true
		r.fails = "IllegalArgumentException: Split operation is only permitted for segments " +
			"with overflow, and the problem path is " + file
		return
	}
	if e.MaxTimestamp > r.largest {
		r.largest, r.largestAt = e.MaxTimestamp, e.LastOffset()
	}
	if r.valid-r.indexedAt > r.interval {
		if !r.index(e) {
			return
		}
		r.indexedAt = r.valid
	}
	r.valid += int64(e.Size())
	r.next = e.NextOffset()
}

// index adds the entries that fall due; an entry that does not ascend throws away the segment.
func (r *recovery) index(e *Entry) bool {
	if r.entries > 0 && e.LastOffset() <= r.lastIndexed {
		r.toBase(fmt.Sprintf("InvalidOffsetException: Attempt to append an offset (%d) to "+
			"position %d no larger than the last offset appended (%d)",
			e.LastOffset(), r.entries, r.lastIndexed))
		return false
	}
	r.entries++
	r.lastIndexed = e.LastOffset()
	if r.largest <= r.lastTime {
		return true
	}
	if r.timeEntries > 0 && r.largestAt < r.lastTimeAt {
		r.toBase(fmt.Sprintf("InvalidOffsetException: Attempt to append an offset (%d) to slot "+
			"%d no larger than the last offset appended (%d)",
			r.largestAt, r.timeEntries, r.lastTimeAt))
		return false
	}
	r.timeEntries++
	r.lastTime, r.lastTimeAt = r.largest, r.largestAt
	return true
}

func (r *recovery) inRange(last int64) bool {
	return last >= r.base && last-r.base <= math.MaxInt32
}

// stop cuts the segment behind the last batch that was accepted.
func (r *recovery) stop(why string) {
	if !r.done {
		r.done, r.cut, r.why = true, true, why
	}
}

func (r *recovery) toBase(why string) {
	r.stop(why)
	r.valid, r.next = 0, r.base
}

// outcomes says what loading the segments gives. They ascend by base offset.
func outcomes(segments []Segment, logStart int64) (clean, crash Outcome) {
	if len(segments) == 0 {
		clean.End, crash.End = logStart, logStart
		return clean, crash
	}
	last := &segments[len(segments)-1]
	clean.End = max(last.next, last.Base)
	end := clean.End
	if last.sizeError != nil {
		clean.Fails = last.sizeError.Plain()
	}
	for i := range segments {
		s := &segments[i]
		r := &s.recovery
		// Without its offset index a segment is recovered even after a clean shutdown.
		both := !s.HasIndex && s.Size > 0
		if r.fails != "" {
			crash.Fails = r.fails
			if both {
				clean.Fails = r.fails
			}
			break
		}
		crash.End = r.next
		if !r.cut {
			continue
		}
		crash.cutIn(segments, i, end)
		if both && clean.Fails == "" {
			clean.End = r.next
			clean.cutIn(segments, i, end)
		}
		break
	}
	if crash.Fails == "" && crash.End < logStart {
		crash.End = logStart
	}
	return clean, crash
}

func (o *Outcome) cutIn(segments []Segment, i int, end int64) {
	s := &segments[i]
	o.CutFile, o.CutAt, o.CutWhy = s.File, s.recovery.valid, s.recovery.why
	for _, later := range segments[i+1:] {
		o.Deleted = append(o.Deleted, later.File)
	}
	o.Lost = max(end-o.End, 0)
}
