package sim

import (
	"slices"

	"highwater/core/errcode"
	"highwater/core/line"
	"highwater/core/producer"
	"highwater/core/record"
	"highwater/core/why"
	"highwater/core/world"
)

// setISR takes a follower out of the ISR, lets it fall behind, or lets it back in at once.
func (a *act) setISR(c *world.Command) error {
	b, err := a.upBroker(c.Node)
	if err != nil {
		return err
	}
	only := int32(-1)
	if c.Topic != "" {
		if only, err = a.topic(c.Topic); err != nil {
			return err
		}
		if err := a.partition(only, c.Part); err != nil {
			return err
		}
	}
	found := false
	for i := range b.Replicas {
		f := &b.Replicas[i]
		p := a.w.Partition(f.Topic, f.Part)
		if only >= 0 && f.Topic != only || c.Part >= 0 && f.Part != c.Part || p.Leader == b.ID {
			continue
		}
		found = true
		a.setFollower(b.ID, f, p, c.How)
	}
	if !found {
		return &line.Error{Key: line.ErrNotFollower, Got: c.Node.String()}
	}
	return nil
}

func (a *act) setFollower(id world.NodeID, f *world.Replica, p *world.Partition, how string) {
	if f.Away = how != "in"; f.Away {
		if how == "out" {
			a.putOut(id, f, why.OutOfISRByCommand)
			return
		}
		e := about(world.Faulted, id, f)
		e.Peer, e.Why = p.Leader, why.FollowerSlowed
		a.emit(e)
		return
	}
	leader := a.w.LeaderReplica(f.Topic, f.Part)
	if leader == nil {
		return
	}
	for a.copyFrom(id, f, leader, p) {
	}
	a.caughtUp(id, f, leader, p, why.IntoISRByCommand)
	a.advance(f.Topic, f.Part)
}

// setACL denies a client to write to a topic, or allows it again.
func (a *act) setACL(c *world.Command) error {
	p := a.w.Producer(c.Who)
	if p == nil {
		return &line.Error{Key: line.ErrNoClient, Got: c.Who,
			Hint: line.Nearest(c.Who, a.clientNames())}
	}
	topic, err := a.topic(c.Topic)
	if err != nil {
		return err
	}
	t := &a.w.Topics[topic]
	denied := slices.Contains(t.Denied, p.ID)
	if denied == (c.How == "deny") {
		return &line.Error{Key: line.ErrAlready}
	}
	e := world.Event{Kind: world.Faulted, Node: p.ID, Topic: topic, Why: why.DeniedByCommand}
	if denied {
		e.Why = why.AllowedByCommand
		t.Denied = slices.DeleteFunc(slices.Clone(t.Denied), func(n world.NodeID) bool {
			return n == p.ID
		})
	} else {
		t.Denied = append(t.Denied[:len(t.Denied):len(t.Denied)], p.ID)
	}
	a.emit(e)
	return nil
}

// raw hands the leader a batch that was made by hand, with whatever numbers it was given, and shows
// the verdict. It is not on any connection, and nobody gets the answer.
func (a *act) raw(c *world.Command) error {
	b, r, err := a.replica(c.Topic, c.Part)
	if err != nil {
		return err
	}
	if err := a.room(recordBytes * c.Count); err != nil {
		return err
	}
	spec := record.NewSpec(record.None)
	spec.ProducerID, spec.ProducerEpoch, spec.BaseSequence = c.PID, c.Epoch, c.Seq
	recs := make([]record.Record, c.Count)
	for i := range recs {
		recs[i] = record.Record{Offset: int64(i), Timestamp: a.w.Now.MS(), Value: []byte("raw")}
	}
	m := world.Message{To: b.ID, Request: producer.Request{Kind: producer.Produce, Acks: 1}}
	part := producer.RequestPart{TP: world.TP(r.Topic, r.Part), Data: record.Build(spec, recs)}
	if a.appendPart(b, &m, &part).Code == errcode.None {
		a.advance(r.Topic, r.Part)
	}
	return nil
}

// flush is KafkaProducer.flush.
func (a *act) flush(c *world.Command) error {
	p := a.w.Producer(c.Who)
	if p == nil || p.Client.Closed {
		return &line.Error{Key: line.ErrNoClient, Got: c.Who,
			Hint: line.Nearest(c.Who, a.clientNames())}
	}
	p.Client.Flush()
	a.clientActs(p.ID)
	return nil
}
