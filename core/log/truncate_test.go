package log

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/why"
)

func TestTruncateCutsSegmentsIndexesEpochsAndProducers(t *testing.T) {
	l := small(t, "150", "index.interval.bytes", "0")
	w := who{id: 1}
	for i := range int32(7) {
		_, code := l.AppendLeader(w.one(i, 1, t0+int64(i)), i/2, t0)
		require.Zero(t, code)
	}
	l.SetHW(7)
	l.CleanerCheckpoint = 6
	c := l.TruncateTo(3, t0+9)
	require.True(t, c.Cut)
	require.Equal(t, []int64{7, 3, 7, 3}, []int64{c.EndBefore, c.End, c.HWBefore, c.HW})
	require.Equal(t, 4, c.Batches)
	require.Equal(t, []int64{4, 6}, []int64{c.Removed[0].Base, c.Removed[1].Base})
	require.Equal(t, []int64{0, 2}, bases(l))
	require.Equal(t, []int32{140, 70}, sizes(l))
	require.Empty(t, l.Segments[1].Index)
	require.EqualValues(t, t0+2, l.Segments[1].MaxTimestamp)
	require.Equal(t, []EpochEntry{{0, 0}, {1, 2}}, l.Epochs.Entries)
	require.EqualValues(t, 2, l.CleanerCheckpoint, "not above the new active segment")
	p, _ := l.Producers.Producer(1)
	require.EqualValues(t, 2, p.LastSequence())
	try(t, l, w, 3, 1, 0, why.SequenceNext)

	c = l.TruncateTo(99, t0)
	require.False(t, c.Cut)
	require.Equal(t, why.NothingToTruncate, c.Why)
}

func TestTruncateInsideABatchTakesItWholeAndKeepsTheEnd(t *testing.T) {
	l := New("t-0", conf(t), t0)
	put(t, l, batch(kv("a", "1", t0)), t0)
	put(t, l, batch(kv("a", "1", t0), kv("b", "1", t0), kv("c", "1", t0)), t0)
	l.TruncateTo(3, t0)
	require.EqualValues(t, 3, l.LogEndOffset())
	require.Len(t, l0(l).Batches, 1)
	require.EqualValues(t, 3, put(t, l, batch(kv("d", "1", t0)), t0).First)
}

func TestTruncateFullyStartsAnew(t *testing.T) {
	l := small(t, "150")
	w := who{id: 1}
	for i := range int32(5) {
		put(t, l, w.one(i, 1, t0), t0)
	}
	l.SetHW(5)
	l.CleanerCheckpoint = 4
	c := l.TruncateFully(100, t0)
	require.True(t, c.Fully)
	require.Equal(t, []int64{100}, bases(l))
	require.Equal(t, []int64{100, 100, 100}, []int64{l.LogStart, l.HW, l.LogEndOffset()})
	require.Empty(t, l.Producers.Entries)
	require.Empty(t, l.Snapshots)
	require.Equal(t, "0\n0\n", string(fileOf(t, l, EpochCheckpointFile)))
	require.EqualValues(t, 4, l.CleanerCheckpoint, "a checkpoint is only ever lowered")
	require.Equal(t, "", string(fileOf(t, l, logName(100))))

	l = small(t, "150")
	put(t, l, batch(kv("a", "1", t0)), t0)
	l.TruncateFully(50, t0)
	require.True(t, l.TruncateTo(10, t0).Fully, "below the first base")
	require.EqualValues(t, 10, l.LogEndOffset())
}

