package log

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// damaged is a batch with something wrong in its records and a CRC that agrees with it.
func damaged(t testing.TB, b record.Batch, change func(p []byte)) record.Batch {
	t.Helper()
	p := slices.Clone(b.Bytes)
	change(p)
	binary.BigEndian.PutUint32(p[17:], crc32.Checksum(p[21:], crc32.MakeTable(crc32.Castagnoli)))
	b, err := record.Parse(p)
	require.NoError(t, err)
	return b
}

// TestRefusalsOfAnAppendHaveTheirReason: one batch for each thing that can be wrong with one, as it
// comes from a client, a coordinator or a leader.
func TestRefusalsOfAnAppendHaveTheirReason(t *testing.T) {
	good := batch(kv("k", "v", t0))
	lead := func(b record.Batch, in AppendInput) func(l *Log) (AppendResult, errcode.Code) {
		in.Now = t0
		return func(l *Log) (AppendResult, errcode.Code) { return l.Append(b, in) }
	}
	follow := func(epoch int32, b ...record.Batch) func(l *Log) (AppendResult, errcode.Code) {
		return func(l *Log) (AppendResult, errcode.Code) { return l.AppendFollower(b, epoch, t0) }
	}
	for _, c := range []struct {
		why       why.Why
		code      errcode.Code
		want, got int64
		do        func(l *Log) (AppendResult, errcode.Code)
	}{
		{why.EmptyBatch, errcode.InvalidRecord, 1, 0, lead(damaged(t, good, func(p []byte) {
			binary.BigEndian.PutUint32(p[57:], 0)
		}), AppendInput{})},
		{why.MagicNotTwo, errcode.InvalidRecord, 2, 1, lead(record.Batch{
			Header: record.Header{Magic: 1, Count: 1}, Bytes: good.Bytes}, AppendInput{})},
		{why.EpochMissing, errcode.UnknownServerError, 0, -1, lead(good,
			AppendInput{LeaderEpoch: -1})},
		{why.SequenceUnchecked, errcode.None, 0, 77, lead(who{id: 5}.one(77, 1, t0),
			AppendInput{Origin: FromCoordinator})},
		{why.BelowEnd, errcode.UnexpectedAppendOffset, 1, 0, follow(0, good)},
		{why.OffsetsNotAscending, errcode.OffsetsOutOfOrder, 3, 3, follow(0, good.WithOffset(3),
			good.WithOffset(3))},
		{why.EpochTooNew, errcode.None, 4, 5, follow(4, good.WithOffset(9).WithLeaderEpoch(5))},
		{why.Undecodable, errcode.UnknownServerError, 0, 7, follow(0,
			damaged(t, good, func(p []byte) { p[22] |= 7 }).WithOffset(9))},
	} {
		l := small(t, "100000")
		put(t, l, good, t0)
		before := l.EndOffset
		res, code := c.do(l)
		assert.Equal(t, c.code, code, c.why)
		assert.Equal(t, c.why, res.Why)
		assert.Equal(t, []int64{c.want, c.got}, []int64{res.Want, res.Got}, c.why)
		if code != errcode.None {
			assert.Equal(t, before, l.EndOffset, "%s: a refused batch leaves no trace", c.why)
		}
	}
}

// TestRecordsThatCannotBeRead: the header agrees with its CRC and the records do not make sense.
func TestRecordsThatCannotBeRead(t *testing.T) {
	l := small(t, "100000")
	b := damaged(t, batch(kv("k", "v", t0)), func(p []byte) { p[61] = 0x7e })
	res, code := l.AppendLeader(b, 0, t0)
	assert.NotEqual(t, errcode.None, code)
	assert.Equal(t, why.Undecodable, res.Why)
	assert.NotEmpty(t, res.Text)
}

