package scene

import (
	"highwater/viz/draw"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// trackLane draws the spans and marks of one actor. Marks that would share a point are joined.
func trackLane(k ui.Kit, in *Input, l TrackLane, y float32, at func(float32) float32) {
	for _, sp := range l.Spans {
		pair := in.pair(sp.Tone)
		x0, x1 := at(sp.From), at(sp.To)
		b := draw.B(x0, y-7, max(x1-x0, 4), 14)
		k.At(draw.Boxes, func() { k.Rect(b, pair.Style(1, 4)) })
		w := in.Theme.Words(theme.Tiny).In(pair.Edge).At(draw.Middle)
		if sp.Label != "" && w.Width(sp.Label)+8 <= b.W {
			k.At(draw.Labels, func() { k.TextIn(b.Pad(3, 0), sp.Label, w) })
		}
	}
	last := float32(-100)
	for _, m := range l.Marks {
		x := at(m.At)
		if x-last < 5 {
			continue
		}
		last = x
		k.At(draw.Boxes, func() {
			markShape(k, in, m.Tone, draw.P(x, y))
			k.Hit(draw.Hit{Box: draw.B(x-6, y-8, 12, 16), Line: m.Line, Tip: m.Tip, Say: m.Tip})
		})
	}
}

// markShape draws a mark: its shape says what its colour says.
func markShape(k ui.Kit, in *Input, tone Tone, c draw.Pt) {
	ink := in.pair(tone).Edge
	const r = 5
	diamond := []draw.Pt{draw.P(c.X, c.Y-r), draw.P(c.X+r, c.Y), draw.P(c.X, c.Y+r),
		draw.P(c.X-r, c.Y)}
	switch tone {
	case ToneFlight: // leaves
		k.Triangle(draw.P(c.X+r, c.Y), draw.Right, 9, draw.Fill(ink))
	case ToneWait: // comes back, or waits
		k.Poly(draw.Fill(in.Theme.Card).Edged(ink, 1.8), diamond...)
	case ToneGone: // refused, failed, gone
		k.Line(draw.Edge(ink, 2.4), draw.P(c.X-4, c.Y-4), draw.P(c.X+4, c.Y+4))
		k.Line(draw.Edge(ink, 2.4), draw.P(c.X+4, c.Y-4), draw.P(c.X-4, c.Y+4))
	case ToneLive:
		k.Poly(draw.Fill(ink), diamond...)
	default:
		k.Circle(c, 4, draw.Fill(ink))
	}
}

// chosen marks the moments at which something happens to the selected thing.
func chosen(k ui.Kit, in *Input, axis draw.Box, at func(float32) float32) {
	last := float32(-100)
	for _, beat := range in.Track.Chosen {
		x := at(beat)
		if x-last < 6 {
			continue
		}
		last = x
		k.At(draw.Boxes, func() {
			y := axis.Y
			k.Poly(draw.Fill(in.Theme.Focus), draw.P(x-4.5, y-5), draw.P(x+4.5, y-5),
				draw.P(x, y+2))
			k.Line(draw.Edge(in.Theme.Focus.Fade(0.45), 1).MayCross(), draw.P(x, y+2),
				draw.P(x, axis.Bottom()-16))
		})
	}
}

// stops draws the ticks of the lesson's stops with their numbers.
func stops(k ui.Kit, in *Input, axis draw.Box, base float32, at func(float32) float32) {
	t := in.Theme
	last := float32(-100)
	for i, st := range in.Track.Stops {
		x := at(st.At)
		ink := t.Mute
		if st.Now {
			ink = t.Ink
		}
		k.Line(draw.Edge(ink, 1.5), draw.P(x, base), draw.P(x, base+5))
		k.At(draw.UI, func() {
			k.Hit(draw.Hit{Box: draw.B(x-9, base-4, 18, 24), Line: st.Line, Tip: st.Name,
				Say: st.Name})
		})
		if x-last < 14 {
			continue
		}
		last = x
		w := t.Words(theme.Tiny).In(t.Mute).At(draw.Middle)
		if st.Now {
			w = w.In(t.Ink).Bold()
		}
		k.At(draw.Labels, func() { k.TextIn(draw.B(x-12, base+5, 24, 14), itoa(int64(i+1)), w) })
	}
}

// playhead draws the needle; the whole axis can be dragged.
func playhead(k ui.Kit, in *Input, axis draw.Box, at func(float32) float32) {
	tr, t := in.Track, in.Theme
	x := at(tr.Now)
	k.Hit(draw.Hit{Box: axis.Pad(-6, 0), Line: "seek beat=", Say: in.say("ui.playhead"),
		Drag: draw.DragX,
		Lo:   -6 / axis.W * tr.Total, Hi: tr.Total + 6/axis.W*tr.Total})
	k.At(draw.Fx, func() {
		k.Line(draw.Edge(t.Ink, 1.8).MayCross(), draw.P(x, axis.Y-4), draw.P(x, axis.Bottom()-10))
		k.Poly(draw.Fill(t.Ink), draw.P(x-7, axis.Y-8), draw.P(x+7, axis.Y-8), draw.P(x+7, axis.Y),
			draw.P(x, axis.Y+7), draw.P(x-7, axis.Y))
	})
}

// slider is the timeline of a figure: a line with the stops as beads.
func slider(k ui.Kit, in *Input, b draw.Box) {
	tr, t := in.Track, in.Theme
	if tr == nil || tr.Total <= 0 {
		return
	}
	y := b.Mid().Y
	at := func(beat float32) float32 { return b.X + float32(b.W*beat/tr.Total) }
	x := at(tr.Now)
	k.Hit(draw.Hit{Box: b.Pad(-8, 0), Line: "seek beat=", Say: in.say("ui.playhead"),
		Drag: draw.DragX,
		Lo:   -8 / b.W * tr.Total, Hi: tr.Total + 8/b.W*tr.Total})
	k.Rect(draw.B(b.X, y-1.5, b.W, 3), draw.Fill(t.Line).Round(1.5))
	k.Rect(draw.B(b.X, y-1.5, x-b.X, 3), draw.Fill(t.Wood).Round(1.5))
	for _, st := range tr.Stops {
		sx := at(st.At)
		ink, r := t.Line, float32(4)
		if st.At <= tr.Now+1e-3 {
			ink = t.Wood
		}
		k.Circle(draw.P(sx, y), r, draw.Fill(ink).Edged(t.Panel, 1))
		k.At(draw.UI, func() {
			k.Hit(draw.Hit{Box: draw.B(sx-8, y-14, 16, 28), Line: st.Line, Tip: st.Name,
				Say: st.Name})
		})
	}
	k.At(draw.Fx, func() { k.Circle(draw.P(x, y), 8, draw.Fill(t.Ink).Edged(t.Panel, 2)) })
}
