package cleaner

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/why"
)

// TestEveryRecordSaysWhy walks a producer, a tombstone and two transactions through three passes.
func TestEveryRecordSaysWhy(t *testing.T) {
	w := tell(t, log.V42)
	w.put("a=1")
	w.put("b=1")
	w.put("b")
	w.put("7:0:0", "a=2")
	w.end(7, 0, true)
	w.put("8:0:0", "c=1")
	w.end(8, 0, false)
	w.put("d=1")
	w.roll()
	p := w.clean(Settings{})
	horizon := int64(start + 8 + 1000)
	for _, want := range []RecordVerdict{
		{Offset: 0, Why: why.RecordSuperseded, A: 3},
		{Offset: 1, Why: why.RecordSuperseded, A: 2},
		{Offset: 2, Keep: true, Why: why.TombstoneGetsHorizon, A: horizon, B: 1000},
		{Offset: 3, Keep: true, Why: why.RecordNewest, A: 3},
		{Offset: 4, Keep: true, Why: why.MarkerHasData, A: 3},
		{Offset: 5, Why: why.RecordAborted, A: 5, B: 6},
		{Offset: 6, Keep: true, Why: why.MarkerHasData, A: 5},
		{Offset: 7, Keep: true, Why: why.RecordNewest, A: 7},
	} {
		require.Equal(t, want, verdictOf(&p, want.Offset))
	}
	var actions []string
	for _, b := range p.Groups[0].Batches {
		actions = append(actions, b.Action.String()+" "+b.Why.String())
	}
	require.Equal(t, []string{
		"drop batch-emptied", "drop batch-emptied", "rebuild batch-gets-horizon",
		"copy batch-copied", "copy batch-copied", "empty empty-for-sequence",
		"copy batch-copied", "copy batch-copied",
	}, actions)
	require.Equal(t, Stats{MapRecords: 5, Keys: 3, SegmentsBefore: 1, BytesBefore: 575,
		BatchesBefore: 8, RecordsBefore: 8, SegmentsAfter: 1, BytesAfter: 427, BatchesAfter: 6,
		RecordsAfter: 5, EmptyAfter: 1, Horizons: 1}, p.Stats)

	secondPass(t, w, horizon)
	thirdPass(t, w, horizon)
}

// secondPass expires the producers, so that their empty batch goes in it.
func secondPass(t *testing.T, w *teller, horizon int64) {
	w.put("a=3")
	w.l.ExpireProducers(w.now + 10_000)
	w.roll()
	p := w.clean(Settings{})
	require.Equal(t, RecordVerdict{Offset: 2, Keep: true, Why: why.TombstoneWaits, A: horizon,
		B: w.now}, verdictOf(&p, 2))
	require.Equal(t, why.RecordSuperseded, verdictOf(&p, 3).Why)
	require.Equal(t, why.MarkerHasData, verdictOf(&p, 4).Why)
	require.Equal(t, why.MarkerHasData, verdictOf(&p, 6).Why, "the empty batch counts as data")
	require.Equal(t, RecordVerdict{Offset: 7, Keep: true, Why: why.RecordKeyNotDirty, A: 8},
		verdictOf(&p, 7))

}

// thirdPass sets the marker's horizon; two more let it wait and go.
func thirdPass(t *testing.T, w *teller, horizon int64) {
	w.put("e=1")
	w.roll()
	p := w.clean(Settings{})
	second := w.now + 1000
	require.Equal(t, RecordVerdict{Offset: 4, Keep: true, Why: why.MarkerGetsHorizon, A: second,
		B: 1000}, verdictOf(&p, 4))

	w.put("f=1")
	w.roll()
	p = w.clean(Settings{})
	require.Equal(t, RecordVerdict{Offset: 4, Keep: true, Why: why.MarkerWaits, A: second,
		B: w.now}, verdictOf(&p, 4))

	w.now += 2000
	w.put("g=1")
	w.roll()
	p = w.clean(Settings{})
	require.Equal(t, RecordVerdict{Offset: 4, Why: why.MarkerExpired, A: second, B: w.now},
		verdictOf(&p, 4))
	require.Equal(t, RecordVerdict{Offset: 2, Why: why.TombstoneExpired, A: horizon, B: w.now},
		verdictOf(&p, 2))
	require.Equal(t, "0: [7.d=1] [8.a=3] [9.e=1] [10.f=1] [11.g=1]", w.holds())
}

