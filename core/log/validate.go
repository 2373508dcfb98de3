package log

import (
	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// checkClientBatch makes the checks that need no offsets (UnifiedLog.analyzeAndValidateRecords).
func (l *Log) checkBatch(b *record.Batch, origin Origin) verdict {
	if b.Legacy() || b.Magic != record.Magic {
		return refuse(errcode.InvalidRecord, why.MagicNotTwo, record.Magic, int64(b.Magic))
	}
	if origin == FromClient && b.BaseOffset != 0 {
		return refuse(errcode.InvalidRecord, why.BaseOffsetNotZero, 0, b.BaseOffset)
	}
	if v := l.checkSize(b); v.refused() {
		return v
	}
	if err := b.CheckCRC(); err != nil {
		v := refuse(errcode.CorruptMessage, why.BadCRC, 0, int64(b.CRC))
		v.text = err.Error()
		return v
	}
	return verdict{}
}

func (l *Log) checkSize(b *record.Batch) verdict {
	if size := int64(b.Size()); size > l.Config.MaxMessageBytes {
		return refuse(errcode.MessageTooLarge, why.BatchTooLarge, l.Config.MaxMessageBytes, size)
	}
	return verdict{}
}

// checkHeader makes the checks that only a client's header can fail (LogValidator.validateBatch).
func checkHeader(b *record.Batch, origin Origin) verdict {
	if origin != FromClient {
		return verdict{}
	}
	inRange := int64(b.LastOffsetDelta) + 1
	switch {
	case inRange <= 0 || b.Count <= 0:
		return refuse(errcode.InvalidRecord, why.EmptyBatch, inRange, int64(b.Count))
	case inRange != int64(b.Count):
		return refuse(errcode.InvalidRecord, why.CountMismatch, inRange, int64(b.Count))
	case b.Control():
		return refuse(errcode.InvalidRecord, why.ControlFromClient, 0, 0)
	case b.HasProducerID() && b.BaseSequence < 0:
		return refuse(errcode.InvalidRecord, why.NegativeSequence, 0, int64(b.BaseSequence))
	}
	return verdict{}
}

// validation is the state of one walk over the records of a batch (LogValidator.validateRecord).
type validation struct {
	config *Config
	batch  *record.Batch
	now    int64
	// count records were seen, maxTimestamp is their largest timestamp.
	count        int64
	maxTimestamp int64
	// renumber says that offsets inside do not count up by one.
	renumber bool
	// bad is the first bad record's verdict; a bad timestamp wins over other defects.
	bad verdict
}

func (v *validation) record(r *record.Record) error {
	index := v.count
	v.count++
	if r.Offset-v.batch.BaseOffset != index {
		v.renumber = true
	}
	v.maxTimestamp = max(v.maxTimestamp, r.Timestamp)
	bad := v.check(r, index)
	if bad.refused() && (!v.bad.refused() || bad.code == errcode.InvalidTimestamp &&
		v.bad.code != errcode.InvalidTimestamp) {
		v.bad = bad
	}
	return nil
}

func (v *validation) check(r *record.Record, index int64) verdict {
	c := v.config
	if c.Compact && r.Key == nil {
		return refuse(errcode.InvalidRecord, why.KeyMissing, 0, index)
	}
	if !c.LogAppendTime && r.Timestamp != record.NoTimestamp {
		// As in Kafka the difference wraps for absurd timestamps.
		ahead := r.Timestamp - v.now
		switch {
		case -ahead > c.TimestampBeforeMaxMs:
			return refuse(errcode.InvalidTimestamp, why.TimestampTooOld,
				v.now-c.TimestampBeforeMaxMs, r.Timestamp)
		case ahead > c.TimestampAfterMaxMs:
			return refuse(errcode.InvalidTimestamp, why.TimestampTooNew,
				v.now+c.TimestampAfterMaxMs, r.Timestamp)
		}
	} else if v.batch.LogAppendTime() {
		return refuse(errcode.InvalidTimestamp, why.AppendTimeFromClient, 0, index)
	}
	return verdict{}
}

// assign validates the records and gives the batch its offsets, epoch and timestamps. The bytes
// are rebuilt only when the codec changes or the offsets inside do not count up by one
// (LogValidator.validateMessagesAndAssignOffsets).
func (l *Log) assign(b *record.Batch, in *AppendInput) (record.Batch, bool, verdict) {
	if v := checkHeader(b, in.Origin); v.refused() {
		return record.Batch{}, false, v
	}
	target := b.Codec()
	if !l.Config.CompressionProducer {
		target = l.Config.Compression
	}
	check := validation{config: &l.Config, batch: b, now: in.Now,
		maxTimestamp: record.NoTimestamp}
	if err := b.Walk(l.walk(), check.record); err != nil {
		return record.Batch{}, false, refusedBytes(err)
	}
	if check.bad.refused() {
		return record.Batch{}, false, check.bad
	}
	compressed := b.Codec() != record.None || target != record.None
	inPlace := target == b.Codec() || b.Codec() == record.None && b.Control()
	if !inPlace || compressed && check.renumber {
		return l.rebuild(b, in, target)
	}
	maxTimestamp := check.maxTimestamp
	if l.Config.LogAppendTime {
		maxTimestamp = in.Now
	}
	base := l.EndOffset + check.count - 1 - int64(b.LastOffsetDelta)
	return b.Assigned(base, in.LeaderEpoch, l.Config.LogAppendTime, maxTimestamp), false, verdict{}
}

// rebuild writes the records anew with the topic's codec
// (LogValidator.buildRecordsAndAssignOffsets).
func (l *Log) rebuild(b *record.Batch, in *AppendInput, target record.Codec) (
	record.Batch, bool, verdict) {
	recs, err := b.Records()
	if err != nil {
		return record.Batch{}, false, refusedBytes(err)
	}
	if len(recs) == 0 {
		return record.Batch{}, false, refuse(errcode.InvalidRecord, why.EmptyBatch, 0, 0)
	}
	for i := range recs {
		recs[i].Offset = l.EndOffset + int64(i)
	}
	return record.Build(record.Spec{
		BaseOffset: l.EndOffset, LeaderEpoch: in.LeaderEpoch, Codec: target,
		LogAppendTime: l.Config.LogAppendTime, AppendTime: in.Now,
		Transactional: b.Transactional(), ProducerID: b.ProducerID,
		ProducerEpoch: b.ProducerEpoch, BaseSequence: b.BaseSequence,
	}, recs), true, verdict{}
}

// refusedBytes is the answer to a batch whose records cannot be decoded.
func refusedBytes(err error) verdict {
	code := errcode.UnknownServerError
	if e, ok := err.(*record.Error); ok {
		switch e.Kind {
		case record.CorruptRecord, record.Incomplete:
			code = errcode.CorruptMessage
		case record.InvalidRecord:
			code = errcode.InvalidRecord
		}
	}
	return undecodable(code, err)
}
