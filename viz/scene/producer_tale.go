package scene

import (
	"highwater/core/errcode"
	"highwater/core/log"
	"highwater/core/producer"
	"highwater/core/record"
	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/theme"
)

// A tale is what became of every record that an application sent, read off a run from its first
// step to its last. A world holds only what is not final yet, so a list of what was sent, and
// whether it is read in that order, needs the steps before as well.
type tale struct {
	batches []taleBatch       // in the order in which they were begun
	sends   []taleSend        // in the order in which the application called
	lives   []taleLife        // in the order in which they began
	losses  []taleLoss        // in the order in which they happened
	words   []taleWord        // what brokers decided that wants a reason
	doomed  map[int64]float32 // how far messages had come when it was clear that they will be lost
	cut     bool              // there were too many sends to be told one by one
}

// taleLife is a producer from its start to its end; a restart is another life.
type taleLife struct {
	client     world.NodeID
	born, died int // steps; died is 0 if it is alive at the end
}

// taleLoss is a message that broke: where, and in which step.
type taleLoss struct {
	step int
	m    world.Message
	key  batchKey // the row in which it was under way
	pos  float32
}

// taleWord is a decision of a broker about a batch, and the step that makes it old: the next one
// about the partition, or a batch that is written.
type taleWord struct {
	step, until int
	e           world.Event
	again       string // a batch without a PID was written: "again", or "behind" later ones
	first       int64  // where it was written before, or what it is behind
}

// wordMax is how many steps a decision is of interest at most.
const wordMax = 14

// batchKey names a batch of a client; batch ids begin anew with every life.
type batchKey struct {
	client world.NodeID
	life   int32
	id     producer.BatchID
}

// taleBatch is a batch from its beginning to its end.
type taleBatch struct {
	batchKey
	topic, part int32
	made        int // the step in which it was begun
	ended       int // the step after which it is final, 0 if there is none
	fate        batchFate
	offset      int64 // the client's belief, when it was acknowledged
	code        errcode.Code
	seq         int64 // the first sequence at the end, -1 without
	recs        []taleRecord
	turns       []taleTurn      // how it came back into the queue
	heads       []record.Header // as it went out, once for each sequence it had
}

type batchFate uint8

const (
	fatePending batchFate = iota
	fateAcked
	fateFailed
	fateSplit
	fateCrashed // the process ended
)

// taleTurn is a return into the queue.
type taleTurn struct {
	step int
	code errcode.Code
	why  why.Why
}

// taleRecord is what a record says.
type taleRecord struct {
	key, val    string
	noKey, null bool
}

// taleSend is one call of send.
type taleSend struct {
	step        int
	client      world.NodeID
	life        int32
	topic, part int32
	batch       producer.BatchID // 0 in a burst, whose batches are not told
	rec         taleRecord
}

// taleMax bounds how many sends are told one by one.
const taleMax = 400

// newTale reads a run. Of one in which every send is part of a burst there is nothing to tell.
func newTale(src Source, cache *Cache) *tale {
	t := &tale{doomed: map[int64]float32{}}
	if !toldSends(src) {
		return t
	}
	for n := 1; n <= src.Len() && !t.cut; n++ {
		st := src.Step(n)
		var w *world.World
		at := func() *world.World {
			if w == nil {
				w = src.World(n)
			}
			return w
		}
		for i := range st.Events {
			if e := &st.Events[i]; e.Kind == world.Lost {
				t.loss(n, &st, e, src)
			}
			t.read(n, &st.Events[i], at)
		}
		if quiet(&st) {
			t.burst(n, &st, at, cache)
		}
		t.cut = len(t.sends) > taleMax
	}
	return t
}

func toldSends(src Source) bool {
	for n := 1; n <= src.Len(); n++ {
		st := src.Step(n)
		for i := range st.Events {
			if st.Events[i].Kind == world.ClientAppended {
				return true
			}
		}
	}
	return false
}

// told tells whether there is anything to tell.
func (t *tale) told() bool { return len(t.batches) > 0 }

// quiet tells a step in which records were sent and answered without being told one by one.
func quiet(st *world.Step) bool {
	appended := false
	for i := range st.Events {
		switch st.Events[i].Kind {
		case world.Arrived, world.ClientAppended:
			return false
		case world.Appended:
			appended = appended || st.Events[i].Peer >= world.FirstClient
		}
	}
	return appended && st.Cause.Kind == world.CauseLine
}

// loss notes where a message breaks.
func (t *tale) loss(n int, st *world.Step, e *world.Event, src Source) {
	w := src.World(n - 1)
	m := w.Message(e.Msg)
	if m == nil { // sent and lost in one step
		return
	}
	client := m.From
	if m.Answer {
		client = m.To
	}
	l := taleLoss{step: n, m: *m, pos: t.wayOf(w, m, sinceStart(st.At))}
	l.key, _ = rowKey(w, m, 0, t.life(client))
	if l.key.client == 0 {
		l.key = batchKey{client, orphanLife, producer.BatchID(m.ID)}
	}
	t.losses = append(t.losses, l)
}

