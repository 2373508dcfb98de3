package cleaner

import (
	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/why"
)

// Decide makes one pass over the log and writes down what becomes of it, batch by batch and
// record by record. The log is not changed. For a log of many gigabytes see Walk.
func Decide(l *log.Log, s Settings, now int64) Plan {
	return newPass(l, s, now, true, nil).run()
}

// Walk is Decide without the lists of batches and records: nothing is kept per record. If visit
// is not nil it hears the verdict on each batch.
func Walk(l *log.Log, s Settings, now int64, visit Visitor) Plan {
	return newPass(l, s, now, false, visit).run()
}

// pass is one pass while it is being decided.
type pass struct {
	l        *log.Log
	settings Settings
	plan     Plan
	m        *OffsetMap
	txns     *txnTracker
	visit    Visitor
	// detail keeps the verdicts on batches and records in the plan.
	detail bool
	// keepOld keeps tombstones of format 0 and 1 in the segment at hand; oldHorizon is the mtime
	// from which it does.
	keepOld    bool
	oldHorizon int64

	scratch record.Scratch
	// f and v are the batch at hand and the verdict on it; onRecord decides its records, onKey
	// puts records into the map. They are made once, so that a batch costs no allocation.
	f        filter
	v        BatchVerdict
	onRecord func(*record.Record) error
	onKey    func(*record.Record) error
	// kept, headers and verdicts are used again for each batch.
	kept     []record.Record
	headers  []record.RecordHeader
	verdicts []RecordVerdict
}

func newPass(l *log.Log, s Settings, now int64, detail bool, visit Visitor) *pass {
	slots := s.slots()
	p := &pass{
		l: l, settings: s, detail: detail, visit: visit,
		plan: Plan{Choice: Select(l, now), Now: now, Slots: slots, Usable: Usable(slots),
			LatestOffset: -1, EndOffset: -1},
	}
	p.onRecord = func(r *record.Record) error {
		p.note(&p.f, r, p.record(&p.f, r))
		return nil
	}
	p.onKey = func(r *record.Record) error {
		return p.mapRecord(r, p.plan.Choice.FirstDirty)
	}
	return p
}

// run builds the map, groups the segments and cleans group by group (Cleaner.doClean).
func (p *pass) run() Plan {
	if p.plan.Choice.Nothing() {
		p.plan.EndOffset = p.plan.Choice.FirstDirty
		p.untouched()
		return p.plan
	}
	p.m = NewOffsetMap(p.plan.Slots)
	p.buildMap()
	if p.dead() {
		return p.plan
	}
	p.untouched()
	p.oldHorizon = p.legacyHorizon()
	p.txns = newTxnTracker()
	for _, g := range groups(p.l, p.plan.EndOffset, p.plan.Choice.FirstUncleanable) {
		p.cleanGroup(&g)
		if p.dead() {
			break
		}
		p.plan.Groups = append(p.plan.Groups, g)
	}
	return p.plan
}

// legacyHorizon is the mtime below which tombstones of format 0 and 1 go: that of the last clean
// segment less delete.retention.ms. It was the rule for all formats before KIP-534.
func (p *pass) legacyHorizon() int64 {
	horizon := int64(0)
	for _, s := range p.l.Segments {
		if s.BaseOffset < p.plan.Choice.FirstDirty {
			horizon = s.Modified - p.l.Config.DeleteRetentionMs
		}
	}
	return horizon
}

// cleanGroup writes one group of segments into a cleaned one (Cleaner.cleanSegments).
func (p *pass) cleanGroup(g *Group) {
	sources := p.l.Segments[g.From:g.To]
	out := newOutput(p, sources)
	for i := range sources {
		s := &sources[i]
		// Aborted transactions are collected for the whole segment, since its transaction index
		// is written anew, not only for the part below the end of the pass (KAFKA-13727).
		upper := nextOffset(s)
		if i+1 < len(sources) {
			upper = sources[i+1].BaseOffset
		}
		p.txns.add(collectAborted(p.l, s.BaseOffset, upper))
		p.keepOld = s.Modified > p.oldHorizon
		p.segment(g, out, s)
		if p.dead() {
			return
		}
		g.BytesBefore += int64(s.Size)
		p.plan.Stats.SegmentsBefore++
		p.plan.Stats.BytesBefore += int64(s.Size)
		p.plan.Stats.BatchesBefore += int64(len(s.Batches))
	}
	out.finish(g)
}

// segment reads one source segment, buffer by buffer.
func (p *pass) segment(g *Group, out *output, s *log.Segment) {
	out.begin()
	for i := range s.Batches {
		out.read(int64(s.Batches[i].Size()))
		if !p.dead() {
			p.batch(g, out, s, i)
		}
		if p.dead() {
			return
		}
	}
	out.flush()
	p.tail(s)
}

// nextOffset is the offset after the last batch, or the base (LogSegment.readNextOffset).
func nextOffset(s *log.Segment) int64 {
	if n := len(s.Batches); n > 0 {
		return s.Batches[n-1].NextOffset()
	}
	return s.BaseOffset
}

