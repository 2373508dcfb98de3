package log

import (
	"highwater/core/record"
	"highwater/core/why"
)

// Log is the log of one partition on one broker (UnifiedLog with LocalLog). It is a value that
// Clone copies cheaply.
type Log struct {
	// Name is the directory, TOPIC-PARTITION.
	Name string
	// TopicID goes into partition.metadata when it is not zero.
	TopicID [16]byte
	Config  Config
	// Segments ascend by base offset; the last one is active. There is always one.
	Segments []Segment
	// Staged are segments that are being swapped in: .cleaned or .swap files beside the log.
	Staged []Segment
	// LogStart is the log start offset, HW the high watermark, EndOffset the log end offset.
	LogStart, HW, EndOffset int64
	// FirstUnstable is the first offset that a committed reader may not pass, -1 if there is
	// none.
	FirstUnstable int64
	// RecoveryPoint is the offset up to which everything was flushed.
	RecoveryPoint int64
	Epochs        EpochCache
	Producers     ProducerState
	// Snapshots are the producer snapshot files, ascending.
	Snapshots []Snapshot
	// CleanerCheckpoint is the partition's entry of cleaner-offset-checkpoint, -1 if none.
	CleanerCheckpoint int64
	// Doomed are files renamed to .deleted that wait for file.delete.delay.ms, oldest first.
	Doomed []DoomedFile
	// JitterSeed is the state of the generator that draws the roll jitter of segments.
	JitterSeed uint64
	// hwPlaced says that the place of HW in a file is known.
	hwPlaced bool
	// scratch is reused by walks over records; it belongs to this clone alone.
	scratch *record.Scratch
	// report gathers what loading does; nil outside a load.
	report *LoadReport
}

// DoomedFile is a file renamed to .deleted.
type DoomedFile struct {
	Name string
	Base int64
	Size int64
	// DeletedAt is when it was renamed, Due when it goes.
	DeletedAt, Due int64
	Why            why.Why
}

// New returns an empty log that starts at offset 0, as a broker creates it.
func New(name string, c Config, now int64) *Log { return NewAt(name, c, 0, now) }

// NewAt returns an empty log that starts at an offset.
func NewAt(name string, c Config, start, now int64) *Log {
	l := &Log{Name: name, Config: c, FirstUnstable: -1, CleanerCheckpoint: -1, LogStart: start,
		HW: start, EndOffset: start, RecoveryPoint: start}
	l.Producers.MapEnd, l.Producers.SnapEnd = start, start
	l.Segments = []Segment{l.openSegment(start, now)}
	l.Segments[0].Indexed = true
	return l
}

// openSegment makes an empty segment and draws its jitter (LogConfig.randomSegmentJitter).
func (l *Log) openSegment(base, now int64) Segment {
	s := NewSegment(base, "", now)
	s.configure(&l.Config)
	if l.Config.SegmentJitterMs > 0 {
		bound := uint64(min(l.Config.SegmentJitterMs, l.Config.SegmentMs))
		s.RollJitter = int64(l.random() % bound)
	}
	return s
}

