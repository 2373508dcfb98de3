package scene

import (
	"fmt"

	"highwater/core/log"
	"highwater/viz/draw"
	"highwater/viz/i18n"
	"highwater/viz/theme"
)

// doomedRows tells, where a card has room left, when the renamed files will leave the disk.
func (s *stage) doomedRows(area draw.Box, l *lane) {
	if s.flow.card == 0 || area.H < 22+s.flow.row {
		return
	}
	var list []*log.DoomedFile
	for i := range l.now.Doomed {
		if d := &l.now.Doomed[i]; isLog(d) && !l.holds(d) {
			list = append(list, d)
		}
	}
	if len(list) == 0 {
		return
	}
	t := s.in.Theme
	head, rest := area.CutTop(22, 0)
	s.At(draw.Labels, func() {
		s.TextIn(head, s.in.say("bench.doomed", "ms", l.now.Config.FileDeleteDelayMs),
			t.Words(theme.Small).Bold().In(t.Mute))
		for i, d := range list {
			row := draw.B(rest.X, rest.Y+float32(i)*s.flow.row, rest.W, s.flow.row)
			if next := row.Bottom() + s.flow.row; i < len(list)-1 && next > rest.Bottom()+2 {
				s.TextIn(row, s.in.say("bench.more", "n", len(list)-i),
					t.Words(theme.Small).In(t.Mute))
				break
			}
			s.doomedRow(row, d)
		}
	})
}

// holds tells that a file that retention takes in this step is still in the lane.
func (l *lane) holds(d *log.DoomedFile) bool {
	for i := range l.boxes {
		x := &l.boxes[i]
		if x.seg != nil && !x.replaced && x.base == d.Base && x.size == d.Size && x.sink < 0.5 {
			return true
		}
	}
	return false
}

// doomedRow is one renamed file: how much of its delay is over, and how long it still waits.
func (s *stage) doomedRow(row draw.Box, d *log.DoomedFile) {
	t := s.in.Theme
	data, words := s.data(), s.in.Theme.Words(theme.Small).In(t.Mute)
	left := max(d.Due-s.clockMS(), 0)
	name, rest := row.CutLeft(data.Width("…0000.log.deleted")+4, 12)
	label, bar := rest.CutRight(words.Width("0000 ms")+34, 10)
	s.TextIn(name, fmt.Sprintf("…%04d.log.deleted", d.Base), data.In(t.Gone.Edge))
	s.TextIn(label, i18n.Duration(s.in.Lang, roundMS(left)), words.At(draw.End))
	if bar.W < 30 || d.Due <= d.DeletedAt {
		return
	}
	full := draw.B(bar.X, bar.Y+bar.H/2-4, bar.W, 8)
	w := bar.W * (1 - float32(left)/float32(d.Due-d.DeletedAt))
	s.Rect(full, draw.Fill(t.Paper).Edged(t.Line, 0.8).Round(4))
	if w > 1 {
		s.Rect(draw.B(full.X, full.Y, min(max(w, 4), full.W), 8), t.Gone.Style(1, 4))
	}
}
