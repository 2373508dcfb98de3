package log

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"sort"
)

// Layout of a producer snapshot file (ProducerSnapshot.json).
const (
	snapshotVersion   = 1
	snapshotCRC       = 2
	snapshotCount     = 6
	snapshotHead      = 10
	snapshotEntrySize = 46
)

// Snapshot is a producer snapshot file: the state up to, not including, Offset.
type Snapshot struct {
	Offset int64
	Data   []byte
}

// encodeSnapshot writes the producers by ascending id. Only the last cached batch of each goes
// in, so that a restart forgets the other four (ProducerStateManager.writeSnapshot).
func encodeSnapshot(producers []Producer) []byte {
	p := make([]byte, snapshotHead, snapshotHead+snapshotEntrySize*len(producers))
	binary.BigEndian.PutUint16(p, snapshotVersion)
	binary.BigEndian.PutUint32(p[snapshotCount:], uint32(len(producers)))
	be := binary.BigEndian
	for i := range producers {
		e := &producers[i]
		var delta int32
		if e.Count > 0 {
			delta = e.Batches[e.Count-1].OffsetDelta
		}
		p = be.AppendUint64(p, uint64(e.ID))
		p = be.AppendUint16(p, uint16(e.Epoch))
		p = be.AppendUint32(p, uint32(e.LastSequence()))
		p = be.AppendUint64(p, uint64(e.LastDataOffset()))
		p = be.AppendUint32(p, uint32(delta))
		p = be.AppendUint64(p, uint64(e.LastTimestamp))
		p = be.AppendUint32(p, uint32(e.CoordinatorEpoch))
		p = be.AppendUint64(p, uint64(e.TxnFirstOffset))
	}
	be.PutUint32(p[snapshotCRC:], crc32.Checksum(p[snapshotCount:],
		crc32.MakeTable(crc32.Castagnoli)))
	return p
}

// decodeSnapshot reads a snapshot; name is for the error.
func decodeSnapshot(name string, p []byte) ([]Producer, error) {
	n, err := checkSnapshot(name, p)
	if err != nil {
		return nil, err
	}
	producers := make([]Producer, n)
	for i := range producers {
		producers[i] = decodeProducer(p[snapshotHead+i*snapshotEntrySize:])
	}
	return producers, nil
}

// checkSnapshot says how many producers a snapshot holds.
func checkSnapshot(name string, p []byte) (int, error) {
	be := binary.BigEndian
	if len(p) < snapshotHead {
		return 0, loadError(ErrorSnapshot, name, int64(len(p)),
			"Snapshot failed schema validation: the file ends inside the header")
	}
	if v := int16(be.Uint16(p)); v != snapshotVersion {
		return 0, loadError(ErrorSnapshot, name, 0, "Snapshot contained an unknown file version")
	}
	n := int(int32(be.Uint32(p[snapshotCount:])))
	if n < 0 || n > (len(p)-snapshotHead)/snapshotEntrySize {
		return 0, loadError(ErrorSnapshot, name, snapshotCount,
			"Snapshot failed schema validation: more entries declared than the file holds")
	}
	sum := crc32.Checksum(p[snapshotCount:], crc32.MakeTable(crc32.Castagnoli))
	if sum != be.Uint32(p[snapshotCRC:]) {
		return 0, loadError(ErrorSnapshot, name, snapshotCRC,
			"Snapshot is corrupt (CRC is no longer valid)")
	}
	return n, nil
}

func decodeProducer(q []byte) Producer {
	be := binary.BigEndian
	p := unknownProducer(int64(be.Uint64(q)))
	p.Epoch = int16(be.Uint16(q[8:]))
	c := CachedBatch{LastSequence: int32(be.Uint32(q[10:])), LastOffset: int64(be.Uint64(q[14:])),
		OffsetDelta: int32(be.Uint32(q[22:])), Timestamp: int64(be.Uint64(q[26:]))}
	p.LastTimestamp = c.Timestamp
	p.CoordinatorEpoch = int32(be.Uint32(q[34:]))
	if first := int64(be.Uint64(q[38:])); first >= 0 {
		p.TxnFirstOffset = first
	}
	if c.LastOffset >= 0 {
		p.remember(c)
	}
	return p
}

// Producers decodes the snapshot.
func (s Snapshot) Producers() ([]Producer, error) {
	return decodeSnapshot(snapshotName(s.Offset), s.Data)
}

// Each calls f for each producer of the snapshot in the order of the file, decoding one at a time,
// until it returns an error. A damaged snapshot is a *LoadError before the first call.
func (s Snapshot) Each(f func(p *Producer) error) error {
	n, err := checkSnapshot(snapshotName(s.Offset), s.Data)
	for i := 0; i < n && err == nil; i++ {
		p := decodeProducer(s.Data[snapshotHead+i*snapshotEntrySize:])
		err = f(&p)
	}
	return err
}

func findSnapshot(snapshots []Snapshot, offset int64) (int, bool) {
	i := sort.Search(len(snapshots), func(i int) bool { return snapshots[i].Offset >= offset })
	return i, i < len(snapshots) && snapshots[i].Offset == offset
}

// takeSnapshot writes one at the end of the state, unless the last one is as new
// (ProducerStateManager.takeSnapshot).
func (l *Log) takeSnapshot() {
	s := &l.Producers
	if s.MapEnd <= s.SnapEnd {
		return
	}
	snap := Snapshot{Offset: s.MapEnd, Data: encodeSnapshot(s.Entries)}
	if i, ok := findSnapshot(l.Snapshots, snap.Offset); ok {
		l.Snapshots[i] = snap
	} else {
		l.Snapshots = slices.Insert(l.Snapshots, i, snap)
	}
	s.SnapEnd = s.MapEnd
}

// removeSnapshot drops the snapshot at an offset and returns its size, -1 if there is none.
func (l *Log) removeSnapshot(offset int64) int64 {
	i, ok := findSnapshot(l.Snapshots, offset)
	if !ok {
		return -1
	}
	size := int64(len(l.Snapshots[i].Data))
	l.Snapshots = slices.Delete(l.Snapshots, i, i+1)
	return size
}
