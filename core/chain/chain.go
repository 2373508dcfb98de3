package chain

import (
	"highwater/core/trace"
	"highwater/core/world"
)

// linksMax bounds a chain; the longest that lessons show have a dozen links.
const linksMax = 32

// Ref names one event of a timeline: number Event, from 0, of step Step.
type Ref struct{ Step, Event int }

// Link is one answer in a chain.
type Link struct {
	Ref
	Event world.Event
	// Setting is what the rule of the event's reason compares with; its Key is empty if it
	// compares with none.
	Setting Setting
	// Line is the command that did this; only the last link can have one.
	Line string
}

// Setting is a configuration at the moment of a link.
type Setting struct {
	Key, Value string
	// Line gave the value, at step Step; both are empty when it is Kafka's default.
	Step int
	Line string
}

// Of returns the chain that explains an event: the event itself first, then what it rests on.
func Of(t *trace.Timeline, step, event int) []Link {
	return follow(t, Ref{step, event}, t.Step(step).Events[event], true)
}

// OfWait returns the chain behind something that is not an event, such as a batch that waits: e
// says who (Node), what (From the batch, Topic and Part) and why; the moment is after a step.
func OfWait(t *trace.Timeline, step int, e world.Event) []Link {
	end := 0
	if step > 0 {
		end = len(t.Step(step).Events)
	}
	return follow(t, Ref{step, end}, e, false)
}

func follow(t *trace.Timeline, at Ref, e world.Event, happened bool) []Link {
	var out []Link
	for len(out) < linksMax {
		f := finder{t: t, at: at}
		l := Link{Ref: at, Event: e, Setting: f.setting(&e)}
		next, found := f.cause(&e)
		if !found && happened {
			l.Line = f.line()
		}
		out = append(out, l)
		if !found {
			break
		}
		at, e, happened = next, t.Step(next.Step).Events[next.Event], true
	}
	return out
}

// line is the command of the step, if a command made it.
func (f *finder) line() string {
	if c := f.t.Step(f.at.Step).Cause; c.Kind == world.CauseLine {
		return c.Line
	}
	return ""
}

// cause finds the earlier event on which an event rests.
func (f *finder) cause(e *world.Event) (Ref, bool) {
	for _, rule := range [...]func(*world.Event) (Ref, bool){
		f.verdict, f.replicas, f.network, f.answer, f.deadline, f.identity, f.waiting, f.storage,
	} {
		if r, ok := rule(e); ok {
			return r, true
		}
	}
	return Ref{}, false
}
