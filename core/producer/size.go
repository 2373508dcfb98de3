package producer

import (
	"math/bits"

	"highwater/core/record"
)

// million is the unit of ratios kept as integers.
const million = 1000000

// Constants of MemoryRecordsBuilder, DefaultRecord and CompressionRatioEstimator.
const (
	maxRecordOverhead = 21    // DefaultRecord.MAX_RECORD_OVERHEAD
	ratioSafetyPct    = 105   // COMPRESSION_RATE_ESTIMATION_FACTOR
	ratioImproves     = 5000  // COMPRESSION_RATIO_IMPROVING_STEP, in millionths
	ratioDeteriorates = 50000 // COMPRESSION_RATIO_DETERIORATE_STEP
)

func varintSize(v int64) int {
	zigzag := uint64(v<<1) ^ uint64(v>>63)
	return max((bits.Len64(zigzag)+6)/7, 1)
}

func bytesSize(p []byte) int {
	if p == nil {
		return varintSize(-1)
	}
	return varintSize(int64(len(p))) + len(p)
}

// contentSize is DefaultRecord.sizeOf: key, value and headers with their lengths.
func contentSize(r *record.Record) int {
	n := bytesSize(r.Key) + bytesSize(r.Value) + varintSize(int64(len(r.Headers)))
	for i := range r.Headers {
		n += varintSize(int64(len(r.Headers[i].Key))) + len(r.Headers[i].Key)
		n += bytesSize(r.Headers[i].Value)
	}
	return n
}

// recordSize is DefaultRecord.sizeInBytes at its place in a batch.
func recordSize(r *record.Record, offsetDelta int32, timestampDelta int64) int {
	body := 1 + varintSize(timestampDelta) + varintSize(int64(offsetDelta)) + contentSize(r)
	return varintSize(int64(body)) + body
}

// sizeUpperBound is AbstractRecords.estimateSizeInBytesUpperBound of a batch of one record.
func sizeUpperBound(r *record.Record) int {
	return record.HeaderSize + maxRecordOverhead + contentSize(r)
}

// estimate is MemoryRecordsBuilder.estimatedBytesWritten.
func (b *Batch) estimate(codec record.Codec) int {
	if codec == record.None {
		return record.HeaderSize + b.Uncompressed
	}
	return record.HeaderSize + int(int64(b.Uncompressed)*b.RatioPPM/million*ratioSafetyPct/100)
}

// IsFull tells whether the batch counts as full: it takes no more, or it has reached its limit.
func (b *Batch) IsFull() bool {
	return b.AppendsClosed || len(b.Records) > 0 && b.WriteLimit <= b.Size
}

// hasRoomFor is MemoryRecordsBuilder.hasRoomFor: the first record always fits.
func (b *Batch) hasRoomFor(r *record.Record) bool {
	switch {
	case b.IsFull():
		return false
	case len(b.Records) == 0:
		return true
	}
	first := b.Records[0].Record.Timestamp
	return b.WriteLimit >= b.Size+recordSize(r, b.Count(), r.Timestamp-first)
}

// add appends a record and tells how many bytes the batch has grown by.
func (b *Batch) add(s Sent, codec record.Codec) int {
	before := b.Size
	first := s.Record.Timestamp
	if len(b.Records) > 0 {
		first = b.Records[0].Record.Timestamp
	}
	size := recordSize(&s.Record, b.Count(), s.Record.Timestamp-first)
	s.Record.Offset = int64(len(b.Records))
	b.Records = append(b.Records, s)
	b.Uncompressed += size
	b.MaxRecord = max(b.MaxRecord, size)
	b.Size = b.estimate(codec)
	return b.Size - before
}

// close encodes the batch under the identity it has now (ProducerBatch.close). From then on its
// size is the real one, and what it compressed to improves the next estimates.
func (b *Batch) close(codec record.Codec, t *Topic) {
	spec := record.NewSpec(codec)
	spec.ProducerID, spec.ProducerEpoch = b.ProducerID.PID, b.ProducerID.Epoch
	spec.BaseSequence = b.BaseSeq
	recs := make([]record.Record, len(b.Records))
	for i := range b.Records {
		recs[i] = b.Records[i].Record
	}
	b.Data = record.Build(spec, recs)
	b.Size = len(b.Data.Bytes)
	b.AppendsClosed, b.Closed, b.Reopened = true, true, false
	if codec != record.None && b.Uncompressed > 0 {
		t.observeRatio(b.ratio())
	}
}

// observeRatio is CompressionRatioEstimator.updateEstimation.
func (t *Topic) observeRatio(ppm int64) {
	if ppm > t.RatioPPM {
		t.RatioPPM = max(t.RatioPPM+ratioDeteriorates, ppm)
	} else if ppm < t.RatioPPM {
		t.RatioPPM = max(t.RatioPPM-ratioImproves, ppm)
	}
}
