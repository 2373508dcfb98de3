package record_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/record"
)

func nullable(t *rapid.T, most int, label string) []byte {
	if rapid.IntRange(0, 4).Draw(t, label+" null") == 0 {
		return nil
	}
	if rapid.IntRange(0, 19).Draw(t, label+" long") > 0 {
		return rapid.SliceOfN(rapid.Byte(), 0, most).Draw(t, label)
	}
	p := make([]byte, rapid.IntRange(0, 100_000).Draw(t, label+" size"))
	for i := range p {
		p[i] = byte(i / 7 % 5)
	}
	return p
}

func drawRecords(t *rapid.T, base int64) []record.Record {
	count := rapid.IntRange(1, 12).Draw(t, "count")
	var recs []record.Record
	offset := base
	for range count {
		offset += rapid.Int64Range(0, 1000).Draw(t, "gap")
		r := record.Record{
			Offset:    offset,
			Timestamp: rapid.Int64Range(-1, math.MaxInt64/2).Draw(t, "timestamp"),
			Key:       nullable(t, 40, "key"),
			Value:     nullable(t, 300, "value"),
		}
		for range rapid.IntRange(0, 3).Draw(t, "headers") {
			r.Headers = append(r.Headers, record.RecordHeader{
				Key:   []byte(rapid.String().Draw(t, "header")),
				Value: nullable(t, 20, "header value"),
			})
		}
		recs = append(recs, r)
		offset++
	}
	return recs
}

func drawSpec(t *rapid.T) record.Spec {
	spec := record.Spec{
		BaseOffset:    rapid.Int64Range(0, math.MaxInt64/2).Draw(t, "base"),
		LeaderEpoch:   rapid.Int32().Draw(t, "leader epoch"),
		Codec:         record.Codec(rapid.IntRange(0, 4).Draw(t, "codec")),
		Transactional: rapid.Bool().Draw(t, "txn"),
		Control:       rapid.Bool().Draw(t, "control"),
		ProducerID:    rapid.Int64().Draw(t, "pid"),
		ProducerEpoch: rapid.Int16().Draw(t, "epoch"),
		BaseSequence:  rapid.Int32Range(-1, math.MaxInt32).Draw(t, "seq"),
	}
	if rapid.Bool().Draw(t, "horizon") {
		spec.HasDeleteHorizon = true
		spec.DeleteHorizon = rapid.Int64Range(0, math.MaxInt64/2).Draw(t, "horizon ms")
	}
	return spec
}

// TestDecodeOfEncode: what was written is read, with every codec.
func TestDecodeOfEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawSpec(t)
		recs := drawRecords(t, spec.BaseOffset)
		b := record.Build(spec, recs)
		require.NoError(t, b.CheckCRC())

		parsed, err := record.Parse(append(b.Bytes, 1, 2, 3))
		require.NoError(t, err)
		require.Equal(t, b, parsed)
		back, err := parsed.Records()
		require.NoError(t, err)
		require.Equal(t, recs, back)
		require.Equal(t, recs[len(recs)-1].Offset, parsed.LastOffset())
		require.Equal(t, b.Bytes, rewritten(parsed, back).Bytes)
	})
}

// TestLeaderChanges: offsets and epoch stay outside the CRC, the timestamp does not, and the
// batch that was given is left alone.
func TestLeaderChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawSpec(t)
		b := record.Build(spec, drawRecords(t, spec.BaseOffset))
		before := string(b.Bytes)
		base := rapid.Int64Range(0, math.MaxInt64/2).Draw(t, "new base")
		epoch := rapid.Int32().Draw(t, "new epoch")
		ms := rapid.Int64().Draw(t, "new timestamp")
		appendTime := rapid.Bool().Draw(t, "log append time")

		moved := b.WithOffset(base).WithLeaderEpoch(epoch)
		require.Equal(t, b.CRC, moved.CRC)
		require.NoError(t, moved.CheckCRC())
		stamped := moved.WithMaxTimestamp(appendTime, ms)
		require.NoError(t, stamped.CheckCRC())
		require.Equal(t, stamped, b.Assigned(base, epoch, appendTime, ms))
		reread, err := record.Parse(stamped.Bytes)
		require.NoError(t, err)
		require.Equal(t, reread, stamped)
		require.Equal(t, before, string(b.Bytes))

		recs, err := stamped.Records()
		require.NoError(t, err)
		for _, r := range recs {
			if appendTime {
				require.Equal(t, ms, r.Timestamp)
			}
		}
	})
}

// TestRebuildKeepsWhatItMust follows MemoryRecords.filterTo: offsets and producer stay, kept
// records keep their timestamps whether or not there is a horizon.
func TestRebuildKeepsWhatItMust(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := drawSpec(t)
		recs := drawRecords(t, spec.BaseOffset)
		b := record.Build(spec, recs)
		if rapid.Bool().Draw(t, "log append time") {
			b = b.WithMaxTimestamp(true, t0)
		}
		recs, err := b.Records()
		require.NoError(t, err)
		keep := recs[:0:0]
		for _, r := range recs {
			if rapid.Bool().Draw(t, "keep") {
				keep = append(keep, r)
			}
		}
		if len(keep) == 0 {
			keep = recs[:1]
		}
		horizon := rapid.Int64Range(0, math.MaxInt64/2).Draw(t, "h")
		has := rapid.Bool().Draw(t, "has")
		r := record.Rebuild(b, keep, horizon, has)
		require.NoError(t, r.CheckCRC())
		back, err := r.Records()
		require.NoError(t, err)
		require.Equal(t, keep, back)

		got, ok := r.DeleteHorizon()
		require.Equal(t, has, ok)
		if has {
			require.Equal(t, horizon, got)
		} else {
			require.Equal(t, keep[0].Timestamp, r.BaseTimestamp)
		}
		require.Equal(t, b.BaseOffset, r.BaseOffset)
		require.Equal(t, b.LastOffset(), r.LastOffset())
		require.Equal(t, b.LastSequence(), r.LastSequence())
		require.Equal(t, b.LeaderEpoch, r.LeaderEpoch)
		require.Equal(t, b.LogAppendTime(), r.LogAppendTime())
		if !b.LogAppendTime() {
			latest := int64(-1)
			for _, k := range keep {
				latest = max(latest, k.Timestamp)
			}
			require.Equal(t, latest, r.MaxTimestamp)
		}
	})
}

// TestSequencesWrap: DefaultRecordBatch.incrementSequence and decrementSequence are inverse.
func TestSequencesWrap(t *testing.T) {
	require.Equal(t, int32(0), record.IncrementSequence(math.MaxInt32, 1))
	require.Equal(t, int32(1), record.IncrementSequence(math.MaxInt32-1, 3))
	require.Equal(t, int32(math.MaxInt32), record.DecrementSequence(0, 1))
	rapid.Check(t, func(t *rapid.T) {
		seq := rapid.Int32Range(0, math.MaxInt32).Draw(t, "seq")
		by := rapid.Int32Range(0, math.MaxInt32).Draw(t, "by")
		next := record.IncrementSequence(seq, by)
		require.GreaterOrEqual(t, next, int32(0))
		require.Equal(t, seq, record.DecrementSequence(next, by))
	})
}
