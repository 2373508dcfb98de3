package log

import (
	"slices"

	"highwater/core/why"
)

// Stage shows segments beside the log as the cleaner's output, in files that end in .cleaned. They
// do not take part in anything until ReplaceSegments swaps them in; a restart drops them.
func (l *Log) Stage(cleaned []Segment) {
	l.Staged = slices.Clone(cleaned)
	for i := range l.Staged {
		l.Staged[i].Suffix = SuffixCleaned
		l.Staged[i].clip()
	}
}

// StageSwap renames the staged files from .cleaned to .swap. From here on a crash no longer undoes
// the cleaning: loading completes the swap.
func (l *Log) StageSwap() {
	for i := range l.Staged {
		l.Staged[i].Suffix = SuffixSwap
	}
}

// Unstage drops the staged files, as an aborted cleaning does.
func (l *Log) Unstage() { l.Staged = nil }

// ReplaceSegments swaps cleaned segments in for Segments[from:to], neither of which is active
// (LocalLog.replaceSegments): the old files become .deleted, and the producer snapshots of bases
// that no longer exist go with them. A snapshot whose base stays is the old one. It returns the
// segments that went.
func (l *Log) ReplaceSegments(cleaned []Segment, from, to int, now int64) []Removal {
	removed := make([]Removal, 0, to-from)
	for i := from; i < to; i++ {
		s := &l.Segments[i]
		r := Removal{Base: s.BaseOffset, Next: l.NextBase(i), Size: int64(s.Size),
			Batches: len(s.Batches), Why: why.MergedByCleaner}
		for j := range cleaned {
			if base := cleaned[j].BaseOffset; base <= s.BaseOffset {
				r.A = base
			}
		}
		if r.A == s.BaseOffset {
			r.Why = why.ReplacedByCleaner
		}
		l.doomSegment(s, now, r.Why)
		removed = append(removed, r)
	}
	fresh := slices.Clone(cleaned)
	for i := range fresh {
		fresh[i].Suffix = ""
		fresh[i].clip()
	}
	l.Segments = slices.Replace(l.Segments, from, to, fresh...)
	for _, r := range removed {
		if r.Why == why.MergedByCleaner {
			l.doomSnapshot(r.Base, now, r.Why)
		}
	}
	l.Staged = slices.DeleteFunc(l.Staged, func(s Segment) bool {
		return slices.ContainsFunc(fresh, func(f Segment) bool {
			return f.BaseOffset == s.BaseOffset
		})
	})
	return removed
}
