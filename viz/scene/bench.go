package scene

import (
	"fmt"
	"sort"

	"highwater/core/log"
	"highwater/viz/draw"
	"highwater/viz/i18n"
	"highwater/viz/theme"
)

// The bench is the room under a single lane. It shows what the log consists of on disk, and what
// decides about it next: ages against retention, dirty bytes against the cleaner's threshold, or
// the offset map while a pass is running.

const benchRow float32 = 24

// bench draws the cards that fit.
func (s *stage) bench(area draw.Box, l *lane) {
	area.Y += 6
	area.H -= 10
	if s.form == formFigure {
		s.benchNarrow(area, l)
		return
	}
	left, right := area.CutLeft(area.W*0.56, 20)
	if area.W < 720 {
		s.flow.card = 0
		s.benchNarrow(area, l)
		return
	}
	s.files(left, l)
	s.context(right, l)
}

// context is the card that decides about the log next; a pass of the cleaner fades its map in over
// it and out again.
func (s *stage) context(area draw.Box, l *lane) float32 {
	card := s.ages
	switch {
	case l.now.Config.Compact:
		card = s.dirt
	case l.now.Config.RetentionMs < 0:
		card = s.fullness
	}
	if l.sweep == nil {
		return card(area, l)
	}
	const edge = 0.06
	a := theme.Phase(s.m.t, 0, edge) * (1 - theme.Phase(s.m.t, 1-edge, 1))
	end := float32(0)
	if a < 1 {
		s.Faded(min(1-a, 0.999), func() { end = card(area, l) })
	}
	if a > 0 {
		s.Faded(min(a, 0.999), func() { end = s.offsetMap(area, l) })
	}
	return end
}

// benchNarrow stacks the cards under each other, the telling one first; in a low figure there is
// room for that one only.
func (s *stage) benchNarrow(area draw.Box, l *lane) {
	first, second := s.files, s.context
	switch {
	case l.now.Config.Compact,
		l.now.Config.RetentionMs >= 0 && l.now.EndOffset > l.now.LogStart,
		l.now.Config.RetentionMs < 0 && s.low():
		first, second = s.context, s.files
	}
	end := first(area, l) + 10
	if rest := area.Bottom() - end; rest > 96 {
		second(draw.B(area.X, end, area.W, rest), l)
	}
}

// card draws a box with a heading and returns the room in it; height is what the content wants.
func (s *stage) card(area draw.Box, title string, height float32) draw.Box {
	padX, padY, head, gap := float32(14), float32(10), float32(20), float32(6)
	if s.low() {
		padX, padY, head, gap = 12, 7, 16, 3
	}
	b := draw.B(area.X, area.Y, area.W, min(area.H, height+2*padY+head+gap-2))
	if s.flow.card > 0 {
		b.H = min(area.H, s.flow.card)
	}
	t := s.in.Theme
	s.At(draw.Back, func() { s.Rect(b, draw.Fill(t.Card).Edged(t.Line, 1).Round(10)) })
	row, rest := b.Pad(padX, padY).CutTop(head, gap)
	s.At(draw.Labels, func() {
		s.TextIn(row, title, t.Words(theme.Small).Bold().In(t.Mute))
	})
	return rest
}

// low tells the figure of an article, in which every line counts.
func (s *stage) low() bool { return s.form == formFigure && s.in.H < figureHeight }

// data is the style of data in the bench's rows.
func (s *stage) data() draw.Words {
	if s.low() {
		return s.in.Theme.Data(theme.Tiny)
	}
	return s.in.Theme.Data(theme.Small)
}

// fileLine is one row of the directory.
type fileLine struct {
	name  string
	size  int64
	state boxState
	base  int64
	alpha float32
	small bool // an index: shown where there is room
}

func (s *stage) fileLines(l *lane) []fileLine {
	var list []fileLine
	boxes := make([]*segBox, len(l.boxes))
	for i := range l.boxes {
		boxes[i] = &l.boxes[i]
	}
	sort.SliceStable(boxes, func(i, j int) bool { return boxes[i].base < boxes[j].base })
	add := func(deleted bool) {
		for _, x := range boxes {
			if (x.state == boxDeleted) != deleted || x.born <= 0 {
				continue
			}
			name := fmt.Sprintf("%020d.log", x.base)
			switch x.state {
			case boxDeleted:
				name += log.SuffixDeleted
			case boxCleaned:
				name += log.SuffixCleaned
			case boxSwap:
				name += log.SuffixSwap
			}
			alpha := min(x.born*2, 1) * (1 - x.dying)
			list = append(list, fileLine{name, x.size, x.state, x.base, alpha, false})
			if seg := x.seg; seg != nil {
				stem := name[:20]
				alpha *= s.indexed(l, x)
				index, times := indexBytes(seg, x.end)
				list = append(list,
					fileLine{stem + ".index", index, x.state, x.base, alpha, true},
					fileLine{stem + ".timeindex", times, x.state, x.base, alpha, true})
				if n := seg.TxnIndexBytes(); n > 0 {
					list = append(list, fileLine{stem + ".txnindex", n, x.state, x.base, alpha,
						true})
				}
			}
		}
	}
	add(false)
	add(true)
	seen := list[:0]
	for _, f := range list {
		if f.alpha > 0.01 {
			seen = append(seen, f)
		}
	}
	return seen
}

