package world

import (
	"slices"

	"highwater/core/producer"
)

// New returns the world before anything exists.
func New() *World {
	return &World{Now: Start, NextMessage: 1, NextConn: 1, NextTimer: 1, NextClient: FirstClient,
		NextPID: 1}
}

// Clone returns a copy that shares no memory that anybody writes to.
func (w *World) Clone() *World {
	c := *w
	c.Cluster.Settings = slices.Clone(w.Cluster.Settings)
	c.Brokers = slices.Clone(w.Brokers)
	for i := range c.Brokers {
		c.Brokers[i].Replicas = slices.Clone(w.Brokers[i].Replicas)
		for j := range c.Brokers[i].Replicas {
			r := &c.Brokers[i].Replicas[j]
			r.Log = r.Log.Clone()
			r.FollowerLEO = slices.Clone(r.FollowerLEO)
		}
	}
	c.Topics = slices.Clone(w.Topics)
	for i := range c.Topics {
		t := &c.Topics[i]
		t.Settings = slices.Clone(t.Settings)
		t.Denied = slices.Clone(t.Denied)
		t.Parts = slices.Clone(t.Parts)
		for j := range t.Parts {
			t.Parts[j].Replicas = slices.Clone(t.Parts[j].Replicas)
			t.Parts[j].ISR = slices.Clone(t.Parts[j].ISR)
		}
	}
	c.Producers = slices.Clone(w.Producers)
	for i := range c.Producers {
		c.Producers[i].Client = w.Producers[i].Client.Clone()
	}
	c.Consumers = slices.Clone(w.Consumers)
	for i := range c.Consumers {
		c.Consumers[i].Reading.Rows = slices.Clone(c.Consumers[i].Reading.Rows)
	}
	c.Conns = slices.Clone(w.Conns)
	for i := range c.Conns {
		c.Conns[i].Queue = slices.Clone(c.Conns[i].Queue)
	}
	c.Cuts = slices.Clone(w.Cuts)
	c.Messages = slices.Clone(w.Messages)
	for i := range c.Messages {
		c.Messages[i].clone()
	}
	c.Timers = slices.Clone(w.Timers)
	return &c
}

func (m *Message) clone() {
	m.Needs = slices.Clone(m.Needs)
	m.Request.Parts = slices.Clone(m.Request.Parts)
	r := &m.Response
	r.Parts = slices.Clone(r.Parts)
	r.Topics = slices.Clone(r.Topics)
	r.Leaders = slices.Clone(r.Leaders)
	r.Brokers = slices.Clone(r.Brokers)
}

// Broker finds a broker.
func (w *World) Broker(id NodeID) *Broker {
	for i := range w.Brokers {
		if w.Brokers[i].ID == id {
			return &w.Brokers[i]
		}
	}
	return nil
}

// Replica finds a partition on a broker.
func (b *Broker) Replica(topic, part int32) *Replica {
	for i := range b.Replicas {
		if b.Replicas[i].Topic == topic && b.Replicas[i].Part == part {
			return &b.Replicas[i]
		}
	}
	return nil
}

// TopicIndex finds a topic by name, -1 if there is none.
func (w *World) TopicIndex(name string) int32 {
	for i := range w.Topics {
		if w.Topics[i].Name == name {
			return int32(i)
		}
	}
	return -1
}

// Partition finds what the controller knows of a partition.
func (w *World) Partition(topic, part int32) *Partition {
	if topic < 0 || int(topic) >= len(w.Topics) || part < 0 ||
		int(part) >= len(w.Topics[topic].Parts) {
		return nil
	}
	return &w.Topics[topic].Parts[part]
}

// LeaderReplica is the replica that clients talk to, nil if there is no leader.
func (w *World) LeaderReplica(topic, part int32) *Replica {
	p := w.Partition(topic, part)
	if p == nil || p.Leader == 0 {
		return nil
	}
	b := w.Broker(p.Leader)
	if b == nil {
		return nil
	}
	return b.Replica(topic, part)
}

// Producer finds a producer by name.
func (w *World) Producer(name string) *Producer {
	for i := range w.Producers {
		if w.Producers[i].Client.Name == name {
			return &w.Producers[i]
		}
	}
	return nil
}

// Consumer finds a consumer by name.
func (w *World) Consumer(name string) *Consumer {
	for i := range w.Consumers {
		if w.Consumers[i].Name == name {
			return &w.Consumers[i]
		}
	}
	return nil
}

// Message finds a message on the way.
func (w *World) Message(id int64) *Message {
	for i := range w.Messages {
		if w.Messages[i].ID == id {
			return &w.Messages[i]
		}
	}
	return nil
}

// Name returns what a node is called: b1, or the client's name.
func (w *World) Name(id NodeID) string {
	for i := range w.Producers {
		if w.Producers[i].ID == id {
			return w.Producers[i].Client.Name
		}
	}
	for i := range w.Consumers {
		if w.Consumers[i].ID == id {
			return w.Consumers[i].Name
		}
	}
	return id.String()
}

// PartName returns t-0 for a partition.
func (w *World) PartName(topic, part int32) string {
	if topic < 0 || int(topic) >= len(w.Topics) {
		return ""
	}
	return w.Topics[topic].Name + "-" + itoa(int64(part))
}

// TP is the partition as clients name it.
func TP(topic, part int32) producer.TP { return producer.TP{Topic: topic, Partition: part} }
