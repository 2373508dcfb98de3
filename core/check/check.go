package check

import (
	"highwater/core/log"
	"highwater/core/world"
)

// Names of the invariants.
const (
	// Watermarks: LogStart <= LSO <= HW <= LEO on every replica.
	Watermarks = "watermarks"
	// LeaderBelowFollowers: the leader's HW is at most the smallest LEO of the ISR.
	LeaderBelowFollowers = "hw-below-isr"
	// Ascending: batches ascend, each within its segment, segments ascend.
	Ascending = "ascending"
	// IndexPoints: index entries ascend and point to batches.
	IndexPoints = "index-points"
	// BytesRead: every batch has its CRC and decodes to as many records as it says.
	BytesRead = "bytes-read"
	// Reencodes: an uncompressed batch that is decoded and encoded again has the same bytes.
	Reencodes = "reencodes"
	// ProducersMatch: the producer state is what the log says, as long as nothing was removed.
	ProducersMatch = "producers-match"
	// OnlyRemoves: a pass changes nothing of a record that it keeps, and adds none.
	OnlyRemoves = "only-removes"
	// NewestSurvives: the newest value of a key below the cleaned point survives a pass.
	NewestSurvives = "newest-survives"
	// NothingBelowTombstone: no older value stays below a tombstone that a pass has seen.
	NothingBelowTombstone = "nothing-below-tombstone"
	// MarkerStays: a transaction that still has a record still has its marker.
	MarkerStays = "marker-stays"
	// CheckpointWithin: the cleaner's checkpoint lies between log start and active segment.
	CheckpointWithin = "checkpoint-within"
	// OneConnRequest: a broker works on one request of a connection at a time.
	OneConnRequest = "one-conn-request"
	// InFlightLimit: a client has at most max.in.flight.requests.per.connection requests out on a
	// connection, each with at most one batch of a partition.
	InFlightLimit = "in-flight-limit"
	// TrackedCovers: a client tracks every batch that has a sequence and is not final.
	TrackedCovers = "tracked-covers"
)

// Names returns the names of all invariants.
func Names() []string {
	return []string{Watermarks, LeaderBelowFollowers, Ascending, IndexPoints, BytesRead,
		Reencodes, ProducersMatch, OnlyRemoves, NewestSurvives, NothingBelowTombstone, MarkerStays,
		CheckpointWithin, OneConnRequest, InFlightLimit, TrackedCovers}
}

// report collects violations of one replica.
type report struct {
	broken []world.Violation
	node   world.NodeID
	topic  int32
	part   int32
}

func (r *report) add(name string, a, b int64) {
	r.broken = append(r.broken, world.Violation{Name: name, Node: r.node, Topic: r.topic,
		Part: r.part, A: a, B: b})
}

// After checks, without reading records, the replicas that the events are about.
func After(w *world.World, events []world.Event) []world.Violation {
	var broken []world.Violation
	for i := range w.Brokers {
		b := &w.Brokers[i]
		for j := range b.Replicas {
			rep := &b.Replicas[j]
			if !touched(events, rep) {
				continue
			}
			r := report{node: b.ID, topic: rep.Topic, part: rep.Part}
			r.quick(w, b, rep)
			broken = append(broken, r.broken...)
		}
	}
	return append(append(broken, conns(w)...), clients(w)...)
}

func touched(events []world.Event, r *world.Replica) bool {
	for i := range events {
		if events[i].Topic == r.Topic && events[i].Part == r.Part {
			return true
		}
	}
	return false
}

// All checks everything.
func All(w *world.World) []world.Violation {
	var broken []world.Violation
	for i := range w.Brokers {
		b := &w.Brokers[i]
		for j := range b.Replicas {
			rep := &b.Replicas[j]
			r := report{node: b.ID, topic: rep.Topic, part: rep.Part}
			r.quick(w, b, rep)
			r.full(rep.Log)
			broken = append(broken, r.broken...)
		}
	}
	return append(append(broken, conns(w)...), clients(w)...)
}

