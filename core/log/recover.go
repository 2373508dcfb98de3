package log

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// overflowError says that an offset does not belong to its segment
// (LogSegmentOffsetOverflowException).
type overflowError struct {
	base, offset int64
	position     int32
}

func (e *overflowError) Error() string {
	return fmt.Sprintf("Detected offset overflow at offset %d in segment %d", e.offset, e.base)
}

// recoverLog walks the segments that may not have been flushed, cuts at the first bad byte and
// returns the log end offset (LogLoader.recoverLog).
func (a *loading) recoverLog() (int64, error) {
	for !a.o.Clean {
		err := a.recoverSegments()
		var over *overflowError
		if !errors.As(err, &over) {
			if err != nil {
				return 0, err
			}
			break
		}
		if err := a.split(over); err != nil {
			return 0, err
		}
	}
	end, err := a.endOffset()
	if err != nil {
		return 0, err
	}
	if end < 0 {
		a.Segments = []Segment{a.openSegment(a.o.LogStart, a.o.Now)}
		end = a.o.LogStart
		a.RecoveryPoint = min(a.o.RecoveryPoint, end)
		return end, nil
	}
	a.RecoveryPoint = min(a.o.RecoveryPoint, end)
	if a.o.Clean {
		a.RecoveryPoint = end
	}
	return end, nil
}

// recoverSegments recovers from the recovery point on until a segment had to be cut.
func (a *loading) recoverSegments() error {
	for i := max(a.SegmentIndex(a.o.RecoveryPoint), 0); i < len(a.Segments); i++ {
		s := &a.Segments[i]
		size := s.Size
		gone, err := a.recoverSegment(s)
		w := why.FileCutAtBadBatch
		var bad *LoadError
		if errors.As(err, &bad) && bad.Class == ErrorInvalidOffset {
			// Index entries that go backwards cost the whole segment.
			gone, err, w = s.truncateTo(s.BaseOffset, a.o.Now), nil, why.FileCutToBase
		}
		if err != nil {
			return err
		}
		if gone > 0 {
			next, err := s.nextOffset()
			if err != nil {
				return err
			}
			a.report.note(LoadNote{File: logName(s.BaseOffset), Position: int64(size - gone),
				Why: w, A: int64(gone), B: next})
			a.removeFrom(i + 1)
			return nil
		}
	}
	return nil
}

// removeFrom drops the segments from index i on, and their snapshots.
func (a *loading) removeFrom(i int) {
	for _, s := range a.Segments[i:] {
		a.report.Removed = append(a.report.Removed, Removal{Base: s.BaseOffset,
			Next: s.BaseOffset, Size: int64(s.Size), Batches: len(s.Batches),
			Why: why.RecoveryRemoves, A: a.Segments[i-1].BaseOffset})
		a.report.note(LoadNote{File: logName(s.BaseOffset), Why: why.FileAfterCut})
		a.delete(&s, why.RecoveryRemoves)
	}
	a.Segments = a.Segments[:i:i]
}

// delete renames the files of a segment and its snapshot to .deleted.
func (a *loading) delete(s *Segment, w why.Why) {
	before := len(a.Doomed)
	a.doomSegment(s, a.o.Now, w)
	a.doomSnapshot(s.BaseOffset, a.o.Now, w)
	for _, f := range a.Doomed[before:] {
		a.report.Deleted = append(a.report.Deleted, f.Name)
	}
}

// endOffset is where the log ends; -1 says that all of it lay below the log start offset and went
// (LogLoader.deleteSegmentsIfLogStartGreaterThanLogEnd).
func (a *loading) endOffset() (int64, error) {
	if len(a.Segments) == 0 {
		return -1, nil
	}
	active := a.ActiveSegment()
	active.Indexed = true
	end, err := active.nextOffset()
	if err != nil || end >= a.o.LogStart {
		a.Producers = ProducerState{}
		return end, err
	}
	for i := range a.Segments {
		s := &a.Segments[i]
		a.report.Removed = append(a.report.Removed, Removal{Base: s.BaseOffset, Next: end,
			Size: int64(s.Size), Batches: len(s.Batches), Why: why.BelowLogStart, A: end,
			B: a.o.LogStart})
		a.report.note(LoadNote{File: logName(s.BaseOffset), Why: why.FileBelowStart, A: end,
			B: a.o.LogStart})
		a.delete(s, why.BelowLogStart)
	}
	a.Segments = nil
	a.Epochs.Clear()
	a.Snapshots = nil
	a.Producers = ProducerState{MapEnd: a.o.LogStart}
	return -1, nil
}

