package lesson

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"highwater/core/line"
	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/world"
)

const (
	// thin is the space that parts thousands in texts, nbsp the one before a unit.
	thin = "\u202f"
	nbsp = "\u00a0"
)

// value is a fact: a number, or a moment or span of time.
type value struct {
	n    int64
	time bool
	none bool
}

// String prints the value as lines write it.
func (v value) String() string {
	switch {
	case v.none:
		return "none"
	case v.time:
		return world.Span(v.n).String()
	default:
		return strconv.FormatInt(v.n, 10)
	}
}

// words prints the value as a text in a language says it.
func (v value) words(lang string) string {
	switch {
	case v.none:
		return "—"
	case v.time:
		return spanWords(world.Span(v.n), lang)
	default:
		return group(strconv.FormatInt(v.n, 10))
	}
}

// spanWords says 1 ч 30 мин, or 1 h 30 min.
func spanWords(s world.Span, lang string) string {
	var parts []string
	for _, u := range [...]struct {
		span   world.Span
		ru, en string
	}{
		{world.Day, "сут", "d"}, {world.Hour, "ч", "h"}, {world.Minute, "мин", "min"},
		{world.Second, "с", "s"}, {world.Millisecond, "мс", "ms"},
	} {
		n := s / u.span
		s -= n * u.span
		unit := u.en
		if lang == "ru" {
			unit = u.ru
		}
		if n > 0 {
			parts = append(parts, strconv.FormatInt(int64(n), 10)+nbsp+unit)
		}
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, nbsp)
}

// digits puts thin spaces between the groups of three that a text writes as 1 048 576, and keeps a
// short unit on the line of its number: 30 s, 100 мс. What stands in `code` stays as it is.
func digits(text string) string {
	var b strings.Builder
	code := false
	for i := 0; i < len(text); i++ {
		code = code != (text[i] == '`')
		if text[i] != ' ' || code || !isDigit(text, i-1) {
			b.WriteByte(text[i])
			continue
		}
		switch three := isDigit(text, i+1) && isDigit(text, i+2) && isDigit(text, i+3); {
		case three && !isDigit(text, i+4):
			b.WriteString(thin)
		case isUnit(text[i+1:]):
			b.WriteString(nbsp)
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// isUnit tells whether a text begins with a word of at most three letters, as units are.
func isUnit(text string) bool {
	n := 0
	for _, r := range text {
		if !unicode.IsLetter(r) {
			break
		}
		n++
	}
	return n >= 1 && n <= 3
}

func isDigit(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }

// facts replaces {name} in a text by the fact of that name, in the words of the language.
func facts(w *world.World, text, lang string) (string, error) {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(text, "{")
		b.WriteString(before)
		if !ok {
			return digits(b.String()), nil
		}
		name, rest, ok := strings.Cut(after, "}")
		if !ok {
			return "", fmt.Errorf("{%.20s: } is missing", after)
		}
		v, err := find(w, name)
		if err != nil {
			return "", err
		}
		b.WriteString(v.words(lang))
		text = rest
	}
}

// group parts the thousands of a whole number of five digits or more.
func group(s string) string {
	if len(s) < 5 || s[0] == '-' {
		return s
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
//	b1.file.206                   size of the segment with that base
//	b1.batch.412                  size of the batch that holds that offset; b1.written.412 when
//	                              it was written, b1.horizon.412 its delete horizon
//	c1.records                    of a consumer's last reading; also keys, tombstones, next
//	p1.acked                      of a producer; also sent, failed, pid, epoch, and the number of
//	                              batches on the wire and in the queue
//	b1.isr                        in-sync replicas of the partition, as the controller knows them
func Fact(w *world.World, name string) (string, error) {
	v, err := find(w, name)
	return v.String(), err
}

func find(w *world.World, name string) (value, error) {
	if name == "clock" {
		return value{n: int64(w.Now.Since()), time: true}, nil
	}
	who, what, ok := strings.Cut(name, ".")
	if !ok {
		return value{}, fmt.Errorf("fact %.40q: want WHO.WHAT, such as b1.leo or c1.records", name)
	}
	if p := w.Producer(who); p != nil {
		return producerFact(p, name, what)
	}
	if c := w.Consumer(who); c != nil {
		r := &c.Reading
		return pick(name, what, []named{{"records", r.Records}, {"keys", r.Keys},
			{"tombstones", r.Tombstones}, {"next", r.Next}, {"from", r.From}})
	}
	r, err := replicaOf(w, who)
	if err != nil {
		return value{}, err
	}
	if what == "isr" {
		return value{n: int64(len(w.Partition(r.Topic, r.Part).ISR))}, nil
	}
	return logFact(r.Log, name, what)
}

func producerFact(p *world.Producer, fact, what string) (value, error) {
	var wire, queue int64
	for i := range p.Client.Partitions {
		wire += int64(len(p.Client.Partitions[i].Net))
		queue += int64(len(p.Client.Partitions[i].Deque))
	}
	id := p.Client.ProducerID
	return pick(fact, what, []named{{"sent", p.Sent}, {"acked", p.Acked}, {"failed", p.Failed},
		{"pid", id.PID}, {"epoch", int64(id.Epoch)}, {"wire", wire}, {"queue", queue}})
}

type named struct {
	name  string
	value int64
}

func pick(fact, what string, facts []named) (value, error) {
	names := make([]string, 0, len(facts))
	for _, f := range facts {
		if f.name == what {
			return value{n: f.value}, nil
		}
		names = append(names, f.name)
	}
	return value{}, fmt.Errorf("fact %.60q: want one of %s", fact, strings.Join(names, ", "))
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
		if !given {
			return nil, fmt.Errorf("there is no partition on %s yet", name)
		}
		return nil, fmt.Errorf("there is no partition %.60q on %s", part, name)
	}
	if len(w.Brokers) == 0 {
		return nil, fmt.Errorf("there is no %.40q: the cluster is not made yet", who)
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

func logFact(l *log.Log, fact, what string) (value, error) {
	kind, number, given := strings.Cut(what, ".")
	if given {
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return value{}, fmt.Errorf("fact %.60q: %.20q is not an offset", fact, number)
		}
		return partFact(l, fact, kind, n)
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

// partFact is a fact about a file by its base, or about the batch that holds an offset.
func partFact(l *log.Log, fact, kind string, n int64) (value, error) {
	switch kind {
	case "file", "batch", "written", "horizon":
	default:
		return value{}, fmt.Errorf("fact %.60q: want file, batch, written or horizon", fact)
	}
	for i := range l.Segments {
		s := &l.Segments[i]
		if kind == "file" && s.BaseOffset == n {
			return value{n: int64(s.Size)}, nil
		}
		for j := range s.Batches {
			if b := &s.Batches[j]; kind != "file" && b.BaseOffset <= n && n <= b.LastOffset() {
				return batchFact(b, kind), nil
			}
		}
	}
	return value{none: true}, nil
}

func batchFact(b *record.Batch, kind string) value {
	if kind == "batch" {
		return value{n: int64(b.Size())}
	}
	ms, ok := b.MaxTimestamp, true
	if kind == "horizon" {
		ms, ok = b.DeleteHorizon()
	}
	return value{n: int64(world.FromMS(ms).Since()), time: true, none: !ok}
}
