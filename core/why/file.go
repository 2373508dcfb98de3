package why

// Reasons that loading a directory gives for what it did with a file.
const (
	// FileDeletedLeft removes a .deleted file that waited.
	FileDeletedLeft Why = fileBase + iota
	// FileCleanedLeft removes the output of a cleaner that did not finish.
	FileCleanedLeft
	// FileSwapRolledBack removes a .swap at or above an unfinished .cleaned.
	FileSwapRolledBack
	// FileSwapReplaced removes a file whose range a complete .swap replaces.
	FileSwapReplaced
	// FileSwapFinished renames a complete .swap to its plain name.
	FileSwapFinished
	// FileIndexOrphan removes an index without a log.
	FileIndexOrphan
	// FileIndexMissing rebuilds a segment whose offset index is missing.
	FileIndexMissing
	// FileTxnIndexCorrupt rebuilds a segment whose transaction index is corrupt.
	FileTxnIndexCorrupt
	// FileSnapshotCorrupt removes a producer snapshot that cannot be read.
	FileSnapshotCorrupt
	// FileSnapshotStray removes a producer snapshot that belongs to no segment.
	FileSnapshotStray
	// FileCutAtBadBatch cuts a segment at the first batch that is not valid.
	FileCutAtBadBatch
	// FileCutToBase cuts a whole segment because its offsets go backwards.
	FileCutToBase
	// FileAfterCut removes a segment above one that was cut.
	FileAfterCut
	// FileBelowStart removes everything because the log ends below its start.
	FileBelowStart
	// FileIgnoredTail is a tail too short for a batch, which readers ignore.
	FileIgnoredTail
	// FileUnknown is a file that does not belong to a partition directory.
	FileUnknown
)

var fileKeys = [...]string{
	"file-deleted-left",
	"file-cleaned-left",
	"file-swap-rolled-back",
	"file-swap-replaced",
	"file-swap-finished",
	"file-index-orphan",
	"file-index-missing",
	"file-txn-index-corrupt",
	"file-snapshot-corrupt",
	"file-snapshot-stray",
	"file-cut-at-bad-batch",
	"file-cut-to-base",
	"file-after-cut",
	"file-below-start",
	"file-ignored-tail",
	"file-unknown",
}
