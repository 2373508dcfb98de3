package log

import "strconv"

// Suffixes of the files of a segment (LogFileUtils).
const (
	suffixLog       = ".log"
	suffixIndex     = ".index"
	suffixTimeIndex = ".timeindex"
	suffixTxnIndex  = ".txnindex"
	suffixSnapshot  = ".snapshot"
)

// Files without an offset in their name.
const (
	// EpochCheckpointFile holds the leader epoch cache.
	EpochCheckpointFile = "leader-epoch-checkpoint"
	// PartitionMetadataFile holds the topic id. A KRaft broker deletes a directory without it as
	// stray (KAFKA-16814).
	PartitionMetadataFile = "partition.metadata"
)

// prefixDigits is the length of the zero-padded offset in a file name.
const prefixDigits = 20

// FilePrefix is the zero-padded offset that file names begin with.
func FilePrefix(offset int64) string {
	s := strconv.FormatInt(offset, 10)
	if len(s) >= prefixDigits {
		return s
	}
	return "00000000000000000000"[:prefixDigits-len(s)] + s
}

func logName(base int64) string        { return FilePrefix(base) + suffixLog }
func indexName(base int64) string      { return FilePrefix(base) + suffixIndex }
func timeIndexName(base int64) string  { return FilePrefix(base) + suffixTimeIndex }
func txnIndexName(base int64) string   { return FilePrefix(base) + suffixTxnIndex }
func snapshotName(offset int64) string { return FilePrefix(offset) + suffixSnapshot }
