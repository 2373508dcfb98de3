package inspect

import (
	"fmt"
	"strings"

	"highwater/core/record"
)

// Listing walks over the batches of a .log and gives one line for each, the first and the last
// ones only if there are more than limit; 0 means all. total is the number of batches as counted
// before. Nothing is decoded and nothing is kept.
func Listing(f *File, total int64, limit int, line func(string) error) error {
	if err := line(listingHead); err != nil {
		return err
	}
	in := newScanner(f, false)
	first, last := total, int64(0)
	if limit > 0 && total > int64(limit) {
		first, last = int64(limit+1)/2, total-int64(limit)/2
	}
	for i := int64(0); ; i++ {
		e, ok, _ := in.next()
		if !ok {
			return nil
		}
		if i == first && last > first {
			if err := line(fmt.Sprintf("  … %s more", group(last-first))); err != nil {
				return err
			}
		}
		if i >= first && i < last {
			continue
		}
		if err := line(e.row()); err != nil {
			return err
		}
	}
}

const listingHead = "    position      bytes  codec   records  lepoch  largest timestamp        offsets"

// row is one line of the listing.
func (e *Entry) row() string {
	clock, count := "-", "-"
	if e.MaxTimestamp >= 0 {
		clock = Clock(e.MaxTimestamp)
	}
	if !e.Legacy() {
		count = fmt.Sprint(e.Count)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%12d %10d  %-7s %7s %7d  %-23s  %d..%d", e.Position, e.Size(), e.Codec(),
		count, e.LeaderEpoch, clock, e.BaseOffset, e.LastOffset())
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
	if e.Err != nil {
		b.WriteString("  ! " + e.Err.Plain())
	}
	return b.String()
}
