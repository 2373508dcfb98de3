package producer

import (
	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// Send is KafkaProducer.send: the record goes into a batch, or the call blocks for metadata or for
// buffer memory up to max.block.ms. A negative timestamp is replaced by the clock.
func (c *Client) Send(now Time, tp TP, r record.Record) (SendID, Effects) {
	var e Effects
	id := c.NextSend
	c.NextSend++
	if c.Closed {
		e.fail(Outcome{Send: id, TP: tp, Code: errcode.UnknownServerError, Why: why.FailClosed})
		return id, e
	}
	c.refreshedIdle(now)
	c.Calls = append(c.Calls, Call{Send: id, TP: tp, Record: r, StartedAt: Never})
	c.runCalls(now, &e)
	if n := len(c.Calls); n > 1 && c.Calls[n-1].Send == id {
		e.note(Note{Kind: NoteBlocked, TP: tp, A: int64(id), Why: why.WaitCaller})
	}
	return id, e
}

func (e *Effects) fail(o Outcome) {
	o.Offset = NoOffset
	e.Outcomes = append(e.Outcomes, o)
}

// runCalls lets the application thread go on: call after call until one blocks.
func (c *Client) runCalls(now Time, e *Effects) {
	for len(c.Calls) > 0 && !c.Closed {
		call := &c.Calls[0]
		if call.StartedAt == Never {
			call.StartedAt = now
		}
		blocked := c.runCall(now, call, e)
		if blocked != why.None {
			if blocked != call.Blocked {
				call.Blocked = blocked
				e.note(Note{Kind: NoteBlocked, TP: call.TP, A: int64(call.Send), Why: blocked})
			}
			return
		}
		c.Calls = c.Calls[1:]
	}
	if len(c.Calls) == 0 {
		c.Calls = nil
	}
}

// runCall is KafkaProducer.doSend from where it stands; the answer is what it blocks for.
func (c *Client) runCall(now Time, call *Call, e *Effects) why.Why {
	fail := func(code errcode.Code, reason why.Why) why.Why {
		e.fail(Outcome{Send: call.Send, TP: call.TP, Code: code, Why: reason})
		return why.None
	}
	if c.Fatal != errcode.None {
		return fail(c.Fatal, why.FailDefinite)
	}
	topic, known := c.Topic(call.TP.Topic)
	if !known || !topic.Known || call.TP.Partition >= topic.Partitions {
		return c.awaitMetadata(now, call, fail)
	}
	if call.Record.Timestamp < 0 {
		call.Record.Timestamp = now.MS()
	}
	size := int64(sizeUpperBound(&call.Record))
	if size > int64(c.Config.MaxRequestSize) {
		return fail(errcode.MessageTooLarge, why.RecordOverRequestSize)
	}
	if max(size, c.batchSize()) > c.Config.BufferMemory {
		return fail(errcode.MessageTooLarge, why.RecordOverBuffer)
	}
	if c.append(now, call, e) {
		return why.None
	}
	if now >= c.callDeadline(call) {
		return fail(errcode.RequestTimedOut, why.MaxBlockMemory)
	}
	return why.WaitMemory
}

// awaitMetadata is KafkaProducer.waitOnMetadata: until the topic, and the partition that the record
// names, are known.
func (c *Client) awaitMetadata(
	now Time, call *Call, fail func(errcode.Code, why.Why) why.Why,
) why.Why {
	topic := c.topic(call.TP.Topic)
	if now < c.callDeadline(call) {
		c.lackMetadata()
		return why.WaitMetadata
	}
	if topic.Known {
		return fail(errcode.RequestTimedOut, why.PartitionUnknown)
	}
	return fail(errcode.RequestTimedOut, why.MaxBlockMetadata)
}

func (c *Client) callDeadline(call *Call) Time {
	return call.StartedAt + Time(c.Config.MaxBlockMS)*Millisecond
}

// batchSize is batch.size; 0 means one record a batch, which a limit of one byte gives.
func (c *Client) batchSize() int64 { return max(int64(c.Config.BatchSize), 1) }
