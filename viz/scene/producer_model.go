package scene

import (
	"slices"
	"sort"

	"highwater/core/errcode"
	"highwater/core/log"
	"highwater/core/producer"
	"highwater/core/record"
	"highwater/core/why"
	"highwater/core/world"
)

// What a client holds, as rows: one a batch of its present life, in the order in which it will
// leave, and one for every message that the client has given up and that is still under way.

// rowState is what the client believes of a batch.
type rowState uint8

const (
	rowQueued  rowState = iota // not sent yet
	rowSent                    // sent, no answer
	rowWaits                   // came back, waits for its next try
	rowDone                    // acknowledged
	rowFailed                  // failed to the application
	rowCrashed                 // the process ended
	rowOrphan                  // a message of which the client knows nothing any more
)

// row is one batch as its client sees it.
type row struct {
	key         batchKey
	state       rowState
	topic, part int32
	seq, last   int32 // sequences, -1 without
	epoch       int16
	recs        []taleRecord
	attempts    int32
	code        errcode.Code  // why it came back, or failed
	turn        why.Why       // the same as a reason
	hold        producer.Hold // what is in its way, if it is the head of the queue
	place       int           // in the queue, from 1; 0 if it is not there
	until       producer.Time // when its back-off ends
	request     producer.RequestID
	deadline    producer.Time // when the client gives the request up
	offset      int64         // where the client believes it to be
	at          []int64       // where it is in the leader's log
	wrong       bool          // the belief is wrong, not only out of date
}

// orphanLife marks the key of a row for a message that belongs to no batch of its client.
const orphanLife = -1

// part names a partition.
type partID struct{ topic, part int32 }

// band is what one client has with one broker.
type band struct {
	client world.NodeID // 0 if there is none yet
	node   world.NodeID
	parts  []partID
}

// bands lists who talks to whom after a step. It depends on what the run will do as a whole, so
// that places do not change from step to step.
func (x *net) bandsOf(w *world.World) []band {
	var out []band
	for i := range w.Producers {
		p := &w.Producers[i]
		for _, id := range x.partsOf(w, p) {
			node := leaderOf(w, id)
			j := slices.IndexFunc(out, func(b band) bool {
				return b.client == p.ID && b.node == node
			})
			if j < 0 {
				out = append(out, band{client: p.ID, node: node})
				j = len(out) - 1
			}
			out[j].parts = append(out[j].parts, id)
		}
	}
	if len(out) == 0 && len(w.Topics) > 0 {
		id := partID{}
		out = append(out, band{node: leaderOf(w, id), parts: []partID{id}})
	}
	return out
}

// partsOf are the partitions that a client writes to in the whole run, or else the first one.
func (x *net) partsOf(w *world.World, p *world.Producer) []partID {
	var out []partID
	add := func(id partID) {
		if !slices.Contains(out, id) && int(id.topic) < len(w.Topics) &&
			int(id.part) < len(w.Topics[id.topic].Parts) {
			out = append(out, id)
		}
	}
	for i := range x.in.Cast.tale.sends {
		if s := &x.in.Cast.tale.sends[i]; s.client == p.ID {
			add(partID{s.topic, s.part})
		}
	}
	for i := range p.Client.Partitions {
		if tp := p.Client.Partitions[i].TP; tp.Partition >= 0 {
			add(partID{tp.Topic, tp.Partition})
		}
	}
	if len(out) == 0 {
		add(partID{})
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].topic != out[j].topic {
			return out[i].topic < out[j].topic
		}
		return out[i].part < out[j].part
	})
	return out
}

// leaderOf is the leader of a partition, or the replica that would be it.
func leaderOf(w *world.World, id partID) world.NodeID {
	p := w.Partition(id.topic, id.part)
	switch {
	case p == nil:
		return 1
	case p.Leader != 0 || len(p.Replicas) == 0:
		return p.Leader
	}
	return p.Replicas[0]
}

// clientOf finds a producer.
func clientOf(w *world.World, id world.NodeID) *world.Producer {
	for i := range w.Producers {
		if w.Producers[i].ID == id {
			return &w.Producers[i]
		}
	}
	return nil
}

