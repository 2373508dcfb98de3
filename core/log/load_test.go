package log

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/why"
)

// options loads a directory as a broker that knows nothing but its files.
func options(l *Log, clean bool) LoadOptions {
	return LoadOptions{Name: l.Name, Config: l.Config, Clean: clean, HW: -1, CleanerCheckpoint: -1,
		Now: t0}
}

// story is a log with three segments, producers and an aborted transaction.
func story(t testing.TB) *Log {
	l := small(t, "300", "index.interval.bytes", "100")
	w, x := who{id: 1}, who{id: 2, txn: true}
	for i := range int32(4) {
		put(t, l, w.one(i, 1, t0+int64(i)), t0+int64(i))
	}
	put(t, l, x.one(0, 2, t0+4), t0+4)
	put(t, l, w.one(4, 1, t0+5), t0+5)
	end(t, l, x, false, 0, t0+6)
	for i := range int32(3) {
		put(t, l, w.one(5+i, 1, t0+7+int64(i)), t0+7)
	}
	l.SetHW(l.EndOffset)
	return l
}

func TestCleanRestartLosesOnlyMemory(t *testing.T) {
	l := story(t)
	before := l.Clone()
	report, err := l.Restart(true, 0, t0+20)
	require.NoError(t, err)
	require.Empty(t, report.Recovered)
	require.Equal(t, before.EndOffset, l.EndOffset)
	require.Equal(t, before.HW, l.HW)
	p, _ := l.Producers.Producer(1)
	require.Len(t, p.Cached(), 1, "a snapshot keeps one batch of each producer")
	require.Equal(t, l.EndOffset, l.RecoveryPoint)
	require.Equal(t, fileOf(t, before, logName(0)), fileOf(t, l, logName(0)))
}

func TestUncleanRestartRebuildsTheSameFiles(t *testing.T) {
	l := story(t)
	l.close()
	want := l.Files()
	report, err := l.Restart(false, 0, t0+20)
	require.NoError(t, err)
	require.Equal(t, bases(l), report.Recovered)
	got := l.Files()
	require.Len(t, got, len(want))
	for i := range want {
		require.Equal(t, want[i].Name, got[i].Name)
		require.Equal(t, want[i].Data, got[i].Data, want[i].Name)
	}
}

func TestOnlySegmentsFromTheRecoveryPointAreWalked(t *testing.T) {
	l := story(t)
	report, err := l.Restart(false, l.Segments[1].BaseOffset+1, t0)
	require.NoError(t, err)
	require.Equal(t, bases(l)[1:], report.Recovered)
}

func TestALoadedDirectoryIsTheSameLog(t *testing.T) {
	l := story(t)
	l.close()
	back, _, err := Load(l.Files(), options(l, true))
	require.NoError(t, err)
	require.Equal(t, l.EndOffset, back.EndOffset)
	require.Equal(t, l.Epochs, back.Epochs)
	require.Equal(t, l.Snapshots, back.Snapshots)
	require.Equal(t, fileNames(l.Files()), fileNames(back.Files()))
	for i, f := range back.Files() {
		require.Equal(t, l.Files()[i].Data, f.Data, f.Name)
	}
}

func fileNames(files []File) []string {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	return names
}

// change rewrites one file of a directory.
func change(files []File, name string, f func(p []byte) []byte) []File {
	files = slices.Clone(files)
	for i := range files {
		if files[i].Name == name {
			files[i].Data = f(slices.Clone(files[i].Data))
		}
	}
	return files
}

func without(files []File, names ...string) []File {
	return slices.DeleteFunc(slices.Clone(files), func(f File) bool {
		return slices.Contains(names, f.Name)
	})
}

func TestRecoveryCutsAtTheFirstBadByteAndDropsTheRest(t *testing.T) {
	l := story(t)
	l.close()
	base := l.Segments[1].BaseOffset
	cut := l.Segments[1].Positions[1]
	files := change(l.Files(), logName(base), func(p []byte) []byte {
		p[cut+69]++
		return p
	})
	back, report, err := Load(files, options(l, false))
	require.NoError(t, err)
	require.Equal(t, l.Segments[1].Batches[1].BaseOffset, back.EndOffset)
	require.Equal(t, LoadNote{File: logName(base), Position: int64(cut), Why: why.FileCutAtBadBatch,
		A: int64(l.Segments[1].Size - cut), B: back.EndOffset}, report.Notes[0])
	require.Len(t, back.Segments, 2)
	require.Equal(t, why.RecoveryRemoves, report.Removed[0].Why)
	require.Contains(t, report.Deleted, logName(l.Segments[2].BaseOffset)+SuffixDeleted)

	back, _, err = Load(files, options(l, true))
	require.NoError(t, err, "after a clean shutdown nobody looks")
	require.Equal(t, l.EndOffset, back.EndOffset)
}

