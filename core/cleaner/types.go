package cleaner

import (
	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/why"
)

// DefaultSlots is the size of the offset map with log.cleaner.dedupe.buffer.size=134217728 and
// one thread.
const DefaultSlots = 134217728 / SlotSize

// MaxSegmentBytes is the largest `.log` file, since positions are int32.
const MaxSegmentBytes = 1<<31 - 1

// Settings are the broker's cleaner configs as far as they decide anything.
type Settings struct {
	// Slots is the size of the offset map; 0 stands for DefaultSlots.
	Slots int64
	// OutputBytesMax bounds a cleaned segment; 0 stands for MaxSegmentBytes.
	OutputBytesMax int64
	// Mended decides as Kafka would without two of its defects, which need a map that was full:
	//   - a tombstone above the map's end gets its delete horizon before the older values of its
	//     key are removed, so that it can go in the same pass as they do;
	//   - a pass that begins inside a segment takes an aborted transaction that ended before its
	//     beginning for an open one, and leaves later records of its producer out of the map.
	Mended bool
}

func (s Settings) slots() int64 {
	if s.Slots > 0 {
		return s.Slots
	}
	return DefaultSlots
}

func (s Settings) outputMax() int64 {
	if s.OutputBytesMax > 0 {
		return s.OutputBytesMax
	}
	return MaxSegmentBytes
}

// Choice is what LogCleanerManager knows of one log when it looks for the filthiest.
type Choice struct {
	// Checkpoint is the log's entry in cleaner-offset-checkpoint, -1 without one. Reset says why
	// FirstDirty is not the checkpoint; the checkpoint is then rewritten at once, except for
	// CheckpointMissing.
	Checkpoint int64
	Reset      why.Why
	// FirstDirty is where the dirty part begins.
	FirstDirty int64
	// Bound is how far a pass may go at most, BoundBy what holds it there. BoundSegment is the
	// base of the segment that is too young when BoundBy is BoundByMinCompactionLag.
	Bound        int64
	BoundBy      why.Why
	BoundSegment int64
	// FirstUncleanable is the base of the segment that holds Bound: only whole segments are
	// cleaned.
	FirstUncleanable int64
	// CleanBytes and CleanableBytes are the sizes that the dirty ratio compares. A segment that
	// was cleaned in part counts in both.
	CleanBytes, CleanableBytes int64
	// OldestDirty is the smallest first-batch timestamp of the closed dirty segments, -1 without
	// one; MustCleanNow says that it is older than max.compaction.lag.ms.
	OldestDirty  int64
	MustCleanNow bool
	// Ready says that the dirty ratio or the age is reached, Eligible that the log could also be
	// picked, since its policy has compact. Why explains it, with the numbers
	//   DirtyRatioTooLow, DirtyRatioReached   A ratio, B min.cleanable.dirty.ratio, both in ppm
	//   MaxCompactionLagPassed                A age in ms, B max.compaction.lag.ms
	//   NothingToClean                        A first dirty, B first uncleanable offset
	Ready, Eligible bool
	Why             why.Why
	A, B            int64
}

// Nothing says that a pass would have nothing to read.
func (c *Choice) Nothing() bool {
	return c.CleanableBytes == 0 || c.FirstUncleanable <= c.FirstDirty
}

// RatioPPM is the dirty ratio in parts per million, rounded down; 0 for an empty log.
func (c *Choice) RatioPPM() int64 {
	total := c.CleanBytes + c.CleanableBytes
	if total == 0 {
		return 0
	}
	return ratioPPM(c.CleanableBytes, total)
}

// Action is what becomes of a batch.
type Action uint8

// The four actions.
const (
	// Copy keeps every byte.
	Copy Action = iota
	// Rebuild writes the batch anew, with fewer records or with a delete horizon.
	Rebuild
	// Empty leaves only the header.
	Empty
	// Drop removes the batch.
	Drop
)

// String names the action in one word.
func (a Action) String() string {
	return [...]string{"copy", "rebuild", "empty", "drop"}[a&3]
}

// RecordVerdict is what becomes of one record.
type RecordVerdict struct {
	Offset int64
	Keep   bool
	// Why has the numbers
	//   RecordNewest          A offset in the map
	//   RecordKeyNotDirty     A first offset of the dirty part
	//   RecordNotExamined     A last offset that the map covers
	//   RecordSuperseded      A offset of the later record
	//   RecordAborted         A first offset of the transaction, B its ABORT
	//   TombstoneGetsHorizon, MarkerGetsHorizon   A horizon, B delete.retention.ms
	//   TombstoneWaits, TombstoneExpired, MarkerWaits, MarkerExpired   A horizon, B now
	//   MarkerHasData         A last offset of a batch of the transaction
	Why  why.Why
	A, B int64
}

