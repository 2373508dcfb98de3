package record_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/record"
)

var update = flag.Bool("update", false, "write testdata/codecs.golden anew")

// sampleBatches are batches of every codec over small, long, random and repetitive records.
func sampleBatches() (names []string, batches []record.Batch) {
	noise := func(n int) []byte {
		p := make([]byte, n)
		seed := uint32(n)
		for i := range p {
			seed = seed*1664525 + 1013904223
			p[i] = byte(seed >> 24)
		}
		return p
	}
	values := []struct {
		name string
		p    []byte
	}{
		{"empty", []byte{}}, {"word", []byte("word")}, {"text-300", text(300, 1)},
		{"text-5000", text(5000, 2)}, {"text-40000", text(40_000, 3)},
		{"text-300000", text(300_000, 4)}, {"zeros-200000", make([]byte, 200_000)},
		{"noise-1000", noise(1000)}, {"noise-140000", noise(140_000)},
	}
	for c := record.None; c <= record.Zstd; c++ {
		for _, v := range values {
			recs := []record.Record{
				{Timestamp: t0, Key: []byte("first"), Value: v.p},
				{Offset: 1, Timestamp: t0 + 3, Key: []byte(v.name)},
			}
			names = append(names, c.String()+" "+v.name)
			batches = append(batches, record.Build(record.NewSpec(c), recs))
		}
		names = append(names, c.String()+" many")
		batches = append(batches, record.Build(record.NewSpec(c), benchRecords(100, 140)))
	}
	return names, batches
}

// TestSameBytesInEveryWorld compares what the codecs write with a list that holds natively and
// under js/wasm: a lesson's sizes must not depend on where it is shown.
func TestSameBytesInEveryWorld(t *testing.T) {
	var got strings.Builder
	names, batches := sampleBatches()
	for i, b := range batches {
		fmt.Fprintf(&got, "%s %d %x\n", names[i], len(b.Bytes), sha256.Sum256(b.Bytes))
		_, err := b.Records()
		require.NoError(t, err, names[i])
	}
	const golden = "testdata/codecs.golden"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String())
}
