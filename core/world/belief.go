package world

import (
	"fmt"
	"strings"

	"highwater/core/producer"
)

// ClientLines prints what a producer believes: its identity, and of each partition the queue, what
// is on the wire, what is tracked, and the sequences.
func (w *World) ClientLines(p *Producer) []string {
	c := &p.Client
	if c.Closed {
		return []string{"gone"}
	}
	out := []string{identity(c.ProducerID)}
	for i := range c.Partitions {
		q := &c.Partitions[i]
		s := w.PartName(q.Topic, q.Partition)
		s += " queue=" + batches(c, q.Deque) + " wire=" + batches(c, q.Net)
		if c.Config.EnableIdempotence {
			s += fmt.Sprintf(" tracked=%s acked=%d next=%d", batches(c, q.Tracked), q.LastAckedSeq,
				q.NextSeq)
			if q.ProducerID != c.ProducerID && q.ProducerID.Valid() {
				s += fmt.Sprintf(" epoch=%d", q.ProducerID.Epoch)
			}
		}
		if q.Unresolved {
			s += fmt.Sprintf(" unresolved=%d", q.UnresolvedSeq)
		}
		if q.Muted {
			s += " muted"
		}
		if h := c.Holds(producer.Time(w.Now), q.TP); h.Batch != 0 {
			s += " waits=" + h.Why.String()
		}
		out = append(out, s)
	}
	return out
}

func identity(p producer.PIDEpoch) string {
	if !p.Valid() {
		return "no producer id"
	}
	return fmt.Sprintf("pid=%d epoch=%d", p.PID, p.Epoch)
}

// batches prints B2(e0 s1), or B2 for one without a sequence; more records than one as n3.
func batches(c *producer.Client, ids []producer.BatchID) string {
	list := make([]string, 0, len(ids))
	for _, id := range ids {
		b := c.Batch(id)
		s := fmt.Sprintf("B%d", id)
		var in []string
		if b.HasSequence() {
			in = append(in, fmt.Sprintf("e%d s%d", b.ProducerID.Epoch, b.BaseSeq))
		}
		if n := b.Count(); n > 1 {
			in = append(in, fmt.Sprintf("n%d", n))
		}
		if len(in) > 0 {
			s += "(" + strings.Join(in, " ") + ")"
		}
		list = append(list, s)
	}
	return "[" + strings.Join(list, " ") + "]"
}

// StateLines prints what a replica remembers of each producer: epoch, the last batches by their
// sequences, and where they are.
func StateLines(r *Replica) []string {
	var out []string
	for i := range r.Log.Producers.Entries {
		p := &r.Log.Producers.Entries[i]
		s := fmt.Sprintf("pid=%d epoch=%d last=%d batches", p.ID, p.Epoch, p.LastSequence())
		for _, c := range p.Cached() {
			s += fmt.Sprintf(" [%d-%d]", c.FirstSequence(), c.LastSequence)
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		out = append(out, "nothing")
	}
	return out
}

// WireLines prints the connections and the messages on them.
func (w *World) WireLines() []string {
	var out []string
	for i := range w.Conns {
		c := &w.Conns[i]
		state := "open"
		switch {
		case c.Gone:
			state = "closed"
		case !c.Open:
			state = "opening"
		}
		s := fmt.Sprintf("connection %d %s - %s %s", c.ID, w.Name(c.Client), c.Node, state)
		if c.Busy != 0 {
			s += fmt.Sprintf(" busy=m%d queue=%d", c.Busy, len(c.Queue))
		}
		out = append(out, s)
	}
	for i := range w.Messages {
		m := &w.Messages[i]
		s := fmt.Sprintf("m%d %s -> %s", m.ID, w.Name(m.From), w.Name(m.To))
		switch {
		case m.Arrived:
			s += " there"
		case m.Lost != 0:
			s += fmt.Sprintf(" breaks at %s %s", m.Due, m.Lost)
		default:
			s += fmt.Sprintf(" due %s", m.Due)
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		out = append(out, "nothing")
	}
	return out
}
