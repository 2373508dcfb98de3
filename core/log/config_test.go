package log

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
)

func TestConfigsAreRefusedInKafkasWords(t *testing.T) {
	for _, c := range []struct{ key, value, want string }{
		{"segment.bytes", "2048",
			"Invalid value 2048 for configuration segment.bytes: Value must be at least 1048576"},
		{"segment.bytes", "1e6",
			"Invalid value 1e6 for configuration segment.bytes: Not a number of type INT"},
		{"segment.bytes", "2147483648",
			"Invalid value 2147483648 for configuration segment.bytes: Not a number of type INT"},
		{"segment.ms", "0", "Invalid value 0 for configuration segment.ms: Value must be at least 1"},
		{"segment.ms", "week",
			"Invalid value week for configuration segment.ms: Not a number of type LONG"},
		{"retention.ms", "-2",
			"Invalid value -2 for configuration retention.ms: Value must be at least -1"},
		{"min.cleanable.dirty.ratio", "1.01", "Invalid value 1.01 for configuration " +
			"min.cleanable.dirty.ratio: Value must be no more than 1"},
		{"min.cleanable.dirty.ratio", "-0.1", "Invalid value -0.1 for configuration " +
			"min.cleanable.dirty.ratio: Value must be at least 0"},
		{"min.cleanable.dirty.ratio", "half", "Invalid value half for configuration " +
			"min.cleanable.dirty.ratio: Not a number of type DOUBLE"},
		{"cleanup.policy", "archive", "Invalid value archive for configuration cleanup.policy: " +
			"String must be one of: compact, delete"},
		{"cleanup.policy", "delete,delete",
			"Configuration 'cleanup.policy' values must not be duplicated."},
		{"cleanup.policy", "delete,", "Configuration 'cleanup.policy' values must not be empty."},
		{"compression.type", "brotli", "Invalid value brotli for configuration compression.type: " +
			"String must be one of: uncompressed, zstd, lz4, snappy, gzip, producer"},
		{"compression.gzip.level", "0", "Invalid value 0 for configuration " +
			"compression.gzip.level: Value must be between 1 and 9 or equal to -1"},
		{"compression.zstd.level", "23", "Invalid value 23 for configuration " +
			"compression.zstd.level: Value must be no more than 22"},
		{"message.timestamp.type", "now", "Invalid value now for configuration " +
			"message.timestamp.type: String must be one of: CreateTime, LogAppendTime"},
		{"preallocate", "yes", "Invalid value yes for configuration preallocate: " +
			"Expected value to be either true or false"},
		{"segment.size", "1", "Unknown topic config name: segment.size"},
	} {
		before := DefaultConfig()
		after, err := before.With(c.key, c.value)
		require.EqualError(t, err, c.want)
		var refused *ConfigError
		require.ErrorAs(t, err, &refused)
		require.Equal(t, errcode.InvalidConfig, refused.Code())
		require.Equal(t, before, after)
	}
}

func TestLagsMustNotContradict(t *testing.T) {
	const lo, hi = "min.compaction.lag.ms", "max.compaction.lag.ms"
	_, err := DefaultConfig().WithAll(lo, "600", hi, "500")
	require.EqualError(t, err, "conflict topic config setting min.compaction.lag.ms (600) > "+
		"max.compaction.lag.ms (500)")
	c, err := DefaultConfig().WithAll(lo, "100", hi, "500")
	require.NoError(t, err)
	_, err = c.WithAll(lo, "1000", hi, "2000")
	require.NoError(t, err, "only the result of all changes counts")
}

func TestEveryConfigReadsBackAsItWasSet(t *testing.T) {
	values := map[string]string{"segment.bytes": "2000000", "internal.segment.bytes": "99",
		"cleanup.policy": "compact,delete", "min.cleanable.dirty.ratio": "0.01",
		"compression.type": "zstd", "message.timestamp.type": "LogAppendTime",
		"preallocate": "true", "unclean.leader.election.enable": "true",
		"transaction.partition.verification.enable": "true", "compression.gzip.level": "9",
		"compression.lz4.level": "12", "compression.zstd.level": "-5"}
	for _, key := range Keys() {
		value, ok := values[key]
		if !ok {
			value = "1234"
		}
		c, err := DefaultConfig().With(key, value)
		require.NoError(t, err, key)
		got, ok := c.Get(key)
		require.True(t, ok)
		require.Equal(t, value, got, key)
	}
	_, ok := new(Config).Get("nonsense")
	require.False(t, ok)
}

func TestDefaultsAreKafkas(t *testing.T) {
	c := DefaultConfig()
	for key, want := range map[string]string{
		"segment.bytes": "1073741824", "segment.ms": "604800000", "retention.ms": "604800000",
		"retention.bytes": "-1", "max.message.bytes": "1048588", "delete.retention.ms": "86400000",
		"index.interval.bytes": "4096", "segment.index.bytes": "10485760",
		"cleanup.policy": "delete", "compression.type": "producer",
		"min.cleanable.dirty.ratio": "0.5", "file.delete.delay.ms": "60000",
		"message.timestamp.type": "CreateTime", "message.timestamp.after.max.ms": "3600000",
		"max.compaction.lag.ms": "9223372036854775807", "internal.segment.bytes": "null",
		"producer.id.expiration.ms": "86400000",
	} {
		got, ok := c.Get(key)
		require.True(t, ok, key)
		require.Equal(t, want, got, key)
	}
	require.EqualValues(t, 1_310_720, c.IndexEntries())
	require.EqualValues(t, math.MaxInt64, c.FlushMs)
}

func TestInternalSegmentBytesGoesAroundTheLimit(t *testing.T) {
	c, err := DefaultConfig().With("internal.segment.bytes", "100")
	require.NoError(t, err)
	require.EqualValues(t, 100, c.SegmentSize())
}

func TestVersionsDiffer(t *testing.T) {
	rules := map[Version]Rules{}
	for _, v := range []Version{V39, V40, V41, V42, V43, V44, VTrunk} {
		r, ok := RulesOf(v)
		require.True(t, ok)
		require.Equal(t, v, r.Version)
		rules[v] = r
	}
	_, ok := RulesOf("2.8")
	require.False(t, ok)
	require.EqualValues(t, 14, rules[V40].MinSegmentBytes)
	require.EqualValues(t, 1<<20, rules[V41].MinSegmentBytes)
	require.False(t, rules[V39].IndexPerBatch)
	require.Equal(t, EmptyLastOfRound, rules[V43].EmptyLast)
	require.Equal(t, EmptyLastAtHighWatermark, rules[V44].EmptyLast)
	require.True(t, rules[V43].SplitOverflow)
	require.False(t, rules[V44].SplitOverflow)
	require.False(t, rules[V44].FirstSequenceZero)
	require.True(t, rules[VTrunk].FirstSequenceZero)

	old := DefaultConfig()
	old.Rules = rules[V40]
	_, err := old.With("segment.bytes", "2048")
	require.NoError(t, err, "topics were free before 4.1")
	_, err = old.With("cleanup.policy", "")
	require.EqualError(t, err, "Configuration 'cleanup.policy' must not be empty. "+
		"Valid values include: [compact, delete]")
	c, err := DefaultConfig().With("cleanup.policy", "")
	require.NoError(t, err, "since 4.2 it means to keep for ever")
	require.False(t, c.Compact || c.Delete)
}
