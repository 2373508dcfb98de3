package log

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"highwater/core/record"
)

// Sizes of an entry on disk.
const (
	indexEntrySize = 8
	timeEntrySize  = 12
	txnEntrySize   = 34
)

// Suffixes of files that are on their way in or out (LogFileUtils).
const (
	SuffixDeleted = ".deleted"
	SuffixCleaned = ".cleaned"
	SuffixSwap    = ".swap"
)

// IndexEntry says that the batch that begins at Position ends with Offset (OffsetIndex).
type IndexEntry struct {
	Offset   int64
	Position int32
}

// TimeEntry says that Timestamp is the largest one up to and including Offset (TimeIndex).
type TimeEntry struct {
	Timestamp int64
	Offset    int64
}

// AbortedTxn is an entry of a transaction index: the aborted transaction, from its first record
// to its ABORT marker, and the last stable offset just after it (TransactionIndex).
type AbortedTxn struct {
	ProducerID       int64
	FirstOffset      int64
	LastOffset       int64
	LastStableOffset int64
}

// Segment is one `.log` with its indexes. Its slices are append-only and shared by clones.
type Segment struct {
	BaseOffset int64
	// Suffix is empty, or says that the segment is .cleaned or .swap.
	Suffix string
	// Batches and Positions (byte positions in the file) have the same length.
	Batches   []record.Batch
	Positions []int32
	// Tail is what follows the last complete batch in a damaged file; readers ignore it.
	Tail []byte
	// Index, TimeIndex and TxnIndex are the entries of the three index files.
	Index     []IndexEntry
	TimeIndex []TimeEntry
	TxnIndex  []AbortedTxn
	// Size is the length of the `.log` file.
	Size int32
	// MaxTimestamp is the largest timestamp known, -1 if none; MaxTimestampOffset is the last
	// offset of its batch.
	MaxTimestamp       int64
	MaxTimestampOffset int64
	// Created is when the segment object came to be, Modified the mtime of the `.log` file, in ms.
	Created, Modified int64
	// RollJitter was drawn when the segment was created, in ms.
	RollJitter int64
	// IndexInterval and IndexMax are index.interval.bytes and segment.index.bytes of the moment
	// the segment was opened: a later change counts from the next segment on. 0 is not yet opened.
	IndexInterval, IndexMax int64
	// BytesSinceIndex counts the bytes since the last index entry.
	BytesSinceIndex int32
	// Indexed says that the index files exist. They are made on first use, so a segment that was
	// just rolled has none; loading such a directory rebuilds them (LazyIndex).
	Indexed bool
	// Unordered says that offsets do not ascend, as only a damaged file has it.
	Unordered bool
}

// NewSegment is an empty segment that a cleaner or a split fills with Append.
func NewSegment(base int64, suffix string, now int64) Segment {
	return Segment{BaseOffset: base, Suffix: suffix, MaxTimestamp: record.NoTimestamp,
		MaxTimestampOffset: base, Created: now, Modified: now}
}

// configure notes the configs that a segment keeps for its life.
func (s *Segment) configure(c *Config) {
	if s.IndexMax == 0 {
		s.IndexInterval, s.IndexMax = c.IndexIntervalBytes, c.SegmentIndexBytes
	}
}

// indexRoom is how many entries the offset index holds.
func (s *Segment) indexRoom() int { return int(s.IndexMax / indexEntrySize) }

// timeIndexRoom is how many entries the time index takes before it counts as full; one more is
// kept for the entry that closing forces.
func (s *Segment) timeIndexRoom() int { return int(s.IndexMax/timeEntrySize) - 1 }

// IndexFullError says that an index had no room for an entry that fell due.
type IndexFullError struct {
	Base      int64
	TimeIndex bool
	Entries   int
}

// Error uses Kafka's words (OffsetIndex.append, TimeIndex.maybeAppend).
func (e *IndexFullError) Error() string {
	if e.TimeIndex {
		return fmt.Sprintf("Attempt to append to a full time index (size = %d).", e.Entries)
	}
	return fmt.Sprintf("Attempt to append to a full index (size = %d).", e.Entries)
}

