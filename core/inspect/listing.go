package inspect

import (
	"fmt"
	"slices"
	"strings"

	"highwater/core/record"
)

// Listing gives one line for each batch of the .log of a segment: the first and the last ones and
// those with a finding if there are more than limit; 0 means all. Nothing is kept.
func (r *Report) Listing(f *File, s *Segment, limit int, line func(string) error) error {
	if err := line(listingHead); err != nil {
		return err
	}
	in := newScanner(f, false)
	first, last := s.Walked, int64(0)
	if limit > 0 && s.Walked > int64(limit) {
		first, last = int64(limit+1)/2, s.Walked-int64(limit)/2
	}
	marks, skipped := r.marks(f.Name), int64(0)
	for i := int64(0); ; i++ {
		e, ok, _ := in.next()
		if !ok {
			return nil
		}
		marked := false
		for len(marks) > 0 && marks[0] < in.pos {
			marks, marked = marks[1:], true
		}
		if i >= first && i < last && !marked {
			skipped++
			continue
		}
		if skipped > 0 {
			if err := line(fmt.Sprintf("  … %s more", group(skipped))); err != nil {
				return err
			}
			skipped = 0
		}
		if err := line(e.row(marked)); err != nil {
			return err
		}
	}
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
		{e.Transactional(), " txn"}, {e.Control(), " control"}, {e.LogAppendTime(), " logappend"},
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
