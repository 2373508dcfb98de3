package sim

import (
	"strconv"
	"strings"

	"highwater/core/errcode"
	"highwater/core/line"
	"highwater/core/log"
	"highwater/core/producer"
	"highwater/core/why"
	"highwater/core/world"
)

// topicsMax and clientsMax bound what a history may make.
const (
	topicsMax  = 16
	clientsMax = 24
)

func (a *act) makeCluster(c *world.Command) error {
	w := a.w
	if len(w.Brokers) > 0 {
		return &line.Error{Key: line.ErrExists, Got: "cluster"}
	}
	k := world.Cluster{
		RetentionCheckMS: 300_000, InitialDelayMS: 30_000, CleanerBackoffMS: 15_000,
		CleanerThreads: 1, DedupeBuffer: 128 << 20, ExpiryCheckMS: 600_000,
		ReplicaLagMS: 30_000, FirstProducerID: 1, Latency: c.Span, Log: log.DefaultConfig(),
		Settings: c.Settings,
	}
	if c.Version != "" {
		rules, ok := log.RulesOf(log.Version(c.Version))
		if !ok {
			return &line.Error{Key: line.ErrSetting, Got: "version " + c.Version + " is not known"}
		}
		k.Log.Rules = rules
	}
	for _, s := range c.Settings {
		if err := brokerSetting(&k, s); err != nil {
			return err
		}
	}
	w.Cluster, w.Seed, w.Rand = k, c.Seed, producer.Rand(c.Seed)
	w.NextPID = k.FirstProducerID
	for i := range c.Count {
		w.Brokers = append(w.Brokers, world.Broker{ID: world.NodeID(i + 1), Up: true})
	}
	for i := range w.Brokers {
		a.startTasks(&w.Brokers[i])
	}
	e := event(world.ClusterMade, 0)
	e.A = c.Count
	a.emit(e)
	return nil
}

