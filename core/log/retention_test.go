package log

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/why"
)

// pairs is a log with two records a segment and the high watermark at its end.
func pairs(t *testing.T, n int, config ...string) *Log {
	l := small(t, "150", config...)
	for i := range n {
		put(t, l, batch(kv("a", "1", t0+int64(i))), t0)
	}
	l.SetHW(int64(n))
	return l
}

func TestRetentionByTimeTakesTheActiveSegmentToo(t *testing.T) {
	l := pairs(t, 5, "retention.ms", "1000")
	r := l.DeleteOldSegments(t0 + 1001)
	require.Empty(t, r.Removed, "strictly older")
	require.Equal(t, []Kept{{Base: 0, Why: why.TooYoung, A: 1000, B: 1000, C: t0 + 1}}, r.Kept)
	r = l.DeleteOldSegments(t0 + 1002)
	require.Equal(t, []Removal{{Base: 0, Next: 2, Size: 140, Batches: 2, Why: why.RetentionMs,
		A: 1001, B: 1000, C: t0 + 1}}, r.Removed)
	require.EqualValues(t, 2, l.LogStart)

	r = l.DeleteOldSegments(t0 + 9000)
	require.Len(t, r.Removed, 2)
	require.Equal(t, []Roll{{Base: 5, Closed: 4, Why: why.RolledByRetention, A: 2}}, r.Rolls)
	require.Equal(t, []int64{5}, bases(l))
	require.Equal(t, []int64{5, 5, 5}, []int64{l.LogStart, l.HW, l.LogEndOffset()})
	require.Equal(t, []EpochEntry{{0, 5}}, l.Epochs.Entries)
	r = l.DeleteOldSegments(t0 + 99_000)
	require.Empty(t, r.Removed)
	require.Equal(t, why.EmptyActive, r.Kept[0].Why)
}

func TestDeletedFilesWait(t *testing.T) {
	l := pairs(t, 5, "retention.ms", "1000", "file.delete.delay.ms", "100")
	l.DeleteOldSegments(t0 + 9000)
	var names []string
	for _, f := range l.Doomed {
		names = append(names, f.Name)
		require.EqualValues(t, t0+9100, f.Due)
	}
	require.Contains(t, names, "00000000000000000000.log.deleted")
	require.Contains(t, names, "00000000000000000002.snapshot.deleted")
	require.Empty(t, l.DeleteDoomed(t0+9099))
	require.Len(t, l.DeleteDoomed(t0+9100), len(names))
	require.Empty(t, l.Doomed)
}

func TestRetentionBySizeNeverGoesBelowTheLimit(t *testing.T) {
	l := pairs(t, 6, "retention.bytes", "300", "retention.ms", "-1")
	r := l.DeleteOldSegments(t0)
	require.Empty(t, r.Removed, "420 - 140 would be 280")
	require.Equal(t, []Kept{{Base: 0, Why: why.SizeWithin, A: 420, B: 280, C: 300}}, r.Kept)
	put(t, l, batch(kv("a", "1", t0)), t0)
	l.SetHW(7)
	r = l.DeleteOldSegments(t0)
	require.Equal(t, []Removal{{Base: 0, Next: 2, Size: 140, Batches: 2, Why: why.RetentionBytes,
		A: 490, B: 350, C: 300}}, r.Removed)
}

func TestNothingGoesAboveTheHighWatermark(t *testing.T) {
	l := pairs(t, 5, "retention.ms", "1")
	l.SetHW(3)
	r := l.DeleteOldSegments(t0 + 5000)
	require.Len(t, r.Removed, 1)
	require.Contains(t, r.Kept, Kept{Base: 2, Why: why.AboveHighWatermark, A: 4, B: 3})
}

func TestARecordFromTheFuturePinsWhatFollows(t *testing.T) {
	l := small(t, "150", "retention.ms", "1000", "message.timestamp.after.max.ms", "99999999")
	put(t, l, batch(kv("a", "1", t0+900_000)), t0)
	put(t, l, batch(kv("a", "1", t0)), t0)
	put(t, l, batch(kv("a", "1", t0)), t0)
	l.SetHW(3)
	r := l.DeleteOldSegments(t0 + 10_000)
	require.Empty(t, r.Removed)
	require.Negative(t, r.Kept[0].A)
}

func TestCompactedTopicsOnlyLoseWhatLiesBelowTheStart(t *testing.T) {
	l := pairs(t, 5, "cleanup.policy", "compact", "retention.ms", "1")
	code, reason := l.DeleteRecords(3)
	require.Equal(t, errcode.PolicyViolation, code)
	require.Equal(t, why.PolicyWithoutDelete, reason)
	code, _ = l.RaiseLogStart(3)
	require.Equal(t, errcode.None, code)
	r := l.DeleteOldSegments(t0 + 99_999)
	require.Equal(t, []Removal{{Base: 0, Next: 2, Size: 140, Batches: 2, Why: why.BelowLogStart,
		A: 2, B: 3}}, r.Removed)
	require.EqualValues(t, 3, l.LogStart)
	require.Contains(t, r.Kept, Kept{Base: 2, Why: why.PolicyKeeps})
}

func TestDeleteRecords(t *testing.T) {
	l := pairs(t, 5)
	l.SetHW(4)
	code, _ := l.DeleteRecords(5)
	require.Equal(t, errcode.OffsetOutOfRange, code)
	code, _ = l.DeleteRecords(-2)
	require.Equal(t, errcode.OffsetOutOfRange, code)
	code, _ = l.DeleteRecords(1)
	require.Equal(t, errcode.None, code)
	require.EqualValues(t, 1, l.LogStart)
	code, _ = l.DeleteRecords(-1)
	require.Equal(t, errcode.None, code)
	require.EqualValues(t, 4, l.LogStart, "-1 is the high watermark")
	require.Equal(t, []int64{0, 2, 4}, bases(l), "files go with the next check")
	r := l.Fetch(1, ReadUncommitted, 100)
	require.Equal(t, errcode.OffsetOutOfRange, r.Code)
	require.Equal(t, why.OffsetBelowStart, r.Why)
	require.Equal(t, []int64{4, 1}, []int64{r.Want, r.Got})
}

func TestFetchStopsAtSegmentAndWatermark(t *testing.T) {
	l := pairs(t, 5)
	require.Equal(t, []int64{0, 1}, offsets(l.Fetch(0, ReadUncommitted, 1<<20).Batches))
	require.Equal(t, []int64{1}, offsets(l.Fetch(1, ReadUncommitted, 1<<20).Batches))
	require.Equal(t, []int64{0}, offsets(l.Fetch(0, ReadUncommitted, 1).Batches), "at least one")
	l.SetHW(1)
	require.Equal(t, []int64{0}, offsets(l.Fetch(0, ReadUncommitted, 1<<20).Batches))
	require.Empty(t, l.Fetch(1, ReadUncommitted, 1<<20).Batches)
	require.Equal(t, []int64{4}, offsets(l.Fetch(4, ReadLogEnd, 1<<20).Batches))
	require.Equal(t, errcode.OffsetOutOfRange, l.Fetch(6, ReadLogEnd, 1<<20).Code)
	r := l.Fetch(5, ReadLogEnd, 1<<20)
	require.Equal(t, errcode.None, r.Code)
	require.EqualValues(t, 5, r.Next(5))
}
