package inspect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"highwater/core/record"
)

// ListOptions say what a listing shows.
type ListOptions struct {
	// Limit is how many batches of a segment and how many records of a batch are shown, 0 for all.
	Limit int
	// Records shows the records of each batch.
	Records bool
	// Offset shows only the batch that holds it, and of that the one record; NoOffset shows all.
	Offset int64
}

// Listing gives one line for each batch of the .log of a segment: the first and the last ones and
// those with a finding if there are more than the limit. Nothing is kept. It tells whether a line
// was given besides the head.
func (r *Report) Listing(f *File, s *Segment, o ListOptions,
	line func(string) error) (bool, error) {
	l := lister{o: o, in: newScanner(f, false), line: line, first: s.Walked, marks: r.marks(f.Name)}
	if o.Limit > 0 && s.Walked > int64(o.Limit) && o.Offset == NoOffset {
		l.first, l.last = int64(o.Limit+1)/2, s.Walked-int64(o.Limit)/2
	}
	for i := int64(0); ; i++ {
		e, ok, _ := l.in.next()
		if !ok {
			return l.any, nil
		}
		if err := l.batch(i, &e); err != nil {
			return l.any, err
		}
	}
}

// lister is one listing. Batches from first to last are not shown.
type lister struct {
	o           ListOptions
	in          *scanner
	line        func(string) error
	first, last int64
	marks       []int64
	skipped     int64
	any         bool
}

func (l *lister) batch(i int64, e *Entry) error {
	marked := false
	for len(l.marks) > 0 && l.marks[0] < l.in.pos {
		l.marks, marked = l.marks[1:], true
	}
	if l.o.Offset != NoOffset && (l.o.Offset < e.BaseOffset || l.o.Offset > e.LastOffset()) {
		return nil
	}
	if i >= l.first && i < l.last && !marked {
		l.skipped++
		return nil
	}
	if !l.any {
		l.any = true
		if err := l.line(listingHead); err != nil {
			return err
		}
	}
	if l.skipped > 0 {
		if err := l.line(moreRows(l.skipped)); err != nil {
			return err
		}
		l.skipped = 0
	}
	row := e.row(marked)
	if !l.o.Records && l.o.Offset == NoOffset {
		return l.line(row)
	}
	if err := l.line(fmt.Sprintf("%s crc=%08x", row, e.CRC)); err != nil {
		return err
	}
	return l.records(e)
}

// How much is shown of a key or a value: of many records, and of the only one.
const (
	shownOfMany = 100
	shownOfOne  = 4096
)

// records lists the records of a batch.
func (l *lister) records(e *Entry) error {
	shown, more, most := 0, int64(0), shownOfMany
	if l.o.Offset != NoOffset {
		most = shownOfOne
	}
	var stopped error
	err := l.in.walk(e, func(r *record.Record) error {
		switch {
		case l.o.Offset != NoOffset && r.Offset != l.o.Offset:
		case l.o.Limit > 0 && shown == l.o.Limit:
			more++
		default:
			shown++
			stopped = l.line(recordLine(e, r, most))
		}
		return stopped
	})
	switch {
	case stopped != nil:
		return stopped
	case err != nil:
		return l.line("              " + err.Error())
	case more > 0:
		return l.line(fmt.Sprintf("              … %s more", group(more)))
	case shown == 0 && l.o.Offset != NoOffset:
		return l.line(fmt.Sprintf("              no record has offset %d (any more)", l.o.Offset))
	}
	return nil
}

// recordLine is a record in one line: offset, time, key = value, headers.
func recordLine(e *Entry, r *record.Record, most int) string {
	clock := "-"
	if r.Timestamp >= 0 {
		clock = Clock(r.Timestamp)
	}
	text := quoted(r.Key, most) + " = " + quoted(r.Value, most)
	if e.Control() {
		if c, err := record.ParseControlRecord(r); err == nil {
			text = marker(c)
		}
	}
	for i := range r.Headers {
		if i == 0 {
			text += "  headers"
		}
		if i == headersTold {
			text += fmt.Sprintf(" … %d more", len(r.Headers)-i)
			break
		}
		text += " " + quoted(r.Headers[i].Key, most) + "=" + quoted(r.Headers[i].Value, most)
	}
	return fmt.Sprintf("  %12d  %-23s  %s", r.Offset, clock, text)
}

// headersTold is how many headers of a record are shown.
const headersTold = 20

// quoted is a key or a value as text, between backquotes if it holds nothing that must be escaped.
func quoted(p []byte, most int) string {
	if p == nil {
		return "null"
	}
	s, rest := string(p[:min(len(p), most)]), ""
	if len(p) > most {
		rest = fmt.Sprintf("… (%s bytes)", group(int64(len(p))))
	}
	if strconv.CanBackquote(s) {
		return "`" + s + "`" + rest
	}
	return strconv.Quote(s) + rest
}

// marker names a control record.
func marker(c record.Control) string {
	if c.EndsTransaction() {
		return fmt.Sprintf("%s coordinator=%d", c.Type, c.CoordinatorEpoch)
	}
	return c.Type.String()
}

// marks are the positions of what was found in a file, ascending; a note about a hole is none.
func (r *Report) marks(file string) []int64 {
	var at []int64
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.File == file && f.Position >= 0 && f.Level > Note {
			at = append(at, f.Position)
		}
	}
	slices.Sort(at)
	return at
}

const listingHead = "    position      bytes  codec   records  lepoch  largest timestamp" +
	"        offsets"

// row is one line of the listing, with a sign before it if something was found.
func (e *Entry) row(marked bool) string {
	clock, count := "-", "-"
	if e.MaxTimestamp >= 0 {
		clock = Clock(e.MaxTimestamp)
	}
	if !e.Legacy() {
		count = fmt.Sprint(e.Count)
	}
	var b strings.Builder
	sign := ' '
	if marked {
		sign = '!'
	}
	fmt.Fprintf(&b, "%c%11d %10d  %-7s %7s %7d  %-23s  %d..%d", sign, e.Position, e.Size(),
		e.Codec(), count, e.LeaderEpoch, clock, e.BaseOffset, e.LastOffset())
	if e.HasProducerID() {
		fmt.Fprintf(&b, " pid=%d epoch=%d", e.ProducerID, e.ProducerEpoch)
		if e.BaseSequence != record.NoSequence {
			fmt.Fprintf(&b, " seq=%d", e.BaseSequence)
		}
	}
	for _, flag := range []struct {
		set  bool
		word string
	}{
		{e.Transactional(), " txn"}, {e.Control(), " " + e.control()},
		{e.LogAppendTime(), " logappend"},
		{e.Legacy(), fmt.Sprintf(" magic=%d", e.Magic)},
	} {
		if flag.set {
			b.WriteString(flag.word)
		}
	}
	if ms, ok := e.DeleteHorizon(); ok {
		fmt.Fprintf(&b, " horizon=%s", strings.ReplaceAll(Clock(ms), " ", "T"))
	}
	return b.String()
}

// control names what a control batch says, if it can be read.
func (e *Entry) control() string {
	if e.Err != nil || e.Unread != "" || e.Marker.Type == record.ControlNone {
		return "control"
	}
	return marker(e.Marker)
}
