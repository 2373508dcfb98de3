package cleaner

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/why"
)

// errFull ends the walk over a batch when the offset map takes no further record.
var errFull = errors.New("the offset map is full")

// buildMap reads the dirty part into the offset map (Cleaner.buildOffsetMap). It stops at once
// when the map is full, even in the middle of a batch.
func (p *pass) buildMap() {
	from, to := p.plan.Choice.FirstDirty, p.plan.Choice.FirstUncleanable
	segments := p.l.Segments
	first := floor(segments, from)
	txns := newTxnTracker()
	txns.add(p.abortedFrom(&segments[first], from, to))
	for i := first; i < len(segments) && segments[i].BaseOffset < to; i++ {
		next := to
		if i+1 < len(segments) {
			next = min(next, segments[i+1].BaseOffset)
		}
		if p.plan.Full = p.mapSegment(&segments[i], from, txns); p.plan.Full || p.dead() {
			break
		}
		// Offsets between the last batch and the next segment hold nothing (KAFKA-8764).
		p.m.UpdateLatest(next - 1)
	}
	p.plan.LatestOffset = p.m.Latest()
	p.plan.EndOffset = p.m.Latest() + 1
	p.plan.MapBytes = p.m.Bytes()
	p.plan.Stats.Keys = p.m.Size()
}

// abortedFrom lists the aborted transactions of the dirty part. Kafka lists those too whose ABORT
// lies before the batch with which reading begins: nothing ends them then, and the next batches
// of their producers count as aborted.
func (p *pass) abortedFrom(s *log.Segment, from, to int64) []log.AbortedTxn {
	txns := collectAborted(p.l, from, to)
	at := firstBatch(s, from)
	if !p.settings.Mended || at == len(s.Batches) {
		return txns
	}
	begin := s.Batches[at].BaseOffset
	return slices.DeleteFunc(txns, func(t log.AbortedTxn) bool { return t.LastOffset < begin })
}

// mapSegment reads one segment into the map and tells whether the map is full.
func (p *pass) mapSegment(s *log.Segment, from int64, txns *txnTracker) bool {
	for i := firstBatch(s, from); i < len(s.Batches); i++ {
		b := &s.Batches[i]
		if b.Control() {
			if _, err := txns.onControl(b); err != nil {
				p.die(s, b, err.Error())
				return false
			}
		} else if !txns.onData(&b.Header).discard {
			err := b.Walk(&p.scratch, p.onKey)
			if err == errFull {
				return true
			}
			if err != nil {
				p.die(s, b, err.Error())
				return false
			}
		}
		if b.LastOffset() >= from {
			p.m.UpdateLatest(b.LastOffset())
		}
	}
	p.tail(s)
	return false
}

// mapRecord puts one record into the map. The limit is asked before the put, so that a full map
// does not even take a record of a key that it has.
func (p *pass) mapRecord(r *record.Record, from int64) error {
	if r.Key != nil && r.Offset >= from {
		if p.m.Full() {
			return errFull
		}
		p.m.Put(r.Key, r.Offset)
	}
	p.plan.Stats.MapRecords++
	return nil
}

// firstBatch is the index of the batch at which reading for an offset begins: that of the
// greatest index entry not above it, or the first one (OffsetIndex.lookup).
func firstBatch(s *log.Segment, offset int64) int {
	e := sort.Search(len(s.Index), func(i int) bool { return s.Index[i].Offset > offset })
	if e == 0 {
		return 0
	}
	position := s.Index[e-1].Position
	return sort.Search(len(s.Positions), func(i int) bool { return s.Positions[i] >= position })
}

// die ends the pass at a batch that cannot be read.
func (p *pass) die(s *log.Segment, b *record.Batch, text string) {
	p.plan.Death = &Death{
		Why: why.CleanedUnreadable, Segment: s.BaseOffset, Offset: b.BaseOffset, Text: text,
	}
}

// tail ends the pass at bytes after the last complete batch: Kafka's cleaner grows its buffer for
// them in vain (Cleaner.growBuffersOrFail).
func (p *pass) tail(s *log.Segment) {
	if len(s.Tail) == 0 || p.dead() {
		return
	}
	p.plan.Death = &Death{
		Why: why.CleanedUnreadable, Segment: s.BaseOffset, Offset: nextOffset(s),
		A: int64(len(s.Tail)), Text: fmt.Sprintf("%d bytes at the end are no batch", len(s.Tail)),
	}
}

func (p *pass) dead() bool { return p.plan.Death != nil }
