package producer

import (
	"cmp"
	"math"
	"slices"

	"highwater/core/record"
	"highwater/core/why"
)

// idempotent tells whether there is a TransactionManager.
func (c *Client) idempotent() bool { return c.Config.EnableIdempotence }

// ahead is how far seq lies after from on the circle of 2^31 sequences; half and more is behind.
func ahead(seq, from int32) int32 { return int32(uint32(seq-from) & math.MaxInt32) }

// comparator orders sequences of one partition. The Java client compares plain integers, so after
// the wrap it takes sequence 0 for the first of all; modulo, what was numbered earlier comes first.
func (c *Client) comparator(p *Partition) func(a, b int32) int {
	if !c.Config.ModuloSequences {
		return func(a, b int32) int { return cmp.Compare(a, b) }
	}
	after := p.NextSeq + 1
	return func(a, b int32) int { return cmp.Compare(ahead(a, after), ahead(b, after)) }
}

// IsNext is TransactionManager.isNextSequence: seq follows the last acknowledged one directly.
func (c *Client) IsNext(p *Partition, seq int32) bool {
	if c.Config.ModuloSequences {
		return p.LastAckedSeq == NoSequence && seq == 0 ||
			p.LastAckedSeq != NoSequence && seq == record.IncrementSequence(p.LastAckedSeq, 1)
	}
	return seq-p.LastAckedSeq == 1
}

// acked is TxnPartitionEntry.maybeUpdateLastAckedSequence and updateLastAckedOffset. The Java
// client adds and compares plain integers: a batch across the wrap has a negative last sequence,
// and LastAckedSeq stays near 2^31.
func (c *Client) acked(p *Partition, b *Batch, baseOffset int64) {
	last := b.BaseSeq + b.Count() - 1
	newer := last > p.LastAckedSeq
	if c.Config.ModuloSequences {
		last = b.LastSeq()
		newer = p.LastAckedSeq == NoSequence || ahead(last, p.LastAckedSeq) < 1<<30
	}
	if newer {
		p.LastAckedSeq = last
	}
	if baseOffset != NoOffset {
		p.LastAckedOffset = max(p.LastAckedOffset, baseOffset+int64(b.Count())-1)
	}
}

// number is the end of a drain: a batch gets its identity, or keeps the one it has exactly.
func (c *Client) number(p *Partition, b *Batch, e *Effects) why.Why {
	if !c.idempotent() {
		return why.None
	}
	if b.HasSequence() {
		return why.SequenceKept
	}
	if p.ProducerID != c.ProducerID && len(p.Tracked) == 0 {
		// TransactionManager.maybeUpdateProducerIdAndEpoch (KAFKA-12152): the partition moves to
		// a new epoch only when nothing of the old one is under way.
		c.restart(p, e)
	}
	b.ProducerID, b.BaseSeq = c.ProducerID, p.NextSeq
	p.NextSeq = record.IncrementSequence(p.NextSeq, b.Count())
	c.track(p, b)
	return why.SequenceGiven
}

// track puts a numbered batch into its place: by producer id, epoch, base sequence (KAFKA-13794).
func (c *Client) track(p *Partition, b *Batch) {
	compare := c.comparator(p)
	i, _ := slices.BinarySearchFunc(p.Tracked, b, func(id BatchID, b *Batch) int {
		x := c.Batch(id)
		return cmp.Or(cmp.Compare(x.ProducerID.PID, b.ProducerID.PID),
			cmp.Compare(x.ProducerID.Epoch, b.ProducerID.Epoch), compare(x.BaseSeq, b.BaseSeq))
	})
	p.Tracked = slices.Insert(p.Tracked, i, b.ID)
}

// FirstTracked is TransactionManager.firstInFlightSequence: the lowest sequence without an answer.
func (c *Client) FirstTracked(p *Partition) int32 {
	if len(p.Tracked) == 0 {
		return NoSequence
	}
	return c.Batch(p.Tracked[0]).BaseSeq
}