func TestRecordWithoutKeyGoes(t *testing.T) {
	w := tell(t, log.V42, "cleanup.policy", "delete")
	batch := record.Build(record.NewSpec(record.None), []record.Record{
		{Timestamp: start, Value: []byte("v")}, {Offset: 1, Timestamp: start, Key: []byte("k")}})
	w.l.AppendLeader(batch, 0, start)
	w.put("z=1")
	w.roll()
	p := w.clean(Settings{})
	require.Equal(t, why.RecordWithoutKey, verdictOf(&p, 0).Why)
	require.Equal(t, int64(1), p.Stats.InvalidRecords)
	require.Equal(t, why.NotCompacted, p.Choice.Why)
	require.True(t, p.Choice.Ready)
	require.False(t, p.Choice.Eligible)
}

func TestControlRecordThatEndsNothingStays(t *testing.T) {
	w := tell(t, log.V42)
	spec := record.NewSpec(record.None)
	spec.Control, spec.LeaderEpoch = true, 0
	batch := record.Build(spec, []record.Record{
		{Timestamp: start, Key: []byte{0, 0, 0, 2}, Value: []byte{}}})
	require.NoError(t, firstError(w.l.AppendFollower([]record.Batch{batch}, 0, start)))
	w.put("z=1")
	w.roll()
	p := w.clean(Settings{})
	require.Equal(t, RecordVerdict{Offset: 0, Keep: true, Why: why.ControlKept}, verdictOf(&p, 0))
}

func firstError(_ log.AppendResult, code interface{ String() string }) error {
	if code.String() == "NONE" {
		return nil
	}
	return errText(code.String())
}

type errText string

func (e errText) Error() string { return string(e) }

// TestPassDies: what cannot be read ends the pass, the groups before it are cleaned, and the
// checkpoint stays.
func TestPassDies(t *testing.T) {
	write := func() *teller {
		w := tell(t, log.V42, "internal.segment.bytes", "150")
		w.put("a=1")
		w.roll()
		w.put("a=2")
		w.put("b=2")
		w.roll()
		return w
	}
	t.Run("at a batch with a wrong count", func(t *testing.T) {
		w := write()
		w.l.Segments[1].Batches[0].Count = -1
		p := w.clean(Settings{})
		require.Equal(t, why.CleanedUnreadable, p.Death.Why)
		require.Equal(t, int64(1), p.Death.Offset)
		require.Contains(t, p.Death.Text, "InvalidRecordException")
		require.Equal(t, int64(-1), w.l.CleanerCheckpoint)
	})
	t.Run("at a tail that is no batch", func(t *testing.T) {
		w := write()
		w.l.Segments[1].Tail = []byte("rubbish")
		p := w.clean(Settings{})
		require.Equal(t, why.CleanedUnreadable, p.Death.Why)
		require.Equal(t, int64(7), p.Death.A)
	})
	t.Run("at a control batch with a short key", func(t *testing.T) {
		w := write()
		spec := record.NewSpec(record.None)
		spec.Control = true
		w.l.Segments[1].Batches[1] = record.Build(spec, []record.Record{{Key: []byte{0}}})
		require.Equal(t, why.CleanedUnreadable, w.clean(Settings{}).Death.Why)
	})
	t.Run("at an index without room, with the first group swapped in", func(t *testing.T) {
		w := tell(t, log.V42, "internal.segment.bytes", "150", "index.interval.bytes", "0")
		w.put("a=1")
		w.roll()
		w.put("a=2")
		w.put("b=2")
		w.roll()
		w.l.Config.SegmentIndexBytes = 4
		p := w.clean(Settings{})
		require.Equal(t, why.CleanedIndexFull, p.Death.Why)
		require.Len(t, p.Groups, 1)
		require.Equal(t, "1: [1.a=2] [2.b=2]", w.holds())
		require.Equal(t, int64(-1), w.l.CleanerCheckpoint)
	})
}

