package inspect_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/inspect"
	"highwater/core/log"
	"highwater/core/record"
)

const base0 = "00000000000000000000"

// zeros is a file of zero bytes with something else at one place.
type zeros struct{ at int64 }

func (z zeros) ReadAt(p []byte, at int64) (int, error) {
	clear(p)
	if z.at >= at && z.at < at+int64(len(p)) {
		p[z.at-at] = 1
	}
	return len(p), nil
}

// broken cannot be read.
type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) { return 0, errors.New("input/output error") }

func inspected(files ...inspect.File) *inspect.Report {
	return inspect.Directory("t-0", files, inspect.Options{Config: log.DefaultConfig()})
}

// finding is the one with a key, which must be there.
func finding(t *testing.T, r *inspect.Report, key string) inspect.Finding {
	t.Helper()
	for _, f := range r.Findings {
		if f.Key == key {
			return f
		}
	}
	require.Fail(t, "no finding", "%s in %+v", key, r.Findings)
	return inspect.Finding{}
}

func plainBatch(recs ...record.Record) []byte {
	return record.Build(record.NewSpec(record.None), recs).Bytes
}

// TestNamesThatAreNoOffset: a broker reads the number before the first dot and does not start
// without it; a number in another form is just another file.
func TestNamesThatAreNoOffset(t *testing.T) {
	good := file(base0+".log", plainBatch(record.Record{}))
	for _, name := range []string{"abc.log", "99999999999999999999.log", ".index", "x.snapshot",
		"x.timeindex", "-1.txnindex", "x.log.swap", "x.log.cleaned"} {
		r := inspected(good, file(name, nil))
		require.Equal(t, name, finding(t, r, "file-name").File)
		require.Contains(t, r.Clean.Fails, name)
		require.Equal(t, r.Clean, r.Crash)
		_, _, err := log.Load([]log.File{{Name: name}},
			log.LoadOptions{Config: log.DefaultConfig()})
		require.Error(t, err, name)
	}
	for _, name := range []string{"0.log", "+0000000000000000001.log", "x.log.deleted", "x.txt"} {
		r := inspected(good, file(name, nil))
		require.Empty(t, r.Clean.Fails, name)
		require.Len(t, r.Segments, 1, name)
	}
}

// TestWhatIsNoFile: a pipe or a directory with the name of a segment is told and not read.
func TestWhatIsNoFile(t *testing.T) {
	r := inspected(inspect.File{Name: base0 + ".log", Fault: "it is a named pipe"},
		file(base0+".index", nil))
	f := finding(t, r, "file-unreadable")
	require.Equal(t, "it is a named pipe", f.What)
	require.Empty(t, r.Segments)
	finding(t, r, "log-missing")
}

// TestUnreadableIndexes: an index that cannot be read is not one without entries.
func TestUnreadableIndexes(t *testing.T) {
	for _, suffix := range []string{".index", ".timeindex", ".txnindex"} {
		r := inspected(file(base0+".log", plainBatch(record.Record{})),
			inspect.File{Name: base0 + suffix, Size: 340, Data: broken{}})
		f := finding(t, r, "file-unreadable")
		require.Equal(t, base0+suffix, f.File)
		require.Equal(t, inspect.Error, f.Level)
	}
}

// TestFilesAboveTwoGigabytes: no broker opens them, and they are not searched for entries.
func TestFilesAboveTwoGigabytes(t *testing.T) {
	const size = math.MaxInt32 + 1
	r := inspected(inspect.File{Name: base0 + ".log", Size: size, Data: zeros{-1}},
		inspect.File{Name: base0 + ".index", Size: size, Data: broken{}},
		inspect.File{Name: base0 + ".txnindex", Size: size, Data: broken{}})
	require.Contains(t, finding(t, r, "log-too-large").What, "2147483648 bytes")
	require.Equal(t, base0+".index", finding(t, r, "index-too-large").File)
	require.Equal(t, inspect.Warning, finding(t, r, "log-zero-tail").Level)
	require.Contains(t, r.Clean.Fails, "is larger than the maximum allowed segment size")
	r = inspected(inspect.File{Name: base0 + ".log", Size: 1 << 20, Data: zeros{1<<20 - 1}})
	finding(t, r, "log-size")
}

