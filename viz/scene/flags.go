package scene

import (
	"fmt"
	"sort"

	"highwater/viz/draw"
	"highwater/viz/theme"
)

// flag is a pennant: a watermark with its name, on a staff at its offset.
type flag struct {
	names string
	off   int64
	x     float32
	tone  Tone
	left  bool // flies to the left, because there is no room at the right
	short bool
}

// flags draws the pennants of a lane above its boxes. Those that stand at one offset share a staff.
func (s *stage) flags(l *lane, y float32) {
	list := []flag{s.flagAt(s.in.say("mark.leo"), l.leo, TonePlain)}
	if (l.hw.from != l.leo.from || l.hw.to != l.leo.to) && !together(l.hw, l.leo) {
		list = append(list, s.flagAt(s.in.say("mark.hw"), l.hw, TonePlain))
	}
	if l.lso.from != l.hw.from || l.lso.to != l.hw.to {
		list = append(list, s.flagAt(s.in.say("mark.lso"), l.lso, ToneGone))
	}
	if l.start.to > 0 || l.start.from > 0 {
		list = append(list, s.flagAt(s.in.say("mark.start"), l.start, ToneWait))
	}
	list = merge(list)
	s.settle(list)
	for i := range list {
		s.pennant(&list[i], y)
	}
}

// together tells that two marks stand at one offset, or have only just left it.
func together(a, b walk) bool {
	d := a.pos() - b.pos()
	return d > -0.02 && d < 0.02
}

func (s *stage) flagAt(name string, w walk, tone Tone) flag {
	return flag{names: name, off: w.now(), x: s.ax.x(w.pos()), tone: tone}
}

// merge joins flags that stand at one place, or nearly.
func merge(list []flag) []flag {
	out := list[:0]
next:
	for _, f := range list {
		for i := range out {
			if d := out[i].x - f.x; d > -6 && d < 6 {
				out[i].names += " · " + f.names
				continue next
			}
		}
		out = append(out, f)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].x < out[j].x })
	return out
}

func (s *stage) flagText(f *flag) string {
	if f.short {
		return f.names
	}
	return fmt.Sprintf("%s %d", f.names, f.off)
}

func (s *stage) flagWidth(f *flag) float32 {
	return s.in.Theme.Words(theme.Tiny).Bold().Width(s.flagText(f)) + 18
}

// settle turns flags to the left that would leave the view or run into the next one.
func (s *stage) settle(list []flag) {
	right := s.view.Right() + 2
	for i := len(list) - 1; i >= 0; i-- {
		f := &list[i]
		if f.x+s.flagWidth(f) > right {
			f.left = true
			prev := s.view.X
			if i > 0 {
				prev = list[i-1].x
			}
			if f.x-s.flagWidth(f) < prev {
				f.short = true
			}
			if f.x-s.flagWidth(f) < prev && f.x+s.flagWidth(f) <= right {
				f.left = false
			}
		}
		right = f.x - 3
		if f.left {
			right = f.x - s.flagWidth(f) - 3
		}
	}
}

// pennant draws one flag: a staff down to the box and a swallow-tailed cloth.
func (s *stage) pennant(f *flag, y float32) {
	if f.x < s.view.X-2 || f.x > s.view.Right()+2 {
		return
	}
	ink := s.in.Theme.Wood
	if f.tone != TonePlain {
		ink = s.in.pair(f.tone).Edge
	}
	w := s.flagWidth(f)
	const h = 18
	top := y + 3
	s.At(draw.Fx, func() {
		s.Line(draw.Edge(ink, 1.6).MayCross(), draw.P(f.x, top), draw.P(f.x, y+s.flow.flags+10))
		d := float32(1)
		x0 := f.x
		if f.left {
			d = -1
			x0 = f.x - w
		}
		s.Poly(draw.Fill(ink), draw.P(f.x, top), draw.P(f.x+d*w, top), draw.P(f.x+d*(w-6), top+h/2),
			draw.P(f.x+d*w, top+h), draw.P(f.x, top+h))
		box := draw.B(x0+6, top, w-12, h)
		if f.left {
			box = draw.B(x0+9, top, w-12, h)
		}
		s.TextIn(box, s.flagText(f), s.in.Theme.Words(theme.Tiny).Bold().In(s.in.Theme.Pale))
	})
}

// ruler writes offsets over the columns: every one where there is room, else where segments begin
// and at round numbers.
func (s *stage) ruler(g group, y float32) {
	w := s.in.Theme.Data(theme.Tiny).In(s.in.Theme.Mute).At(draw.Middle)
	var taken []draw.Box
	put := func(o int64, x float32) {
		text := fmt.Sprint(o)
		half := w.Width(text) / 2
		b := draw.B(x-half-5, y, 2*half+10, 16)
		if b.X < s.view.X-8 || b.Right() > s.view.Right()+8 {
			return
		}
		for _, t := range taken {
			if !t.Meet(b).Empty() {
				return
			}
		}
		taken = append(taken, b)
		s.At(draw.Labels, func() { s.Text(x, y+12, text, w) })
	}
	mid := func(o int64) float32 {
		if p := s.piece(o); p.kind != pieceCells {
			return s.ax.left(o) + min(s.ax.pitch(o)/2, 12)
		}
		return s.ax.left(o) + s.ax.pitch(o)/2
	}
	for _, l := range g.lanes {
		for i := range l.boxes {
			if x := &l.boxes[i]; x.born > 0.5 {
				put(x.base, mid(x.base))
			}
		}
		put(l.leo.now(), s.ax.left(l.leo.now())+8)
	}
	for _, p := range s.ax.b.pieces {
		if p.kind != pieceCells && p.kind != pieceRun || p.to == p.from {
			continue
		}
		step := tick(float32(p.pitch()), w.Width(fmt.Sprint(p.to))+12)
		first := max(p.from, s.ax.find(s.view.X-60, p.from, p.to))
		for o := (first + step - 1) / step * step; o < p.to; o += step {
			if s.ax.left(o) > s.view.Right()+60 {
				break
			}
			put(o, mid(o))
		}
	}
}

// tick is the least round number of columns of a pitch that are as wide as a label.
func tick(pitch, width float32) int64 {
	for ten := int64(1); ten < 1<<50; ten *= 10 {
		for _, m := range [...]int64{1, 2, 5} {
			if float32(ten*m)*pitch >= width {
				return ten * m
			}
		}
	}
	return 1 << 50
}
