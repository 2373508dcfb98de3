package log

import (
	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// AppendLeader appends a client's batch: base offset 0, one batch (UnifiedLog.appendAsLeader).
func (l *Log) AppendLeader(b record.Batch, epoch int32, now int64) (AppendResult, errcode.Code) {
	return l.Append(b, AppendInput{LeaderEpoch: epoch, Now: now})
}

// AppendMarker appends the marker that ends a transaction, for the coordinator.
func (l *Log) AppendMarker(m Marker, epoch int32, now int64) (AppendResult, errcode.Code) {
	b := record.EndMarker(record.Marker{
		Timestamp: now, LeaderEpoch: record.NoLeaderEpoch, ProducerID: m.ProducerID,
		ProducerEpoch: m.Epoch, CoordinatorEpoch: m.CoordinatorEpoch, Commit: m.Commit,
	})
	return l.Append(b, AppendInput{LeaderEpoch: epoch, Now: now, Origin: FromCoordinator,
		TransactionVersion: m.TransactionVersion})
}

// AppendBytes appends what a produce request carries for a partition: exactly one batch.
func (l *Log) AppendBytes(raw []byte, in AppendInput) (AppendResult, errcode.Code) {
	batches, v := parseRequest(raw)
	if v.refused() {
		res := l.newResult()
		return res, res.set(v)
	}
	if len(batches) != 1 {
		res := l.newResult()
		for i := range batches {
			if v := l.checkBatch(&batches[i], in.Origin); v.refused() {
				return res, res.set(v)
			}
		}
		return res, res.set(refuse(errcode.InvalidRecord, why.OneBatchOnly, 1,
			int64(len(batches))))
	}
	return l.Append(batches[0], in)
}

// Append appends one batch as the leader. The order of its steps is Kafka's, and it matters: a
// refused or repeated batch can already have rolled the segment and added an epoch entry
// (UnifiedLog.append).
func (l *Log) Append(b record.Batch, in AppendInput) (AppendResult, errcode.Code) {
	res := l.newResult()
	res.Producer, res.Epoch = b.ProducerID, b.ProducerEpoch
	if v := l.checkBatch(&b, in.Origin); v.refused() {
		return res, res.set(v)
	}
	b, converted, v := l.assign(&b, &in)
	if v.refused() {
		return res, res.set(v)
	}
	if res.Converted = converted; converted {
		if v := l.checkSize(&b); v.refused() {
			return res, res.set(v)
		}
	}
	if in.LeaderEpoch < 0 {
		return res, res.set(refuse(errcode.UnknownServerError, why.EpochMissing, 0,
			int64(in.LeaderEpoch)))
	}
	l.Epochs.Assign(in.LeaderEpoch, b.BaseOffset)
	if size, limit := int64(b.Size()), l.Config.SegmentSize(); size > limit {
		return res, res.set(refuse(errcode.RecordListTooLarge, why.AppendTooLarge, limit, size))
	}
	sum := incoming{size: int64(b.Size()), maxTimestamp: b.MaxTimestamp,
		lastOffset: b.LastOffset()}
	if !l.maybeRoll(sum, l.EndOffset, in.Now, &res) {
		return res, res.set(refuse(errcode.UnknownServerError, why.OffsetTooFar, 0, l.EndOffset))
	}
	return l.appendValid(b, &in, res)
}

// appendValid checks the producer's state and writes.
func (l *Log) appendValid(b record.Batch, in *AppendInput, res AppendResult) (
	AppendResult, errcode.Code) {
	v := accept(why.NoProducer, 0, 0)
	var info appendInfo
	var done CompletedTxn
	var ended bool
	if b.HasProducerID() {
		if c, ok := l.findDuplicate(&b, in.Origin); ok {
			res.First, res.Last, res.Duplicate = c.FirstOffset(), c.LastOffset, true
			res.AppendTime = c.Timestamp
			res.set(accept(why.SequenceDuplicate, int64(c.LastSequence)+1,
				int64(b.BaseSequence)))
			return res, errcode.None
		}
		if v = l.checkTransaction(&b, in); v.refused() {
			return res, res.set(v)
		}
		info = l.newAppendInfo(b.ProducerID, in.Origin)
		done, ended, v = info.append(&b, in.TransactionVersion, true)
		if v.refused() {
			return res, res.set(v)
		}
		l.endVerification(&b)
	}
	if err := l.ActiveSegment().Append(&l.Config, in.Now, b); err != nil {
		return res, res.set(undecodable(errcode.UnknownServerError, err))
	}
	l.setEnd(b.NextOffset())
	l.clampHW()
	if b.HasProducerID() {
		l.Producers.update(&info)
	}
	if ended {
		l.endTxn(done)
		res.Ended, res.EndedTxn = done, true
	}
	l.appended(b.NextOffset())
	res.First, res.Last = b.BaseOffset, b.LastOffset()
	if l.Config.LogAppendTime {
		res.AppendTime = in.Now
	}
	return res, res.set(v)
}

// appended does what follows every write.
func (l *Log) appended(next int64) {
	l.Producers.MapEnd = next
	l.updateFirstUnstable()
	if l.EndOffset-l.RecoveryPoint >= l.Config.FlushMessages {
		l.RecoveryPoint = l.EndOffset
	}
}

// endTxn writes an aborted transaction into the index of the active segment, with the last stable
// offset of this moment, and takes the transaction off the list of open ones.
func (l *Log) endTxn(c CompletedTxn) {
	if c.Aborted {
		s := l.ActiveSegment()
		s.TxnIndex = append(s.TxnIndex, AbortedTxn{ProducerID: c.ProducerID,
			FirstOffset: c.FirstOffset, LastOffset: c.LastOffset,
			LastStableOffset: l.Producers.stableAfter(c)})
	}
	l.Producers.complete(c)
}

// findDuplicate looks for the batch among the producer's last five; only clients repeat.
func (l *Log) findDuplicate(b *record.Batch, origin Origin) (CachedBatch, bool) {
	if origin != FromClient {
		return CachedBatch{}, false
	}
	i, ok := l.Producers.find(b.ProducerID)
	if !ok {
		return CachedBatch{}, false
	}
	return l.Producers.Entries[i].Duplicate(&b.Header)
}

// checkTransaction refuses transactional data that the coordinator does not know of (KIP-890).
func (l *Log) checkTransaction(b *record.Batch, in *AppendInput) verdict {
	if !b.Transactional() || l.HasOngoingTransaction(b.ProducerID, b.ProducerEpoch) {
		return verdict{}
	}
	if p, ok := l.Producers.Producer(b.ProducerID); ok && b.ProducerEpoch < p.Epoch {
		return refuse(errcode.InvalidProducerEpoch, why.EpochStale, int64(p.Epoch),
			int64(b.ProducerEpoch))
	}
	if l.Config.TransactionVerification && !b.Control() && !l.verified(b.ProducerID, in.Guard) {
		return refuse(errcode.InvalidTxnState, why.TxnNotVerified, 0, int64(in.Guard))
	}
	return verdict{}
}

func (l *Log) newResult() AppendResult {
	return AppendResult{First: -1, Last: -1, AppendTime: -1, LogStart: l.LogStart,
		Producer: record.NoProducerID, Epoch: record.NoProducerEpoch}
}

// set records a verdict and returns its code.
func (r *AppendResult) set(v verdict) errcode.Code {
	r.Why, r.Want, r.Got, r.Text = v.why, v.want, v.got, v.text
	return v.code
}

// parseRequest takes batches off the bytes of a request. Bytes that do not reach to the end of
// their batch are ignored (ByteBufferLogInputStream).
func parseRequest(raw []byte) ([]record.Batch, verdict) {
	var batches []record.Batch
	for len(raw) > 0 {
		b, err := record.Parse(raw)
		if e, ok := err.(*record.Error); ok && e.Kind == record.Incomplete {
			break
		}
		if err == nil && (b.Magic < 0 || b.Magic > record.Magic) {
			return nil, refuse(errcode.CorruptMessage, why.MagicNotTwo, record.Magic,
				int64(b.Magic))
		}
		if err != nil {
			return nil, undecodable(errcode.CorruptMessage, err)
		}
		batches = append(batches, b)
		raw = raw[b.Size():]
	}
	return batches, verdict{}
}