// indexed is how far the indexes of a file are there: they come with the swap and go with the file.
func (s *stage) indexed(l *lane, x *segBox) float32 {
	switch {
	case x.replaced && s.fresh(l, x):
		return l.sweep.swap
	case x.replaced:
		return 1 - l.sweep.swap
	case x.state == boxDeleted:
		return 1 - x.sink
	}
	return 1
}

// indexBytes are the sizes of a segment's indexes when it had grown to an offset.
func indexBytes(seg *log.Segment, end int64) (index, times int64) {
	index, times = seg.IndexBytes(), seg.TimeIndexBytes()
	if end >= segEnd(seg) {
		return index, times
	}
	i := sort.Search(len(seg.Index), func(i int) bool { return seg.Index[i].Offset >= end })
	j := sort.Search(len(seg.TimeIndex), func(j int) bool { return seg.TimeIndex[j].Offset >= end })
	return index / int64(max(len(seg.Index), 1)) * int64(i),
		times / int64(max(len(seg.TimeIndex), 1)) * int64(j)
}

// smallRow is the height of an index in the directory.
const smallRow float32 = 19

// chosen leaves the indexes out if not all files fit, and returns the height of what is left.
func (s *stage) chosen(list []fileLine, room float32) ([]fileLine, float32) {
	height := func(list []fileLine) float32 {
		h := float32(0)
		for _, f := range list {
			if f.small {
				h += smallRow * f.alpha
			} else {
				h += s.flow.row * f.alpha
			}
		}
		return h
	}
	if h := height(list); h <= room {
		return list, h
	}
	var logs []fileLine
	for _, f := range list {
		if !f.small {
			logs = append(logs, f)
		}
	}
	return logs, height(logs)
}

// files lists the directory as ls would, with bars to scale.
func (s *stage) files(area draw.Box, l *lane) float32 {
	lines, want := s.chosen(s.fileLines(l), area.H-52)
	t := s.in.Theme
	in := s.card(area, s.in.say("bench.files", "dir", s.partition(l)+"/"), want+2)
	most, longest := int64(1), float32(0)
	for _, f := range lines {
		most = max(most, f.size)
		longest = max(longest, s.data().Width(f.name))
	}
	if longest > s.nameWidth(in) {
		for i := range lines {
			lines[i].name = fmt.Sprintf("…%04d%s", lines[i].base, lines[i].name[20:])
		}
	}
	y := in.Y
	s.At(draw.Labels, func() {
		for i, f := range lines {
			h := s.flow.row
			if f.small {
				h = smallRow
			}
			h *= f.alpha
			row := draw.B(in.X, y, in.W, h)
			y += h
			if last := i == len(lines)-1; !last && y+smallRow > in.Bottom()+4 {
				s.TextIn(row, s.in.say("bench.more", "n", len(lines)-i),
					t.Words(theme.Small).In(t.Mute))
				return
			}
			s.Faded(f.alpha, func() { s.fileRow(row, f, most, l) })
		}
	})
	return in.Bottom() + 10
}

// nameWidth is the width of the column of names.
func (s *stage) nameWidth(row draw.Box) float32 {
	return min(s.data().Width("00000000000000000000.log.deleted")+6, row.W*0.62)
}

