package app

import (
	"strings"

	"highwater/core/lesson"
	"highwater/core/line"
	"highwater/core/trace"
)

// act gives a line to the world at the present moment: the lesson's own future is left, a new one
// begins here.
func (s *Session) act(text string) error {
	s.settle()
	n, _ := s.step()
	tl, err := s.run.tl.With(n, text)
	if err != nil {
		return err
	}
	s.undone = nil
	tl = s.follow(tl, text)
	s.fork(tl, n, text)
	s.letGo()
	w := tl.World(tl.Len())
	var out []string
	for i := n + 1; i <= tl.Len() && len(out) < 12; i++ {
		st := tl.Step(i)
		out = append(out, lesson.StepLines(w, &st)...)
	}
	s.console = Console{Line: text, Output: strings.Join(out, "\n")}
	return nil
}

// fork makes a timeline that leaves the present one after step n the one that is shown, and moves
// on to what was done.
func (s *Session) fork(tl *trace.Timeline, n int, text string) {
	old := s.run
	r := &run{lesson: old.lesson, variant: old.variant, own: old.own, tl: tl, forked: true,
		fork: min(n, old.forkOr(n)), lines: s.acts(tl, text), before: old, at: s.beat}
	for _, st := range old.stops {
		if st.Step <= n {
			r.stops = append(r.stops, st)
		}
	}
	s.finish(r)
	s.run = r
	s.beat = min(s.beat, r.plan.Beat(n))
	if _, still := s.step(); !still {
		s.beat = r.plan.Beat(n)
	}
	s.changed()
	s.goTo(r.plan.Total)
}

// acts are the learner's own lines in a timeline, of which the last one is known. What he did after
// the moment at which he acted again is not in it any more.
func (s *Session) acts(tl *trace.Timeline, last string) []string {
	own, j := s.base.tl.Journal().Lines, tl.Journal().Lines
	same := 0
	for same < len(own) && same < len(j) && own[same] == j[same] {
		same++
	}
	var out []string
	for k := same; k < len(j); k++ {
		if k == same || j[k].Text != goesOn {
			out = append(out, j[k].Text)
		}
	}
	if len(out) == 0 { // he said just what the lesson says next
		out = append(out, last)
	}
	return out
}

func (r *run) forkOr(n int) int {
	if r.forked {
		return r.fork
	}
	return n
}

// undo takes the learner's last line back and returns to the moment before it.
func (s *Session) undo() error {
	r := s.run
	if r.before == nil {
		return s.refuse("error.nothing-to-undo")
	}
	s.undone = append(s.undone, r)
	s.run = r.before
	s.rest(r.at)
	return nil
}

// redo gives the line again that undo took back.
func (s *Session) redo() error {
	n := len(s.undone)
	if n == 0 {
		return s.refuse("error.nothing-to-redo")
	}
	s.run = s.undone[n-1]
	s.undone = s.undone[:n-1]
	s.rest(s.run.plan.Total)
	return nil
}

// future returns to the lesson's own future, to the moment at which the learner left it.
func (s *Session) future() error {
	r := s.run
	if !r.forked {
		return nil
	}
	beat := r.at
	for p := r; p != nil; p = p.before {
		if p.forked {
			beat = p.at
		}
	}
	s.undone = append(s.undone[:0], r)
	s.run = s.base
	s.rest(beat)
	return nil
}

// look prints what a line asks about the present moment.
func (s *Session) look(l line.Line, whole string) error {
	if l.Verb == "help" {
		s.console = Console{Line: whole, Output: s.help(l.Value("verb"))}
		s.changed()
		return nil
	}
	n, _ := s.step()
	if l.Verb != "show" {
		return &line.Error{Key: line.ErrNotWorld, Col: 1, Got: l.Verb}
	}
	out, err := lesson.Show(s.world(s.run, n), s.run.tl, n, l)
	if err != nil {
		return err
	}
	s.console = Console{Line: whole, Output: strings.Join(out, "\n")}
	s.changed()
	return nil
}

// help is the table of verbs, or how one of them is used.
func (s *Session) help(verb string) string {
	var b strings.Builder
	for _, v := range line.Verbs() {
		if verb != "" && v.Name != verb || v.Group == line.OnStory && verb == "" {
			continue
		}
		b.WriteString(v.Usage() + "\n")
		text := v.Help
		if key := "verb." + v.Name; s.texts.Has(key) {
			text = s.say(key)
		}
		b.WriteString("  " + text + "\n")
	}
	if b.Len() == 0 {
		return s.say("error.no-verb", "verb", verb)
	}
	return strings.TrimRight(b.String(), "\n")
}
