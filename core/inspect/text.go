package inspect

import (
	"fmt"
	"strconv"
	"strings"

	"highwater/core/record"
)

// Lines tells the report in words and tables, without the table of batches. A list longer than
// limit is cut; 0 means all.
func (r *Report) Lines(limit int) []string {
	out := r.summary()
	out = append(out, "")
	out = append(out, r.findingLines(limit)...)
	for _, section := range [][]string{
		r.outcomeLines(), r.segmentLines(limit), r.codecLines(), r.producerLines(limit),
		r.snapshotLines(limit), r.otherFiles(limit),
	} {
		if len(section) > 0 {
			out = append(append(out, ""), section...)
		}
	}
	return out
}

// totals are the sums over the segments.
func (r *Report) totals() (t Segment) {
	t.First, t.Last, t.MaxTimestamp = NoOffset, NoOffset, record.NoTimestamp
	for i := range r.Segments {
		s := &r.Segments[i]
		t.Size += s.Size
		t.Batches += s.Batches
		t.Records += s.Records
		t.Control += s.Control
		t.Empty += s.Empty
		t.Horizons += s.Horizons
		t.Transactional += s.Transactional
		t.Unread += s.Unread
		if s.First != NoOffset {
			if t.First == NoOffset {
				t.First = s.First
			}
			t.Last = s.Last
		}
		if s.MaxTimestamp >= 0 {
			if t.MaxTimestamp < 0 {
				t.MinTimestamp = s.MinTimestamp
			}
			t.MinTimestamp = min(t.MinTimestamp, s.MinTimestamp)
			t.MaxTimestamp = max(t.MaxTimestamp, s.MaxTimestamp)
		}
		for c := range s.Codecs {
			t.Codecs[c].Batches += s.Codecs[c].Batches
			t.Codecs[c].Records += s.Codecs[c].Records
			t.Codecs[c].Stored += s.Codecs[c].Stored
			t.Codecs[c].Decoded += s.Codecs[c].Decoded
		}
	}
	return t
}

func (r *Report) summary() []string {
	t := r.totals()
	if len(r.Segments) == 0 {
		return r.facts(t, []string{r.Name + ":"})
	}
	text := fmt.Sprintf("%s: %s in %s of log, %s with %s", r.Name,
		plural(int64(len(r.Segments)), "segment", "segments"), plural(t.Size, "byte", "bytes"),
		plural(t.Batches, "batch", "batches"), plural(t.Records, "record", "records"))
	if t.First != NoOffset {
		text += fmt.Sprintf(", offsets %d..%d", t.First, t.Last)
	}
	return r.facts(t, fold("", text+"."))
}

// epochsTold is how many leader epochs are told, the oldest and the newest.
const epochsTold = 10

// facts appends what is known besides the numbers.
func (r *Report) facts(t Segment, out []string) []string {
	if t.MaxTimestamp >= 0 {
		out = append(out, fmt.Sprintf("Timestamps from %s to %s UTC.", Clock(t.MinTimestamp),
			Clock(t.MaxTimestamp)))
	}
	if r.TopicID != "" {
		out = append(out, "Topic id "+r.TopicID+".")
	}
	if len(r.Epochs) > 0 {
		var parts []string
		for i, e := range r.Epochs {
			switch skipped := len(r.Epochs) - epochsTold; {
			case skipped <= 0, i < epochsTold/2, i >= epochsTold/2+skipped:
				parts = append(parts, fmt.Sprintf("%d from offset %d", e.Epoch, e.StartOffset))
			case i == epochsTold/2:
				parts = append(parts, group(int64(skipped))+" more")
			}
		}
		out = append(out, fold("", "Leader epochs: "+strings.Join(parts, ", ")+".")...)
	}
	return append(out, r.kinds(t)...)
}

// kinds tells what the batches are besides plain data.
func (r *Report) kinds(t Segment) []string {
	var out []string
	var parts []string
	for _, x := range []struct {
		n         int64
		one, many string
	}{
		{t.Transactional, "transactional", "transactional"},
		{t.Control, "control batch", "control batches"},
		{t.Empty, "without records", "without records"},
		{t.Horizons, "with a delete horizon", "with a delete horizon"},
		{t.Unread, "not looked into", "not looked into"},
	} {
		if x.n > 0 {
			parts = append(parts, plural(x.n, x.one, x.many))
		}
	}
	if len(parts) > 0 {
		out = append(out, fold("", "Of the batches: "+strings.Join(parts, ", ")+".")...)
	}
	if r.Holes.Places > 0 && r.Compacted {
		out = append(out, fold("", fmt.Sprintf("The log was compacted: %s missing in %s.",
			plural(r.Holes.Offsets, "offset is", "offsets are"),
			plural(r.Holes.Places, "place", "places")))...)
	} else if r.Compacted {
		out = append(out, "The log was compacted.")
	}
	return out
}

