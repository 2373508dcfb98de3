package scene

import (
	"highwater/viz/draw"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// header draws the strip with the lesson's name, its variants and the tools.
func header(k ui.Kit, in *Input, b draw.Box) {
	t, p := in.Theme, in.Panel
	k.Rect(b, draw.Fill(t.Panel))
	k.Line(draw.Edge(t.Line, 1), draw.P(b.X, b.Bottom()), draw.P(b.Right(), b.Bottom()))
	if p == nil {
		return
	}
	inner := b.Pad(24, 13)
	right := tools(k, in, inner)
	right = variants(k, in, draw.B(inner.X, inner.Y, right-12-inner.X, inner.H))
	left := draw.B(inner.X, inner.Y, right-16-inner.X, inner.H)
	k.At(draw.Labels, func() {
		part := t.Words(theme.Body).In(t.Mute)
		title := t.Words(theme.Head).Bold()
		need := part.Width(p.Part) + 26 + title.Width(p.Title)
		if need <= left.W && p.Part != "" {
			w := k.TextIn(left, p.Part, part)
			k.Icon(ui.Right, draw.P(left.X+w+13, left.Mid().Y), 9, t.Mute)
			_, left = left.CutLeft(w+26, 0)
		}
		k.TextIn(left, p.Title, title)
	})
}

// tools draws the buttons at the right end and returns where they begin.
func tools(k ui.Kit, in *Input, b draw.Box) float32 {
	x := b.Right()
	list := in.Panel.Tools
	k.At(draw.UI, func() {
		for i := len(list) - 1; i >= 0; i-- {
			it := list[i]
			w := float32(38)
			if it.Icon == ui.NoIcon {
				w = max(38, in.Theme.Words(theme.Body).Width(it.Label)+18)
			}
			label := it.Label
			if it.Icon != ui.NoIcon {
				label = ""
			}
			x -= w
			k.Tool(draw.B(x, b.Y, w, b.H), it.Icon, label, ui.Say{Line: it.Line, Tip: it.Tip,
				Name: it.Label, On: it.On, Off: it.Off})
			x -= 6
		}
	})
	return x
}

// variants draws the exclusive choices and returns where they begin.
func variants(k ui.Kit, in *Input, b draw.Box) float32 {
	list := in.Panel.Variants
	if len(list) < 2 {
		return b.Right()
	}
	w := in.Theme.Words(theme.Body).Bold()
	total := float32(0)
	for _, v := range list {
		total += w.Width(v.Label) + 32
	}
	if total > b.W*0.6 {
		return b.Right()
	}
	x := b.Right() - total - 18
	first := x
	k.At(draw.UI, func() {
		for _, v := range list {
			width := w.Width(v.Label) + 28
			k.Pill(draw.B(x, b.Y, width, b.H), v.Label, ui.Say{Line: v.Line, On: v.On, Tip: v.Tip,
				Name: v.Label})
			x += width + 4
		}
	})
	return first
}

// transport draws the strip with the buttons and the timeline.
func transport(k ui.Kit, in *Input, b draw.Box) {
	t, p := in.Theme, in.Panel
	k.Rect(b, draw.Fill(t.Panel))
	k.Line(draw.Edge(t.Line, 1), draw.P(b.X, b.Y), draw.P(b.Right(), b.Y))
	if p == nil {
		return
	}
	left, right := b.Pad(24, 0).CutLeft(224, 20)
	k.At(draw.UI, func() {
		buttons(k, in, draw.B(left.X, b.Y+20, left.W, 40), 40)
		x := left.X
		for _, sp := range p.Speeds {
			w := t.Words(theme.Small)
			width := w.Width(sp.Label) + 12
			if x+width > left.Right() {
				break
			}
			box := draw.B(x, b.Y+72, width, 24)
			w = w.In(t.Mute).At(draw.Middle)
			if sp.On {
				k.Rect(box, draw.Fill(t.Card).Edged(t.Wood, 1).Round(12))
				w = w.In(t.Ink).Bold()
			}
			k.TextIn(box, sp.Label, w)
			k.Hit(draw.Hit{Box: box, Line: sp.Line, Tip: sp.Tip, Say: sp.Tip})
			x += width + 1
		}
	})
	k.At(draw.Labels, func() {
		k.Icon(ui.Clock, draw.P(left.X+7, b.Y+116), 13, t.Mute)
		k.TextIn(draw.B(left.X+20, b.Y+106, left.W-20, 20), p.Clock,
			t.Words(theme.Small).In(t.Mute))
	})
	track(k, in, draw.B(right.X, b.Y, right.W, b.H))
}

// buttons draws start, back, play, forward and end in a row and returns its width.
func buttons(k ui.Kit, in *Input, b draw.Box, size float32) float32 {
	x := b.X
	gap := float32(6)
	for i, it := range in.Panel.Transport {
		k.Round(draw.B(x, b.Y, size, size), it.Icon, i == 2, ui.Say{Line: it.Line, Tip: it.Tip,
			Name: it.Label, Off: it.Off, On: it.On})
		x += size + gap
	}
	return x - gap - b.X
}

// track draws the timeline: a lane an actor, marks, spans, stops and the playhead.
func track(k ui.Kit, in *Input, b draw.Box) {
	tr, t := in.Track, in.Theme
	if tr == nil || tr.Total <= 0 {
		return
	}
	if in.Chrome == Canvas {
		k.Rect(b, draw.Fill(t.Panel))
		k.Line(draw.Edge(t.Line, 1), draw.P(b.X, b.Y), draw.P(b.Right(), b.Y))
		b = b.Pad(20, 0)
	}
	names := float32(0)
	w := t.Words(theme.Small).In(t.Mute)
	for _, l := range tr.Lanes {
		names = max(names, w.Width(l.Name))
	}
	names = min(names, 110)
	axis := draw.B(b.X+names+14, b.Y+12, b.W-names-22, b.H-24)
	at := func(beat float32) float32 { return axis.X + float32(axis.W*beat/tr.Total) }
	base := axis.Bottom() - 16
	rows := len(tr.Lanes)
	pitch := min(26, (base-axis.Y-4)/float32(max(rows, 1)))
	for i, l := range tr.Lanes {
		y := axis.Y + 8 + float32(pitch*float32(i)) + pitch/2
		k.At(draw.Labels, func() {
			k.TextIn(draw.B(b.X, y-8, names, 16), l.Name, w.At(draw.End))
		})
		k.Line(draw.Edge(t.Line, 1), draw.P(axis.X, y), draw.P(axis.Right(), y))
		trackLane(k, in, l, y, at)
	}
	chosen(k, in, axis, at)
	stops(k, in, axis, base, at)
	playhead(k, in, axis, at)
}
