package trace

import (
	"highwater/core/why"
	"highwater/core/world"
)

// refused: the rule that a request met, or what was missing before it.
func (c causes) refused() (Link, bool) {
	switch c.e.Why {
	case why.TooFewInSync, why.TooFewAfterAppend:
		return first(c.kind(world.ISRChanged), c.kind(world.TopicMade))
	case why.ReplicasTooSlow:
		return first(c.fault(why.FollowerSlowed), c.fault(why.LinkCutByCommand), c.here)
	case why.NotAuthorized:
		return first(c.fault(why.DeniedByCommand))
	case why.NotTheLeader, why.LeaderMoved:
		return first(c.kind(world.LeaderChanged))
	case why.BatchTooLarge:
		return first(c.setting, c.kind(world.TopicMade))
	case why.EpochStale, why.SequenceNotZero:
		return first(c.appendedAs(why.SequenceNewEpoch), c.fate, c.arrival)
	case why.SequenceGap, why.SequenceUnknownNotZero:
		return first(c.fate, c.powerLost, c.arrival)
	case why.SequenceBehind:
		return first(c.restart, c.fate, c.appendedAs(why.SequenceNext),
			c.appendedAs(why.SequenceFirst), c.appendedAs(why.SequenceNewEpoch), c.arrival)
	}
	return c.arrival()
}

func (c causes) arrival() (Link, bool) {
	return c.inStep(func(x *world.Event) bool { return x.Kind == world.Arrived })
}

func (c causes) setting() (Link, bool) {
	return c.last(func(x *world.Event) bool {
		return x.Kind == world.ConfigSet && x.Topic == c.e.Topic
	})
}

func (c causes) appendedAs(reason why.Why) func() (Link, bool) {
	return func() (Link, bool) {
		return c.last(func(x *world.Event) bool {
			return x.Kind == world.Appended && x.Why == reason && x.Topic == c.e.Topic &&
				x.Part == c.e.Part
		})
	}
}

func (c causes) powerLost() (Link, bool) {
	return c.last(func(x *world.Event) bool {
		return x.Kind == world.Truncated && x.Topic == c.e.Topic && x.Part == c.e.Part
	})
}

// restart: a broker that has loaded its producers from a snapshot remembers one batch of each.
func (c causes) restart() (Link, bool) {
	up, ok := c.kind(world.BrokerUp)()
	if !ok {
		return up, false
	}
	fresh, was := c.appendedAs(why.SequenceNext)()
	return up, !was || fresh.before(up)
}

// fate is what became of the request that carried the sequence that was expected.
func (c causes) fate() (Link, bool) {
	request, ok := c.last(func(x *world.Event) bool {
		return x.Kind == world.Sent && x.D == 0 && x.Node == c.e.Peer && x.Topic == c.e.Topic &&
			x.Part == c.e.Part && x.From <= c.e.A && c.e.A <= x.To
	})
	if !ok {
		return request, false
	}
	msg := c.t.event(request).Msg
	return c.last(func(x *world.Event) bool {
		return (x.Kind == world.Refused || x.Kind == world.Lost) && x.Msg == msg
	})
}

// client: what happened inside a client.
func (c causes) client() (Link, bool) {
	batch := func(k world.Kind) func() (Link, bool) {
		return func() (Link, bool) {
			return c.last(func(x *world.Event) bool {
				return x.Kind == k && x.Node == c.e.Node && x.From == c.e.From
			})
		}
	}
	switch c.e.Kind {
	case world.ClientDrained:
		if c.e.C > 0 {
			return first(batch(world.ClientRetry))
		}
		return first(batch(world.ClientAppended), c.here)
	case world.ClientTimeout:
		return c.overdue()
	case world.ClientExpired:
		return first(batch(world.ClientRetry), batch(world.ClientDrained),
			batch(world.ClientAppended))
	case world.ClientEpoch, world.ClientRewritten:
		if c.e.Why == why.ProducerIDGiven {
			return first(c.reaction, c.root)
		}
		return first(c.own(world.ClientBumpWanted), c.here)
	case world.ClientUnresolved, world.ClientFailed:
		return c.inStep(func(x *world.Event) bool {
			return x.Kind == world.ClientExpired && x.From == c.e.From || decisive(x)
		})
	case world.ClientResolved:
		return first(c.own(world.ClientAcked), c.own(world.ClientLate))
	case world.ClientMuted:
		return first(batch(world.ClientDrained))
	}
	return c.reaction()
}

// reaction: the client has just been told something.
func (c causes) reaction() (Link, bool) {
	return c.inStep(func(x *world.Event) bool {
		return (decisive(x) || x.Kind == world.ClientUnresolved) && x.Node == c.e.Node
	})
}

// decisive are the events that a client reacts to.
func decisive(x *world.Event) bool {
	switch x.Kind {
	case world.Arrived, world.ClientTimeout, world.Disconnected, world.ClientExpired:
		return true
	}
	return false
}

func (c causes) own(k world.Kind) func() (Link, bool) {
	return func() (Link, bool) {
		return c.last(func(x *world.Event) bool { return x.Kind == k && x.Node == c.e.Node })
	}
}

// overdue: the request that was not answered was lost, or its answer was, or either is held up.
func (c causes) overdue() (Link, bool) {
	request, ok := c.last(func(x *world.Event) bool {
		return x.Kind == world.Sent && x.D == 0 && x.Node == c.e.Node && x.B == c.e.A
	})
	if !ok {
		return request, false
	}
	answer := int64(-1)
	if l, ok := c.last(func(x *world.Event) bool {
		return x.Kind == world.Sent && x.D == 1 && x.Peer == c.e.Node && x.B == c.e.A
	}); ok {
		answer = c.t.event(l).Msg
	}
	msg := c.t.event(request).Msg
	of := func(x *world.Event) bool { return x.Msg == msg || x.Msg == answer }
	return first(func() (Link, bool) {
		return c.last(func(x *world.Event) bool { return x.Kind == world.Lost && of(x) })
	}, func() (Link, bool) {
		return c.last(func(x *world.Event) bool { return x.Kind == world.Faulted && of(x) })
	}, c.fault(why.ConnStalled), c.fault(why.FollowerSlowed),
		func() (Link, bool) { return request, true })
}
