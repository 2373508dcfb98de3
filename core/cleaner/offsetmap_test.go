package cleaner

import (
	"container/heap"
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/log"
)

func TestUsableIsNineTenths(t *testing.T) {
	for slots, want := range map[int64]int64{
		2: 1, 3: 2, 4: 3, 9: 8, 10: 9, 11: 9, 5592405: 5033164,
	} {
		require.Equal(t, want, Usable(slots), "of %d slots", slots)
	}
	require.Equal(t, int64(5592405), int64(DefaultSlots), "128 MiB for one thread")
}

// TestMapAnswersAsAnyMap: growing, probing and overwriting are invisible.
func TestMapAnswersAsAnyMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := NewOffsetMap(rapid.Int64Range(2, 3000).Draw(t, "slots"))
		want := map[string]int64{}
		n := rapid.IntRange(0, 2500).Draw(t, "puts")
		spread := rapid.IntRange(1, 3000).Draw(t, "keys")
		for i := 0; i < n && !m.Full(); i++ {
			key := fmt.Sprint("key", i*7919%spread)
			m.Put([]byte(key), int64(i))
			want[key] = int64(i)
			require.Equal(t, int64(i), m.Latest())
		}
		require.Equal(t, int64(len(want)), m.Size())
		for key, offset := range want {
			require.Equal(t, offset, m.Get([]byte(key)))
		}
		require.Equal(t, int64(-1), m.Get([]byte("no such key")))
		require.LessOrEqual(t, int64(m.Bytes()), m.limit*SlotSize)
	})
}

// TestProbesFollowKafka compares the places with SkimpyOffsetMap.positionOf worked out by hand:
// four bytes of the hash from byte 0 on, then one byte further each time, then slot by slot.
func TestProbesFollowKafka(t *testing.T) {
	m := &OffsetMap{slots: 1000}
	hash := md5.Sum([]byte("k"))
	for attempt := range 13 {
		n := int64(int32(binary.BigEndian.Uint32(hash[attempt:])))
		require.Equal(t, int(max(n, -n)%1000*SlotSize), m.position(&hash, attempt))
	}
	last := int64(int32(binary.BigEndian.Uint32(hash[12:])))
	require.Equal(t, int(max(last+5, -last-5)%1000*SlotSize), m.position(&hash, 17))
	lowest := [hashSize]byte{0: 0x80}
	require.Zero(t, m.position(&lowest, 0), "the absolute value of the lowest int32 is 0")
}

func TestMapOfAMillionKeysTakes24BytesASlot(t *testing.T) {
	m := NewOffsetMap(DefaultSlots)
	var key [8]byte
	for i := range int64(1_000_000) {
		binary.BigEndian.PutUint64(key[:], uint64(i))
		m.Put(key[:], i)
	}
	require.Equal(t, int64(1_000_000), m.Size())
	require.LessOrEqual(t, m.Bytes(), 1_000_000*SlotSize*15/8, "a half more than is used")
}

// txnsByFirst is the heap of the standard library, as an oracle.
type txnsByFirst []log.AbortedTxn

func (h txnsByFirst) Len() int           { return len(h) }
func (h txnsByFirst) Less(i, j int) bool { return h[i].FirstOffset < h[j].FirstOffset }
func (h txnsByFirst) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *txnsByFirst) Push(x any)        { *h = append(*h, x.(log.AbortedTxn)) }
func (h *txnsByFirst) Pop() any {
	q := *h
	x := q[len(q)-1]
	*h = q[:len(q)-1]
	return x
}

func TestHeapGivesFirstOffsetsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ours txnHeap
		var want txnsByFirst
		for i := range rapid.IntRange(0, 60).Draw(t, "steps") {
			if len(ours) > 0 && rapid.Bool().Draw(t, "pop") {
				require.Equal(t, heap.Pop(&want).(log.AbortedTxn).FirstOffset,
					ours.pop().FirstOffset)
				continue
			}
			txn := log.AbortedTxn{ProducerID: int64(i),
				FirstOffset: rapid.Int64Range(0, 20).Draw(t, "first")}
			ours.push(txn)
			heap.Push(&want, txn)
		}
		require.Len(t, ours, want.Len())
	})
}
