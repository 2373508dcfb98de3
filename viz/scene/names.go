package scene

import (
	"strconv"

	"highwater/viz/draw"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// role is what a replica is just now, in words.
func (s *stage) role(l *lane) (string, theme.Pair) {
	switch {
	case !l.up:
		return s.in.say("stage.down"), s.in.Theme.Gone
	case l.leader:
		return s.in.say("stage.leader", "epoch", int(l.epoch)), s.in.Theme.Live
	case l.inSync:
		return s.in.say("stage.follower"), s.in.Theme.Live
	}
	return s.in.say("stage.catching-up"), s.in.Theme.Wait
}

// nameAbove writes who a single lane is, and which of its topic's settings were given.
func (s *stage) nameAbove(l *lane, b draw.Box) {
	t := s.in.Theme
	role, pair := s.role(l)
	row, rest := b.CutTop(24, 6)
	x := row.X
	s.At(draw.Labels, func() {
		if s.in.Name != "" {
			x += s.Tag(x, row.Y+2, 20, s.in.Name, t.State, t.Words(theme.Small).Bold()) + 10
		}
		if row.Right()-x < 40 {
			return
		}
		x += s.TextIn(draw.B(x, row.Y, row.Right()-x, 24), s.partition(l),
			t.Data(theme.Lead).Bold()) + 12
		if row.Right()-x < 60 {
			return
		}
		s.Circle(draw.P(x+4, row.Y+12), 4.5, draw.Fill(pair.Edge))
		x += 15
		who := s.nodeName(l.node) + " · " + role
		w := s.TextIn(draw.B(x, row.Y, row.Right()-x, 24), who, t.Words(theme.Small).In(t.Mute))
		name := draw.B(x-17, row.Y, min(w, row.Right()-x)+20, 24)
		s.Hit(draw.Hit{Box: name, Line: "select " + l.node.String(), Say: who})
		if q := &s.in.Select; q.Kind == SelectBroker && q.Node == l.node {
			s.ring(name.Pad(0, 1), 10)
		}
	})
	if rest.H >= 20 && s.form != formFigure {
		s.zooms(rest, l)
		s.settings(l, draw.B(rest.X, rest.Y, rest.W-110, rest.H))
	}
}

// zooms are the buttons that show fewer or more offsets; a short log needs none.
func (s *stage) zooms(b draw.Box, l *lane) {
	if l.now.EndOffset-l.now.LogStart < 60 && s.in.View.Zoom <= 1 {
		return
	}
	x := b.Right() - 26
	s.At(draw.UI, func() {
		for _, z := range [...]struct {
			icon ui.Icon
			how  string
			off  bool
		}{{ui.Whole, "fit", s.in.View.Zoom <= 1}, {ui.Plus, "in", false},
			{ui.Minus, "out", s.in.View.Zoom <= 1}} {
			ink := s.in.Theme.Mute
			if z.off {
				ink = s.in.Theme.Line
			}
			box := draw.B(x, b.Y-3, 26, 26)
			s.Icon(z.icon, box.Mid(), 11, ink)
			name := s.in.say("key.zoom-" + z.how)
			s.Hit(draw.Hit{Box: box, Line: "zoom " + z.how, Tip: name, Say: name})
			x -= 30
		}
	})
}

// settings shows the topic's configuration as it was given: what the log does follows from it.
func (s *stage) settings(l *lane, b draw.Box) {
	w := s.in.After
	if int(l.topic) >= len(w.Topics) {
		return
	}
	t := s.in.Theme
	words := t.Data(theme.Tiny).In(t.Mute)
	x := b.X
	for _, set := range w.Topics[l.topic].Settings {
		text := set.Key + "=" + set.Value
		width := words.Width(text) + 16
		if x+width > b.Right() {
			break
		}
		chip := draw.B(x, b.Y, width, 20)
		s.At(draw.Boxes, func() { s.Rect(chip, draw.Edge(t.Line, 1).Round(10)) })
		s.At(draw.Labels, func() { s.TextIn(chip.Pad(8, 0), text, words) })
		x += width + 6
	}
}

// nameBeside writes who a lane is at its left.
func (s *stage) nameBeside(l *lane, b draw.Box) {
	t := s.in.Theme
	role, pair := s.role(l)
	s.At(draw.Labels, func() {
		name := s.nodeName(l.node)
		w := t.Words(theme.Lead).Bold()
		width := s.TextIn(draw.B(b.X, b.Y, b.W-14, 22), name, w)
		s.Circle(draw.P(b.X+width+10, b.Y+11), 4.5, draw.Fill(pair.Edge))
		small := t.Words(theme.Small).In(t.Mute)
		if b.H >= 38 {
			s.TextIn(draw.B(b.X, b.Y+22, b.W, 18), role, small)
		}
		if b.H >= 56 {
			s.TextIn(draw.B(b.X, b.Y+40, b.W, 18), s.partition(l), t.Data(theme.Tiny).In(t.Mute))
		}
	})
	s.Hit(draw.Hit{Box: b, Line: "select " + l.node.String(),
		Say: s.nodeName(l.node) + " · " + role})
	if q := &s.in.Select; q.Kind == SelectBroker && q.Node == l.node {
		s.ring(b.Pad(-2, 0), 10)
	}
}