// findingLines lists what is wrong, the worst first.
func (r *Report) findingLines(limit int) []string {
	if len(r.Findings) == 0 {
		return []string{"Nothing is wrong with it."}
	}
	var counts [Error + 1]int64
	for _, f := range r.Findings {
		counts[f.Level]++
	}
	var parts []string
	for level := Error + 1; level > Note; level-- {
		if n := counts[level-1]; n > 0 {
			parts = append(parts, plural(n, (level-1).String(), (level-1).String()+"s"))
		}
	}
	if r.MoreFindings > 0 {
		parts = append(parts, plural(int64(r.MoreFindings), "finding that is not listed",
			"findings that are not listed"))
	}
	out := []string{strings.Join(parts, ", ") + ":"}
	if r.Healthy() {
		out[0] = "Nothing is wrong with it; " + out[0]
	}
	n := 0
	for level := Error + 1; level > Note; level-- {
		for i := range r.Findings {
			if f := &r.Findings[i]; f.Level == level-1 {
				if n++; limit == 0 || n <= limit {
					out = append(out, f.lines(n)...)
				}
			}
		}
	}
	if limit > 0 && n > limit {
		out = append(out, fmt.Sprintf("  … and %d more", n-limit))
	}
	return out
}

// lines tells one finding: place, what is there, what a broker makes of it.
func (f *Finding) lines(n int) []string {
	place := f.File
	if f.Position >= 0 {
		place += ", byte " + group(f.Position)
	}
	if f.First != NoOffset && f.Last != NoOffset {
		place += fmt.Sprintf(", batch %d..%d", f.First, f.Last)
	}
	head := fmt.Sprintf("%3d. %s: %s", n, f.Level, place)
	out := append([]string{head}, fold("     ", sentence(f.What))...)
	return append(out, fold("     ", sentence(f.Kafka))...)
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	s = strings.ToUpper(s[:1]) + s[1:]
	if strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

func (r *Report) outcomeLines() []string {
	if len(r.Segments) == 0 {
		return nil
	}
	out := append([]string{"WHAT A BROKER WOULD DO"},
		fold("  ", "Started after a clean shutdown: "+r.Clean.words())...)
	return append(out, fold("  ", fmt.Sprintf("Started after a crash, all segments recovered "+
		"(index.interval.bytes %d): %s", r.Interval, r.Crash.words()))...)
}

func (o *Outcome) words() string {
	if o.Fails != "" {
		return "the load of the log fails with " + sentence(o.Fails)
	}
	text := ""
	switch {
	case o.Dropped:
		text = "the log ends below its start, so all segments are dropped; "
	case o.Split != "":
		text = "it splits " + o.Split + ", whose offsets seem to overflow; "
	}
	for _, c := range o.Cuts {
		text += fmt.Sprintf("it cuts %s at byte %s (%s)", c.File, group(c.At),
			strings.TrimSuffix(c.Why, "."))
		text += "; "
	}
	if len(o.Deleted) > 0 {
		text += "it deletes " + listed(o.Deleted, 3) + "; "
	}
	text += fmt.Sprintf("the log end offset is %d", o.End)
	if o.Lost > 0 {
		text += fmt.Sprintf(", %s lost", plural(o.Lost, "offset is", "offsets are"))
	}
	return text + "."
}

// listed names the first few of a list.
func listed(names []string, few int) string {
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
}

// segmentLines shows the first segments, the last ones and those that are damaged.
func (r *Report) segmentLines(limit int) []string {
	t := table{head: []string{
		"base", ">bytes", "offsets", ">batches", ">records", "largest timestamp", ">index",
		">time", ">txn", "reads to",
	}}
	all := append(r.Segments[:len(r.Segments):len(r.Segments)], r.Staged...)
	skipped := int64(0)
	for i := range all {
		s := &all[i]
		if !s.Shown(i, len(all), limit) {
			skipped++
			continue
		}
		if skipped > 0 {
			t.add("…", "", group(skipped)+" more")
			skipped = 0
		}
		t.add(s.cells()...)
	}
	return t.titled("SEGMENTS (index columns: entries)")
}

// Shown tells whether segment i of n is told about where there is room for some of them: the first
// ones, the last ones and those that are damaged. 0 is room for all.
func (s *Segment) Shown(i, n, limit int) bool {
	return limit == 0 || n <= limit || i < (limit+1)/2 || i >= n-limit/2 || s.Result != "end"
}

// cells is the row of a segment.
func (s *Segment) cells() []string {
	offsets, clock := "-", "-"
	if s.First != NoOffset {
		offsets = fmt.Sprintf("%d..%d", s.First, s.Last)
	}
	if s.MaxTimestamp >= 0 {
		clock = Clock(s.MaxTimestamp)
	}
	result := s.Result
	if result != "end" {
		result = fmt.Sprintf("byte %d: %s", s.Stop, clip(result, 40))
		if s.Beyond > 0 {
			result += fmt.Sprintf("; %d whole batches follow", s.Beyond)
		}
	}
	name := strconv.FormatInt(s.Base, 10)
	if strings.HasSuffix(s.File, ".swap") {
		name += " .swap"
	}
	return []string{name, group(s.Size), offsets, group(s.Batches), group(s.Records), clock,
		has(s.HasIndex, s.IndexEntries), has(s.HasTimeIndex, s.TimeEntries),
		has(s.HasTxnIdx, s.TxnEntries), result}
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:n-1] + "…"
}

