package chain

import (
	"highwater/core/why"
	"highwater/core/world"
)

// verdict explains what a broker decided about a batch.
func (f *finder) verdict(e *world.Event) (Ref, bool) {
	switch e.Why {
	case why.SequenceGap, why.SequenceNotZero, why.SequenceUnknownNotZero:
		return f.missing(e, e.A)
	case why.SequenceBehind:
		if r, ok := f.expected(e); ok {
			return r, true
		}
		if r, ok := f.again(e); ok {
			return r, true
		}
		return f.byHand(e)
	case why.SequenceFirst:
		if r, ok := f.again(e); ok {
			return r, true
		}
		return f.unknown(e)
	case why.SequenceDuplicate, why.SequenceNext, why.SequenceNewEpoch, why.NoProducer:
		return f.again(e)
	case why.EpochStale:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.ClientEpoch && x.Node == e.Peer && x.Why == why.EpochRaised ||
				handmade(x, e)
		})
	case why.NotAuthorized:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.Faulted && x.Why == why.DeniedByCommand && x.Node == e.Peer
		})
	}
	return Ref{}, false
}

// missing finds what became of the batch with the sequence that a broker waits for: it was refused,
// lost, held up on its way, or cut off a log.
func (f *finder) missing(e *world.Event, want int64) (Ref, bool) {
	return f.back(func(x *world.Event) bool {
		switch x.Kind {
		case world.Truncated:
			return x.Node == e.Node && samePart(x, e)
		case world.Refused:
			return x.Peer == e.Peer && samePart(x, e) && !written(x.Why) && f.holds(x, want)
		case world.Lost, world.Faulted:
			return x.Msg != 0 && x.D == 0 && x.Node == e.Peer && samePart(x, e) &&
				x.From <= want && want <= x.To
		}
		return false
	})
}

// unknown finds why a broker knows nothing of a producer that does not begin with 0: the batch
// before did not get in, or the producer was forgotten.
func (f *finder) unknown(e *world.Event) (Ref, bool) {
	if e.D <= 0 {
		return Ref{}, false
	}
	if r, ok := f.back(func(x *world.Event) bool {
		return x.Kind == world.ProducerExpired && x.Node == e.Node && samePart(x, e)
	}); ok {
		return r, true
	}
	return f.missing(e, e.D-1)
}

// written tells refusals of batches that are in the log all the same.
func written(w why.Why) bool { return w == why.TooFewAfterAppend || w == why.ReplicasTooSlow }

// holds tells whether a refused batch held a sequence. A refusal before the log was asked does not
// say; its request does.
func (f *finder) holds(x *world.Event, seq int64) bool {
	if x.C > 0 {
		return x.From <= seq && seq <= x.To
	}
	r, ok := f.request(x.Msg)
	return ok && f.event(r).From <= seq && seq <= f.event(r).To
}

// expected finds, for a batch that was never written, the append after which the broker expects a
// higher sequence; or, around the wrap at 2^31, what became of the one that it does expect.
func (f *finder) expected(e *world.Event) (Ref, bool) {
	has := func(seq int64) match {
		return func(x *world.Event) bool {
			return x.Kind == world.Appended && x.Node == e.Node && x.Peer == e.Peer &&
				samePart(x, e) && x.D >= 0 && x.D <= seq && seq <= x.D+x.To-x.From
		}
	}
	if _, ok := f.back(has(e.B)); ok {
		return Ref{}, false
	}
	r, ok := f.back(has(e.A - 1))
	if m, lost := f.missing(e, e.A); lost && r.before(m) {
		return m, true
	}
	return r, ok
}

// again finds why a batch came to the broker once more: its client repeats it, or it was held up on
// its way.
func (f *finder) again(e *world.Event) (Ref, bool) {
	r, ok := f.flight(e.Msg, e)
	if !ok {
		return Ref{}, false
	}
	if drained := f.event(r); drained.C > 0 {
		g := finder{t: f.t, at: r}
		return g.of(world.ClientRetry, drained.Node, drained.From)
	}
	return f.back(func(x *world.Event) bool {
		return x.Kind == world.Faulted && (x.Msg == e.Msg && x.Why == why.DelayedByCommand ||
			x.Why == why.ConnStalled && between(x, e.Node, e.Peer))
	})
}

// byHand finds the latest batch that no client made: it may have taken a client's sequences.
func (f *finder) byHand(e *world.Event) (Ref, bool) {
	return f.back(func(x *world.Event) bool { return e.Peer != 0 && handmade(x, e) })
}

func handmade(x, e *world.Event) bool {
	return x.Kind == world.Appended && x.Peer == 0 && samePart(x, e)
}

// replicas explains what the state of replicas and leaders led to.
func (f *finder) replicas(e *world.Event) (Ref, bool) {
	switch e.Why {
	case why.TooFewInSync, why.TooFewAfterAppend:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.ISRChanged && x.A == 0 && samePart(x, e)
		})
	case why.ReplicasTooSlow, why.FollowerLags:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.Faulted && (x.Why == why.FollowerSlowed && samePart(x, e) ||
				x.Why == why.LinkCutByCommand && !isClient(x.Node) && !isClient(x.Peer))
		})
	case why.NotTheLeader, why.LeaderMoved, why.Diverged:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.LeaderChanged && samePart(x, e)
		})
	case why.LeftWithBroker, why.PowerLost:
		return f.down(e.Node)
	case why.FollowerCaughtUp:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.BrokerUp && x.Node == e.Node ||
				x.Kind == world.Faulted && x.Why == why.LinkHealed &&
					(x.Node == e.Node || x.Peer == e.Node)
		})
	}
	if e.Kind == world.LeaderChanged {
		return f.here(func(x *world.Event) bool {
			return x.Kind == world.BrokerDown || x.Kind == world.BrokerUp
		})
	}
	return Ref{}, false
}

// down finds when a broker went.
func (f *finder) down(id world.NodeID) (Ref, bool) {
	return f.back(func(x *world.Event) bool {
		return x.Kind == world.BrokerDown && x.Node == id
	})
}
