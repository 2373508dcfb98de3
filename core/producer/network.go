package producer

import (
	"cmp"
	"slices"

	"highwater/core/errcode"
	"highwater/core/why"
)

// usable is NetworkClient.ready: whether a request can be put on the connection to a node now. If
// there is none, it is opened.
func (c *Client) usable(now Time, node int32, e *Effects) bool {
	n := c.addNode(node)
	n.ReadyAt = now
	if n.Link == Disconnected {
		c.connect(now, n, e)
		return false
	}
	if n.Link != Connected || c.metadataDue(now) || !c.canSendMore(n) {
		return false
	}
	n.DrainedAt = now
	return true
}

// canSendMore is InFlightRequests.canSendMore; a send is fully written at once here.
func (c *Client) canSendMore(n *Node) bool { return len(n.InFlight) < int(c.Config.MaxInFlight) }

// connect is NetworkClient.initiateConnect, unless the reconnect back-off holds.
func (c *Client) connect(now Time, n *Node, e *Effects) bool {
	if n.Link != Disconnected || now < n.RetryAt {
		return false
	}
	n.Link = Connecting
	setup := c.jittered(c.Config.SetupTimeoutMS, c.Config.SetupTimeoutMaxMS, n.SetupFailures)
	n.SetupBy = now + Time(setup)*Millisecond
	e.Connect = append(e.Connect, n.ID)
	e.note(Note{Kind: NoteConnect, Node: n.ID, A: int64(n.Failures)})
	return true
}

// OnConnect tells that the connection to a node stands (NetworkClient.handleConnections).
func (c *Client) OnConnect(now Time, node int32) Effects {
	var e Effects
	n, known := c.Node(node)
	if c.Closed || !known || n.Link != Connecting {
		return e
	}
	n.Link, n.Failures, n.SetupFailures, n.SetupBy = Connected, 0, 0, Never
	e.note(Note{Kind: NoteConnected, Node: node})
	return e
}

// OnDisconnect tells that the connection to a node, or the attempt, is gone.
func (c *Client) OnDisconnect(now Time, node int32) Effects {
	var e Effects
	n, known := c.Node(node)
	if c.Closed || !known || n.Link == Disconnected {
		return e
	}
	reason := why.ConnectionLost
	if n.Link == Connecting {
		reason = why.ConnectionRefused
	}
	c.disconnected(now, node, errcode.NetworkException, reason, &e)
	c.runCalls(now, &e)
	return e
}

// disconnected is ClusterConnectionStates.disconnected and NetworkClient.cancelInFlightRequests:
// every request on the connection fails, oldest first.
func (c *Client) disconnected(now Time, node int32, code errcode.Code, reason why.Why, e *Effects) {
	n, _ := c.Node(node)
	if n.Link == Connecting {
		n.SetupFailures++
	} else {
		n.SetupFailures = 0
	}
	n.Link, n.SetupBy = Disconnected, Never
	n.Failures++
	wait := c.jittered(c.Config.ReconnectBackoffMS, c.Config.ReconnectBackoffMaxMS, n.Failures-1)
	n.RetryAt = now + Time(wait)*Millisecond
	lost := n.InFlight
	n.InFlight = nil
	e.note(Note{Kind: NoteDisconnect, Node: node, A: int64(len(lost)), B: wait, Why: reason,
		Code: code})
	if c.metadataDue(now) {
		c.metadataFailed(now)
	}
	for _, r := range lost {
		c.cancel(now, r, code, e)
	}
	c.wantMetadata()
}

// cancel gives up one request of a lost connection.
func (c *Client) cancel(now Time, r Request, code errcode.Code, e *Effects) {
	switch r.Kind {
	case Produce:
		for _, part := range r.Parts {
			c.answer(now, part, ResponsePart{TP: part.TP, Code: code, BaseOffset: NoOffset,
				LogStartOffset: NoOffset}, why.None, e)
		}
	case InitProducerID:
		c.retryInit(now)
	case FetchMetadata:
		c.metadataFailed(now)
	}
}

// poll does what NetworkClient.poll does by the clock, in its order: first metadata, then requests
// that are overdue and connections that do not come up.
func (c *Client) poll(now Time, e *Effects) {
	c.updateMetadata(now, e)
	for i := range c.Nodes {
		n := &c.Nodes[i]
		switch {
		case n.Link == Connecting && now >= n.SetupBy:
			e.Close = append(e.Close, n.ID)
			c.disconnected(now, n.ID, errcode.NetworkException, why.ConnectionRefused, e)
		case c.overdue(now, n):
			e.note(Note{Kind: NoteTimeout, Node: n.ID, A: int64(n.InFlight[0].ID),
				B: (now - n.InFlight[0].SentAt).MS(), Why: why.RequestOverdue})
			e.Close = append(e.Close, n.ID)
			c.disconnected(now, n.ID, errcode.RequestTimedOut, why.RequestOverdue, e)
		}
	}
	if c.FlushUpTo > 0 {
		c.endFlush()
	}
	c.runCalls(now, e)
}

// overdue is InFlightRequests.hasExpiredRequest. All requests of a client have the same timeout, so
// the oldest one decides.
func (c *Client) overdue(now Time, n *Node) bool {
	return len(n.InFlight) > 0 && now >= deadline(&n.InFlight[0])
}

// deadline is the first millisecond at which a request is older than its timeout.
func deadline(r *Request) Time { return r.SentAt + Time(r.TimeoutMS+1)*Millisecond }

// leastLoaded is NetworkClient.leastLoadedNode: a connected node with the fewest requests, else one
// that is being connected, else one that may be. The lowest id wins a tie.
func (c *Client) leastLoaded(now Time) int32 {
	best := NoNode
	rank := func(n *Node) int {
		switch {
		case n.Link == Connected && c.canSendMore(n):
			return len(n.InFlight)
		case n.Link == Connecting:
			return 1 << 20
		case n.Link == Disconnected && now >= n.RetryAt:
			return 1 << 21
		}
		return 1 << 30
	}
	nodes := slices.Clone(c.Nodes)
	slices.SortStableFunc(nodes, func(a, b Node) int { return cmp.Compare(rank(&a), rank(&b)) })
	if len(nodes) > 0 && rank(&nodes[0]) < 1<<30 {
		best = nodes[0].ID
	}
	return best
}
