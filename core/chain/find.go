package chain

import (
	"highwater/core/trace"
	"highwater/core/why"
	"highwater/core/world"
)

// finder looks backward from one event of a timeline.
type finder struct {
	t  *trace.Timeline
	at Ref
}

// match tells an event that is looked for.
type match func(e *world.Event) bool

// back finds the latest event before the present one.
func (f *finder) back(m match) (Ref, bool) {
	for n := f.at.Step; n > 0; n-- {
		if r, ok := f.within(n, m); ok {
			return r, true
		}
	}
	return Ref{}, false
}

// here finds the latest event before the present one in the same step.
func (f *finder) here(m match) (Ref, bool) {
	if f.at.Step == 0 {
		return Ref{}, false
	}
	return f.within(f.at.Step, m)
}

func (f *finder) within(step int, m match) (Ref, bool) {
	events := f.t.Step(step).Events
	last := len(events)
	if step == f.at.Step {
		last = min(last, f.at.Event)
	}
	for i := last - 1; i >= 0; i-- {
		if m(&events[i]) {
			return Ref{step, i}, true
		}
	}
	return Ref{}, false
}

func (f *finder) event(r Ref) *world.Event { return &f.t.Step(r.Step).Events[r.Event] }

// request finds the event in which a request left.
func (f *finder) request(msg int64) (Ref, bool) {
	if msg == 0 {
		return Ref{}, false
	}
	return f.back(func(x *world.Event) bool {
		return x.Kind == world.Sent && x.D == 0 && x.Msg == msg
	})
}

// flight finds where a batch was taken for the request that carries it.
func (f *finder) flight(msg int64, e *world.Event) (Ref, bool) {
	sent, ok := f.request(msg)
	if !ok {
		return Ref{}, false
	}
	g := finder{t: f.t, at: sent}
	return g.here(func(x *world.Event) bool {
		return x.Kind == world.ClientDrained && x.Node == g.event(sent).Node && samePart(x, e)
	})
}

// asked finds the message of the request to whose answer a client reacts in this step.
func (f *finder) asked(e *world.Event) (int64, bool) {
	r, ok := f.here(func(x *world.Event) bool {
		return x.Kind == world.Arrived && x.D == 1 && x.Node == e.Node
	})
	if !ok {
		return 0, false
	}
	answer := f.event(r)
	r, ok = f.back(func(x *world.Event) bool {
		return x.Kind == world.Sent && x.D == 0 && x.Node == answer.Node &&
			x.Peer == answer.Peer && x.B == answer.B
	})
	if !ok {
		return 0, false
	}
	return f.event(r).Msg, true
}

// of finds the latest event of a kind about a client's batch.
func (f *finder) of(kind world.Kind, client world.NodeID, batch int64) (Ref, bool) {
	return f.back(func(x *world.Event) bool {
		return x.Kind == kind && x.Node == client && x.From == batch
	})
}

// fault finds the latest fault of a kind between two nodes, in either direction.
func (f *finder) fault(reason why.Why, a, b world.NodeID) (Ref, bool) {
	return f.back(func(x *world.Event) bool {
		return x.Kind == world.Faulted && x.Why == reason && between(x, a, b)
	})
}

func between(x *world.Event, a, b world.NodeID) bool {
	return x.Node == a && x.Peer == b || x.Node == b && x.Peer == a
}

func samePart(x, e *world.Event) bool { return x.Topic == e.Topic && x.Part == e.Part }

func isClient(n world.NodeID) bool { return n >= world.FirstClient }