// Append writes batches at the end, as one call of LogSegment.append: an index entry falls due
// when more than index.interval.bytes were written since the last one. It is meant for segments
// outside a log; a log's own methods append to its active segment.
func (s *Segment) Append(c *Config, now int64, batches ...record.Batch) error {
	s.configure(c)
	for i := range batches {
		b := &batches[i]
		if b.MaxTimestamp > s.MaxTimestamp {
			s.MaxTimestamp, s.MaxTimestampOffset = b.MaxTimestamp, b.LastOffset()
		}
		if !c.Rules.IndexPerBatch && i == 0 {
			if err := s.indexOnce(batches); err != nil {
				return err
			}
		}
		if c.Rules.IndexPerBatch && int64(s.BytesSinceIndex) > s.IndexInterval {
			if err := s.addEntries(b.LastOffset(), s.Size); err != nil {
				return err
			}
		}
		s.push(b)
		s.BytesSinceIndex += int32(b.Size())
	}
	if len(batches) > 0 {
		s.Indexed, s.Modified = true, now
	}
	return nil
}

// indexOnce is the rule before KAFKA-806: one entry for all that is appended, with the last
// offset of the whole set and the position of its first byte.
func (s *Segment) indexOnce(batches []record.Batch) error {
	for i := range batches {
		if b := &batches[i]; b.MaxTimestamp > s.MaxTimestamp {
			s.MaxTimestamp, s.MaxTimestampOffset = b.MaxTimestamp, b.LastOffset()
		}
	}
	if int64(s.BytesSinceIndex) <= s.IndexInterval {
		return nil
	}
	return s.addEntries(batches[len(batches)-1].LastOffset(), s.Size)
}

// canIndex tells whether the indexes have room for all entries that fall due. Kafka notices only
// halfway through the write and leaves a segment behind that contradicts its log end offset.
func (s *Segment) canIndex(c *Config, batches []record.Batch) error {
	s.configure(c)
	due := len(batches)
	if due < s.indexRoom()-len(s.Index) && due < s.timeIndexRoom()-len(s.TimeIndex) {
		return nil
	}
	probe := Segment{BaseOffset: s.BaseOffset, Size: s.Size, MaxTimestamp: s.MaxTimestamp,
		MaxTimestampOffset: s.MaxTimestampOffset, BytesSinceIndex: s.BytesSinceIndex,
		IndexInterval: s.IndexInterval, IndexMax: s.IndexMax,
		Index: slices.Clone(s.Index), TimeIndex: slices.Clone(s.TimeIndex)}
	return probe.Append(c, 0, batches...)
}

// push appends the bytes of a batch.
func (s *Segment) push(b *record.Batch) {
	if n := len(s.Batches); n > 0 && b.BaseOffset <= s.Batches[n-1].LastOffset() {
		s.Unordered = true
	}
	s.Batches = append(s.Batches, *b)
	s.Positions = append(s.Positions, s.Size)
	s.Size += int32(b.Size())
}

// addEntries adds an entry to the offset index and, if the largest timestamp has grown, one to
// the time index.
func (s *Segment) addEntries(last int64, position int32) error {
	if len(s.Index) >= s.indexRoom() {
		return &IndexFullError{Base: s.BaseOffset, Entries: len(s.Index)}
	}
	s.Index = append(s.Index, IndexEntry{Offset: last, Position: position})
	s.BytesSinceIndex = 0
	if len(s.TimeIndex) >= s.timeIndexRoom() {
		return &IndexFullError{Base: s.BaseOffset, TimeIndex: true, Entries: len(s.TimeIndex)}
	}
	s.addTimeEntry()
	return nil
}

// addTimeEntry adds the running maximum to the time index if it is above the last entry.
func (s *Segment) addTimeEntry() {
	last := int64(record.NoTimestamp)
	if n := len(s.TimeIndex); n > 0 {
		last = s.TimeIndex[n-1].Timestamp
	}
	if s.MaxTimestamp > last {
		s.TimeIndex = append(s.TimeIndex, TimeEntry{s.MaxTimestamp, s.MaxTimestampOffset})
	}
}