// snapshotOf is a snapshot file with n producers.
func snapshotOf(n int) []byte {
	p := make([]byte, 10+46*n)
	be := binary.BigEndian
	p[1] = 1
	be.PutUint32(p[6:], uint32(n))
	for i := range n {
		e := p[10+46*i:]
		be.PutUint64(e, uint64(n-i))
		be.PutUint64(e[38:], math.MaxUint64) // no open transaction
	}
	be.PutUint32(p[2:], crc32.Checksum(p[6:], crc32.MakeTable(crc32.Castagnoli)))
	return p
}

// TestManySnapshots: each segment of a broker has one, with every producer in it. Their number
// does not decide how much memory is taken.
func TestManySnapshots(t *testing.T) {
	const producers = 20_000
	data := snapshotOf(producers)
	var files []inspect.File
	for i := range 40 {
		base := fmt.Sprintf("%020d", 100+i)
		files = append(files, file(base+".log", nil), file(base+".snapshot", data))
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r := inspected(files...)
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(4<<20))
	require.Len(t, r.Snapshots, 40)
	require.Equal(t, producers, r.Snapshots[39].Producers)
	require.Len(t, r.Producers, 5000)
}

// TestContents: an index and a snapshot are listed without being kept, and cut at the limit.
func TestContents(t *testing.T) {
	index := make([]byte, 8*2500)
	for i := range 2500 {
		binary.BigEndian.PutUint32(index[8*i:], uint32(i))
		binary.BigEndian.PutUint32(index[8*i+4:], uint32(i*1000))
	}
	list := func(f inspect.File, limit int) (lines []string) {
		err := inspect.Contents(&f, limit, func(s string) error {
			lines = append(lines, s)
			return nil
		})
		require.NoError(t, err)
		return lines
	}
	f := file("00000000000000000500.index", index)
	require.Equal(t, []string{
		"ENTRIES of 00000000000000000500.index", "  offset  position", "     500         0",
		"     501      1000", "  … and 2 498 more",
	}, list(f, 2))
	require.Len(t, list(f, 0), 2502)
	require.Equal(t, "    2999   2499000", list(f, 0)[2501])
	lines := list(file("00000000000000000500.snapshot", snapshotOf(300)), 3)
	require.Len(t, lines, 6)
	require.True(t, strings.HasPrefix(lines[2], "       300"), lines[2])
	require.Equal(t, "  … and 297 more", lines[5])
	require.Empty(t, list(file("00000000000000000500.snapshot", []byte("junk")), 3))
	stop := errors.New("enough")
	require.ErrorIs(t, inspect.Contents(&f, 0, func(string) error { return stop }), stop)
}

// TestManySegments: the table shows the first ones, the last ones and those that are damaged.
func TestManySegments(t *testing.T) {
	var files []inspect.File
	for i := range 1000 {
		data := []byte(nil)
		if i == 500 {
			data = []byte("no batch, but long enough for one that could be read")
		}
		files = append(files, file(fmt.Sprintf("%020d.log", i), data))
	}
	var table []string
	for i, line := range inspected(files...).Lines(4) {
		if strings.HasPrefix(line, "SEGMENTS") {
			table = inspected(files...).Lines(4)[i : i+9]
		}
	}
	require.Len(t, table, 9)
	var firsts []string
	for _, line := range table {
		firsts = append(firsts, strings.Fields(line)[0])
	}
	require.Equal(t, []string{"SEGMENTS", "base", "0", "1", "…", "500", "…", "998", "999"}, firsts)
	require.Contains(t, table[4], "498 more")
}

// TestManyEpochs: a summary tells the oldest and the newest.
func TestManyEpochs(t *testing.T) {
	var b strings.Builder
	b.WriteString("0\n1000\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "%d %d\n", i, i)
	}
	lines := inspected(file("leader-epoch-checkpoint", []byte(b.String()))).Lines(0)
	text := strings.Join(lines, " ")
	require.Contains(t, text, "4 from offset 4, 990 more, 995 from offset 995")
}

// TestLargeCheckpoints: junk is found in a checkpoint of any size that is read, and what is not
// read is not called healthy.
func TestLargeCheckpoints(t *testing.T) {
	good := file(base0+".log", nil)
	r := inspected(good, file("leader-epoch-checkpoint", make([]byte, 1<<20)))
	require.Equal(t, inspect.Error, finding(t, r, "epochs-file").Level)
	require.Contains(t, r.Clean.Fails, "Malformed line in checkpoint file")
	r = inspected(good,
		inspect.File{Name: "leader-epoch-checkpoint", Size: 1 << 40, Data: broken{}})
	require.Equal(t, "leader-epoch-checkpoint", finding(t, r, "file-large").File)
	require.False(t, r.Healthy())
}
