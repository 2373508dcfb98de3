package sim

import (
	"slices"

	"highwater/core/check"
	"highwater/core/errcode"
	"highwater/core/line"
	"highwater/core/why"
	"highwater/core/world"
)

// act is a step that is being made.
type act struct {
	w      *world.World
	events []world.Event
	broken []world.Violation
	words  string
	// quiet hides the traffic of a burst: only what happens to logs is told.
	quiet bool
	// fell counts the timers that fell due in this one step.
	fell int
}

// Do carries out one command. An error says why it cannot be done; then nothing has changed.
func Do(w *world.World, c world.Command) (world.Step, error) {
	if len(w.Brokers) == 0 && c.Verb != world.MakeCluster {
		return world.Step{}, &line.Error{Key: line.ErrFirst, Want: "cluster brokers=1"}
	}
	a := act{w: w}
	timers, next, skipped := w.Timers, w.NextTimer, w.Skipped
	if skipped {
		w.Timers = slices.Clone(timers)
		a.rearm()
	}
	if c.Verb == world.WaitFor {
		if err := a.beginWait(c); err != nil {
			w.Timers, w.NextTimer, w.Skipped = timers, next, skipped
			return world.Step{}, err
		}
		s, _ := Next(w)
		return s, nil
	}
	if err := a.command(&c); err != nil {
		w.Timers, w.NextTimer, w.Skipped = timers, next, skipped
		return world.Step{}, err
	}
	return a.finish(world.Cause{Kind: world.CauseLine, Line: line.Format(c)}), nil
}

// command is the one switch over what can be done.
func (a *act) command(c *world.Command) error {
	switch c.Verb {
	case world.MakeCluster:
		return a.makeCluster(c)
	case world.MakeTopic:
		return a.makeTopic(c)
	case world.MakeProducer:
		return a.makeProducer(c)
	case world.Produce, world.Send:
		return a.produce(c)
	case world.Consume:
		return a.consume(c)
	case world.ListOffsets:
		return a.listOffsets(c)
	case world.Alter:
		return a.alter(c)
	case world.DeleteRecords:
		return a.deleteRecords(c)
	case world.Clean:
		return a.cleanNow(c)
	case world.StopBroker, world.KillBroker:
		return a.stopBroker(c)
	case world.StartBroker:
		return a.startBroker(c)
	case world.DropMessage, world.DelayMessage:
		return a.faultMessage(c)
	case world.CutLink, world.HealLink:
		return a.faultLink(c)
	case world.StallLink, world.CloseConn:
		return a.faultConn(c)
	case world.CrashClient, world.RestartClient:
		return a.crashClient(c)
	default:
		return a.exhibit(c)
	}
}

// exhibit is the rest of the switch: what no client and no broker would do by itself.
func (a *act) exhibit(c *world.Command) error {
	switch c.Verb {
	case world.FlushClient:
		return a.flush(c)
	case world.SetISR:
		return a.setISR(c)
	case world.SetACL:
		return a.setACL(c)
	case world.RawBatch:
		return a.raw(c)
	default:
		return &line.Error{Key: line.ErrNotWorld, Got: line.Format(*c)}
	}
}

// finish closes the step: number, clock, invariants, hash.
func (a *act) finish(cause world.Cause) world.Step {
	w := a.w
	w.Steps++
	s := world.Step{N: w.Steps, At: w.Now, Cause: cause, Events: a.events, Words: a.words}
	s.Broken = append(a.broken, check.After(w, a.events)...)
	s.Hash = s.Link(w.Chain)
	w.Chain = s.Hash
	w.Work += int64(2 + len(a.events)/4)
	if w.Wait.Kind != world.WaitNone {
		w.Wait.From = w.Now
	}
	return s
}

// emit adds an event, unless it is the traffic of a burst.
func (a *act) emit(e world.Event) {
	if a.quiet && traffic(&e) {
		return
	}
	a.events = append(a.events, e)
}

// traffic tells what a burst does not show: that messages went and came as they should.
func traffic(e *world.Event) bool {
	switch {
	case e.Kind == world.ClientFailed, e.Kind == world.ClientEpoch:
		return false
	case e.Kind == world.SendDone:
		return e.Code == errcode.None
	case e.Kind >= world.ClientAppended && e.Kind < world.SendDone:
		return true
	default:
		return e.Kind == world.Sent || e.Kind == world.Arrived || e.Kind == world.Connected
	}
}

// none is an event about no partition.
func event(k world.Kind, node world.NodeID) world.Event {
	return world.Event{Kind: k, Node: node, Topic: -1}
}

// about is an event about a replica.
func about(k world.Kind, node world.NodeID, r *world.Replica) world.Event {
	return world.Event{Kind: k, Node: node, Topic: r.Topic, Part: r.Part}
}

func (a *act) refuse(e world.Event, code errcode.Code, reason why.Why, words string) {
	e.Code, e.Why = code, reason
	a.words = words
	a.emit(e)
}
