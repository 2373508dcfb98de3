package sim

import (
	"highwater/core/errcode"
	"highwater/core/line"
	"highwater/core/world"
)

// alter changes topic settings: all of them or, if one is refused, none (incrementalAlterConfigs).
func (a *act) alter(c *world.Command) error {
	topic, err := a.topic(c.Topic)
	if err != nil {
		return err
	}
	t := &a.w.Topics[topic]
	if len(c.Settings) == 0 {
		return &line.Error{Key: line.ErrNoSetting,
			Want: "alter " + c.Topic + " retention.ms=8000"}
	}
	cfg, at, bad := with(t.Config, c.Settings)
	if bad != nil {
		e := world.Event{Kind: world.ConfigRefused, Topic: topic}
		a.refuseConfig(e, c.Settings[at], bad)
		return nil
	}
	t.Config = cfg
	for i := range a.w.Brokers {
		b := &a.w.Brokers[i]
		for j := range b.Replicas {
			if b.Replicas[j].Topic == topic {
				b.Replicas[j].Log.Config = cfg
			}
		}
	}
	for _, s := range c.Settings {
		t.Settings = append(t.Settings[:len(t.Settings):len(t.Settings)], s)
		a.emit(world.Event{Kind: world.ConfigSet, Topic: topic, A: int64(len(t.Settings) - 1)})
	}
	a.w.Skipped = true
	a.rearm()
	return nil
}

// deleteRecords is Admin.deleteRecords on one partition.
func (a *act) deleteRecords(c *world.Command) error {
	b, r, err := a.replica(c.Topic, c.Part)
	if err != nil {
		return err
	}
	before := r.Log.LogStart
	code, reason := r.Log.DeleteRecords(c.Offset)
	if code != errcode.None {
		e := about(world.Refused, b.ID, r)
		e.Code, e.Why, e.A, e.B = code, reason, r.Log.HW, c.Offset
		a.emit(e)
		return nil
	}
	e := about(world.LogStartMoved, b.ID, r)
	e.From, e.To, e.Why = before, r.Log.LogStart, reason
	a.emit(e)
	return nil
}

func (a *act) listOffsets(c *world.Command) error {
	b, r, err := a.replica(c.Topic, c.Part)
	if err != nil {
		return err
	}
	e := about(world.OffsetsListed, b.ID, r)
	e.From, e.To = r.Log.LogStart, r.Log.HW
	a.emit(e)
	return nil
}

// consume reads a partition from its beginning to its end, as a new group with
// auto.offset.reset=earliest would.
func (a *act) consume(c *world.Command) error {
	_, r, err := a.replica(c.Topic, c.Part)
	if err != nil {
		return err
	}
	k := a.w.Consumer(c.Who)
	if k == nil {
		if err := a.freeName(c.Who); err != nil {
			return err
		}
		a.w.Consumers = append(a.w.Consumers, world.Consumer{ID: a.w.NextClient, Name: c.Who})
		a.emit(event(world.ClientMade, a.w.NextClient))
		a.w.NextClient++
		k = &a.w.Consumers[len(a.w.Consumers)-1]
	}
	k.Topic, k.Part, k.Committed = r.Topic, r.Part, c.Committed
	k.Reading = world.Read(r.Log, c.Committed)
	e := about(world.ConsumerRead, k.ID, r)
	e.Peer = a.w.Partition(r.Topic, r.Part).Leader
	e.From, e.To = k.Reading.From, k.Reading.Next
	e.A, e.B, e.C = k.Reading.Records, k.Reading.Keys, k.Reading.Tombstones
	a.emit(e)
	a.w.Work += k.Reading.Records / 2
	return nil
}
