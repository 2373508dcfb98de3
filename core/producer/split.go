package producer

import (
	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// split is RecordAccumulator.splitAndReenqueue for a batch over max.message.bytes: pieces of
// batch.size, or of half its size if it was a piece itself (KAFKA-8350), which take over its
// identity and consecutive sequences. They count as never tried, and keep its age.
func (c *Client) split(p *Partition, id BatchID, e *Effects) {
	big := *c.Batch(id)
	c.Batch(id).Final = SplitUp
	p.Tracked = removeID(p.Tracked, id)
	c.topic(p.Topic).RatioPPM = max(million, big.ratio())
	target := int(c.batchSize())
	if big.Parent != 0 {
		target = max(big.MaxRecord, big.Size/2)
	}
	pieces := c.cut(&big, target)
	seq := big.BaseSeq
	for _, piece := range pieces {
		b := c.Batch(piece)
		if big.HasSequence() {
			b.ProducerID, b.BaseSeq = big.ProducerID, seq
			seq = record.IncrementSequence(seq, b.Count())
		}
	}
	for i := len(pieces) - 1; i >= 0; i-- {
		b := c.Batch(pieces[i])
		if c.idempotent() {
			c.track(p, b)
		}
		c.insert(p, b)
	}
	e.note(Note{Kind: NoteSplit, TP: p.TP, Batch: id, A: int64(len(pieces)), B: int64(target),
		C: int64(pieces[0]), Why: why.SplitTooLarge, Code: errcode.MessageTooLarge})
}

// cut is ProducerBatch.split. The pieces hold no buffer.memory: they were never allocated from it.
func (c *Client) cut(big *Batch, target int) []BatchID {
	var pieces []BatchID
	var b *Batch
	for _, s := range big.Records {
		if b == nil || !b.hasRoomFor(&s.Record) {
			if b != nil {
				b.AppendsClosed = true
			}
			b = c.newBatch(big.TP, big.CreatedAt, &s.Record)
			b.WriteLimit = max(target, sizeUpperBound(&s.Record))
			b.Parent, b.Root = big.ID, big.Root
			pieces = append(pieces, b.ID)
		}
		b.add(s, c.Config.Compression)
	}
	b.AppendsClosed = true
	return pieces
}

// ratio is MemoryRecordsBuilder.compressionRatio of a closed batch, in millionths.
func (b *Batch) ratio() int64 {
	if b.Data.Codec() == record.None || b.Uncompressed == 0 {
		return million
	}
	return int64(b.Size-record.HeaderSize) * million / int64(b.Uncompressed)
}
