package log

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// Six hundred records of 5070 bytes fill two segments of a mebibyte with 206 records each.
func TestSixHundredRecordsRollTwice(t *testing.T) {
	l := New("facts-0", conf(t, "segment.bytes", "1048576"), t0)
	var rolls []Roll
	for i := range int64(600) {
		r := record.Record{Timestamp: t0 + 3*i, Value: []byte(strings.Repeat("x", 5000))}
		res := put(t, l, batch(r), t0+3*i)
		require.Equal(t, i, res.First)
		rolls = append(rolls, res.Rolls...)
	}
	require.Equal(t, []int64{0, 206, 412}, bases(l))
	require.Equal(t, []int32{1_044_420, 1_044_420, 953_160}, sizes(l))
	require.Len(t, rolls, 2)
	require.Equal(t, Roll{Base: 206, Closed: 0, Why: why.SegmentFull, A: 1_044_420, B: 5070,
		C: 1 << 20}, rolls[0])
	require.EqualValues(t, 600, l.LogEndOffset())
}

func TestLeaderAssignsOffsetsEpochAndNothingElse(t *testing.T) {
	l := New("t-0", conf(t), t0)
	put(t, l, batch(kv("a", "1", t0), kv("b", "2", t0+1)), t0)
	b := batch(kv("c", "3", t0))
	_, code := l.AppendLeader(b, 7, t0)
	require.Equal(t, errcode.None, code)
	got := l.Segments[0].Batches[1]
	require.EqualValues(t, 2, got.BaseOffset)
	require.EqualValues(t, 7, got.LeaderEpoch)
	require.Equal(t, b.CRC, got.CRC, "offset and epoch are not covered by the CRC")
	require.Equal(t, b.Bytes[21:], got.Bytes[21:])
	require.EqualValues(t, -1, b.LeaderEpoch, "the sender's bytes stay as they were")
	require.Equal(t, []EpochEntry{{0, 0}, {7, 2}}, l.Epochs.Entries)
}

func TestLogAppendTimeOverridesTheClientsClock(t *testing.T) {
	l := New("t-0", conf(t, "message.timestamp.type", "LogAppendTime"), t0)
	res := put(t, l, batch(kv("a", "1", 5)), t0+9)
	require.EqualValues(t, t0+9, res.AppendTime)
	b := l.Segments[0].Batches[0]
	require.True(t, b.LogAppendTime())
	require.EqualValues(t, t0+9, b.MaxTimestamp)
	require.NoError(t, b.CheckCRC())
}

func TestTopicCodecRebuildsTheBatch(t *testing.T) {
	l := New("t-0", conf(t, "compression.type", "gzip"), t0)
	res := put(t, l, batch(kv("a", strings.Repeat("v", 500), t0), kv("b", "2", t0)), t0)
	require.True(t, res.Converted)
	b := l.Segments[0].Batches[0]
	require.Equal(t, record.Gzip, b.Codec())
	recs, err := b.Records()
	require.NoError(t, err)
	require.Equal(t, "b", string(recs[1].Key))
	require.EqualValues(t, 1, recs[1].Offset)

	plain := New("t-0", conf(t, "compression.type", "uncompressed"), t0)
	spec := record.NewSpec(record.LZ4)
	put(t, plain, sent(spec, kv("a", strings.Repeat("v", 500), t0)), t0)
	require.Equal(t, record.None, plain.Segments[0].Batches[0].Codec())

	producer := New("t-0", conf(t), t0)
	res = put(t, producer, sent(spec, kv("a", "1", t0)), t0)
	require.False(t, res.Converted, "producer: the batch stays as it came")
}

func TestMarkersAreNeverCompressed(t *testing.T) {
	l := New("t-0", conf(t, "compression.type", "zstd"), t0)
	w := who{id: 1, txn: true}
	put(t, l, w.one(0, 1, t0), t0)
	end(t, l, w, true, 0, t0)
	require.Equal(t, record.Zstd, l.Segments[0].Batches[0].Codec())
	require.Equal(t, record.None, l.Segments[0].Batches[1].Codec())
}

