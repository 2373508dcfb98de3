package why

// Reasons of the log: rolls, retention, log start, reads and truncation.
const (
	// SegmentFull rolls because size > segment.bytes - incoming (LogSegment.shouldRoll).
	SegmentFull Why = logBase + iota
	// SegmentOld rolls because record time has passed segment.ms since the first batch.
	SegmentOld
	// SegmentOldByClock rolls because the wall clock has passed segment.ms since the creation of
	// a segment whose first batch has no timestamp.
	SegmentOldByClock
	// OffsetIndexFull rolls because the offset index has no free entry.
	OffsetIndexFull
	// TimeIndexFull rolls because the time index has only the reserved entry left.
	TimeIndexFull
	// OffsetTooFar rolls because the offset does not fit into 31 bits above the base.
	OffsetTooFar
	// RolledByCommand is a roll that was asked for.
	RolledByCommand
	// RolledByRetention is a roll before retention removes every segment.
	RolledByRetention
	// BelowLogStart removes a segment that ends at or below the log start offset.
	BelowLogStart
	// RetentionBytes removes a segment because the log is over retention.bytes.
	RetentionBytes
	// RetentionMs removes a segment whose newest record is older than retention.ms.
	RetentionMs
	// AboveHighWatermark keeps a segment because not all of it is below the high watermark.
	AboveHighWatermark
	// TooYoung keeps a segment because its newest record is not old enough.
	TooYoung
	// SizeWithin keeps a segment because removing it would go below retention.bytes.
	SizeWithin
	// EmptyActive keeps an empty last segment.
	EmptyActive
	// PolicyKeeps keeps segments because cleanup.policy has no delete.
	PolicyKeeps
	// ReplacedByCleaner removes a segment that a cleaned one replaces.
	ReplacedByCleaner
	// MergedByCleaner removes a segment that was merged into a cleaned one with a lower base.
	MergedByCleaner
	// TruncatedAway removes a segment above the truncation point.
	TruncatedAway
	// RecoveryRemoves removes a segment above the first bad byte that recovery found.
	RecoveryRemoves
	// NothingToTruncate means that the target is at or above the end.
	NothingToTruncate
	// OffsetBelowStart refuses a read or request below the log start.
	OffsetBelowStart
	// OffsetAboveEnd refuses a read or request above the end or the high watermark.
	OffsetAboveEnd
	// PolicyWithoutDelete refuses DeleteRecords on a topic without the delete policy.
	PolicyWithoutDelete
	// BatchTooLarge refuses a batch over max.message.bytes.
	BatchTooLarge
	// AppendTooLarge refuses an append over segment.bytes.
	AppendTooLarge
	// BadCRC refuses a batch whose CRC-32C does not match.
	BadCRC
	// BaseOffsetNotZero refuses a client batch whose base offset is not 0.
	BaseOffsetNotZero
	// OneBatchOnly refuses a produce request with more or less than one batch for a partition.
	OneBatchOnly
	// CountMismatch refuses a client batch whose count differs from its offset range.
	CountMismatch
	// EmptyBatch refuses a client batch without a record.
	EmptyBatch
	// ControlFromClient refuses a control batch from a client.
	ControlFromClient
	// NegativeSequence refuses a client batch with a producer id and no sequence.
	NegativeSequence
	// KeyMissing refuses a record without key in a compacted topic.
	KeyMissing
	// TimestampTooOld refuses a record before message.timestamp.before.max.ms.
	TimestampTooOld
	// TimestampTooNew refuses a record after message.timestamp.after.max.ms.
	TimestampTooNew
	// AppendTimeFromClient refuses a client batch that claims the broker's timestamp type.
	AppendTimeFromClient
	// Undecodable refuses a batch whose records cannot be decoded.
	Undecodable
	// OffsetsNotAscending refuses a fetched set whose last offsets do not ascend.
	OffsetsNotAscending
	// BelowEnd refuses a fetched batch that begins below the end of the log.
	BelowEnd
	// EpochTooNew skips a fetched batch whose epoch is above the follower's.
	EpochTooNew
	// MagicNotTwo refuses a batch of another format.
	MagicNotTwo
	// EpochMissing refuses a batch without a leader epoch.
	EpochMissing
	// FileDeleteDelay removes a file that has waited file.delete.delay.ms as .deleted.
	FileDeleteDelay
)

var logKeys = [...]string{
	"segment-full",
	"segment-old",
	"segment-old-by-clock",
	"offset-index-full",
	"time-index-full",
	"offset-too-far",
	"rolled-by-command",
	"rolled-by-retention",
	"below-log-start",
	"retention-bytes",
	"retention-ms",
	"above-high-watermark",
	"too-young",
	"size-within",
	"empty-active",
	"policy-keeps",
	"replaced-by-cleaner",
	"merged-by-cleaner",
	"truncated-away",
	"recovery-removes",
	"nothing-to-truncate",
	"offset-below-start",
	"offset-above-end",
	"policy-without-delete",
	"batch-too-large",
	"append-too-large",
	"bad-crc",
	"base-offset-not-zero",
	"one-batch-only",
	"count-mismatch",
	"empty-batch",
	"control-from-client",
	"negative-sequence",
	"key-missing",
	"timestamp-too-old",
	"timestamp-too-new",
	"append-time-from-client",
	"undecodable",
	"offsets-not-ascending",
	"below-end",
	"epoch-too-new",
	"magic-not-two",
	"epoch-missing",
	"file-delete-delay",
}
