package chain

import (
	"highwater/core/why"
	"highwater/core/world"
)

// network explains what became of messages and connections.
func (f *finder) network(e *world.Event) (Ref, bool) {
	switch e.Why {
	case why.DroppedByCommand:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.Faulted && x.Msg == e.Msg && x.Why == e.Why
		})
	case why.BehindLost:
		return f.back(func(x *world.Event) bool {
			return x.Node == e.Node && x.Peer == e.Peer && x.Msg < e.Msg &&
				(x.Kind == world.Faulted && x.Why == why.DroppedByCommand ||
					x.Kind == world.Lost && x.Why == why.LinkCut)
		})
	case why.LinkCut:
		return f.fault(why.LinkCutByCommand, e.Node, e.Peer)
	case why.ConnClosed:
		return f.closed(e.Node, e.Peer)
	case why.BrokerIsDown:
		return f.down(broker(e))
	case why.ConnNotMade, why.ConnectionRefused:
		return f.unreachable(e)
	case why.ConnClosedByClient:
		return f.overdue(e)
	case why.ConnClosedByBroker:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.Refused && x.Node == e.Peer && x.Peer == e.Node
		})
	case why.ConnClosedByCommand:
		return f.here(func(x *world.Event) bool {
			return x.Kind == world.Faulted && x.Why == e.Why && between(x, e.Node, e.Peer)
		})
	case why.ConnectionLost:
		return f.closed(e.Node, e.Peer)
	case why.RequestOverdue:
		if e.Kind == world.ClientTimeout {
			return f.unanswered(e)
		}
		return f.overdue(e)
	}
	return Ref{}, false
}

// broker is the side of an event that is a broker.
func broker(e *world.Event) world.NodeID {
	if isClient(e.Node) {
		return e.Peer
	}
	return e.Node
}

// closed finds where the connection between two nodes was closed.
func (f *finder) closed(a, b world.NodeID) (Ref, bool) {
	return f.back(func(x *world.Event) bool {
		return x.Kind == world.Disconnected && between(x, a, b)
	})
}

// unreachable finds why no connection could be made: the broker is down, or the link is cut.
func (f *finder) unreachable(e *world.Event) (Ref, bool) {
	return f.back(func(x *world.Event) bool {
		return x.Kind == world.BrokerDown && x.Node == broker(e) ||
			x.Kind == world.Faulted && x.Why == why.LinkCutByCommand && between(x, e.Node, e.Peer)
	})
}

// overdue finds the request that was not answered in time; or, if a connection was given up before
// it stood, why it could not be made.
func (f *finder) overdue(e *world.Event) (Ref, bool) {
	if r, ok := f.here(func(x *world.Event) bool {
		return x.Kind == world.ClientTimeout && x.Node == e.Node && x.Peer == e.Peer
	}); ok {
		return r, true
	}
	return f.unreachable(e)
}

// unanswered finds why a request has no answer: it or its answer was lost, its answer says that the
// replicas were too slow, or something holds it up.
func (f *finder) unanswered(e *world.Event) (Ref, bool) {
	sent, ok := f.back(func(x *world.Event) bool {
		return x.Kind == world.Sent && x.D == 0 && x.B == e.A && x.Node == e.Node &&
			x.Peer == e.Peer
	})
	if !ok {
		return Ref{}, false
	}
	if r, ok := f.back(func(x *world.Event) bool {
		return x.Kind == world.Lost && x.B == e.A && between(x, e.Node, e.Peer)
	}); ok && sent.before(r) {
		return r, true
	}
	return f.back(func(x *world.Event) bool {
		if x.Kind != world.Faulted {
			return false
		}
		held := x.Why == why.DelayedByCommand && x.B == e.A || x.Why == why.ConnStalled ||
			x.Why == why.LinkCutByCommand
		return held && between(x, e.Node, e.Peer) || x.Why == why.FollowerSlowed
	})
}

func (r Ref) before(o Ref) bool {
	return r.Step < o.Step || r.Step == o.Step && r.Event < o.Event
}
