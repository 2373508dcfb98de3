package record

import (
	"fmt"
	"math"
)

// Spec says what a new batch carries besides its records.
type Spec struct {
	BaseOffset  int64
	LeaderEpoch int32
	Codec       Codec
	// LogAppendTime makes AppendTime the timestamp of every record. The deltas still hold the
	// records' own timestamps.
	LogAppendTime bool
	AppendTime    int64
	Transactional bool
	Control       bool
	ProducerID    int64
	ProducerEpoch int16
	BaseSequence  int32
	// HasDeleteHorizon puts DeleteHorizon into the place of the base timestamp.
	HasDeleteHorizon bool
	DeleteHorizon    int64
	// HasLastOffset keeps LastOffset although the last record is an earlier one.
	HasLastOffset bool
	LastOffset    int64
}

// NewSpec is what a client without idempotence sends: base offset 0, everything else absent.
func NewSpec(c Codec) Spec {
	return Spec{
		LeaderEpoch: NoLeaderEpoch, Codec: c, ProducerID: NoProducerID,
		ProducerEpoch: NoProducerEpoch, BaseSequence: NoSequence,
	}
}

// Build encodes a batch as MemoryRecordsBuilder does: the base timestamp is that of the first
// record (or the delete horizon), the largest timestamp that of the records (or the append
// time). Offsets of the records are absolute and must ascend from the base offset.
func Build(spec Spec, recs []Record) Batch {
	if len(recs) == 0 {
		panic("record: a batch without records: only Empty makes one")
	}
	h := header(spec, recs)
	body := encode(make([]byte, HeaderSize, HeaderSize+size(h, recs)), h, recs)
	if spec.Codec != None {
		blob := compress(spec.Codec, body[HeaderSize:])
		body = append(body[:HeaderSize], blob...)
	}
	if len(body)-LogOverhead > math.MaxInt32 {
		panic(fmt.Sprintf("record: a batch of %d bytes", len(body)))
	}
	h.BatchLength = int32(len(body) - LogOverhead)
	h.put(body)
	h.CRC = seal(body)
	return Batch{Header: h, Bytes: body[:len(body):len(body)]}
}

// header fills everything but size and CRC.
func header(spec Spec, recs []Record) Header {
	last := recs[len(recs)-1].Offset
	if spec.HasLastOffset {
		last = spec.LastOffset
	}
	h := Header{
		BaseOffset: spec.BaseOffset, LeaderEpoch: spec.LeaderEpoch, Magic: Magic,
		Attributes: Attributes(spec.Codec).
			with(logAppendTimeBit, spec.LogAppendTime).
			with(transactionalBit, spec.Transactional).
			with(controlBit, spec.Control).
			with(deleteHorizonBit, spec.HasDeleteHorizon),
		LastOffsetDelta: int32(last - spec.BaseOffset),
		BaseTimestamp:   recs[0].Timestamp, MaxTimestamp: NoTimestamp,
		ProducerID: spec.ProducerID, ProducerEpoch: spec.ProducerEpoch,
		BaseSequence: spec.BaseSequence, Count: int32(len(recs)),
	}
	if spec.HasDeleteHorizon {
		h.BaseTimestamp = spec.DeleteHorizon
	}
	for i := range recs {
		h.MaxTimestamp = max(h.MaxTimestamp, recs[i].Timestamp)
	}
	if spec.LogAppendTime {
		h.MaxTimestamp = spec.AppendTime
	}
	return h
}

// Rebuild writes the batch anew with the records that the cleaner keeps of it, as
// MemoryRecords.filterTo does: offsets, producer, flags and epoch stay, the codec works at its
// default level, and with a horizon the timestamps are encoded against it. keep must hold records
// that were read from b. A message of format 0 or 1 becomes a batch of format 2 (KIP-724).
func Rebuild(b Batch, keep []Record, horizon int64, hasHorizon bool) Batch {
	spec := Spec{
		BaseOffset: b.BaseOffset, LeaderEpoch: b.LeaderEpoch, Codec: b.Codec(),
		LogAppendTime: b.LogAppendTime(), AppendTime: b.MaxTimestamp,
		Transactional: b.Transactional(), Control: b.Control(),
		ProducerID: b.ProducerID, ProducerEpoch: b.ProducerEpoch, BaseSequence: b.BaseSequence,
		DeleteHorizon: horizon, HasDeleteHorizon: hasHorizon,
		LastOffset: b.LastOffset(), HasLastOffset: true,
	}
	if b.Legacy() {
		spec.BaseOffset, spec.HasLastOffset = keep[0].Offset, false
	}
	return Build(spec, keep)
}

// Empty is the batch without records that the cleaner leaves to remember a producer's last
// sequence (DefaultRecordBatch.writeEmptyHeader): compression, base timestamp and horizon go,
// everything else stays.
func Empty(h Header) Batch {
	h.Attributes &= flagBits
	h.BatchLength = HeaderSize - LogOverhead
	h.Magic = Magic
	h.BaseTimestamp = NoTimestamp
	h.Count = 0
	p := make([]byte, HeaderSize)
	h.put(p)
	h.CRC = seal(p)
	return Batch{Header: h, Bytes: p}
}