// decided notes what a broker said of a batch.
func (t *tale) decided(n int, e *world.Event) {
	for i := range t.words {
		w := &t.words[i]
		if w.e.Node == e.Node && w.e.Topic == e.Topic && w.e.Part == e.Part && w.until > n {
			w.until = max(n, w.step)
		}
	}
	if e.Kind != world.Appended {
		t.words = append(t.words, taleWord{step: n, until: n + wordMax, e: *e})
	}
}

// unnumbered notes that a batch without a PID has been written in a place that wants a reason: a
// second time, or behind what was sent after it.
func (t *tale) unnumbered(n int, e *world.Event, w *world.World) {
	l := logOf(w, e.Node, e.Topic, e.Part)
	for i := range t.batches {
		b := &t.batches[i]
		if b.client != e.Peer || b.topic != e.Topic || b.part != e.Part || len(b.turns) == 0 {
			continue
		}
		at := placesOf(l, b.heads)
		if len(at) == 0 || at[len(at)-1] != e.From {
			continue
		}
		word := taleWord{step: n, until: n + wordMax, e: *e, again: "again", first: at[0]}
		if len(at) == 1 {
			word.again, word.first = "behind", t.overtaken(l, i)
		}
		if len(at) > 1 || word.first >= 0 {
			t.words = append(t.words, word)
		}
		return
	}
}

// overtaken is the first offset of a batch that was begun later and written before, or -1.
func (t *tale) overtaken(l *log.Log, i int) int64 {
	b := &t.batches[i]
	for j := i + 1; j < len(t.batches); j++ {
		c := &t.batches[j]
		if c.client == b.client && c.topic == b.topic && c.part == b.part {
			if at := placesOf(l, c.heads); len(at) > 0 {
				return at[0]
			}
		}
	}
	return -1
}

func (t *tale) read(n int, e *world.Event, at func() *world.World) {
	switch e.Kind {
	case world.Refused, world.Duplicate, world.Appended:
		t.decided(n, e)
		if e.Kind == world.Appended && e.D < 0 && e.Peer >= world.FirstClient {
			t.unnumbered(n, e, at())
		}
	case world.Faulted, world.Disconnected:
		t.dooms(n, at())
	case world.ClientMade:
		t.lives = append(t.lives, taleLife{client: e.Node, born: n})
	case world.ClientGone:
		t.end(n, e.Node)
	case world.ClientAppended:
		t.appended(n, e, at())
	case world.ClientRetry:
		if b := t.batch(e.Node, producer.BatchID(e.From)); b != nil {
			b.turns = append(b.turns, taleTurn{n, e.Code, e.Why})
		}
	case world.ClientRewritten:
		if b := t.batch(e.Node, producer.BatchID(e.From)); b != nil {
			b.seq = e.A
		}
	case world.ClientDrained:
		if b := t.batch(e.Node, producer.BatchID(e.From)); b != nil {
			b.seq = e.A
			b.note(at())
		}
	case world.ClientAcked:
		if b := t.batch(e.Node, producer.BatchID(e.From)); b != nil {
			b.ended, b.fate, b.offset = n, fateAcked, e.A
		}
	case world.ClientFailed, world.ClientSplit:
		if b := t.batch(e.Node, producer.BatchID(e.From)); b != nil {
			b.ended, b.fate, b.code = n, fateFailed, e.Code
			if e.Kind == world.ClientSplit {
				b.fate = fateSplit
			}
		}
	}
}

// dooms notes how far messages have come that a step has made lost.
func (t *tale) dooms(n int, w *world.World) {
	for i := range w.Messages {
		m := &w.Messages[i]
		if _, known := t.doomed[m.ID]; known || m.Lost == why.None && !isCut(w, m.From, m.To) {
			continue
		}
		sent, due := sinceStart(m.Sent), sinceStart(m.Due)
		if m.Lost == why.DroppedByCommand { // it breaks halfway, or at once
			if m.Due > w.Now {
				continue
			}
			due = sent + float64(w.Cluster.Latency)
		}
		if due > sent {
			t.doomed[m.ID] = theme.Clamp(float32((sinceStart(w.Now) - sent) / (due - sent)))
		}
	}
}

// end is the death of a client with everything that it held.
func (t *tale) end(n int, client world.NodeID) {
	life := t.life(client)
	for i := range t.lives {
		if l := &t.lives[i]; l.client == client && l.died == 0 {
			l.died = n
		}
	}
	for i := range t.batches {
		if b := &t.batches[i]; b.client == client && b.life == life && b.ended == 0 {
			b.ended, b.fate = n, fateCrashed
		}
	}
}

