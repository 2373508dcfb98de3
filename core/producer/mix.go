package producer

// Mix hands every number of the client's state to put, in a fixed order, so that a hash of a world
// covers what its clients believe. Bytes of batches are represented by their CRC.
func (c *Client) Mix(put func(int64)) {
	many := func(numbers ...int64) {
		for _, n := range numbers {
			put(n)
		}
	}
	many(int64(c.Rand), c.ProducerID.PID, int64(c.ProducerID.Epoch), flag(c.BumpEpoch),
		flag(c.Closed), int64(c.NextSend), int64(c.NextBatch), int64(c.NextRequest), c.BufferUsed,
		int64(c.InitRequest), int64(c.InitAfter), int64(c.Fatal), int64(c.FlushUpTo),
		int64(len(c.Calls)), int64(len(c.Rewrite)))
	many(int64(c.Meta.UpdatedAt), int64(c.Meta.AllowedAt), int64(c.Meta.Request),
		flag(c.Meta.Wanted), flag(c.Meta.Again), int64(c.Meta.Attempts), int64(c.Meta.Same))
	for _, l := range c.Meta.Leaders {
		many(int64(l.Topic), int64(l.Partition), int64(l.Node), int64(l.Epoch))
	}
	for i := range c.Topics {
		t := &c.Topics[i]
		many(int64(t.Index), int64(t.Partitions), int64(t.Sticky), t.Produced, t.RatioPPM)
	}
	for i := range c.Partitions {
		c.Partitions[i].mix(many)
	}
	for i := range c.Batches {
		c.Batches[i].mix(many)
	}
	for i := range c.Nodes {
		n := &c.Nodes[i]
		many(int64(n.ID), int64(n.Link), int64(n.Failures), int64(n.SetupFailures),
			int64(n.RetryAt), int64(n.SetupBy), int64(n.DrainFrom))
		for _, r := range n.InFlight {
			many(int64(r.ID), int64(r.Kind), int64(r.SentAt), int64(len(r.Parts)))
		}
	}
}

func (p *Partition) mix(many func(...int64)) {
	many(int64(p.Topic), int64(p.Partition), p.ProducerID.PID, int64(p.ProducerID.Epoch),
		int64(p.NextSeq), int64(p.LastAckedSeq), p.LastAckedOffset, flag(p.Muted),
		flag(p.Unresolved), int64(p.UnresolvedSeq))
	for _, queue := range [...][]BatchID{p.Deque, p.Net, p.Tracked} {
		many(int64(len(queue)))
		for _, id := range queue {
			many(int64(id))
		}
	}
}

func (b *Batch) mix(many func(...int64)) {
	many(int64(b.ID), int64(b.Final), int64(len(b.Records)), int64(b.Size), int64(b.CreatedAt),
		int64(b.LastAttemptAt), int64(b.DrainedAt), int64(b.Attempts), b.BackoffMS,
		flag(b.InRetry), flag(b.Reopened), b.ProducerID.PID, int64(b.ProducerID.Epoch),
		int64(b.BaseSeq), int64(b.LeaderEpoch), int64(b.LeaderChangedAt), int64(b.Request),
		int64(b.Data.CRC))
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
