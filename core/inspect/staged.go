package inspect

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// swap is a .log.swap that the next load puts in place of what it covers.
type swap struct {
	segment Segment
	// from and to bound the offsets that it covers, to is exclusive.
	from, to int64
}

// readStaged looks at the files of cleanings and splits that did not finish
// (LogLoader.removeTempFilesAndCollectSwapFiles).
func (d *directory) readStaged() {
	unfinished := int64(math.MaxInt64)
	for _, f := range d.staged {
		if n := parseName(f.Name); n.stage == stageCleaned && n.base < unfinished {
			unfinished = n.base
		}
	}
	from, to := int64(math.MaxInt64), int64(-1)
	for _, f := range d.staged {
		n := parseName(f.Name)
		switch {
		case n.stage == stageCleaned:
			d.found.file(Warning, "cleaned-left", f.Name, NoOffset,
				"output of a cleaner that did not finish", "The next load deletes it.")
		case n.base >= unfinished:
			d.found.file(Warning, "swap-rolled-back", f.Name, NoOffset,
				fmt.Sprintf("not all .cleaned files had become .swap: %s is left",
					prefix(unfinished)+".*.cleaned"),
				"The next load deletes it: the cleaning is rolled back.")
		case n.kind == KindLog:
			s := d.stagedLog(f, n.base)
			d.swaps = append(d.swaps, swap{s, n.base, max(s.next, n.base)})
			from, to = min(from, n.base), max(to, s.next)
		default:
			d.found.file(Warning, "swap-left", f.Name, NoOffset,
				"an index that was not yet renamed", "The next load renames it.")
		}
	}
	if len(d.swaps) > 0 {
		d.replaced(from, to)
	}
}

// stagedLog walks over a .swap without its place in the log.
func (d *directory) stagedLog(f *File, base int64) Segment {
	alone := walker{opt: d.opt, expected: NoOffset}
	s := alone.segment(&parts{base: base, named: true, log: f, nextBase: NoOffset})
	if s.sizeError != nil {
		s.loadFails = s.sizeError.Plain() // its next offset is read before it is swapped in
	}
	s.HasIndex = slices.ContainsFunc(d.staged, func(x *File) bool {
		return x.Name == strings.Replace(f.Name, ".log", ".index", 1)
	})
	for _, x := range alone.found.list {
		if x.Key != "index-missing" && x.Key != "time-index-missing" {
			d.found.add(x)
		}
	}
	d.report.Staged = append(d.report.Staged, s)
	return s
}

// replaced tells what a complete set of .swap files takes away.
func (d *directory) replaced(from, to int64) {
	var gone []string
	for _, p := range d.segments {
		if p.base >= from && p.base < to {
			gone = append(gone, p.log.Name)
		}
	}
	for _, s := range d.swaps {
		d.found.file(Warning, "swap-left", s.segment.File, NoOffset,
			"a complete segment that waits to be swapped in",
			fmt.Sprintf("The next load deletes every file whose name lies in %d..%d (%s, with "+
				"indexes and snapshots) and renames it: the cleaning is finished.", from, to-1,
				strings.Join(gone, ", ")))
	}
}

// afterSwaps are the segments as they stand when unfinished swaps are finished. A .swap without
// a whole batch covers nothing: it takes the place of the .log with its base, whose index stays.
func (d *directory) afterSwaps() []Segment {
	if len(d.swaps) == 0 {
		return d.report.Segments
	}
	from, to := int64(math.MaxInt64), int64(-1)
	var list []Segment
	for _, s := range d.swaps {
		from, to = min(from, s.from), max(to, s.to)
		list = append(list, s.segment)
	}
	for _, s := range d.report.Segments {
		if s.Base >= from && s.Base < to {
			continue
		}
		same := slices.IndexFunc(list, func(x Segment) bool { return x.Base == s.Base })
		if same >= 0 {
			list[same].HasIndex = list[same].HasIndex || s.HasIndex
			continue
		}
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Segment) int { return cmpInt(a.Base, b.Base) })
	return list
}
