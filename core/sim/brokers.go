package sim

import (
	"slices"

	"highwater/core/line"
	"highwater/core/why"
	"highwater/core/world"
)

// stopBroker takes a broker down. An orderly stop flushes its logs and leaves the mark that spares
// recovery; a kill leaves nothing.
func (a *act) stopBroker(c *world.Command) error {
	b, err := a.upBroker(c.Node)
	if err != nil {
		return err
	}
	b.Up, b.Clean = false, c.Verb == world.StopBroker
	e := event(world.BrokerDown, b.ID)
	e.Why = why.BrokerStopped
	if !b.Clean {
		e.Why, e.A = why.BrokerKilled, 1
	}
	a.emit(e)
	id := b.ID
	for i := range b.Replicas {
		r := &b.Replicas[i]
		r.Fetching, r.BehindSince = false, world.Never
		if b.Clean {
			r.Log.RecoveryPoint = r.Log.EndOffset
		}
		a.loseTail(id, r, c.Count)
	}
	a.w.Drop(func(t world.Timer) bool {
		return t.Node == id && (t.Kind <= world.TimerProducerExpiry || t.Kind >= world.TimerBroker)
	})
	a.leave(id)
	a.dropConns(func(x *world.Conn) bool { return x.Node == id }, why.BrokerIsDown)
	for i := range a.w.Messages {
		if m := &a.w.Messages[i]; m.To == id && m.Lost == why.None {
			m.Lost = why.BrokerIsDown
		}
	}
	a.w.Messages = slices.DeleteFunc(a.w.Messages, func(m world.Message) bool {
		return m.Arrived && m.To == id
	})
	a.w.Conns = slices.DeleteFunc(a.w.Conns, func(x world.Conn) bool { return x.Node == id })
	return nil
}

// loseTail loses the newest batches of a log: the power failed before they reached the disk.
func (a *act) loseTail(id world.NodeID, r *world.Replica, batches int64) {
	to := r.Log.EndOffset
	for i := len(r.Log.Segments) - 1; i >= 0 && batches > 0; i-- {
		s := &r.Log.Segments[i]
		for j := len(s.Batches) - 1; j >= 0 && batches > 0; j-- {
			to = s.Batches[j].BaseOffset
			batches--
		}
	}
	if to == r.Log.EndOffset {
		return
	}
	cut := r.Log.TruncateTo(to, a.w.Now.MS())
	e := about(world.Truncated, id, r)
	e.From, e.To, e.Why = cut.EndBefore, cut.End, why.PowerLost
	a.emit(e)
}

// leave takes a broker out of every ISR but one in which it is the last, and elects a new leader
// where it led (PartitionChangeBuilder).
func (a *act) leave(id world.NodeID) {
	for t := range a.w.Topics {
		for k := range a.w.Topics[t].Parts {
			p := &a.w.Topics[t].Parts[k]
			if !slices.Contains(p.ISR, id) {
				continue
			}
			topic, part := int32(t), int32(k)
			if len(p.ISR) > 1 {
				p.ISR = slices.DeleteFunc(slices.Clone(p.ISR), func(n world.NodeID) bool {
					return n == id
				})
				a.emit(world.Event{Kind: world.ISRChanged, Node: id, Topic: topic, Part: part,
					B: int64(len(p.ISR)), Why: why.LeftWithBroker})
			}
			if p.Leader == id {
				a.elect(topic, part)
			}
		}
	}
}

// elect makes the first in-sync replica that is up the leader, in the order of the assignment.
func (a *act) elect(topic, part int32) {
	p := a.w.Partition(topic, part)
	old := p.Leader
	p.Leader = 0
	for _, id := range p.Replicas {
		if b := a.w.Broker(id); b.Up && slices.Contains(p.ISR, id) {
			p.Leader = id
			break
		}
	}
	if p.Leader == old {
		return
	}
	p.LeaderEpoch++
	e := world.Event{Kind: world.LeaderChanged, Node: p.Leader, Topic: topic, Part: part,
		From: int64(old), To: int64(p.Leader), A: int64(p.LeaderEpoch)}
	if p.Leader == 0 {
		e.Why = why.LastInSync
	}
	a.emit(e)
	if p.Leader == 0 {
		return
	}
	r := a.w.Broker(p.Leader).Replica(topic, part)
	r.Log.Epochs.Assign(p.LeaderEpoch, r.Log.EndOffset)
	for i := range r.FollowerLEO {
		r.FollowerLEO[i] = 0 // not known before each has fetched
	}
	a.advance(topic, part)
}

// startBroker loads the logs of a broker that was down and brings it back.
func (a *act) startBroker(c *world.Command) error {
	b, err := a.broker(c.Node)
	if err != nil {
		return err
	}
	if b.Up {
		return &line.Error{Key: line.ErrUp, Got: c.Node.String()}
	}
	b.Up = true
	e := event(world.BrokerUp, b.ID)
	if b.Clean {
		e.A = 1
	}
	a.emit(e)
	for i := range b.Replicas {
		r := &b.Replicas[i]
		r.Uncleanable = false
		before := r.Log.EndOffset
		if _, err := r.Log.Restart(b.Clean, r.Log.RecoveryPoint, a.w.Now.MS()); err != nil {
			a.words = err.Error()
		}
		a.w.Work += r.Log.SizeInBytes() / 4000
		if r.Log.EndOffset != before {
			e := about(world.Truncated, b.ID, r)
			e.From, e.To = before, r.Log.EndOffset
			a.emit(e)
		}
		a.scheduleDelete(b, r)
	}
	a.startTasks(b)
	for t := range a.w.Topics {
		for k := range a.w.Topics[t].Parts {
			if p := &a.w.Topics[t].Parts[k]; p.Leader == 0 && slices.Contains(p.ISR, b.ID) {
				a.elect(int32(t), int32(k))
			}
		}
	}
	a.replicateAll()
	return nil
}