// Close makes the segment inactive: the largest timestamp is forced into the time index, even
// into its reserved last slot (LogSegment.onBecomeInactiveSegment).
func (s *Segment) Close() {
	s.Indexed = true
	s.addTimeEntry()
}

// FirstTimestamp is the largest timestamp of the first batch, by which a segment ages; ok is
// false when there is none (LogSegment.getFirstBatchTimestamp).
func (s *Segment) FirstTimestamp() (ts int64, ok bool) {
	if len(s.Batches) == 0 || s.Batches[0].MaxTimestamp < 0 {
		return 0, false
	}
	return s.Batches[0].MaxTimestamp, true
}

// LargestTimestamp is the newest record's timestamp, or the file's mtime when no record has one
// (LogSegment.largestTimestamp).
func (s *Segment) LargestTimestamp() int64 {
	if s.MaxTimestamp >= 0 {
		return s.MaxTimestamp
	}
	return s.Modified
}

// IndexBytes is the length of the offset index without a preallocated tail.
func (s *Segment) IndexBytes() int64 { return int64(len(s.Index)) * indexEntrySize }

// TimeIndexBytes is the length of the time index without a preallocated tail.
func (s *Segment) TimeIndexBytes() int64 { return int64(len(s.TimeIndex)) * timeEntrySize }

// TxnIndexBytes is the length of the transaction index.
func (s *Segment) TxnIndexBytes() int64 { return int64(len(s.TxnIndex)) * txnEntrySize }

// fits tells that an offset can be written relative to the base.
func (s *Segment) fits(offset int64) bool {
	return offset >= s.BaseOffset && offset-s.BaseOffset <= math.MaxInt32
}

// lookup is the position from which a search for an offset starts: that of the greatest index
// entry not above it (OffsetIndex.lookup).
func (s *Segment) lookup(offset int64) int32 {
	i := sort.Search(len(s.Index), func(i int) bool { return s.Index[i].Offset > offset })
	if i == 0 {
		return 0
	}
	return s.Index[i-1].Position
}

// Find returns the index of the first batch whose last offset is at or above an offset, or
// len(Batches) if there is none. It starts where the offset index says, as a broker does.
func (s *Segment) Find(offset int64) int {
	return s.findFrom(offset, s.lookup(offset))
}

func (s *Segment) findFrom(offset int64, position int32) int {
	first := s.batchAt(position)
	if !s.Unordered {
		rest := s.Batches[first:]
		return first + sort.Search(len(rest), func(i int) bool {
			return rest[i].LastOffset() >= offset
		})
	}
	for i := first; i < len(s.Batches); i++ {
		b := &s.Batches[i]
		if b.BaseOffset == offset {
			return i
		}
		if b.BaseOffset > offset {
			if i > first && s.Batches[i-1].LastOffset() >= offset {
				return i - 1
			}
			return i
		}
	}
	if n := len(s.Batches); n > first && s.Batches[n-1].LastOffset() >= offset {
		return n - 1
	}
	return len(s.Batches)
}

// batchAt returns the index of the batch that begins at or, if an index of a damaged directory
// points into a batch, after a position.
func (s *Segment) batchAt(position int32) int {
	return sort.Search(len(s.Positions), func(i int) bool { return s.Positions[i] >= position })
}

// positionOf is the byte position of batch i, or the end of the file.
func (s *Segment) positionOf(i int) int32 {
	if i < len(s.Positions) {
		return s.Positions[i]
	}
	return s.Size
}

// Bytes assembles the `.log` file.
func (s *Segment) Bytes() []byte {
	p := make([]byte, 0, s.Size)
	for i := range s.Batches {
		p = append(p, s.Batches[i].Bytes...)
	}
	return append(p, s.Tail...)
}

// clip makes appends to the segment leave a clone's slices alone.
func (s *Segment) clip() {
	s.Batches = s.Batches[:len(s.Batches):len(s.Batches)]
	s.Positions = s.Positions[:len(s.Positions):len(s.Positions)]
	s.Index = s.Index[:len(s.Index):len(s.Index)]
	s.TimeIndex = s.TimeIndex[:len(s.TimeIndex):len(s.TimeIndex)]
	s.TxnIndex = s.TxnIndex[:len(s.TxnIndex):len(s.TxnIndex)]
}