func TestRefusals(t *testing.T) {
	control := record.EndMarker(record.Marker{Timestamp: t0, ProducerID: 1, Commit: true})
	damaged := batch(kv("a", "1", t0))
	damaged.Bytes = append([]byte(nil), damaged.Bytes...)
	damaged.Bytes[len(damaged.Bytes)-1]++
	short := batch(kv("a", "1", t0), kv("b", "1", t0))
	short = recount(short, 1)
	noSequence := who{id: 1}.batch(-1, kv("a", "1", t0))
	appendTime := record.NewSpec(record.None)
	appendTime.LogAppendTime, appendTime.AppendTime = true, -1
	week := int64(7 * 24 * 3600 * 1000)
	for _, c := range []struct {
		name   string
		config []string
		batch  record.Batch
		code   errcode.Code
		why    why.Why
		want   int64
		got    int64
	}{
		{"base offset", nil, batch(kv("a", "1", t0)).WithOffset(3), errcode.InvalidRecord,
			why.BaseOffsetNotZero, 0, 3},
		{"size", []string{"max.message.bytes", "70"}, batch(kv("a", "12", t0)),
			errcode.MessageTooLarge, why.BatchTooLarge, 70, 71},
		{"crc", nil, damaged, errcode.CorruptMessage, why.BadCRC, 0, int64(damaged.CRC)},
		{"count", nil, short, errcode.InvalidRecord, why.CountMismatch, 2, 1},
		{"control", nil, control, errcode.InvalidRecord, why.ControlFromClient, 0, 0},
		{"sequence", nil, noSequence, errcode.InvalidRecord, why.NegativeSequence, 0, -1},
		{"no key", []string{"cleanup.policy", "compact"},
			batch(kv("a", "1", t0), record.Record{Timestamp: t0, Value: []byte("v")}),
			errcode.InvalidRecord, why.KeyMissing, 0, 1},
		{"too new", nil, batch(kv("a", "1", t0+3_600_001)), errcode.InvalidTimestamp,
			why.TimestampTooNew, t0 + 3_600_000, t0 + 3_600_001},
		{"too old", []string{"message.timestamp.before.max.ms", "1000"},
			batch(kv("a", "1", t0-week)), errcode.InvalidTimestamp, why.TimestampTooOld, t0 - 1000,
			t0 - week},
		{"broker's timestamp type", nil, sent(appendTime, kv("a", "1", t0)),
			errcode.InvalidTimestamp, why.AppendTimeFromClient, 0, 0},
		{"segment", []string{"internal.segment.bytes", "69"}, batch(kv("a", "1", t0)),
			errcode.RecordListTooLarge, why.AppendTooLarge, 69, 70},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := New("t-0", conf(t, c.config...), t0)
			res, code := l.AppendLeader(c.batch, 0, t0)
			require.Equal(t, c.code, code)
			require.Equal(t, c.why, res.Why)
			require.Equal(t, c.want, res.Want)
			require.Equal(t, c.got, res.Got)
			require.EqualValues(t, -1, res.First)
			require.EqualValues(t, 0, l.LogEndOffset())
		})
	}
}

// recount changes the declared number of records, under a right CRC.
func recount(b record.Batch, n byte) record.Batch {
	p := append([]byte(nil), b.Bytes...)
	p[60] = n
	fixed, err := record.Parse(p)
	if err != nil {
		panic(err)
	}
	fixed = fixed.WithMaxTimestamp(false, b.MaxTimestamp+1)
	return fixed.WithMaxTimestamp(false, b.MaxTimestamp)
}

func TestARecordWithoutTimestampIsAlwaysLegal(t *testing.T) {
	l := New("t-0", conf(t, "message.timestamp.before.max.ms", "1"), t0)
	put(t, l, batch(kv("a", "1", record.NoTimestamp)), t0)
	require.EqualValues(t, record.NoTimestamp, l.Segments[0].MaxTimestamp)
	require.EqualValues(t, t0, l.Segments[0].LargestTimestamp(), "then the file's mtime counts")
}

