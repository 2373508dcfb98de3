package producer

import (
	"highwater/core/errcode"
	"highwater/core/why"
)

// RunOnce is one iteration of the Sender thread (Sender.runOnce), with what its poll does by the
// clock: overdue requests, metadata, connections. Responses and disconnections reach the client by
// OnResponse and OnDisconnect. Effects.None says that there was nothing to do; it is then the same
// at any time before Wake.
func (c *Client) RunOnce(now Time) Effects {
	var e Effects
	if c.Closed {
		return e
	}
	if c.idempotent() {
		c.resolve(&e)
		if c.Fatal != errcode.None {
			c.failEverything(&e)
			c.poll(now, &e)
			return e
		}
		c.bumpIfNeeded(&e)
		if c.initProducerID(now, &e) {
			c.poll(now, &e)
			return e
		}
	}
	c.sendProducerData(now, &e)
	c.poll(now, &e)
	return e
}

// sendProducerData is Sender.sendProducerData: drain what may go, expire what is too old, put
// requests on the wire. A batch past its deadline can thus be drained, failed to the application
// and sent, all in one iteration.
func (c *Client) sendProducerData(now Time, e *Effects) {
	r := c.ready(now)
	if r.orphans {
		c.lackMetadata()
	}
	type load struct {
		node    int32
		batches []BatchID
	}
	var loads []load
	for _, node := range r.nodes {
		if !c.usable(now, node, e) {
			continue
		}
		if taken := c.drain(now, node, e); len(taken) > 0 {
			loads = append(loads, load{node, taken})
		}
	}
	c.expire(now, e)
	for _, l := range loads {
		c.sendProduce(now, l.node, l.batches, e)
	}
}

// sendProduce is Sender.sendProduceRequest: one request of at most one batch a partition.
func (c *Client) sendProduce(now Time, node int32, batches []BatchID, e *Effects) {
	r := Request{Kind: Produce, Node: node, Acks: c.Config.Acks}
	for _, id := range batches {
		b := c.Batch(id)
		r.Parts = append(r.Parts, RequestPart{TP: b.TP, Batch: id, Data: b.Data})
	}
	request := c.send(now, r, e)
	for _, id := range batches {
		c.Batch(id).Request = request
	}
	if c.Config.Acks == 0 {
		// Nothing is awaited: the request is complete when its bytes are in the socket, which
		// the same poll reports (NetworkClient.handleCompletedSends).
		n, _ := c.Node(node)
		done := n.InFlight[len(n.InFlight)-1]
		n.InFlight = n.InFlight[:len(n.InFlight)-1]
		for _, part := range done.Parts {
			c.answer(now, part, ResponsePart{TP: part.TP, BaseOffset: NoOffset,
				LogStartOffset: NoOffset}, why.DoneNoResponse, e)
		}
		c.runCalls(now, e)
	}
}

// send puts a request on its connection.
func (c *Client) send(now Time, r Request, e *Effects) RequestID {
	r.ID = c.NextRequest
	c.NextRequest++
	r.SentAt, r.TimeoutMS = now, c.Config.RequestTimeoutMS
	n, _ := c.Node(r.Node)
	n.InFlight = append(n.InFlight, r)
	e.Requests = append(e.Requests, r)
	return r.ID
}

// initProducerID is the non-transactional part of Sender.maybeSendAndPollTransactionalRequest: true
// ends the iteration before anything is produced.
func (c *Client) initProducerID(now Time, e *Effects) bool {
	if c.InitRequest != 0 {
		return true
	}
	if c.ProducerID.Valid() {
		return false
	}
	if now < c.InitAfter {
		return true
	}
	node := c.leastLoaded(now)
	if node == NoNode {
		c.lackMetadata()
		return true
	}
	if c.usable(now, node, e) {
		c.InitRequest = c.send(now, Request{Kind: InitProducerID, Node: node}, e)
		c.InitNode = node
	}
	return true
}

// retryInit waits retry.backoff.ms before InitProducerId is asked for again.
func (c *Client) retryInit(now Time) {
	c.InitRequest, c.InitNode = 0, NoNode
	c.InitAfter = now + Time(c.Config.RetryBackoffMS)*Millisecond
}

// onProducerID is TransactionManager.InitProducerIdHandler.handleResponse.
func (c *Client) onProducerID(now Time, r Response, e *Effects) {
	switch {
	case r.Code == errcode.None:
		c.InitRequest, c.InitNode = 0, NoNode
		c.identify(r.ProducerID, e)
	case r.Code.Retriable():
		c.retryInit(now)
	default:
		c.InitRequest, c.InitNode = 0, NoNode
		c.Fatal = r.Code
	}
}

func (c *Client) identify(id PIDEpoch, e *Effects) {
	before := int64(c.ProducerID.Epoch)
	c.ProducerID = id
	e.note(Note{Kind: NoteEpoch, A: id.PID, B: int64(id.Epoch), C: before,
		Why: why.ProducerIDGiven})
	c.rewrite(e)
}

// Identify gives a warm client its producer id without a request, if it needs one.
func (c *Client) Identify(pid int64) Effects {
	var e Effects
	if c.lacksProducerID() && c.InitRequest == 0 {
		c.identify(PIDEpoch{PID: pid}, &e)
	}
	return e
}
