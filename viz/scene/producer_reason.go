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

// reason is a verdict's card in words.
type reason struct {
	ask, text, source string
	pair              theme.Pair
	line              string
}

// reasonOf finds the words of a verdict; without any its text is empty.
func (x *net) reasonOf(w *taleWord) reason {
	if w.again != "" {
		return reason{ask: x.in.say("net.why-" + w.again), pair: x.T.Gone, text: x.in.say("net."+
			w.again+"-text", "n", w.e.From, "at", w.first), line: "why"}
	}
	key := "why." + w.e.Why.Key()
	if !x.in.Texts.Has(key) {
		return reason{}
	}
	r := reason{pair: x.T.Gone, ask: x.in.say("net.why-refused"), line: "why " + w.e.Why.Key()}
	switch {
	case w.e.Kind == world.Duplicate:
		r.pair, r.ask = x.T.Wait, x.in.say("net.why-duplicate", "n", w.e.A)
	case ofSequence(w.e.Why):
		r.ask = x.in.say("net.why-refused-seq", "n", w.e.From)
	}
	args := story.Args(x.in.After, w.e)
	if w.e.Kind == world.Duplicate {
		args = append(args, "a", w.e.B+1, "b", w.e.A)
	}
	r.text, r.source = story.Sourced(x.in.say(key, args...))
	return r
}

const reasonPad = 26 // at the sides of a card's words, together

// height is what the card wants at a width.
func (r reason) height(x *net, width float32) float32 {
	if r.text == "" {
		return 0
	}
	in := width - reasonPad
	return draw.RichHeight(r.ask, x.askWords(r.pair), in, reasonLead) +
		draw.RichHeight(r.text, x.T.Words(theme.Body), in, reasonLead) + 20
}

// reasonLead is the distance of its lines.
var reasonLead = theme.Leading(theme.Body)

func (x *net) askWords(p theme.Pair) draw.Words { return x.T.Words(theme.Body).Bold().In(p.Edge) }

// reason draws a verdict's card.
func (x *net) reason(w *taleWord, b draw.Box) {
	r := x.reasonOf(w)
	t, ask := x.T, x.askWords(r.pair)
	body := t.Words(theme.Body)
	in, lead := b.W-reasonPad, reasonLead
	box := draw.B(b.X, b.Y, b.W, r.height(x, b.W))
	if box.H > b.H {
		ask, body, lead = ask.Size(theme.Small), body.Size(theme.Small), theme.Leading(theme.Small)
	}
	h1, h2 := draw.RichHeight(r.ask, ask, in, lead), draw.RichHeight(r.text, body, in, lead)
	if box.H > b.H {
		box.H = h1 + h2 + 18
	}
	if box.H > b.H || r.text == "" {
		return
	}
	x.At(draw.Back, func() {
		x.Rect(box, draw.Fill(t.Paper.Mix(r.pair.Fill, 0.3)).Edged(r.pair.Edge, 1.2).Round(8))
	})
	x.At(draw.Labels, func() {
		x.Rich(draw.B(box.X+13, box.Y+9, in, h1), r.ask, ask, lead, draw.RGBA{})
		x.Rich(draw.B(box.X+13, box.Y+9+h1, in, h2), r.text, body, lead, draw.RGBA{})
	})
	x.Hit(draw.Hit{Box: box, Line: r.line, Say: r.ask + " " + r.text, Tip: r.source})
}
