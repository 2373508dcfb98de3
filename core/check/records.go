package check

import (
	"bytes"

	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/world"
)

// bytes checks that a batch reads as what its header says.
func (r *report) bytes(b *record.Batch) {
	if b.CheckCRC() != nil {
		r.add(BytesRead, b.BaseOffset, int64(b.CRC))
		return
	}
	var scratch record.Scratch
	count, last := int64(0), b.BaseOffset-1
	ascending := true
	err := b.Walk(&scratch, func(rec *record.Record) error {
		ascending = ascending && rec.Offset > last && rec.Offset <= b.LastOffset()
		last = rec.Offset
		count++
		return nil
	})
	if err != nil || count != int64(b.Count) || !ascending {
		r.add(BytesRead, b.BaseOffset, count)
		return
	}
	if b.Codec() == record.None && count > 0 && !reencodes(b) {
		r.add(Reencodes, b.BaseOffset, count)
	}
}

// reencodes builds the batch again from what was read of it. Under LogAppendTime the records' own
// timestamps are not read back, so nothing can be said.
func reencodes(b *record.Batch) bool {
	recs, err := b.Records()
	if err != nil || b.LogAppendTime() || b.Legacy() {
		return err == nil
	}
	horizon, has := b.DeleteHorizon()
	return bytes.Equal(record.Rebuild(*b, recs, horizon, has).Bytes, b.Bytes)
}

// producers replays the batches of a log from which nothing was ever removed and compares the last
// sequences. A log that was cleaned, cut by retention or aged is an exhibit, not an error.
func (r *report) producers(l *log.Log) {
	if l.LogStart > 0 || l.CleanerCheckpoint >= 0 {
		return
	}
	for i := range l.Producers.Entries {
		p := &l.Producers.Entries[i]
		if p.Count == 0 {
			continue
		}
		if last, ok := lastSequence(l, p.ID); !ok || last != p.LastSequence() {
			r.add(ProducersMatch, p.ID, int64(p.LastSequence()))
		}
	}
}

func lastSequence(l *log.Log, producer int64) (int32, bool) {
	for i := len(l.Segments) - 1; i >= 0; i-- {
		s := &l.Segments[i]
		for j := len(s.Batches) - 1; j >= 0; j-- {
			b := &s.Batches[j]
			if b.ProducerID == producer && !b.Attributes.Control() {
				return b.LastSequence(), true
			}
		}
	}
	return 0, false
}

// markers checks that every transaction with a record is open or has its marker.
func (r *report) markers(l *log.Log) {
	var open []record.Header
	for i := range l.Segments {
		for j := range l.Segments[i].Batches {
			b := &l.Segments[i].Batches[j]
			switch {
			case !b.Attributes.Transactional():
			case b.Attributes.Control():
				open = without(open, b.ProducerID)
			case b.Count > 0:
				open = append(without(open, b.ProducerID), b.Header)
			}
		}
	}
	for i := range open {
		if !ongoing(l, open[i].ProducerID) {
			r.add(MarkerStays, open[i].ProducerID, open[i].BaseOffset)
		}
	}
}

func without(open []record.Header, producer int64) []record.Header {
	kept := open[:0]
	for _, h := range open {
		if h.ProducerID != producer {
			kept = append(kept, h)
		}
	}
	return kept
}

func ongoing(l *log.Log, producer int64) bool {
	for _, t := range l.Producers.Ongoing {
		if t.ProducerID == producer {
			return true
		}
	}
	return false
}

// Pass compares a log before and after a pass of the cleaner that ended at an offset: a record that
// stays is the same, nothing came, and the newest of each key is still there.
func Pass(node world.NodeID, rep *world.Replica, before *log.Log,
	end, now int64) []world.Violation {
	r := report{node: node, topic: rep.Topic, part: rep.Part}
	old, kept := flatten(before, end), flatten(rep.Log, end)
	r.onlyRemoves(old, kept)
	r.newest(old, kept, now)
	return r.broken
}

// flat is a record without what the cleaner may change.
type flat struct {
	record.Record
	producer, horizon int64
	sequence          int32
	hasHorizon        bool
	discarded         bool // of an aborted transaction
}

func flatten(l *log.Log, end int64) []flat {
	var out []flat
	aborted := abortedBatches(l)
	for i := range l.Segments {
		for j := range l.Segments[i].Batches {
			b := &l.Segments[i].Batches[j]
			if b.BaseOffset >= end || b.Attributes.Control() {
				continue
			}
			recs, err := b.Records()
			if err != nil {
				continue
			}
			horizon, has := b.DeleteHorizon()
			for k := range recs {
				out = append(out, flat{Record: recs[k], producer: b.ProducerID, horizon: horizon,
					hasHorizon: has, discarded: aborted[b.BaseOffset], sequence: record.
							IncrementSequence(b.BaseSequence, int32(recs[k].Offset-b.BaseOffset))})
			}
		}
	}
	return out
}

// abortedBatches are the base offsets of batches of aborted transactions.
func abortedBatches(l *log.Log) map[int64]bool {
	out := make(map[int64]bool)
	for i := range l.Segments {
		for _, t := range l.Segments[i].TxnIndex {
			for j := range l.Segments {
				for k := range l.Segments[j].Batches {
					b := &l.Segments[j].Batches[k]
					if b.ProducerID == t.ProducerID && b.BaseOffset >= t.FirstOffset &&
						b.BaseOffset < t.LastOffset && b.Attributes.Transactional() {
						out[b.BaseOffset] = true
					}
				}
			}
		}
	}
	return out
}

func (r *report) onlyRemoves(old, kept []flat) {
	at := 0
	for i := range kept {
		k := &kept[i]
		for at < len(old) && old[at].Offset < k.Offset {
			at++
		}
		if at == len(old) || old[at].Offset != k.Offset || !old[at].same(k) {
			r.add(OnlyRemoves, k.Offset, int64(len(old)))
			return
		}
	}
}

func (f *flat) same(g *flat) bool {
	return f.Timestamp == g.Timestamp && bytes.Equal(f.Key, g.Key) &&
		(f.Key == nil) == (g.Key == nil) && bytes.Equal(f.Value, g.Value) &&
		(f.Value == nil) == (g.Value == nil) && len(f.Headers) == len(g.Headers) &&
		f.producer == g.producer && f.sequence == g.sequence
}

// newest checks that the last committed record of each key is still there, unless it is a
// tombstone whose horizon is over, and that nothing older stays below a tombstone.
func (r *report) newest(old, kept []flat, now int64) {
	last := make(map[string]int64)
	for i := range old {
		if f := &old[i]; f.Key != nil && !f.discarded {
			last[string(f.Key)] = f.Offset
		}
	}
	there := make(map[int64]bool)
	below := make(map[string]int64)
	for i := range kept {
		f := &kept[i]
		there[f.Offset] = true
		if f.Key == nil || f.discarded {
			continue
		}
		if older, ok := below[string(f.Key)]; ok && f.Value == nil {
			r.add(NothingBelowTombstone, older, f.Offset)
		}
		below[string(f.Key)] = f.Offset
	}
	for i := range old {
		f := &old[i]
		if f.Key == nil || last[string(f.Key)] != f.Offset || there[f.Offset] {
			continue
		}
		if f.Value != nil || !f.hasHorizon || now < f.horizon {
			r.add(NewestSurvives, f.Offset, f.horizon)
		}
	}
}
