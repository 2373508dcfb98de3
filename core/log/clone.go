package log

import "slices"

// Clone returns a log that can be changed without changing l. Bytes of batches, index entries and
// snapshots are shared; what changes in place is copied.
func (l *Log) Clone() *Log {
	c := *l
	c.scratch, c.report = nil, nil
	c.Segments = cloneSegments(l.Segments)
	c.Staged = cloneSegments(l.Staged)
	c.Epochs.Entries = slices.Clip(l.Epochs.Entries)
	c.Producers = l.Producers.clone()
	c.Snapshots = slices.Clone(l.Snapshots)
	c.Doomed = slices.Clip(l.Doomed)
	return &c
}

func cloneSegments(segments []Segment) []Segment {
	if len(segments) == 0 {
		return nil
	}
	c := slices.Clone(segments)
	for i := range c {
		c[i].clip()
	}
	return c
}

func (s *ProducerState) clone() ProducerState {
	c := *s
	c.Entries = slices.Clone(s.Entries)
	c.Ongoing = slices.Clone(s.Ongoing)
	c.Unreplicated = slices.Clone(s.Unreplicated)
	c.Verifications = slices.Clone(s.Verifications)
	return c
}
