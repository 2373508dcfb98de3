package producer

import (
	"highwater/core/errcode"
	"highwater/core/why"
)

// Wake is when RunOnce has something to do if nothing else happens before; Never if it has not. It
// is always after now: call it when RunOnce has answered with no effects.
func (c *Client) Wake(now Time) Time {
	at := Never
	if c.Closed {
		return at
	}
	consider := func(t Time) {
		if t > now {
			at = min(at, t)
		}
	}
	busy := len(c.Calls) > 0 || c.lacksProducerID()
	for i := range c.Partitions {
		p := &c.Partitions[i]
		if len(p.Deque) > 0 {
			_, until := c.sendable(now, p, c.Batch(p.Deque[0]))
			consider(until)
		}
	}
	for i := range c.Batches {
		if c.Batches[i].Final == Pending {
			consider(c.expiresAt(&c.Batches[i]))
			busy = true
		}
	}
	c.wakeNodes(busy, consider)
	if c.lacksProducerID() && c.InitRequest == 0 {
		consider(c.InitAfter)
	}
	if len(c.Calls) > 0 {
		consider(c.callDeadline(&c.Calls[0]))
	}
	return at
}

func (c *Client) wakeNodes(busy bool, consider func(Time)) {
	if busy = busy || c.Meta.Wanted; busy && c.Meta.Request == 0 {
		consider(c.metadataAt())
	}
	for i := range c.Nodes {
		n := &c.Nodes[i]
		if len(n.InFlight) > 0 {
			consider(deadline(&n.InFlight[0]))
		}
		switch {
		case n.Link == Connecting:
			consider(n.SetupBy)
		case n.Link == Disconnected && busy:
			consider(n.RetryAt)
		}
	}
}

func (c *Client) lacksProducerID() bool { return c.idempotent() && !c.ProducerID.Valid() }

// Idle tells whether the application has an answer for everything it has sent.
func (c *Client) Idle() bool {
	if len(c.Calls) > 0 {
		return false
	}
	for i := range c.Batches {
		if c.Batches[i].Final == Pending {
			return false
		}
	}
	return true
}

// Hold says why the head of a partition's deque is not on the wire; the zero value when there is
// nothing to send or nothing in its way.
type Hold struct {
	Why   why.Why
	Batch BatchID
	Until Time  // when waiting ends by itself; Never when it does not
	First int32 // the sequence that must go first, or that the hole ends before
}

// Holds explains the head of a partition's deque, in the order in which the sender looks.
func (c *Client) Holds(now Time, tp TP) Hold {
	p, used := c.Partition(tp)
	if !used || len(p.Deque) == 0 {
		return Hold{}
	}
	head := c.Batch(p.Deque[0])
	h := Hold{Batch: head.ID, Until: Never}
	leader := c.Leader(tp)
	reason, until := c.sendable(now, p, head)
	held, first := c.held(p, head)
	switch {
	case leader.Node == NoNode:
		h.Why = why.HoldNoLeader
	case p.Muted:
		h.Why = why.HoldMuted
	case head.backsOff(now):
		h.Why, h.Until = why.HoldBackoff, until
	case reason == why.None:
		h.Why, h.Until = why.HoldLinger, until
	case held == why.HoldNoProducerID:
		h.Why = held
	default:
		h.Why, h.Until = c.holdsNode(now, leader.Node)
		if h.Why == why.None && held != why.None {
			h.Why, h.First = held, first
		}
	}
	return h
}

func (c *Client) holdsNode(now Time, node int32) (why.Why, Time) {
	n, known := c.Node(node)
	switch {
	case !known || n.Link != Connected:
		until := Never
		if known && n.Link == Disconnected && n.RetryAt > now {
			until = n.RetryAt
		}
		return why.HoldConnection, until
	case !c.canSendMore(n):
		return why.HoldInFlight, Never
	case c.metadataDue(now):
		return why.MetadataStale, Never
	}
	return why.None, Never
}

// Crash ends the client at once, as the death of its process does: whatever it held is gone and
// nobody is told. It returns how many records had no answer yet.
func (c *Client) Crash() (lost int64) {
	lost = int64(len(c.Calls))
	for i := range c.Batches {
		if c.Batches[i].Final == Pending {
			lost += int64(c.Batches[i].Count())
		}
	}
	c.Closed = true
	c.Calls, c.Batches, c.BufferUsed = nil, nil, 0
	for i := range c.Partitions {
		p := &c.Partitions[i]
		p.Deque, p.Net, p.Tracked = nil, nil, nil
	}
	for i := range c.Nodes {
		n := &c.Nodes[i]
		n.InFlight, n.Link, n.SetupBy = nil, Disconnected, Never
	}
	c.Meta.Request, c.InitRequest = 0, 0
	return lost
}

// New is a producer that has not done anything: it knows no broker, no leader, and has no producer
// id. The configuration must come from Validate.
func New(name string, config Config, seed uint64) Client {
	return Client{Name: name, Config: config, Rand: Rand(seed), ProducerID: none(),
		InitNode: NoNode, Fatal: errcode.None, Meta: Metadata{Node: NoNode},
		NextSend: 1, NextBatch: 1, NextRequest: 1}
}

func none() PIDEpoch { return PIDEpoch{PID: NoProducerID, Epoch: NoProducerEpoch} }