// nextOffset is readNextOffset of a segment whose tail may be damaged: reading to its end then
// fails.
func (s *Segment) nextOffset() (int64, error) {
	start := s.BaseOffset
	if n := len(s.Index); n > 0 {
		start = s.Index[n-1].Offset
	}
	// A search that finds nothing has read the tail too.
	if err := s.tailError(); err != nil {
		return 0, err
	}
	if i := s.Find(start); i < len(s.Batches) {
		return s.Batches[len(s.Batches)-1].NextOffset(), nil
	}
	return s.BaseOffset, nil
}

// tailError is the exception that reading beyond the last batch raises, if any: a tail that could
// be the beginning of a batch is ignored (FileLogInputStream.nextBatch).
func (s *Segment) tailError() error {
	if len(s.Tail) <= record.MagicEnd {
		return nil
	}
	_, err := record.Parse(s.Tail)
	e, ok := err.(*record.Error)
	if !ok || e.Kind == record.Incomplete {
		return nil
	}
	at, name := int64(s.Size)-int64(len(s.Tail)), logName(s.BaseOffset)
	return loadError(classOf(e), name, at, e.Text+" in file "+name+".")
}

// recoverSegment rebuilds the indexes of a segment and the producer state up to its end, and cuts
// it at the first batch that is not valid. It returns the number of bytes that went
// (LogLoader.recoverSegment, LogSegment.recover).
func (a *loading) recoverSegment(s *Segment) (int32, error) {
	a.report.Recovered = append(a.report.Recovered, s.BaseOffset)
	a.Producers = ProducerState{}
	err := a.rebuildProducers(a.o.LogStart, s.BaseOffset, a.o.Now, false)
	if err != nil {
		return 0, err
	}
	s.Index, s.TimeIndex, s.TxnIndex, s.Indexed = nil, nil, nil, true
	s.MaxTimestamp, s.MaxTimestampOffset = record.NoTimestamp, s.BaseOffset
	a.Producers.gather()
	valid, lastEntry := 0, int32(0)
	for ; valid < len(s.Batches); valid++ {
		cut, err := a.recoverBatch(s, valid, &lastEntry)
		if err != nil {
			return 0, err
		}
		if cut {
			break
		}
	}
	position := s.positionOf(valid)
	if valid == len(s.Batches) {
		position = s.Size - int32(len(s.Tail))
	}
	gone := s.Size - position
	a.Producers.settle()
	s.cut(valid, position, a.o.Now)
	s.addTimeEntry()
	a.takeSnapshot()
	return gone, nil
}

// recoverBatch takes batch i of a segment. cut says that the segment ends before it.
func (a *loading) recoverBatch(s *Segment, i int, lastEntry *int32) (cut bool, err error) {
	b := &s.Batches[i]
	if b.CheckCRC() != nil {
		return true, nil
	}
	position := s.Positions[i]
	if !s.fits(b.LastOffset()) {
		return false, &overflowError{base: s.BaseOffset, offset: b.LastOffset(),
			position: position}
	}
	if b.MaxTimestamp > s.MaxTimestamp {
		s.MaxTimestamp, s.MaxTimestampOffset = b.MaxTimestamp, b.LastOffset()
	}
	if int64(position-*lastEntry) > s.IndexInterval {
		if err := a.recoverEntry(s, b.LastOffset(), position); err != nil {
			return false, err
		}
		*lastEntry = position
	}
	if b.Legacy() {
		return false, nil
	}
	if latest, ok := a.Epochs.Latest(); b.LeaderEpoch >= 0 && b.BaseOffset >= 0 &&
		(!ok || b.LeaderEpoch > latest.Epoch) {
		a.Epochs.Assign(b.LeaderEpoch, b.BaseOffset)
	}
	return a.recoverProducer(s, i)
}