// random is splitmix64; its state is part of the log, so that a replay draws the same numbers.
func (l *Log) random() uint64 {
	l.JitterSeed += 0x9e3779b97f4a7c15
	z := l.JitterSeed
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// LogEndOffset is the offset that the next record gets.
func (l *Log) LogEndOffset() int64 { return l.EndOffset }

// LastStableOffset is where a committed reader stops: the first offset of the oldest undecided or
// not yet replicated transaction, or the high watermark.
func (l *Log) LastStableOffset() int64 {
	if l.FirstUnstable >= 0 && l.FirstUnstable < l.HW {
		return l.FirstUnstable
	}
	return l.HW
}

// ActiveSegment is the one that appends go to.
func (l *Log) ActiveSegment() *Segment { return &l.Segments[len(l.Segments)-1] }

// SizeInBytes is the size of all `.log` files.
func (l *Log) SizeInBytes() int64 {
	var size int64
	for i := range l.Segments {
		size += int64(l.Segments[i].Size)
	}
	return size
}

// SegmentIndex finds the segment in which an offset lies: the greatest base not above it, -1 when
// the offset is below the first base.
func (l *Log) SegmentIndex(offset int64) int {
	lo, hi := 0, len(l.Segments)
	for lo < hi {
		mid := (lo + hi) / 2
		if l.Segments[mid].BaseOffset <= offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo - 1
}

// NextBase is the upper bound of segment i: the next one's base, or the log end offset.
func (l *Log) NextBase(i int) int64 {
	if i+1 < len(l.Segments) {
		return l.Segments[i+1].BaseOffset
	}
	return l.EndOffset
}

// SetHW moves the high watermark, clamped to [LogStart, EndOffset]; it may go backwards, as a
// follower's may. It returns what it became (UnifiedLog.updateHighWatermark).
func (l *Log) SetHW(offset int64) int64 {
	l.HW = min(max(offset, l.LogStart), l.EndOffset)
	l.hwPlaced = l.HW == l.EndOffset
	l.Producers.forgetReplicated(l.HW)
	l.updateFirstUnstable()
	return l.HW
}

// RaiseHW moves the high watermark forwards only (UnifiedLog.maybeIncrementHighWatermark).
func (l *Log) RaiseHW(offset int64) bool {
	if offset <= l.HW {
		return false
	}
	l.SetHW(offset)
	return true
}

// PlaceHW does what a consumer's read does before it reads: a high watermark that is known as a
// number only, not as a place in a file, is looked up. It thereby moves from a hole or from inside
// a batch to the base of a batch, and the first unstable offset, which a truncation leaves as it
// was, is computed anew (UnifiedLog.fetchHighWatermarkMetadata).
func (l *Log) PlaceHW() {
	if l.hwPlaced {
		return
	}
	if l.HW >= l.LogStart {
		l.HW = l.existingOffset(l.HW)
	}
	l.hwPlaced = true
	l.Producers.forgetReplicated(l.HW)
	l.updateFirstUnstable()
}

// clampHW follows an end that has moved to or below the high watermark.
func (l *Log) clampHW() {
	if l.HW >= l.EndOffset {
		l.SetHW(l.EndOffset)
	}
}

// updateFirstUnstable recomputes the first unstable offset
// (UnifiedLog.maybeIncrementFirstUnstableOffset).
func (l *Log) updateFirstUnstable() {
	txn, ok := l.Producers.firstUnstable()
	if !ok {
		l.FirstUnstable = -1
		return
	}
	l.FirstUnstable = txn.FirstOffset
	if txn.OffsetOnly || txn.FirstOffset < l.LogStart {
		l.FirstUnstable = l.existingOffset(max(txn.FirstOffset, l.LogStart))
	}
}

// existingOffset is the base offset of the first batch that ends at or above an offset: what an
// offset turns into once its place in a file is looked up (KAFKA-17803).
func (l *Log) existingOffset(offset int64) int64 {
	i := l.SegmentIndex(offset)
	if offset >= l.EndOffset || i < 0 {
		return offset
	}
	for ; i < len(l.Segments); i++ {
		s := &l.Segments[i]
		if n := s.Find(offset); n < len(s.Batches) {
			return s.Batches[n].BaseOffset
		}
	}
	return l.EndOffset
}

// setEnd moves the log end offset; the recovery point never lies above it.
func (l *Log) setEnd(end int64) {
	l.EndOffset = end
	l.RecoveryPoint = min(l.RecoveryPoint, end)
}

// doom renames a file to .deleted.
func (l *Log) doom(name string, base, size, now int64, w why.Why) {
	l.Doomed = append(l.Doomed, DoomedFile{Name: name + SuffixDeleted, Base: base, Size: size,
		DeletedAt: now, Due: now + l.Config.FileDeleteDelayMs, Why: w})
}

// doomSegment renames the files of a segment.
func (l *Log) doomSegment(s *Segment, now int64, w why.Why) {
	l.doom(logName(s.BaseOffset), s.BaseOffset, int64(s.Size), now, w)
	if n := s.IndexBytes(); n > 0 || s.Indexed {
		l.doom(indexName(s.BaseOffset), s.BaseOffset, n, now, w)
	}
	if n := s.TimeIndexBytes(); n > 0 || s.Indexed {
		l.doom(timeIndexName(s.BaseOffset), s.BaseOffset, n, now, w)
	}
	if n := s.TxnIndexBytes(); n > 0 {
		l.doom(txnIndexName(s.BaseOffset), s.BaseOffset, n, now, w)
	}
}

// doomSnapshot renames a producer snapshot.
func (l *Log) doomSnapshot(offset, now int64, w why.Why) {
	if size := l.removeSnapshot(offset); size >= 0 {
		l.doom(snapshotName(offset), offset, size, now, w)
	}
}

// DeleteDoomed removes the files whose file.delete.delay.ms has passed and returns them.
func (l *Log) DeleteDoomed(now int64) []DoomedFile {
	var gone, kept []DoomedFile
	for _, f := range l.Doomed {
		if f.Due <= now {
			gone = append(gone, f)
		} else {
			kept = append(kept, f)
		}
	}
	if gone != nil {
		l.Doomed = kept
	}
	return gone
}

// walk returns the scratch memory for walks over records.
func (l *Log) walk() *record.Scratch {
	if l.scratch == nil {
		l.scratch = new(record.Scratch)
	}
	return l.scratch
}
