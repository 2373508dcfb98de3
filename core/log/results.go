package log

import (
	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// Origin is who appends (AppendOrigin); the checks depend on it.
type Origin uint8

// The three origins.
const (
	// FromClient checks epochs and sequences and recognises duplicates.
	FromClient Origin = iota
	// FromCoordinator checks epochs only.
	FromCoordinator
	// FromReplication trusts the leader's decision and checks neither.
	FromReplication
)

// AppendInput says how a batch is to be appended.
type AppendInput struct {
	LeaderEpoch int32
	// Now is the broker's clock in ms.
	Now    int64
	Origin Origin
	// TransactionVersion is 0, 1 or 2 and matters for markers only.
	TransactionVersion int
	// Guard proves that the coordinator verified the transaction; 0 is none.
	Guard Guard
}

// Roll is the birth of a segment.
type Roll struct {
	// Base is the new segment's base offset, Closed that of the segment it follows.
	Base, Closed int64
	Why          why.Why
	// A, B, C are the numbers of the moment, by reason:
	//   SegmentFull        A size, B bytes to come, C segment.bytes
	//   SegmentOld         A ms of record time since the first batch, B allowed ms
	//   SegmentOldByClock  A ms since creation, B allowed ms
	//   OffsetIndexFull    A entries, B room
	//   TimeIndexFull      A entries, B room
	//   OffsetTooFar       A last incoming offset, B base offset
	//   RolledByRetention  A segments that qualify
	A, B, C int64
	// Recreated says that an empty segment was deleted and made anew at the same offset.
	Recreated bool
}

// AppendResult is the outcome of an append, also of a refused one.
type AppendResult struct {
	// First and Last are the offsets that the records got, those of the old batch for a
	// duplicate, -1 when refused or skipped.
	First, Last int64
	// AppendTime is the LogAppendTime, or the old batch's timestamp for a duplicate; else -1.
	AppendTime int64
	// LogStart is the log start offset at this moment.
	LogStart  int64
	Duplicate bool
	// Converted says that the leader rebuilt the batch with another codec.
	Converted bool
	// Rolls has at most one element. A refused append can have rolled.
	Rolls []Roll
	// Why is the verdict: why accepted, or why refused. Want and Got are its numbers:
	//   SequenceNext, SequenceGap, SequenceBehind, SequenceNotZero, SequenceUnknownNotZero,
	//   SequenceNewEpoch, SequenceFirst, SequenceDuplicate   expected and received sequence
	//   SequenceVerifyLow          lowest sequence seen and received one
	//   EpochStale, EpochNotNewer  known and received producer epoch
	//   CoordinatorStale           known and received coordinator epoch
	//   MarkerEnds                 first offset of the transaction, offset of the marker
	//   TxnOpenPlainBatch          first offset of the open transaction
	//   BatchTooLarge, AppendTooLarge   limit and size
	//   TimestampTooOld, TimestampTooNew   limit and record timestamp
	//   CountMismatch              offsets in the range and declared records
	//   BelowEnd                   log end offset and first offset
	//   EpochTooNew                own and received leader epoch
	//   KeyMissing, AppendTimeFromClient   Got is the index of the record
	Why       why.Why
	Want, Got int64
	// Producer and Epoch are the batch's, -1 without a producer id.
	Producer int64
	Epoch    int16
	// Ended is the transaction that a marker ended; EndedTxn tells whether there is one.
	Ended    CompletedTxn
	EndedTxn bool
	// Skipped counts fetched batches that a follower skipped for their epoch.
	Skipped int
	// Text is what a decoder said about the bytes, for refusals of a damaged batch.
	Text string
}

// Isolation is how far a reader may see (FetchIsolation).
type Isolation uint8

// The three isolations.
const (
	// ReadUncommitted sees up to the high watermark.
	ReadUncommitted Isolation = iota
	// ReadCommitted sees up to the last stable offset and gets the list of aborted transactions.
	ReadCommitted
	// ReadLogEnd sees everything: it is the followers'.
	ReadLogEnd
)

// FetchResult is the answer to a read. Batches are shared with the log: do not change them.
type FetchResult struct {
	Code errcode.Code
	// Why explains a refusal; Want is the bound, Got the offset asked for.
	Why       why.Why
	Want, Got int64
	Batches   []record.Batch
	// Segment is the base offset of the segment that was read, Position the place in it.
	Segment  int64
	Position int32
	Size     int
	// Aborted is the list for a committed read.
	Aborted []AbortedTxn
	// LogStart, LastStable, HW and End are the log's offsets at this moment.
	LogStart, LastStable, HW, End int64
}

// Next is the offset after the last batch, or from when there is none.
func (r *FetchResult) Next(from int64) int64 {
	if n := len(r.Batches); n > 0 {
		return r.Batches[n-1].NextOffset()
	}
	return from
}

// Removal is a segment that left the log.
type Removal struct {
	Base, Next int64
	Size       int64
	Batches    int
	Why        why.Why
	// A, B, C are the numbers of the moment, by reason:
	//   BelowLogStart   A next base, B log start offset
	//   RetentionBytes  A size of the log before, B size after, C retention.bytes
	//   RetentionMs     A age in ms, B retention.ms, C largest timestamp
	//   TruncatedAway, RecoveryRemoves, FileBelowStart   A target offset
	//   ReplacedByCleaner, MergedByCleaner   A base of the segment that takes its place
	A, B, C int64
}

// Kept says why retention stopped at a segment.
type Kept struct {
	Base int64
	Why  why.Why
	// A, B, C are the numbers of the moment, by reason:
	//   AboveHighWatermark  A upper bound of the segment, B high watermark
	//   TooYoung            A age in ms, B retention.ms, C largest timestamp
	//   SizeWithin          A size of the log, B size without the segment, C retention.bytes
	//   EmptyActive, PolicyKeeps   none
	A, B, C int64
}

// Retention is the outcome of one retention check.
type Retention struct {
	Removed []Removal
	// Rolls has at most one element: the new active segment when every segment qualifies.
	Rolls []Roll
	// Kept says, rule by rule, where retention stopped.
	Kept []Kept
	// LogStartBefore and LogStart frame what happened to the log start offset.
	LogStartBefore, LogStart int64
}

// Truncation is the outcome of a truncation.
type Truncation struct {
	// Cut is false when the target was at or above the end.
	Cut     bool
	Why     why.Why
	Removed []Removal
	// Fully says that everything went and the log starts anew.
	Fully bool
	// EndBefore and End frame the log end offset, HWBefore and HW the high watermark.
	EndBefore, End int64
	HWBefore, HW   int64
	// Batches counts the batches and Bytes the bytes that were cut.
	Batches int
	Bytes   int64
}

// Marker is an end-of-transaction marker that a coordinator wants written.
type Marker struct {
	ProducerID         int64
	Epoch              int16
	Commit             bool
	CoordinatorEpoch   int32
	TransactionVersion int
}

// File is one file of a partition directory.
type File struct {
	Name string
	Data []byte
	// Modified is the mtime in ms.
	Modified int64
}
