package producer

import (
	"slices"

	"highwater/core/why"
)

// readiness is RecordAccumulator.ReadyCheckResult.
type readiness struct {
	nodes   []int32 // ascending
	orphans bool    // some partition with data has no known leader
}

// ready is RecordAccumulator.ready: the nodes to which something may be sent now.
func (c *Client) ready(now Time) readiness {
	var r readiness
	for i := range c.Topics {
		c.updateLoads(&c.Topics[i])
	}
	for i := range c.Partitions {
		p := &c.Partitions[i]
		if len(p.Deque) == 0 {
			continue
		}
		leader := c.Leader(p.TP)
		if leader.Node == NoNode {
			r.orphans = true
			continue
		}
		head := c.Batch(p.Deque[0])
		head.seeLeaderEpoch(leader.Epoch)
		sendable, _ := c.sendable(now, p, head)
		if sendable == why.None || head.backsOff(now) || p.Muted {
			continue
		}
		if at, found := slices.BinarySearch(r.nodes, leader.Node); !found {
			r.nodes = slices.Insert(r.nodes, at, leader.Node)
		}
	}
	return r
}

// seeLeaderEpoch is ProducerBatch.maybeUpdateLeaderEpoch.
func (b *Batch) seeLeaderEpoch(epoch int32) {
	if epoch > b.LeaderEpoch {
		b.LeaderChangedAt, b.LeaderEpoch = b.Attempts, epoch
	}
}

// newLeader tells whether the leader has changed since the last attempt, which skips the back-off
// (KAFKA-15415).
func (b *Batch) newLeader() bool { return b.Attempts > 0 && b.Attempts == b.LeaderChangedAt }

// backsOff is RecordAccumulator.shouldBackoff.
func (b *Batch) backsOff(now Time) bool {
	return b.Attempts > 0 && now < b.backoffEnd() && !b.newLeader()
}

func (b *Batch) backoffEnd() Time { return b.LastAttemptAt + Time(b.BackoffMS)*Millisecond }

// sendable says why the head of a deque may be sent as far as waiting is concerned, or why.None;
// then until is when its time comes.
func (c *Client) sendable(now Time, p *Partition, head *Batch) (reason why.Why, until Time) {
	until = head.LastAttemptAt + Time(c.Config.LingerMS)*Millisecond
	if head.backsOff(now) {
		until = head.backoffEnd()
	}
	full := len(p.Deque) > 1 || head.IsFull() // a batch that was on the wire takes no more records
	switch {
	case full && head.newLeader():
		return why.ReadyNewLeader, until
	case full && head.Attempts > 0:
		return why.ReadyRetry, until
	case full:
		return why.ReadyFull, until
	}
	switch {
	case now >= until:
		return why.ReadyLinger, until
	case len(c.Calls) > 0 && c.Calls[0].Blocked == why.WaitMemory:
		return why.ReadyMemory, until
	case c.FlushUpTo > 0:
		return why.ReadyFlush, until
	}
	return why.None, until
}

// Flush is KafkaProducer.flush: everything sent so far goes without lingering, until all of it is
// final. Pieces of a split batch count with it (KAFKA-19479).
func (c *Client) Flush() {
	if c.NextBatch > 1 && len(c.Batches) > 0 {
		c.FlushUpTo = c.NextBatch - 1
	}
}

func (c *Client) endFlush() {
	for i := range c.Batches {
		if c.Batches[i].Final == Pending && c.Batches[i].Root <= c.FlushUpTo {
			return
		}
	}
	c.FlushUpTo = 0
}
