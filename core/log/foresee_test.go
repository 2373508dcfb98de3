package log_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/errcode"
	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/why"
)

const clock = 1_700_000_000_000

func numbered(pid int64, epoch int16, seq int32, n int) record.Batch {
	spec := record.NewSpec(record.None)
	spec.ProducerID, spec.ProducerEpoch, spec.BaseSequence = pid, epoch, seq
	recs := make([]record.Record, n)
	for i := range recs {
		recs[i] = record.Record{Offset: int64(i), Timestamp: clock, Value: []byte("v")}
	}
	return record.Build(spec, recs)
}

// TestWindowEdge: sequences 0 to 5 in batches of one, then a batch of 6 to 8. Five are remembered.
func TestWindowEdge(t *testing.T) {
	l := log.New("t-0", log.DefaultConfig(), clock)
	for seq := range int32(6) {
		_, code := l.AppendLeader(numbered(1, 0, seq, 1), 0, clock)
		require.Equal(t, errcode.None, code)
	}
	_, code := l.AppendLeader(numbered(1, 0, 6, 3), 0, clock)
	require.Equal(t, errcode.None, code)
	for _, c := range []struct {
		name  string
		seq   int32
		count int
		first int64
		why   why.Why
	}{
		{"the newest again", 6, 3, 6, why.SequenceDuplicate},
		{"a part of it", 7, 2, -1, why.SequenceBehind},
		{"the fifth newest", 2, 1, 2, why.SequenceDuplicate},
		{"the sixth newest", 1, 1, -1, why.SequenceBehind},
		{"far ahead", 20, 1, -1, why.SequenceGap},
		{"two of the oldest as one", 0, 2, -1, why.SequenceBehind},
		{"the next", 9, 4, 9, why.SequenceNext},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := numbered(1, 0, c.seq, c.count)
			foreseen, code := l.Foresee(b.Header)
			require.Equal(t, c.why, foreseen.Why)
			require.Equal(t, c.first, foreseen.First)
			require.Equal(t, int64(9), l.EndOffset, "foreseeing changes nothing")
			got, gotCode := l.Clone().AppendLeader(b, 0, clock)
			require.Equal(t, gotCode, code)
			require.Equal(t, got, foreseen)
		})
	}
}

// TestForeseenIsWhatComes: whatever the history and the batch, the verdict foreseen is the verdict.
func TestForeseenIsWhatComes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := log.New("t-0", log.DefaultConfig(), clock)
		near := rapid.SampledFrom([]int32{0, math.MaxInt32 - 3}).Draw(t, "near")
		for range rapid.IntRange(1, 25).Draw(t, "batches") {
			seq := near + rapid.Int32Range(0, 12).Draw(t, "seq")
			b := numbered(rapid.Int64Range(1, 2).Draw(t, "pid"),
				rapid.Int16Range(0, 2).Draw(t, "epoch"), seq&math.MaxInt32,
				rapid.IntRange(1, 3).Draw(t, "count"))
			want, wantCode := l.Foresee(b.Header)
			got, code := l.AppendLeader(b, 0, clock)
			got.Rolls = nil
			require.Equal(t, wantCode, code)
			require.Equal(t, want, got)
		}
	})
}
