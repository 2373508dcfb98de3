package sim

import (
	"slices"

	"highwater/core/why"
	"highwater/core/world"
)

// conn finds the open connection of a client to a broker.
func (a *act) conn(client, node world.NodeID) *world.Conn {
	for i := range a.w.Conns {
		c := &a.w.Conns[i]
		if c.Client == client && c.Node == node && c.Open {
			return c
		}
	}
	return nil
}

func (a *act) connByID(id int64) *world.Conn {
	for i := range a.w.Conns {
		if a.w.Conns[i].ID == id {
			return &a.w.Conns[i]
		}
	}
	return nil
}

// open makes a connection that stands at once; false if the broker cannot be reached.
func (a *act) open(client, node world.NodeID) bool {
	b := a.w.Broker(node)
	if b == nil || !b.Up || a.cut(client, node) {
		return false
	}
	a.w.Conns = append(a.w.Conns, world.Conn{ID: a.w.NextConn, Client: client, Node: node,
		Open: true})
	a.w.NextConn++
	return true
}

// connect begins to make a connection: it stands after one round trip, or is refused then if the
// broker is down. Over a cut link nothing ever comes back and the client's timer decides.
func (a *act) connect(client, node world.NodeID) {
	w := a.w
	w.Conns = append(w.Conns, world.Conn{ID: w.NextConn, Client: client, Node: node})
	if !a.cut(client, node) {
		w.Push(world.Timer{Due: w.Now.Add(2 * w.Cluster.Latency), Kind: world.TimerConnect,
			Node: client, Msg: w.NextConn})
	}
	w.NextConn++
}

// connected ends the making of a connection.
func (a *act) connected(id int64) {
	c := a.connByID(id)
	if c == nil || c.Open || c.Gone {
		return
	}
	p := a.client(c.Client)
	b := a.w.Broker(c.Node)
	if b != nil && b.Up && !a.cut(c.Client, c.Node) {
		c.Open = true
		e := event(world.Connected, c.Client)
		e.Peer, e.A = c.Node, c.ID
		a.emit(e)
		a.apply(p.ID, p.Client.OnConnect(clientTime(a.w.Now), int32(c.Node)))
	} else {
		a.lose(c, why.ConnNotMade)
	}
	a.clientActs(p.ID)
}

func (a *act) cut(x, y world.NodeID) bool {
	return slices.Contains(a.w.Cuts, world.Cut{A: min(x, y), B: max(x, y)})
}

// carry puts a message on the wire. It is the one place where delay, loss and cuts act: a pipe
// never overtakes, a stalled connection holds everything up, and over a cut link a message leaves
// and does not arrive.
func (a *act) carry(m world.Message) {
	w := a.w
	client, node := m.From, m.To
	if m.Answer {
		client, node = node, client
	}
	c := a.connByID(m.Conn)
	if !m.Answer {
		c = a.conn(client, node)
	}
	if c == nil || !c.Open {
		e := messageEvent(world.Lost, m.From, m.To, &m)
		e.Why = why.ConnClosed
		a.emit(e)
		return
	}
	last, broken := &c.LastUp, c.BrokenUp
	if m.Answer {
		last, broken = &c.LastDown, c.BrokenDown
	}
	m.ID, m.Conn = w.NextMessage, c.ID
	m.Sent, m.Due = w.Now, max(w.Now.Add(w.Cluster.Latency), *last, c.StalledTo)
	*last = m.Due
	w.NextMessage++
	switch {
	case a.cut(client, node):
		m.Lost = why.LinkCut
	case broken:
		m.Lost = why.BehindLost
	}
	w.Messages = append(w.Messages, m)
	w.Push(world.Timer{Due: m.Due, Kind: world.TimerMessage, Node: m.To, Msg: m.ID})
	e := messageEvent(world.Sent, m.From, m.To, &m)
	e.C = int64(m.Due)
	a.emit(e)
}