// life is the number of a client's present life, from 1.
func (t *tale) life(client world.NodeID) int32 {
	n := int32(0)
	for i := range t.lives {
		if t.lives[i].client == client {
			n++
		}
	}
	return n
}

// lifeAt is the number of a client's life after a step, and whether it is over.
func (t *tale) lifeAt(client world.NodeID, step int) (life int32, over bool) {
	for i := range t.lives {
		if l := &t.lives[i]; l.client == client && l.born <= step {
			life, over = life+1, l.died > 0 && l.died <= step
		}
	}
	return life, over
}

// batch finds a batch of a client's present life.
func (t *tale) batch(client world.NodeID, id producer.BatchID) *taleBatch {
	return t.find(batchKey{client, t.life(client), id})
}

func (t *tale) find(k batchKey) *taleBatch {
	for i := len(t.batches) - 1; i >= 0; i-- {
		if t.batches[i].batchKey == k {
			return &t.batches[i]
		}
	}
	return nil
}

// pending tells that the client still tries to get a send written.
func (t *tale) pending(s *taleSend, step int) bool {
	b := t.find(batchKey{s.client, s.life, s.batch})
	return b != nil && (b.ended == 0 || b.ended > step)
}

// failed tells that the client has given a send up.
func (t *tale) failed(s *taleSend, step int) bool {
	b := t.find(batchKey{s.client, s.life, s.batch})
	return b != nil && b.ended > 0 && b.ended <= step &&
		(b.fate == fateFailed || b.fate == fateCrashed)
}

// appended notes a record that the client has put into a batch.
func (t *tale) appended(n int, e *world.Event, w *world.World) {
	k := batchKey{e.Node, t.life(e.Node), producer.BatchID(e.From)}
	b := t.find(k)
	if b == nil {
		t.batches = append(t.batches, taleBatch{batchKey: k, topic: e.Topic, part: e.Part, made: n,
			seq: -1})
		b = &t.batches[len(t.batches)-1]
	}
	r := recordOf(w, e.Node, k.id, producer.SendID(e.A))
	b.recs = append(b.recs, r)
	t.sends = append(t.sends, taleSend{step: n, client: e.Node, life: k.life, topic: e.Topic,
		part: e.Part, batch: k.id, rec: r})
}

// note keeps the header under which the batch goes out, so that it can be found in a log.
func (b *taleBatch) note(w *world.World) {
	for i := range w.Producers {
		if w.Producers[i].ID != b.client {
			continue
		}
		live := w.Producers[i].Client.Batch(b.id)
		if live == nil || !live.Closed {
			return
		}
		h := live.Data.Header
		for j := range b.heads {
			if sameBatch(&b.heads[j], &h) {
				return
			}
		}
		b.heads = append(b.heads, h)
	}
}

// sameBatch tells that two headers are of one batch. A leader changes offset and epoch, which the
// CRC does not cover.
func sameBatch(a, b *record.Header) bool {
	return a.CRC == b.CRC && a.Count == b.Count && a.BaseSequence == b.BaseSequence &&
		a.ProducerID == b.ProducerID && a.ProducerEpoch == b.ProducerEpoch
}

// recordOf finds what a send brought.
func recordOf(w *world.World, client world.NodeID, id producer.BatchID,
	send producer.SendID) taleRecord {
	for i := range w.Producers {
		if w.Producers[i].ID != client {
			continue
		}
		b := w.Producers[i].Client.Batch(id)
		for j := 0; b != nil && j < len(b.Records); j++ {
			if r := &b.Records[j]; r.Send == send {
				return taleRecord{key: clip(r.Record.Key), val: clip(r.Record.Value),
					noKey: r.Record.Key == nil, null: r.Record.Value == nil}
			}
		}
	}
	return taleRecord{noKey: true, null: true}
}

// burst takes the sends of a step that tells only what reached the log from there.
func (t *tale) burst(n int, st *world.Step, at func() *world.World, cache *Cache) {
	for i := range st.Events {
		e := &st.Events[i]
		if e.Kind != world.Appended || e.Peer < world.FirstClient {
			continue
		}
		l := logOf(at(), e.Node, e.Topic, e.Part)
		if l == nil {
			continue
		}
		for j := range l.Segments {
			cache.each(&l.Segments[j], e.From, e.To+1, func(r *rec) {
				t.sends = append(t.sends, taleSend{step: n, client: e.Peer, life: t.life(e.Peer),
					topic: e.Topic, part: e.Part, rec: recordAs(r)})
			})
		}
		if len(t.sends) > taleMax {
			return
		}
	}
}

// recordAs is a record of a log as a tale tells it.
func recordAs(r *rec) taleRecord {
	return taleRecord{key: r.key, val: r.val, noKey: r.noKey, null: r.kind == recTombstone}
}