// rowsOf lists the rows of a band in a world, the world after a step.
func (x *net) rowsOf(w *world.World, step int, b *band) []row {
	p := clientOf(w, b.client)
	if p == nil {
		return nil
	}
	life, over := x.in.Cast.tale.lifeAt(b.client, step)
	var out []row
	for _, id := range b.parts {
		out = append(out, x.partRows(w, step, p, life, over, id)...)
	}
	for i := range w.Messages {
		m := &w.Messages[i]
		if _, known := rowKey(w, m, 0, life); known || !concerns(m, b) {
			continue
		}
		out = append(out, orphanRow(x.in.Cache, m))
	}
	return out
}

// concerns tells that a message is between the two of a band.
func concerns(m *world.Message, b *band) bool {
	return m.From == b.client && m.To == b.node || m.To == b.client && m.From == b.node
}

// rowKey finds the batch that the part of a message belongs to: the client still waits for it on
// this very connection.
func rowKey(w *world.World, m *world.Message, part int, life int32) (batchKey, bool) {
	client, id := m.From, m.Request.ID
	if m.Answer {
		client, id = m.To, m.Response.Request
	}
	p := clientOf(w, client)
	if p == nil || p.Client.Closed || !connected(w, m.Conn) {
		return batchKey{}, false
	}
	n := 0
	for i := range p.Client.Batches {
		if b := &p.Client.Batches[i]; b.Request == id {
			if n == part {
				return batchKey{client, life, b.ID}, true
			}
			n++
		}
	}
	return batchKey{}, false
}

// connected tells that the client has not closed a connection.
func connected(w *world.World, conn int64) bool {
	for i := range w.Conns {
		if w.Conns[i].ID == conn {
			return !w.Conns[i].Gone
		}
	}
	return false
}

func orphanRow(c *Cache, m *world.Message) row {
	client := m.From
	if m.Answer {
		client = m.To
	}
	r := row{key: batchKey{client, orphanLife, producer.BatchID(m.ID)}, state: rowOrphan,
		topic: -1, seq: -1, last: -1}
	for i := range m.Request.Parts {
		b := &m.Request.Parts[i].Data
		r.topic, r.part = m.Request.Parts[i].Topic, m.Request.Parts[i].Partition
		if b.ProducerID >= 0 {
			r.seq, r.last, r.epoch = b.BaseSequence, b.LastSequence(), b.ProducerEpoch
		}
		for _, x := range c.digest(b).recs {
			r.recs = append(r.recs, recordAs(&x))
		}
		break
	}
	return r
}

// partRows are the rows of one partition: what is final from the tale, the rest from the client,
// by age, but those in the queue in the order of the queue.
func (x *net) partRows(w *world.World, step int, p *world.Producer, life int32, over bool,
	id partID) []row {
	var out []row
	leader := logOf(w, leaderOf(w, id), id.topic, id.part)
	t := x.in.Cast.tale
	for i := range t.batches {
		b := &t.batches[i]
		if b.client != p.ID || b.life != life || b.made > step || b.topic != id.topic ||
			b.part != id.part || b.fate == fateSplit && b.ended <= step {
			continue
		}
		live := p.Client.Batch(b.id)
		if live == nil && (b.ended == 0 || b.ended > step) && !over {
			continue
		}
		r := b.row(step)
		if live != nil {
			r.believe(w, p, live)
		}
		r.at = placesOf(leader, b.heads)
		r.judge()
		out = append(out, r)
	}
	for i := range p.Client.Batches {
		b := &p.Client.Batches[i]
		k := batchKey{p.ID, life, b.ID}
		if b.TP == (producer.TP{Topic: id.topic, Partition: id.part}) && t.find(k) == nil {
			r := row{key: k, topic: id.topic, part: id.part, seq: -1, last: -1, recs: recordsOf(b)}
			r.believe(w, p, b)
			out = append(out, r)
		}
	}
	return queued(out)
}

