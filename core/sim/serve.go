package sim

import (
	"highwater/core/producer"
	"highwater/core/world"
)

// serve lets a broker work on the requests of a connection: one at a time, in order; the next one
// is not read before the response to the last one is written (SocketServer, Processor).
func (a *act) serve(id int64) {
	for {
		c := a.connByID(id)
		if c == nil || c.Busy != 0 || len(c.Queue) == 0 {
			a.sweep(id)
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
		return a.produceRequest(b, m, r)
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
