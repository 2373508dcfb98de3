package record

import (
	"encoding/binary"
	"fmt"
)

// ControlType is the type of a control record (ControlRecordType).
type ControlType int16

// The control types. Those from LeaderChange on occur only in the metadata log of KRaft.
const (
	ControlAbort          ControlType = 0
	ControlCommit         ControlType = 1
	ControlLeaderChange   ControlType = 2
	ControlSnapshotHeader ControlType = 3
	ControlSnapshotFooter ControlType = 4
	ControlKRaftVersion   ControlType = 5
	ControlKRaftVoters    ControlType = 6
	// ControlUnknown stands for every other type: Kafka skips it.
	ControlUnknown ControlType = -1
	// ControlNone stands for a control batch without a record, which Kafka ignores altogether.
	ControlNone ControlType = -2
)

// String gives Kafka's name of the type.
func (t ControlType) String() string {
	switch t {
	case ControlAbort:
		return "ABORT"
	case ControlCommit:
		return "COMMIT"
	case ControlLeaderChange:
		return "LEADER_CHANGE"
	case ControlSnapshotHeader:
		return "SNAPSHOT_HEADER"
	case ControlSnapshotFooter:
		return "SNAPSHOT_FOOTER"
	case ControlKRaftVersion:
		return "KRAFT_VERSION"
	case ControlKRaftVoters:
		return "KRAFT_VOTERS"
	case ControlUnknown:
		return "UNKNOWN"
	case ControlNone:
		return "NONE"
	}
	return fmt.Sprintf("ControlType(%d)", int16(t))
}

// Control is what a control batch says.
type Control struct {
	Type ControlType
	// Offset and Timestamp are those of the record.
	Offset    int64
	Timestamp int64
	// CoordinatorEpoch is set for COMMIT and ABORT.
	CoordinatorEpoch int32
}

// EndsTransaction tells that the marker is a COMMIT or an ABORT.
func (c Control) EndsTransaction() bool {
	return c.Type == ControlCommit || c.Type == ControlAbort
}

// Sizes of a marker's key and value (EndTransactionMarker).
const (
	controlKeySize   = 4
	controlValueSize = 6
)

// Marker says what an end marker carries.
type Marker struct {
	Offset           int64
	Timestamp        int64
	LeaderEpoch      int32
	ProducerID       int64
	ProducerEpoch    int16
	CoordinatorEpoch int32
	Commit           bool
}

// EndMarker builds the batch that ends a transaction (MemoryRecords.withEndTransactionMarker).
// The coordinator sends it; on a topic with LogAppendTime the leader then sets type and time.
func EndMarker(m Marker) Batch {
	key := make([]byte, controlKeySize)
	if m.Commit {
		binary.BigEndian.PutUint16(key[2:], uint16(ControlCommit))
	}
	value := make([]byte, controlValueSize)
	binary.BigEndian.PutUint32(value[2:], uint32(m.CoordinatorEpoch))
	spec := Spec{
		BaseOffset: m.Offset, LeaderEpoch: m.LeaderEpoch, Transactional: true, Control: true,
		ProducerID: m.ProducerID, ProducerEpoch: m.ProducerEpoch, BaseSequence: NoSequence,
	}
	return Build(spec, []Record{
		{Offset: m.Offset, Timestamp: m.Timestamp, Key: key, Value: value},
	})
}

// ParseControl reads the first record of a control batch. A batch without records gives
// ControlNone and no error.
func ParseControl(b Batch) (Control, error) {
	c := Control{Type: ControlNone}
	err := b.Walk(nil, func(r *Record) (err error) {
		if c.Type == ControlNone {
			c, err = ParseControlRecord(r)
		}
		return err
	})
	return c, err
}

// ParseControlRecord reads one control record. A key or value longer than known and a version
// above 0 are read as far as they are known; a negative version is an error
// (ControlRecordType.parse, EndTransactionMarker.deserialize).
func ParseControlRecord(r *Record) (Control, error) {
	c := Control{Type: ControlUnknown, Offset: r.Offset, Timestamp: r.Timestamp}
	if len(r.Key) < controlKeySize {
		return c, fail(InvalidRecord, HeaderSize, "Invalid value size found for end control "+
			"record key. Must have at least %d bytes, but found only %d",
			controlKeySize, len(r.Key))
	}
	if v := int16(binary.BigEndian.Uint16(r.Key)); v < 0 {
		return c, fail(InvalidRecord, HeaderSize, "Invalid version found for control record: %d. "+
			"May indicate data corruption", v)
	}
	t := ControlType(binary.BigEndian.Uint16(r.Key[2:]))
	if t < ControlAbort || t > ControlKRaftVoters {
		return c, nil
	}
	c.Type = t
	if !c.EndsTransaction() {
		return c, nil
	}
	if len(r.Value) < controlValueSize {
		return c, fail(InvalidRecord, HeaderSize, "Invalid value size found for end transaction "+
			"marker. Must have at least %d bytes, but found only %d",
			controlValueSize, len(r.Value))
	}
	if v := int16(binary.BigEndian.Uint16(r.Value)); v < 0 {
		return c, fail(InvalidRecord, HeaderSize, "Invalid version found for end transaction "+
			"marker: %d. May indicate data corruption", v)
	}
	c.CoordinatorEpoch = int32(binary.BigEndian.Uint32(r.Value[2:]))
	return c, nil
}
