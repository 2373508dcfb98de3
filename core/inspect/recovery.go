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
	// outOfRange is set when an offset does not fit the segment, unordered when an index entry
	// would not ascend.
	outOfRange, unordered bool
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
		r.done, r.outOfRange = true, true
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
	r.valid, r.next, r.unordered = 0, r.base, true
}

// outcomes says what loading the segments gives. They ascend by base offset.
func outcomes(segments []Segment, logStart int64) (clean, crash Outcome) {
	if len(segments) == 0 {
		return Outcome{End: logStart}, Outcome{End: logStart}
	}
	last := &segments[len(segments)-1]
	before := last.readNext()
	clean.End, crash.End = before, before
	if last.sizeError != nil && last.HasIndex {
		clean.Fails = last.sizeError.Plain()
	}
	for i := range segments {
		if why := segments[i].loadFails; why != "" {
			return Outcome{Fails: why}, Outcome{Fails: why}
		}
	}
	for i := range segments {
		// Without its offset index a segment is recovered by itself while the files are loaded,
		// even after a clean shutdown; later segments stay (LogLoader.loadSegmentFiles).
		if s := &segments[i]; !s.HasIndex && s.Size > 0 {
			clean.recover(segments, i, false)
			crash.recover(segments, i, false)
		}
	}
	for i := range segments {
		if segments[i].HasIndex && crash.recover(segments, i, true) {
			break
		}
	}
	clean.Lost, crash.Lost = max(before-clean.End, 0), max(before-crash.End, 0)
	return clean.dropped(logStart), crash.dropped(logStart)
}

// dropped starts the log anew if it ends below its start (LogLoader.recoverLog).
func (o Outcome) dropped(logStart int64) Outcome {
	if o.Fails == "" && o.End < logStart {
		return Outcome{End: logStart, Dropped: true}
	}
	return o
}

// recover adds what recovering one segment gives, and tells whether that ends the recovery. A
// cut in the course of LogLoader.recoverLog takes the later segments with it.
func (o *Outcome) recover(segments []Segment, i int, deleting bool) (ends bool) {
	s := &segments[i]
	r := &s.recovery
	last := i == len(segments)-1
	switch {
	case o.Fails != "":
		return true
	case r.outOfRange && s.readNext()-s.Base > math.MaxInt32:
		// LogSegment.hasOverflow looks at the last batch only.
		o.Split, o.End = s.File, max(o.End, s.readNext())
		return true
	case r.fails != "":
		o.Fails = r.fails
		return true
	case r.unordered && !deleting:
		// Only LogLoader.recoverLog catches InvalidOffsetException.
		o.Fails = r.why
		return true
	}
	if last {
		o.End = r.next
	}
	if !r.cut {
		return false
	}
	o.Cuts = append(o.Cuts, Cut{File: s.File, At: r.valid, Why: r.why})
	if !deleting {
		return false
	}
	o.End = r.next
	for _, later := range segments[i+1:] {
		o.Deleted = append(o.Deleted, later.File)
	}
	return true
}

// readNext is the offset after the last batch as Kafka finds it without checking anything: it
// starts from the last index entry (LogSegment.readNextOffset).
func (s *Segment) readNext() int64 {
	if !s.reached {
		return s.Base
	}
	return s.lastNext
}
