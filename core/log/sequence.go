package log

import (
	"math"

	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// verdict is what a check says of one batch.
type verdict struct {
	code      errcode.Code
	why       why.Why
	want, got int64
	text      string
	// kind is the damage, when bytes could not be decoded.
	kind *record.Error
}

func refuse(code errcode.Code, w why.Why, want, got int64) verdict {
	return verdict{code: code, why: w, want: want, got: got}
}

func accept(w why.Why, want, got int64) verdict { return verdict{why: w, want: want, got: got} }

func (v verdict) refused() bool { return v.code != errcode.None }

// appendInfo gathers what one append does to one producer (ProducerAppendInfo). The producer's
// own entry changes only after the bytes are written (KAFKA-6683).
type appendInfo struct {
	// current is the entry before the append; updated began as its copy without batches.
	current, updated Producer
	started          []Txn
	verification     Verification
	verifying        bool
	origin           Origin
	rules            *Rules
	// neverWritten says that the log is empty and has always been (KAFKA-15591).
	neverWritten bool
}

func (l *Log) newAppendInfo(id int64, origin Origin) appendInfo {
	a := appendInfo{current: l.Producers.current(id), origin: origin, rules: &l.Config.Rules,
		neverWritten: l.EndOffset == 0}
	a.updated = a.current
	a.updated.Count, a.updated.Batches = 0, [cachedBatches]CachedBatch{}
	if i, ok := l.Producers.findVerification(id); ok {
		a.verification, a.verifying = l.Producers.Verifications[i], true
	}
	return a
}

// append takes one batch. place says whether the position of the batch in the file is known.
func (a *appendInfo) append(b *record.Batch, tv int, place bool) (CompletedTxn, bool, verdict) {
	if b.Control() {
		c, err := record.ParseControl(*b)
		switch {
		case err != nil:
			return CompletedTxn{}, false, undecodable(errcode.UnknownServerError, err)
		case c.Type == record.ControlNone:
			return CompletedTxn{}, false, accept(why.MarkerEmpty, 0, 0)
		case !c.EndsTransaction():
			v := refuse(errcode.UnknownServerError, why.Undecodable, 0, 0)
			v.text = "Invalid end transaction marker control record type " + c.Type.String()
			return CompletedTxn{}, false, v
		}
		return a.appendMarker(b, c, tv)
	}
	v := a.appendData(b, place)
	return CompletedTxn{}, false, v
}

func (a *appendInfo) appendData(b *record.Batch, place bool) verdict {
	v := a.checkEpoch(b.ProducerEpoch, 0)
	if v.refused() {
		return v
	}
	v = accept(why.SequenceUnchecked, 0, int64(b.BaseSequence))
	if a.origin == FromClient {
		if v = a.checkSequence(b.ProducerEpoch, b.BaseSequence); v.refused() {
			return v
		}
	}
	a.updated.setEpoch(b.ProducerEpoch)
	a.updated.remember(CachedBatch{LastSequence: b.LastSequence(), LastOffset: b.LastOffset(),
		OffsetDelta: b.LastOffsetDelta, Timestamp: b.MaxTimestamp})
	a.updated.LastTimestamp = b.MaxTimestamp
	switch open := a.updated.TxnFirstOffset; {
	case open >= 0 && !b.Transactional():
		return refuse(errcode.InvalidTxnState, why.TxnOpenPlainBatch, open, b.BaseOffset)
	case open < 0 && b.Transactional():
		a.updated.TxnFirstOffset = b.BaseOffset
		a.started = append(a.started, Txn{ProducerID: b.ProducerID, FirstOffset: b.BaseOffset,
			LastOffset: -1, OffsetOnly: !place})
	}
	return v
}

// checkEpoch refuses epochs below the known one. A marker of transaction version 2 must be above
// it, because its transaction ended with a bump (KIP-890, KIP-1228).
func (a *appendInfo) checkEpoch(epoch int16, tv int) verdict {
	known := a.updated.Epoch
	strict := tv >= 2 && a.rules.StrictMarkerEpoch
	stale := epoch < known || strict && epoch == known
	if strict && epoch == known {
		retry := a.rules.MarkerRetry && a.updated.TxnFirstOffset < 0
		last := a.rules.LastEpochMarker && epoch == math.MaxInt16
		stale = !retry && !last
	}
	if !stale || a.origin == FromReplication {
		return verdict{}
	}
	reason := why.EpochStale
	if epoch == known {
		reason = why.EpochNotNewer
	}
	return refuse(errcode.InvalidProducerEpoch, reason, int64(known), int64(epoch))
}

// checkSequence is ProducerAppendInfo.checkSequence.
func (a *appendInfo) checkSequence(epoch int16, first int32) verdict {
	const refusal = errcode.OutOfOrderSequenceNumber
	got := int64(first)
	if v := a.verification; a.verifying {
		if a.rules.FirstSequenceZeroTV2 && v.EpochBump && first != 0 && a.current.Count == 0 {
			return refuse(refusal, why.SequenceUnknownNotZero, 0, got)
		}
		if first > v.LowestSequence {
			return refuse(refusal, why.SequenceVerifyLow, int64(v.LowestSequence), got)
		}
	}
	if epoch != a.updated.Epoch {
		return a.checkFirstSequence(first)
	}
	last := record.NoSequence
	switch {
	case a.updated.Count > 0:
		last = a.updated.LastSequence()
	case epoch == a.current.Epoch:
		last = a.current.LastSequence()
	}
	if a.current.Epoch == record.NoProducerEpoch {
		return accept(why.SequenceFirst, 0, got)
	}
	want := nextSequence(last)
	switch {
	case int64(first) == want:
		return accept(why.SequenceNext, want, got)
	case got > want:
		return refuse(refusal, why.SequenceGap, want, got)
	}
	return refuse(refusal, why.SequenceBehind, want, got)
}

// checkFirstSequence judges the first batch of an epoch, or of a producer that is not known.
func (a *appendInfo) checkFirstSequence(first int32) verdict {
	got := int64(first)
	if a.updated.Epoch == record.NoProducerEpoch {
		if first != 0 && a.rules.FirstSequenceZero && a.neverWritten {
			return refuse(errcode.OutOfOrderSequenceNumber, why.SequenceUnknownNotZero, 0, got)
		}
		return accept(why.SequenceFirst, 0, got)
	}
	if first != 0 {
		return refuse(errcode.OutOfOrderSequenceNumber, why.SequenceNotZero, 0, got)
	}
	return accept(why.SequenceNewEpoch, 0, 0)
}

// nextSequence is the only sequence in order after last; -1 stands for no batch.
func nextSequence(last int32) int64 {
	if last == math.MaxInt32 {
		return 0
	}
	return int64(last) + 1
}

func (a *appendInfo) appendMarker(b *record.Batch, c record.Control, tv int) (
	CompletedTxn, bool, verdict) {
	if a.origin == FromReplication {
		tv = 0 // the version is not in the log
	}
	if v := a.checkEpoch(b.ProducerEpoch, tv); v.refused() {
		return CompletedTxn{}, false, v
	}
	if known := a.updated.CoordinatorEpoch; known > c.CoordinatorEpoch &&
		a.origin != FromReplication {
		return CompletedTxn{}, false, refuse(errcode.TransactionCoordinatorFenced,
			why.CoordinatorStale, int64(known), int64(c.CoordinatorEpoch))
	}
	done := CompletedTxn{ProducerID: b.ProducerID, FirstOffset: a.updated.TxnFirstOffset,
		LastOffset: b.BaseOffset, Aborted: c.Type == record.ControlAbort}
	a.updated.setEpoch(b.ProducerEpoch)
	a.updated.CoordinatorEpoch = c.CoordinatorEpoch
	a.updated.LastTimestamp = c.Timestamp
	a.updated.TxnFirstOffset = -1
	if done.FirstOffset < 0 {
		return CompletedTxn{}, false, accept(why.MarkerEmpty, 0, b.BaseOffset)
	}
	return done, true, accept(why.MarkerEnds, done.FirstOffset, done.LastOffset)
}

func undecodable(code errcode.Code, err error) verdict {
	v := refuse(code, why.Undecodable, 0, 0)
	v.text = err.Error()
	v.kind, _ = err.(*record.Error)
	return v
}
