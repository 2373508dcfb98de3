package producer

import (
	"highwater/core/errcode"
	"highwater/core/why"
)

// expiresAt is when delivery.timeout.ms has passed since the first record was appended; it covers
// lingering, waiting, retries, and overrides retries (KIP-91).
func (c *Client) expiresAt(b *Batch) Time {
	return b.CreatedAt + Time(c.Config.DeliveryTimeoutMS)*Millisecond
}

// expire is the deadline part of Sender.sendProducerData: queued batches fail first, then those in
// flight. Sequences are not touched; a batch that has come back at least once leaves its partition
// unresolved. One on its first flight does not: if it was lost, its successors only meet the gap.
func (c *Client) expire(now Time, e *Effects) {
	var due []BatchID
	for i := range c.Partitions {
		p := &c.Partitions[i]
		var late []BatchID
		p.Deque, late = c.overdueIn(now, p.Deque)
		due = append(due, late...)
	}
	for i := range c.Partitions {
		p := &c.Partitions[i]
		var late []BatchID
		p.Net, late = c.overdueIn(now, p.Net)
		due = append(due, late...)
	}
	for _, id := range due {
		b := c.Batch(id)
		p := c.partition(b.TP)
		reason := why.ExpiredFirstFlight
		if b.InRetry {
			reason = why.ExpiredInRetry
		} else if b.DrainedAt == 0 {
			reason = why.FailDeadline
		}
		e.note(Note{Kind: NoteExpired, TP: p.TP, Batch: id, A: (now - b.CreatedAt).MS(),
			B: int64(b.Attempts), Why: reason})
		c.failBatch(p, b, errcode.RequestTimedOut, why.FailDeadline, e)
		if c.idempotent() && b.InRetry {
			c.markUnresolved(p, b, e)
		}
		c.reap(id)
	}
}

// overdueIn takes the batches past their deadline off the front of a queue.
func (c *Client) overdueIn(now Time, queue []BatchID) (rest, late []BatchID) {
	n := 0
	for n < len(queue) && now >= c.expiresAt(c.Batch(queue[n])) {
		n++
	}
	return queue[n:], queue[:n:n]
}
