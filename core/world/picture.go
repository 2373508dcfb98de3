package world

import (
	"fmt"
	"strings"
)

// String is the text picture of the world: what a person would list on every broker and client.
func (w *World) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "clock %s\n", w.Now)
	for i := range w.Brokers {
		w.broker(&b, &w.Brokers[i])
	}
	for i := range w.Producers {
		p := &w.Producers[i]
		fmt.Fprintf(&b, "%s sent=%d acked=%d failed=%d\n", p.Client.Name, p.Sent, p.Acked, p.Failed)
	}
	for i := range w.Consumers {
		c := &w.Consumers[i]
		fmt.Fprintf(&b, "%s records=%d keys=%d next=%d\n", c.Name, c.Reading.Records,
			c.Reading.Keys, c.Reading.Next)
	}
	for i := range w.Messages {
		m := &w.Messages[i]
		fmt.Fprintf(&b, "m%d %s -> %s due %s\n", m.ID, w.Name(m.From), w.Name(m.To), m.Due)
	}
	return b.String()
}

func (w *World) broker(b *strings.Builder, br *Broker) {
	state := "up"
	if !br.Up {
		state = "down"
	}
	fmt.Fprintf(b, "%s %s\n", br.ID, state)
	for i := range br.Replicas {
		r := &br.Replicas[i]
		l := r.Log
		fmt.Fprintf(b, "  %s start=%d hw=%d leo=%d", w.PartName(r.Topic, r.Part), l.LogStart, l.HW,
			l.EndOffset)
		if l.CleanerCheckpoint >= 0 {
			fmt.Fprintf(b, " cleaned=%d", l.CleanerCheckpoint)
		}
		b.WriteByte('\n')
		for j := range l.Segments {
			s := &l.Segments[j]
			mark := ""
			if j == len(l.Segments)-1 {
				mark = " active"
			}
			fmt.Fprintf(b, "    %020d.log%s %d B, %d batches%s\n", s.BaseOffset, s.Suffix, s.Size,
				len(s.Batches), mark)
		}
		for _, d := range l.Doomed {
			fmt.Fprintf(b, "    %s %d B until %s\n", d.Name, d.Size, FromMS(d.Due))
		}
	}
}
