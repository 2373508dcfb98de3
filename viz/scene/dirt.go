package scene

import (
	"fmt"
	"strings"

	"highwater/viz/draw"
	"highwater/viz/i18n"
	"highwater/viz/theme"
)

// dirt shows a compacted log as the cleaner sees it: what is clean, what is dirty, what it may not
// touch, and how far the dirty ratio is from the threshold; under it the tombstones and when they
// may go.
func (s *stage) dirt(area draw.Box, l *lane) float32 {
	t, lg := s.in.Theme, l.now
	clean, dirty, active := portions(l)
	graves := s.graves(l)
	want := float32(64)
	if s.low() {
		want = 52
	}
	if area.H < want+70+s.flow.row {
		graves = nil // no room for even one of them
	}
	if len(graves) > 0 {
		want += 26 + float32(len(graves))*s.flow.row
	}
	in := s.card(area, s.in.say("bench.cleaner"), want)
	if in.H < 12 {
		return in.Bottom() + 10
	}
	bar, rest := in.CutTop(12, 4)
	s.shares(bar, []portion{{clean, t.Live}, {dirty, t.Wait}, {active, t.Plain}})
	legend, rest := rest.CutTop(17, 1)
	if legend.H >= 17 {
		s.legend(legend, []legendItem{
			{t.Live, s.in.say("bench.clean", "size", clean)},
			{t.Wait, s.in.say("bench.dirty", "size", dirty)},
			{t.Plain, s.in.say("bench.active", "size", active)}})
	}
	line, rest := rest.CutTop(18, 4)
	if line.H >= 17 {
		ratio := int64(0)
		if clean+dirty > 0 {
			ratio = dirty * 1_000_000 / (clean + dirty)
		}
		s.At(draw.Labels, func() {
			s.TextIn(line, s.in.say("bench.ratio", "ratio", decimal(s.in.Lang, ratio),
				"least", decimal(s.in.Lang, lg.Config.MinCleanableDirtyPPM)), t.Words(theme.Small))
		})
	}
	s.graveRows(rest, graves)
	if len(graves) > 0 {
		_, rest = rest.CutTop(22+float32(len(graves))*s.flow.row, 10)
	}
	s.doomedRows(rest, l)
	return in.Bottom() + 10
}

// portion is a part of a bar.
type portion struct {
	n    int64
	pair theme.Pair
}

// shares divides a bar among portions.
func (s *stage) shares(bar draw.Box, list []portion) {
	sum := int64(0)
	for _, p := range list {
		sum += p.n
	}
	s.At(draw.Boxes, func() {
		x := bar.X
		for _, p := range list {
			w := bar.W * float32(p.n) / float32(max(sum, 1))
			if w >= 1 {
				s.Rect(draw.B(x, bar.Y, w, bar.H), p.pair.Style(1, min(4, w/2)))
			}
			x += w
		}
	})
}

// portions divides the bytes of a lane as the cleaner does (LogToClean): below its checkpoint,
// above it, and the active segment.
func portions(l *lane) (clean, dirty, active int64) {
	checkpoint := l.now.CleanerCheckpoint
	swapped := l.sweep != nil && l.sweep.swap >= 0.5
	if l.sweep != nil && !swapped {
		checkpoint = l.before.CleanerCheckpoint
	}
	for i := range l.boxes {
		x := &l.boxes[i]
		switch {
		case x.seg == nil:
		case x.replaced && swapped != (findSame(l.before, x.seg) < 0):
		case !x.replaced && (x.born < 0.5 || x.state > boxActive):
		case x.state == boxActive:
			active += x.size
		case x.base < checkpoint:
			clean += x.size
		default:
			dirty += x.size
		}
	}
	return clean, dirty, active
}

