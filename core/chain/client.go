package chain

import (
	"highwater/core/why"
	"highwater/core/world"
)

// answer explains how a client takes an answer.
func (f *finder) answer(e *world.Event) (Ref, bool) {
	switch e.Why {
	case why.RetryError, why.RetryPredecessor, why.RetryReopened, why.RetryLost,
		why.RetryUnresolved, why.RetryStartUnknown, why.RetryDeleted, why.FailRetries,
		why.SplitTooLarge:
		return f.judged(e)
	case why.FailDefinite:
		if e.Kind == world.SendDone {
			return f.of(world.ClientFailed, e.Node, e.From)
		}
		return f.judged(e)
	case why.RetryTimeout:
		if r, ok := f.judged(e); ok {
			return r, true
		}
		return f.here(func(x *world.Event) bool {
			return x.Kind == world.ClientTimeout && x.Node == e.Node
		})
	case why.RetryDisconnect:
		return f.here(func(x *world.Event) bool {
			return x.Kind == world.ClientDisconnected && x.Node == e.Node
		})
	case why.SequenceKept:
		return f.of(world.ClientRetry, e.Node, e.From)
	case why.DoneOffset, why.DoneDuplicate:
		if e.Kind == world.SendDone {
			return f.of(world.ClientAcked, e.Node, e.From)
		}
		return f.judged(e)
	}
	return Ref{}, false
}

// judged finds the broker's verdict that a client has just been told.
func (f *finder) judged(e *world.Event) (Ref, bool) {
	msg, ok := f.asked(e)
	if !ok {
		return Ref{}, false
	}
	return f.back(func(x *world.Event) bool {
		switch x.Kind {
		case world.Refused, world.Appended, world.Duplicate:
			return x.Msg == msg && samePart(x, e)
		}
		return false
	})
}

// deadline explains what delivery.timeout.ms led to.
func (f *finder) deadline(e *world.Event) (Ref, bool) {
	switch {
	case e.Why == why.FailDeadline && e.Kind == world.SendDone:
		return f.of(world.ClientFailed, e.Node, e.From)
	case e.Why == why.FailDeadline && e.Kind == world.ClientFailed,
		e.Kind == world.ClientUnresolved:
		return f.of(world.ClientExpired, e.Node, e.From)
	case e.Kind == world.ClientExpired:
		if r, ok := f.of(world.ClientRetry, e.Node, e.From); ok {
			return r, true
		}
		return f.lostFlight(e)
	case e.Kind == world.ClientResolved:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.ClientUnresolved && x.Node == e.Node
		})
	case e.Why == why.LateAnswer:
		return f.of(world.ClientFailed, e.Node, e.From)
	}
	return Ref{}, false
}

// lostFlight finds the loss of the one request that carried a batch, or of its answer; or else why
// there was no connection to send it on.
func (f *finder) lostFlight(e *world.Event) (Ref, bool) {
	if _, ok := f.of(world.ClientDrained, e.Node, e.From); ok {
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.Lost && samePart(x, e) &&
				(x.Node == e.Node || x.Peer == e.Node)
		})
	}
	return f.back(func(x *world.Event) bool {
		return x.Kind == world.Disconnected && x.Node == e.Node ||
			x.Kind == world.Faulted && x.Why == why.LinkCutByCommand && x.Node == e.Node
	})
}

// identity explains epochs and new sequences.
func (f *finder) identity(e *world.Event) (Ref, bool) {
	switch {
	case e.Kind == world.ClientBumpWanted && e.Why == why.BumpUnresolved:
		if r, ok := f.tried(e); ok {
			return r, true
		}
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.ClientUnresolved && x.Node == e.Node
		})
	case e.Kind == world.ClientBumpWanted:
		return f.tried(e)
	case e.Why == why.EpochRaised, e.Why == why.EpochExhausted:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.ClientBumpWanted && x.Node == e.Node
		})
	case e.Why == why.PartitionRestarts:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.ClientEpoch && x.Node == e.Node
		})
	case e.Why == why.ForgetSequences:
		return f.of(world.ClientFailed, e.Node, e.From)
	}
	return Ref{}, false
}

// tried finds what became of a batch just before.
func (f *finder) tried(e *world.Event) (Ref, bool) {
	return f.here(func(x *world.Event) bool {
		return (x.Kind == world.ClientRetry || x.Kind == world.ClientFailed) && x.Node == e.Node &&
			x.From == e.From
	})
}

// waiting explains why a batch is not sent.
func (f *finder) waiting(e *world.Event) (Ref, bool) {
	switch e.Why {
	case why.HoldBackoff:
		return f.of(world.ClientRetry, e.Node, e.From)
	case why.HoldLowerSequence:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.ClientRetry && x.Node == e.Node && samePart(x, e)
		})
	case why.HoldUnresolved:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.ClientUnresolved && x.Node == e.Node
		})
	case why.HoldNoLeader:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.LeaderChanged && samePart(x, e)
		})
	case why.HoldConnection:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.Disconnected && x.Node == e.Node ||
				x.Kind == world.Faulted && x.Why == why.LinkCutByCommand &&
					(x.Node == e.Node || x.Peer == e.Node)
		})
	case why.HoldOldEpoch:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.ClientEpoch && x.Node == e.Node
		})
	}
	return Ref{}, false
}