// queued puts the rows that wait in the queue into its order, at the places that they have.
func queued(rows []row) []row {
	var slots []int
	var list []row
	for i := range rows {
		if rows[i].place > 0 {
			slots, list = append(slots, i), append(list, rows[i])
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].place < list[j].place })
	for n, i := range slots {
		rows[i] = list[n]
	}
	return rows
}

// row is what the tale knows of a batch after a step.
func (b *taleBatch) row(step int) row {
	r := row{key: b.batchKey, topic: b.topic, part: b.part, seq: -1, last: -1, recs: b.recs,
		offset: -1}
	if b.seq >= 0 {
		r.seq = int32(b.seq)
		r.last = record.IncrementSequence(r.seq, int32(len(b.recs))-1)
	}
	for _, t := range b.turns {
		if t.step <= step {
			r.code, r.turn = t.code, t.why
		}
	}
	if b.ended == 0 || b.ended > step {
		return r
	}
	switch b.fate {
	case fateAcked:
		r.state, r.offset = rowDone, b.offset
	case fateFailed:
		r.state, r.code = rowFailed, b.code
	case fateCrashed:
		r.state = rowCrashed
	}
	return r
}

func recordsOf(b *producer.Batch) []taleRecord {
	var out []taleRecord
	for i := range b.Records {
		r := &b.Records[i].Record
		out = append(out, taleRecord{key: clip(r.Key), val: clip(r.Value), noKey: r.Key == nil,
			null: r.Value == nil})
	}
	return out
}

// believe fills in what the client holds of a batch that is not final, or that is and whose
// request is still out.
func (r *row) believe(w *world.World, p *world.Producer, b *producer.Batch) {
	c := &p.Client
	r.attempts, r.request = b.Attempts, b.Request
	if b.HasSequence() {
		r.seq, r.last, r.epoch = b.BaseSeq, b.LastSeq(), b.ProducerID.Epoch
	} else {
		r.seq, r.last = -1, -1
	}
	if b.Final != producer.Pending {
		return
	}
	q, _ := c.Partition(b.TP)
	if q != nil {
		r.place = slices.Index(q.Deque, b.ID) + 1
	}
	switch {
	case b.Request > 0:
		r.state, r.deadline = rowSent, deadlineOf(c, b.Request)
	case b.InRetry || b.Attempts > 0:
		r.state = rowWaits
		r.until = b.LastAttemptAt + producer.Time(b.BackoffMS)*producer.Millisecond
	default:
		r.state = rowQueued
	}
	if r.place == 1 {
		r.hold = c.Holds(producer.Time(w.Now), b.TP)
	}
}

// deadlineOf is when the client gives up a request that is out.
func deadlineOf(c *producer.Client, id producer.RequestID) producer.Time {
	for i := range c.Nodes {
		for j := range c.Nodes[i].InFlight {
			if q := &c.Nodes[i].InFlight[j]; q.ID == id {
				return q.SentAt + producer.Time(q.TimeoutMS)*producer.Millisecond
			}
		}
	}
	return 0
}

// judge compares belief and truth.
func (r *row) judge() {
	switch r.state {
	case rowDone:
		r.wrong = len(r.at) != 1 || r.offset >= 0 && r.at[0] != r.offset
	case rowFailed, rowCrashed:
		r.wrong = len(r.at) > 0
	default:
		r.wrong = len(r.at) > 1
	}
}

// placesMax is how many batches from the end of a log are searched for one.
const placesMax = 2000

// placesOf finds where a batch is in a log: it may be there more than once.
func placesOf(l *log.Log, heads []record.Header) []int64 {
	if l == nil || len(heads) == 0 {
		return nil
	}
	var out []int64
	left := placesMax
	for i := len(l.Segments) - 1; i >= 0 && left > 0; i-- {
		batches := l.Segments[i].Batches
		for j := len(batches) - 1; j >= 0 && left > 0; j-- {
			left--
			for k := range heads {
				if sameBatch(&heads[k], &batches[j].Header) {
					out = append(out, batches[j].BaseOffset)
					break
				}
			}
		}
	}
	slices.Reverse(out)
	return out
}
