package trace

import (
	"highwater/core/why"
	"highwater/core/world"
)

// Link points at a cause: event number Event of step Step, or, when Event is Line, at the line that
// set the step off.
type Link struct{ Step, Event int }

// Line stands for the line of a step.
const Line = -1

// linksMax bounds a chain; every link lies before the one it explains, so there are no circles.
const linksMax = 64

// Because answers "why?" for an event of a step as a chain: what caused it, what caused that, down
// to the line that somebody gave. The chain is empty for what has no cause but time.
func (t *Timeline) Because(step, event int) []Link {
	var chain []Link
	at := Link{step, event}
	for len(chain) < linksMax {
		next, ok := t.cause(at)
		if !ok || !next.before(at) {
			break
		}
		chain = append(chain, next)
		if next.Event == Line {
			break
		}
		at = next
	}
	return chain
}

func (l Link) before(m Link) bool {
	return l.Step < m.Step || l.Step == m.Step && l.Event < m.Event
}

func (t *Timeline) event(l Link) *world.Event { return &t.steps[l.Step-1].Events[l.Event] }

// cause is the one switch over what an event can come from.
func (t *Timeline) cause(at Link) (Link, bool) {
	e := t.event(at)
	c := causes{t, at, e}
	switch e.Kind {
	case world.Refused:
		return c.refused()
	case world.Lost:
		return c.lost()
	case world.Arrived:
		return c.arrived()
	case world.Sent:
		return c.sent()
	case world.Disconnected:
		return c.disconnected()
	case world.ISRChanged:
		if e.Why == why.FollowerLags {
			return c.last(func(x *world.Event) bool {
				return x.Kind == world.Faulted && (x.Why == why.FollowerSlowed ||
					x.Why == why.LinkCutByCommand)
			})
		}
		return c.here()
	case world.Appended, world.Duplicate:
		return c.inStep(func(x *world.Event) bool {
			return x.Kind == world.Arrived && x.D == 0
		})
	}
	if e.Kind >= world.ClientAppended && e.Kind <= world.SendDone {
		return c.client()
	}
	return c.here()
}

// causes looks for what an event came from.
type causes struct {
	t  *Timeline
	at Link
	e  *world.Event
}

// last finds the newest earlier event that the test picks.
func (c causes) last(test func(*world.Event) bool) (Link, bool) {
	for s := c.at.Step; s >= 1; s-- {
		events := c.t.steps[s-1].Events
		from := len(events) - 1
		if s == c.at.Step {
			from = c.at.Event - 1
		}
		for i := from; i >= 0; i-- {
			if test(&events[i]) {
				return Link{s, i}, true
			}
		}
	}
	return Link{}, false
}

// inStep finds it among the earlier events of the same step, else gives the step's own cause.
func (c causes) inStep(test func(*world.Event) bool) (Link, bool) {
	events := c.t.steps[c.at.Step-1].Events
	for i := c.at.Event - 1; i >= 0; i-- {
		if test(&events[i]) {
			return Link{c.at.Step, i}, true
		}
	}
	return c.here()
}

// root is the newest line: what follows from it in time has no nearer cause.
func (c causes) root() (Link, bool) {
	for s := c.at.Step; s >= 1; s-- {
		if c.t.steps[s-1].Cause.Kind == world.CauseLine {
			return Link{s, Line}, true
		}
	}
	return Link{}, false
}

// here is the line of the step, if a line set it off.
func (c causes) here() (Link, bool) {
	return Link{c.at.Step, Line}, c.t.steps[c.at.Step-1].Cause.Kind == world.CauseLine
}

// first takes the first of some searches that finds anything.
func first(searches ...func() (Link, bool)) (Link, bool) {
	for _, search := range searches {
		if l, ok := search(); ok {
			return l, true
		}
	}
	return Link{}, false
}

// fault is the newest command that put a fault of that reason.
func (c causes) fault(reason why.Why) func() (Link, bool) {
	return func() (Link, bool) {
		return c.last(func(x *world.Event) bool {
			return x.Kind == world.Faulted && x.Why == reason
		})
	}
}

// kind is the newest event of a kind, about the same partition if it is about one.
func (c causes) kind(k world.Kind) func() (Link, bool) {
	return func() (Link, bool) {
		return c.last(func(x *world.Event) bool {
			return x.Kind == k && (x.Topic < 0 || c.e.Topic < 0 ||
				x.Topic == c.e.Topic && x.Part == c.e.Part)
		})
	}
}

func (c causes) lost() (Link, bool) {
	switch c.e.Why {
	case why.DroppedByCommand:
		return c.last(func(x *world.Event) bool {
			return x.Kind == world.Faulted && x.Msg == c.e.Msg
		})
	case why.BehindLost:
		return first(c.fault(why.DroppedByCommand))
	case why.LinkCut:
		return first(c.fault(why.LinkCutByCommand))
	case why.BrokerIsDown:
		return first(c.kind(world.BrokerDown))
	}
	return first(c.kind(world.Disconnected), c.kind(world.ClientGone), c.here)
}

func (c causes) disconnected() (Link, bool) {
	switch c.e.Why {
	case why.ConnClosedByClient:
		return c.inStep(func(x *world.Event) bool { return x.Kind == world.ClientTimeout })
	case why.ConnClosedByBroker:
		return c.inStep(func(x *world.Event) bool { return x.Kind == world.Refused })
	case why.BrokerIsDown, why.ConnNotMade:
		return first(c.kind(world.BrokerDown))
	}
	return c.here()
}

// arrived: a request came because it was sent, an answer because the broker decided.
func (c causes) arrived() (Link, bool) {
	sent, ok := c.last(func(x *world.Event) bool {
		return x.Kind == world.Sent && x.Msg == c.e.Msg
	})
	if !ok || c.e.D == 0 {
		return sent, ok
	}
	decided := causes{c.t, sent, c.t.event(sent)}
	return decided.inStep(func(x *world.Event) bool {
		verdict := x.Kind == world.Refused || x.Kind == world.Duplicate ||
			x.Kind == world.Appended || x.Kind == world.HighWatermarkMoved
		return verdict && x.Topic == c.e.Topic && x.Part == c.e.Part || x.Kind == world.Arrived
	})
}

func (c causes) sent() (Link, bool) {
	if c.e.D == 1 {
		return c.inStep(func(x *world.Event) bool { return x.Kind == world.Arrived })
	}
	return first(func() (Link, bool) {
		return c.inStep(func(x *world.Event) bool {
			return x.Kind == world.ClientDrained && x.Topic == c.e.Topic && x.Part == c.e.Part
		})
	}, c.root)
}