// restart is TxnPartitionEntry.startSequencesAtBeginning: whatever is tracked is renumbered from 0
// under the current identity, in order.
func (c *Client) restart(p *Partition, e *Effects) {
	next := int32(0)
	if !p.ProducerID.Valid() {
		next = c.Config.FirstSequence
	}
	for _, id := range p.Tracked {
		b := c.Batch(id)
		e.note(Note{Kind: NoteRewritten, TP: p.TP, Batch: id, A: int64(next), B: int64(b.BaseSeq),
			C: int64(c.ProducerID.Epoch), Why: why.PartitionRestarts})
		b.ProducerID, b.BaseSeq = c.ProducerID, next
		b.Reopened, b.Closed = true, false
		next = record.IncrementSequence(next, b.Count())
	}
	p.ProducerID = c.ProducerID
	p.NextSeq, p.LastAckedSeq = next, NoSequence
}

// wantBump is TransactionManager.requestIdempotentEpochBumpForPartition.
func (c *Client) wantBump(tp TP, b *Batch, reason why.Why, e *Effects) {
	c.BumpEpoch = true
	if slices.Contains(c.Rewrite, tp) {
		return
	}
	c.Rewrite = append(c.Rewrite, tp)
	n := Note{Kind: NoteBumpWanted, TP: tp, A: int64(NoSequence), Why: reason}
	if b != nil {
		n.Batch, n.A = b.ID, int64(b.BaseSeq)
	}
	if p, ok := c.Partition(tp); ok {
		n.B = int64(p.LastAckedSeq)
	}
	e.note(n)
}

// bumpIfNeeded is TransactionManager.bumpIdempotentProducerEpoch (KIP-360): a new epoch of the same
// producer id without asking a broker, and only the partitions that had trouble are renumbered.
//
// At epoch 32767 the producer id is given up. The Java client renumbers at once, under no producer
// id; here the renumbering waits for the new one, so that nothing is ever sent without identity.
func (c *Client) bumpIfNeeded(e *Effects) {
	if !c.BumpEpoch {
		return
	}
	before := int64(c.ProducerID.Epoch)
	c.BumpEpoch = false
	if c.ProducerID.Epoch == math.MaxInt16 {
		c.ProducerID = none()
		e.note(Note{Kind: NoteEpoch, A: c.ProducerID.PID, B: int64(c.ProducerID.Epoch), C: before,
			Why: why.EpochExhausted})
		return
	}
	if !c.ProducerID.Valid() {
		return // a new producer id is on its way, and renumbers what is in Rewrite
	}
	c.ProducerID.Epoch++
	e.note(Note{Kind: NoteEpoch, A: c.ProducerID.PID, B: int64(c.ProducerID.Epoch), C: before,
		Why: why.EpochRaised})
	c.rewrite(e)
}

func (c *Client) rewrite(e *Effects) {
	for _, tp := range c.Rewrite {
		p := c.partition(tp)
		c.restart(p, e)
		p.Unresolved, p.UnresolvedSeq = false, 0
	}
	c.Rewrite = nil
}

// resolve is TransactionManager.maybeResolveSequences: a partition with an expired batch is judged
// once nothing of it is tracked any more.
func (c *Client) resolve(e *Effects) {
	for i := range c.Partitions {
		p := &c.Partitions[i]
		if !p.Unresolved || len(p.Tracked) > 0 {
			continue
		}
		if c.IsNext(p, p.NextSeq) {
			e.note(Note{Kind: NoteResolved, TP: p.TP, A: int64(p.UnresolvedSeq),
				B: int64(p.LastAckedSeq), Why: why.ResolvedWritten})
		} else {
			c.wantBump(p.TP, nil, why.BumpUnresolved, e)
		}
		p.Unresolved, p.UnresolvedSeq = false, 0
	}
}

// markUnresolved is TransactionManager.markSequenceUnresolved.
func (c *Client) markUnresolved(p *Partition, b *Batch, e *Effects) {
	next := b.BaseSeq + b.Count()
	if c.Config.ModuloSequences {
		next = record.IncrementSequence(b.BaseSeq, b.Count())
	}
	if !p.Unresolved || c.comparator(p)(next, p.UnresolvedSeq) > 0 {
		p.UnresolvedSeq = next
	}
	p.Unresolved = true
	e.note(Note{Kind: NoteUnresolved, TP: p.TP, Batch: b.ID, A: int64(p.UnresolvedSeq),
		Why: why.ExpiredInRetry})
}
