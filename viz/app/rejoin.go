package app

import (
	"strings"

	"highwater/core/trace"
)

const (
	// linkWork bounds what a link may have computed (World.Work), so that none can hold a reader up
	// for longer than some seconds.
	linkWork = 400_000
	// linkUndo is how many acts of a link can be taken back one by one.
	linkUndo = 20
)

// rejoin plays a journal that left the lesson's own, from where it left it.
func (s *Session) rejoin(j trace.Journal, fault func(string, ...any)) {
	own := s.base.tl.Journal().Lines
	same := 0
	for same < len(own) && same < len(j.Lines) && own[same] == j.Lines[same] {
		same++
	}
	if same == len(j.Lines) && same == len(own) {
		return
	}
	if same == len(j.Lines) {
		same = max(same-1, 0) // the last line is the learner's, who said what the lesson says next
	}
	acts := grouped(j.Lines[same:])
	first := max(len(acts)-linkUndo, 1)
	for k := 0; k < len(acts); k = max(k+1, first) {
		to := k + 1
		if k == 0 {
			to = min(first, len(acts))
		}
		if !s.replayActs(acts[k:to], fault) {
			break
		}
	}
	s.rest(s.run.plan.Total)
}

// grouped puts the time that passed by itself after an act to the act.
func grouped(lines []trace.Entry) (acts [][]trace.Entry) {
	for i := 0; i < len(lines); i++ {
		n := 1
		if i+1 < len(lines) && lines[i+1].Text == goesOn && lines[i].Text != goesOn {
			n = 2
		}
		acts = append(acts, lines[i:i+n])
		i += n - 1
	}
	return acts
}

// replayActs adds acts to the present timeline as one future, as far as they can be done, and tells
// whether that was all of them.
func (s *Session) replayActs(acts [][]trace.Entry, fault func(string, ...any)) bool {
	at := min(acts[0][0].At, s.run.tl.Len())
	p := trace.NewPlayer(s.run.tl, at)
	done := 0
	for ; done < len(acts); done++ {
		if p.World().Work > linkWork {
			fault("link.work")
			break
		}
		act := acts[done]
		if act[0].At < p.Len() { // he had gone back
			p = trace.NewPlayer(p.Timeline(), act[0].At)
			at = min(at, act[0].At)
		}
		if err := playAct(p, act); err != nil {
			fault("link.journal", "error", "`"+short(act[0].Text)+"`: "+
				strings.TrimSuffix(s.words(err), "."))
			break
		}
	}
	if done > 0 {
		s.beat = s.run.plan.Beat(at) // where he acted, and where the lesson's future goes on
		s.fork(p.Timeline(), at, acts[done-1][0].Text)
	}
	return done == len(acts)
}

func playAct(p *trace.Player, act []trace.Entry) error {
	for _, e := range act {
		if err := p.Do(e.Text, trace.StepsMax); err != nil {
			return err
		}
	}
	return nil
}
