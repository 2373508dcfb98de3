package producer

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// head says why the head of partition 0 may go now, as far as waiting is concerned.
func (r *rig) head() why.Why {
	r.t.Helper()
	p, ok := r.c.Partition(p0)
	require.True(r.t, ok)
	require.NotEmpty(r.t, p.Deque)
	reason, _ := r.c.sendable(r.now, p, r.c.Batch(p.Deque[0]))
	return reason
}

// offer calls send without letting the sender run.
func (r *rig) offer(value int) {
	_, e := r.c.Send(r.now, p0, record.Record{Value: make([]byte, value), Timestamp: -1})
	r.take(e)
}

// TestWhyABatchMayGo: one way for each reason on which the accumulator lets go of a batch.
func TestWhyABatchMayGo(t *testing.T) {
	r := newRig(t, 1, "linger.ms=1000", "batch.size=200")
	r.offer(10)
	assert.Equal(t, why.None, r.head(), "it lingers")
	r.now += 1000 * Millisecond
	assert.Equal(t, why.ReadyLinger, r.head())

	r = newRig(t, 1, "linger.ms=1000", "batch.size=200")
	r.offer(100)
	r.offer(100)
	assert.Equal(t, why.ReadyFull, r.head(), "another batch stands behind it")

	r = newRig(t, 1, "linger.ms=1000", "batch.size=200")
	r.offer(10)
	r.c.Flush()
	assert.Equal(t, why.ReadyFlush, r.head())

	r = newRig(t, 2, "linger.ms=1000", "batch.size=300", "buffer.memory=400")
	r.offer(50)
	_, e := r.c.Send(r.now, TP{0, 1}, record.Record{Value: []byte("v"), Timestamp: -1})
	r.take(e)
	require.Len(t, r.c.Calls, 1, "there is no memory for the batch of another partition")
	assert.Equal(t, why.ReadyMemory, r.head())

	r = primed(t)
	r.send(1, 0)
	r.answer(errcode.NotEnoughReplicas, NoOffset)
	assert.Equal(t, why.HoldBackoff, r.c.Holds(r.now, p0).Why)
	r.now += 100 * Millisecond
	assert.Equal(t, why.ReadyRetry, r.head())
}

// TestANewLeaderIsTriedAtOnce: the answer names it (KIP-951), and the batch does not back off.
func TestANewLeaderIsTriedAtOnce(t *testing.T) {
	r := primed(t)
	r.send(1, 0)
	q := r.wire[0]
	r.wire = nil
	e := r.c.OnResponse(r.now, Response{Request: q.ID, Node: 1,
		Parts:   []ResponsePart{{TP: p0, Code: errcode.NotLeaderOrFollower, BaseOffset: NoOffset}},
		Leaders: []Leader{{p0, 2, 1}}})
	hinted := false
	for _, n := range e.Notes {
		hinted = hinted || n.Kind == NoteMetadata && n.Why == why.LeaderHint && n.Node == 2
	}
	assert.True(t, hinted)
	p, _ := r.c.Partition(p0)
	b := r.c.Batch(p.Deque[0])
	b.seeLeaderEpoch(r.c.Leader(p0).Epoch)
	assert.Equal(t, why.ReadyNewLeader, r.head())
}

// TestWhatABatchWaitsFor: the client names what stands in the way of the head of its queue.
func TestWhatABatchWaitsFor(t *testing.T) {
	r := primed(t, "max.in.flight.requests.per.connection=1")
	r.send(1, 0)
	r.wire = nil
	r.c.OnDisconnect(r.now, 1)
	r.now += 100 * Millisecond
	assert.Equal(t, why.HoldConnection, r.c.Holds(r.now, p0).Why)

	r = primed(t)
	r.c.wantMetadata()
	r.offer(1)
	assert.Equal(t, why.MetadataStale, r.c.Holds(r.now, p0).Why)

	r = primed(t)
	r.c.learnLeader(Leader{p0, NoNode, 5})
	r.offer(1)
	assert.Equal(t, why.HoldNoLeader, r.c.Holds(r.now, p0).Why)
}

// TestACallerStandsInItsOwnWay: while one send blocks, the next of the same thread waits for it.
func TestACallerStandsInItsOwnWay(t *testing.T) {
	c := New("cold", with(t), 1)
	c.Bootstrap([]int32{1})
	now := 1000 * Millisecond
	_, e := c.Send(now, p0, record.Record{Value: []byte("v"), Timestamp: -1})
	require.Equal(t, why.WaitMetadata, e.Notes[0].Why)
	_, e = c.Send(now, p0, record.Record{Value: []byte("v"), Timestamp: -1})
	require.Len(t, e.Notes, 1)
	assert.Equal(t, Note{Kind: NoteBlocked, TP: p0, A: 2, Why: why.WaitCaller}, e.Notes[0])
}

// TestTheLastEpochIsGivenUp: epoch 32767 cannot be raised, so the client asks for another id.
func TestTheLastEpochIsGivenUp(t *testing.T) {
	r := primed(t)
	r.c.ProducerID.Epoch = math.MaxInt16
	var e Effects
	r.c.wantBump(p0, nil, why.BumpFailed, &e)
	e = Effects{}
	r.c.bumpIfNeeded(&e)
	require.Len(t, e.Notes, 1)
	assert.Equal(t, why.EpochExhausted, e.Notes[0].Why)
	assert.Equal(t, int64(math.MaxInt16), e.Notes[0].C)
	assert.True(t, r.c.lacksProducerID())
}

// TestAForgottenProducerStartsOver: after UNKNOWN_PRODUCER_ID the partition's sequences are gone.
func TestAForgottenProducerStartsOver(t *testing.T) {
	r := primed(t, "retries=1")
	r.send(1, 0)
	for len(r.wire) > 0 {
		r.answer(errcode.UnknownProducerID, NoOffset)
		r.pass(1000)
	}
	var found []why.Why
	for _, n := range r.notes {
		if n.Kind == NoteRewritten {
			found = append(found, n.Why)
		}
	}
	assert.Contains(t, found, why.ForgetSequences)
}
