package check

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/world"
)

// healthy is a world with one replica of 30 batches in some segments.
func healthy(t *testing.T) (*world.World, *log.Log) {
	cfg, err := log.DefaultConfig().WithAll("internal.segment.bytes", "900",
		"index.interval.bytes", "100", "cleanup.policy", "compact")
	require.NoError(t, err)
	l := log.New("t-0", cfg, 1000)
	for i := range 30 {
		value := []byte("value")
		if i%7 == 6 {
			value = nil
		}
		b := record.Build(record.Spec{ProducerID: 5, BaseSequence: int32(i)},
			[]record.Record{{Timestamp: 1000 + int64(i), Key: []byte{byte('a' + i%5)},
				Value: value}})
		_, code := l.AppendLeader(b, 0, 1000)
		require.Zero(t, code)
		l.RaiseHW(l.EndOffset)
	}
	require.Greater(t, len(l.Segments), 2)
	w := world.New()
	w.Topics = []world.Topic{{Name: "t", Parts: []world.Partition{{Leader: 1,
		Replicas: []world.NodeID{1}, ISR: []world.NodeID{1}}}}}
	w.Brokers = []world.Broker{{ID: 1, Up: true, Replicas: []world.Replica{{Log: l}}}}
	return w, l
}

// TestEveryBrokenInvariantIsSeen breaks one thing after another in a healthy world.
func TestEveryBrokenInvariantIsSeen(t *testing.T) {
	w, _ := healthy(t)
	require.Empty(t, All(w))
	for _, c := range []struct {
		name  string
		spoil func(w *world.World, l *log.Log)
	}{
		{Watermarks, func(_ *world.World, l *log.Log) { l.HW = l.EndOffset + 1 }},
		{Watermarks, func(_ *world.World, l *log.Log) { l.LogStart = l.EndOffset + 5 }},
		{LeaderBelowFollowers, func(w *world.World, l *log.Log) {
			w.Brokers = append(w.Brokers, world.Broker{ID: 2, Replicas: []world.Replica{
				{Log: log.New("t-0", l.Config, 1)}}})
			w.Topics[0].Parts[0].ISR = []world.NodeID{1, 2}
		}},
		{Ascending, func(_ *world.World, l *log.Log) {
			l.Segments[0], l.Segments[1] = l.Segments[1], l.Segments[0]
		}},
		{Ascending, func(_ *world.World, l *log.Log) { l.Segments[1].Size++ }},
		{Ascending, func(_ *world.World, l *log.Log) {
			s := &l.Segments[1]
			s.Batches = append([]record.Batch{}, s.Batches...)
			s.Batches[1].BaseOffset -= 3
		}},
		{IndexPoints, func(_ *world.World, l *log.Log) {
			s := &l.Segments[0]
			s.Index = append([]log.IndexEntry{}, s.Index...)
			s.Index[1].Position++
		}},
		{IndexPoints, func(_ *world.World, l *log.Log) {
			s := &l.Segments[0]
			s.Index = append([]log.IndexEntry{}, s.Index...)
			s.Index[0], s.Index[1] = s.Index[1], s.Index[0]
		}},
		{IndexPoints, func(_ *world.World, l *log.Log) {
			s := &l.Segments[0]
			s.TimeIndex = append([]log.TimeEntry{}, s.TimeIndex...)
			s.TimeIndex[0].Timestamp += 1_000_000
		}},
		{BytesRead, func(_ *world.World, l *log.Log) {
			b := &l.Segments[1].Batches[0]
			bytes := append([]byte{}, b.Bytes...)
			bytes[len(bytes)-2] ^= 1
			l.Segments[1].Batches = append([]record.Batch{}, l.Segments[1].Batches...)
			l.Segments[1].Batches[0].Bytes = bytes
		}},
		{Reencodes, func(_ *world.World, l *log.Log) {
			s := &l.Segments[1]
			s.Batches = append([]record.Batch{}, s.Batches...)
			s.Batches[0] = s.Batches[0].WithMaxTimestamp(false, 9_999_999)
		}},
		{ProducersMatch, func(_ *world.World, l *log.Log) {
			l.Producers.Entries[0].Batches[l.Producers.Entries[0].Count-1].LastSequence++
		}},
		{CheckpointWithin, func(_ *world.World, l *log.Log) {
			l.CleanerCheckpoint = l.EndOffset + 1
		}},
		{OneConnRequest, func(w *world.World, _ *log.Log) {
			w.Conns = []world.Conn{{ID: 1, Node: 1, Busy: 99}}
		}},
	} {
		w, l := healthy(t)
		c.spoil(w, l)
		require.Contains(t, namesOf(All(w)), c.name)
	}
}

func namesOf(broken []world.Violation) []string {
	var out []string
	for _, v := range broken {
		out = append(out, v.Name)
	}
	return out
}

// TestAPassThatDoesWrongIsSeen alters the log after a pass in ways that no pass may.
func TestAPassThatDoesWrongIsSeen(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(l *log.Log)
	}{
		{NewestSurvives, func(l *log.Log) { dropLast(l) }},
		{OnlyRemoves, func(l *log.Log) {
			s := &l.Segments[0]
			s.Batches = append([]record.Batch{}, s.Batches...)
			s.Batches[0] = record.Build(record.Spec{ProducerID: 5},
				[]record.Record{{Timestamp: 1, Key: []byte("a"), Value: []byte("forged")}})
		}},
	} {
		_, l := healthy(t)
		before := l.Clone()
		end := l.ActiveSegment().BaseOffset
		c.spoil(l)
		require.Contains(t, namesOf(Pass(1, &world.Replica{Log: l}, before, end, 2000)), c.name)
	}
	_, l := healthy(t)
	require.Contains(t, namesOf(Pass(1, &world.Replica{Log: l}, l, l.ActiveSegment().BaseOffset,
		2000)), NothingBelowTombstone, "nothing was cleaned, so old values lie below tombstones")
}

// dropLast removes every batch of the last closed segment.
func dropLast(l *log.Log) {
	s := &l.Segments[len(l.Segments)-2]
	s.Batches, s.Positions = nil, nil
}

func TestAfterLooksOnlyAtWhatWasTouched(t *testing.T) {
	w, l := healthy(t)
	l.HW = l.EndOffset + 1
	require.Empty(t, After(w, []world.Event{{Kind: world.Waited, Topic: -1}}))
	require.NotEmpty(t, After(w, []world.Event{{Kind: world.Appended, Node: 1}}))
}

func TestNamesAreAllDifferent(t *testing.T) {
	seen := map[string]bool{}
	for _, n := range Names() {
		require.False(t, seen[n], n)
		seen[n] = true
	}
}
