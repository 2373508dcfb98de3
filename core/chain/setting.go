package chain

import (
	"strconv"

	"highwater/core/line"
	"highwater/core/sim"
	"highwater/core/why"
	"highwater/core/world"
)

// owner tells whose configuration a setting is.
type owner uint8

const (
	ofTopic owner = iota
	ofClient
	ofCluster
)

// rules names the setting that each reason compares with.
var rules = [...]struct {
	why   why.Why
	owner owner
	key   string
}{
	{why.TooFewInSync, ofTopic, "min.insync.replicas"},
	{why.TooFewAfterAppend, ofTopic, "min.insync.replicas"},
	{why.ReplicasTooSlow, ofClient, "request.timeout.ms"},
	{why.BatchTooLarge, ofTopic, "max.message.bytes"},
	{why.AppendTooLarge, ofTopic, "segment.bytes"},
	{why.KeyMissing, ofTopic, "cleanup.policy"},
	{why.TimestampTooOld, ofTopic, "message.timestamp.before.max.ms"},
	{why.TimestampTooNew, ofTopic, "message.timestamp.after.max.ms"},
	{why.FollowerLags, ofCluster, "replica.lag.time.max.ms"},
	{why.ProducerExpired, ofTopic, "producer.id.expiration.ms"},

	{why.RequestOverdue, ofClient, "request.timeout.ms"},
	{why.RetryError, ofClient, "retry.backoff.ms"},
	{why.RetryPredecessor, ofClient, "retry.backoff.ms"},
	{why.RetryTimeout, ofClient, "retry.backoff.ms"},
	{why.RetryDisconnect, ofClient, "retry.backoff.ms"},
	{why.ConnectionRefused, ofClient, "reconnect.backoff.ms"},
	{why.FailDeadline, ofClient, "delivery.timeout.ms"},
	{why.ExpiredInRetry, ofClient, "delivery.timeout.ms"},
	{why.ExpiredFirstFlight, ofClient, "delivery.timeout.ms"},
	{why.FailRetries, ofClient, "retries"},
	{why.DoneNoResponse, ofClient, "acks"},
	{why.NoProducer, ofClient, "enable.idempotence"},
	{why.HoldMuted, ofClient, "max.in.flight.requests.per.connection"},
	{why.HoldInFlight, ofClient, "max.in.flight.requests.per.connection"},
	{why.HoldLinger, ofClient, "linger.ms"},
	{why.HoldBackoff, ofClient, "retry.backoff.ms"},
	{why.HoldConnection, ofClient, "reconnect.backoff.ms"},
	{why.ReadyLinger, ofClient, "linger.ms"},
	{why.BatchTakesNoMore, ofClient, "batch.size"},
	{why.StickySwitch, ofClient, "batch.size"},
	{why.WaitMemory, ofClient, "buffer.memory"},
	{why.MaxBlockMemory, ofClient, "max.block.ms"},
	{why.WaitMetadata, ofClient, "max.block.ms"},
	{why.MaxBlockMetadata, ofClient, "max.block.ms"},
	{why.RecordOverRequestSize, ofClient, "max.request.size"},
	{why.RecordOverBuffer, ofClient, "buffer.memory"},
	{why.IdempotenceOffRetries, ofClient, "retries"},
	{why.IdempotenceOffAcks, ofClient, "acks"},

	{why.SegmentFull, ofTopic, "segment.bytes"},
	{why.SegmentOld, ofTopic, "segment.ms"},
	{why.SegmentOldByClock, ofTopic, "segment.ms"},
	{why.OffsetIndexFull, ofTopic, "segment.index.bytes"},
	{why.TimeIndexFull, ofTopic, "segment.index.bytes"},
	{why.RetentionBytes, ofTopic, "retention.bytes"},
	{why.SizeWithin, ofTopic, "retention.bytes"},
	{why.RetentionMs, ofTopic, "retention.ms"},
	{why.TooYoung, ofTopic, "retention.ms"},
	{why.PolicyKeeps, ofTopic, "cleanup.policy"},
	{why.PolicyWithoutDelete, ofTopic, "cleanup.policy"},
	{why.FileDeleteDelay, ofTopic, "file.delete.delay.ms"},
	{why.NotCompacted, ofTopic, "cleanup.policy"},
	{why.DirtyRatioTooLow, ofTopic, "min.cleanable.dirty.ratio"},
	{why.DirtyRatioReached, ofTopic, "min.cleanable.dirty.ratio"},
	{why.MaxCompactionLagPassed, ofTopic, "max.compaction.lag.ms"},
	{why.BoundByMinCompactionLag, ofTopic, "min.compaction.lag.ms"},
	{why.TombstoneGetsHorizon, ofTopic, "delete.retention.ms"},
	{why.MarkerGetsHorizon, ofTopic, "delete.retention.ms"},
	{why.BatchGetsHorizon, ofTopic, "delete.retention.ms"},
}

// setting is what the rule of an event's reason compares with, and who gave it.
func (f *finder) setting(e *world.Event) Setting {
	for i := range rules {
		if rules[i].why == e.Why {
			return f.valueOf(rules[i].owner, rules[i].key, e)
		}
	}
	return Setting{}
}

func (f *finder) valueOf(o owner, key string, e *world.Event) Setting {
	w := f.t.World(f.at.Step)
	s := Setting{Key: key}
	name, known := "", false
	switch o {
	case ofTopic:
		if e.Topic < 0 || int(e.Topic) >= len(w.Topics) {
			return Setting{}
		}
		name = w.Topics[e.Topic].Name
		if key == "segment.bytes" && w.Topics[e.Topic].Config.HasInternalSegmentBytes {
			key = "internal.segment.bytes"
		}
		s.Key = key
		s.Value, known = w.Topics[e.Topic].Config.Get(key)
	case ofClient:
		id := e.Node
		if !isClient(id) {
			id = e.Peer
		}
		for i := range w.Producers {
			if p := &w.Producers[i]; p.ID == id {
				name = p.Client.Name
				s.Value, known = p.Client.Config.Get(key)
			}
		}
	case ofCluster:
		s.Value, known = strconv.FormatInt(w.Cluster.ReplicaLagMS, 10), true
	}
	if !known {
		return Setting{}
	}
	s.Step, s.Line = f.given(o, key, name)
	return s
}

// given finds the line that gave a setting its value.
func (f *finder) given(o owner, key, name string) (int, string) {
	for n := f.at.Step; n > 0; n-- {
		c := f.t.Step(n).Cause
		if c.Kind != world.CauseLine || !gives(c.Line, o, key, name) {
			continue
		}
		return n, c.Line
	}
	return 0, ""
}

func gives(text string, o owner, key, name string) bool {
	l, err := line.Parse(text)
	if err != nil {
		return false
	}
	c, err := l.Command()
	if err != nil {
		return false
	}
	mine := c.Verb == world.MakeCluster && o != ofClient
	switch o {
	case ofTopic:
		mine = mine || (c.Verb == world.MakeTopic || c.Verb == world.Alter) && c.Topic == name
	case ofClient:
		mine = (c.Verb == world.MakeProducer || c.Verb == world.RestartClient) && c.Who == name
	}
	if !mine {
		return false
	}
	for _, s := range c.Settings {
		if s.Key == key || c.Verb == world.MakeCluster && sim.TopicKey(s.Key) == key {
			return true
		}
	}
	return false
}
