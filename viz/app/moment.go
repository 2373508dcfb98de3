package app

import (
	"fmt"

	"highwater/core/log"
	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/scene"
)

// shown is the step that the words are about: the one that plays, else the last complete one.
func (s *Session) shown() int {
	n, _ := s.run.plan.At(s.beat)
	return n
}

// stopNow is the stop whose sentence belongs to the present moment, -1 if the moment is between
// stops.
func (s *Session) stopNow() int {
	r := s.run
	n := s.shown()
	i := r.stopAt(s.beat)
	if i >= 0 && r.steps[i] == n {
		return i
	}
	if i+1 < len(r.stops) && r.steps[i+1] == n { // the step that leads to the next stop is playing
		return i + 1
	}
	return -1
}

// caption says what happens: the lesson's sentence at a stop, else what the events tell.
func (s *Session) caption() string {
	if i := s.stopNow(); i >= 0 {
		if text := s.run.stops[i].Say.In(string(s.lang)); text != "" && s.run.stops[i].Ask == nil {
			return text
		}
		for j := i - 1; j >= 0 && s.run.steps[j] == s.run.steps[i]; j-- {
			if st := s.run.stops[j]; st.Ask == nil {
				return st.Say.In(string(s.lang))
			}
		}
	}
	if s.shown() == 0 {
		return s.run.lesson.Claim.In(string(s.lang))
	}
	return s.tell(s.run, s.shown())
}

func (s *Session) stopOf(key string) string {
	r := s.run
	i := r.stopAt(s.beat)
	if i < 0 || len(r.stops) == 0 {
		return s.say("ui.before-stops")
	}
	return s.say(key, "n", i+1, "of", len(r.stops))
}

// stopName is what a stop is called in lists: the beginning of its sentence.
func (s *Session) stopName(r *run, i int) string {
	text := plain(r.stops[i].Say.In(string(s.lang)))
	for j, c := range text {
		if (c == '.' || c == ':' || c == '?' || c == ';') && j > 12 {
			return text[:j]
		}
		if j > 90 {
			return text[:j] + "…"
		}
	}
	return text
}

// plain takes the signs of code and emphasis out of a text.
func plain(text string) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '`' && text[i] != '*' {
			out = append(out, text[i])
		}
	}
	return string(out)
}

// question is the prediction that is asked for at this moment, nil if there is none.
func (s *Session) question() *Question {
	r := s.run
	i := r.stopAt(s.beat)
	if i < 0 || r.stops[i].Ask == nil || s.shown() != r.steps[i] {
		return nil
	}
	q := r.stops[i].Ask
	lang := string(s.lang)
	out := &Question{ID: r.stops[i].ID, Text: q.Ask.In(lang), Skip: "answer " + r.stops[i].ID +
		" 0"}
	chosen, answered := s.answers[r.stops[i].ID]
	out.Answered = answered
	for k, a := range q.Answers {
		x := Answer{Text: a.Say.In(lang), Line: "answer " + r.stops[i].ID + " " + itoa(k+1)}
		if answered {
			x.Chosen, x.Right = chosen == k+1, a.Right
		}
		out.Answers = append(out.Answers, x)
	}
	if answered {
		out.Reveal = q.Because.In(lang)
	}
	return out
}

func (s *Session) questionCard() *scene.Question {
	q := s.question()
	if q == nil {
		return nil
	}
	c := &scene.Question{Text: q.Text, Answered: q.Answered, Because: q.Reveal,
		Skip: scene.Button{Label: s.say("ui.skip"), Line: q.Skip}}
	for _, a := range q.Answers {
		c.Answers = append(c.Answers, scene.Button{Label: a.Text, Line: a.Line, On: a.Chosen})
		c.Right = append(c.Right, a.Right)
	}
	return c
}

