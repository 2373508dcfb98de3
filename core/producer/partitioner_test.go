package producer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/record"
	"highwater/core/why"
)

func TestMurmur2(t *testing.T) {
	for key, want := range map[string]int32{
		"21":                         -973932308,
		"foobar":                     -790332482,
		"a-little-bit-long-string":   -985981536,
		"a-little-bit-longer-string": -1486304829,
		"abc":                        479470107,
		"":                           275646681,
		"a":                          -1563381124,
		"b":                          -1853091852,
		"user-1":                     1404122828,
		"user-2":                     -324981792,
		"user-3":                     1141442267,
		"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8": -58897971,
	} {
		require.Equal(t, want, Murmur2([]byte(key)), key)
	}
}

func TestPartitionForKey(t *testing.T) {
	for key, want := range map[string][3]int32{
		"": {0, 3, 1}, "a": {1, 4, 4}, "b": {2, 2, 6}, "user-1": {2, 2, 8}, "user-2": {2, 2, 6},
		"user-3": {2, 5, 7},
	} {
		got := [3]int32{PartitionForKey([]byte(key), 3), PartitionForKey([]byte(key), 6),
			PartitionForKey([]byte(key), 10)}
		require.Equal(t, want, got, key)
	}
}

// sends records of about size bytes without key and returns the partition of each.
func sticky(r *rig, n, size int) []int32 {
	var where []int32
	for range n {
		_, e := r.c.Send(r.now, TP{0, AnyPartition},
			record.Record{Value: make([]byte, size), Timestamp: -1})
		for _, note := range e.Notes {
			if note.Kind == NoteAppended {
				where = append(where, note.TP.Partition)
			}
		}
	}
	return where
}

func TestStickyPartitionChangesAfterABatch(t *testing.T) {
	r := newRig(t, 4, "enable.idempotence=false", "batch.size=1000",
		"partitioner.adaptive.partitioning.enable=false", "buffer.memory=1000000")
	where := sticky(r, 400, 80)
	runs, length, distinct := 1, 1, map[int32]bool{where[0]: true}
	for i := 1; i < len(where); i++ {
		distinct[where[i]] = true
		if where[i] != where[i-1] {
			require.GreaterOrEqual(t, length, 10, "a half-filled batch was cut")
			runs, length = runs+1, 0
		}
		length++
	}
	require.Len(t, distinct, 4)
	require.Greater(t, runs, 10)
}

func TestNamedPartitionAndKeyGoFirst(t *testing.T) {
	r := newRig(t, 3, "enable.idempotence=false", "linger.ms=100")
	for _, c := range []struct {
		partition int32
		key       []byte
		want      int32
		why       why.Why
	}{
		{2, []byte("a"), 2, why.PartitionGiven},
		{AnyPartition, []byte("a"), 1, why.PartitionByKey},
		{AnyPartition, []byte{}, 0, why.PartitionByKey},
	} {
		_, e := r.c.Send(r.now, TP{0, c.partition}, record.Record{Key: c.key, Timestamp: -1})
		require.Equal(t, c.want, e.Notes[0].TP.Partition)
		require.Equal(t, c.why, e.Notes[0].Why)
	}
	r.c.Config.IgnoreKeys = true
	_, e := r.c.Send(r.now, TP{0, AnyPartition}, record.Record{Key: []byte("a"), Timestamp: -1})
	require.Equal(t, why.PartitionSticky, e.Notes[len(e.Notes)-1].Why)
}

// TestAdaptiveWeights: queues of 0, 3 and 1 batches weigh 4, 1 and 3.
func TestAdaptiveWeights(t *testing.T) {
	r := newRig(t, 3, "enable.idempotence=false")
	for p, queue := range []int{0, 3, 1} {
		r.c.partition(TP{0, int32(p)}).Deque = make([]BatchID, queue)
	}
	topic := r.c.topic(0)
	r.c.updateLoads(topic)
	require.Equal(t, []Load{{0, 4}, {1, 5}, {2, 8}}, topic.Loads)
	var e Effects
	hits := [3]int{}
	for range 8000 {
		r.c.switchSticky(topic, &e)
		hits[topic.Sticky]++
	}
	require.InDelta(t, 4000, hits[0], 200)
	require.InDelta(t, 1000, hits[1], 200)
	require.InDelta(t, 3000, hits[2], 200)

	r.c.learnLeader(Leader{TP{0, 0}, NoNode, 1})
	r.c.updateLoads(topic)
	require.Equal(t, []Load{{1, 1}, {2, 4}}, topic.Loads, "no leader, no weight")
	for p := range int32(3) {
		r.c.partition(TP{0, p}).Deque = make([]BatchID, 2)
	}
	r.c.learnLeader(Leader{TP{0, 0}, 1, 2})
	r.c.updateLoads(topic)
	require.Empty(t, topic.Loads, "equal queues need no weights")
}
