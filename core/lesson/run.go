package lesson

import (
	"errors"
	"fmt"
	"strings"

	"highwater/core/check"
	"highwater/core/line"
	"highwater/core/trace"
	"highwater/core/world"
)

// Run is a lesson that was played.
type Run struct {
	Lesson   *Lesson
	Variant  Variant
	Set      []Setting
	Timeline *trace.Timeline
	Stops    []Stop
	// Outputs are what each block printed.
	Outputs [][]string
	// Failed are the expectations that did not hold. With the reader's own values that is no
	// mistake.
	Failed []error
}

// Run plays the lesson under a variant ("" is the first).
func (l *Lesson) Run(variant string) (*trace.Timeline, []Stop, error) {
	r, err := l.Play(variant, nil)
	if err != nil {
		return nil, nil, err
	}
	return r.Timeline, r.Stops, nil
}

// runner plays one lesson.
type runner struct {
	Run
	player *trace.Player
}

// Play plays the lesson under a variant with the reader's own values for some parameters.
func (l *Lesson) Play(variant string, own []Setting) (*Run, error) {
	set, err := l.Settings(variant, own)
	if err != nil {
		return nil, err
	}
	r := runner{Run: Run{Lesson: l, Set: set}}
	r.Variant, _ = l.Variant(variant)
	j := trace.Journal{Lesson: l.ID, Variant: r.Variant.ID}
	for _, s := range own {
		j.Set = append(j.Set, s.Name+"="+s.Value)
	}
	r.player = trace.NewPlayer(trace.Empty(j), 0)
	for i := range l.Blocks {
		b := &l.Blocks[i]
		out, err := r.block(b)
		if err != nil {
			return nil, &Error{l.Name, b.At, err}
		}
		r.Outputs = append(r.Outputs, out)
	}
	r.Timeline = r.player.Timeline()
	return &r.Run, nil
}

// block does what a block says and returns what it prints.
func (r *runner) block(b *Block) ([]string, error) {
	text, err := r.Lesson.fill(b.Text, r.Set)
	if err != nil {
		return nil, err
	}
	ln, err := line.Parse(text)
	if err != nil {
		return nil, err
	}
	v, _ := line.Find(ln.Verb)
	if v.Group == line.OnWorld {
		_, brief := ln.Get("brief")
		return r.command(text, brief)
	}
	switch ln.Verb {
	case "say", "ask", "sandbox":
		return nil, r.stop(b, ln)
	case "show":
		return Show(r.player.World(), r.player.Timeline(), r.player.Len(), ln)
	case "expect":
		return nil, r.expect(b, ln)
	case "check":
		return r.check(ln)
	case "help":
		return nil, fmt.Errorf("help belongs to the console")
	default:
		return nil, nil
	}
}

// command gives a line to the world and prints the steps that it made.
func (r *runner) command(text string, brief bool) ([]string, error) {
	n := r.player.Len()
	if err := r.player.Do(text, trace.StepsMax); err != nil {
		return nil, err
	}
	steps := r.player.Last(n)
	if brief {
		return []string{fmt.Sprintf("%d steps, now %s", len(steps), r.player.World().Now)}, nil
	}
	var out []string
	for i := range steps {
		if s := &steps[i]; i > 0 || s.Cause.Kind != world.CauseLine {
			out = append(out, "@"+s.At.String()+" "+s.Cause.String())
		}
		out = append(out, StepLines(r.player.World(), &steps[i])...)
	}
	return out, nil
}

// StepLines prints what followed from a step's cause: its events, its refusal in Kafka's words,
// and what it broke.
func StepLines(w *world.World, s *world.Step) []string {
	out := w.Lines(s.Events)
	if s.Words != "" {
		out = append(out, "  "+s.Words)
	}
	for _, v := range s.Broken {
		out = append(out, fmt.Sprintf("broken %s %s %s (%d, %d)", v.Name, v.Node,
			w.PartName(v.Topic, v.Part), v.A, v.B))
	}
	return out
}

func (r *runner) stop(b *Block, ln line.Line) error {
	c := b.say(r.Lesson, r.Set)
	w := r.player.World()
	var err error
	text := func(t, lang string) string {
		t, err1 := r.Lesson.fill(t, r.Set)
		t, err2 := facts(w, t, lang)
		if err == nil {
			err = errors.Join(err1, err2)
		}
		return t
	}
	fill := func(s Say) Say { return Say{text(s.RU, "ru"), text(s.EN, "en")} }
	s := Stop{ID: ln.Value("at"), Step: r.player.Len(), Say: fill(c.Say),
		Focus: ln.Value("focus"), Pace: int(ln.Number("pace", 100)), Sandbox: ln.Verb == "sandbox"}
	if ln.Verb == "ask" {
		q := Question{ID: s.ID, Ask: s.Say, Because: fill(c.Because)}
		for i, a := range b.Answers {
			right := a.Right && c.Right == 0 || c.Right == i+1
			q.Answers = append(q.Answers, Answer{Say: fill(a.Say), Right: right})
		}
		s.Ask = &q
	}
	r.Stops = append(r.Stops, s)
	return err
}

// expect compares facts with what a line says of them.
func (r *runner) expect(b *Block, ln line.Line) error {
	var wrong []string
	for _, a := range ln.Extra() {
		got, err := Fact(r.player.World(), a.Key)
		if err != nil {
			return err
		}
		if got != a.Text() {
			wrong = append(wrong, fmt.Sprintf("%s is %s, expected %s", a.Key, got, a.Text()))
		}
	}
	if len(wrong) > 0 {
		r.Failed = append(r.Failed, &Error{r.Lesson.Name, b.At,
			errors.New(strings.Join(wrong, "; "))})
	}
	return nil
}

// check looks at every invariant and prints those that are broken.
func (r *runner) check(ln line.Line) ([]string, error) {
	allowed, _ := ln.Get("broken")
	var out []string
	for _, v := range check.All(r.player.World()) {
		known := false
		for _, name := range allowed.Vals {
			known = known || name == v.Name
		}
		if !known {
			return nil, fmt.Errorf("invariant %s is broken at %s (%d, %d)", v.Name, v.Node,
				v.A, v.B)
		}
		out = append(out, fmt.Sprintf("broken %s %s (%d, %d)", v.Name, v.Node, v.A, v.B))
	}
	return out, nil
}
