package sim

import (
	"highwater/core/errcode"
	"highwater/core/why"
	"highwater/core/world"
)

// settled looks at everything that a request with acks=all waits for, and tells whether nothing is
// left (DelayedProduce.tryComplete).
func (a *act) settled(b *world.Broker, m *world.Message) bool {
	all := true
	for i := range m.Needs {
		n := &m.Needs[i]
		if n.Done {
			continue
		}
		code, reason, done := a.met(b, n)
		if !done {
			all = false
			continue
		}
		n.Done = true
		if code != errcode.None {
			a.giveUp(b, m, i, code, reason)
		}
	}
	return all
}

// met is Partition.checkEnoughReplicasReachOffset: the high watermark has passed the records, and
// then the ISR must still be large enough; or this broker does not lead any more.
func (a *act) met(b *world.Broker, n *world.Need) (errcode.Code, why.Why, bool) {
	p := a.w.Partition(n.Topic, n.Part)
	r := b.Replica(n.Topic, n.Part)
	switch {
	case p.Leader != b.ID || p.LeaderEpoch != n.Epoch:
		return errcode.NotLeaderOrFollower, why.LeaderMoved, true
	case r.Log.HW < n.Offset:
		return errcode.None, why.None, false
	case int64(len(p.ISR)) < r.Log.Config.MinInSyncReplicas:
		return errcode.NotEnoughReplicasAfterAppend, why.TooFewAfterAppend, true
	}
	return errcode.None, why.None, true
}

// giveUp answers one partition of a waiting request with an error, although its records are in the
// leader's log.
func (a *act) giveUp(b *world.Broker, m *world.Message, i int, code errcode.Code,
	reason why.Why) {
	n, part := &m.Needs[i], &m.Response.Parts[i]
	e := world.Event{Kind: world.Refused, Node: b.ID, Peer: m.From, Topic: n.Topic, Part: n.Part,
		Msg: m.ID, Code: code, Why: reason, From: -1, To: -1}
	p, r := a.w.Partition(n.Topic, n.Part), b.Replica(n.Topic, n.Part)
	switch reason {
	case why.TooFewAfterAppend:
		e.A, e.B = r.Log.Config.MinInSyncReplicas, int64(len(p.ISR))
	case why.ReplicasTooSlow:
		e.A, e.B = n.Offset, r.Log.HW
	case why.LeaderMoved:
		e.A, e.B = int64(p.Leader), int64(b.ID)
	}
	a.emit(e)
	part.Code, part.BaseOffset = code, -1
	m.Response.Leaders = append(m.Response.Leaders, a.leaderHint(*part)...)
}

// release answers the requests that waited for a partition and need not wait any longer.
func (a *act) release(topic, part int32) {
	var waiting []int64
	for i := range a.w.Messages {
		m := &a.w.Messages[i]
		for _, n := range m.Needs {
			if !n.Done && n.Topic == topic && n.Part == part {
				waiting = append(waiting, m.ID)
				break
			}
		}
	}
	for _, id := range waiting {
		m := a.w.Message(id)
		if m == nil {
			continue // answered by what followed from the one before
		}
		if b := a.w.Broker(m.To); b.Up && a.settled(b, m) {
			a.resume(m)
		}
	}
}

// resume answers a request that has waited and goes on with its connection.
func (a *act) resume(m *world.Message) {
	id, conn := m.ID, m.Conn
	a.w.Drop(func(t world.Timer) bool { return t.Kind == world.TimerBroker && t.Msg == id })
	a.answer(id, m.Response)
	a.serve(conn)
}

// finishRequest gives up a request that has waited for the timeout it came with
// (DelayedProduce.onExpiration).
func (a *act) finishRequest(t world.Timer) {
	m, b := a.w.Message(t.Msg), a.w.Broker(t.Node)
	if m == nil || b == nil || !b.Up {
		return
	}
	for i := range m.Needs {
		if !m.Needs[i].Done {
			m.Needs[i].Done = true
			a.giveUp(b, m, i, errcode.RequestTimedOut, why.ReplicasTooSlow)
		}
	}
	a.resume(m)
}
