package inspect_test

import (
	"encoding/binary"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/inspect"
	"highwater/core/log"
	"highwater/core/record"
)

// endless is a .log of any size that is made while it is read.
type endless struct {
	batch []byte
	step  int64
}

// ReadAt gives the bytes as if the batch were repeated with growing base offsets.
func (e endless) ReadAt(p []byte, at int64) (int, error) {
	size := int64(len(e.batch))
	for done := 0; done < len(p); {
		n, from := (at+int64(done))/size, (at+int64(done))%size
		var base [8]byte
		binary.BigEndian.PutUint64(base[:], uint64(n*e.step))
		copied := copy(p[done:], e.batch[from:])
		if from < int64(len(base)) {
			copy(p[done:done+copied], base[from:])
		}
		done += copied
	}
	return len(p), nil
}

// TestStreams: a segment of 256 MiB takes a few MiB in all, whatever the collector does.
func TestStreams(t *testing.T) {
	value := []byte(strings.Repeat("a line of JSON, more or less; ", 20))
	var recs []record.Record
	for i := range int64(200) {
		recs = append(recs, record.Record{Offset: i, Timestamp: 1_700_000_000_000, Value: value})
	}
	batch := record.Build(record.NewSpec(record.None), recs)
	size := int64(256<<20) / int64(batch.Size()) * int64(batch.Size())
	f := inspect.File{
		Name: "00000000000000000000.log", Size: size, Data: endless{batch.Bytes, 200},
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := inspect.LogFile(f, inspect.Options{Config: log.DefaultConfig()})
	runtime.ReadMemStats(&after)
	require.True(t, r.Healthy(), "%+v", r.Findings)
	require.Equal(t, size/int64(batch.Size()), r.Segments[0].Batches)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20))
}

// FuzzDirectory: whatever the files hold, reading them ends and does not panic.
func FuzzDirectory(f *testing.F) {
	for _, dir := range []string{"transactional-0", "compacted-0", "damaged/old-format-1-0"} {
		var parts [4][]byte
		for _, x := range load(f, dir) {
			for i, suffix := range []string{".log", ".index", ".timeindex", ".txnindex"} {
				if strings.HasSuffix(x.Name, suffix) && parts[i] == nil {
					parts[i] = bytesOf(f, x)
				}
			}
		}
		f.Add(parts[0], parts[1], parts[2], parts[3], []byte("0\n1\n0 0\n"))
	}
	f.Fuzz(func(t *testing.T, logBytes, index, times, txns, epochs []byte) {
		const prefix = "00000000000000000000"
		files := []inspect.File{
			file(prefix+".log", logBytes), file(prefix+".index", index),
			file(prefix+".timeindex", times), file(prefix+".txnindex", txns),
			file(prefix+".snapshot", txns), file("leader-epoch-checkpoint", epochs),
		}
		r := inspect.Directory("fuzz-0", files, inspect.Options{Config: log.DefaultConfig()})
		require.NotEmpty(t, r.Lines(0))
		for i := range r.Segments {
			for _, o := range []inspect.ListOptions{{Offset: inspect.NoOffset, Records: true},
				{Offset: 3, Limit: 1}} {
				_, err := r.Listing(&files[0], &r.Segments[i], o, func(string) error { return nil })
				require.NoError(t, err)
			}
		}
		for i := range files {
			err := inspect.Contents(&files[i], 0, func(string) error { return nil })
			require.NoError(t, err)
		}
	})
}

// BenchmarkInspect reads a segment of 64 MiB.
func BenchmarkInspect(b *testing.B) {
	var recs []record.Record
	for i := range int64(100) {
		recs = append(recs, record.Record{
			Offset: i, Timestamp: 1_700_000_000_000, Key: []byte("key"), Value: make([]byte, 140),
		})
	}
	batch := record.Build(record.NewSpec(record.None), recs)
	p := make([]byte, 64<<20/batch.Size()*batch.Size())
	_, err := endless{batch.Bytes, 100}.ReadAt(p, 0)
	require.True(b, err == nil || err == io.EOF)
	b.SetBytes(int64(len(p)))
	b.ReportAllocs()
	for b.Loop() {
		inspect.LogFile(file("x.log", p), inspect.Options{Config: log.DefaultConfig()})
	}
}
