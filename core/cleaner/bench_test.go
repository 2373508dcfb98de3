package cleaner

import (
	"encoding/binary"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/log"
	"highwater/core/record"
)

// large makes a log of about that many bytes: closed segments of 64 MB with small records, a
// sixth of them tombstones, over as many keys as there are records, divided by repeats.
func large(size int64, perBatch, repeats int) *log.Log {
	c := log.DefaultConfig()
	c.Compact, c.Delete, c.SegmentBytes = true, false, 64<<20
	l := log.New("large-0", c, start)
	const recordSize = 40
	keys := uint64(size) / recordSize / uint64(repeats)
	var segments []log.Segment
	offset, state := int64(0), uint64(1)
	recs := make([]record.Record, perBatch)
	keyBytes := make([]byte, 8*perBatch)
	value := []byte("a value of 20 bytes.")
	for left := size; left > 0; {
		s := log.NewSegment(offset, "", start)
		for int64(s.Size) < min(c.SegmentBytes, left) {
			for i := range recs {
				state = state*6364136223846793005 + 1442695040888963407
				key := keyBytes[8*i : 8*i+8]
				binary.BigEndian.PutUint64(key, state>>33%keys)
				recs[i] = record.Record{Offset: offset + int64(i), Timestamp: start + offset,
					Key: key, Value: value}
				if state>>20%6 == 0 {
					recs[i].Value = nil
				}
			}
			spec := record.NewSpec(record.None)
			spec.BaseOffset, spec.LeaderEpoch = offset, 0
			if err := s.Append(&c, start, record.Build(spec, recs)); err != nil {
				panic(err)
			}
			offset += int64(perBatch)
		}
		s.Close()
		left -= int64(s.Size)
		segments = append(segments, s)
	}
	l.Segments = append(segments, log.NewSegment(offset, "", start))
	l.EndOffset = offset
	l.SetHW(offset)
	return l
}

func benchmarkClean(b *testing.B, size int64, perBatch int) {
	if testing.Short() {
		size /= 16
	}
	l := large(size, perBatch, 4)
	b.SetBytes(l.SizeInBytes())
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		p := Walk(l, Settings{}, start, nil)
		require.Nil(b, p.Death)
		b.ReportMetric(float64(p.MapBytes)/float64(p.Stats.Keys), "map-B/key")
		b.ReportMetric(float64(p.Stats.RecordsBefore), "records")
	}
}

// BenchmarkClean64MB is a pass over 64 MB in batches of 100 records.
func BenchmarkClean64MB(b *testing.B) { benchmarkClean(b, 64<<20, 100) }

// BenchmarkClean256MB is a pass over 256 MB in batches of 100 records.
func BenchmarkClean256MB(b *testing.B) { benchmarkClean(b, 256<<20, 100) }

// BenchmarkClean256MBSingle is the same with a batch for each record.
func BenchmarkClean256MBSingle(b *testing.B) { benchmarkClean(b, 256<<20, 1) }

// BenchmarkOffsetMapPut fills a map with a million keys.
func BenchmarkOffsetMapPut(b *testing.B) {
	var key [8]byte
	for range b.N {
		m := NewOffsetMap(DefaultSlots)
		for i := range int64(1_000_000) {
			binary.BigEndian.PutUint64(key[:], uint64(i)*0x9e3779b97f4a7c15)
			m.Put(key[:], i)
		}
	}
}

// TestPassKeepsNothingPerRecord cleans a log whose every batch stays as it is: what is then in
// memory besides the log is the map while the pass runs, and headers of batches afterwards.
func TestPassKeepsNothingPerRecord(t *testing.T) {
	l := large(8<<20, 1000, 1)
	l.CleanerCheckpoint = l.Segments[0].BaseOffset
	for i := range l.Segments {
		for j := range l.Segments[i].Batches {
			requireDistinct(l, i, j)
		}
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	p := Walk(l, Settings{}, start, nil)
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Nil(t, p.Death)
	require.Greater(t, p.Stats.RecordsBefore, int64(150_000))
	kept := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	perBatch := kept / p.Stats.BatchesAfter
	require.Less(t, perBatch, int64(400), "bytes kept for each batch of 1000 records")
	allocations := int64(after.Mallocs - before.Mallocs)
	require.Less(t, allocations, p.Stats.BatchesBefore, "allocations of the pass")
	runtime.KeepAlive(p)
	runtime.KeepAlive(l)
}

// requireDistinct gives every record of a batch a key and a value of its own.
func requireDistinct(l *log.Log, segment, index int) {
	b := &l.Segments[segment].Batches[index]
	recs, err := b.Records()
	if err != nil {
		panic(err)
	}
	for i := range recs {
		key := make([]byte, 8)
		binary.BigEndian.PutUint64(key, uint64(recs[i].Offset))
		recs[i].Key = key
		recs[i].Value = key
	}
	*b = record.Rebuild(*b, recs, 0, false)
}