func (s *stage) fileRow(row draw.Box, f fileLine, most int64, l *lane) {
	t := s.in.Theme
	ink, tone := t.Ink, t.Line
	switch f.state {
	case boxActive:
		tone = t.Live.Edge
	case boxDeleted:
		ink, tone = t.Gone.Edge, t.Gone.Edge
	case boxCleaned, boxSwap:
		ink, tone = t.State.Edge, t.State.Edge
	}
	data := s.data()
	if f.small {
		ink = t.Mute
	}
	if s.selected(l, SelectSegment, f.base) && !f.small {
		s.At(draw.Boxes, func() {
			s.Rect(row.Pad(-6, 1), draw.Edge(t.Focus, 2).Round(6))
		})
	}
	name, rest := row.CutLeft(s.nameWidth(row), 8)
	size, bar := rest.CutLeft(data.Width("10 000 000 B")+4, 12)
	s.TextIn(name, f.name, data.In(ink))
	s.TextIn(size, i18n.Bytes(s.in.Lang, f.size), data.In(ink).At(draw.End))
	if bar.W > 40 && !f.small {
		full := draw.B(bar.X, bar.Y+bar.H/2-4, bar.W, 8)
		limit := max(l.now.Config.SegmentSize(), most)
		w := bar.W * float32(f.size) / float32(limit)
		fill := t.Plain.Fill
		switch f.state {
		case boxActive:
			fill = t.Live.Fill
		case boxDeleted:
			fill = t.Gone.Fill
		case boxCleaned, boxSwap:
			fill = t.State.Fill
		}
		s.Rect(full, draw.Fill(t.Paper).Edged(t.Line, 0.8).Round(4))
		if w > 1 {
			s.Rect(draw.B(full.X, full.Y, max(w, 3), 8), draw.Fill(fill).Edged(tone, 1).Round(4))
		}
	}
	s.Hit(draw.Hit{Box: row, Line: s.segmentLine(l, f.base), Say: f.name + ", " +
		i18n.Bytes(s.in.Lang, f.size)})
}

// ages sets every closed segment's newest record against retention.ms.
func (s *stage) ages(area draw.Box, l *lane) float32 {
	t, cfg := s.in.Theme, &l.now.Config
	var rows []*segBox
	for i := range l.boxes {
		if x := &l.boxes[i]; x.seg != nil && x.state != boxDeleted && x.born > 0.5 {
			rows = append(rows, x)
		}
	}
	in := s.card(area, s.in.say("bench.ages", "ms", cfg.RetentionMs),
		float32(len(rows))*s.flow.row+4)
	now := s.clockMS()
	s.At(draw.Labels, func() {
		for i, x := range rows {
			row := draw.B(in.X, in.Y+float32(i)*s.flow.row, in.W, s.flow.row)
			if row.Bottom() > in.Bottom()+6 {
				break
			}
			s.ageRow(row, x, now, cfg.RetentionMs)
		}
		if len(rows) == 0 {
			s.TextIn(in, s.in.say("bench.none"), t.Words(theme.Small).In(t.Mute))
		}
	})
	_, rest := in.CutTop(float32(max(len(rows), 1))*s.flow.row, 10)
	s.doomedRows(rest, l)
	return in.Bottom() + 10
}

// clockMS is the broker's clock now, running between the worlds before and after.
func (s *stage) clockMS() int64 {
	a, b := s.in.Before.Now.MS(), s.in.After.Now.MS()
	if s.in.Phase >= 1 {
		return b
	}
	t := s.m.clock
	if s.in.Beat.Clock <= 0 {
		t = s.m.t
	}
	return a + int64(float64(b-a)*float64(t))
}

func (s *stage) ageRow(row draw.Box, x *segBox, now, limit int64) {
	t := s.in.Theme
	data := s.data()
	name, rest := row.CutLeft(data.Width("…0000000"), 10)
	s.TextIn(name, fileLabel(data, x.base, "", name.W), data)
	text := s.in.say("bench.no-records")
	if len(x.seg.Batches) == 0 || x.end == x.base {
		s.TextIn(rest, text, t.Words(theme.Small).In(t.Mute))
		return
	}
	age := max(now-x.seg.LargestTimestamp(), 0)
	words := t.Words(theme.Small).In(t.Mute)
	label, bar := rest.CutRight(words.Width("0000 ms")+34, 10)
	s.TextIn(label, i18n.Duration(s.in.Lang, roundMS(age)), words.At(draw.End))
	if bar.W < 30 || limit <= 0 {
		return
	}
	full := draw.B(bar.X, bar.Y+bar.H/2-4, bar.W, 8)
	share := min(float32(age)/float32(limit), 1)
	pair := t.Wait
	if share >= 1 {
		pair = t.Gone
	}
	s.Rect(full, draw.Fill(t.Paper).Edged(t.Line, 0.8).Round(4))
	if share > 0.01 {
		s.Rect(draw.B(full.X, full.Y, max(bar.W*share, 4), 8), pair.Style(1, 4))
	}
	s.Rect(draw.B(full.Right()-1, full.Y-4, 2, 16), draw.Fill(t.Gone.Edge))
}

// roundMS keeps a running clock calm: three digits are enough.
func roundMS(ms int64) int64 {
	switch {
	case ms > 100_000:
		return ms / 1000 * 1000
	case ms > 1000:
		return ms / 10 * 10
	}
	return ms
}
