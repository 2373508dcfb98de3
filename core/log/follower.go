package log

import (
	"strconv"

	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// AppendFollowerBytes appends what a fetch response carries for a partition.
func (l *Log) AppendFollowerBytes(raw []byte, epoch int32, now int64) (
	AppendResult, errcode.Code) {
	batches, v := parseRequest(raw)
	if v.refused() {
		res := l.newResult()
		return res, res.set(v)
	}
	return l.AppendFollower(batches, epoch, now)
}

// AppendFollower appends the batches of one fetch response as they are
// (UnifiedLog.appendAsFollower). Roll, size check and producer state see the whole response.
// Holes between batches are legal and are not noticed; First is -1 when all were skipped.
func (l *Log) AppendFollower(batches []record.Batch, epoch int32, now int64) (
	AppendResult, errcode.Code) {
	res := l.newResult()
	batches, v := l.checkFetched(batches, epoch, &res)
	if v.refused() || len(batches) == 0 {
		return res, res.set(v)
	}
	first, last := &batches[0], &batches[len(batches)-1]
	known := first.BaseOffset
	if first.Legacy() {
		known = first.LastOffset()
	}
	if known < l.EndOffset {
		return res, res.set(refuse(errcode.UnexpectedAppendOffset, why.BelowEnd, l.EndOffset,
			known))
	}
	sum, v := l.sumFetched(batches)
	if v.refused() {
		return res, res.set(v)
	}
	if limit := l.Config.SegmentSize(); sum.size > limit && !l.Config.Rules.FollowerLargeAppend {
		return res, res.set(refuse(errcode.RecordListTooLarge, why.AppendTooLarge, limit,
			sum.size))
	}
	rollAt := first.BaseOffset
	if first.Legacy() {
		rollAt = -1
	}
	if !l.maybeRoll(sum, rollAt, now, &res) {
		return res, res.set(refuse(errcode.UnknownServerError, why.OffsetTooFar, 0, rollAt))
	}
	if v = l.writeFetched(batches, now); v.refused() {
		return res, res.set(v)
	}
	res.First, res.Last = first.BaseOffset, last.LastOffset()
	return res, res.set(v)
}

// checkFetched drops batches with an epoch above the follower's, and all after them
// (KAFKA-18723), and checks order and CRC of the rest.
func (l *Log) checkFetched(batches []record.Batch, epoch int32, res *AppendResult) (
	[]record.Batch, verdict) {
	last := int64(-1)
	for i := range batches {
		b := &batches[i]
		if l.Config.Rules.SkipNewerEpoch && b.LeaderEpoch > epoch {
			res.Skipped = len(batches) - i
			return batches[:i:i], accept(why.EpochTooNew, int64(epoch), int64(b.LeaderEpoch))
		}
		if b.LastOffset() <= last {
			return nil, refuse(errcode.OffsetsOutOfOrder, why.OffsetsNotAscending, last,
				b.LastOffset())
		}
		last = b.LastOffset()
		if err := b.CheckCRC(); err != nil {
			v := refuse(errcode.CorruptMessage, why.BadCRC, 0, int64(b.CRC))
			v.text = err.Error()
			return nil, v
		}
		if !b.Codec().Known() {
			v := refuse(errcode.UnknownServerError, why.Undecodable, 0, int64(b.Codec()))
			v.text = "Unknown compression type id: " + strconv.Itoa(int(b.Codec()))
			return nil, v
		}
	}
	return batches, verdict{}
}

// sumFetched assigns the epochs and sums up what a roll depends on.
func (l *Log) sumFetched(batches []record.Batch) (incoming, verdict) {
	sum := incoming{maxTimestamp: record.NoTimestamp}
	for i := range batches {
		b := &batches[i]
		sum.size += int64(b.Size())
		sum.maxTimestamp = max(sum.maxTimestamp, b.MaxTimestamp)
		sum.lastOffset = b.LastOffset()
		switch {
		case b.Legacy():
			if len(l.Epochs.Entries) > 0 {
				l.Epochs.Clear()
			}
		case b.LeaderEpoch < 0 || b.BaseOffset < 0:
			return sum, refuse(errcode.UnknownServerError, why.EpochMissing, 0,
				int64(b.LeaderEpoch))
		default:
			l.Epochs.Assign(b.LeaderEpoch, b.BaseOffset)
		}
	}
	return sum, verdict{}
}

// writeFetched checks the producers' state over the whole response and then writes it.
func (l *Log) writeFetched(batches []record.Batch, now int64) verdict {
	var infos appendInfos
	var done []CompletedTxn
	for i := range batches {
		b := &batches[i]
		if !b.HasProducerID() {
			continue
		}
		c, ended, v := infos.of(l, b.ProducerID).append(b, 0, true)
		if v.refused() {
			return v
		}
		l.endVerification(b)
		if ended {
			done = append(done, c)
		}
	}
	if err := l.ActiveSegment().canIndex(&l.Config, batches); err != nil {
		return undecodable(errcode.UnknownServerError, err)
	}
	if err := l.ActiveSegment().Append(&l.Config, now, batches...); err != nil {
		return undecodable(errcode.UnknownServerError, err)
	}
	next := batches[len(batches)-1].NextOffset()
	l.setEnd(next)
	l.clampHW()
	infos.update(&l.Producers)
	for _, c := range done {
		l.endTxn(c)
	}
	l.appended(next)
	return accept(why.SequenceUnchecked, 0, 0)
}

// appendInfos holds what one append does to each of several producers.
type appendInfos struct {
	infos []*appendInfo
	byID  map[int64]*appendInfo
}

func (s *appendInfos) of(l *Log, id int64) *appendInfo {
	if a, ok := s.byID[id]; ok {
		return a
	}
	if s.byID == nil {
		s.byID = make(map[int64]*appendInfo)
	}
	a := l.newAppendInfo(id, FromReplication)
	s.byID[id] = &a
	s.infos = append(s.infos, &a)
	return &a
}

// update merges what the append did to all of them, with one sort for those that are new.
func (s *appendInfos) update(p *ProducerState) {
	var fresh []Producer
	ongoing := len(p.Ongoing)
	for _, a := range s.infos {
		if i, ok := p.find(a.updated.ID); ok {
			p.Entries[i].merge(&a.updated)
		} else {
			fresh = append(fresh, a.updated)
		}
		p.Ongoing = append(p.Ongoing, a.started...)
	}
	if len(fresh) > 0 {
		p.Entries = arrange(append(p.Entries, fresh...), idOf)
	}
	if len(p.Ongoing) > ongoing {
		p.Ongoing = arrange(p.Ongoing, firstOf)
	}
}
