package trace

import (
	"fmt"

	"highwater/core/check"
	"highwater/core/line"
	"highwater/core/sim"
	"highwater/core/world"
)

const (
	// snapEvery is the number of steps after which a world is kept.
	snapEvery = 64
	// snapWork is the work (World.Work, about microseconds) after which a world is kept as well, so
	// that a seek never repeats a cleaner's pass over megabytes.
	snapWork = 600
)

type snap struct {
	at    int // the world after this step
	entry int // lines applied so far
	w     *world.World
}

// Timeline is a history: steps 1 to Len, and the world after each. It never changes.
type Timeline struct {
	journal Journal
	// commands are what the journal's lines say, so that a replay need not read them again.
	commands []world.Command
	steps    []world.Step
	snaps    []snap
	fork     int
}

// Empty returns the timeline without a step.
func Empty(j Journal) *Timeline {
	j.Lines = nil
	return &Timeline{journal: j, snaps: []snap{{w: world.New()}}}
}

// Len returns the number of steps.
func (t *Timeline) Len() int { return len(t.steps) }

// Step returns the step that led to World(i), for i from 1 to Len.
func (t *Timeline) Step(i int) world.Step { return t.steps[i-1] }

// Fork returns the position up to which the timeline is that of the one it was made from.
func (t *Timeline) Fork() int { return t.fork }

// Journal returns the lines that the timeline was played from.
func (t *Timeline) Journal() Journal {
	j := t.journal
	j.Lines = j.Lines[:len(j.Lines):len(j.Lines)]
	return j
}

// World returns the world after step i, for i from 0 (before everything) to Len. It is a clone of
// the caller's own.
func (t *Timeline) World(i int) *world.World {
	s := t.snapAt(i)
	w := s.w.Clone()
	entry := s.entry
	for n := s.at; n < i; n++ {
		entry = t.advance(w, n, entry)
	}
	return w
}

// advance repeats the step after n, which succeeded before, and returns the lines applied.
func (t *Timeline) advance(w *world.World, n, entry int) int {
	if entry < len(t.journal.Lines) && t.journal.Lines[entry].At == n {
		if _, err := sim.Do(w, t.commands[entry]); err != nil {
			panic("replay of step " + fmt.Sprint(n+1) + ": " + err.Error())
		}
		return entry + 1
	}
	if _, ok := sim.Next(w); !ok {
		panic("replay of step " + fmt.Sprint(n+1) + ": nothing happens")
	}
	return entry
}

func (t *Timeline) snapAt(i int) snap {
	lo, hi := 0, len(t.snaps)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; t.snaps[mid].at <= i {
			lo = mid
		} else {
			hi = mid
		}
	}
	return t.snaps[lo]
}

func command(text string) (world.Command, error) {
	l, err := line.Parse(text)
	if err != nil {
		return world.Command{}, err
	}
	return l.Command()
}

// Player makes a timeline line by line.
type Player struct {
	t Timeline
	w *world.World
	// work is World.Work at the last snapshot, checked the step of the last full check.
	work    int64
	checked int
}

// NewPlayer returns a player that goes on after step i of the timeline.
func NewPlayer(t *Timeline, i int) *Player {
	entry := 0
	for entry < len(t.journal.Lines) && t.journal.Lines[entry].At < i {
		entry++
	}
	snaps := len(t.snaps)
	for t.snaps[snaps-1].at > i {
		snaps--
	}
	p := &Player{w: t.World(i), t: Timeline{
		journal: t.journal,
		steps:   t.steps[:i:i],
		snaps:   t.snaps[:snaps:snaps],
		fork:    i,
	}}
	p.t.journal.Lines = t.journal.Lines[:entry:entry]
	p.t.commands = t.commands[:entry:entry]
	p.work, p.checked = p.t.snaps[snaps-1].w.Work, i
	return p
}

// Do gives a line to the world and lets it run until the wait that is going on is over or max steps
// are made. A line that cannot be done changes nothing and is not kept.
func (p *Player) Do(text string, max int) error {
	if len(p.t.journal.Lines) >= LinesMax {
		return &line.Error{Key: line.ErrManyLines, Form: line.FormMost, High: LinesMax}
	}
	if len(p.t.steps) >= StepsMax {
		return &line.Error{Key: line.ErrManySteps, Form: line.FormMost, High: StepsMax}
	}
	c, err := command(text)
	if err != nil {
		return err
	}
	s, err := sim.Do(p.w, c)
	if err != nil {
		return err
	}
	p.t.commands = append(p.t.commands, c)
	p.t.journal.Lines = append(p.t.journal.Lines, Entry{At: len(p.t.steps), Text: text})
	p.keep(s)
	for len(p.t.steps) < min(max, StepsMax) {
		s, ok := sim.Next(p.w)
		if !ok {
			break
		}
		p.keep(s)
	}
	return nil
}

func (p *Player) keep(s world.Step) {
	n := len(p.t.steps) + 1
	p.t.steps = append(p.t.steps, s)
	last := p.t.snaps[len(p.t.snaps)-1]
	if n-last.at < snapEvery && p.w.Work-p.work < snapWork {
		return
	}
	if n-p.checked >= snapEvery {
		p.checked = n
		if broken := check.All(p.w); len(s.Broken) == 0 {
			p.t.steps[n-1].Broken = broken
		}
	}
	p.work = p.w.Work
	p.t.snaps = append(p.t.snaps, snap{at: n, entry: len(p.t.journal.Lines), w: p.w.Clone()})
}

// Len returns the number of steps so far.
func (p *Player) Len() int { return len(p.t.steps) }

// World returns the world as it stands, to be read only.
func (p *Player) World() *world.World { return p.w }

// Last returns the steps after the first n.
func (p *Player) Last(n int) []world.Step { return p.t.steps[n:] }

// Timeline returns what has been played so far.
func (p *Player) Timeline() *Timeline {
	t := p.t
	t.steps = t.steps[:len(t.steps):len(t.steps)]
	t.snaps = t.snaps[:len(t.snaps):len(t.snaps)]
	n := len(t.commands)
	t.journal.Lines, t.commands = t.journal.Lines[:n:n], t.commands[:n:n]
	return &t
}

// Play plays a journal from the beginning. With an error comes what could be played.
func Play(j Journal) (*Timeline, error) {
	p := NewPlayer(Empty(j), 0)
	for k, e := range j.Lines {
		if e.At != p.Len() {
			return p.Timeline(), fmt.Errorf("line %d %q belongs at step %d, the history has %d",
				k+1, e.Text, e.At, p.Len())
		}
		until := StepsMax
		if k+1 < len(j.Lines) {
			until = j.Lines[k+1].At
		}
		if err := p.Do(e.Text, until); err != nil {
			return p.Timeline(), fmt.Errorf("line %d %q: %w", k+1, e.Text, err)
		}
	}
	return p.Timeline(), nil
}

// With returns the timeline in which the line is given after step i instead of what came then. A
// wait that was going on at that moment goes on after it.
func (t *Timeline) With(i int, text string) (*Timeline, error) {
	p := NewPlayer(t, i)
	if err := p.Do(text, StepsMax); err != nil {
		return t, err
	}
	return p.Timeline(), nil
}

// Undo returns the timeline without its last line, and the line.
func (t *Timeline) Undo() (*Timeline, string, bool) {
	n := len(t.journal.Lines)
	if n == 0 {
		return t, "", false
	}
	last := t.journal.Lines[n-1]
	p := NewPlayer(t, last.At)
	return p.Timeline(), last.Text, true
}