func TestGroups(t *testing.T) {
	w := tell(t, log.V42, "internal.segment.bytes", "150", "index.interval.bytes", "0")
	for _, words := range [][]string{{"a=1"}, {"b=1"}, {"c=1"}, {"d=1"}, {"e=1"}} {
		w.put(words...)
		w.roll()
	}
	p := Decide(w.l, Settings{}, w.now)
	require.Len(t, p.Groups, 3)
	require.Equal(t, Group{From: 0, To: 2, Why: why.GroupFull, A: 210, B: 150, BytesBefore: 140,
		BytesAfter: 140}, bare(p.Groups[0]))
	require.Equal(t, Group{From: 4, To: 5, Why: why.GroupLast, BytesBefore: 70, BytesAfter: 70},
		bare(p.Groups[2]))

	w.l.Config.SegmentIndexBytes = 12
	p = Decide(w.l, Settings{}, w.now)
	require.Equal(t, why.GroupIndexFull, p.Groups[0].Why)

	w.l.Config.SegmentIndexBytes = 1000
	w.l.Segments[1].BaseOffset += 1 << 31
	for i := range w.l.Segments[2:] {
		w.l.Segments[2+i].BaseOffset += 1 << 31
	}
	require.Equal(t, why.GroupTooWide, groups(w.l, 1<<40, 1<<40)[0].Why)
}

func bare(g Group) Group {
	g.Batches, g.Cleaned = nil, nil
	return g
}

// TestUntouchedSegmentsSayWhy: what is not cleaned has a reason too.
func TestUntouchedSegmentsSayWhy(t *testing.T) {
	fill := func(settings ...string) *teller {
		w := tell(t, log.V42, append([]string{"internal.segment.bytes", "150"}, settings...)...)
		for _, word := range []string{"a=1", "b=1", "c=1", "d=1", "e=1"} {
			w.put(word)
		}
		return w
	}
	reasons := func(p Plan) (list []string) {
		for _, u := range p.Untouched {
			list = append(list, u.Why.String())
		}
		return list
	}
	w := fill()
	w.l.SetHW(3)
	require.Equal(t, []string{"bound-inside-segment", "segment-active"},
		reasons(Decide(w.l, Settings{}, w.now)))
	w.l.SetHW(2)
	require.Equal(t, []string{"bound-by-high-watermark", "segment-active"},
		reasons(Decide(w.l, Settings{}, w.now)))
	w.l.SetHW(0)
	p := Decide(w.l, Settings{}, w.now)
	require.Len(t, p.Untouched, 3, "with nothing to clean every segment says why")

	w = fill("min.compaction.lag.ms", "100")
	w.l.SetHW(5)
	w.now = start + 101
	p = Decide(w.l, Settings{}, w.now)
	require.Equal(t, Untouched{Base: 2, Size: 140, Why: why.BoundByMinCompactionLag, A: 98, B: 100},
		p.Untouched[0])

	empty := log.New("t-0", w.l.Config, start)
	empty.EndOffset = 3
	empty.Segments = []log.Segment{log.NewSegment(0, "", start), log.NewSegment(1, "", start),
		log.NewSegment(3, "", start)}
	empty.SetHW(3)
	require.Equal(t, []string{"log-is-empty", "log-is-empty", "segment-active"},
		reasons(Decide(empty, Settings{}, w.now)), "the map is not full, there is just nothing")

	w = fill()
	w.l.SetHW(5)
	p = Decide(w.l, Settings{Slots: 2}, w.now)
	require.Equal(t, Untouched{Base: 2, Size: 140, Why: why.BoundByFullMap, A: 1, B: 1},
		p.Untouched[0])
}
