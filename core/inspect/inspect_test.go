package inspect_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/inspect"
)

const samples = "../../tests/testdata/segments"

// load reads a sample directory.
func load(t testing.TB, dir string) []inspect.File {
	entries, err := os.ReadDir(filepath.Join(samples, dir))
	require.NoError(t, err)
	var files []inspect.File
	for _, e := range entries {
		if e.Name() == "EXPECT.txt" {
			continue
		}
		p, err := os.ReadFile(filepath.Join(samples, dir, e.Name()))
		require.NoError(t, err)
		files = append(files, file(e.Name(), p))
	}
	return files
}

func file(name string, p []byte) inspect.File {
	return inspect.File{Name: name, Size: int64(len(p)), Data: bytes.NewReader(p)}
}

// bytesOf reads a file whole.
func bytesOf(t testing.TB, f inspect.File) []byte {
	p := make([]byte, f.Size)
	if f.Size > 0 {
		_, err := f.Data.ReadAt(p, 0)
		require.NoError(t, err)
	}
	return p
}

func options(t testing.TB, dir string) inspect.Options {
	x := readExpectation(t, dir)
	return inspect.Options{Config: x.options.Config, LogStart: x.options.LogStart}
}

// TestHealthyDirectories: what Kafka left in order gives notes at most.
func TestHealthyDirectories(t *testing.T) {
	for _, dir := range sampleDirs(t) {
		if strings.HasPrefix(dir, "damaged/") {
			continue
		}
		r := inspect.Directory(dir, load(t, dir), options(t, dir))
		require.True(t, r.Healthy(), "%s: %+v", dir, r.Findings)
		require.Equal(t, strings.HasPrefix(dir, "compacted"), r.Compacted, dir)
		require.Empty(t, r.Crash.Cuts, dir)
		require.Equal(t, r.Clean.End, r.Crash.End, dir)
	}
}

// TestDamagedDirectories: each damage is told with its file, its byte and its batch.
func TestDamagedDirectories(t *testing.T) {
	const middle = "00000000000000000022"
	const last = "00000000000000000040"
	tests := []struct {
		dir, key, file string
		at, first      int64
		cut            string
	}{
		{"bad-snapshot-0", "snapshot-corrupt", middle + ".snapshot", 2, -1, ""},
		{"crc-middle-0", "log-range", middle + ".log", 553, 1<<56 + 29, ""},
		{"garbage-file-0", "log-tail", middle + ".log", 0, -7415440965202839645, middle + " 0"},
		{"huge-length-0", "log-tail", middle + ".log", 483, 28, middle + " 483"},
		{"magic-changed-0", "log-crc", middle + ".log", 495, 28, middle + " 483"},
		{"negative-count-0", "log-records", middle + ".log", 540, 28, ""},
		{"no-indexes-0", "index-missing", middle + ".log", -1, -1, ""},
		{"offset-backwards-0", "log-order", middle + ".log", 483, 25, middle + " 0"},
		{"offset-backwards-indexed-0", "log-order", middle + ".log", 553, 22, middle + " 0"},
		{"old-format-0-0", "log-old-format", last + ".log", 262, 100, ""},
		{"old-format-1-0", "log-old-format", last + ".log", 305, 101, ""},
		{"swap-left-0", "swap-left", "00000000000000000000.log.swap", -1, -1, ""},
		{"truncated-tail-0", "log-tail", last + ".log", 131, 41, last + " 131"},
		{"zero-tail-0", "log-zero-tail", last + ".log", 262, -1, last + " 262"},
	}
	for _, tt := range tests {
		dir := "damaged/" + tt.dir
		r := inspect.Directory(dir, load(t, dir), options(t, dir))
		require.False(t, r.Healthy(), dir)
		i := slices.IndexFunc(r.Findings, func(f inspect.Finding) bool {
			return f.Key == tt.key && f.File == tt.file && f.Position == tt.at
		})
		require.GreaterOrEqual(t, i, 0, "%s: %+v", dir, r.Findings)
		require.Equal(t, tt.first, r.Findings[i].First, dir)
		require.NotEmpty(t, r.Findings[i].Kafka, dir)
		cut := ""
		for _, c := range r.Crash.Cuts {
			cut = fmt.Sprintf("%s %d", strings.TrimSuffix(c.File, ".log"), c.At)
		}
		require.Equal(t, tt.cut, cut, dir)
	}
}

// TestEveryFlippedByte: a bit that changes anywhere in a healthy directory is told about, unless
// what is there can have been written like that.
func TestEveryFlippedByte(t *testing.T) {
	for _, dir := range sampleDirs(t) {
		files := load(t, dir)
		size := int64(0)
		for _, f := range files {
			size += f.Size
		}
		if strings.HasPrefix(dir, "damaged/") || size > 9000 {
			continue
		}
		opt := options(t, dir)
		before := inspect.Directory(dir, files, opt)
		for i := range files {
			p := bytesOf(t, files[i])
			whole := files[i]
			for at := range p {
				bit := byte(1) << ((at*5 + 3) % 8)
				p[at] ^= bit
				files[i] = file(whole.Name, p)
				after := inspect.Directory(dir, files, opt)
				if !tells(before, after, whole.Name) && !legal(dir, whole.Name, before, after) {
					t.Errorf("%s/%s: bit %#x of byte %d is not told", dir, whole.Name, bit, at)
				}
				p[at] ^= bit
			}
			files[i] = whole
		}
	}
}

