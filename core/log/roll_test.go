package log

import (
	"encoding/hex"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

func TestRollBySizeCountsTheIncomingBytes(t *testing.T) {
	l := small(t, "140")
	put(t, l, batch(kv("a", "1", t0)), t0)
	require.Empty(t, put(t, l, batch(kv("a", "1", t0)), t0).Rolls, "140 bytes fit into 140")
	require.Equal(t, []Roll{{Base: 2, Why: why.SegmentFull, A: 140, B: 70, C: 140}},
		put(t, l, batch(kv("a", "1", t0)), t0).Rolls)
}

func TestRollByTimeComparesRecordsNotClocks(t *testing.T) {
	l := New("t-0", conf(t, "segment.ms", "100"), t0)
	put(t, l, batch(kv("a", "1", t0)), t0)
	require.Empty(t, put(t, l, batch(kv("a", "1", t0+100)), t0+5000).Rolls)
	res := put(t, l, batch(kv("a", "1", t0+101)), t0+5000)
	require.Equal(t, []Roll{{Base: 2, Why: why.SegmentOld, A: 101, B: 100}}, res.Rolls)
}

func TestRollByClockWithoutTimestamps(t *testing.T) {
	l := New("t-0", conf(t, "segment.ms", "100"), t0)
	put(t, l, batch(kv("a", "1", record.NoTimestamp)), t0)
	res := put(t, l, batch(kv("a", "1", record.NoTimestamp)), t0+101)
	require.Equal(t, why.SegmentOldByClock, res.Rolls[0].Why)
	require.EqualValues(t, 101, res.Rolls[0].A)
}

func TestMaxCompactionLagRollsCompactedTopics(t *testing.T) {
	l := New("t-0", conf(t, "cleanup.policy", "compact", "max.compaction.lag.ms", "50"), t0)
	put(t, l, batch(kv("a", "1", t0)), t0)
	require.Len(t, put(t, l, batch(kv("a", "2", t0+51)), t0).Rolls, 1)
}

func TestJitterShortensASegmentsLifeAndRepeats(t *testing.T) {
	c := conf(t, "segment.ms", "1000", "segment.jitter.ms", "500")
	draw := func(seed uint64) []int64 {
		l := New("t-0", c, t0)
		l.JitterSeed = seed
		var jitter []int64
		for i := range int64(4) {
			put(t, l, batch(kv("a", "1", t0+i)), t0)
			l.Roll(t0)
			jitter = append(jitter, l.ActiveSegment().RollJitter)
		}
		return jitter
	}
	require.Equal(t, draw(7), draw(7))
	require.NotEqual(t, draw(7), draw(8))
	for _, j := range draw(7) {
		require.GreaterOrEqual(t, j, int64(0))
		require.Less(t, j, int64(500))
	}
}

func TestRollByFullIndexes(t *testing.T) {
	l := New("t-0", conf(t, "index.interval.bytes", "0", "segment.index.bytes", "24"), t0)
	put(t, l, batch(kv("a", "1", t0)), t0)
	put(t, l, batch(kv("a", "1", t0)), t0)
	res := put(t, l, batch(kv("a", "1", t0)), t0)
	require.Equal(t, why.TimeIndexFull, res.Rolls[0].Why, "one of two entries is reserved")
	require.EqualValues(t, 1, res.Rolls[0].A)

	l = New("t-0", conf(t, "index.interval.bytes", "0", "segment.index.bytes", "24"), t0)
	for range 4 {
		res = put(t, l, batch(kv("a", "1", record.NoTimestamp)), t0)
		require.Empty(t, res.Rolls)
	}
	res = put(t, l, batch(kv("a", "1", record.NoTimestamp)), t0)
	require.Equal(t, why.OffsetIndexFull, res.Rolls[0].Why)
}

// An index with no room at all makes an empty segment look full; it is made anew in its place.
func TestRollOfAnEmptySegmentRecreatesIt(t *testing.T) {
	l := New("t-0", conf(t, "segment.index.bytes", "4"), t0)
	res := put(t, l, batch(kv("a", "1", t0)), t0)
	require.True(t, res.Rolls[0].Recreated)
	require.Equal(t, []int64{0}, bases(l))
	require.EqualValues(t, 1, l.LogEndOffset())
	r, ok := l.Roll(t0)
	require.True(t, ok)
	require.EqualValues(t, 1, r.Base)
	r, ok = l.Roll(t0)
	require.True(t, ok)
	require.True(t, r.Recreated)
}

func TestRollWhenOffsetsLeaveThirtyOneBits(t *testing.T) {
	f := New("t-0", conf(t), t0)
	far := batch(kv("a", "1", t0)).WithLeaderEpoch(0)
	_, code := f.AppendFollower([]record.Batch{far}, 0, t0)
	require.Equal(t, errcode.None, code)
	res, code := f.AppendFollower([]record.Batch{far.WithOffset(math.MaxInt32 + 1)}, 0, t0)
	require.Equal(t, errcode.None, code)
	require.Equal(t, why.OffsetTooFar, res.Rolls[0].Why)
	require.Equal(t, []int64{0, math.MaxInt32 + 1}, bases(f))
	require.Equal(t, []int64{0, math.MaxInt32 + 1},
		[]int64{l0(f).BaseOffset, f.Snapshots[0].Offset}, "the snapshot lies at the new base")
}

func l0(l *Log) *Segment { return &l.Segments[0] }

// With an interval of 100 bytes and batches of 71 every second batch from the third on has an
// entry: last offset and position of the batch itself.
func TestIndexEntriesFallDueByBytes(t *testing.T) {
	l := New("t-0", conf(t, "index.interval.bytes", "100"), t0)
	for i := range int64(6) {
		put(t, l, batch(kv("a", "12", t0+i)), t0+i)
	}
	require.Equal(t, []IndexEntry{{2, 142}, {4, 284}}, l0(l).Index)
	require.Equal(t, []TimeEntry{{t0 + 2, 2}, {t0 + 4, 4}}, l0(l).TimeIndex)
	l.Roll(t0)
	require.Equal(t, TimeEntry{t0 + 5, 5}, l0(l).TimeIndex[2], "closing forces the last maximum")
}

func TestIndexEntryNamesTheLastOffsetOfItsBatch(t *testing.T) {
	l := New("t-0", conf(t, "index.interval.bytes", "0"), t0)
	put(t, l, batch(kv("a", "1", t0), kv("b", "1", t0)), t0)
	put(t, l, batch(kv("a", "1", t0), kv("b", "1", t0), kv("c", "1", t0)), t0)
	require.Equal(t, []IndexEntry{{4, int32(l0(l).Batches[0].Size())}}, l0(l).Index)
}

func TestTimeIndexIgnoresOlderRecords(t *testing.T) {
	l := New("t-0", conf(t, "index.interval.bytes", "0"), t0)
	for _, ts := range []int64{5, 9, 7, 9, 10} {
		put(t, l, batch(kv("a", "1", t0+ts)), t0)
	}
	require.Equal(t, []TimeEntry{{t0 + 9, 1}, {t0 + 10, 4}}, l0(l).TimeIndex)
	require.Len(t, l0(l).Index, 4)
}

// Before KAFKA-806 a whole response got one entry: its last offset at its first byte.
func TestOneIndexEntryPerAppendInOldVersions(t *testing.T) {
	leader := New("t-0", conf(t), t0)
	for i := range int64(4) {
		put(t, leader, batch(kv("a", "1", t0+i)), t0)
	}
	f := New("t-0", conf(t, "index.interval.bytes", "0"), t0)
	f.Config.Rules, _ = RulesOf(V39)
	b := leader.Segments[0].Batches
	_, code := f.AppendFollower(b[:1], 0, t0)
	require.Equal(t, errcode.None, code)
	_, code = f.AppendFollower(b[1:], 0, t0)
	require.Equal(t, errcode.None, code)
	require.Equal(t, []IndexEntry{{3, 70}}, l0(f).Index)
	require.Equal(t, []TimeEntry{{t0 + 3, 3}}, l0(f).TimeIndex)
}

// A directory with a transaction, byte for byte as Kafka leaves it after a roll and a clean close.
func TestWholeDirectoryEqualsKafkas(t *testing.T) {
	l := New("t-0", conf(t, "index.interval.bytes", "0"), t0)
	w := who{id: 4000, epoch: 3, txn: true}
	put(t, l, w.batch(0, kv("a", "1", t0)), t0)
	put(t, l, batch(kv("b", "2", t0+1)), t0+1)
	end(t, l, w, false, 0, t0+2)
	put(t, l, batch(kv("c", "3", t0+3)), t0+3)
	l.Roll(t0 + 4)
	l.close()
	want := []struct{ name, hex string }{
		{"00000000000000000000.index", "0000000100000046000000020000008c00000003000000da"},
		{"00000000000000000000.log", "" +
			"00000000000000000000003a00000000024b1cebb80010000000000000018bcfe568000000018bcfe56800" +
			"0000000000000fa000030000000000000001100000000261023100" +
			"00000000000000010000003a0000000002e2ded3d60000000000000000018bcfe568010000018bcfe56801" +
			"ffffffffffffffffffffffffffff00000001100000000262023200" +
			"0000000000000002000000420000000002e724d2850030000000000000018bcfe568020000018bcfe56802" +
			"0000000000000fa00003ffffffff000000012000000008000000000c00000000000000" +
			"00000000000000030000003a00000000020a67f6f80000000000000000018bcfe568030000018bcfe56803" +
			"ffffffffffffffffffffffffffff00000001100000000263023300"},
		{"00000000000000000000.timeindex",
			"0000018bcfe56801000000010000018bcfe56802000000020000018bcfe5680300000003"},
		{"00000000000000000000.txnindex", "00000000000000000fa0" +
			"000000000000000000000000000000020000000000000003"},
		{"00000000000000000004.log", ""},
		{"00000000000000000004.snapshot", "0001adec602c000000010000000000000fa00003000000000000" +
			"000000000000000000000000018bcfe5680200000000ffffffffffffffff"},
		{"leader-epoch-checkpoint", hex.EncodeToString([]byte("0\n1\n0 0\n"))},
	}
	files := l.Files()
	require.Len(t, files, len(want))
	for i, f := range files {
		require.Equal(t, want[i].name, f.Name)
		require.Equal(t, want[i].hex, hex.EncodeToString(f.Data), f.Name)
	}
}

func TestPartitionMetadataIsWrittenAndRead(t *testing.T) {
	l := New("t-0", conf(t), t0)
	l.TopicID = [16]byte{0xfb, 0xff, 1, 2, 3}
	text := string(fileOf(t, l, PartitionMetadataFile))
	require.Equal(t, "version: 0\ntopic_id: -_8BAgMAAAAAAAAAAAAAAA\n", text)
	back, _, err := Load(l.Files(), LoadOptions{Name: "t-0", Config: l.Config, Clean: true, HW: -1,
		CleanerCheckpoint: -1, Now: t0})
	require.NoError(t, err)
	require.Equal(t, l.TopicID, back.TopicID)
	_, err = parseMetadata([]byte("version: 0\ntopic_id: " + strings.Repeat("x", 60) + "\n"))
	require.ErrorContains(t, err, "byte 11")
}

func TestOffsetForTime(t *testing.T) {
	l := small(t, "210", "index.interval.bytes", "0")
	for i := range int64(9) {
		put(t, l, batch(kv("a", "1", t0+10*i)), t0+10*i)
	}
	for ts := int64(-5); ts <= 80; ts += 5 {
		offset, found, ok := l.OffsetForTime(t0 + ts)
		require.True(t, ok)
		require.Equal(t, max(0, (ts+9)/10), offset)
		require.Equal(t, t0+10*offset, found)
	}
	_, _, ok := l.OffsetForTime(t0 + 81)
	require.False(t, ok)
}

// A segment keeps the index configs of the moment it was opened.
func TestIndexConfigsCountFromTheNextSegmentOn(t *testing.T) {
	l := New("t-0", conf(t, "index.interval.bytes", "0"), t0)
	put(t, l, batch(kv("a", "1", t0)), t0)
	l.Config = conf(t, "index.interval.bytes", "1000")
	put(t, l, batch(kv("a", "1", t0)), t0)
	require.Len(t, l0(l).Index, 1)
	l.Roll(t0)
	put(t, l, batch(kv("a", "1", t0)), t0)
	put(t, l, batch(kv("a", "1", t0)), t0)
	require.Empty(t, l.ActiveSegment().Index)
}
