package producer

import (
	"highwater/core/why"
)

// choosePartition is KafkaProducer.partition followed by the sticky choice: a named partition, else
// the hash of the key, else BuiltInPartitioner.
func (c *Client) choosePartition(call *Call, e *Effects) (TP, why.Why) {
	tp := call.TP
	if tp.Partition != AnyPartition {
		return tp, why.PartitionGiven
	}
	t := c.topic(tp.Topic)
	if call.Record.Key != nil && !c.Config.IgnoreKeys {
		tp.Partition = PartitionForKey(call.Record.Key, t.Partitions)
		return tp, why.PartitionByKey
	}
	if t.Sticky == AnyPartition {
		c.switchSticky(t, e)
	} else if tp.Partition = t.Sticky; c.tailFull(tp) {
		// A switch that waited for a half-filled batch may be due now (KAFKA-14156).
		c.produced(tp, 0, true, e)
	}
	tp.Partition = t.Sticky
	return tp, why.PartitionSticky
}

// produced is BuiltInPartitioner.updatePartitionInfo: after batch.size bytes the partition changes,
// unless that would cut a half-filled batch, and in any case after twice as many.
func (c *Client) produced(tp TP, bytes int64, mayCut bool, e *Effects) {
	t := c.topic(tp.Topic)
	if t.Sticky != tp.Partition {
		return
	}
	t.Produced += bytes
	if t.Produced >= c.batchSize() && mayCut || t.Produced >= 2*c.batchSize() {
		c.switchSticky(t, e)
	}
}

// switchSticky is BuiltInPartitioner.nextPartition: by load if that is known, else evenly among
// the partitions that have a leader, else among all.
func (c *Client) switchSticky(t *Topic, e *Effects) {
	before := t.Produced
	reason := why.PartitionSticky
	if t.Sticky != AnyPartition {
		reason = why.StickySwitch
	}
	random := c.Rand.Below(1 << 31)
	if n := len(t.Loads); n > 0 {
		weighted := random % t.Loads[n-1].UpTo
		i := 0
		for t.Loads[i].UpTo <= weighted {
			i++
		}
		t.Sticky = t.Loads[i].Partition
	} else {
		t.Sticky = c.evenly(t, random)
	}
	t.Produced = 0
	e.note(Note{Kind: NotePartition, TP: TP{t.Index, t.Sticky}, A: before, Why: reason})
}

func (c *Client) evenly(t *Topic, random int64) int32 {
	var led []int32
	for p := range t.Partitions {
		if c.Leader(TP{t.Index, p}).Node != NoNode {
			led = append(led, p)
		}
	}
	if len(led) == 0 {
		return int32(random % int64(t.Partitions))
	}
	return led[random%int64(len(led))]
}

// updateLoads is BuiltInPartitioner.updatePartitionLoadStats, done at every ready check. Weights
// are known only when every partition has had a batch and the queues differ.
func (c *Client) updateLoads(t *Topic) {
	t.Loads = nil
	if !c.Config.AdaptivePartitioning || t.Partitions < 2 {
		return
	}
	var queues []Load // UpTo holds the queue length at first
	longest, equal := int64(0), true
	for number := range t.Partitions {
		p, used := c.Partition(TP{t.Index, number})
		if !used {
			return
		}
		leader := c.Leader(p.TP)
		if leader.Node == NoNode || c.sleeping(leader.Node) && len(p.Deque) > 0 {
			continue
		}
		queues = append(queues, Load{Partition: number, UpTo: int64(len(p.Deque))})
		equal = equal && queues[0].UpTo == int64(len(p.Deque))
		longest = max(longest, int64(len(p.Deque)))
	}
	if len(queues) == 0 || equal && len(queues) == int(t.Partitions) {
		return
	}
	sum := int64(0)
	for i := range queues {
		sum += longest + 1 - queues[i].UpTo
		queues[i].UpTo = sum
	}
	t.Loads = queues
}

// sleeping tells whether a node has had data ready for longer than
// partitioner.availability.timeout.ms without being able to take any.
func (c *Client) sleeping(node int32) bool {
	n, ok := c.Node(node)
	limit := Time(c.Config.AvailabilityTimeoutMS) * Millisecond
	return ok && limit > 0 && n.ReadyAt-n.DrainedAt > limit
}
