package cleaner

import (
	"encoding/binary"
	"hash/crc32"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/why"
)

// oldMessage encodes a message of format 1; a nil value makes it a tombstone.
func oldMessage(offset int64, key string, value []byte) record.Batch {
	body := []byte{1, 0}
	body = binary.BigEndian.AppendUint64(body, start)
	body = binary.BigEndian.AppendUint32(body, uint32(len(key)))
	body = append(body, key...)
	if value == nil {
		body = binary.BigEndian.AppendUint32(body, 1<<32-1)
	} else {
		body = binary.BigEndian.AppendUint32(body, uint32(len(value)))
		body = append(body, value...)
	}
	p := binary.BigEndian.AppendUint64(nil, uint64(offset))
	p = binary.BigEndian.AppendUint32(p, uint32(4+len(body)))
	p = binary.BigEndian.AppendUint32(p, crc32.ChecksumIEEE(body))
	b, err := record.Parse(append(p, body...))
	if err != nil {
		panic(err)
	}
	return b
}

// oldLog is a log of an old broker: the messages in one closed segment.
func oldLog(t *testing.T, batches ...record.Batch) *teller {
	w := tell(t, log.V42)
	s := log.NewSegment(0, "", start)
	require.NoError(t, s.Append(&w.l.Config, start, batches...))
	s.Close()
	end := int64(len(batches))
	w.l.Segments = []log.Segment{s, log.NewSegment(end, "", start)}
	w.l.EndOffset = end
	w.l.SetHW(end)
	return w
}

// TestOldMessagesBecomeBatches: the output is always of format 2 (KIP-724).
func TestOldMessagesBecomeBatches(t *testing.T) {
	w := oldLog(t, oldMessage(0, "a", []byte("1")), oldMessage(1, "a", []byte("2")),
		oldMessage(2, "b", []byte("1")))
	p := w.clean(Settings{})
	require.Nil(t, p.Death)
	require.Equal(t, "0: [1.a=2] [2.b=1]", w.holds())
	for _, b := range w.l.Segments[0].Batches {
		require.Equal(t, int8(2), b.Magic)
		require.NoError(t, b.CheckCRC())
	}
	require.Equal(t, Rebuild, p.Groups[0].Batches[1].Action)
}

// TestOldTombstonesGoByFileTime: their clock is the mtime of the segment against that of the last
// clean one, as it was for every format before KIP-534.
func TestOldTombstonesGoByFileTime(t *testing.T) {
	w := oldLog(t, oldMessage(0, "a", nil), oldMessage(1, "z", []byte("1")))
	p := w.clean(Settings{})
	require.Equal(t, why.TombstoneWaits, verdictOf(&p, 0).Why,
		"nothing is clean yet, so there is no time from which it could go")
	require.Equal(t, "0: [0.a until +1000] [1.z=1]", w.holds())

	for mtime, want := range map[int64]string{
		start + 4000: "0: [0.z=1] [2.y=1]",
		start + 4001: "0: [0.z=1] [1.a until +1000] [2.y=1]",
	} {
		w = oldLog(t, oldMessage(0, "z", []byte("1")), oldMessage(1, "a", nil),
			oldMessage(2, "y", []byte("1")))
		first, second := log.NewSegment(0, "", start), log.NewSegment(1, "", start)
		batches := w.l.Segments[0].Batches
		require.NoError(t, first.Append(&w.l.Config, start+5000, batches[0]))
		require.NoError(t, second.Append(&w.l.Config, mtime, batches[1:]...))
		w.l.Segments = []log.Segment{first, second, w.l.Segments[1]}
		w.l.CleanerCheckpoint = 1
		w.clean(Settings{})
		require.Equal(t, want, w.holds(), "delete.retention.ms before the last clean segment")
	}
}

// TestOldMessageCannotBeEmptied: there are no empty batches of an old format, so a round that ends
// with a removed old message kills the pass, as it does in Kafka.
func TestOldMessageCannotBeEmptied(t *testing.T) {
	w := oldLog(t, oldMessage(0, "a", []byte("1")), oldMessage(1, "", nil))
	raw := w.l.Segments[0].Batches[1].Bytes
	binary.BigEndian.PutUint32(raw[26:], 1<<32-1)
	w.l.Segments[0].Batches[1], _ = record.Parse(raw)
	p := w.clean(Settings{})
	require.Equal(t, why.CleanedUnreadable, p.Death.Why)
	require.Contains(t, p.Death.Text, "only supported for magic v2")
}