func TestZeroTailIsCutOrRefused(t *testing.T) {
	l := story(t)
	l.close()
	last := logName(l.ActiveSegment().BaseOffset)
	files := change(l.Files(), last, func(p []byte) []byte {
		return append(p, make([]byte, 99)...)
	})
	back, _, err := Load(files, options(l, false))
	require.NoError(t, err)
	require.Equal(t, l.EndOffset, back.EndOffset)
	_, _, err = Load(files, options(l, true))
	var bad *LoadError
	require.ErrorAs(t, err, &bad)
	require.Equal(t, ErrorCorruptRecord, bad.Class)
	require.Equal(t, last, bad.File)
	require.EqualValues(t, l.ActiveSegment().Size, bad.Position)
}

func TestMissingIndexesAreRebuilt(t *testing.T) {
	l := story(t)
	l.close()
	want := l.Files()
	files := without(want, indexName(0), timeIndexName(0), txnIndexName(0))
	back, report, err := Load(files, options(l, true))
	require.NoError(t, err)
	require.Equal(t, []int64{0}, report.Recovered)
	require.Equal(t, LoadNote{File: indexName(0), Why: why.FileIndexMissing}, report.Notes[0])
	for i, f := range back.Files() {
		require.Equal(t, want[i].Data, f.Data, f.Name)
	}
}

func TestTransactionIndexIsChecked(t *testing.T) {
	l := story(t)
	l.close()
	base := l.Segments[1].BaseOffset
	require.NotEmpty(t, l.Segments[1].TxnIndex)
	files := change(l.Files(), txnIndexName(base), func(p []byte) []byte {
		copy(p[18:26], make([]byte, 8))
		return p
	})
	back, report, err := Load(files, options(l, true))
	require.NoError(t, err)
	require.Equal(t, why.FileTxnIndexCorrupt, report.Notes[0].Why)
	require.Equal(t, l.Segments[1].TxnIndex, back.Segments[1].TxnIndex)
	files = change(l.Files(), txnIndexName(base), func(p []byte) []byte { p[1] = 1; return p })
	_, _, err = Load(files, options(l, true))
	require.ErrorContains(t, err, "KafkaException: Unexpected aborted transaction version 1")
}

// staged is a story with one cleaned segment beside the log that replaces the first two.
func staged(t *testing.T) (*Log, int64) {
	l := story(t)
	l.close()
	s := NewSegment(0, SuffixCleaned, t0)
	all := append(slices.Clone(l.Segments[0].Batches[2:]), l.Segments[1].Batches...)
	require.NoError(t, s.Append(&l.Config, t0, all...))
	s.Close()
	l.Stage([]Segment{s})
	return l, l.Segments[1].BaseOffset
}

func TestACrashBeforeTheSwapUndoesTheCleaning(t *testing.T) {
	l, _ := staged(t)
	before := bases(l)
	report, err := l.Restart(false, 0, t0)
	require.NoError(t, err)
	require.Equal(t, before, bases(l))
	require.Equal(t, why.FileCleanedLeft, report.Notes[0].Why)
	require.Empty(t, l.Staged)
}

func TestACrashDuringTheSwapCompletesIt(t *testing.T) {
	l, second := staged(t)
	l.StageSwap()
	report, err := l.Restart(true, 0, t0)
	require.NoError(t, err)
	require.Equal(t, []int64{0, l.Segments[1].BaseOffset}, bases(l))
	require.NotEqual(t, second, l.Segments[1].BaseOffset)
	require.EqualValues(t, 2, l0(l).Batches[0].BaseOffset)
	require.True(t, slices.ContainsFunc(report.Notes, func(n LoadNote) bool {
		return n.Why == why.FileSwapReplaced && n.File == logName(second) && n.A == 0
	}))
}

func TestOneCleanedFileRollsBackEverySwapAboveIt(t *testing.T) {
	l, second := staged(t)
	l.StageSwap()
	files := l.Files()
	files = append(files, File{Name: indexName(0) + SuffixCleaned})
	back, report, err := Load(files, options(l, true))
	require.NoError(t, err)
	require.Equal(t, []int64{0, second}, bases(back)[:2])
	require.True(t, slices.ContainsFunc(report.Notes, func(n LoadNote) bool {
		return n.Why == why.FileSwapRolledBack && n.A == 0 && n.B == 0
	}))
}

