package line

import (
	"strconv"
	"strings"

	"highwater/core/world"
)

// Format prints a command as the line that parses to it.
func Format(c world.Command) string {
	b := builder{}
	switch c.Verb {
	case world.MakeCluster:
		b.words("cluster").number("brokers", c.Count, 1).number("seed", int64(c.Seed), 1)
		b.text("version", c.Version).span("latency", c.Span, 500*world.Microsecond)
	case world.MakeTopic:
		b.words("topic", c.Topic).number("partitions", int64(c.Parts), 1)
		b.number("replicas", int64(c.Factor), 1)
	case world.Produce:
		b.words("produce", c.Who, c.Topic).records(c)
	case world.Send:
		b.words("send", c.Who, c.Topic).records(c)
	case world.Consume:
		b.words("consume", c.Who, c.Topic).part(c)
		if c.Committed {
			b.text("isolation", "read_committed")
		}
	case world.DeleteRecords:
		b.words("delete-records", c.Topic).part(c).number("before", c.Offset, -2)
	case world.WaitFor:
		b.wait(c)
	case world.DropMessage:
		b.words("drop", messageName(c.Msg))
	case world.DelayMessage:
		b.words("delay", messageName(c.Msg)).span("by", c.Span, -1)
	case world.StallLink:
		b.words("stall", c.Who, c.Node.String()).span("for", c.Span, -1)
	default:
		b.rest(c)
	}
	for _, s := range c.Settings {
		b.setting(s)
	}
	return strings.Join(b.parts, " ")
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func messageName(id int64) string {
	switch id {
	case world.FirstMessage:
		return "first"
	case world.LastMessage:
		return "last"
	}
	return "m" + itoa(id)
}

type builder struct{ parts []string }

// rest are the verbs that name a client, a topic, a broker or a link and little else.
func (b *builder) rest(c world.Command) {
	switch c.Verb {
	case world.MakeProducer:
		b.words("producer", c.Who)
	case world.RestartClient:
		b.words("restart", c.Who)
	case world.CrashClient:
		b.words("crash", c.Who)
	case world.FlushClient:
		b.words("flush", c.Who)
	case world.ListOffsets:
		b.words("offsets", c.Topic).part(c)
	case world.Alter:
		b.words("alter", c.Topic)
	case world.Clean:
		b.words("clean", c.Node.String())
		if c.Topic != "" {
			b.words(c.Topic)
		}
		b.part(c)
	case world.StopBroker:
		b.words("stop", c.Node.String())
	case world.KillBroker:
		b.words("kill", c.Node.String()).number("losing", c.Count, 0)
	case world.SetISR:
		b.words("isr", c.Node.String(), c.How)
		if c.Topic != "" {
			b.words(c.Topic)
		}
		b.part(c)
	case world.SetACL:
		b.words("acl", c.Who, c.How, c.Topic)
	case world.RawBatch:
		b.words("raw", c.Topic).part(c).number("pid", c.PID, -1)
		b.number("epoch", int64(c.Epoch), -1).number("seq", int64(c.Seq), -1)
		b.number("count", c.Count, 1)
	case world.StartBroker:
		b.words("start", c.Node.String())
	case world.CutLink:
		b.words("cut", c.Who, c.Peer)
	case world.HealLink:
		b.words("heal", c.Who, c.Peer)
	case world.CloseConn:
		b.words("disconnect", c.Who, c.Node.String())
	}
}

func (b *builder) words(words ...string) *builder {
	b.parts = append(b.parts, words...)
	return b
}

func (b *builder) number(name string, n, def int64) *builder {
	if n != def {
		b.parts = append(b.parts, name+"="+itoa(n))
	}
	return b
}

func (b *builder) span(name string, s, def world.Span) *builder {
	if s != def {
		b.parts = append(b.parts, name+"="+s.String())
	}
	return b
}

func (b *builder) part(c world.Command) *builder {
	return b.number("partition", int64(c.Part), -1)
}

// bare tells that a value can stand without parentheses. One in parentheses must have its own in
// pairs, and its commas would part it.
func bare(value string) bool {
	return !strings.Contains(value, " ") && !strings.HasPrefix(value, "(")
}

// text prints a value.
func (b *builder) text(name, value string) *builder {
	switch {
	case value == "":
	case bare(value):
		b.parts = append(b.parts, name+"="+value)
	default:
		b.parts = append(b.parts, name+"=("+value+")")
	}
	return b
}

func (b *builder) setting(s world.Setting) {
	if bare(s.Value) {
		b.parts = append(b.parts, s.Key+"="+s.Value)
		return
	}
	b.parts = append(b.parts, s.Key+"=("+strings.ReplaceAll(s.Value, ",", ", ")+")")
}

func (b *builder) wait(c world.Command) {
	b.words("wait")
	if c.Span > 0 || c.Wait == world.WaitTime {
		b.words(c.Span.String())
	}
	switch c.Wait {
	case world.WaitQuiet:
		b.text("until", "quiet")
	case world.WaitChange:
		b.text("until", "change")
	}
}

func (b *builder) records(c world.Command) {
	b.part(c)
	if len(c.Records) > 0 {
		list := make([]string, 0, len(c.Records))
		for _, r := range c.Records {
			switch {
			case r.Null:
				list = append(list, r.Key)
			default:
				list = append(list, r.Key+"="+r.Value)
			}
		}
		if text := list[0]; len(list) == 1 && strings.ContainsAny(text, "(),") && bare(text) {
			b.parts = append(b.parts, "records="+text)
		} else {
			b.parts = append(b.parts, "records=("+strings.Join(list, ", ")+")")
		}
		b.span("every", c.Span, 0)
		return
	}
	b.number("count", c.Count, 1).number("first", c.First, 0)
	if c.HasKey {
		b.parts = append(b.parts, "key=")
		if c.Key != "" {
			b.parts = b.parts[:len(b.parts)-1]
			b.text("key", c.Key)
		}
	}
	b.text("value", c.Value).number("size", c.Size, -1)
	switch c.Fill {
	case world.FillJSON:
		b.text("fill", "json")
	case world.FillNoise:
		b.text("fill", "noise")
	}
	if c.Null {
		b.words("tombstone")
	}
	b.span("every", c.Span, 0)
}
