package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"highwater/core/line"
	"highwater/core/log"
	"highwater/core/world"
)

// thin is the space that parts thousands in texts.
const thin = "\u202f"

// facts replaces {name} in a text by the fact of that name; whole numbers are grouped.
func facts(w *world.World, text string) (string, error) {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(text, "{")
		b.WriteString(before)
		if !ok {
			return b.String(), nil
		}
		name, rest, ok := strings.Cut(after, "}")
		if !ok {
			return "", fmt.Errorf("{%.20s: } is missing", after)
		}
		value, err := Fact(w, name)
		if err != nil {
			return "", err
		}
		b.WriteString(group(value))
		text = rest
	}
}

// group parts the thousands of a whole number of five digits or more.
func group(s string) string {
	if len(s) < 5 {
		return s
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return s
		}
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + thin + s[i:]
	}
	return s
}

// Fact returns something that is so in the world, by its name:
//
//	clock                         time since the beginning
//	b1.leo                        of the first partition on broker 1; also hw, lso, start, size,
//	                              segments, active, deleted, cleaned, batches, records
//	b1/events-1.leo               the same of another partition
//	b1.file.206                   size of the segment with that base, b1.batch.412 of a batch
//	c1.records                    of a consumer's last reading; also keys, tombstones, next
//	p1.acked                      of a producer; also sent, failed
func Fact(w *world.World, name string) (string, error) {
	if name == "clock" {
		return w.Now.String(), nil
	}
	who, what, ok := strings.Cut(name, ".")
	if !ok {
		return "", fmt.Errorf("fact %.40q: want WHO.WHAT, such as b1.leo or c1.records", name)
	}
	if p := w.Producer(who); p != nil {
		return pick(name, what, []named{{"sent", p.Sent}, {"acked", p.Acked}, {"failed", p.Failed}})
	}
	if c := w.Consumer(who); c != nil {
		r := &c.Reading
		return pick(name, what, []named{{"records", r.Records}, {"keys", r.Keys},
			{"tombstones", r.Tombstones}, {"next", r.Next}, {"from", r.From}})
	}
	r, err := replicaOf(w, who)
	if err != nil {
		return "", err
	}
	return logFact(r.Log, name, what)
}

type named struct {
	name  string
	value int64
}

func pick(fact, what string, facts []named) (string, error) {
	names := make([]string, 0, len(facts))
	for _, f := range facts {
		if f.name == what {
			return strconv.FormatInt(f.value, 10), nil
		}
		names = append(names, f.name)
	}
	return "", fmt.Errorf("fact %.60q: want one of %s", fact, strings.Join(names, ", "))
}

// replicaOf finds b1, or b1/events-0.
func replicaOf(w *world.World, who string) (*world.Replica, error) {
	name, part, given := strings.Cut(who, "/")
	for i := range w.Brokers {
		b := &w.Brokers[i]
		if b.ID.String() != name {
			continue
		}
		for j := range b.Replicas {
			r := &b.Replicas[j]
			if !given || w.PartName(r.Topic, r.Part) == part {
				return r, nil
			}
		}
		return nil, fmt.Errorf("there is no partition %.60q on %s", part, name)
	}
	names := make([]string, 0, len(w.Brokers))
	for i := range w.Brokers {
		names = append(names, w.Brokers[i].ID.String())
	}
	return nil, fmt.Errorf("there is no %.40q: want a client, or one of %s%s", who,
		strings.Join(names, ", "), hint(line.Nearest(name, names)))
}

func hint(s string) string {
	if s == "" {
		return ""
	}
	return "; did you mean " + s + "?"
}

func logFact(l *log.Log, fact, what string) (string, error) {
	kind, number, given := strings.Cut(what, ".")
	if given {
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return "", fmt.Errorf("fact %.60q: %.20q is not an offset", fact, number)
		}
		return sizeFact(l, fact, kind, n)
	}
	var deleted, batches, records int64
	for _, d := range l.Doomed {
		if strings.HasSuffix(d.Name, ".log"+log.SuffixDeleted) {
			deleted++
		}
	}
	for i := range l.Segments {
		for j := range l.Segments[i].Batches {
			batches++
			records += int64(l.Segments[i].Batches[j].Count)
		}
	}
	return pick(fact, what, []named{
		{"leo", l.EndOffset}, {"hw", l.HW}, {"lso", l.LastStableOffset()}, {"start", l.LogStart},
		{"size", l.SizeInBytes()}, {"segments", int64(len(l.Segments))},
		{"active", l.ActiveSegment().BaseOffset}, {"deleted", deleted},
		{"cleaned", l.CleanerCheckpoint}, {"batches", batches}, {"records", records},
	})
}

// sizeFact is the size of a file by its base, or of the batch that holds an offset.
func sizeFact(l *log.Log, fact, kind string, n int64) (string, error) {
	for i := range l.Segments {
		s := &l.Segments[i]
		if kind == "file" && s.BaseOffset == n {
			return strconv.Itoa(int(s.Size)), nil
		}
		for j := range s.Batches {
			if b := &s.Batches[j]; kind == "batch" && b.BaseOffset <= n && n <= b.LastOffset() {
				return strconv.Itoa(b.Size()), nil
			}
		}
	}
	if kind != "file" && kind != "batch" {
		return "", fmt.Errorf("fact %.60q: want file or batch", fact)
	}
	return "none", nil
}