func TestLogThatEndsBelowItsStartBeginsAnew(t *testing.T) {
	l := story(t)
	l.close()
	o := options(l, false)
	o.LogStart = 1000
	back, report, err := Load(l.Files(), o)
	require.NoError(t, err)
	require.Equal(t, []int64{1000}, bases(back))
	require.Equal(t, []int64{1000, 1000, 1000}, []int64{back.LogStart, back.HW, back.EndOffset})
	require.Len(t, report.Removed, 3)
	require.Empty(t, back.Epochs.Entries)
}

func TestDamagedCheckpointsAndNamesAreTold(t *testing.T) {
	l := story(t)
	l.close()
	for _, c := range []struct{ file, text, want string }{
		{EpochCheckpointFile, "1\n0\n", "Unrecognised version: 1"},
		{EpochCheckpointFile, "0\n2\n0 0\n", "Expected 2 entries"},
		{EpochCheckpointFile, "0\n1\n0 zero\n", `Malformed line in checkpoint file: "0 zero"`},
		{EpochCheckpointFile, "0\nx\n", "byte 2"},
		{"nonsense.log", "", "the name does not begin with an offset"},
		{"nonsense.swap", "", "the name does not begin with an offset"},
		{"x.snapshot", "", "the name does not begin with an offset"},
		{"x.index", "", "the name does not begin with an offset"},
	} {
		files := append(without(l.Files(), c.file), File{Name: c.file, Data: []byte(c.text)})
		_, _, err := Load(files, options(l, true))
		require.ErrorContains(t, err, c.want)
		var bad *LoadError
		require.ErrorAs(t, err, &bad)
		require.Equal(t, c.file, bad.File)
	}
	files := append(l.Files(), File{Name: "notes.txt"}, File{Name: indexName(77)},
		File{Name: "77.log"}, File{Name: logName(5) + SuffixDeleted})
	_, report, err := Load(files, options(l, true))
	require.NoError(t, err)
	var reasons []why.Why
	for _, n := range report.Notes {
		reasons = append(reasons, n.Why)
	}
	require.ElementsMatch(t, []why.Why{why.FileUnknown, why.FileUnknown, why.FileIndexOrphan,
		why.FileDeletedLeft}, reasons)
}

func TestDamagedSnapshotsGiveWayToOlderOnes(t *testing.T) {
	l := story(t)
	l.close()
	files := l.Files()
	for _, s := range l.Snapshots {
		files = change(files, snapshotName(s.Offset), func(p []byte) []byte { p[2]++; return p })
	}
	back, report, err := Load(files, options(l, true))
	require.NoError(t, err)
	require.Equal(t, why.FileSnapshotCorrupt, report.Notes[0].Why)
	p, _ := back.Producers.Producer(1)
	require.Len(t, p.Cached(), cachedBatches, "everything was replayed")
	for _, cut := range []int{0, 5, 9, 11, 55} {
		_, err := decodeSnapshot("s", l.Snapshots[0].Data[:cut])
		var bad *LoadError
		require.True(t, errors.As(err, &bad), cut)
		require.Equal(t, ErrorSnapshot, bad.Class)
	}
}

// A segment whose last offsets do not fit into 31 bits above its base is split while loading.
func TestOverflowedSegmentIsSplit(t *testing.T) {
	l := New("t-0", conf(t), t0)
	put(t, l, batch(kv("a", "1", t0)), t0)
	put(t, l, batch(kv("a", "1", t0)), t0)
	l.close()
	files := change(l.Files(), logName(0), func(p []byte) []byte {
		p[70+3] = 1 // the second batch moves up by 2^32
		return p
	})
	back, report, err := Load(files, options(l, false))
	require.NoError(t, err)
	require.Equal(t, []int64{0, 1<<32 + 1}, bases(back))
	require.EqualValues(t, 1<<32+2, back.EndOffset)
	require.NotEmpty(t, report.Deleted)
}

func TestProducersThatExpiredMeanwhileStayOut(t *testing.T) {
	l := story(t)
	_, err := l.Restart(true, 0, t0+l.Config.ProducerIDExpirationMs+7)
	require.NoError(t, err)
	require.Len(t, l.Producers.Entries, 1)
	require.EqualValues(t, 1, l.Producers.Entries[0].ID)
}

func TestAFreshSegmentHasNoIndexFiles(t *testing.T) {
	l := story(t)
	l.Roll(t0)
	base := l.ActiveSegment().BaseOffset
	require.NotContains(t, fileNames(l.Files()), indexName(base))
	crashed := l.Clone()
	report, err := crashed.Restart(false, base+1, t0)
	require.NoError(t, err)
	require.Contains(t, report.Recovered, base, "a missing index looks like damage")
	report, err = l.Restart(true, 0, t0)
	require.NoError(t, err)
	require.Empty(t, report.Recovered, "a broker that stops flushes, and so opens the index")
	require.Contains(t, fileNames(l.Files()), indexName(base))
}
