package record_test

import (
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/record"
)

// FuzzParse: whatever the bytes are, reading them ends, does not panic, takes memory in
// proportion to what is there, and what was read without an error can be written and read again.
func FuzzParse(f *testing.F) {
	for _, p := range vectors(f) {
		f.Add(p)
	}
	for c := record.None; c <= record.Zstd; c++ {
		f.Add(record.Build(record.NewSpec(c), txnRecords).Bytes)
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		s := record.Scratch{Limit: 1 << 20}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for rest := p; ; {
			b, err := record.Parse(rest)
			if err != nil {
				var e *record.Error
				require.ErrorAs(t, err, &e)
				break
			}
			_ = b.CheckCRC()
			err = b.Walk(&s, func(r *record.Record) error {
				if b.Control() {
					_, _ = record.ParseControlRecord(r)
				}
				return nil
			})
			var e *record.Error
			require.True(t, err == nil || errors.As(err, &e))
			rest = rest[b.Size():]
		}
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
		again(t, p)
	})
}

// again writes what it can read and demands the same records back.
func again(t *testing.T, p []byte) {
	b, err := record.Parse(p)
	if err != nil || b.Legacy() || b.Count < 1 {
		return
	}
	recs, err := b.Records()
	if err != nil || !ascending(b, recs) {
		return
	}
	back, err := rewritten(b, recs).Records()
	require.NoError(t, err)
	require.Equal(t, recs, back)
}

func ascending(b record.Batch, recs []record.Record) bool {
	last := b.BaseOffset - 1
	for _, r := range recs {
		if r.Offset <= last || r.Offset-b.BaseOffset != int64(int32(r.Offset-b.BaseOffset)) {
			return false
		}
		last = r.Offset
	}
	return true
}