func has(there bool, n int64) string {
	if !there {
		return "-"
	}
	return strconv.FormatInt(n, 10)
}

// codecLines is empty for a log without compressed batches.
func (r *Report) codecLines() []string {
	t := table{head: []string{
		"codec", ">batches", ">records", ">bytes stored", ">decoded", ">ratio",
	}}
	compressed := false
	for c, x := range r.totals().Codecs {
		if x.Batches > 0 {
			compressed = compressed || record.Codec(c) != record.None
			t.add(record.Codec(c).String(), group(x.Batches), group(x.Records), group(x.Stored),
				group(x.Decoded), ratio(x.Decoded, x.Stored))
		}
	}
	if !compressed {
		return nil
	}
	return t.titled("CODECS")
}

// ratio writes a/b with two digits behind the point.
func ratio(a, b int64) string {
	if b <= 0 {
		return "-"
	}
	n := (a*100 + b/2) / b
	return fmt.Sprintf("%d.%02d", n/100, n%100)
}

func (r *Report) producerLines(limit int) []string {
	t := table{limit: limit, head: []string{
		"producer", ">epoch", ">batches", ">records", ">last sequence", ">last offset",
		">commits", ">aborts", "open transaction",
	}}
	for i := range r.Producers {
		p := &r.Producers[i]
		open := "-"
		if p.OpenFirst != NoOffset {
			open = fmt.Sprintf("from offset %d", p.OpenFirst)
		}
		t.add(strconv.FormatInt(p.ID, 10), strconv.Itoa(int(p.Epoch)), group(p.Batches),
			group(p.Records), orDash(int64(p.LastSequence)), orDash(p.LastOffset),
			group(p.Committed), group(p.Aborted), open)
	}
	lines := t.titled("PRODUCERS")
	if r.MoreProducers > 0 {
		lines = append(lines, fmt.Sprintf("  and %s of other producers",
			plural(r.MoreProducers, "batch", "batches")))
	}
	return lines
}

func (r *Report) snapshotLines(limit int) []string {
	t := table{limit: limit, head: []string{"producer snapshot", ">up to offset", ">producers", ""}}
	for _, s := range r.Snapshots {
		state := ""
		if s.Bad {
			state = "corrupt"
		}
		t.add(s.File, strconv.FormatInt(s.Offset, 10), strconv.Itoa(s.Producers), state)
	}
	return t.titled("SNAPSHOTS")
}

// otherFiles lists what the other tables do not show.
func (r *Report) otherFiles(limit int) []string {
	t := table{limit: limit, head: []string{"file", ">bytes", "kind"}}
	for _, f := range r.Files {
		n := parseName(f.Name)
		if n.kind == KindSnapshot || n.stage == stagePlain && n.base != NoOffset {
			continue
		}
		t.add(f.Name, group(f.Size), f.Kind.String())
	}
	return t.titled("OTHER FILES")
}
