package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/record"
)

const segmentSamples = "../../tests/testdata/segments"

func runWith(args ...string) (status int, out, errs string) {
	var stdout, stderr bytes.Buffer
	status = run(args, &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

// TestInspectExpect: the flags stand for the header of EXPECT.txt, and the rest is printed.
func TestInspectExpect(t *testing.T) {
	dir := filepath.Join(segmentSamples, "damaged", "truncated-tail-0")
	text, err := os.ReadFile(filepath.Join(dir, "EXPECT.txt"))
	require.NoError(t, err)
	_, want, _ := strings.Cut(string(text), "---\n")
	status, out, errs := runWith("inspect", "-expect", "-now", "1700000000032",
		"-set", "cleanup.policy=delete", "-set", "internal.segment.bytes=1000",
		"-set", "index.interval.bytes=150", "-start", "0", dir)
	require.Empty(t, errs)
	require.Equal(t, exitOK, status)
	require.Equal(t, want, out)
}

// TestInspectTells: a directory, a log, an index; the status says whether something is wrong.
func TestInspectTells(t *testing.T) {
	const name = "/00000000000000000022"
	tests := []struct {
		path   string
		status int
		want   []string
	}{
		{"plain-0", exitOK, []string{
			"plain-0: 1 segment in 5 597 bytes of log, 34 batches with 83 records",
			"Nothing is wrong with it", "BATCHES of 00000000000000000000.log", "… and 14 more",
		}},
		{"damaged/crc-middle-0", exitFailed, []string{"1 error", "byte 553", "!        553"}},
		{"damaged/bad-snapshot-0" + name + ".index", exitFailed, []string{
			"ENTRIES of 00000000000000000022.index", "  offset  position", "      25       161",
		}},
		{"transactional-0/leader-epoch-checkpoint", exitOK, []string{"  epoch  from offset"}},
		{"README.md", exitFailed, []string{"declares"}},
	}
	for _, tt := range tests {
		status, out, errs := runWith("inspect", filepath.Join(segmentSamples, tt.path))
		require.Empty(t, errs, tt.path)
		require.Equal(t, tt.status, status, tt.path)
		for _, want := range tt.want {
			require.Contains(t, out, want, tt.path)
		}
	}
}

// TestInspectShowsARecord: by its offset, or with all others.
func TestInspectShowsARecord(t *testing.T) {
	dir := filepath.Join(segmentSamples, "multi-segment-0")
	_, all, _ := runWith("inspect", "-records", "-limit", "0", dir)
	_, one, _ := runWith("inspect", "-offset", "25", dir)
	_, tables, _ := strings.Cut(one, "\nBATCHES of ")
	require.Equal(t, 4, strings.Count(tables, "\n"), tables)
	require.Contains(t, tables, "            25  2023-11-14 ")
	require.Contains(t, all, strings.Split(tables, "\n")[3][:80])
	_, none, _ := runWith("inspect", "-offset", "1000000", dir)
	require.True(t, strings.HasSuffix(none, "\nNo batch holds offset 1000000.\n"), none)
	require.NotContains(t, none, "BATCHES")
}

// TestInspectOfManySegments stays short, and finds an offset in any of them.
func TestInspectOfManySegments(t *testing.T) {
	dir := t.TempDir()
	for i := range int64(100) {
		spec := record.NewSpec(record.None)
		spec.BaseOffset = i
		b := record.Build(spec, []record.Record{{Offset: i, Key: []byte("k")}})
		name := filepath.Join(dir, fmt.Sprintf("%020d.log", i))
		require.NoError(t, os.WriteFile(name, b.Bytes, 0o600))
	}
	_, out, _ := runWith("inspect", "-limit", "4", dir)
	require.Equal(t, 4, strings.Count(out, "\nBATCHES of "))
	require.Contains(t, out, "\nThe batches of 96 more segments are not listed; -limit 0 lists all.\n")
	_, out, _ = runWith("inspect", "-limit", "4", "-offset", "50", dir)
	require.Equal(t, 1, strings.Count(out, "\nBATCHES of "))
	require.Contains(t, out, "            50  1970-01-01 00:00:00.000  `k` = null\n")
	_, out, _ = runWith("inspect", "-limit", "0", dir)
	require.Equal(t, 100, strings.Count(out, "\nBATCHES of "))
}

// TestInspectWrongUse: one clear sentence and status 2.
func TestInspectWrongUse(t *testing.T) {
	plain := filepath.Join(segmentSamples, "plain-0")
	tests := []struct {
		args []string
		want string
	}{
		{nil, "which directory or file?"},
		{[]string{"nowhere"}, "nowhere: no such file or directory"},
		{[]string{segmentSamples}, "holds no segment files, only directories: give one of them"},
		{[]string{plain, "more"}, `"more" is too much`},
		{[]string{"-limit", "-1", plain}, "-limit must not be negative"},
		{[]string{"-start", "-1", plain}, "-start must not be negative"},
		{[]string{"-offset", "-2", plain}, "-offset must not be negative"},
		{[]string{"-set", "x", plain}, "want key=value"},
		{[]string{"-set", "nothing=1", plain}, "nothing"},
		{[]string{"-unknown", plain}, "-unknown"},
		{[]string{"-expect", segmentSamples + "/README.md"}, "needs a partition directory"},
		{[]string{t.TempDir()}, "holds no segment files"},
	}
	for _, tt := range tests {
		status, out, errs := runWith(append([]string{"inspect"}, tt.args...)...)
		require.Equal(t, exitUsage, status, tt.want)
		require.Empty(t, out, tt.want)
		require.Contains(t, errs, tt.want)
		require.Equal(t, 1, strings.Count(errs, "\n"), errs)
	}
	status, out, _ := runWith("inspect", "-h")
	require.Equal(t, exitOK, status)
	require.Contains(t, out, "Exit status: 0 nothing wrong")
}
