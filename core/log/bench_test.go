package log

import (
	"testing"

	"highwater/core/record"
)

// benchBatch is a hundred records of some hundred bytes.
func benchBatch(w who, seq int32) record.Batch {
	recs := make([]record.Record, 100)
	value := make([]byte, 100)
	for i := range recs {
		recs[i] = record.Record{Timestamp: t0, Key: []byte("key-000000"), Value: value}
	}
	return w.batch(seq, recs...)
}

func BenchmarkAppend(b *testing.B) {
	c := DefaultConfig()
	c.Delete = false
	c.SegmentBytes = 64 << 20
	l := New("t-0", c, t0)
	sent := benchBatch(who{id: -1, epoch: -1}, -1)
	b.SetBytes(int64(sent.Size()))
	b.ReportAllocs()
	for b.Loop() {
		if l.SizeInBytes() > 256<<20 {
			l = New("t-0", c, t0)
		}
		if _, code := l.AppendLeader(sent, 0, t0); code != 0 {
			b.Fatal(code)
		}
	}
}

func BenchmarkAppendOneRecordIdempotent(b *testing.B) {
	l := New("t-0", DefaultConfig(), t0)
	w := who{id: 1}
	batches := make([]record.Batch, 1000)
	for i := range batches {
		batches[i] = w.batch(int32(i), kv("key", "value", t0))
	}
	b.SetBytes(int64(batches[0].Size()))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if i == len(batches) {
			l, i = New("t-0", DefaultConfig(), t0), 0
		}
		if _, code := l.AppendLeader(batches[i], 0, t0); code != 0 {
			b.Fatal(code)
		}
		i++
	}
}

func BenchmarkAppendFollower(b *testing.B) {
	leader := New("t-0", DefaultConfig(), t0)
	sent := benchBatch(who{id: -1, epoch: -1}, -1)
	for range 100 {
		if _, code := leader.AppendLeader(sent, 0, t0); code != 0 {
			b.Fatal(code)
		}
	}
	batches := leader.Segments[0].Batches
	b.SetBytes(leader.SizeInBytes())
	b.ReportAllocs()
	for b.Loop() {
		f := New("t-0", DefaultConfig(), t0)
		if _, code := f.AppendFollower(batches, 0, t0); code != 0 {
			b.Fatal(code)
		}
	}
}

// large is a directory of 64 MiB in segments of 4 MiB.
func large(b *testing.B) *Log {
	c, err := DefaultConfig().With("segment.bytes", "4194304")
	if err != nil {
		b.Fatal(err)
	}
	l := New("t-0", c, t0)
	w := who{id: 1}
	for seq := int32(0); l.SizeInBytes() < 64<<20; seq += 100 {
		if _, code := l.AppendLeader(benchBatch(w, seq), 0, t0); code != 0 {
			b.Fatal(code)
		}
	}
	l.close()
	return l
}

func BenchmarkLoadClean(b *testing.B)   { benchLoad(b, true) }
func BenchmarkLoadUnclean(b *testing.B) { benchLoad(b, false) }

func benchLoad(b *testing.B, clean bool) {
	l := large(b)
	files := l.Files()
	b.SetBytes(l.SizeInBytes())
	b.ReportAllocs()
	for b.Loop() {
		back, _, err := Load(files, options(l, clean))
		if err != nil || back.EndOffset != l.EndOffset {
			b.Fatal(err)
		}
	}
}

// BenchmarkClone copies a log of 10^5 batches in a hundred segments with a hundred producers.
func BenchmarkClone(b *testing.B) {
	c := DefaultConfig()
	c.InternalSegmentBytes, c.HasInternalSegmentBytes = 70_000, true
	l := New("t-0", c, t0)
	for i := range 100_000 {
		w := who{id: int64(i % 100)}
		bt := w.batch(int32(i/100), record.Record{Timestamp: t0, Value: []byte("v")})
		if _, code := l.AppendLeader(bt, 0, t0); code != 0 {
			b.Fatal(code)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		_ = l.Clone()
	}
}

func BenchmarkFetch(b *testing.B) {
	l := large(b)
	l.SetHW(l.EndOffset)
	b.ReportAllocs()
	from := int64(0)
	for b.Loop() {
		r := l.Fetch(from, ReadCommitted, 1<<20)
		if from = r.Next(from); from == l.EndOffset {
			from = 0
		}
	}
}