// A truncation below the high watermark loads an old snapshot; what compaction has removed since
// is not replayed, so a transaction stays open that nobody can end.
func TestTruncationCanBringBackATransaction(t *testing.T) {
	l := small(t, "160", "cleanup.policy", "compact")
	w := who{id: 7, txn: true}
	put(t, l, w.batch(0, kv("a", "1", t0)), t0)
	put(t, l, batch(kv("b", "1", t0)), t0)
	end(t, l, w, true, 0, t0) // 2, in the second segment
	put(t, l, batch(kv("b", "2", t0)), t0)
	put(t, l, batch(kv("c", "1", t0)), t0)
	l.Roll(t0)
	l.SetHW(5)
	require.Equal(t, []int64{0, 2, 4, 5}, bases(l))
	require.EqualValues(t, 5, l.LastStableOffset())
	cleaned := []Segment{NewSegment(2, SuffixCleaned, t0)}
	require.NoError(t, cleaned[0].Append(&l.Config, t0, l.Segments[1].Batches[1]))
	cleaned[0].Close()
	l.ReplaceSegments(cleaned, 1, 2, t0)
	first := []Segment{NewSegment(0, SuffixCleaned, t0)}
	require.NoError(t, first[0].Append(&l.Config, t0, l.Segments[0].Batches[1]))
	first[0].Close()
	l.ReplaceSegments(first, 0, 1, t0)

	l.TruncateTo(3, t0)
	require.Equal(t, []Txn{{7, 0, -1, true}}, l.Producers.Ongoing)
	require.EqualValues(t, 1, l.LastStableOffset(), "the next batch that exists")
}

func TestEndOffsetForEpoch(t *testing.T) {
	l := New("t-0", conf(t), t0)
	for i, epoch := range []int32{2, 2, 5, 5, 9} {
		_, code := l.AppendLeader(batch(kv("a", "1", t0)), epoch, t0+int64(i))
		require.Zero(t, code)
	}
	for _, c := range []struct {
		ask, epoch int32
		end        int64
		ok         bool
	}{{9, 9, 5, true}, {5, 5, 4, true}, {2, 2, 2, true}, {3, 2, 2, true}, {8, 5, 4, true},
		{1, 1, 0, true}, {10, -1, -1, false}, {-1, -1, -1, false}} {
		epoch, end, ok := l.EndOffsetForEpoch(c.ask)
		require.Equal(t, c.ok, ok, c.ask)
		require.Equal(t, c.epoch, epoch, c.ask)
		require.Equal(t, c.end, end, c.ask)
	}
	l.BecomeLeader(12)
	epoch, end, _ := l.EndOffsetForEpoch(9)
	require.Equal(t, []int64{9, 5}, []int64{int64(epoch), end})
	l.BecomeLeader(11)
	require.Equal(t, EpochEntry{11, 5}, l.Epochs.Entries[len(l.Epochs.Entries)-1],
		"a contradicting entry at the end goes")
	at, ok := l.Epochs.EpochAt(3)
	require.True(t, ok)
	require.EqualValues(t, 5, at)
}

func TestReplaceSegmentsKeepsTheSnapshotOfItsBase(t *testing.T) {
	l := small(t, "150")
	w := who{id: 1}
	for i := range int32(7) {
		put(t, l, w.one(i, 1, t0), t0)
	}
	require.Len(t, l.Snapshots, 3)
	cleaned := []Segment{NewSegment(2, SuffixCleaned, t0)}
	require.NoError(t, cleaned[0].Append(&l.Config, t0, l.Segments[2].Batches...))
	cleaned[0].Close()
	l.Stage(cleaned)
	require.Equal(t, "00000000000000000002.log.cleaned", l.Files()[6].Name)
	l.StageSwap()
	require.Equal(t, "00000000000000000002.log.swap", l.Files()[6].Name)
	removed := l.ReplaceSegments(cleaned, 1, 3, t0)
	require.Empty(t, l.Staged)
	require.Equal(t, []Removal{
		{Base: 2, Next: 4, Size: 140, Batches: 2, Why: why.ReplacedByCleaner, A: 2},
		{Base: 4, Next: 6, Size: 140, Batches: 2, Why: why.MergedByCleaner, A: 2},
	}, removed)
	require.Equal(t, []int64{0, 2, 6}, bases(l))
	require.Equal(t, []int64{2, 6}, []int64{l.Snapshots[0].Offset, l.Snapshots[1].Offset})
	require.Equal(t, []int64{4, 5}, offsets(l.Fetch(2, ReadLogEnd, 1<<20).Batches),
		"a removed offset gives the next batch")
}