// BatchVerdict is what becomes of one batch.
type BatchVerdict struct {
	// Segment is the base offset of the source segment, Index the batch's place in it.
	Segment int64
	Index   int
	Action  Action
	// Why has the numbers
	//   BatchCopied, BatchRebuilt, BatchEmptied   A records kept, B records dropped
	//   BatchGetsHorizon             A horizon, B delete.retention.ms
	//   EmptyNotNeeded               none
	//   EmptyForSequence             A producer id, B last sequence
	//   EmptyForEpoch                A producer id, B producer epoch
	//   EmptyForRoundEnd             A first uncleanable offset
	//   EmptyForHighWatermark        A high watermark
	Why  why.Why
	A, B int64
	// Kept and Dropped count the records. A batch of an aborted transaction is dropped unread,
	// then Dropped is what its header declares.
	Kept, Dropped int32
	// Horizon is the delete horizon that this pass sets; HasHorizon says that it sets one.
	// HorizonEarly says that a tombstone above the map's end caused it, so the horizon is counted
	// from a pass that did not yet remove the older values of its key.
	Horizon                  int64
	HasHorizon, HorizonEarly bool
	// Size is the batch's size before, NewSize after; 0 when it goes.
	Size, NewSize int32
	// Records is filled by a detailed plan only.
	Records []RecordVerdict
}

// Group is a run of segments that becomes one cleaned segment.
type Group struct {
	// From and To bound the source segments in Log.Segments, To excluded.
	From, To int
	// Why says what ended the group, with A the sum and B the limit.
	Why  why.Why
	A, B int64
	// Cleaned holds the finished `.cleaned` segments: one, or more when the output would have
	// passed the largest segment size.
	Cleaned []log.Segment
	// Batches is filled by a detailed plan only.
	Batches []BatchVerdict
	// BytesBefore and BytesAfter are the sizes of the `.log` files.
	BytesBefore, BytesAfter int64
}

// Untouched is a segment that the pass leaves as it is, and why.
type Untouched struct {
	Base int64
	Size int64
	// Why has the numbers
	//   SegmentActive             none
	//   BoundByHighWatermark, BoundByOpenTransaction, BoundInsideSegment   A the bound
	//   BoundByMinCompactionLag   A age in ms, B min.compaction.lag.ms
	//   BoundByFullMap            A end of the pass, B keys in the map
	Why  why.Why
	A, B int64
}

// Stats counts what a pass read and wrote (CleanerStats).
type Stats struct {
	// MapRecords is how many records were read into the map, Keys how many keys it then held.
	MapRecords, Keys int64
	// SegmentsBefore, BytesBefore, BatchesBefore, RecordsBefore count what was rewritten.
	SegmentsBefore, BytesBefore, BatchesBefore, RecordsBefore int64
	// SegmentsAfter, BytesAfter, BatchesAfter, RecordsAfter count what is left of it.
	SegmentsAfter, BytesAfter, BatchesAfter, RecordsAfter int64
	// EmptyAfter counts the empty batches among BatchesAfter.
	EmptyAfter int64
	// InvalidRecords counts the records without key.
	InvalidRecords int64
	// Horizons counts the batches that got a delete horizon.
	Horizons int64
}

// Death is why a pass ended before its time: Kafka logs the exception and marks the partition
// uncleanable until the broker restarts.
type Death struct {
	Why why.Why
	// Segment is the base offset of the segment, Offset the batch, where it happened.
	Segment, Offset int64
	// A and B are the numbers: entries and room of an index, bytes and the limit of a segment.
	A, B int64
	// Text is what a decoder said.
	Text string
}

// Plan is one pass, decided but not done.
type Plan struct {
	Choice Choice
	Now    int64
	// Slots is the size of the offset map, Usable how many keys it takes, MapBytes what its
	// table took.
	Slots, Usable int64
	MapBytes      int
	// Full says that the map was full before the dirty part ended.
	Full bool
	// LatestOffset is the last offset that the map covers, EndOffset the first dirty offset after
	// this pass.
	LatestOffset, EndOffset int64
	// Groups ascend. After a death only those before it are there.
	Groups    []Group
	Untouched []Untouched
	Stats     Stats
	Death     *Death
}

// Visitor hears the verdict on each batch as soon as it is decided. The list of records in it is
// valid during the call only.
type Visitor func(b *record.Batch, v *BatchVerdict)
