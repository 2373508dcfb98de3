package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/log"
	"highwater/core/record"
)

const began = 1_700_000_000_000

// writeTopic writes a small compacted topic: an overwritten key, a tombstone, an aborted
// transaction and an active segment.
func writeTopic(t testing.TB) string {
	c := log.DefaultConfig()
	c.Compact, c.Delete, c.IndexIntervalBytes = true, false, 0
	l := log.New("orders-3", c, began)
	put := func(pid int64, seq int32, key string, value []byte) {
		spec := record.NewSpec(record.None)
		if pid >= 0 {
			spec.ProducerID, spec.ProducerEpoch, spec.BaseSequence = pid, 0, seq
			spec.Transactional = true
		}
		b := record.Build(spec, []record.Record{
			{Timestamp: began, Key: []byte(key), Value: value}})
		_, code := l.AppendLeader(b, 0, began)
		require.Equal(t, errcode.None, code)
	}
	put(-1, -1, "a", []byte("1"))
	put(-1, -1, "b", []byte("1"))
	put(-1, -1, "a", []byte("2"))
	put(-1, -1, "b", nil)
	put(7, 0, "c", []byte("never"))
	_, code := l.AppendMarker(log.Marker{ProducerID: 7}, 0, began)
	require.Equal(t, errcode.None, code)
	l.SetHW(l.EndOffset)
	l.Roll(began)
	put(-1, -1, "a", []byte("3"))
	_, err := l.Restart(true, l.EndOffset, began)
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "orders-3")
	require.NoError(t, writeDirectory(dir, l.Files()))
	return dir
}

// highwater runs a command line and gives its status and all that it wrote.
func highwater(args ...string) (int, string) {
	var out, errs bytes.Buffer
	status := run(args, &out, &errs)
	return status, out.String() + errs.String()
}

func TestCleanListsEveryRecordWithItsReason(t *testing.T) {
	dir := writeTopic(t)
	before := listing(t, dir)
	status, text := highwater("clean", dir, "-now", "1700000001000",
		"-set", "delete.retention.ms=50")
	require.Equal(t, exitOK, status, text)
	for _, want := range []string{
		"orders-3: 2 segments, 501 bytes, offsets 0..6, high watermark 7, last stable offset 7",
		"dirty from 0, cleanable up to 6: 0 clean and 431 dirty bytes",
		"the broker would clean it now",
		"  0..0 drop 70 -> 0 bytes",
		"    0 drop a=1@1700000000000: This key has a newer record, at offset 2.",
		"    2 keep a=2@1700000000000: This is the newest record of its key",
		"    3 keep b@1700000000000: The tombstone stays and gets its delete horizon, " +
			"2023-11-14 22:13:21.050 UTC.",
		"    4 drop c=never@1700000000000: The record belongs to an aborted transaction (4–5)",
		"    5 keep ABORT: A batch of this transaction (offset 4) is still in the log",
		"segment 6 stays as it is (70 bytes): This is the active segment",
		"before: 1 segments, 6 batches, 6 records, 431 bytes",
		"after:  1 segments, 4 batches (1 empty), 3 records, 279 bytes",
		"next dirty offset: 6",
	} {
		require.Contains(t, text, want)
	}
	require.Equal(t, before, listing(t, dir), "a dry run touches nothing")
}

// listing gives names, sizes and times of a directory.
func listing(t *testing.T, dir string) (list []string) {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		info, err := e.Info()
		require.NoError(t, err)
		list = append(list, e.Name()+" "+info.ModTime().String())
	}
	return list
}

func TestCleanWritesWhatABrokerWouldLeave(t *testing.T) {
	dir := writeTopic(t)
	out := filepath.Join(t.TempDir(), "out", "orders-3")
	status, text := highwater("clean", "-o", out, "-now", "1700000001000", dir)
	require.Equal(t, exitOK, status, text)
	require.Contains(t, text, "cleaner-offset-checkpoint: orders 3 6")
	require.NotContains(t, text, "drop")
	info, err := os.Stat(filepath.Join(out, "00000000000000000000.log"))
	require.NoError(t, err)
	require.Equal(t, int64(281), info.Size(), "70 + 72 + 61 + 78: the empty batch holds a sequence")
	require.Equal(t, int64(began), info.ModTime().UnixMilli(), "the time of the last source")

	status, text = highwater("clean", "-o", out, dir)
	require.Equal(t, exitUsage, status)
	require.Contains(t, text, "is not empty")

	status, text = highwater("clean", out, "-dirty", "6", "-now", "1700000001000")
	require.Equal(t, exitOK, status, text)
	require.Contains(t, text, "the broker would not clean it now")
	require.Contains(t, text, "there is no whole closed segment between")
	status, text = highwater("clean", out, "-dirty", "6", "-roll", "-map", "40", "-hw", "7")
	require.Equal(t, exitOK, status, text)
	require.Contains(t, text, "next dirty offset: 7")
}

func TestCleanNeedsOneGoodDirectory(t *testing.T) {
	dir := writeTopic(t)
	empty := t.TempDir()
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "name one partition directory"},
		{[]string{dir, dir}, "name one partition directory"},
		{[]string{dir + "-nope"}, "no such file or directory"},
		{[]string{empty}, "holds no .log file"},
		{[]string{filepath.Join(dir, "00000000000000000000.log")}, "not a directory"},
		{[]string{dir, "-now", "soon"}, `invalid value "soon" for flag -now`},
		{[]string{dir, "-colour"}, "flag provided but not defined: -colour"},
		{[]string{dir, "-set", "compact"}, "want key=value"},
		{[]string{dir, "-set", "segment.bytes=12"}, "-set segment.bytes=12: "},
		{[]string{dir, "-set", "colour=red"}, "-set colour=red: "},
		{[]string{dir, "-map", "1"}, "takes no key"},
		{[]string{dir, "-kafka", "2.8"}, "no version whose rules are known"},
		{[]string{dir, "-hw", "-2"}, "are offsets"},
	} {
		status, text := highwater(append([]string{"clean"}, c.args...)...)
		require.Equal(t, exitUsage, status, "%v: %s", c.args, text)
		require.Contains(t, text, c.want)
		require.Equal(t, 1, strings.Count(text, "\n"), "one sentence: %s", text)
	}
}

// TestCleanSurvivesEveryDamagedByte changes each byte of the directory, one at a time.
func TestCleanSurvivesEveryDamagedByte(t *testing.T) {
	dir := writeTopic(t)
	files, err := readDirectory(dir)
	require.NoError(t, err)
	tried := 0
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		for i := range f.Data {
			damaged := bytes.Clone(f.Data)
			damaged[i] ^= 0xff
			require.NoError(t, os.WriteFile(path, damaged, 0o600))
			for _, mode := range []string{"-recover=false", "-recover"} {
				status := run([]string{"clean", dir, mode, "-roll"}, io.Discard, io.Discard)
				require.LessOrEqual(t, status, exitUsage)
				tried++
			}
		}
		require.NoError(t, os.WriteFile(path, f.Data, 0o600))
	}
	require.Greater(t, tried, 1000)
}
