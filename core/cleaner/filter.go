package cleaner

import (
	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/why"
)

// filter holds what the verdicts on one batch share: the answer of RecordFilter
// .checkBatchRetention and what looking at the records added to it.
type filter struct {
	b   *record.Batch
	txn txnVerdict
	// horizon is the delete horizon that the batch already has.
	horizon    int64
	hasHorizon bool
	// discard drops every record: an aborted transaction, or a marker whose time has come.
	discard bool
	// keepEmpty says why the header must stay when no record does; None if it need not.
	keepEmpty why.Why
	// emptyMarker is a marker without data, which is to get a delete horizon.
	emptyMarker bool
	// keepOld keeps the tombstones of a message of format 0 or 1.
	keepOld bool

	kept, dropped int32
	// tombstone says that a record with a null value is kept, early that one of these lies above
	// the end of the map.
	tombstone, early bool
}

// retention is what is decided about a batch before its records are looked at.
func (p *pass) retention(b *record.Batch) (filter, error) {
	f := filter{b: b, keepOld: p.keepOld}
	f.horizon, f.hasHorizon = b.DeleteHorizon()
	if b.Control() {
		var err error
		if f.txn, err = p.txns.onControl(b); err != nil {
			return f, err
		}
		f.discard = f.txn.discard && f.hasHorizon && f.horizon <= p.plan.Now
		f.emptyMarker = f.txn.discard
	} else {
		f.txn = p.txns.onData(&b.Header)
		f.discard = f.txn.discard
	}
	f.keepEmpty = p.keepEmpty(b)
	return f, nil
}

// keepEmpty says why the header of an emptied batch is still needed: for the last sequence or
// epoch of an active producer, or to keep the end of the log where it is.
func (p *pass) keepEmpty(b *record.Batch) why.Why {
	if b.HasProducerID() {
		if producer, active := p.l.Producers.Producer(b.ProducerID); active {
			last := producer.LastDataOffset()
			switch {
			case last >= 0 && b.LastOffset() == last:
				return why.EmptyForSequence
			case last < 0 && b.Control() && b.ProducerEpoch == producer.Epoch:
				return why.EmptyForEpoch
			}
		}
	}
	switch p.l.Config.Rules.EmptyLast {
	case log.EmptyLastOfRound:
		if b.NextOffset() == p.plan.Choice.FirstUncleanable {
			return why.EmptyForRoundEnd
		}
	case log.EmptyLastAtHighWatermark:
		if b.NextOffset() == p.l.HW {
			return why.EmptyForHighWatermark
		}
	}
	return why.None
}

// record decides one record (RecordFilter.shouldRetainRecord).
func (p *pass) record(f *filter, r *record.Record) RecordVerdict {
	v := RecordVerdict{Offset: r.Offset}
	switch {
	case f.discard && f.b.Control():
		v.Why, v.A, v.B = why.MarkerExpired, f.horizon, p.plan.Now
	case f.discard:
		v.Why, v.A, v.B = why.RecordAborted, f.txn.first, f.txn.last
	case f.b.Control():
		v.Keep = true
		v.Why, v.A, v.B = p.markerStays(f)
	case r.Offset > p.plan.LatestOffset:
		v.Keep, v.Why, v.A = true, why.RecordNotExamined, p.plan.LatestOffset
	case r.Key == nil:
		v.Why = why.RecordWithoutKey
		p.plan.Stats.InvalidRecords++
	default:
		p.keyed(f, r, &v)
	}
	return v
}

// keyed asks the offset map about a record: it stays if no later record has its key, and if it
// is no tombstone whose time has come.
func (p *pass) keyed(f *filter, r *record.Record, v *RecordVerdict) {
	newest := p.m.Get(r.Key)
	switch {
	case r.Offset < newest:
		v.Why, v.A = why.RecordSuperseded, newest
	case r.Value != nil && newest < 0:
		v.Keep, v.Why, v.A = true, why.RecordKeyNotDirty, p.plan.Choice.FirstDirty
	case r.Value != nil:
		v.Keep, v.Why, v.A = true, why.RecordNewest, newest
	case f.b.Legacy():
		v.Keep = f.keepOld
		v.Why, v.A, v.B = why.TombstoneExpired, p.oldHorizon, p.plan.Now
		if v.Keep {
			v.Why = why.TombstoneWaits
		}
	case !f.hasHorizon:
		v.Keep, v.Why = true, why.TombstoneGetsHorizon
		v.A, v.B = p.plan.Now+p.l.Config.DeleteRetentionMs, p.l.Config.DeleteRetentionMs
	case p.plan.Now < f.horizon:
		v.Keep, v.Why, v.A, v.B = true, why.TombstoneWaits, f.horizon, p.plan.Now
	default:
		v.Why, v.A, v.B = why.TombstoneExpired, f.horizon, p.plan.Now
	}
}

// markerStays says why the record of a control batch is kept.
func (p *pass) markerStays(f *filter) (w why.Why, a, b int64) {
	switch {
	case !f.txn.endsTxn:
		return why.ControlKept, 0, 0
	case !f.txn.discard:
		return why.MarkerHasData, f.txn.last, 0
	case f.hasHorizon:
		return why.MarkerWaits, f.horizon, p.plan.Now
	default:
		retention := p.l.Config.DeleteRetentionMs
		return why.MarkerGetsHorizon, p.plan.Now + retention, retention
	}
}
