package why

// Reasons of the log cleaner: which log, how far, and what becomes of each batch and record.
const (
	// NotCompacted leaves a log alone because cleanup.policy has no compact.
	NotCompacted Why = cleanerBase + iota
	// MarkedUncleanable leaves a log alone because an earlier pass over it died.
	MarkedUncleanable
	// NothingToClean leaves a log alone because no whole closed segment above the clean part
	// lies below the bound.
	NothingToClean
	// LogIsEmpty leaves a log alone because it has no bytes below the bound.
	LogIsEmpty
	// DirtyRatioTooLow leaves a log alone because its ratio is not strictly greater.
	DirtyRatioTooLow
	// DirtyRatioReached selects a log by min.cleanable.dirty.ratio.
	DirtyRatioReached
	// MaxCompactionLagPassed selects a log by max.compaction.lag.ms.
	MaxCompactionLagPassed

	// CheckpointMissing starts at the log start because nothing was ever cleaned.
	CheckpointMissing
	// CheckpointBelowStart resets a checkpoint below the log start.
	CheckpointBelowStart
	// CheckpointAboveEnd resets a checkpoint above the log end.
	CheckpointAboveEnd

	// BoundByActiveSegment ends the cleanable part at the active segment.
	BoundByActiveSegment
	// BoundByHighWatermark ends the cleanable part at the high watermark.
	BoundByHighWatermark
	// BoundByOpenTransaction ends the cleanable part at the last stable offset.
	BoundByOpenTransaction
	// BoundByMinCompactionLag ends the cleanable part at a segment that is too young.
	BoundByMinCompactionLag
	// BoundInsideSegment keeps a segment because only a part of it lies below the bound.
	BoundInsideSegment
	// BoundByFullMap ends the pass where the offset map was full.
	BoundByFullMap
	// SegmentActive keeps the active segment as it is.
	SegmentActive

	// RecordNewest keeps the newest record of its key.
	RecordNewest
	// RecordKeyNotDirty keeps a record because no newer part of the log has its key.
	RecordKeyNotDirty
	// RecordNotExamined keeps a record above the end of the offset map.
	RecordNotExamined
	// RecordSuperseded drops a record because a later one has its key.
	RecordSuperseded
	// RecordAborted drops a record of an aborted transaction.
	RecordAborted
	// RecordWithoutKey drops a record that has no key in a compacted log.
	RecordWithoutKey
	// TombstoneGetsHorizon keeps a tombstone and sets its delete horizon.
	TombstoneGetsHorizon
	// TombstoneWaits keeps a tombstone whose delete horizon lies ahead.
	TombstoneWaits
	// TombstoneExpired drops a tombstone whose delete horizon is reached.
	TombstoneExpired
	// MarkerHasData keeps a marker because a batch of its transaction is still in the log.
	MarkerHasData
	// MarkerGetsHorizon keeps a marker without data and sets its delete horizon.
	MarkerGetsHorizon
	// MarkerWaits keeps a marker whose delete horizon lies ahead.
	MarkerWaits
	// MarkerExpired drops a marker whose delete horizon is reached.
	MarkerExpired
	// ControlKept keeps a control record that is no transaction marker.
	ControlKept

	// BatchCopied keeps every byte of a batch.
	BatchCopied
	// BatchRebuilt writes a batch anew with the records that stay.
	BatchRebuilt
	// BatchEmptied drops a batch of which no record stays.
	BatchEmptied
	// EmptyForSequence keeps an empty batch for the last sequence of an active producer.
	EmptyForSequence
	// EmptyForEpoch keeps an empty control batch for the last epoch of an active producer.
	EmptyForEpoch
	// EmptyForRoundEnd keeps an empty batch that ends the round (KAFKA-17076).
	EmptyForRoundEnd
	// EmptyForHighWatermark keeps an empty batch that ends at the high watermark (KAFKA-20452).
	EmptyForHighWatermark

	// GroupFull ends a group because the next segment would pass segment.bytes.
	GroupFull
	// GroupIndexFull ends a group because the next index would pass segment.index.bytes.
	GroupIndexFull
	// GroupTooWide ends a group because its offsets would not fit into 31 bits.
	GroupTooWide
	// GroupLast ends the last group of the pass.
	GroupLast
	// CleanedIndexFull ends a pass whose output has more index entries than fit.
	CleanedIndexFull
	// CleanedTooLarge ends a pass whose output passes the largest segment size.
	CleanedTooLarge
	// CleanedUnreadable ends a pass at a batch that cannot be decoded.
	CleanedUnreadable
	// EmptyNotNeeded drops the header of a batch that was emptied by an earlier pass.
	EmptyNotNeeded
	// BatchGetsHorizon writes a batch anew of which every record stays, to set its horizon.
	BatchGetsHorizon
)

var cleanerKeys = [...]string{
	"not-compacted",
	"marked-uncleanable",
	"nothing-to-clean",
	"log-is-empty",
	"dirty-ratio-too-low",
	"dirty-ratio-reached",
	"max-compaction-lag-passed",
	"checkpoint-missing",
	"checkpoint-below-start",
	"checkpoint-above-end",
	"bound-by-active-segment",
	"bound-by-high-watermark",
	"bound-by-open-transaction",
	"bound-by-min-compaction-lag",
	"bound-inside-segment",
	"bound-by-full-map",
	"segment-active",
	"record-newest",
	"record-key-not-dirty",
	"record-not-examined",
	"record-superseded",
	"record-aborted",
	"record-without-key",
	"tombstone-gets-horizon",
	"tombstone-waits",
	"tombstone-expired",
	"marker-has-data",
	"marker-gets-horizon",
	"marker-waits",
	"marker-expired",
	"control-kept",
	"batch-copied",
	"batch-rebuilt",
	"batch-emptied",
	"empty-for-sequence",
	"empty-for-epoch",
	"empty-for-round-end",
	"empty-for-high-watermark",
	"group-full",
	"group-index-full",
	"group-too-wide",
	"group-last",
	"cleaned-index-full",
	"cleaned-too-large",
	"cleaned-unreadable",
	"empty-not-needed",
	"batch-gets-horizon",
}
