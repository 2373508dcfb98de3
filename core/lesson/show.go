package lesson

import (
	"fmt"
	"strings"

	"highwater/core/line"
	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/sim"
	"highwater/core/trace"
	"highwater/core/world"
)

// linesMax is how many lines one show prints.
const linesMax = 200

// Show prints a part of the world after step n of a timeline: files, batches or records of a
// partition, a consumer's table, what the cleaner thinks of a partition, the whole world; or why
// the latest event of a kind or for a reason came about.
func Show(w *world.World, t *trace.Timeline, n int, ln line.Line) ([]string, error) {
	what, subject := ln.Value("what"), ln.Value("subject")
	if what == "why" {
		return because(w, t, n, subject)
	}
	if what == "world" {
		return strings.Split(strings.TrimSuffix(w.String(), "\n"), "\n"), nil
	}
	switch what {
	case "table":
		return table(w, subject)
	case "client":
		return belief(w, subject)
	case "wire":
		return w.WireLines(), nil
	}
	r, err := shown(w, ln, subject)
	if err != nil {
		return nil, err
	}
	switch what {
	case "files":
		return files(r.Log), nil
	case "state":
		return world.StateLines(r), nil
	case "cleaner":
		return sim.Explain(w, r), nil
	}
	return contents(r.Log, what == "records", ln.Number("from", 0), ln.Number("to", 1<<62)), nil
}

// shown finds the replica that is meant: of a topic and partition, the leader's unless a broker is
// named.
func shown(w *world.World, ln line.Line, topic string) (*world.Replica, error) {
	index := int32(0)
	if topic != "" {
		if index = w.TopicIndex(topic); index < 0 {
			return nil, &line.Error{Key: line.ErrNoTopic, Got: clip(topic),
				Hint: line.Nearest(topic, topicNames(w))}
		}
	}
	part := int32(ln.Number("partition", 0))
	p := w.Partition(index, part)
	if len(w.Topics) == 0 {
		return nil, &line.Error{Key: line.ErrMissing, Got: "topic", Want: "topic NAME"}
	}
	if p == nil {
		return nil, &line.Error{Key: line.ErrNoPartition, Got: w.PartName(index, part)}
	}
	for i := range w.Brokers {
		b := &w.Brokers[i]
		name := ln.Value("broker")
		if name == "" && b.ID == p.Replicas[0] || name == b.ID.String() {
			if r := b.Replica(index, part); r != nil {
				return r, nil
			}
		}
	}
	return nil, &line.Error{Key: line.ErrNoBroker, Got: ln.Value("broker")}
}

func topicNames(w *world.World) []string {
	var names []string
	for i := range w.Topics {
		names = append(names, w.Topics[i].Name)
	}
	return names
}

func belief(w *world.World, name string) ([]string, error) {
	p := w.Producer(name)
	if p == nil {
		return nil, &line.Error{Key: line.ErrNoClient, Got: clip(name)}
	}
	return w.ClientLines(p), nil
}

func table(w *world.World, name string) ([]string, error) {
	c := w.Consumer(name)
	if c == nil {
		return nil, &line.Error{Key: line.ErrNoClient, Got: clip(name)}
	}
	out := []string{fmt.Sprintf("%d records, %d keys, %d tombstones", c.Reading.Records,
		c.Reading.Keys, c.Reading.Tombstones)}
	for _, r := range c.Reading.Rows {
		out = append(out, fmt.Sprintf("%d %s = %s", r.Offset, r.Key, r.Value))
	}
	if more := c.Reading.Keys - int64(len(c.Reading.Rows)); more > 0 {
		out = append(out, fmt.Sprintf("… and %d more", more))
	}
	return out, nil
}

func files(l *log.Log) []string {
	var out []string
	for i := range l.Segments {
		s := &l.Segments[i]
		state := "closed"
		if i == len(l.Segments)-1 {
			state = "active"
		}
		out = append(out, fmt.Sprintf("%020d.log %d B %s", s.BaseOffset, s.Size, state))
	}
	for _, d := range l.Doomed {
		if strings.HasSuffix(d.Name, ".log"+log.SuffixDeleted) {
			out = append(out, fmt.Sprintf("%s %d B until %s", d.Name, d.Size,
				world.FromMS(d.Due)))
		}
	}
	return out
}

// contents lists batches or records between two offsets.
func contents(l *log.Log, records bool, from, to int64) []string {
	var out []string
	for i := range l.Segments {
		s := &l.Segments[i]
		for j := range s.Batches {
			b := &s.Batches[j]
			if b.LastOffset() < from || b.BaseOffset > to {
				continue
			}
			if len(out) >= linesMax {
				return append(out, "…")
			}
			if !records {
				out = append(out, batchLine(b))
				continue
			}
			out = append(out, recordLines(b, from, to)...)
		}
	}
	return out
}

func batchLine(b *record.Batch) string {
	s := fmt.Sprintf("%d..%d %d B %s count=%d", b.BaseOffset, b.LastOffset(), b.Size(), b.Codec(),
		b.Count)
	if b.HasProducerID() {
		s += fmt.Sprintf(" pid=%d epoch=%d seq=%d", b.ProducerID, b.ProducerEpoch, b.BaseSequence)
	}
	if h, ok := b.DeleteHorizon(); ok {
		s += " horizon=" + world.FromMS(h).String()
	}
	return s
}

func recordLines(b *record.Batch, from, to int64) []string {
	recs, err := b.Records()
	if err != nil {
		return []string{fmt.Sprintf("%d unreadable: %v", b.BaseOffset, err)}
	}
	if len(recs) == 0 {
		return []string{fmt.Sprintf("%d..%d empty batch", b.BaseOffset, b.LastOffset())}
	}
	var out []string
	for i := range recs {
		r := &recs[i]
		if r.Offset < from || r.Offset > to {
			continue
		}
		key, value := "∅", "∅"
		if r.Key != nil {
			key = clip(string(r.Key))
		}
		if r.Value != nil {
			value = clip(string(r.Value))
		}
		out = append(out, fmt.Sprintf("%d %s = %s", r.Offset, key, value))
	}
	return out
}

func clip(s string) string {
	const most = 32
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + fmt.Sprintf("… (%d B)", len(s))
}
