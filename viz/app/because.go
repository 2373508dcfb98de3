package app

import (
	"highwater/core/chain"
	"highwater/core/why"
	"highwater/viz/scene"
	"highwater/viz/story"
)

// linksMax bounds what is shown of a chain; the rest is a step further away.
const linksMax = 12

// whyOf puts the numbers of event i of step n into the text of its reason, and follows the reason
// down to a setting or a command.
func (s *Session) whyOf(n, i int) WhyItem {
	e := s.run.tl.Step(n).Events[i]
	key := e.Why.Key()
	title := "ask.any"
	if k := "ask." + e.Kind.String(); s.texts.Has(k) {
		title = k
	}
	links := s.chainOf(chain.Ref{Step: n, Event: i})
	args := story.Args(s.world(s.run, n), e)
	text, class := story.Sourced(s.say("why."+key, args...))
	out := WhyItem{Key: key, Title: s.say(title, args...), Text: text, Line: "why " + key,
		Open: s.opened[key], Source: class}
	if len(links) == 0 {
		return out
	}
	if set := links[0].Setting; set.Key != "" {
		out.Source = joined(setting(set), class)
	}
	out.Chain = s.chainLinks(links)
	if n := len(s.rungs(out.Chain)); n > 0 {
		out.ChainLabel = s.say("chain.label", "n", n)
	}
	return out
}

// chainOf follows an event of the run; what was followed once is remembered with the run.
func (s *Session) chainOf(at chain.Ref) []chain.Link {
	r := s.run
	if links, ok := r.chains[at]; ok {
		return links
	}
	if r.chains == nil {
		r.chains = map[chain.Ref][]chain.Link{}
	}
	links := chain.Of(r.tl, at.Step, at.Event)
	r.chains[at] = links
	return links
}

// chainLinks tells what comes behind the first link: the reasons it rests on, then the command.
func (s *Session) chainLinks(links []chain.Link) []Because {
	var out []Because
	seen := map[string]bool{}
	for i, l := range links {
		b := Because{Step: l.Step}
		if i > 0 {
			b.Text, b.Line = s.linkText(l), "seek "+itoa(l.Step)
			if set := l.Setting; set.Key != "" {
				b.Setting = setting(set)
			}
		}
		if l.Line != "" {
			b.Command = l.Line
		}
		if set := l.Setting; set.Key != "" && !seen[set.Key] {
			seen[set.Key] = true
			b.Given = s.say("chain.default", "setting", set.Key)
			if set.Line != "" {
				b.Given = s.say("chain.given", "setting", set.Key, "line", set.Line)
				b.GivenLine = "seek " + itoa(set.Step)
			}
		}
		if b.Text == "" && b.Command == "" && b.Given == "" || len(out) == linksMax {
			continue
		}
		out = append(out, b)
	}
	return out
}

// linkText is the reason of a link, or what happened if it has none.
func (s *Session) linkText(l chain.Link) string {
	args := story.Args(s.world(s.run, l.Step), l.Event)
	if key := "why." + l.Event.Why.Key(); l.Event.Why != why.None && s.texts.Has(key) {
		text, _ := story.Sourced(s.say(key, args...))
		return text
	}
	if key := "event." + l.Event.Kind.String(); s.texts.Has(key) {
		return s.say(key, append(args, "n", 1, "last", l.Event.To, "sum", l.Event.A)...)
	}
	return s.tell(s.run, l.Step)
}

func setting(set chain.Setting) string { return set.Key + " = " + set.Value }

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " · " + b
}

// whyCards are the answers as the drawn panel has them.
func (s *Session) whyCards() []scene.Why {
	var out []scene.Why
	for _, w := range s.whys() {
		c := scene.Why{Title: w.Title, Text: w.Text, Source: w.Source, Line: w.Line, Open: w.Open,
			More: w.ChainLabel}
		if w.Open {
			c.Chain = s.rungs(w.Chain)
		}
		out = append(out, c)
	}
	return out
}

// rungs are the links of a chain, each with one line to say.
func (s *Session) rungs(list []Because) []scene.Rung {
	var out []scene.Rung
	for _, b := range list {
		if b.Text != "" {
			out = append(out, scene.Rung{Text: b.Text, Line: b.Line})
		}
		if b.Given != "" {
			out = append(out, scene.Rung{Text: b.Given, Line: b.GivenLine, End: true})
		}
		if b.Command != "" {
			out = append(out, scene.Rung{Text: s.say("chain.command", "line", b.Command),
				Line: "seek " + itoa(b.Step), End: true})
		}
	}
	return out
}
