package record

import "encoding/binary"

// Sizes of a batch's fixed parts (Records, DefaultRecordBatch, LegacyRecord).
const (
	// HeaderSize is RECORD_BATCH_OVERHEAD: the bytes before the first record.
	HeaderSize = 61
	// LogOverhead is LOG_OVERHEAD: base offset and length, which the length does not count.
	LogOverhead = 12
	// MagicEnd is HEADER_SIZE_UP_TO_MAGIC: fewer bytes cannot tell what follows.
	MagicEnd = 17
	// MinRecordSize is RECORD_OVERHEAD_V0: the least length that any format can declare.
	MinRecordSize = 14
	// Magic is the format that is written, 2.
	Magic = 2
)

// Values that stand for nothing (RecordBatch).
const (
	NoTimestamp     int64 = -1
	NoProducerID    int64 = -1
	NoProducerEpoch int16 = -1
	NoSequence      int32 = -1
	NoLeaderEpoch   int32 = -1
)

// Positions of the header's fields.
const (
	atLength          = 8
	atLeaderEpoch     = 12
	atMagic           = 16
	atCRC             = 17
	atAttributes      = 21
	atLastOffsetDelta = 23
	atBaseTimestamp   = 27
	atMaxTimestamp    = 35
	atProducerID      = 43
	atProducerEpoch   = 51
	atBaseSequence    = 53
	atCount           = 57
)

// Header is the decoded header of a batch. For a message of format 0 or 1 the fields that it
// does not have hold -1, and Count is -1 because its number of records is not in the clear.
type Header struct {
	BaseOffset      int64
	BatchLength     int32
	LeaderEpoch     int32
	Magic           int8
	CRC             uint32
	Attributes      Attributes
	LastOffsetDelta int32
	BaseTimestamp   int64
	MaxTimestamp    int64
	ProducerID      int64
	ProducerEpoch   int16
	BaseSequence    int32
	Count           int32
}

// Size is the number of bytes of the whole batch, sizeInBytes in Kafka.
func (h Header) Size() int { return LogOverhead + int(h.BatchLength) }

// LastOffset is the offset of the last record that the batch held when it was written.
// Compaction keeps it.
func (h Header) LastOffset() int64 { return h.BaseOffset + int64(h.LastOffsetDelta) }

// NextOffset is the first offset after the batch.
func (h Header) NextOffset() int64 { return h.LastOffset() + 1 }

// LastSequence is the sequence of the last record, -1 without sequences.
func (h Header) LastSequence() int32 {
	if h.BaseSequence == NoSequence {
		return NoSequence
	}
	return IncrementSequence(h.BaseSequence, h.LastOffsetDelta)
}

// HasProducerID tells that an idempotent or transactional producer wrote the batch.
func (h Header) HasProducerID() bool { return h.ProducerID > NoProducerID }

// Legacy tells that this is a message of format 0 or 1. Kafka takes every magic below 2 for one
// (FileLogInputStream.nextBatch), and every magic above for format 2.
func (h Header) Legacy() bool { return h.Magic < Magic }

// Codec is the compression of the records.
func (h Header) Codec() Codec { return h.Attributes.Codec() }

// LogAppendTime tells that maxTimestamp is the timestamp of every record.
func (h Header) LogAppendTime() bool { return h.Attributes.LogAppendTime() }

// Transactional tells that the batch is part of a transaction, or its end marker.
func (h Header) Transactional() bool { return h.Attributes.Transactional() }

// Control tells that the records are markers for brokers.
func (h Header) Control() bool { return h.Attributes.Control() }

// DeleteHorizon is the time from which the cleaner may drop the tombstones or the marker of
// this batch (KIP-534).
func (h Header) DeleteHorizon() (ms int64, ok bool) {
	if h.Legacy() || !h.Attributes.HasDeleteHorizon() {
		return 0, false
	}
	return h.BaseTimestamp, true
}

// ParseHeader decodes the header at the start of p. It checks only what must hold for the batch
// to be walked over: the declared length, and for format 2 room for a header.
func ParseHeader(p []byte) (Header, error) {
	if len(p) < MagicEnd {
		return Header{}, fail(Incomplete, 0, "%d bytes left, a header needs %d", len(p), MagicEnd)
	}
	h := Header{
		BaseOffset:  int64(binary.BigEndian.Uint64(p)),
		BatchLength: int32(binary.BigEndian.Uint32(p[atLength:])),
		Magic:       int8(p[atMagic]),
	}
	if h.BatchLength < MinRecordSize {
		return h, fail(CorruptRecord, atLength,
			"Found record size %d smaller than minimum record overhead (%d)",
			h.BatchLength, MinRecordSize)
	}
	if h.Legacy() {
		return h.parseLegacy(p)
	}
	if h.Size() < HeaderSize {
		return h, fail(CorruptRecord, atLength, "Record batch is corrupt (the size %d is smaller "+
			"than the minimum allowed overhead %d)", h.Size(), HeaderSize)
	}
	if len(p) < HeaderSize {
		return h, fail(Incomplete, 0, "%d bytes left, a header needs %d", len(p), HeaderSize)
	}
	h.LeaderEpoch = int32(binary.BigEndian.Uint32(p[atLeaderEpoch:]))
	h.CRC = binary.BigEndian.Uint32(p[atCRC:])
	h.Attributes = Attributes(binary.BigEndian.Uint16(p[atAttributes:]))
	h.LastOffsetDelta = int32(binary.BigEndian.Uint32(p[atLastOffsetDelta:]))
	h.BaseTimestamp = int64(binary.BigEndian.Uint64(p[atBaseTimestamp:]))
	h.MaxTimestamp = int64(binary.BigEndian.Uint64(p[atMaxTimestamp:]))
	h.ProducerID = int64(binary.BigEndian.Uint64(p[atProducerID:]))
	h.ProducerEpoch = int16(binary.BigEndian.Uint16(p[atProducerEpoch:]))
	h.BaseSequence = int32(binary.BigEndian.Uint32(p[atBaseSequence:]))
	h.Count = int32(binary.BigEndian.Uint32(p[atCount:]))
	return h, nil
}

// put writes the header to the first 61 bytes of p. The CRC is written as it stands in h.
func (h Header) put(p []byte) {
	_ = p[HeaderSize-1]
	binary.BigEndian.PutUint64(p, uint64(h.BaseOffset))
	binary.BigEndian.PutUint32(p[atLength:], uint32(h.BatchLength))
	binary.BigEndian.PutUint32(p[atLeaderEpoch:], uint32(h.LeaderEpoch))
	p[atMagic] = byte(h.Magic)
	binary.BigEndian.PutUint32(p[atCRC:], h.CRC)
	binary.BigEndian.PutUint16(p[atAttributes:], uint16(h.Attributes))
	binary.BigEndian.PutUint32(p[atLastOffsetDelta:], uint32(h.LastOffsetDelta))
	binary.BigEndian.PutUint64(p[atBaseTimestamp:], uint64(h.BaseTimestamp))
	binary.BigEndian.PutUint64(p[atMaxTimestamp:], uint64(h.MaxTimestamp))
	binary.BigEndian.PutUint64(p[atProducerID:], uint64(h.ProducerID))
	binary.BigEndian.PutUint16(p[atProducerEpoch:], uint16(h.ProducerEpoch))
	binary.BigEndian.PutUint32(p[atBaseSequence:], uint32(h.BaseSequence))
	binary.BigEndian.PutUint32(p[atCount:], uint32(h.Count))
}
