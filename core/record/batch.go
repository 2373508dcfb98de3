package record

import (
	"encoding/binary"
	"hash/crc32"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Batch is one encoded batch with its decoded header beside it. Bytes must not be changed:
// clones of a log, followers and readers share them.
type Batch struct {
	Header
	Bytes []byte
}

// Parse takes the first batch of p. It checks that the declared size is possible and that all of
// it is there, not the CRC and not the records. Every error is an *Error.
func Parse(p []byte) (Batch, error) {
	h, err := ParseHeader(p)
	if err != nil {
		// A batch that declares more than there is ends the iteration before its own size is
		// judged (FileLogInputStream.nextBatch).
		if h.BatchLength >= MinRecordSize && h.Size() > len(p) {
			return Batch{Header: h}, incomplete(h, len(p))
		}
		return Batch{Header: h}, err
	}
	if h.Size() > len(p) {
		return Batch{Header: h}, incomplete(h, len(p))
	}
	return Batch{Header: h, Bytes: p[:h.Size():h.Size()]}, nil
}

func incomplete(h Header, left int) *Error {
	return fail(Incomplete, 0, "the batch declares %d bytes, %d are left", h.Size(), left)
}

// CheckCRC compares the stored CRC with that of the bytes (RecordBatch.ensureValid). Formats 0
// and 1 have a plain CRC-32 over the magic and what follows, format 2 a CRC-32C from the
// attributes on, so that a leader can set offsets and epoch without touching it.
func (b Batch) CheckCRC() error {
	return b.CompareCRC(b.CRCUpdate(0, b.Bytes[b.CRCFrom():]))
}

// WithOffset gives the batch at another base offset. The CRC does not cover it.
func (b Batch) WithOffset(base int64) Batch {
	b = b.copied()
	b.setOffset(base)
	return b
}

// WithLeaderEpoch gives the batch under another partition leader epoch. The CRC does not cover it.
func (b Batch) WithLeaderEpoch(epoch int32) Batch {
	b = b.copied()
	b.setLeaderEpoch(epoch)
	return b
}

// WithMaxTimestamp gives the batch with another timestamp type and largest timestamp
// (DefaultRecordBatch.setMaxTimestamp): the CRC is computed anew only if one of them changes,
// and then attribute bits without meaning are lost, as in Kafka.
func (b Batch) WithMaxTimestamp(logAppendTime bool, ms int64) Batch {
	if !b.changesTimestamp(logAppendTime, ms) {
		return b
	}
	b = b.copied()
	b.setMaxTimestamp(logAppendTime, ms)
	return b
}

// Assigned does with one copy what a leader does to a batch that it appends as it came
// (LogValidator.assignOffsetsNonCompressed): offset, epoch, timestamp type, largest timestamp.
func (b Batch) Assigned(base int64, epoch int32, logAppendTime bool, maxTimestamp int64) Batch {
	b = b.copied()
	b.setOffset(base)
	b.setLeaderEpoch(epoch)
	if b.changesTimestamp(logAppendTime, maxTimestamp) {
		b.setMaxTimestamp(logAppendTime, maxTimestamp)
	}
	return b
}

func (b Batch) copied() Batch {
	b.Bytes = append(make([]byte, 0, len(b.Bytes)), b.Bytes...)
	return b
}

func (b *Batch) setOffset(base int64) {
	b.BaseOffset = base
	binary.BigEndian.PutUint64(b.Bytes, uint64(base))
}

func (b *Batch) setLeaderEpoch(epoch int32) {
	b.LeaderEpoch = epoch
	binary.BigEndian.PutUint32(b.Bytes[atLeaderEpoch:], uint32(epoch))
}

func (b Batch) changesTimestamp(logAppendTime bool, ms int64) bool {
	return b.LogAppendTime() != logAppendTime || b.MaxTimestamp != ms
}

func (b *Batch) setMaxTimestamp(logAppendTime bool, ms int64) {
	b.Attributes = (b.Attributes & knownBits).with(logAppendTimeBit, logAppendTime)
	b.MaxTimestamp = ms
	binary.BigEndian.PutUint16(b.Bytes[atAttributes:], uint16(b.Attributes))
	binary.BigEndian.PutUint64(b.Bytes[atMaxTimestamp:], uint64(ms))
	b.CRC = seal(b.Bytes)
}

// seal computes the CRC of an encoded batch and writes it into its place.
func seal(p []byte) uint32 {
	sum := crc32.Checksum(p[atAttributes:], castagnoli)
	binary.BigEndian.PutUint32(p[atCRC:], sum)
	return sum
}

// CRCFrom is the first byte that the CRC covers.
func (h Header) CRCFrom() int {
	if h.Legacy() {
		return atMagic
	}
	return atAttributes
}

// CRCUpdate goes on computing the CRC of a batch that is read in pieces, from CRCFrom on. The
// first sum is 0.
func (h Header) CRCUpdate(sum uint32, piece []byte) uint32 {
	if h.Legacy() {
		return crc32.Update(sum, crc32.IEEETable, piece)
	}
	return crc32.Update(sum, castagnoli, piece)
}

// CompareCRC says what is wrong if the CRC of the bytes is not the stored one
// (RecordBatch.ensureValid).
func (h Header) CompareCRC(sum uint32) error {
	if sum == h.CRC {
		return nil
	}
	at := int64(atCRC)
	if h.Legacy() {
		at = atLegacyCRC
	}
	return fail(CorruptRecord, at, "Record is corrupt (stored crc = %d, computed crc = %d)",
		h.CRC, sum)
}
