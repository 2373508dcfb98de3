package log

// Version names a release of Apache Kafka whose rules can be switched on.
type Version string

// Versions with a row in the table of rules.
const (
	V39    Version = "3.9"
	V40    Version = "4.0"
	V41    Version = "4.1"
	V42    Version = "4.2"
	V43    Version = "4.3"
	V44    Version = "4.4"
	VTrunk Version = "4.5"
)

// EmptyLast says which emptied batch a cleaning round keeps although no producer needs it.
type EmptyLast uint8

// The three rules for the last batch of a round (KAFKA-17076, KAFKA-20452).
const (
	// EmptyLastNever keeps none (3.9.0, 3.9.1).
	EmptyLastNever EmptyLast = iota
	// EmptyLastOfRound keeps the batch whose next offset is the round's first uncleanable offset.
	EmptyLastOfRound
	// EmptyLastAtHighWatermark keeps the batch whose next offset is the high watermark.
	EmptyLastAtHighWatermark
)

// Rules are the switches in which versions differ. The zero value is not a version; see RulesOf.
type Rules struct {
	Version Version
	// MinSegmentBytes is the smallest legal topic-level segment.bytes (KIP-1030).
	MinSegmentBytes int64
	// IndexPerBatch adds index entries batch by batch, otherwise one per call of
	// LogSegment.append (KAFKA-806).
	IndexPerBatch bool
	// EmptyLast is the cleaner's rule for an emptied last batch.
	EmptyLast EmptyLast
	// SplitOverflow aborts a cleaning pass whose output overflows and splits the segment;
	// otherwise the pass opens another destination (KAFKA-20036).
	SplitOverflow bool
	// EmptyPolicy allows an empty cleanup.policy, which keeps everything.
	EmptyPolicy bool
	// StrictMarkerEpoch demands a higher epoch in a marker of transaction version 2 (KIP-1228).
	StrictMarkerEpoch bool
	// MarkerRetry accepts an equal epoch when no transaction is open (KAFKA-19999).
	MarkerRetry bool
	// FirstSequenceZeroTV2 refuses a first sequence other than 0 from a client of transaction
	// version 2 (KAFKA-18202).
	FirstSequenceZeroTV2 bool
	// FirstSequenceZero refuses it from everybody while the log has never held a record
	// (KAFKA-15591); before, an unknown producer may start anywhere (KIP-360).
	FirstSequenceZero bool
	// LastEpochMarker accepts an equal marker epoch at 32767 (KAFKA-20090).
	LastEpochMarker bool
	// FollowerLargeAppend lets a follower append more than segment.bytes at once (KAFKA-17375).
	FollowerLargeAppend bool
	// SkipNewerEpoch lets a follower skip batches with an epoch above its own (KAFKA-18723).
	SkipNewerEpoch bool
}

// RulesOf returns the rules of a version; ok is false for an unknown one.
func RulesOf(v Version) (r Rules, ok bool) {
	r = Rules{Version: v, MinSegmentBytes: 14, EmptyLast: EmptyLastOfRound, SplitOverflow: true,
		SkipNewerEpoch: true}
	switch v {
	case V39, V40, V41, V42, V43, V44, VTrunk:
	default:
		return Rules{}, false
	}
	if v == V39 {
		r.EmptyLast, r.SkipNewerEpoch = EmptyLastNever, false
		return r, true
	}
	r.IndexPerBatch = true
	if v == V40 {
		return r, true
	}
	r.MinSegmentBytes, r.FirstSequenceZeroTV2 = 1<<20, true
	if v == V41 {
		return r, true
	}
	r.EmptyPolicy, r.StrictMarkerEpoch, r.MarkerRetry = true, true, true
	if v == V42 {
		return r, true
	}
	r.LastEpochMarker = true
	if v == V43 {
		return r, true
	}
	r.EmptyLast, r.SplitOverflow = EmptyLastAtHighWatermark, false
	if v == V44 {
		return r, true
	}
	r.FollowerLargeAppend, r.FirstSequenceZero = true, true
	return r, true
}