func TestARequestCarriesExactlyOneBatch(t *testing.T) {
	l := New("t-0", conf(t), t0)
	b := batch(kv("a", "1", t0))
	in := AppendInput{Now: t0}
	res, code := l.AppendBytes(append(b.Bytes[:len(b.Bytes):len(b.Bytes)], b.Bytes...), in)
	require.Equal(t, errcode.InvalidRecord, code)
	require.Equal(t, why.OneBatchOnly, res.Why)
	_, code = l.AppendBytes(append(b.Bytes[:len(b.Bytes):len(b.Bytes)], 1, 2, 3), in)
	require.Equal(t, errcode.None, code, "bytes that are no batch are ignored")
	_, code = l.AppendBytes([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0}, in)
	require.Equal(t, errcode.CorruptMessage, code)
}

// The roll comes before the check of the producer, so a repeated batch can still roll.
func TestDuplicateAndRefusedBatchesRoll(t *testing.T) {
	l := small(t, "200")
	w := who{id: 1}
	put(t, l, w.one(0, 1, t0), t0)
	put(t, l, w.one(1, 1, t0), t0)
	res := put(t, l, w.one(1, 1, t0), t0)
	require.True(t, res.Duplicate)
	require.EqualValues(t, 1, res.First)
	require.Len(t, res.Rolls, 1)
	require.Equal(t, []int64{0, 2}, bases(l))
	require.EqualValues(t, 2, l.LogEndOffset())
}

func TestFollowerCopiesHolesAndRollsBeyondItsEnd(t *testing.T) {
	leader := New("t-0", conf(t), t0)
	for i := range 4 {
		put(t, leader, batch(kv("a", "1", t0+int64(i))), t0)
	}
	b := leader.Segments[0].Batches
	f := small(t, "140")
	_, code := f.AppendFollower(b[:1], 0, t0)
	require.Equal(t, errcode.None, code)
	res, code := f.AppendFollower(b[2:], 0, t0)
	require.Equal(t, errcode.None, code)
	require.EqualValues(t, 2, res.First)
	require.Equal(t, []int64{0, 2}, bases(f), "the new segment begins where the batch does")
	require.EqualValues(t, 4, f.LogEndOffset())
	require.Equal(t, fileOf(t, leader, logName(0))[140:], fileOf(t, f, logName(2)))

	_, code = f.AppendFollower(b[3:], 0, t0)
	require.Equal(t, errcode.UnexpectedAppendOffset, code)
	_, code = f.AppendFollower([]record.Batch{b[1], b[0]}, 0, t0)
	require.Equal(t, errcode.OffsetsOutOfOrder, code)
}

func TestFollowerSkipsBatchesOfANewerEpoch(t *testing.T) {
	leader := New("t-0", conf(t), t0)
	put(t, leader, batch(kv("a", "1", t0)), t0)
	leader.AppendLeader(batch(kv("b", "1", t0)), 5, t0)
	f := New("t-0", conf(t), t0)
	res, code := f.AppendFollower(leader.Segments[0].Batches, 4, t0)
	require.Equal(t, errcode.None, code)
	require.Equal(t, 1, res.Skipped)
	require.EqualValues(t, 1, f.LogEndOffset())

	old := New("t-0", conf(t), t0)
	old.Config.Rules, _ = RulesOf(V39)
	_, code = old.AppendFollower(leader.Segments[0].Batches, 4, t0)
	require.Equal(t, errcode.None, code)
	require.EqualValues(t, 2, old.LogEndOffset(), "before KAFKA-18723 it was appended")
}

func TestFollowerAndTheSizeOfAResponse(t *testing.T) {
	leader := New("t-0", conf(t), t0)
	for range 3 {
		put(t, leader, batch(kv("a", "1", t0)), t0)
	}
	f := small(t, "150")
	_, code := f.AppendFollower(leader.Segments[0].Batches, 0, t0)
	require.Equal(t, errcode.RecordListTooLarge, code)
	f.Config.Rules, _ = RulesOf(VTrunk)
	_, code = f.AppendFollower(leader.Segments[0].Batches, 0, t0)
	require.Equal(t, errcode.None, code, "KAFKA-17375")
}