// whys answers "why?" for what is selected, and else for what happens at this moment.
func (s *Session) whys() []WhyItem {
	var out []WhyItem
	seen := map[why.Why]bool{}
	add := func(n, i int) {
		e := s.run.tl.Step(n).Events[i]
		if e.Why == why.None || seen[e.Why] || len(out) == 6 || !s.texts.Has("why."+e.Why.Key()) {
			return
		}
		seen[e.Why] = true
		out = append(out, s.whyOf(n, i))
	}
	sel := s.selection()
	switch sel.Kind {
	case scene.SelectRecord, scene.SelectSegment, scene.SelectMessage:
		for n := s.shown(); n > 0 && len(out) < 3; n-- {
			for i, e := range s.run.tl.Step(n).Events {
				// Why a batch was taken matters only to who asks nothing else of it.
				if about(&sel, &e) && (e.Kind != world.Appended || len(out) == 0) {
					add(n, i)
				}
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	if n := s.shown(); n > 0 {
		for _, k := range telling {
			for i, e := range s.run.tl.Step(n).Events {
				if e.Kind == k {
					add(n, i)
				}
			}
		}
	}
	return out
}

// telling are the kinds of events whose reasons are told unasked, the most telling first.
var telling = [...]world.Kind{
	world.ConfigRefused, world.Refused, world.Duplicate, world.Lost, world.ClientFailed,
	world.ClientRetry, world.CleanFailed, world.CleanSkipped, world.Rolled, world.SegmentRemoved,
	world.RecordRemoved, world.RecordKept, world.BatchEmptied, world.HorizonSet,
	world.CleanStarted, world.LogStartMoved, world.FileGone, world.Disconnected,
	world.ClientRewritten, world.ClientBlocked, world.ClientMuted,
}

// about tells that an event happened to the selected record or segment.
func about(sel *scene.Selection, e *world.Event) bool {
	switch sel.Kind {
	case scene.SelectMessage:
		return e.Msg == sel.ID
	case scene.SelectBroker, scene.SelectClient:
		return e.Node == sel.Node
	}
	if e.Node != sel.Node || e.Topic != sel.Topic || e.Part != sel.Part {
		return false
	}
	switch e.Kind {
	case world.RecordRemoved, world.RecordKept:
		return sel.Kind == scene.SelectRecord && e.From == sel.ID
	case world.HorizonSet, world.BatchEmptied, world.Appended, world.Refused, world.Duplicate:
		return sel.Kind == scene.SelectRecord && e.From <= sel.ID && sel.ID <= e.To
	case world.Rolled:
		return sel.Kind == scene.SelectSegment && (e.To == sel.ID || e.From == sel.ID)
	case world.SegmentRemoved, world.FileGone:
		return sel.Kind == scene.SelectSegment && e.From == sel.ID
	case world.GroupSwapped:
		return sel.Kind == scene.SelectSegment && e.From <= sel.ID && sel.ID <= e.To
	}
	return false
}

// alerts are the invariants that are broken at this moment.
func (s *Session) alerts() []scene.Alert {
	var out []scene.Alert
	for _, c := range s.checks() {
		if !c.OK {
			out = append(out, scene.Alert{Text: c.Text})
		}
	}
	return out
}

func (s *Session) checks() []Check {
	var out []Check
	if n := s.shown(); n > 0 {
		for _, v := range s.run.tl.Step(n).Broken {
			out = append(out, Check{Name: v.Name, Text: s.say("invariant." + v.Name)})
		}
	}
	return out
}

// reads is what a reader from the beginning would get: of every partition's leader, by name where
// there are several.
func (s *Session) reads() []scene.Fact {
	w := s.nowWorld()
	parts := 0
	for i := range w.Topics {
		parts += len(w.Topics[i].Parts)
	}
	var out []scene.Fact
	for b := range w.Brokers {
		for r := range w.Brokers[b].Replicas {
			rep := &w.Brokers[b].Replicas[r]
			if int(rep.Topic) >= len(w.Topics) ||
				w.Topics[rep.Topic].Parts[rep.Part].Leader != w.Brokers[b].ID {
				continue
			}
			of := ""
			if parts > 1 {
				of = fmt.Sprintf("%s-%d · ", w.Topics[rep.Topic].Name, rep.Part)
			}
			add := func(name, form string, n int64) {
				out = append(out, scene.Fact{Name: of + s.say(name), Value: s.say(form, "n", n)})
			}
			add("fact.records", "fact.n", dataRecords(rep.Log))
			add("fact.earliest", "fact.id", rep.Log.LogStart)
			add("fact.latest", "fact.id", rep.Log.HW)
			add("fact.bytes", "fact.size", rep.Log.SizeInBytes())
		}
	}
	return out
}

// dataRecords counts what a reader without isolation gets.
func dataRecords(l *log.Log) (n int64) {
	for i := range l.Segments {
		for j := range l.Segments[i].Batches {
			if h := &l.Segments[i].Batches[j].Header; !h.Control() {
				n += int64(h.Count)
			}
		}
	}
	return n
}

func (s *Session) forkInfo() *Fork {
	if !s.run.forked {
		return nil
	}
	return &Fork{Step: s.run.fork, Lines: s.run.lines, Back: "future"}
}

// tryControls are the values of the lesson's parameters that the reader may choose.
func (s *Session) tryControls() []Control {
	var out []Control
	r := s.run
	for _, p := range r.lesson.Params {
		for _, v := range p.Values {
			on := v == s.valueOf(r, p.Name, p.Default)
			out = append(out, Control{ID: p.Name, Label: v, On: on,
				Line: "set " + p.Name + "=" + v})
		}
	}
	return out
}

func (s *Session) tryTitle() string {
	for _, p := range s.run.lesson.Params {
		if len(p.Values) > 0 {
			return plain(p.Title.In(string(s.lang)))
		}
	}
	return ""
}

// valueOf is what a parameter is set to in a run.
func (s *Session) valueOf(r *run, name, value string) string {
	if v, ok := r.lesson.Variant(r.variant); ok {
		for _, set := range v.Set {
			if set.Name == name {
				value = set.Value
			}
		}
	}
	for _, set := range r.own {
		if set.Name == name {
			value = set.Value
		}
	}
	return value
}