// recoverEntry adds index entries; one that goes backwards is an InvalidOffsetException.
func (a *loading) recoverEntry(s *Segment, last int64, position int32) error {
	if n := len(s.Index); n > 0 && last <= s.Index[n-1].Offset {
		return a.backwards(s, position, last, s.Index[n-1].Offset)
	}
	if n := len(s.TimeIndex); n > 0 && s.MaxTimestampOffset < s.TimeIndex[n-1].Offset {
		return a.backwards(s, position, s.MaxTimestampOffset, s.TimeIndex[n-1].Offset)
	}
	if err := s.addEntries(last, position); err != nil {
		return loadError(ErrorIllegalArgument, logName(s.BaseOffset), int64(position), err.Error())
	}
	return nil
}

func (a *loading) backwards(s *Segment, position int32, offset, last int64) error {
	return loadError(ErrorInvalidOffset, logName(s.BaseOffset), int64(position), fmt.Sprintf(
		"Attempt to append an offset %d no larger than the last offset appended (%d)", offset,
		last))
}

// recoverProducer replays a batch into the producer state and the transaction index
// (LogSegment.updateProducerState).
func (a *loading) recoverProducer(s *Segment, i int) (cut bool, err error) {
	b := &s.Batches[i]
	if b.HasProducerID() {
		info := a.newAppendInfo(b.ProducerID, FromReplication)
		c, ended, v := info.append(b, 0, false)
		if v.refused() {
			err := replayError(s, i, v)
			var e *LoadError
			if v.code != errcode.InvalidTxnState && errors.As(err, &e) &&
				(e.Class == ErrorCorruptRecord || e.Class == ErrorInvalidRecord) {
				return true, nil
			}
			return false, err
		}
		a.Producers.update(&info)
		if ended && c.Aborted {
			s.TxnIndex = append(s.TxnIndex, AbortedTxn{ProducerID: c.ProducerID,
				FirstOffset: c.FirstOffset, LastOffset: c.LastOffset,
				LastStableOffset: a.Producers.stableAfter(c)})
		}
		if ended && !a.Producers.complete(c) {
			return false, loadError(ErrorIllegalArgument, logName(s.BaseOffset),
				int64(s.Positions[i]), "Attempted to complete a transaction which was not started")
		}
	}
	a.Producers.MapEnd = b.NextOffset()
	return false, nil
}

// split divides a segment whose offsets do not fit (LocalLog.splitOverflowedSegment). It is
// allowed only if the overflow shows at the end of the segment.
func (a *loading) split(over *overflowError) error {
	i := a.SegmentIndex(over.base)
	s := &a.Segments[i]
	next, err := s.nextOffset()
	if err != nil {
		return err
	}
	a.splits--
	if next <= s.BaseOffset || s.fits(next-1) || a.splits < 0 || len(s.Tail) > 0 {
		return a.explain(over)
	}
	var parts []Segment
	for j := range s.Batches {
		b := &s.Batches[j]
		if n := len(parts); n == 0 || !parts[n-1].fits(b.LastOffset()) {
			if b.BaseOffset < 0 || b.LastOffset()-b.BaseOffset > math.MaxInt32 ||
				n > 0 && b.BaseOffset <= parts[n-1].BaseOffset {
				return loadError(ErrorIllegalState, logName(s.BaseOffset),
					int64(s.Positions[j]), "Failed to append records to a split segment")
			}
			part := NewSegment(b.BaseOffset, "", s.Modified)
			part.Created = a.o.Now
			parts = append(parts, part)
		}
		part := &parts[len(parts)-1]
		if err := part.Append(&a.Config, s.Modified, *b); err != nil {
			return loadError(ErrorIllegalArgument, logName(s.BaseOffset),
				int64(s.Positions[j]), err.Error())
		}
	}
	for j := range parts {
		parts[j].Close()
	}
	a.delete(s, why.ReplacedByCleaner)
	a.Segments = slices.Replace(a.Segments, i, i+1, parts...)
	return nil
}
