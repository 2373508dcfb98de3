package scene

import (
	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/story"
	"highwater/viz/theme"
)

// why answers the question that the last verdict raises, next to it.
func (x *net) why(v *view, id partID, b draw.Box) {
	words := x.in.Cast.tale.words
	for i := range words {
		w := &words[i]
		if w.e.Node != v.band.node || w.e.Topic != id.topic || w.e.Part != id.part {
			continue
		}
		if alpha := x.topical(w); alpha >= 1 {
			x.reason(w, b)
		} else if alpha > 0 {
			x.Faded(alpha, func() { x.reason(w, b) })
		}
	}
}

// ofSequence tells a refusal for the sake of a batch's sequence or epoch.
func ofSequence(w why.Why) bool {
	switch w {
	case why.SequenceGap, why.SequenceBehind, why.SequenceNotZero, why.SequenceUnknownNotZero,
		why.EpochStale:
		return true
	}
	return false
}

// topical is how much a verdict is what the moment is about.
func (x *net) topical(w *taleWord) float32 {
	in := x.in
	switch {
	case x.step < w.step || x.step > w.until:
		return 0
	case in.Phase >= 1:
		if x.step == w.until && w.until > w.step {
			return 0
		}
		return 1
	case x.step == w.step:
		for i, win := range x.wins {
			if in.Step.Events[i] == w.e {
				return win.Ease(in.Phase)
			}
		}
	case x.step == w.until:
		return 1 - theme.Clamp(in.Phase/remainsFade)
	}
	return 1
}

// reason draws a verdict's card.
func (x *net) reason(w *taleWord, b draw.Box) {
	key := "why." + w.e.Why.Key()
	if !x.in.Texts.Has(key) {
		return
	}
	t := x.T
	pair, ask := t.Gone, x.in.say("net.why-refused")
	switch {
	case w.e.Kind == world.Duplicate:
		pair, ask = t.Wait, x.in.say("net.why-duplicate", "n", w.e.A)
	case ofSequence(w.e.Why):
		ask = x.in.say("net.why-refused-seq", "n", w.e.From)
	}
	args := story.Args(x.in.After, w.e)
	if w.e.Kind == world.Duplicate {
		args = append(args, "a", w.e.B+1, "b", w.e.A)
	}
	text := x.in.say(key, args...)
	lead := theme.Leading(theme.Small)
	title, body := t.Words(theme.Small).Bold().In(pair.Edge), t.Words(theme.Small)
	in := b.W - 26
	h1 := draw.RichHeight(ask, title, in, lead)
	h2 := draw.RichHeight(text, body, in, lead)
	box := draw.B(b.X, b.Y, b.W, h1+h2+18)
	if box.H > b.H {
		return
	}
	x.At(draw.Back, func() {
		x.Rect(box, draw.Fill(t.Paper).Edged(pair.Edge, 1.2).Round(8))
	})
	x.At(draw.Labels, func() {
		x.Rich(draw.B(box.X+13, box.Y+9, in, h1), ask, title, lead, draw.RGBA{})
		x.Rich(draw.B(box.X+13, box.Y+9+h1, in, h2), text, body, lead, draw.RGBA{})
	})
	x.Hit(draw.Hit{Box: box, Line: "why " + w.e.Why.Key(), Say: ask + " " + text})
}
