package sim

import (
	"highwater/core/line"
	"highwater/core/world"
)

const (
	// quietLimit is how long a wait for quiet or for a change lasts at most.
	quietLimit = 30 * world.Day
	// timersMax is how many timers may fall due in one wait or burst before it gives up.
	timersMax = 2_000_000
)

func (a *act) beginWait(c world.Command) error {
	span := c.Span
	if c.Wait != world.WaitTime && span == 0 {
		span = quietLimit
	}
	if span <= 0 {
		return &line.Error{Key: line.ErrNoTime, Want: "wait 3s"}
	}
	w := a.w
	w.Wait = world.Wait{Kind: c.Wait, From: w.Now, Until: w.Now.Add(span), Line: line.Format(c)}
	return nil
}

// Next lets time run to the next step of the wait that is going on. There is none when the world
// stands still.
func Next(w *world.World) (world.Step, bool) {
	if w.Wait.Kind == world.WaitNone {
		return world.Step{}, false
	}
	a := act{w: w}
	for n := 0; n < timersMax && !a.waitOver(); n++ {
		t, ok := w.Peek()
		if !ok || t.Due > w.Wait.Until {
			break
		}
		w.Pop()
		w.Now = max(w.Now, t.Due)
		w.Work += 2
		cause := a.fall(t)
		if len(a.events) == 0 {
			continue
		}
		a.rearm()
		s := a.finish(cause)
		if w.Wait.Kind == world.WaitChange || a.waitOver() {
			w.Wait = world.Wait{}
		}
		return s, true
	}
	return a.endWait(), true
}

// waitOver tells whether what the wait is for has come.
func (a *act) waitOver() bool {
	return a.w.Wait.Kind == world.WaitQuiet && a.calm()
}

// endWait makes the step in which the rest of a wait passes. A wait for time always ends with one,
// so that whether a wait is over is a fact of the world and never has to be tried out.
func (a *act) endWait() world.Step {
	w := a.w
	wait := w.Wait
	w.Wait = world.Wait{}
	if wait.Kind != world.WaitQuiet || !a.calm() {
		w.Now = max(w.Now, wait.Until)
	}
	e := event(world.Waited, 0)
	e.From, e.To = int64(wait.From), int64(w.Now)
	a.emit(e)
	return a.finish(world.Cause{Kind: world.CauseLine, Line: wait.Line})
}

// runUntil lets everything fall due up to a moment, as part of the step that is being made.
func (a *act) runUntil(t world.Time) {
	for ; a.fell < timersMax; a.fell++ {
		next, ok := a.w.Peek()
		if !ok || next.Due > t {
			break
		}
		a.w.Pop()
		a.w.Now = max(a.w.Now, next.Due)
		a.w.Work += 2
		a.fall(next)
	}
	a.w.Now = max(a.w.Now, t)
}

// fall is the one switch over what can fall due. It returns the cause of what followed.
func (a *act) fall(t world.Timer) world.Cause {
	cause := world.Cause{Kind: world.CauseTimer, Timer: t.Kind, Node: t.Node, Msg: t.Msg}
	switch t.Kind {
	case world.TimerRetention:
		a.retentionCheck(t)
	case world.TimerCleaner:
		a.cleanerWakes(t)
	case world.TimerFileDelete:
		a.deleteFiles(t)
	case world.TimerProducerExpiry:
		a.expireProducers(t)
	case world.TimerClient:
		a.clientActs(t.Node)
	case world.TimerMessage:
		cause.Kind = world.CauseMessage
		a.deliver(t.Msg)
	case world.TimerConnect:
		a.connected(t.Msg)
	case world.TimerBroker:
		a.finishRequest(t)
	case world.TimerFetch:
		a.fetchArrives(t)
	case world.TimerFetched:
		a.fetchCounts(t)
	case world.TimerLag:
		a.lagEnds(t)
	}
	return cause
}
