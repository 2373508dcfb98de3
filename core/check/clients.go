package check

import (
	"slices"

	"highwater/core/producer"
	"highwater/core/world"
)

// clients checks what producers hold against each other: their queues, the wire, the limits.
func clients(w *world.World) []world.Violation {
	var broken []world.Violation
	for i := range w.Producers {
		p := &w.Producers[i]
		add := func(name string, tp producer.TP, a, b int64) {
			broken = append(broken, world.Violation{Name: name, Node: p.ID, Topic: tp.Topic,
				Part: tp.Partition, A: a, B: b})
		}
		inFlight(&p.Client, add)
		tracked(&p.Client, add)
	}
	return broken
}

// inFlight: a connection has at most max.in.flight requests, and a request at most one batch of a
// partition. A metadata request is not held back by the limit.
func inFlight(c *producer.Client, add func(string, producer.TP, int64, int64)) {
	for i := range c.Nodes {
		limited := int64(0)
		for _, r := range c.Nodes[i].InFlight {
			if r.Kind != producer.FetchMetadata {
				limited++
			}
			for j, part := range r.Parts {
				same := func(q producer.RequestPart) bool { return q.TP == part.TP }
				if slices.ContainsFunc(r.Parts[:j], same) {
					add(InFlightLimit, part.TP, int64(r.ID), int64(part.Batch))
				}
			}
		}
		if most := int64(c.Config.MaxInFlight); limited > most {
			add(InFlightLimit, producer.TP{Topic: -1}, limited, most)
		}
	}
}

// tracked: what has a sequence and no final state is tracked, wherever it waits, and a batch
// without a sequence never stands before one that has been numbered.
func tracked(c *producer.Client, add func(string, producer.TP, int64, int64)) {
	for i := range c.Partitions {
		p := &c.Partitions[i]
		for _, id := range slices.Concat(p.Net, p.Deque) {
			b := c.Batch(id)
			numbered := b != nil && b.HasSequence() && b.Final == producer.Pending
			if numbered && !slices.Contains(p.Tracked, id) {
				add(TrackedCovers, p.TP, int64(id), int64(b.BaseSeq))
			}
		}
		for j := 1; j < len(p.Deque); j++ {
			before, b := c.Batch(p.Deque[j-1]), c.Batch(p.Deque[j])
			if !before.HasSequence() && b.HasSequence() {
				add(TrackedCovers, p.TP, int64(before.ID), int64(b.ID))
			}
		}
	}
}