// quick is what costs no more than a look at the ends of segments.
func (r *report) quick(w *world.World, b *world.Broker, rep *world.Replica) {
	l := rep.Log
	lso := l.LastStableOffset()
	switch {
	case l.LogStart > lso:
		r.add(Watermarks, l.LogStart, lso)
	case lso > l.HW:
		r.add(Watermarks, lso, l.HW)
	case l.HW > l.EndOffset:
		r.add(Watermarks, l.HW, l.EndOffset)
	}
	r.leader(w, b, rep)
	for i := range l.Segments {
		s := &l.Segments[i]
		if i > 0 && s.BaseOffset <= l.Segments[i-1].BaseOffset {
			r.add(Ascending, l.Segments[i-1].BaseOffset, s.BaseOffset)
		}
		if n := len(s.Batches); n > 0 {
			first, last := &s.Batches[0], &s.Batches[n-1]
			if first.BaseOffset < s.BaseOffset || last.NextOffset() > l.NextBase(i) {
				r.add(Ascending, s.BaseOffset, last.LastOffset())
			}
			if end := int64(s.Positions[n-1]) + int64(last.Size()); end != int64(s.Size) &&
				len(s.Tail) == 0 {
				r.add(Ascending, end, int64(s.Size))
			}
		}
	}
	if c := l.CleanerCheckpoint; c > l.ActiveSegment().BaseOffset {
		r.add(CheckpointWithin, c, l.ActiveSegment().BaseOffset)
	}
}

func (r *report) leader(w *world.World, b *world.Broker, rep *world.Replica) {
	p := w.Partition(rep.Topic, rep.Part)
	if p == nil || p.Leader != b.ID {
		return
	}
	for _, id := range p.ISR {
		other := w.Broker(id)
		if other == nil {
			continue
		}
		if f := other.Replica(rep.Topic, rep.Part); f != nil && f.Log.EndOffset < rep.Log.HW {
			r.add(LeaderBelowFollowers, f.Log.EndOffset, rep.Log.HW)
		}
	}
}

// full reads every batch, index entry and record.
func (r *report) full(l *log.Log) {
	for i := range l.Segments {
		s := &l.Segments[i]
		next := s.BaseOffset
		for j := range s.Batches {
			b := &s.Batches[j]
			if b.BaseOffset < next || b.LastOffset() < b.BaseOffset {
				r.add(Ascending, next, b.BaseOffset)
			}
			next = b.NextOffset()
			r.bytes(b)
		}
		r.index(s)
	}
	r.producers(l)
	r.markers(l)
}

func (r *report) index(s *log.Segment) {
	at := 0
	for i, e := range s.Index {
		if i > 0 && (e.Offset <= s.Index[i-1].Offset || e.Position <= s.Index[i-1].Position) {
			r.add(IndexPoints, s.Index[i-1].Offset, e.Offset)
		}
		for at < len(s.Positions) && s.Positions[at] < e.Position {
			at++
		}
		if at == len(s.Positions) || s.Positions[at] != e.Position ||
			s.Batches[at].LastOffset() != e.Offset {
			r.add(IndexPoints, e.Offset, int64(e.Position))
			return
		}
	}
	for i, e := range s.TimeIndex {
		if i > 0 && (e.Timestamp <= s.TimeIndex[i-1].Timestamp ||
			e.Offset < s.TimeIndex[i-1].Offset) {
			r.add(IndexPoints, s.TimeIndex[i-1].Offset, e.Offset)
		}
	}
}

// conns checks that every connection works on one request, which is on the way.
func conns(w *world.World) []world.Violation {
	var broken []world.Violation
	for i := range w.Conns {
		c := &w.Conns[i]
		if c.Busy != 0 && w.Message(c.Busy) == nil {
			broken = append(broken, world.Violation{Name: OneConnRequest, Node: c.Node, Topic: -1,
				A: c.ID, B: c.Busy})
		}
	}
	return broken
}
