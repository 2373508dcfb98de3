package producer

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/errcode"
	"highwater/core/record"
)

// random is a rig whose broker answers at random: errors, losses, disconnections.
type random struct {
	*rig
	sent  int
	given map[number]SendID // which record has a number ever been given to
}

type number struct {
	tp  TP
	pid PIDEpoch
	seq int32
}

var mixedErrors = []errcode.Code{
	errcode.None, errcode.None, errcode.None, errcode.NotEnoughReplicas,
	errcode.OutOfOrderSequenceNumber, errcode.RequestTimedOut, errcode.NotLeaderOrFollower,
	errcode.CorruptMessage, errcode.InvalidRecord, errcode.MessageTooLarge,
	errcode.InvalidProducerEpoch, errcode.UnknownProducerID, errcode.DuplicateSequenceNumber,
}

func (r *random) do(t *rapid.T) {
	switch rapid.IntRange(0, 9).Draw(t, "action") {
	case 0, 1, 2, 3:
		n := rapid.IntRange(1, 4).Draw(t, "records")
		r.sent += n
		r.send(n, int32(rapid.IntRange(0, 1).Draw(t, "partition")))
	case 4, 5, 6:
		if len(r.wire) > 0 {
			r.answer(rapid.SampledFrom(mixedErrors).Draw(t, "code"), int64(r.sent))
		}
	case 7, 8:
		r.pass(rapid.Int64Range(0, 700).Draw(t, "ms"))
	case 9:
		if n, _ := r.c.Node(1); n.Link == Connected {
			r.disconnect()
		}
	}
	r.numbers(t)
}

// numbers holds every batch on the wire to the rule that a number belongs to one record for ever.
func (r *random) numbers(t *rapid.T) {
	for _, q := range r.wire {
		for _, part := range q.Parts {
			h := part.Data.Header
			b := r.c.Batch(part.Batch)
			if h.BaseSequence == NoSequence || b == nil || b.Reopened || b.Final == SplitUp {
				continue
			}
			seq := h.BaseSequence
			for _, s := range b.Records {
				n := number{part.TP, PIDEpoch{h.ProducerID, h.ProducerEpoch}, seq}
				if was, ok := r.given[n]; ok && was != s.Send {
					t.Fatalf("%+v was record %d, is now %d", n, was, s.Send)
				}
				r.given[n] = s.Send
				seq = record.IncrementSequence(seq, 1)
			}
		}
	}
}

func TestEverySendEndsOnceWhateverHappens(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		settings := []string{"delivery.timeout.ms=3000", "request.timeout.ms=1000",
			"batch.size=120", "linger.ms=5"}
		if rapid.Bool().Draw(rt, "plain") {
			settings = append(settings, "enable.idempotence=false")
		}
		if rapid.Bool().Draw(rt, "alone") {
			settings = append(settings, "max.in.flight.requests.per.connection=1")
		}
		r := &random{rig: newRig(t, 2, settings...), given: map[number]SendID{}}
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			r.do(rt)
		}
		r.heal()
		require.Len(rt, r.outcomes, r.sent)
		require.Zero(rt, r.c.BufferUsed)
		require.Empty(rt, r.c.Batches)
		for i := range r.c.Partitions {
			p := &r.c.Partitions[i]
			require.Empty(rt, p.Tracked)
			require.False(rt, p.Muted || p.Unresolved)
		}
	})
}

// heal answers everything well until nothing is left.
func (r *random) heal() {
	for range 10000 {
		r.run()
		switch {
		case len(r.wire) > 0 && r.wire[0].Kind == InitProducerID:
			r.reply(Response{ProducerID: PIDEpoch{PID: 2}})
		case len(r.wire) > 0:
			r.answer(errcode.None, 0)
		case r.c.Idle():
			return
		default:
			r.now = r.c.Wake(r.now)
		}
	}
	r.t.Fatal("not everything is answered")
}

// TestClonesGoTheirOwnWay: what is done to a client is not seen in its clone, and both go on alike.
func TestClonesGoTheirOwnWay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := &random{rig: newRig(t, 2, "batch.size=120", "linger.ms=5"), given: map[number]SendID{}}
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			r.do(rt)
		}
		before, copied := r.c.Clone(), r.c.Clone()
		for range 10 {
			r.do(rt)
		}
		require.Equal(rt, before, copied)
		one, two := r.c.Clone(), r.c.Clone()
		for range 10 {
			_, e1 := one.Send(r.now, p0, record.Record{Value: []byte("x"), Timestamp: -1})
			_, e2 := two.Send(r.now, p0, record.Record{Value: []byte("x"), Timestamp: -1})
			require.Equal(rt, e1, e2)
			require.Equal(rt, one.RunOnce(r.now), two.RunOnce(r.now))
		}
		require.Equal(rt, one, two)
	})
}
