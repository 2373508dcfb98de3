package sim

import (
	"highwater/core/line"
	"highwater/core/world"
)

func (a *act) topic(name string) (int32, error) {
	if i := a.w.TopicIndex(name); i >= 0 {
		return i, nil
	}
	var names []string
	for i := range a.w.Topics {
		names = append(names, a.w.Topics[i].Name)
	}
	return -1, &line.Error{Key: line.ErrNoTopic, Got: name, Hint: line.Nearest(name, names)}
}

func (a *act) partition(topic, part int32) error {
	if part >= 0 && a.w.Partition(topic, part) == nil {
		return &line.Error{Key: line.ErrNoPartition, Got: a.w.PartName(topic, part)}
	}
	return nil
}

// replica finds the leader's replica of a partition; -1 stands for partition 0.
func (a *act) replica(name string, part int32) (*world.Broker, *world.Replica, error) {
	topic, err := a.topic(name)
	if err != nil {
		return nil, nil, err
	}
	part = max(part, 0)
	if err := a.partition(topic, part); err != nil {
		return nil, nil, err
	}
	r := a.w.LeaderReplica(topic, part)
	if r == nil {
		return nil, nil, &line.Error{Key: line.ErrLeaderless, Got: a.w.PartName(topic, part)}
	}
	return a.w.Broker(a.w.Partition(topic, part).Leader), r, nil
}

func (a *act) broker(id world.NodeID) (*world.Broker, error) {
	if b := a.w.Broker(id); b != nil {
		return b, nil
	}
	return nil, &line.Error{Key: line.ErrNoBroker, Got: id.String()}
}

func (a *act) upBroker(id world.NodeID) (*world.Broker, error) {
	b, err := a.broker(id)
	if err == nil && !b.Up {
		err = &line.Error{Key: line.ErrDown, Got: id.String()}
	}
	return b, err
}

// node finds a broker or a client by name.
func (a *act) node(name string) (world.NodeID, error) {
	for i := range a.w.Brokers {
		if a.w.Brokers[i].ID.String() == name {
			return a.w.Brokers[i].ID, nil
		}
	}
	if p := a.w.Producer(name); p != nil {
		return p.ID, nil
	}
	return 0, &line.Error{Key: line.ErrNoClient, Got: name,
		Hint: line.Nearest(name, a.clientNames())}
}

func (a *act) clientNames() []string {
	var names []string
	for i := range a.w.Producers {
		names = append(names, a.w.Producers[i].Client.Name)
	}
	for i := range a.w.Consumers {
		names = append(names, a.w.Consumers[i].Name)
	}
	return names
}
