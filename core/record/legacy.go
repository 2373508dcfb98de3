package record

import "encoding/binary"

// A message of format 0 or 1 (LegacyRecord), after offset and size:
//
//	| crc 4 | magic 1 | attributes 1 | timestamp 8 (format 1) |
//	| key size 4 | key | value size 4 | value |
const (
	atLegacyCRC        = 12
	atLegacyAttributes = 17
	atLegacyBody       = 18
)

// parseLegacy fills the fields that a message of format 0 or 1 has. A negative magic is treated
// like 0, as Kafka does; its CRC cannot be right.
func (h Header) parseLegacy(p []byte) (Header, error) {
	h.LeaderEpoch, h.ProducerID = NoLeaderEpoch, NoProducerID
	h.ProducerEpoch, h.BaseSequence = NoProducerEpoch, NoSequence
	h.BaseTimestamp, h.MaxTimestamp = NoTimestamp, NoTimestamp
	h.Count = -1
	if need := atLegacyBody + 8; len(p) < need {
		return h, fail(Incomplete, 0, "%d bytes left, a message needs %d", len(p), need)
	}
	h.CRC = binary.BigEndian.Uint32(p[atLegacyCRC:])
	h.Attributes = Attributes(p[atLegacyAttributes]) & (codecMask | logAppendTimeBit)
	if h.Magic == 1 {
		h.BaseTimestamp = int64(binary.BigEndian.Uint64(p[atLegacyBody:]))
		h.MaxTimestamp = h.BaseTimestamp
	}
	return h, nil
}

// walkLegacy reads the one record of an uncompressed message.
func (b Batch) walkLegacy(s *Scratch, f func(*Record) error) error {
	if c := b.Codec(); !c.Known() {
		return fail(IllegalArgument, atLegacyAttributes, "Unknown compression type id: %d", c)
	} else if c != None {
		return fail(OldFormat, atLegacyAttributes,
			"a %s message set of format %d: its content is not read", c, b.Magic)
	}
	at := atLegacyBody
	if b.Magic == 1 {
		at += 8
	}
	s.rec = Record{Offset: b.BaseOffset, Timestamp: b.MaxTimestamp}
	var ok bool
	if s.rec.Key, at, ok = b.legacyBytes(at); !ok {
		return fail(InvalidRecord, int64(at), "the key passes the end of the message")
	}
	if s.rec.Value, at, ok = b.legacyBytes(at); !ok {
		return fail(InvalidRecord, int64(at), "the value passes the end of the message")
	}
	return f(&s.rec)
}

// legacyBytes reads a sized field; a negative size is null.
func (b Batch) legacyBytes(at int) (field []byte, next int, ok bool) {
	if len(b.Bytes)-at < 4 {
		return nil, at, false
	}
	n := int(int32(binary.BigEndian.Uint32(b.Bytes[at:])))
	next = at + 4
	if n < 0 {
		return nil, next, true
	}
	if n > len(b.Bytes)-next {
		return nil, at, false
	}
	return b.Bytes[next : next+n : next+n], next + n, true
}
