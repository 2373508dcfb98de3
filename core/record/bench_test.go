package record_test

import (
	"fmt"
	"hash/crc32"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/record"
)

// text is a value that compresses about as well as JSON does.
func text(n int, seed uint32) []byte {
	words := []string{`{"id":`, `"name":"`, `user`, `order`, `","at":`, `null`, `},`, `price`}
	var p []byte
	for len(p) < n {
		seed = seed*1664525 + 1013904223
		p = append(p, words[seed>>29]...)
		if seed>>20&3 == 0 {
			p = fmt.Append(p, seed>>8)
		}
	}
	return p[:n]
}

func benchRecords(count, size int) []record.Record {
	recs := make([]record.Record, count)
	for i := range recs {
		recs[i] = record.Record{
			Offset: int64(i), Timestamp: t0 + int64(i),
			Key: fmt.Appendf(nil, "key-%06d", i), Value: text(size, uint32(i)),
		}
	}
	return recs
}

// benchLog is about 32 MB of batches of 16 kB.
func benchLog() []byte {
	b := record.Build(record.NewSpec(record.None), benchRecords(100, 140))
	var p []byte
	for offset := int64(0); len(p) < 32<<20; offset += 100 {
		p = append(p, b.WithOffset(offset).Bytes...)
	}
	return p
}

func BenchmarkEncode(b *testing.B) {
	recs := benchRecords(100, 140)
	for c := record.None; c <= record.Zstd; c++ {
		b.Run(c.String(), func(b *testing.B) {
			plain := record.Build(record.NewSpec(record.None), recs)
			b.SetBytes(int64(len(plain.Bytes)))
			b.ReportAllocs()
			for b.Loop() {
				record.Build(record.NewSpec(c), recs)
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	recs := benchRecords(100, 140)
	size := len(record.Build(record.NewSpec(record.None), recs).Bytes)
	for c := record.None; c <= record.Zstd; c++ {
		b.Run(c.String(), func(b *testing.B) {
			batch := record.Build(record.NewSpec(c), recs)
			var s record.Scratch
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				sum := 0
				err := batch.Walk(&s, func(r *record.Record) error {
					sum += len(r.Value)
					return nil
				})
				if err != nil || sum != 100*140 {
					b.Fatal(err, sum)
				}
			}
		})
	}
}

// BenchmarkWalkCRC is to be read beside BenchmarkBareCRC: the walk must not halve the speed.
func BenchmarkWalkCRC(b *testing.B) {
	p := benchLog()
	b.SetBytes(int64(len(p)))
	b.ReportAllocs()
	for b.Loop() {
		for rest := p; len(rest) > 0; {
			batch, err := record.Parse(rest)
			if err == nil {
				err = batch.CheckCRC()
			}
			if err != nil {
				b.Fatal(err)
			}
			rest = rest[batch.Size():]
		}
	}
}

func BenchmarkBareCRC(b *testing.B) {
	p := benchLog()
	table := crc32.MakeTable(crc32.Castagnoli)
	b.SetBytes(int64(len(p)))
	for b.Loop() {
		crc32.Checksum(p, table)
	}
}

func BenchmarkHeaders(b *testing.B) {
	p := benchLog()
	b.SetBytes(int64(len(p)))
	for b.Loop() {
		for rest := p; len(rest) > 0; {
			h, err := record.ParseHeader(rest)
			if err != nil {
				b.Fatal(err)
			}
			rest = rest[h.Size():]
		}
	}
}

// TestNoAllocationPerRecord: a walk with a used Scratch allocates nothing for plain batches.
func TestNoAllocationPerRecord(t *testing.T) {
	batch := record.Build(record.NewSpec(record.None), benchRecords(100, 140))
	var s record.Scratch
	n := testing.AllocsPerRun(10, func() {
		require.NoError(t, batch.Walk(&s, func(*record.Record) error { return nil }))
	})
	require.Zero(t, n)
}
