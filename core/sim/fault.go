package sim

import (
	"slices"

	"highwater/core/line"
	"highwater/core/why"
	"highwater/core/world"
)

// faultMessage drops or delays one message that is on the way.
func (a *act) faultMessage(c *world.Command) error {
	m := a.onTheWay(c.Msg)
	if m == nil {
		return &line.Error{Key: line.ErrNoMessage, Got: "m" + itoa(max(c.Msg, 0))}
	}
	e := messageEvent(world.Faulted, m.From, m.To, m)
	if c.Verb == world.DropMessage {
		m.Lost = why.DroppedByCommand
		a.breakPipe(m)
		m.Due = max(a.w.Now, (m.Sent+m.Due)/2)
		e.Why = m.Lost
		a.emit(e)
		a.retime(m.ID, m.Due)
		return nil
	}
	e.Why, e.A = why.DelayedByCommand, int64(c.Span)
	a.emit(e)
	a.hold(m.Conn, m.Answer, m.Due, m.Due.Add(c.Span))
	return nil
}

// onTheWay finds a message that has neither arrived nor been lost.
func (a *act) onTheWay(id int64) *world.Message {
	var found *world.Message
	for i := range a.w.Messages {
		m := &a.w.Messages[i]
		if m.Arrived || m.Lost != why.None || id > 0 && m.ID != id {
			continue
		}
		if found = m; id != world.LastMessage {
			break
		}
	}
	return found
}

// breakPipe lets nothing behind a lost message arrive: TCP delivers in order, so a connection by
// itself never reorders, and what comes after a hole is as good as lost.
func (a *act) breakPipe(lost *world.Message) {
	for i := range a.w.Messages {
		m := &a.w.Messages[i]
		if m.Conn == lost.Conn && m.Answer == lost.Answer && m.ID > lost.ID && !m.Arrived &&
			m.Lost == why.None {
			m.Lost = why.BehindLost
		}
	}
	if c := a.connByID(lost.Conn); c != nil {
		c.BrokenUp = c.BrokenUp || !lost.Answer
		c.BrokenDown = c.BrokenDown || lost.Answer
	}
}

// retime moves the timer of a message.
func (a *act) retime(id int64, due world.Time) {
	var node world.NodeID
	a.w.Drop(func(t world.Timer) bool {
		if t.Kind != world.TimerMessage || t.Msg != id {
			return false
		}
		node = t.Node
		return true
	})
	a.w.Push(world.Timer{Due: due, Kind: world.TimerMessage, Node: node, Msg: id})
}

// hold keeps everything in one direction of a connection that is due at a moment or after it until
// another: a pipe keeps its order.
func (a *act) hold(conn int64, answer bool, from, until world.Time) {
	for i := range a.w.Messages {
		m := &a.w.Messages[i]
		if m.Conn != conn || m.Answer != answer || m.Arrived || m.Due < from || m.Due >= until {
			continue
		}
		m.Due = until
		a.retime(m.ID, until)
	}
	if c := a.connByID(conn); c != nil {
		if answer {
			c.LastDown = max(c.LastDown, until)
		} else {
			c.LastUp = max(c.LastUp, until)
		}
	}
}

// faultLink cuts or heals the link between two nodes.
func (a *act) faultLink(c *world.Command) error {
	x, err := a.node(c.Who)
	if err != nil {
		return err
	}
	y, err := a.node(c.Peer)
	if err != nil {
		return err
	}
	if x == y {
		return &line.Error{Key: line.ErrSelf, Got: c.Who}
	}
	cut := world.Cut{A: min(x, y), B: max(x, y)}
	e := event(world.Faulted, x)
	e.Peer, e.Why = y, why.LinkCutByCommand
	there := slices.Contains(a.w.Cuts, cut)
	switch {
	case c.Verb == world.CutLink && there:
		return &line.Error{Key: line.ErrCut}
	case c.Verb == world.HealLink && !there:
		return &line.Error{Key: line.ErrNotCut}
	case c.Verb == world.CutLink:
		a.w.Cuts = append(a.w.Cuts, cut)
	default:
		e.Why = why.LinkHealed
		a.w.Cuts = slices.DeleteFunc(a.w.Cuts, func(k world.Cut) bool { return k == cut })
	}
	a.emit(e)
	if c.Verb == world.HealLink {
		a.replicateAll()
		a.retryConnects(cut)
	}
	return nil
}

// retryConnects lets connections that were being made over the healed link go on: the next SYN gets
// through.
func (a *act) retryConnects(healed world.Cut) {
	for _, c := range a.w.Conns {
		link := world.Cut{A: min(c.Client, c.Node), B: max(c.Client, c.Node)}
		if link == healed && !c.Open && !c.Gone {
			a.w.Push(world.Timer{Due: a.w.Now.Add(2 * a.w.Cluster.Latency),
				Kind: world.TimerConnect, Node: c.Client, Msg: c.ID})
		}
	}
}

// faultConn stalls or breaks a connection.
func (a *act) faultConn(c *world.Command) error {
	p := a.w.Producer(c.Who)
	if p == nil {
		return &line.Error{Key: line.ErrNoClient, Got: c.Who,
			Hint: line.Nearest(c.Who, a.clientNames())}
	}
	conn := a.conn(p.ID, c.Node)
	if conn == nil {
		return &line.Error{Key: line.ErrNoConnection, Got: c.Node.String()}
	}
	e := event(world.Faulted, p.ID)
	e.Peer = c.Node
	if c.Verb == world.CloseConn {
		e.Why = why.ConnClosedByCommand
		a.emit(e)
		a.lose(conn, why.ConnClosedByCommand)
		a.clientActs(p.ID)
		return nil
	}
	e.Why, e.A = why.ConnStalled, int64(c.Span)
	a.emit(e)
	conn.StalledTo = max(conn.StalledTo, a.w.Now.Add(c.Span))
	a.hold(conn.ID, false, 0, conn.StalledTo)
	a.hold(conn.ID, true, 0, conn.StalledTo)
	return nil
}

// crashClient ends a producer, or gives it a new life without any memory.
func (a *act) crashClient(c *world.Command) error {
	p := a.w.Producer(c.Who)
	if p == nil {
		return &line.Error{Key: line.ErrNoClient, Got: c.Who,
			Hint: line.Nearest(c.Who, a.clientNames())}
	}
	cfg, id := p.Client.Config, p.ID
	if c.Verb == world.CrashClient && p.Client.Closed {
		return &line.Error{Key: line.ErrCrashed, Got: c.Who}
	}
	if len(c.Settings) > 0 {
		var err error
		if cfg, err = clientConfig(c.Settings); err != nil {
			return &line.Error{Key: line.ErrSetting, Got: err.Error()}
		}
	}
	if !p.Client.Closed {
		lost := p.Client.Crash()
		a.dropConns(func(x *world.Conn) bool { return x.Client == id }, why.ClientIsGone)
		a.w.Drop(func(t world.Timer) bool {
			return t.Kind == world.TimerClient && t.Node == id
		})
		e := event(world.ClientGone, id)
		e.A = lost
		a.emit(e)
	}
	if c.Verb == world.RestartClient {
		p = a.client(id)
		p.Client = newClient(c.Who, cfg, a.w.Rand.Next())
		a.emit(event(world.ClientMade, id))
	}
	return nil
}

// dropConns closes every connection that the test names.
func (a *act) dropConns(which func(*world.Conn) bool, reason why.Why) {
	for i := 0; i < len(a.w.Conns); {
		if c := &a.w.Conns[i]; !c.Gone && which(c) {
			a.lose(c, reason)
			i = 0
			continue
		}
		i++
	}
}
