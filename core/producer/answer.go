package producer

import (
	"slices"

	"highwater/core/errcode"
	"highwater/core/why"
)

// OnResponse takes the answer to a request. One that is not awaited any more, because its
// connection is gone, is ignored.
func (c *Client) OnResponse(now Time, r Response) Effects {
	var e Effects
	n, known := c.Node(r.Node)
	if c.Closed || !known {
		return e
	}
	at := slices.IndexFunc(n.InFlight, func(q Request) bool { return q.ID == r.Request })
	if at < 0 {
		return e
	}
	request := n.InFlight[at]
	n.InFlight = slices.Delete(n.InFlight, at, at+1)
	switch request.Kind {
	case Produce:
		for _, l := range r.Leaders {
			c.onLeaderHint(l, &e)
		}
		c.onProduce(now, request, r, &e)
	case InitProducerID:
		c.onProducerID(now, r, &e)
	case FetchMetadata:
		c.onMetadata(now, r, &e)
	}
	c.runCalls(now, &e)
	return e
}

// onProduce is Sender.handleProduceResponse. A partition that the answer leaves out counts as
// UNKNOWN_SERVER_ERROR, so that no batch is forgotten.
func (c *Client) onProduce(now Time, request Request, r Response, e *Effects) {
	for _, part := range request.Parts {
		answer := ResponsePart{TP: part.TP, Code: errcode.UnknownServerError, BaseOffset: NoOffset,
			LogStartOffset: NoOffset}
		for _, got := range r.Parts {
			if got.TP == part.TP {
				answer = got
			}
		}
		c.answer(now, part, answer, why.None, e)
	}
}

// answer is Sender.completeBatch: it puts the decision about one batch into effect.
func (c *Client) answer(now Time, part RequestPart, a ResponsePart, how why.Why, e *Effects) {
	p := c.partition(part.TP)
	b := c.Batch(part.Batch)
	b.Request = 0
	p.Net = removeID(p.Net, b.ID)
	d := Decide(a.Code, c.belief(now, p, b, a))
	if how == why.None || d.Action != Complete {
		how = d.Why
	}
	if d.Metadata {
		c.wantMetadata()
	}
	switch d.Action {
	case Split:
		c.split(p, b.ID, e)
	case Retry:
		c.requeue(now, p, b, a.Code, d, e)
	case Complete:
		c.complete(p, b, a, how, e)
	case Fail:
		if b.Final == Pending {
			c.failAnswered(p, b, a.Code, d, e)
		} else {
			e.note(Note{Kind: NoteLate, TP: p.TP, Batch: b.ID, Why: why.LateAnswer, Code: a.Code})
		}
	}
	p.Muted = false
	c.reap(part.Batch)
}

// belief collects what the decision depends on.
func (c *Client) belief(now Time, p *Partition, b *Batch, a ResponsePart) Belief {
	return Belief{
		Idempotent:     c.idempotent(),
		Final:          b.Final != Pending,
		Expired:        now >= c.expiresAt(b),
		RetriesLeft:    b.Attempts < c.Config.Retries,
		Many:           b.Count() > 1,
		Reopened:       b.Reopened,
		IsNext:         c.IsNext(p, b.BaseSeq),
		Unresolved:     p.Unresolved,
		NextToHole:     p.Unresolved && p.UnresolvedSeq == b.BaseSeq,
		LastAckedOff:   p.LastAckedOffset,
		LogStartOffset: a.LogStartOffset,
	}
}

// requeue is RecordAccumulator.reenqueue. Without idempotence every batch goes to the front, so a
// lost pipeline comes back reversed; with it, a batch goes behind those of lower sequence.
func (c *Client) requeue(
	now Time, p *Partition, b *Batch, code errcode.Code, d Decision, e *Effects,
) {
	b.Attempts++
	b.InRetry, b.LastAttemptAt = true, now
	b.BackoffMS = c.retryBackoffMS(b.Attempts)
	at := c.insert(p, b)
	reason := d.Why
	if code == errcode.RequestTimedOut && reason == why.RetryError {
		reason = why.RetryTimeout
	}
	e.note(Note{Kind: NoteRetry, TP: p.TP, Batch: b.ID, A: int64(at), B: b.BackoffMS,
		C: int64(b.Attempts), Why: reason, Code: code})
	if d.Bump != why.None {
		c.wantBump(p.TP, b, d.Bump, e)
	}
}