// TestAnOldCoordinatorEndsNothing: after a marker of coordinator epoch 4, one of epoch 3 is fenced.
func TestAnOldCoordinatorEndsNothing(t *testing.T) {
	l := small(t, "100000")
	x := who{id: 2, txn: true}
	put(t, l, x.one(0, 1, t0), t0)
	_, code := l.AppendMarker(Marker{ProducerID: 2, Commit: true, CoordinatorEpoch: 4}, 0, t0)
	require.Equal(t, errcode.None, code)
	res, code := l.AppendMarker(Marker{ProducerID: 2, Commit: true, CoordinatorEpoch: 3}, 0, t0)
	assert.Equal(t, errcode.TransactionCoordinatorFenced, code)
	assert.Equal(t, why.CoordinatorStale, res.Why)
	assert.Equal(t, []int64{4, 3}, []int64{res.Want, res.Got})
}

// TestRollAndTruncationSayWhoAsked: they come from outside, so they explain nothing but that.
func TestRollAndTruncationSayWhoAsked(t *testing.T) {
	l := small(t, "100000")
	put(t, l, batch(kv("k", "v", t0)), t0)
	put(t, l, batch(kv("k", "w", t0)), t0)
	r, ok := l.Roll(t0)
	require.True(t, ok)
	assert.Equal(t, why.RolledByCommand, r.Why)
	put(t, l, batch(kv("k", "x", t0)), t0)
	tr := l.TruncateTo(1, t0)
	assert.Equal(t, why.TruncatedAway, tr.Why)
	require.Len(t, tr.Removed, 1)
	assert.Equal(t, why.TruncatedAway, tr.Removed[0].Why)
	assert.Equal(t, int64(2), tr.Removed[0].Base)
	assert.Equal(t, why.NothingToTruncate, l.TruncateTo(5, t0).Why)
}

// TestLoadingSaysWhatItDid: one directory for each thing that loading can find.
func TestLoadingSaysWhatItDid(t *testing.T) {
	l := story(t)
	l.close()
	all, second := l.Files(), l.Segments[1].BaseOffset
	rename := func(from, to string) []File {
		files := slices.Clone(all)
		for i := range files {
			if files[i].Name == from {
				files[i].Name = to
			}
		}
		return files
	}
	spoil := func(p []byte) []byte { p[65]++; return p }
	for _, c := range []struct {
		why   why.Why
		file  string
		files []File
		clean bool
		start int64
	}{
		{why.FileSwapFinished, logName(0) + ".swap", rename(logName(0), logName(0)+".swap"), false,
			0},
		{why.FileSnapshotStray, snapshotName(1), append(slices.Clone(all), File{
			Name: snapshotName(1), Data: fileOf(t, l, snapshotName(second))}), true, 0},
		{why.FileAfterCut, logName(second), change(all, logName(0), spoil), false, 0},
		{why.FileBelowStart, logName(0), all, true, 5000},
		{why.FileIgnoredTail, logName(second), change(all, logName(second), func(p []byte) []byte {
			return append(p, 1, 2, 3)
		}), true, 0},
	} {
		o := options(l, c.clean)
		o.LogStart = c.start
		_, report, err := Load(c.files, o)
		require.NoError(t, err, c.why)
		var found []string
		for _, n := range report.Notes {
			if n.Why == c.why {
				found = append(found, n.File)
			}
		}
		assert.Contains(t, found, c.file, "%s: %v", c.why, report.Notes)
	}
}

// TestASegmentWhoseOffsetsGoBackwardsIsCutToItsBase: an index cannot be built over such batches, so
// recovery gives the whole segment up.
func TestASegmentWhoseOffsetsGoBackwardsIsCutToItsBase(t *testing.T) {
	l := small(t, "100000", "index.interval.bytes", "1")
	for i := range int64(4) {
		put(t, l, batch(kv("k", "v", t0+i)), t0+i)
	}
	l.close()
	size := l.Segments[0].Batches[0].Size()
	files := change(l.Files(), logName(0), func(p []byte) []byte {
		binary.BigEndian.PutUint64(p[2*size:], 3)
		binary.BigEndian.PutUint64(p[3*size:], 1)
		return p
	})
	back, report, err := Load(files, options(l, false))
	require.NoError(t, err)
	require.NotEmpty(t, report.Notes)
	n := report.Notes[len(report.Notes)-1]
	assert.Equal(t, why.FileCutToBase, n.Why)
	assert.Equal(t, []int64{int64(4 * size), 0}, []int64{n.A, n.B})
	assert.Equal(t, int64(0), back.EndOffset)
}
