package producer

import (
	"highwater/core/why"
)

// aboutToSend marks a batch between its drain and its request.
const aboutToSend RequestID = -1

// drain is RecordAccumulator.drainBatchesForOneNode: at most one batch of each partition that the
// node leads, beginning where the last walk stopped.
func (c *Client) drain(now Time, node int32, e *Effects) []BatchID {
	parts := c.ledBy(node)
	n, _ := c.Node(node)
	if len(parts) == 0 {
		return nil
	}
	var taken []BatchID
	size := 0
	start := int(n.DrainFrom) % len(parts)
	for i := range parts {
		at := (start + i) % len(parts)
		n.DrainFrom = int32(at)
		p, used := c.Partition(parts[at])
		if !used || len(p.Deque) == 0 || p.Muted {
			continue
		}
		head := c.Batch(p.Deque[0])
		head.seeLeaderEpoch(c.Leader(p.TP).Epoch)
		if head.backsOff(now) {
			continue
		}
		// One blocked partition ends the walk, so it can delay its neighbours on the node.
		if len(taken) > 0 && size+head.Size > int(c.Config.MaxRequestSize) {
			break
		}
		if hold, _ := c.held(p, head); hold != why.None {
			break
		}
		c.take(now, p, head, e)
		size += head.Size
		taken = append(taken, head.ID)
	}
	return taken
}

// ledBy are the partitions that the node leads as the client believes, in order.
func (c *Client) ledBy(node int32) []TP {
	var parts []TP
	for _, l := range c.Meta.Leaders {
		if l.Node == node {
			parts = append(parts, l.TP)
		}
	}
	return parts
}

// held is RecordAccumulator.shouldStopDrainBatchesForPartition, the gate that keeps the sequences
// of a partition in order: why the head may not go, and the sequence that must go first.
func (c *Client) held(p *Partition, head *Batch) (why.Why, int32) {
	switch {
	case !c.idempotent():
		return why.None, 0
	case !c.ProducerID.Valid():
		return why.HoldNoProducerID, 0
	case !head.HasSequence() && len(p.Tracked) > 0 && p.ProducerID != c.ProducerID:
		return why.HoldOldEpoch, c.FirstTracked(p)
	case !head.HasSequence() && p.Unresolved:
		return why.HoldUnresolved, p.UnresolvedSeq
	}
	first := c.FirstTracked(p)
	if first != NoSequence && head.HasSequence() && head.BaseSeq != first {
		return why.HoldLowerSequence, first
	}
	return why.None, 0
}

// take moves the head from the deque to the wire: numbered, encoded, marked.
func (c *Client) take(now Time, p *Partition, b *Batch, e *Effects) {
	reason := c.number(p, b, e)
	p.Deque = p.Deque[1:]
	if !b.Closed {
		b.close(c.Config.Compression, c.topic(p.Topic))
	}
	b.DrainedAt, b.Request = now, aboutToSend
	p.Net = append(p.Net, b.ID)
	e.note(Note{Kind: NoteDrained, TP: p.TP, Batch: b.ID, A: int64(b.BaseSeq), B: int64(b.Count()),
		C: int64(b.Attempts), Why: reason})
	if c.Config.MaxInFlight == 1 {
		p.Muted = true
		e.note(Note{Kind: NoteMuted, TP: p.TP, Batch: b.ID, Why: why.HoldMuted})
	}
}
