package sim

import (
	"slices"

	"highwater/core/errcode"
	"highwater/core/log"
	"highwater/core/producer"
	"highwater/core/why"
	"highwater/core/world"
)

// produceRequest appends the batches of a request and answers, or waits for replicas
// (ReplicaManager.handleProduceAppend). A refused partition leaves the others as they are.
func (a *act) produceRequest(b *world.Broker, m *world.Message, r producer.Response) (
	producer.Response, bool) {
	id, conn, acks := m.ID, m.Conn, m.Request.Acks
	parts, refused := m.Request.Parts, false
	var needs []world.Need
	for i := range parts {
		part := a.appendPart(b, m, &parts[i])
		n := world.Need{Topic: part.Topic, Part: part.Partition, Done: true}
		if part.Code == errcode.None {
			n.Offset = part.BaseOffset + int64(parts[i].Data.Count)
			n.Epoch, n.Done = a.w.Partition(n.Topic, n.Part).LeaderEpoch, false
		}
		refused = refused || part.Code != errcode.None
		r.Parts, needs = append(r.Parts, part), append(needs, n)
		r.Leaders = append(r.Leaders, a.leaderHint(part)...)
	}
	for i := range needs {
		if !needs[i].Done {
			a.advance(needs[i].Topic, needs[i].Part)
		}
	}
	if acks == 0 && refused {
		// Nobody waits for an answer that could tell, so the connection is closed.
		a.lose(a.connByID(conn), why.ConnClosedByBroker)
	}
	if acks != -1 {
		return r, true
	}
	m = a.w.Message(id)
	m.Needs, m.Response = needs, r
	if a.settled(b, m) {
		return m.Response, true
	}
	a.w.Push(world.Timer{Due: a.w.Now.Add(world.Span(m.Request.TimeoutMS) * world.Millisecond),
		Kind: world.TimerBroker, Node: b.ID, Msg: id})
	return r, false
}

// leaderHint is what a refusal tells of the present leader (KIP-951).
func (a *act) leaderHint(part producer.ResponsePart) []producer.Leader {
	p := a.w.Partition(part.Topic, part.Partition)
	if part.Code != errcode.NotLeaderOrFollower || p == nil || p.Leader == 0 {
		return nil
	}
	return []producer.Leader{{TP: part.TP, Node: int32(p.Leader), Epoch: p.LeaderEpoch}}
}

// appendPart appends one batch of a produce request. The checks before the log's own come in the
// order of KafkaApis.handleProduceRequest and Partition.appendRecordsToLeader.
func (a *act) appendPart(b *world.Broker, m *world.Message,
	part *producer.RequestPart) producer.ResponsePart {
	out := producer.ResponsePart{TP: part.TP, BaseOffset: producer.NoOffset,
		LogStartOffset: producer.NoOffset}
	e := world.Event{Kind: world.Refused, Node: b.ID, Peer: m.From, Topic: part.Topic,
		Part: part.Partition, Msg: m.ID}
	e.Code, e.Why, e.A, e.B = a.mayAppend(b, m, part)
	if out.Code = e.Code; out.Code != errcode.None {
		a.emit(e)
		return out
	}
	p := a.w.Partition(part.Topic, part.Partition)
	r := b.Replica(part.Topic, part.Partition)
	res, code := r.Log.AppendLeader(part.Data, p.LeaderEpoch, a.w.Now.MS())
	for _, roll := range res.Rolls {
		a.rolled(b, r, roll)
	}
	out.Code, out.LogStartOffset = code, res.LogStart
	if code != errcode.None {
		e.Code, e.Why, e.A, e.B = code, res.Why, res.Want, res.Got
		e.From, e.To = int64(part.Data.BaseSequence), int64(part.Data.LastSequence())
		e.C, e.D = part.Data.ProducerID, int64(part.Data.ProducerEpoch)
		a.emit(e)
		return out
	}
	out.BaseOffset = res.First
	a.appended(r, &e, &res, part)
	return out
}

// mayAppend are the checks that need no look into the log: permission, existence, leadership, ISR.
// A and B are the numbers of the reason.
func (a *act) mayAppend(b *world.Broker, m *world.Message, part *producer.RequestPart) (
	code errcode.Code, reason why.Why, want, got int64) {
	p := a.w.Partition(part.Topic, part.Partition)
	r := b.Replica(part.Topic, part.Partition)
	switch {
	case p == nil:
		return errcode.UnknownTopicOrPartition, why.PartitionUnknown, 0, 0
	case slices.Contains(a.w.Topics[part.Topic].Denied, m.From):
		return errcode.TopicAuthorizationFailed, why.NotAuthorized, 0, 0
	case r == nil || p.Leader != b.ID:
		return errcode.NotLeaderOrFollower, why.NotTheLeader, int64(p.Leader), int64(b.ID)
	}
	least, in := r.Log.Config.MinInSyncReplicas, int64(len(p.ISR))
	if m.Request.Acks == -1 && in < least {
		return errcode.NotEnoughReplicas, why.TooFewInSync, least, in
	}
	return errcode.None, why.None, 0, 0
}

// appended tells of an append or of a duplicate.
func (a *act) appended(r *world.Replica, e *world.Event, res *log.AppendResult,
	part *producer.RequestPart) {
	e.From, e.To, e.Why = res.First, res.Last, res.Why
	if res.Duplicate {
		e.Kind = world.Duplicate
		e.A, e.B = int64(part.Data.BaseSequence), int64(part.Data.LastSequence())
		e.C = part.Data.ProducerID
		a.emit(*e)
		return
	}
	s := r.Log.ActiveSegment()
	n := len(s.Batches) - 1
	e.Kind = world.Appended
	e.A, e.B, e.C = int64(s.Batches[n].Size()), int64(s.Positions[n]), s.BaseOffset
	e.D = int64(part.Data.BaseSequence)
	a.emit(*e)
}
