package producer

import (
	"highwater/core/record"
	"highwater/core/why"
)

// append is RecordAccumulator.append; false means that there is no memory for a new batch.
func (c *Client) append(now Time, call *Call, e *Effects) bool {
	tp, reason := c.choosePartition(call, e)
	sticky := reason == why.PartitionSticky
	grown, ok := c.tryAppend(tp, call, reason, e)
	if !ok {
		if grown, ok = c.appendNewBatch(now, tp, call, reason, e); !ok {
			return false
		}
	}
	if sticky {
		c.produced(tp, int64(grown), c.tailFull(tp), e)
	}
	return true
}

// tryAppend puts the record into the newest batch; one without room is closed for appends.
func (c *Client) tryAppend(tp TP, call *Call, reason why.Why, e *Effects) (grown int, ok bool) {
	tail := c.tail(tp)
	if tail == nil {
		return 0, false
	}
	if !tail.hasRoomFor(&call.Record) {
		if !tail.AppendsClosed {
			tail.AppendsClosed = true
			e.note(Note{Kind: NoteBatchFull, TP: tp, Batch: tail.ID, A: int64(tail.Count()),
				B: int64(tail.Size), Why: why.BatchTakesNoMore})
		}
		return 0, false
	}
	return c.addTo(tail, call, reason, e), true
}

func (c *Client) appendNewBatch(
	now Time, tp TP, call *Call, reason why.Why, e *Effects,
) (grown int, ok bool) {
	memory := max(c.batchSize(), int64(sizeUpperBound(&call.Record)))
	if c.BufferUsed+memory > c.Config.BufferMemory {
		return 0, false
	}
	b := c.newBatch(tp, now, &call.Record)
	b.Memory = memory
	c.BufferUsed += memory
	p := c.partition(tp)
	p.Deque = append(p.Deque, b.ID)
	return c.addTo(b, call, reason, e) + record.HeaderSize, true
}

// newBatch makes an empty batch that will hold first; the pointer is good until the next one.
func (c *Client) newBatch(tp TP, created Time, first *record.Record) *Batch {
	id := c.NextBatch
	c.NextBatch++
	c.Batches = append(c.Batches, Batch{
		ID: id, Root: id, TP: tp,
		Size:       record.HeaderSize,
		WriteLimit: max(int(c.batchSize()), sizeUpperBound(first)),
		RatioPPM:   c.topic(tp.Topic).RatioPPM,
		CreatedAt:  created, LastAttemptAt: created,
		ProducerID: none(), BaseSeq: NoSequence, LeaderEpoch: -1,
	})
	return &c.Batches[len(c.Batches)-1]
}

func (c *Client) addTo(b *Batch, call *Call, reason why.Why, e *Effects) int {
	grown := b.add(Sent{Send: call.Send, Record: call.Record}, c.Config.Compression)
	e.note(Note{Kind: NoteAppended, TP: b.TP, Batch: b.ID, A: int64(call.Send), B: int64(b.Count()),
		C: int64(b.Size), Why: reason})
	return grown
}

// tail is the newest batch of a partition's deque.
func (c *Client) tail(tp TP) *Batch {
	p, ok := c.Partition(tp)
	if !ok || len(p.Deque) == 0 {
		return nil
	}
	return c.Batch(p.Deque[len(p.Deque)-1])
}

// tailFull is RecordAccumulator.allBatchesFull: only the newest one can be unfilled.
func (c *Client) tailFull(tp TP) bool {
	tail := c.tail(tp)
	return tail == nil || tail.IsFull()
}