// tells: there is a finding that was not there before, about the file, about the log or index
// that contradicts it, or about the whole.
func tells(before, after *inspect.Report, name string) bool {
	for _, f := range after.Findings {
		if slices.Contains(before.Findings, f) {
			continue
		}
		related := f.File == name || len(f.File) > 20 && strings.HasPrefix(name, f.File[:20]) ||
			name == "leader-epoch-checkpoint" && f.Key == "epoch-mismatch"
		if related && (f.Position >= 0 || f.Key == "snapshot-beyond" || f.Key == "epochs-start" ||
			f.Key == "epochs-order" || f.Key == "epochs-beyond" || f.Key == "log-holes") {
			return true
		}
	}
	return false
}

// legal: an epoch that begins elsewhere in a hole of a compacted log contradicts no batch.
func legal(dir, name string, before, after *inspect.Report) bool {
	return name == "leader-epoch-checkpoint" && strings.HasPrefix(dir, "compacted") &&
		len(before.Epochs) == len(after.Epochs) &&
		after.Epochs[0].StartOffset <= after.Segments[0].First
}

// TestLeftovers: files of cleanings that did not finish and files that do not belong there.
func TestLeftovers(t *testing.T) {
	dir := "transactional-0"
	files := load(t, dir)
	log0 := bytesOf(t, files[1])
	require.Equal(t, "00000000000000000000.log", files[1].Name)
	extra := func(name string, p []byte) *inspect.Report {
		return inspect.Directory(dir, append(slices.Clip(files), file(name, p)), options(t, dir))
	}
	tests := []struct {
		name string
		p    []byte
		key  string
	}{
		{"00000000000000000000.log.deleted", log0, "file-deleted"},
		{"00000000000000000012.log.cleaned", nil, "cleaned-left"},
		{"00000000000000000000.log.swap", log0, "swap-left"},
		{"00000000000000000000.index.swap", nil, "swap-left"},
		{"00000000000000000099.timeindex", nil, "index-orphan"},
		{"00000000000000000007.snapshot", nil, "snapshot-corrupt"},
		{"readme.txt", nil, "file-unknown"},
		{"0.log", nil, "file-unknown"},
		{"partition.metadata", []byte("version: 1\n"), "metadata"},
		{"partition.metadata", []byte("version: 0\ntopic_id: short\n"), "metadata"},
	}
	for _, tt := range tests {
		r := extra(tt.name, tt.p)
		told := slices.ContainsFunc(r.Findings, func(f inspect.Finding) bool {
			return f.Key == tt.key && f.File == tt.name
		})
		require.True(t, told, "%s: %+v", tt.name, r.Findings)
	}
	r := extra("partition.metadata", []byte("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ\n"))
	require.True(t, r.Healthy())
	require.Equal(t, "AAAAAAAAAAAAAAAAAAAAAQ", r.TopicID)
	require.Empty(t, r.Findings)

	r = inspect.Directory("t-0.0123456789abcdef0123456789abcdef-delete", files, options(t, dir))
	require.Equal(t, "directory-name", r.Findings[0].Key)
}

// TestText: the report reads well and every list can be cut.
func TestText(t *testing.T) {
	dir := "damaged/huge-length-0"
	r := inspect.Directory(dir, load(t, dir), options(t, dir))
	text := strings.Join(r.Lines(3), "\n")
	for _, want := range []string{
		"1 error, 1 note:", "00000000000000000022.log, byte 483",
		"A batch begins that declares 2147483659 bytes, 463 are left.",
		"it cuts 00000000000000000022.log at byte 483",
		"the log end offset is 28, 14 offsets are lost.",
		"2023-11-14 22:13:20.031", "… and 2 more",
	} {
		require.Contains(t, strings.Join(strings.Fields(text), " "), want)
	}
	for line := range strings.Lines(text) {
		require.LessOrEqual(t, len(line), 160, line)
	}
}

// TestClock: the civil calendar, by known days.
func TestClock(t *testing.T) {
	for ms, want := range map[int64]string{
		0:                 "1970-01-01 00:00:00.000",
		-1:                "1969-12-31 23:59:59.999",
		951_782_400_000:   "2000-02-29 00:00:00.000",
		1_700_000_000_123: "2023-11-14 22:13:20.123",
		4_107_542_399_999: "2100-02-28 23:59:59.999",
		4_107_542_400_000: "2100-03-01 00:00:00.000",
	} {
		require.Equal(t, want, inspect.Clock(ms))
	}
}
