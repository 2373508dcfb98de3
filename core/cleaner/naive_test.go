package cleaner

import (
	"highwater/core/log"
	"highwater/core/record"
)

// This file is a second cleaner, written the other way round: it looks at the whole log at once
// and asks for each record whether anything forbids it to stay. It knows no map, no tracker and
// no groups.

// oldBatch is a batch of the log before a pass, with everything that a question may need.
type oldBatch struct {
	record.Batch
	segment int
	records []record.Record
	control record.Control
}

// newBatch is what should be left of a batch.
type newBatch struct {
	base, last int64
	offsets    []int64
	horizon    int64
	hasHorizon bool
}

// naive is the log as the naive cleaner sees it.
type naive struct {
	l       *log.Log
	batches []oldBatch
	choice  Choice
	now     int64
	// reach is the last offset that the map covers.
	reach int64
	// newest is the newest record of each key up to reach.
	newest map[string]int64
}

func newNaive(l *log.Log, now, slots int64) *naive {
	n := &naive{l: l, now: now, choice: Select(l, now), newest: map[string]int64{}}
	for i := range l.Segments {
		for _, b := range l.Segments[i].Batches {
			old := oldBatch{Batch: b, segment: i, control: record.Control{Type: record.ControlNone}}
			old.records, _ = b.Records()
			if b.Control() {
				old.control, _ = record.ParseControl(b)
			}
			n.batches = append(n.batches, old)
		}
	}
	n.fill(Usable(slots))
	return n
}

// fill finds the newest record of every key, until there are too many keys.
func (n *naive) fill(limit int64) {
	n.reach = n.choice.FirstUncleanable - 1
	for i := range n.batches {
		b := &n.batches[i]
		if b.LastOffset() < n.choice.FirstDirty || b.BaseOffset >= n.choice.FirstUncleanable ||
			b.Control() || n.aborted(i) {
			continue
		}
		for _, r := range b.records {
			if r.Key == nil || r.Offset < n.choice.FirstDirty {
				continue
			}
			if int64(len(n.newest)) >= limit {
				n.reach = n.before(r.Offset)
				return
			}
			n.newest[string(r.Key)] = r.Offset
		}
	}
}

// before is how far the map reaches when it is full at an offset: to the last record that went
// in, or to the end of the segment or batch before, if nothing of the next batch went in.
func (n *naive) before(offset int64) int64 {
	reach := int64(-1)
	for _, o := range n.newest {
		reach = max(reach, o)
	}
	for i := range n.batches {
		b := &n.batches[i]
		if b.LastOffset() < offset {
			reach = max(reach, b.LastOffset())
		}
		// A whole segment that was read counts up to the next one's base.
		if base := n.l.Segments[b.segment].BaseOffset; base <= offset {
			reach = max(reach, base-1)
		}
	}
	return reach
}

// ending is the marker that ends the transaction which a data batch belongs to.
func (n *naive) ending(i int) record.ControlType {
	for j := i + 1; j < len(n.batches); j++ {
		b := &n.batches[j]
		if b.ProducerID == n.batches[i].ProducerID && b.control.EndsTransaction() {
			return b.control.Type
		}
	}
	return record.ControlNone
}

func (n *naive) aborted(i int) bool {
	return n.batches[i].Transactional() && !n.batches[i].Control() &&
		n.ending(i) == record.ControlAbort
}

// hasData tells whether a data batch of a marker's transaction is in the log.
func (n *naive) hasData(i int) bool {
	for j := i - 1; j >= 0; j-- {
		b := &n.batches[j]
		if b.ProducerID != n.batches[i].ProducerID {
			continue
		}
		if b.control.EndsTransaction() {
			return false
		}
		if b.Transactional() && !b.Control() {
			return true
		}
	}
	return false
}

// stays asks whether anything forbids a record to stay.
func (n *naive) stays(i int, r *record.Record) bool {
	b := &n.batches[i]
	horizon, has := b.DeleteHorizon()
	due := has && horizon <= n.now
	if b.Control() {
		return n.hasData(i) || !due
	}
	switch {
	case n.aborted(i):
		return false
	case r.Offset > n.reach:
		return true
	case r.Key == nil, r.Offset < n.newest[string(r.Key)]:
		return false
	}
	return r.Value != nil || !due
}

// headerStays asks whether the header of a batch without records is needed.
func (n *naive) headerStays(b *oldBatch) bool {
	if b.NextOffset() == n.choice.FirstUncleanable {
		return true
	}
	for _, p := range n.l.Producers.Entries {
		if p.ID != b.ProducerID {
			continue
		}
		if p.LastDataOffset() >= 0 {
			return b.LastOffset() == p.LastDataOffset()
		}
		return b.Control() && b.ProducerEpoch == p.Epoch
	}
	return false
}

// clean lists what should be left of the batches whose segments the pass rewrites.
func (n *naive) clean() []newBatch {
	var left []newBatch
	for i := range n.batches {
		b := &n.batches[i]
		if n.l.Segments[b.segment].BaseOffset > n.reach {
			continue
		}
		nb := newBatch{base: b.BaseOffset, last: b.LastOffset()}
		nb.horizon, nb.hasHorizon = b.DeleteHorizon()
		needs := b.Control() && len(b.records) > 0 && b.control.EndsTransaction() && !n.hasData(i)
		early := false
		for k := range b.records {
			if r := &b.records[k]; n.stays(i, r) {
				nb.offsets = append(nb.offsets, r.Offset)
				needs = needs || r.Value == nil
				early = early || r.Value == nil && r.Offset > n.reach && !b.Control()
			}
		}
		if len(nb.offsets) == 0 {
			if !n.headerStays(b) {
				continue
			}
			nb.horizon, nb.hasHorizon = 0, false
		} else if needs && !early && !nb.hasHorizon {
			nb.horizon, nb.hasHorizon = n.now+n.l.Config.DeleteRetentionMs, true
		}
		left = append(left, nb)
	}
	return left
}
