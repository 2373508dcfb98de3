package scene

import (
	"highwater/core/log"
	"highwater/viz/draw"
	"highwater/viz/theme"
)

// fullness shows how far the active segment is from a roll: by its size, by the age of its first
// record.
func (s *stage) fullness(area draw.Box, l *lane) float32 {
	t, cfg := s.in.Theme, &l.now.Config
	var active *segBox
	for i := range l.boxes {
		if x := &l.boxes[i]; x.state == boxActive && x.born > 0.5 {
			active = x
		}
	}
	in := s.card(area, s.in.say("bench.roll"), 94)
	if in.H < 90 {
		return s.fullnessLow(in, active, cfg)
	}
	if active == nil {
		return in.Bottom() + 10
	}
	size, limit := active.size, cfg.SegmentSize()
	row, rest := in.CutTop(20, 4)
	s.At(draw.Labels, func() {
		s.TextIn(row, s.in.say("bench.roll-size", "size", size, "limit", limit),
			t.Words(theme.Small))
	})
	row, rest = rest.CutTop(12, 14)
	s.gauge(row, float32(size)/float32(max(limit, 1)), t.Live)
	first, ok := active.seg.FirstTimestamp()
	age := int64(0)
	if ok && active.end > active.base {
		age = max(active.seg.MaxTimestamp, first) - first
	}
	row, rest = rest.CutTop(20, 4)
	s.At(draw.Labels, func() {
		s.TextIn(row, s.in.say("bench.roll-age", "age", age, "limit", cfg.MaxSegmentMs()),
			t.Words(theme.Small))
	})
	row, rest = rest.CutTop(12, 14)
	s.gauge(row, float32(age)/float32(max(cfg.MaxSegmentMs(), 1)), t.Wait)
	s.indexFull(rest, active, cfg)
	return in.Bottom() + 10
}

// indexFull shows, where there is room, the third reason for a roll: an index without a free place.
func (s *stage) indexFull(area draw.Box, active *segBox, cfg *log.Config) {
	if s.flow.card == 0 || area.H < 36 {
		return
	}
	row, rest := area.CutTop(20, 4)
	bytes, _ := indexBytes(active.seg, active.end)
	s.At(draw.Labels, func() {
		s.TextIn(row, s.in.say("bench.roll-index", "size", bytes, "limit",
			cfg.SegmentIndexBytes), s.in.Theme.Words(theme.Small))
	})
	row, _ = rest.CutTop(12, 0)
	s.gauge(row, float32(bytes)/float32(max(cfg.SegmentIndexBytes, 1)), s.in.Theme.State)
}

// gauge is a bar that fills up to a limit.
func (s *stage) gauge(b draw.Box, share float32, pair theme.Pair) {
	t := s.in.Theme
	s.At(draw.Boxes, func() {
		s.Rect(b, draw.Fill(t.Paper).Edged(t.Line, 0.8).Round(b.H/2))
		if w := b.W * min(share, 1); w >= 2 {
			s.Rect(draw.B(b.X, b.Y, max(w, 5), b.H), pair.Style(1, b.H/2))
		}
		s.Rect(draw.B(b.Right()-1, b.Y-3, 2, b.H+6), draw.Fill(t.Gone.Edge))
	})
}

// fullnessLow is the same in the room of an article's figure: the size alone.
func (s *stage) fullnessLow(in draw.Box, active *segBox, cfg *log.Config) float32 {
	if active == nil {
		return in.Bottom() + 10
	}
	row, rest := in.CutTop(18, 6)
	s.At(draw.Labels, func() {
		s.TextIn(row, s.in.say("bench.roll-size", "size", active.size, "limit", cfg.SegmentSize()),
			s.in.Theme.Words(theme.Small))
	})
	bar, _ := rest.CutTop(12, 0)
	s.gauge(bar, float32(active.size)/float32(max(cfg.SegmentSize(), 1)), s.in.Theme.Live)
	return in.Bottom() + 10
}
