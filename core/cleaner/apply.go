package cleaner

import "highwater/core/log"

// Result is what Apply did.
type Result struct {
	// Removed are the segments that the cleaned ones replaced, in order.
	Removed []log.Removal
	// Checkpoint is the entry in cleaner-offset-checkpoint afterwards, -1 without one.
	Checkpoint int64
	// Cleaned says that the pass came to its end.
	Cleaned bool
}

// Apply does what a plan decided: group by group it swaps the cleaned segment in for its sources,
// then it writes the checkpoint (LogCleanerManager.doneCleaning). A pass that died leaves the
// groups before it cleaned and the checkpoint where it was. The log must be the one that the plan
// was made from, unchanged.
func Apply(l *log.Log, p *Plan) Result {
	var r Result
	if c := &p.Choice; c.Checkpoint >= 0 {
		// A checkpoint outside the log was reset when the log was looked at.
		l.CleanerCheckpoint = c.FirstDirty
	}
	shift := 0
	for i := range p.Groups {
		g := &p.Groups[i]
		removed := l.ReplaceSegments(g.Cleaned, g.From-shift, g.To-shift, p.Now)
		r.Removed = append(r.Removed, removed...)
		shift += g.To - g.From - len(g.Cleaned)
	}
	if !p.Choice.Nothing() && p.Death == nil {
		l.CleanerCheckpoint = p.EndOffset
		r.Cleaned = true
	}
	r.Checkpoint = l.CleanerCheckpoint
	return r
}
