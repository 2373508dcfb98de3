package sim

import (
	"strconv"
	"strings"

	"highwater/core/line"
	"highwater/core/producer"
	"highwater/core/record"
	"highwater/core/world"
)

const (
	// drainLimit is how long a burst waits after its last record for the answers.
	drainLimit = 10 * world.Minute
	// burstLimit is how long a burst may take from its first record to its last: all that falls due
	// in it is a part of its one step.
	burstLimit = 30 * world.Day
	// bytesMax is how many bytes of values one line may send, sentMax how many bytes all lines of a
	// history may: its worlds are kept, and a shared link must not fill the memory of a page.
	bytesMax = 64 << 20
	sentMax  = 256 << 20
	// recordBytes is about what a record takes besides its key and value.
	recordBytes = 64
)

// produce sends records. Produce lets time run until all of them are answered and is one step;
// Send only makes the calls.
func (a *act) produce(c *world.Command) error {
	p, topic, err := a.target(c)
	if err != nil {
		return err
	}
	n := int64(len(c.Records))
	if n == 0 {
		n = c.Count
	}
	if c.Size > 0 && n*c.Size > bytesMax {
		return &line.Error{Key: line.ErrManyBytes, Got: itoa(n * c.Size), Form: line.FormMost,
			High: bytesMax}
	}
	if most := burstLimit / world.Span(max(n, 1)); c.Span > most {
		return &line.Error{Key: line.ErrRange, Got: c.Span.String(), Form: line.FormSpan,
			Want: most.String()}
	}
	if err := a.room(weight(c, n)); err != nil {
		return err
	}
	a.warm(p, topic)
	a.quiet = c.Verb == world.Produce
	id := p.ID
	start := a.w.Now
	tp := producer.TP{Topic: topic, Partition: c.Part}
	for i := range n {
		a.runUntil(start.Add(world.Span(i) * c.Span))
		a.send(a.client(id), tp, makeRecord(c, i))
	}
	if a.quiet {
		a.drain(id)
	}
	return nil
}

// room takes the bytes that records need out of what a history may send.
func (a *act) room(bytes int64) error {
	sent := a.w.Sent + bytes
	if sent > sentMax {
		return &line.Error{Key: line.ErrManySent, Got: itoa(sent), Form: line.FormMost,
			High: sentMax}
	}
	a.w.Sent = sent
	return nil
}

// weight is about how many bytes the n records of a command take.
func weight(c *world.Command, n int64) int64 {
	total := n * (recordBytes + int64(len(c.Key)+len(c.Value)) + max(c.Size, 0))
	for i := range c.Records {
		total += int64(len(c.Records[i].Key) + len(c.Records[i].Value))
	}
	return total
}

// target finds the client and the topic, and checks the partition.
func (a *act) target(c *world.Command) (*world.Producer, int32, error) {
	p := a.w.Producer(c.Who)
	if p == nil || p.Client.Closed {
		return nil, 0, &line.Error{Key: line.ErrNoClient, Got: c.Who,
			Hint: line.Nearest(c.Who, a.clientNames())}
	}
	topic, err := a.topic(c.Topic)
	if err != nil {
		return nil, 0, err
	}
	return p, topic, a.partition(topic, c.Part)
}

// send is one call of KafkaProducer.send with the turns of the sender thread that follow at once.
func (a *act) send(p *world.Producer, tp producer.TP, r record.Record) {
	p.Sent++
	a.w.Work += 4 + int64(len(r.Value))/1000
	_, e := p.Client.Send(clientTime(a.w.Now), tp, r)
	a.apply(p.ID, e)
	a.clientActs(p.ID)
}

// drain lets time run until every batch of the client is final.
func (a *act) drain(id world.NodeID) {
	limit := a.w.Now.Add(drainLimit)
	for a.fell < timersMax && !idle(&a.client(id).Client) {
		t, ok := a.w.Peek()
		if !ok || t.Due > limit {
			return
		}
		a.runUntil(t.Due)
	}
}

// idle says that a client holds nothing that is not final.
func idle(c *producer.Client) bool { return len(c.Batches) == 0 && len(c.Calls) == 0 }

// makeRecord is the i-th record that a command asks for, counted from 0.
func makeRecord(c *world.Command, i int64) record.Record {
	r := record.Record{Timestamp: -1}
	if len(c.Records) > 0 {
		kv := &c.Records[i]
		if !kv.NoKey {
			r.Key = []byte(kv.Key)
		}
		if !kv.Null {
			r.Value = []byte(kv.Value)
		}
		return r
	}
	n := c.First + i
	if c.HasKey {
		r.Key = []byte(expand(c.Key, n))
	}
	switch {
	case c.Null:
	case c.Size >= 0:
		r.Value = fill(c.Fill, c.Size, n)
	default:
		r.Value = []byte(expand(c.Value, n))
	}
	return r
}

// expand replaces %d and %03d by a number.
func expand(pattern string, n int64) string {
	at := strings.IndexByte(pattern, '%')
	if at < 0 {
		return pattern
	}
	width, rest := 0, pattern[at+1:]
	for len(rest) > 0 && rest[0] >= '0' && rest[0] <= '9' && width < 10 {
		width = width*10 + int(rest[0]-'0')
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0] != 'd' {
		return pattern
	}
	digits := strconv.FormatInt(n, 10)
	if short := min(width, 20) - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	return pattern[:at] + digits + expand(rest[1:], n)
}

// fill makes a value of a size. Equal numbers give equal values.
func fill(kind world.Fill, size, n int64) []byte {
	out := make([]byte, size)
	rand := producer.Rand(uint64(n) * 2654435761)
	switch kind {
	case world.FillJSON:
		text := `{"order":` + itoa(n) + `,"customer":"c-` + itoa(rand.Below(400)) +
			`","status":"` + [...]string{"created", "paid", "shipped", "returned"}[rand.Below(4)] +
			`","total":` + itoa(100+rand.Below(90_000)) + `,"currency":"EUR","lines":[`
		for i := int64(1); int64(len(text)) < size; i++ {
			text += `{"sku":"sku-` + itoa(1000+rand.Below(300)) + `","quantity":` +
				itoa(1+rand.Below(5)) + `,"price":` + itoa(100+rand.Below(9_900)) + `},`
		}
		copy(out, text)
	case world.FillNoise:
		for i := range out {
			out[i] = byte(rand.Next())
		}
	default:
		for i := range out {
			out[i] = 'x'
		}
	}
	return out
}
