package sim

import (
	"highwater/core/errcode"
	"highwater/core/log"
	"highwater/core/producer"
	"highwater/core/why"
	"highwater/core/world"
)

// serve lets a broker work on the requests of a connection: one at a time, in order; the next one
// is not read before the response to the last one is written (SocketServer, Processor).
func (a *act) serve(id int64) {
	for {
		c := a.connByID(id)
		if c == nil || c.Busy != 0 || len(c.Queue) == 0 {
			return
		}
		c.Busy = c.Queue[0]
		c.Queue = c.Queue[1:]
		m := a.w.Message(c.Busy)
		b := a.w.Broker(c.Node)
		if m == nil || b == nil || !b.Up {
			c.Busy = 0
			continue
		}
		response, done := a.handle(b, m)
		if !done {
			return
		}
		a.answer(m.ID, response)
	}
}

// handle is the one switch over the requests that a broker knows. It is not done when the answer
// has to wait for something.
func (a *act) handle(b *world.Broker, m *world.Message) (producer.Response, bool) {
	r := producer.Response{Request: m.Request.ID, Kind: m.Request.Kind, Node: int32(b.ID)}
	switch m.Request.Kind {
	case producer.Produce:
		for i := range m.Request.Parts {
			r.Parts = append(r.Parts, a.appendPart(b, m, &m.Request.Parts[i]))
		}
	case producer.InitProducerID:
		r.ProducerID = producer.PIDEpoch{PID: a.w.NextPID}
		a.w.NextPID++
	case producer.FetchMetadata:
		r.Topics, r.Leaders, r.Brokers = a.metadata()
	}
	return r, true
}

// answer writes the response to a request and frees its connection.
func (a *act) answer(id int64, response producer.Response) {
	m := a.w.Message(id)
	from, to, conn, acks := m.To, m.From, m.Conn, m.Request.Acks
	a.forget(id)
	if c := a.connByID(conn); c != nil {
		c.Busy = 0
	}
	if response.Kind == producer.Produce && acks == 0 {
		return
	}
	a.carry(world.Message{From: from, To: to, Conn: conn, Answer: true, Response: response})
}

// finishRequest answers a request that had to wait.
func (a *act) finishRequest(t world.Timer) {
	if m := a.w.Message(t.Msg); m != nil {
		a.answer(t.Msg, producer.Response{Request: m.Request.ID, Kind: m.Request.Kind,
			Node: int32(t.Node)})
	}
}

// appendPart appends one batch of a produce request (ReplicaManager.appendToLocalLog).
func (a *act) appendPart(b *world.Broker, m *world.Message,
	part *producer.RequestPart) producer.ResponsePart {
	out := producer.ResponsePart{TP: part.TP, BaseOffset: producer.NoOffset,
		LogStartOffset: producer.NoOffset}
	p := a.w.Partition(part.Topic, part.Partition)
	r := b.Replica(part.Topic, part.Partition)
	e := world.Event{Kind: world.Refused, Node: b.ID, Peer: m.From, Topic: part.Topic,
		Part: part.Partition, Msg: m.ID}
	if p == nil || r == nil || p.Leader != b.ID {
		out.Code, e.Why = errcode.NotLeaderOrFollower, why.NotTheLeader
		e.Code = out.Code
		a.emit(e)
		return out
	}
	if need := r.Log.Config.MinInSyncReplicas; m.Request.Acks == -1 &&
		int64(len(p.ISR)) < need {
		out.Code, e.Why = errcode.NotEnoughReplicas, why.TooFewInSync
		e.Code, e.A, e.B = out.Code, need, int64(len(p.ISR))
		a.emit(e)
		return out
	}
	res, code := r.Log.AppendLeader(part.Data, p.LeaderEpoch, a.w.Now.MS())
	for _, roll := range res.Rolls {
		a.rolled(b, r, roll)
	}
	out.Code, out.LogStartOffset = code, res.LogStart
	if code != errcode.None {
		e.Code, e.Why, e.A, e.B = code, res.Why, res.Want, res.Got
		a.emit(e)
		return out
	}
	out.BaseOffset = res.First
	a.appended(b, r, p, &e, &res, part)
	return out
}

// appended tells of an append or of a duplicate, and moves the high watermark of a partition that
// has no followers to wait for.
func (a *act) appended(b *world.Broker, r *world.Replica, p *world.Partition, e *world.Event,
	res *log.AppendResult, part *producer.RequestPart) {
	e.From, e.To = res.First, res.Last
	if res.Duplicate {
		e.Kind, e.Why = world.Duplicate, res.Why
		e.A, e.B = int64(part.Data.BaseSequence), int64(part.Data.LastSequence())
		e.C = part.Data.ProducerID
		a.emit(*e)
		return
	}
	s := r.Log.ActiveSegment()
	n := len(s.Batches) - 1
	e.Kind, e.Why = world.Appended, res.Why
	e.A, e.B, e.C = int64(s.Batches[n].Size()), int64(s.Positions[n]), s.BaseOffset
	a.emit(*e)
	if len(p.ISR) == 1 {
		r.Log.RaiseHW(r.Log.EndOffset)
	}
}
