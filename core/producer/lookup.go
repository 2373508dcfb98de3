package producer

import (
	"cmp"
	"slices"
	"sort"
)

// Partition is what the client keeps for a partition, and whether it has used it.
func (c *Client) Partition(tp TP) (*Partition, bool) {
	i, ok := slices.BinarySearchFunc(c.Partitions, tp, func(p Partition, t TP) int {
		return p.TP.Compare(t)
	})
	if !ok {
		return nil, false
	}
	return &c.Partitions[i], true
}

// partition finds or makes the entry. Making one moves the others: pointers got before are stale.
func (c *Client) partition(tp TP) *Partition {
	if p, ok := c.Partition(tp); ok {
		return p
	}
	i, _ := slices.BinarySearchFunc(c.Partitions, tp, func(p Partition, t TP) int {
		return p.TP.Compare(t)
	})
	fresh := Partition{TP: tp, ProducerID: none(), LastAckedSeq: NoSequence,
		LastAckedOffset: NoOffset}
	c.Partitions = slices.Insert(c.Partitions, i, fresh)
	return &c.Partitions[i]
}

// Batch is a batch by its id; nil when it is final and off the wire.
func (c *Client) Batch(id BatchID) *Batch {
	// Not slices.BinarySearchFunc, which would copy a batch at each comparison.
	i := sort.Search(len(c.Batches), func(i int) bool { return c.Batches[i].ID >= id })
	if i == len(c.Batches) || c.Batches[i].ID != id {
		return nil
	}
	return &c.Batches[i]
}

// reap forgets a batch that is final and that no request carries any more, and gives its memory
// back. A batch on the wire keeps its buffer even when it has already failed (KAFKA-19012).
func (c *Client) reap(id BatchID) {
	b := c.Batch(id)
	if b == nil || b.Final == Pending || b.Request != 0 {
		return
	}
	c.BufferUsed -= b.Memory
	c.Batches = slices.DeleteFunc(c.Batches, func(x Batch) bool { return x.ID == id })
}

// Node is the client's side of a connection, and whether it has heard of the broker.
func (c *Client) Node(id int32) (*Node, bool) {
	i, ok := slices.BinarySearchFunc(c.Nodes, id, func(n Node, id int32) int {
		return cmp.Compare(n.ID, id)
	})
	if !ok {
		return nil, false
	}
	return &c.Nodes[i], true
}

func (c *Client) addNode(id int32) *Node {
	if n, ok := c.Node(id); ok {
		return n
	}
	i, _ := slices.BinarySearchFunc(c.Nodes, id, func(n Node, id int32) int {
		return cmp.Compare(n.ID, id)
	})
	c.Nodes = slices.Insert(c.Nodes, i, Node{ID: id, SetupBy: Never})
	return &c.Nodes[i]
}

// Topic is what is known of a topic, and whether anything is.
func (c *Client) Topic(index int32) (*Topic, bool) {
	i, ok := slices.BinarySearchFunc(c.Topics, index, func(t Topic, index int32) int {
		return cmp.Compare(t.Index, index)
	})
	if !ok {
		return nil, false
	}
	return &c.Topics[i], true
}

func (c *Client) topic(index int32) *Topic {
	if t, ok := c.Topic(index); ok {
		return t
	}
	i, _ := slices.BinarySearchFunc(c.Topics, index, func(t Topic, index int32) int {
		return cmp.Compare(t.Index, index)
	})
	fresh := Topic{Index: index, Sticky: AnyPartition, RatioPPM: million}
	c.Topics = slices.Insert(c.Topics, i, fresh)
	return &c.Topics[i]
}

// Leader is the leader of a partition as the client believes; NoNode when it knows none.
func (c *Client) Leader(tp TP) Leader {
	i, ok := slices.BinarySearchFunc(c.Meta.Leaders, tp, func(l Leader, t TP) int {
		return l.TP.Compare(t)
	})
	if !ok {
		return Leader{TP: tp, Node: NoNode, Epoch: -1}
	}
	return c.Meta.Leaders[i]
}

// learnLeader takes a leader if its epoch is not older than the one known (Metadata.
// updateLatestMetadata and updatePartitionLeadership); it tells whether anything changed.
func (c *Client) learnLeader(l Leader) bool {
	i, ok := slices.BinarySearchFunc(c.Meta.Leaders, l.TP, func(x Leader, t TP) int {
		return x.TP.Compare(t)
	})
	if !ok {
		c.Meta.Leaders = slices.Insert(c.Meta.Leaders, i, l)
		return true
	}
	known := &c.Meta.Leaders[i]
	if l.Epoch < known.Epoch || *known == l {
		return false
	}
	*known = l
	return true
}

// removeID takes the first occurrence out; the rest keep their order.
func removeID(ids []BatchID, id BatchID) []BatchID {
	if i := slices.Index(ids, id); i >= 0 {
		return slices.Delete(ids, i, i+1)
	}
	return ids
}

func (e *Effects) note(n Note) { e.Notes = append(e.Notes, n) }