func messageEvent(k world.Kind, node, peer world.NodeID, m *world.Message) world.Event {
	e := event(k, node)
	e.Peer, e.Msg, e.From, e.To = peer, m.ID, -1, -1
	e.A, e.B = int64(m.Request.Kind), int64(m.Request.ID)
	if m.Answer {
		e.A, e.B, e.D = int64(m.Response.Kind), int64(m.Response.Request), 1
		for i := range m.Response.Parts {
			e.Topic, e.Part = m.Response.Parts[i].Topic, m.Response.Parts[i].Partition
			e.Code = m.Response.Parts[i].Code
			break
		}
		return e
	}
	for i := range m.Request.Parts {
		p := &m.Request.Parts[i]
		e.Topic, e.Part = p.Topic, p.Partition
		if p.Data.ProducerID >= 0 {
			e.From, e.To = int64(p.Data.BaseSequence), int64(p.Data.LastSequence())
		}
		break
	}
	return e
}

// deliver ends the journey of a message: it arrives, or breaks.
func (a *act) deliver(id int64) {
	m := a.w.Message(id)
	if m == nil {
		return
	}
	if m.Lost == why.None && a.cut(m.From, m.To) {
		m.Lost = why.LinkCut
	}
	if m.Lost != why.None {
		e := messageEvent(world.Lost, m.From, m.To, m)
		e.Why = m.Lost
		a.emit(e)
		a.forget(id)
		return
	}
	a.emit(messageEvent(world.Arrived, m.To, m.From, m))
	if m.Answer {
		response, to := m.Response, m.To
		a.forget(id)
		p := a.client(to)
		a.apply(to, p.Client.OnResponse(clientTime(a.w.Now), response))
		a.clientActs(to)
		return
	}
	c := a.connByID(m.Conn)
	if c == nil {
		a.forget(id)
		return
	}
	m.Arrived = true
	c.Queue = append(c.Queue, id)
	a.serve(c.ID)
}

// forget removes a message from the world.
func (a *act) forget(id int64) {
	a.w.Messages = slices.DeleteFunc(a.w.Messages, func(m world.Message) bool {
		return m.ID == id
	})
}

// lose closes a connection. What the broker has received goes on, whoever closes it. When the
// client closes, what it had sent before still arrives; otherwise everything on the way breaks,
// and the client hears of it at once.
func (a *act) lose(c *world.Conn, reason why.Why) {
	id, client, node := c.ID, c.Client, c.Node
	byClient := reason == why.ConnClosedByClient || reason == why.ClientIsGone
	for i := range a.w.Messages {
		m := &a.w.Messages[i]
		if m.Conn == id && !m.Arrived && m.Lost == why.None && (m.Answer || !byClient) {
			m.Lost = why.ConnClosed
		}
	}
	c.Open, c.Gone = false, true
	a.sweep(id)
	e := event(world.Disconnected, client)
	e.Peer, e.A, e.Why = node, id, reason
	a.emit(e)
	if !byClient {
		p := a.client(client)
		a.apply(client, p.Client.OnDisconnect(clientTime(a.w.Now), int32(node)))
		a.clientActs(client)
	}
}

// sweep forgets a closed connection on which nothing more will arrive and nothing is being done.
func (a *act) sweep(id int64) {
	c := a.connByID(id)
	if c == nil || !c.Gone || c.Busy != 0 || len(c.Queue) > 0 {
		return
	}
	for i := range a.w.Messages {
		if m := &a.w.Messages[i]; m.Conn == id && !m.Answer && m.Lost == why.None {
			return
		}
	}
	a.w.Conns = slices.DeleteFunc(a.w.Conns, func(x world.Conn) bool { return x.ID == id })
}

// closeFromClient closes what a client has with a broker because the client wants it.
func (a *act) closeFromClient(client, node world.NodeID) {
	for i := range a.w.Conns {
		if c := &a.w.Conns[i]; c.Client == client && c.Node == node && !c.Gone {
			a.lose(c, why.ConnClosedByClient)
			return
		}
	}
}

// calm says that nothing is on the way and that no client holds anything that is not final.
func (a *act) calm() bool {
	if len(a.w.Messages) > 0 {
		return false
	}
	for i := range a.w.Producers {
		if p := &a.w.Producers[i].Client; !p.Closed && !idle(p) {
			return false
		}
	}
	return true
}
