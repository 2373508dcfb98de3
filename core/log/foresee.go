package log

import (
	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// Foresee is the verdict on a client's batch if it came now, by its producer id, epoch, sequences
// and count alone: appended, a duplicate of a remembered one, or refused. Nothing changes, so it
// can be asked of every batch that is still on its way.
func (l *Log) Foresee(h record.Header) (AppendResult, errcode.Code) {
	res := l.newResult()
	res.Producer, res.Epoch = h.ProducerID, h.ProducerEpoch
	h.BaseOffset = l.EndOffset
	b := record.Batch{Header: h}
	v := accept(why.NoProducer, 0, 0)
	if h.HasProducerID() {
		if c, ok := l.findDuplicate(&b, FromClient); ok {
			res.First, res.Last, res.Duplicate = c.FirstOffset(), c.LastOffset, true
			res.AppendTime = c.Timestamp
			return res, res.set(accept(why.SequenceDuplicate, int64(c.LastSequence)+1,
				int64(h.BaseSequence)))
		}
		info := l.newAppendInfo(h.ProducerID, FromClient)
		if v = info.appendData(&b, true); v.refused() {
			return res, res.set(v)
		}
	}
	res.First, res.Last = b.BaseOffset, b.LastOffset()
	return res, res.set(v)
}
