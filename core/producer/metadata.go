package producer

import (
	"highwater/core/why"
)

// Bootstrap tells the client of brokers to ask (bootstrap.servers). It knows no topic yet.
func (c *Client) Bootstrap(brokers []int32) {
	for _, id := range brokers {
		c.addNode(id)
	}
	c.Meta.Wanted = true
}

// Warm gives the client metadata and standing connections, as if it had been at work for long. The
// world must hold the same connections.
func (c *Client) Warm(now Time, topics []TopicMeta, leaders []Leader, brokers []int32) {
	for _, id := range brokers {
		n := c.addNode(id)
		n.Link, n.SetupBy = Connected, Never
	}
	c.learn(topics, leaders)
	c.Meta.UpdatedAt, c.Meta.TriedAt, c.Meta.Wanted = now, now, false
}

// learn is Metadata.update.
func (c *Client) learn(topics []TopicMeta, leaders []Leader) (changed int64) {
	for _, m := range topics {
		t := c.topic(m.Topic)
		if !t.Known || t.Partitions != m.Partitions {
			t.Known, t.Partitions = true, m.Partitions
			changed++
		}
	}
	for _, l := range leaders {
		if c.learnLeader(l) {
			changed++
		}
	}
	return changed
}

// wantMetadata is Metadata.requestUpdate: what is known may be wrong. An answer that is already
// on its way may be as old, so another one is asked for after it.
func (c *Client) wantMetadata() { c.Meta.Wanted, c.Meta.Again = true, c.Meta.Request != 0 }

// lackMetadata asks for what is not known at all, which the answer on its way may bring.
func (c *Client) lackMetadata() { c.Meta.Wanted = true }

// metadataAt is when the next update falls due (Metadata.timeToNextUpdate): at once when one is
// wanted, else by age, but never within the back-off.
func (c *Client) metadataAt() Time {
	at := c.Meta.UpdatedAt + Time(c.Config.MetadataMaxAgeMS)*Millisecond
	if c.Meta.Wanted {
		at = 0
	}
	return max(at, c.Meta.AllowedAt)
}

// refreshedIdle counts the refreshes as done that an idle client makes in the background every
// metadata.max.age.ms: nobody wakes it for them here, since nothing comes of them.
func (c *Client) refreshedIdle(now Time) {
	age, most := now-c.Meta.UpdatedAt, Time(c.Config.MetadataMaxAgeMS)*Millisecond
	if c.Meta.UpdatedAt > 0 && most > 0 && age >= most && !c.Meta.Wanted && c.Idle() {
		c.Meta.UpdatedAt = now - age%most
	}
}

// metadataDue is NetworkClient.DefaultMetadataUpdater.isUpdateDue: no other request goes before it.
func (c *Client) metadataDue(now Time) bool {
	return c.Meta.Request == 0 && now >= c.metadataAt()
}

// updateMetadata is DefaultMetadataUpdater.maybeUpdate.
func (c *Client) updateMetadata(now Time, e *Effects) {
	if !c.metadataDue(now) {
		return
	}
	id := c.leastLoaded(now)
	n, known := c.Node(id)
	switch {
	case !known:
		return
	case n.Link == Connected:
		c.Meta.Request, c.Meta.Node = c.send(now, Request{Kind: FetchMetadata, Node: id}, e), id
	case n.Link == Disconnected:
		c.connect(now, n, e)
	}
}

// metadataFailed is Metadata.failedUpdate: the next attempt waits exponentially longer.
func (c *Client) metadataFailed(now Time) {
	c.Meta.Request, c.Meta.Node = 0, NoNode
	c.Meta.TriedAt = now
	c.Meta.Attempts++
	c.Meta.AllowedAt = now + Time(c.metadataBackoffMS(c.Meta.Attempts))*Millisecond
}

func (c *Client) metadataBackoffMS(count int32) int64 {
	return c.jittered(c.Config.RetryBackoffMS, c.Config.RetryBackoffMaxMS, max(count-1, 0))
}

// onMetadata is DefaultMetadataUpdater.handleSuccessfulResponse. Answers that bring nothing new
// while something is wanted are asked for less and less often (KIP-580).
func (c *Client) onMetadata(now Time, r Response, e *Effects) {
	for _, id := range r.Brokers {
		c.addNode(id)
	}
	changed := c.learn(r.Topics, r.Leaders)
	m := &c.Meta
	m.Request, m.Node, m.Attempts = 0, NoNode, 0
	m.UpdatedAt, m.TriedAt, m.Wanted, m.Again = now, now, m.Again, false
	if changed > 0 {
		m.Same = 0
	} else {
		m.Same++
	}
	m.AllowedAt = now + Time(c.metadataBackoffMS(m.Same))*Millisecond
	e.note(Note{Kind: NoteMetadata, Node: r.Node, A: changed})
}

// onLeaderHint takes the leader that a NOT_LEADER_OR_FOLLOWER or FENCED_LEADER_EPOCH answer names
// (KIP-951).
func (c *Client) onLeaderHint(l Leader, e *Effects) {
	if known := c.Leader(l.TP); l.Epoch <= known.Epoch {
		return
	}
	c.addNode(l.Node)
	c.learnLeader(l)
	e.note(Note{Kind: NoteMetadata, TP: l.TP, Node: l.Node, A: 1, Why: why.LeaderHint})
}