// insert is RecordAccumulator.insertInSequenceOrder; it gives the position in the deque.
func (c *Client) insert(p *Partition, b *Batch) int {
	at := 0
	if c.idempotent() {
		compare := c.comparator(p)
		for at < len(p.Deque) {
			x := c.Batch(p.Deque[at])
			if !x.HasSequence() || compare(x.BaseSeq, b.BaseSeq) >= 0 {
				break
			}
			at++
		}
	}
	p.Deque = slices.Insert(p.Deque, at, b.ID)
	return at
}

// complete is Sender.completeBatch without error, with TransactionManager.handleCompletedBatch. An
// answer for a batch that had already failed still moves what the client believes is acknowledged.
func (c *Client) complete(p *Partition, b *Batch, a ResponsePart, how why.Why, e *Effects) {
	if c.idempotent() {
		c.acked(p, b, a.BaseOffset)
		p.Tracked = removeID(p.Tracked, b.ID)
	}
	if b.Final != Pending {
		e.note(Note{Kind: NoteLate, TP: p.TP, Batch: b.ID, A: a.BaseOffset, Why: why.LateAnswer})
		return
	}
	b.Final = Succeeded
	e.note(Note{Kind: NoteCompleted, TP: p.TP, Batch: b.ID, A: a.BaseOffset, B: int64(b.BaseSeq),
		C: int64(b.Count()), Why: how, Code: a.Code})
	for i, s := range b.Records {
		o := Outcome{Send: s.Send, Batch: b.ID, TP: p.TP, Offset: NoOffset, Why: how}
		if a.BaseOffset != NoOffset {
			o.Offset = a.BaseOffset + int64(i)
		}
		e.Outcomes = append(e.Outcomes, o)
	}
}

// failAnswered is Sender.failBatch after an answer, with TransactionManager.handleFailedBatch.
func (c *Client) failAnswered(p *Partition, b *Batch, code errcode.Code, d Decision, e *Effects) {
	if d.Fatal {
		c.Fatal = code
	}
	c.failBatch(p, b, code, d.Why, e)
	if c.Fatal != errcode.None {
		return
	}
	if d.Forget {
		e.note(Note{Kind: NoteRewritten, TP: p.TP, Batch: b.ID, B: int64(b.BaseSeq),
			C: int64(b.ProducerID.Epoch), Why: why.ForgetSequences})
		p.ProducerID, p.NextSeq, p.LastAckedSeq = none(), 0, NoSequence
	}
	if d.Bump != why.None {
		c.wantBump(p.TP, b, d.Bump, e)
	}
}

// failBatch ends a batch with an error to every record's caller.
func (c *Client) failBatch(p *Partition, b *Batch, code errcode.Code, reason why.Why, e *Effects) {
	b.Final = Failed
	p.Tracked = removeID(p.Tracked, b.ID)
	e.note(Note{Kind: NoteFailed, TP: p.TP, Batch: b.ID, A: int64(b.BaseSeq), B: int64(b.Attempts),
		C: int64(b.Count()), Why: reason, Code: code})
	for _, s := range b.Records {
		e.fail(Outcome{Send: s.Send, Batch: b.ID, TP: p.TP, Code: code, Why: reason})
	}
}

// failEverything is RecordAccumulator.abortBatches in the fatal state.
func (c *Client) failEverything(e *Effects) {
	for i := range c.Partitions {
		p := &c.Partitions[i]
		p.Deque, p.Net = nil, nil
	}
	for i := range c.Batches {
		if b := &c.Batches[i]; b.Final == Pending {
			c.failBatch(c.partition(b.TP), b, c.Fatal, why.FailDefinite, e)
		}
	}
	for i := len(c.Batches) - 1; i >= 0; i-- {
		c.reap(c.Batches[i].ID)
	}
}
