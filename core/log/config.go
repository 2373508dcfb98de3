package log

import (
	"highwater/core/record"
	"math"
)

// Config is the configuration of one partition's log, typed (LogConfig). The field comments give
// Kafka's names; With sets a field by that name.
type Config struct {
	// Rules are the rules of the version that the broker runs.
	Rules Rules
	// SegmentBytes is segment.bytes; SegmentSize also honours InternalSegmentBytes.
	SegmentBytes int64
	// InternalSegmentBytes is internal.segment.bytes, which wins when HasInternalSegmentBytes.
	InternalSegmentBytes    int64
	HasInternalSegmentBytes bool
	// SegmentMs is segment.ms.
	SegmentMs int64
	// SegmentJitterMs is segment.jitter.ms.
	SegmentJitterMs int64
	// SegmentIndexBytes is segment.index.bytes.
	SegmentIndexBytes int64
	// IndexIntervalBytes is index.interval.bytes.
	IndexIntervalBytes int64
	// FlushMessages is flush.messages.
	FlushMessages int64
	// FlushMs is flush.ms.
	FlushMs int64
	// RetentionMs is retention.ms, -1 for ever.
	RetentionMs int64
	// RetentionBytes is retention.bytes, negative for no limit.
	RetentionBytes int64
	// MaxMessageBytes is max.message.bytes.
	MaxMessageBytes int64
	// DeleteRetentionMs is delete.retention.ms.
	DeleteRetentionMs int64
	// MinCompactionLagMs is min.compaction.lag.ms.
	MinCompactionLagMs int64
	// MaxCompactionLagMs is max.compaction.lag.ms.
	MaxCompactionLagMs int64
	// MinCleanableDirtyPPM is min.cleanable.dirty.ratio in parts per million.
	MinCleanableDirtyPPM int64
	// FileDeleteDelayMs is file.delete.delay.ms.
	FileDeleteDelayMs int64
	// Compact and Delete are the two words of cleanup.policy.
	Compact, Delete bool
	// Preallocate is preallocate. It changes nothing here: files are shown trimmed.
	Preallocate bool
	// Compression is compression.type; with CompressionProducer the batch's own codec stays.
	Compression         record.Codec
	CompressionProducer bool
	// GzipLevel, LZ4Level and ZstdLevel are compression.gzip.level and its siblings.
	GzipLevel, LZ4Level, ZstdLevel int64
	// LogAppendTime is message.timestamp.type=LogAppendTime.
	LogAppendTime bool
	// TimestampBeforeMaxMs is message.timestamp.before.max.ms.
	TimestampBeforeMaxMs int64
	// TimestampAfterMaxMs is message.timestamp.after.max.ms.
	TimestampAfterMaxMs int64
	// MinInSyncReplicas is min.insync.replicas.
	MinInSyncReplicas int64
	// UncleanLeaderElection is unclean.leader.election.enable.
	UncleanLeaderElection bool
	// ProducerIDExpirationMs is the broker's producer.id.expiration.ms.
	ProducerIDExpirationMs int64
	// TransactionVerification is the broker's transaction.partition.verification.enable. It is off
	// in a bare log, as in Kafka's own storage tests: only a broker with a coordinator can verify.
	TransactionVerification bool
	// TransactionMaxTimeoutMs is the broker's transaction.max.timeout.ms.
	TransactionMaxTimeoutMs int64
}

// DefaultConfig returns the defaults of Kafka 4.2.
func DefaultConfig() Config {
	rules, _ := RulesOf(V42)
	const week = 7 * 24 * 60 * 60 * 1000
	const day = 24 * 60 * 60 * 1000
	return Config{
		Rules:                   rules,
		SegmentBytes:            1 << 30,
		SegmentMs:               week,
		SegmentIndexBytes:       10 << 20,
		IndexIntervalBytes:      4096,
		FlushMessages:           math.MaxInt64,
		FlushMs:                 math.MaxInt64,
		RetentionMs:             week,
		RetentionBytes:          -1,
		MaxMessageBytes:         1<<20 + record.LogOverhead,
		DeleteRetentionMs:       day,
		MaxCompactionLagMs:      math.MaxInt64,
		MinCleanableDirtyPPM:    500_000,
		FileDeleteDelayMs:       60_000,
		Delete:                  true,
		CompressionProducer:     true,
		GzipLevel:               -1,
		LZ4Level:                9,
		ZstdLevel:               3,
		TimestampBeforeMaxMs:    math.MaxInt64,
		TimestampAfterMaxMs:     60 * 60 * 1000,
		MinInSyncReplicas:       1,
		ProducerIDExpirationMs:  day,
		TransactionMaxTimeoutMs: 15 * 60 * 1000,
	}
}

// SegmentSize is the size at which a segment is full (LogConfig.segmentSize).
func (c *Config) SegmentSize() int64 {
	if c.HasInternalSegmentBytes {
		return c.InternalSegmentBytes
	}
	return c.SegmentBytes
}

// MaxSegmentMs is the age at which a segment rolls: segment.ms, for compacted topics not above
// max.compaction.lag.ms (LogConfig.maxSegmentMs).
func (c *Config) MaxSegmentMs() int64 {
	if c.Compact && c.MaxCompactionLagMs > 0 {
		return min(c.MaxCompactionLagMs, c.SegmentMs)
	}
	return c.SegmentMs
}

// IndexEntries is the number of entries that fit into an offset index (OffsetIndex.maxEntries).
func (c *Config) IndexEntries() int64 { return c.SegmentIndexBytes / indexEntrySize }

// TimeIndexEntries is the number of entries that fit into a time index; the last one is kept for
// the entry that closing forces (TimeIndex.isFull).
func (c *Config) TimeIndexEntries() int64 { return c.SegmentIndexBytes / timeEntrySize }