// decimal writes millionths as a ratio.
func decimal(lang i18n.Lang, ppm int64) string {
	text := fmt.Sprintf("%d.%03d", ppm/1_000_000, ppm%1_000_000/1000)
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if lang == i18n.RU {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

type legendItem struct {
	pair theme.Pair
	text string
}

// legend explains colours in a row; what does not fit is left out from the right.
func (s *stage) legend(b draw.Box, items []legendItem) {
	x := b.X
	w := s.in.Theme.Words(theme.Tiny).In(s.in.Theme.Mute)
	for _, it := range items {
		width := w.Width(it.text) + 14
		if x+width > b.Right()+1 {
			break
		}
		s.At(draw.Boxes, func() {
			s.Rect(draw.B(x, b.Mid().Y-4, 8, 8), it.pair.Style(1, 2))
		})
		s.At(draw.Labels, func() { s.TextIn(draw.B(x+13, b.Y, width, b.H), it.text, w) })
		x += width + 14
	}
}

// grave is a tombstone or a marker that is still in the log.
type grave struct {
	off     int64
	key     string
	tint    theme.Pair
	horizon int64
	set     bool
}

// graves finds the tombstones of a lane, as many as a card can show.
func (s *stage) graves(l *lane) []grave {
	var list []grave
	const most = 6
	for i := range l.now.Segments {
		seg := &l.now.Segments[i]
		for j := range seg.Batches {
			b := &seg.Batches[j]
			if len(list) == most {
				return list
			}
			if len(seg.Batches) > 5000 || b.Control() {
				continue
			}
			for _, r := range s.in.Cache.digest(b).recs {
				if r.kind == recTombstone && len(list) < most {
					g := grave{off: r.off, key: r.key, tint: s.tint(&r)}
					g.horizon, g.set = b.DeleteHorizon()
					list = append(list, g)
				}
			}
		}
	}
	return list
}

// graveRows is the calendar of the tombstones: not seen by a pass yet, or removable from when on.
func (s *stage) graveRows(area draw.Box, list []grave) {
	t := s.in.Theme
	if len(list) == 0 || area.H < s.flow.row+22 {
		return
	}
	head, rest := area.CutTop(22, 0)
	now := s.clockMS()
	s.At(draw.Labels, func() {
		s.TextIn(head, s.in.say("bench.tombstones"), t.Words(theme.Small).Bold().In(t.Mute))
		for i, g := range list {
			row := draw.B(rest.X, rest.Y+float32(i)*s.flow.row, rest.W, s.flow.row)
			if row.Bottom() > rest.Bottom()+2 {
				break
			}
			chip := draw.B(row.X, row.Y+3, 18, 18)
			s.Rect(chip, draw.Fill(t.Card).Edged(g.tint.Edge, 1.3).Round(5).Dashed(3, 2))
			s.null(chip.Mid(), 4)
			data := s.data()
			key := fmt.Sprintf("%d %s", g.off, g.key)
			left, right := row.CutLeft(26+min(data.Width(key), row.W*0.4), 10)
			_, left = left.CutLeft(26, 0)
			s.TextIn(left, key, data.In(g.tint.Edge))
			text, ink := s.in.say("bench.no-horizon"), t.Mute
			if g.set && now < g.horizon {
				text, ink = s.in.say("bench.horizon", "ms", g.horizon-now), t.Wait.Edge
			} else if g.set {
				text, ink = s.in.say("bench.horizon-over"), t.Gone.Edge
			}
			s.TextIn(right, text, t.Words(theme.Small).In(ink))
		}
	})
}

// offsetMap shows the map of a pass: the last offset of every key of the dirty section.
func (s *stage) offsetMap(area draw.Box, l *lane) float32 {
	sw, t := l.sweep, s.in.Theme
	type entry struct {
		key string
		off int64
	}
	var list []entry
	more := int64(0)
	upTo := sw.dirty.to
	if sw.build < 1 {
		upTo = s.ax.find(s.readX(sw), sw.dirty.from, sw.dirty.to)
	}
	for i := range l.before.Segments {
		s.in.Cache.each(&l.before.Segments[i], sw.dirty.from, upTo, func(r *rec) {
			if r.noKey || r.kind > recTombstone {
				return
			}
			if s.in.Cast.Tint(r.key) < 0 {
				more++
				return
			}
			for j := range list {
				if list[j].key == r.key {
					list[j].off = r.off
					return
				}
			}
			list = append(list, entry{r.key, r.off})
		})
	}
	in := s.card(area, s.in.say("bench.map"), 4*s.flow.row+52)
	data := s.data()
	cols := max(1, min(5, int(in.W/128)))
	cw := in.W / float32(cols)
	y := in.Y
	s.At(draw.Labels, func() {
		for i, e := range list {
			cell := draw.B(in.X+float32(i%cols)*cw, in.Y+float32(i/cols)*s.flow.row, cw-8,
				s.flow.row)
			if cell.Bottom() > in.Bottom()-22 {
				more += int64(len(list) - i)
				break
			}
			y = cell.Bottom()
			s.TextIn(cell, fmt.Sprintf("%s → %d", e.key, e.off), data.Bold().
				In(s.in.Theme.Key(s.in.Cast.Tint(e.key)).Edge))
		}
		row := draw.B(in.X, y+2, in.W, 20)
		if more > 0 && row.Bottom() <= in.Bottom()+2 {
			s.TextIn(row, s.in.say("bench.map-more", "n", more), t.Words(theme.Small).In(t.Mute))
			row = row.Shift(0, 20)
		}
		if sw.build >= 1 && row.Bottom() <= in.Bottom()+2 {
			text := s.in.say("bench.map-done", "keys", sw.keys, "slots", sw.slots)
			if sw.line > 0 {
				text = s.in.say("bench.rewrite", "before", sw.before, "after", sw.after)
			}
			s.TextIn(row, text, t.Words(theme.Small))
		}
	})
	return in.Bottom() + 10
}
