package sim

import (
	"highwater/core/producer"
	"highwater/core/world"
)

// turnsMax bounds the turns of a sender thread at one moment.
const turnsMax = 10_000

func clientTime(t world.Time) producer.Time { return producer.Time(t) }

// client finds a producer by id; it must exist.
func (a *act) client(id world.NodeID) *world.Producer {
	for i := range a.w.Producers {
		if a.w.Producers[i].ID == id {
			return &a.w.Producers[i]
		}
	}
	panic("no client " + id.String())
}

// clientActs lets the sender thread turn until it has nothing to do at this moment, and schedules
// the next time it will have.
func (a *act) clientActs(id world.NodeID) {
	p := a.client(id)
	for n := 0; n < turnsMax; n++ {
		e := p.Client.RunOnce(clientTime(a.w.Now))
		if e.None() {
			break
		}
		a.apply(id, e)
	}
	a.w.Drop(func(t world.Timer) bool { return t.Kind == world.TimerClient && t.Node == id })
	if idle(&p.Client) {
		// An idle client would only refresh its metadata, which teaches nothing; it does so with
		// its next record if it is due then.
		return
	}
	if wake := p.Client.Wake(clientTime(a.w.Now)); wake != producer.Never {
		a.w.Push(world.Timer{Due: world.Time(wake), Kind: world.TimerClient, Node: id})
	}
}

// apply carries out what a client asks of the world, in its order.
func (a *act) apply(id world.NodeID, e producer.Effects) {
	for _, n := range e.Notes {
		a.note(id, &n)
	}
	for _, node := range e.Close {
		a.closeFromClient(id, world.NodeID(node))
	}
	for _, node := range e.Connect {
		a.connect(id, world.NodeID(node))
	}
	for i := range e.Requests {
		r := e.Requests[i]
		a.carry(world.Message{From: id, To: world.NodeID(r.Node), Request: r})
	}
	for _, o := range e.Outcomes {
		a.outcome(id, o)
	}
}

// note turns what happened inside a client into an event of the kind at the same place.
func (a *act) note(id world.NodeID, n *producer.Note) {
	e := event(world.ClientAppended+world.Kind(n.Kind), id)
	e.Topic, e.Part, e.Peer = n.TP.Topic, n.TP.Partition, world.NodeID(n.Node)
	if n.Batch == 0 {
		e.Topic = -1
	}
	e.From, e.A, e.B, e.C = int64(n.Batch), n.A, n.B, n.C
	e.Why, e.Code = n.Why, n.Code
	a.emit(e)
}

func (a *act) outcome(id world.NodeID, o producer.Outcome) {
	p := a.client(id)
	if o.Ok() {
		p.Acked++
	} else {
		p.Failed++
	}
	e := event(world.SendDone, id)
	e.Topic, e.Part, e.From = o.TP.Topic, max(o.TP.Partition, 0), int64(o.Batch)
	e.A, e.B, e.Code, e.Why = int64(o.Send), o.Offset, o.Code, o.Why
	a.emit(e)
}

// warm gives a client its metadata, connections and producer id, as if it had been at work for
// long, when it meets a topic for the first time. A cold one gets only the brokers' addresses.
func (a *act) warm(p *world.Producer, topic int32) {
	if t, ok := p.Client.Topic(topic); ok && t.Known {
		return
	}
	topics, leaders, brokers := a.metadata()
	if p.Client.Config.Cold {
		if len(p.Client.Nodes) == 0 {
			p.Client.Bootstrap(brokers)
		}
		return
	}
	var up []int32
	for _, id := range brokers {
		if a.conn(p.ID, world.NodeID(id)) != nil || a.open(p.ID, world.NodeID(id)) {
			up = append(up, id)
		}
	}
	p.Client.Warm(clientTime(a.w.Now), topics, leaders, up)
	if len(up) == 0 {
		return
	}
	if e := p.Client.Identify(a.w.NextPID); !e.None() {
		a.w.NextPID++
		a.apply(p.ID, e)
	}
}

// metadata is what a broker answers to a metadata request.
func (a *act) metadata() (topics []producer.TopicMeta, leaders []producer.Leader,
	brokers []int32) {
	w := a.w
	for i := range w.Topics {
		topics = append(topics, producer.TopicMeta{Topic: int32(i),
			Partitions: int32(len(w.Topics[i].Parts))})
		for j := range w.Topics[i].Parts {
			p := &w.Topics[i].Parts[j]
			l := producer.Leader{TP: world.TP(int32(i), int32(j)), Node: int32(p.Leader),
				Epoch: p.LeaderEpoch}
			if p.Leader == 0 {
				l.Node = producer.NoNode
			}
			leaders = append(leaders, l)
		}
	}
	for i := range w.Brokers {
		if w.Brokers[i].Up {
			brokers = append(brokers, int32(w.Brokers[i].ID))
		}
	}
	return topics, leaders, brokers
}
