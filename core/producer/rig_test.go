package producer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/record"
)

// rig drives one warm client of topic 0 against broker 1 by hand: the test gives every answer.
type rig struct {
	t        *testing.T
	c        Client
	now      Time
	wire     []Request // sent and not answered, oldest first
	outcomes []Outcome
	notes    []Note
}

var p0 = TP{Topic: 0, Partition: 0}

func with(t *testing.T, settings ...string) Config {
	t.Helper()
	config := DefaultConfig()
	config.Jitter, config.LingerMS = false, 0
	for _, s := range settings {
		name, value, _ := strings.Cut(s, "=")
		var err error
		config, err = config.With(name, value)
		require.NoError(t, err)
	}
	config, _, err := config.Validate()
	require.NoError(t, err)
	return config
}

// newRig has partitions that broker 1 leads and producer id 1.
func newRig(t *testing.T, partitions int32, settings ...string) *rig {
	r := &rig{t: t, c: New("p", with(t, settings...), 1), now: 1000 * Millisecond}
	var leaders []Leader
	for p := range partitions {
		leaders = append(leaders, Leader{TP: TP{0, p}, Node: 1, Epoch: 0})
	}
	r.c.Warm(r.now, []TopicMeta{{0, partitions}}, leaders, []int32{1})
	if r.c.Config.EnableIdempotence {
		r.run()
		require.Len(t, r.wire, 1)
		require.Equal(t, InitProducerID, r.wire[0].Kind)
		r.reply(Response{ProducerID: PIDEpoch{PID: 1}})
	}
	return r
}

func (r *rig) take(e Effects) {
	for _, q := range e.Requests {
		if q.Kind != Produce || q.Acks != 0 {
			r.wire = append(r.wire, q)
		}
	}
	r.outcomes = append(r.outcomes, e.Outcomes...)
	r.notes = append(r.notes, e.Notes...)
	for range e.Close {
		r.wire = nil
	}
	for _, node := range e.Connect {
		r.take(r.c.OnConnect(r.now, node))
	}
	r.check()
}

// run lets the sender iterate until it has nothing to do now; metadata is answered at once.
func (r *rig) run() {
	for range 1000 {
		e := r.c.RunOnce(r.now)
		r.take(e)
		i := slices.IndexFunc(r.wire, func(q Request) bool { return q.Kind == FetchMetadata })
		if i >= 0 {
			q := r.wire[i]
			r.wire = slices.Delete(r.wire, i, i+1)
			r.take(r.c.OnResponse(r.now, Response{Request: q.ID, Kind: q.Kind, Node: q.Node}))
			continue
		}
		if e.None() {
			return
		}
	}
	r.t.Fatal("the sender does not come to rest")
}

// pass lets ms milliseconds pass, with the sender awake whenever it wants to be.
func (r *rig) pass(ms int64) {
	until := r.now + Time(ms)*Millisecond
	for {
		r.run()
		at := r.c.Wake(r.now)
		require.Greater(r.t, at, r.now)
		if at > until {
			r.now = until
			return
		}
		r.now = at
	}
}

// send gives the client one batch of n records for a partition.
func (r *rig) send(n int, partition int32) {
	for range n {
		_, e := r.c.Send(r.now, TP{0, partition}, record.Record{Value: []byte("v"), Timestamp: -1})
		r.take(e)
	}
	r.run()
}

func (r *rig) reply(a Response) {
	q := r.wire[0]
	r.wire = r.wire[1:]
	a.Request, a.Kind, a.Node = q.ID, q.Kind, q.Node
	r.take(r.c.OnResponse(r.now, a))
	r.run()
}

// answer answers the oldest request: every partition of it the same way.
func (r *rig) answer(code errcode.Code, base int64) {
	r.t.Helper()
	require.NotEmpty(r.t, r.wire)
	var a Response
	for _, part := range r.wire[0].Parts {
		a.Parts = append(a.Parts, ResponsePart{TP: part.TP, Code: code, BaseOffset: base,
			LogStartOffset: NoOffset})
	}
	r.reply(a)
}

func (r *rig) disconnect() {
	r.wire = nil
	r.take(r.c.OnDisconnect(r.now, 1))
	r.run()
}

// state is what the client believes of partition 0, as text.
func (r *rig) state() string { return r.stateOf(0) }

func (r *rig) stateOf(partition int32) string {
	p, ok := r.c.Partition(TP{0, partition})
	if !ok {
		return "unused"
	}
	name := func(ids []BatchID) string {
		var out []string
		for _, id := range ids {
			b := r.c.Batch(id)
			s := fmt.Sprintf("B%d", id)
			if b.HasSequence() {
				s += fmt.Sprintf("(e%d s%d)", b.ProducerID.Epoch, b.BaseSeq)
			}
			out = append(out, s)
		}
		return "[" + strings.Join(out, " ") + "]"
	}
	s := fmt.Sprintf("q=%s net=%s tracked=%s acked=%d next=%d", name(p.Deque), name(p.Net),
		name(p.Tracked), p.LastAckedSeq, p.NextSeq)
	if p.Unresolved {
		s += fmt.Sprintf(" unresolved=%d", p.UnresolvedSeq)
	}
	return s
}

// check holds the client to its invariants after every call.
func (r *rig) check() {
	r.t.Helper()
	final := map[SendID]bool{}
	for _, o := range r.outcomes {
		require.False(r.t, final[o.Send], "send %d has two outcomes", o.Send)
		final[o.Send] = true
	}
	for i := range r.c.Nodes {
		n := &r.c.Nodes[i]
		require.LessOrEqual(r.t, len(n.InFlight), int(r.c.Config.MaxInFlight)+1)
		for _, q := range n.InFlight {
			seen := map[TP]bool{}
			for _, part := range q.Parts {
				require.False(r.t, seen[part.TP], "two batches of a partition in a request")
				seen[part.TP] = true
			}
		}
	}
	for i := range r.c.Partitions {
		p := &r.c.Partitions[i]
		for _, id := range p.Net {
			b := r.c.Batch(id)
			if b.HasSequence() && b.Final == Pending {
				require.Contains(r.t, p.Tracked, id, "on the wire and not tracked")
			}
		}
		for j := 1; j < len(p.Deque); j++ {
			if r.c.Batch(p.Deque[j]).HasSequence() {
				before := r.c.Batch(p.Deque[j-1])
				require.True(r.t, before.HasSequence(), "numbered behind unnumbered")
			}
		}
	}
}
