package line

import (
	"strings"

	"highwater/core/world"
)

// Command returns what the line does to the world. Lines of the other groups have none.
func (l Line) Command() (world.Command, error) {
	c := world.Command{Part: int32(l.Number("partition", -1)), Size: -1}
	c.Topic = l.Value("topic")
	c.Who = l.Value("client")
	c.Node, _ = brokerID(l.Value("broker"))
	c.Msg, _ = messageID(l.Value("message"))
	for _, a := range l.Extra() {
		c.Settings = append(c.Settings, world.Setting{Key: a.Key, Value: a.setting()})
	}
	switch l.Verb {
	case "cluster":
		c.Verb = world.MakeCluster
		c.Count = l.Number("brokers", 1)
		c.Seed = uint64(l.Number("seed", 1))
		c.Version = l.Value("version")
		c.Span = l.span("latency", 500*world.Microsecond)
	case "topic":
		c.Verb = world.MakeTopic
		c.Parts = int32(l.Number("partitions", 1))
		c.Factor = int32(l.Number("replicas", 1))
	case "produce", "send":
		return l.produce(c)
	case "wait":
		return l.wait(c)
	case "consume":
		c.Verb = world.Consume
		c.Committed = l.Value("isolation") == "read_committed"
	case "delete-records":
		c.Verb = world.DeleteRecords
		c.Offset = l.Number("before", -1)
	case "delay":
		c.Verb, c.Span = world.DelayMessage, l.span("by", 0)
	case "cut", "heal":
		c.Verb = simple(l.Verb)
		c.Who, c.Peer = l.Value("from"), l.Value("to")
	case "stall":
		c.Verb, c.Span = world.StallLink, l.span("for", 0)
	case "kill":
		c.Verb, c.Count = world.KillBroker, l.Number("losing", 0)
	case "isr":
		c.Verb, c.How = world.SetISR, l.Value("change")
	case "acl":
		c.Verb, c.How = world.SetACL, l.Value("change")
	case "raw":
		c.Verb, c.Count = world.RawBatch, l.Number("count", 1)
		c.PID = l.Number("pid", -1)
		c.Epoch, c.Seq = int16(l.Number("epoch", -1)), int32(l.Number("seq", -1))
	default:
		if c.Verb = simple(l.Verb); c.Verb == world.NoVerb {
			return world.Command{}, &Error{Key: ErrNotWorld, Col: 1, Got: clip(l.Verb),
				Form: FormAction}
		}
	}
	return c, nil
}

// simple are the verbs whose arguments are read above for all alike.
func simple(verb string) world.Verb {
	switch verb {
	case "producer":
		return world.MakeProducer
	case "offsets":
		return world.ListOffsets
	case "alter":
		return world.Alter
	case "clean":
		return world.Clean
	case "stop":
		return world.StopBroker
	case "start":
		return world.StartBroker
	case "drop":
		return world.DropMessage
	case "cut":
		return world.CutLink
	case "heal":
		return world.HealLink
	case "disconnect":
		return world.CloseConn
	case "flush":
		return world.FlushClient
	case "crash":
		return world.CrashClient
	case "restart":
		return world.RestartClient
	default:
		return world.NoVerb
	}
}

// setting joins a list the way Kafka writes one: cleanup.policy=(compact, delete).
func (a Arg) setting() string { return strings.Join(a.Vals, ",") }

func (l Line) span(name string, def world.Span) world.Span {
	text := l.Value(name)
	if text == "" {
		return def
	}
	s, err := world.ParseSpan(text)
	if err != nil {
		return def
	}
	return s
}

func (l Line) wait(c world.Command) (world.Command, error) {
	c.Verb = world.WaitFor
	until, time := l.Value("until"), l.Value("time")
	switch {
	case until == "" && time == "":
		return c, &Error{Key: ErrMissing, Col: len("wait") + 2, Got: "TIME",
			Want: "wait 26h, wait until=quiet, wait until=change"}
	case until == "quiet":
		c.Wait = world.WaitQuiet
	case until == "change":
		c.Wait = world.WaitChange
	default:
		c.Wait = world.WaitTime
	}
	c.Span = l.span("time", 0)
	return c, nil
}

// produce reads what is sent: named records, or a pattern and how many.
func (l Line) produce(c world.Command) (world.Command, error) {
	c.Verb = world.Produce
	if l.Verb == "send" {
		c.Verb = world.Send
	}
	c.Span = l.span("every", 0)
	c.Count = l.Number("count", 1)
	c.First = l.Number("first", 0)
	if a, ok := l.Get("key"); ok {
		c.Key, c.HasKey = a.Text(), true
	}
	c.Value = l.Value("value")
	c.Size = l.Number("size", -1)
	switch l.Value("fill") {
	case "json":
		c.Fill = world.FillJSON
	case "noise":
		c.Fill = world.FillNoise
	}
	_, c.Null = l.Get("tombstone")
	if a, ok := l.Get("records"); ok {
		c.Records = keyValues(a.Vals)
	}
	return c, l.together(c)
}

// together refuses arguments that contradict each other.
func (l Line) together(c world.Command) error {
	clash := func(name string, with string) error {
		a, ok := l.Get(name)
		if !ok {
			return nil
		}
		return &Error{Key: ErrTogether, Col: a.Col, Got: name, Form: FormWithout,
			Want: with}
	}
	if len(c.Records) > 0 {
		for _, name := range []string{"count", "first", "key", "value", "size", "fill",
			"tombstone"} {
			if err := clash(name, "records"); err != nil {
				return err
			}
		}
		return nil
	}
	if c.Null {
		for _, name := range []string{"value", "size", "fill"} {
			if err := clash(name, "tombstone"); err != nil {
				return err
			}
		}
		return nil
	}
	if c.Size >= 0 {
		return clash("value", "size")
	}
	return clash("fill", "value")
}

// keyValues reads k=v, k (a tombstone) and =v (a null key).
func keyValues(list []string) []world.KeyValue {
	out := make([]world.KeyValue, 0, len(list))
	for _, text := range list {
		k, v, ok := strings.Cut(text, "=")
		out = append(out, world.KeyValue{Key: k, Value: v, NoKey: k == "", Null: !ok})
	}
	return out
}