// batch decides one batch and writes what stays of it (MemoryRecords.filterTo).
func (p *pass) batch(g *Group, out *output, s *log.Segment, index int) {
	b := &s.Batches[index]
	f := &p.f
	var err error
	if *f, err = p.retention(b); err == nil {
		err = p.records(f)
	}
	if err != nil {
		p.die(s, b, err.Error())
		return
	}
	v := &p.v
	*v = BatchVerdict{Segment: s.BaseOffset, Index: index, Size: int32(b.Size()),
		Kept: f.kept, Dropped: f.dropped}
	written, stays := p.outcome(f, v)
	if v.Action == Empty && b.Legacy() {
		p.die(s, b, "Empty batches are only supported for magic v2 and above")
		return
	}
	p.count(v)
	if stays {
		v.NewSize = int32(written.Size())
		out.append(written)
	}
	if f.txn.hasEntry {
		out.entry(f.txn.entry)
	}
	v.Records = p.verdicts
	if p.visit != nil {
		p.visit(b, v)
	}
	if p.detail {
		v.Records = append([]RecordVerdict(nil), p.verdicts...)
		g.Batches = append(g.Batches, *v)
	}
}

// records looks at the records of a batch and keeps those that stay. A batch that goes as a
// whole is not even decoded, unless somebody wants to hear about its records.
func (p *pass) records(f *filter) error {
	p.kept, p.headers, p.verdicts = p.kept[:0], p.headers[:0], p.verdicts[:0]
	unread := f.discard && f.keepEmpty == why.None
	if unread && !p.detail && p.visit == nil {
		f.dropped = max(f.b.Count, 0)
		return nil
	}
	err := f.b.Walk(&p.scratch, p.onRecord)
	if unread {
		return nil
	}
	return err
}

// note takes down the verdict on one record.
func (p *pass) note(f *filter, r *record.Record, v RecordVerdict) {
	if v.Keep {
		f.kept++
		if r.Value == nil {
			f.tombstone = true
			f.early = f.early || v.Why == why.RecordNotExamined
		}
		kept := *r
		if len(r.Headers) > 0 {
			// The headers are the scratch's and change with the next record.
			from := len(p.headers)
			p.headers = append(p.headers, r.Headers...)
			kept.Headers = p.headers[from:len(p.headers):len(p.headers)]
		}
		p.kept = append(p.kept, kept)
	} else {
		f.dropped++
	}
	if p.detail || p.visit != nil {
		p.verdicts = append(p.verdicts, v)
	}
}

// outcome writes what stays of a batch and says why. A delete horizon is set when a tombstone or
// a marker without data stays and the batch has none; one that it has stays for ever.
func (p *pass) outcome(f *filter, v *BatchVerdict) (written record.Batch, stays bool) {
	b := f.b
	if f.kept == 0 {
		if f.keepEmpty == why.None {
			v.Action, v.Why, v.B = Drop, why.BatchEmptied, int64(f.dropped)
			if f.dropped == 0 {
				v.Why = why.EmptyNotNeeded
			}
			return record.Batch{}, false
		}
		v.Action = Empty
		v.Why, v.A, v.B = p.emptyNumbers(f)
		return record.Empty(b.Header), true
	}
	sets := (f.tombstone || f.emptyMarker) && !f.hasHorizon
	if p.settings.Mended && f.early {
		sets = f.emptyMarker && !f.hasHorizon
	}
	if f.dropped == 0 && !sets && !b.Legacy() {
		v.Action, v.Why, v.A = Copy, why.BatchCopied, int64(f.kept)
		return *b, true
	}
	v.Action, v.Why, v.A, v.B = Rebuild, why.BatchRebuilt, int64(f.kept), int64(f.dropped)
	horizon, has := f.horizon, f.hasHorizon
	if sets {
		horizon = p.plan.Now + p.l.Config.DeleteRetentionMs
		has = horizon >= 0
		v.Horizon, v.HasHorizon = horizon, has
		v.HorizonEarly = f.early
		if f.dropped == 0 {
			v.Why, v.A, v.B = why.BatchGetsHorizon, horizon, p.l.Config.DeleteRetentionMs
		}
	}
	return record.Rebuild(*b, p.kept, horizon, has), true
}

func (p *pass) emptyNumbers(f *filter) (w why.Why, a, b int64) {
	switch f.keepEmpty {
	case why.EmptyForSequence:
		return f.keepEmpty, f.b.ProducerID, int64(f.b.LastSequence())
	case why.EmptyForEpoch:
		return f.keepEmpty, f.b.ProducerID, int64(f.b.ProducerEpoch)
	default:
		return f.keepEmpty, f.b.NextOffset(), 0
	}
}

func (p *pass) count(v *BatchVerdict) {
	st := &p.plan.Stats
	st.RecordsBefore += int64(v.Kept) + int64(v.Dropped)
	st.RecordsAfter += int64(v.Kept)
	if v.HasHorizon {
		st.Horizons++
	}
	if v.Action == Empty {
		st.EmptyAfter++
	}
}