// brokerSetting sets a broker-wide configuration, or a broker's default for topics
// (ServerTopicConfigSynonyms).
func brokerSetting(k *world.Cluster, s world.Setting) error {
	for _, f := range [...]struct {
		name  string
		to    *int64
		least int64
	}{
		{"log.retention.check.interval.ms", &k.RetentionCheckMS, 1},
		{"log.initial.task.delay.ms", &k.InitialDelayMS, 0},
		{"log.cleaner.backoff.ms", &k.CleanerBackoffMS, 1},
		{"log.cleaner.threads", &k.CleanerThreads, 1},
		{"log.cleaner.dedupe.buffer.size", &k.DedupeBuffer, 24},
		{"producer.id.expiration.check.interval.ms", &k.ExpiryCheckMS, 1},
		{"replica.lag.time.max.ms", &k.ReplicaLagMS, 1},
		{"producer.id.expiration.ms", &k.Log.ProducerIDExpirationMs, 1},
		{"transaction.max.timeout.ms", &k.Log.TransactionMaxTimeoutMs, 1},
		{"highwater.first.producer.id", &k.FirstProducerID, 0},
	} {
		if f.name != s.Key {
			continue
		}
		n, err := strconv.ParseInt(s.Value, 10, 64)
		if err != nil || n < f.least || n > int64(world.SpanMax) {
			return &line.Error{Key: line.ErrSetting, Got: "Invalid value " + s.Value +
				" for configuration " + s.Key, Form: line.FormLeast, Low: f.least}
		}
		*f.to = n
		return nil
	}
	topic, ok := synonym(s.Key)
	if !ok {
		return &line.Error{Key: line.ErrUnknownArg, Got: s.Key,
			Hint: line.Nearest(s.Key, brokerNames())}
	}
	cfg, err := k.Log.With(topic, s.Value)
	if err != nil {
		return &line.Error{Key: line.ErrSetting, Got: err.Error()}
	}
	k.Log = cfg
	return nil
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func brokerNames() []string {
	names := []string{"log.retention.check.interval.ms", "log.initial.task.delay.ms",
		"log.cleaner.backoff.ms", "log.cleaner.threads", "log.cleaner.dedupe.buffer.size",
		"producer.id.expiration.check.interval.ms", "producer.id.expiration.ms",
		"replica.lag.time.max.ms",
		"transaction.max.timeout.ms", "highwater.first.producer.id"}
	for _, s := range synonyms {
		names = append(names, s[0])
	}
	return names
}

// synonyms are brokers' names of topic settings.
var synonyms = [...][2]string{
	{"log.segment.bytes", "segment.bytes"},
	{"log.roll.ms", "segment.ms"},
	{"log.roll.jitter.ms", "segment.jitter.ms"},
	{"log.index.size.max.bytes", "segment.index.bytes"},
	{"log.index.interval.bytes", "index.interval.bytes"},
	{"log.retention.ms", "retention.ms"},
	{"log.retention.bytes", "retention.bytes"},
	{"log.cleanup.policy", "cleanup.policy"},
	{"log.cleaner.delete.retention.ms", "delete.retention.ms"},
	{"log.cleaner.min.compaction.lag.ms", "min.compaction.lag.ms"},
	{"log.cleaner.max.compaction.lag.ms", "max.compaction.lag.ms"},
	{"log.cleaner.min.cleanable.ratio", "min.cleanable.dirty.ratio"},
	{"log.segment.delete.delay.ms", "file.delete.delay.ms"},
	{"message.max.bytes", "max.message.bytes"},
	{"compression.type", "compression.type"},
	{"min.insync.replicas", "min.insync.replicas"},
	{"unclean.leader.election.enable", "unclean.leader.election.enable"},
}

func synonym(broker string) (string, bool) {
	for _, s := range synonyms {
		if s[0] == broker {
			return s[1], true
		}
	}
	return "", false
}

func (a *act) makeTopic(c *world.Command) error {
	w := a.w
	if w.TopicIndex(c.Topic) >= 0 {
		return &line.Error{Key: line.ErrExists, Got: c.Topic}
	}
	if len(w.Topics) == topicsMax {
		return &line.Error{Key: line.ErrManyTopics, Form: line.FormMost, High: topicsMax}
	}
	if int(c.Factor) > len(w.Brokers) {
		return &line.Error{Key: line.ErrManyReplicas, Got: itoa(int64(c.Factor)),
			Form: line.FormMost, High: int64(len(w.Brokers))}
	}
	cfg, at, err := with(w.Cluster.Log, c.Settings)
	if err != nil {
		a.refuseConfig(event(world.ConfigRefused, 0), c.Settings[at], err)
		return nil
	}
	t := world.Topic{Name: c.Topic, Config: cfg, Settings: c.Settings}
	index := int32(len(w.Topics))
	for p := range c.Parts {
		t.Parts = append(t.Parts, a.assign(c, cfg, index, p))
	}
	w.Topics = append(w.Topics, t)
	e := event(world.TopicMade, 0)
	e.Topic, e.A, e.B = index, int64(c.Parts), int64(c.Factor)
	a.emit(e)
	return nil
}

// assign places the replicas of a partition on consecutive brokers, the first of them leading.
func (a *act) assign(c *world.Command, cfg log.Config, topic, part int32) world.Partition {
	w := a.w
	var p world.Partition
	for i := range c.Factor {
		b := &w.Brokers[int(part+i)%len(w.Brokers)]
		l := log.New(c.Topic+"-"+itoa(int64(part)), cfg, w.Now.MS())
		l.JitterSeed = w.Rand.Next()
		b.Replicas = append(b.Replicas, world.Replica{Topic: topic, Part: part, Log: l,
			FollowerLEO: make([]int64, c.Factor), BehindSince: world.Never})
		p.Replicas = append(p.Replicas, b.ID)
		if b.Up {
			p.ISR = append(p.ISR, b.ID)
		}
	}
	if len(p.ISR) > 0 {
		p.Leader = p.ISR[0]
	}
	return p
}

// with applies settings in order; at is the one that was refused.
func with(cfg log.Config, settings []world.Setting) (out log.Config, at int, err error) {
	for i, s := range settings {
		if cfg, err = cfg.With(s.Key, s.Value); err != nil {
			return cfg, i, err
		}
	}
	return cfg, len(settings) - 1, cfg.Validate()
}

// refuseConfig tells that a setting was refused, in Kafka's words.
func (a *act) refuseConfig(e world.Event, s world.Setting, err error) {
	reason := why.ConfigInvalid
	e.A, _ = strconv.ParseInt(s.Value, 10, 64)
	if _, least, ok := strings.Cut(err.Error(), "Value must be at least "); ok {
		reason = why.ConfigBelowMinimum
		e.B, _ = strconv.ParseInt(least, 10, 64)
	}
	a.refuse(e, errcode.InvalidConfig, reason, err.Error())
}

func (a *act) makeProducer(c *world.Command) error {
	if err := a.freeName(c.Who); err != nil {
		return err
	}
	cfg, err := clientConfig(c.Settings)
	if err != nil {
		return &line.Error{Key: line.ErrSetting, Got: err.Error()}
	}
	a.newProducer(c.Who, cfg)
	return nil
}

func clientConfig(settings []world.Setting) (producer.Config, error) {
	cfg := producer.DefaultConfig()
	for _, s := range settings {
		var err error
		if cfg, err = cfg.With(s.Key, s.Value); err != nil {
			return cfg, err
		}
	}
	cfg, _, err := cfg.Validate()
	return cfg, err
}

func (a *act) newProducer(name string, cfg producer.Config) *world.Producer {
	w := a.w
	w.Producers = append(w.Producers, world.Producer{ID: w.NextClient,
		Client: newClient(name, cfg, w.Rand.Next())})
	a.emit(event(world.ClientMade, w.NextClient))
	w.NextClient++
	return &w.Producers[len(w.Producers)-1]
}

func newClient(name string, cfg producer.Config, seed uint64) producer.Client {
	return producer.New(name, cfg, seed)
}

// freeName refuses a client's name that is taken or looks like a broker's.
func (a *act) freeName(name string) error {
	w := a.w
	if w.Producer(name) != nil || w.Consumer(name) != nil {
		return &line.Error{Key: line.ErrExists, Got: name}
	}
	if len(name) == 2 && name[0] == 'b' && name[1] >= '0' && name[1] <= '9' {
		return &line.Error{Key: line.ErrName, Got: name, Form: line.FormClient}
	}
	if len(w.Producers)+len(w.Consumers) == clientsMax {
		return &line.Error{Key: line.ErrManyClients, Form: line.FormMost, High: clientsMax}
	}
	return nil
}

// TopicKey is the topic's name of a setting that brokers have under another name, "" if there is
// none: log.retention.ms is retention.ms.
func TopicKey(broker string) string {
	topic, _ := synonym(broker)
	return topic
}
