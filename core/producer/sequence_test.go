package producer

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/why"
)

// primed has B1(e0 s0) acknowledged at offset 0, so that the broker knows the producer.
func primed(t *testing.T, settings ...string) *rig {
	r := newRig(t, 1, settings...)
	r.send(1, 0)
	r.pass(r.c.Config.LingerMS)
	r.answer(errcode.None, 0)
	require.Equal(t, "q=[] net=[] tracked=[] acked=0 next=1", r.state())
	r.outcomes, r.notes = nil, nil
	return r
}

func (r *rig) sendBatches(n int) {
	for range n {
		r.send(1, 0)
	}
}

func TestPipelineIsNumberedAtTheDrain(t *testing.T) {
	r := primed(t)
	r.sendBatches(6)
	require.Equal(t, "q=[B7] net=[B2(e0 s1) B3(e0 s2) B4(e0 s3) B5(e0 s4) B6(e0 s5)] "+
		"tracked=[B2(e0 s1) B3(e0 s2) B4(e0 s3) B5(e0 s4) B6(e0 s5)] acked=0 next=6", r.state())
	require.Equal(t, why.HoldInFlight, r.c.Holds(r.now, p0).Why)
	for i := range 5 {
		r.answer(errcode.None, int64(i+1))
	}
	require.Equal(t, "q=[] net=[B7(e0 s6)] tracked=[B7(e0 s6)] acked=5 next=7", r.state())
}

func TestFirstOfFiveFailsAndTheRestFollowsOneByOne(t *testing.T) {
	r := primed(t)
	r.sendBatches(6)
	r.answer(errcode.NotEnoughReplicas, NoOffset)
	for range 4 {
		r.answer(errcode.OutOfOrderSequenceNumber, NoOffset)
	}
	require.Equal(t, "q=[B2(e0 s1) B3(e0 s2) B4(e0 s3) B5(e0 s4) B6(e0 s5) B7] net=[] tracked=["+
		"B2(e0 s1) B3(e0 s2) B4(e0 s3) B5(e0 s4) B6(e0 s5)] acked=0 next=6", r.state())
	require.False(t, r.c.BumpEpoch, "a refused successor is no reason for a new epoch")
	r.pass(100)
	for i := range 4 {
		require.Len(t, r.wire, 1, "one at a time while anything is being retried")
		r.answer(errcode.None, int64(i+1))
	}
	require.Len(t, r.wire, 2, "with the last numbered batch out, the next one is numbered")
	require.Equal(t, "q=[] net=[B6(e0 s5) B7(e0 s6)] tracked=[B6(e0 s5) B7(e0 s6)] acked=4 next=7",
		r.state())
}

func TestLostPipelineKeepsItsSequences(t *testing.T) {
	r := primed(t)
	r.sendBatches(3)
	r.disconnect()
	require.Equal(t, "q=[B2(e0 s1) B3(e0 s2) B4(e0 s3)] net=[] "+
		"tracked=[B2(e0 s1) B3(e0 s2) B4(e0 s3)] acked=0 next=4", r.state())
}

func TestLostPipelineComesBackReversedWithoutIdempotence(t *testing.T) {
	r := newRig(t, 1, "enable.idempotence=false", "max.in.flight.requests.per.connection=3")
	r.sendBatches(3)
	r.disconnect()
	require.Equal(t, "q=[B3 B2 B1] net=[] tracked=[] acked=-1 next=0", r.state())
}

func TestGapAtTheNextBatchBumpsTheEpoch(t *testing.T) {
	r := newRig(t, 1)
	r.sendBatches(3)
	for i := range 3 {
		r.answer(errcode.None, int64(i))
	}
	r.sendBatches(2) // s3, s4; the broker has lost s2
	r.answer(errcode.OutOfOrderSequenceNumber, NoOffset)
	require.Equal(t, int16(1), r.c.ProducerID.Epoch)
	require.Equal(t, "q=[B4(e1 s0)] net=[B5(e1 s1)] tracked=[B4(e1 s0) B5(e1 s1)] acked=-1 next=2",
		r.state())
	r.answer(errcode.OutOfOrderSequenceNumber, NoOffset)
	require.Equal(t, int16(1), r.c.ProducerID.Epoch, "the answer for the old number bumps nothing")
	r.pass(100)
	r.answer(errcode.None, 2)
	r.answer(errcode.None, 3)
	require.Equal(t, "q=[] net=[] tracked=[] acked=1 next=2", r.state())
}

func TestBumpRewritesOnlyThePartitionInTrouble(t *testing.T) {
	r := newRig(t, 2)
	for p := range int32(2) {
		r.send(1, p)
		r.answer(errcode.None, 0)
	}
	r.send(1, 0)
	r.send(1, 1)
	r.answer(errcode.OutOfOrderSequenceNumber, NoOffset)
	require.Equal(t, "q=[B3(e1 s0)] net=[] tracked=[B3(e1 s0)] acked=-1 next=1", r.stateOf(0))
	require.Equal(t, "q=[] net=[B4(e0 s1)] tracked=[B4(e0 s1)] acked=0 next=2", r.stateOf(1))

	r.send(1, 1)
	require.Equal(t, why.HoldOldEpoch, r.c.Holds(r.now, TP{0, 1}).Why)
	r.answer(errcode.None, 1)
	require.Equal(t, "q=[] net=[B5(e1 s0)] tracked=[B5(e1 s0)] acked=-1 next=1", r.stateOf(1))
}

func TestDefinitiveFailureClosesTheHole(t *testing.T) {
	r := primed(t)
	r.sendBatches(2)
	r.answer(errcode.InvalidRecord, NoOffset)
	require.Equal(t, "q=[] net=[B3(e1 s0)] tracked=[B3(e1 s0)] acked=-1 next=1", r.state())
	require.Equal(t, []Outcome{{Send: 2, Batch: 2, Offset: NoOffset, Code: errcode.InvalidRecord,
		Why: why.FailDefinite}}, r.outcomes)
	r.answer(errcode.OutOfOrderSequenceNumber, NoOffset)
	require.Equal(t, int16(1), r.c.ProducerID.Epoch)
	r.pass(100)
	r.answer(errcode.None, 1)
	require.Equal(t, "q=[] net=[] tracked=[] acked=0 next=1", r.state())
}

func TestUsedUpRetriesChangeNoSequence(t *testing.T) {
	r := primed(t, "retries=1")
	r.sendBatches(1)
	r.answer(errcode.NotEnoughReplicas, NoOffset)
	r.pass(100)
	r.answer(errcode.NotEnoughReplicas, NoOffset)
	require.Equal(t, why.FailRetries, r.outcomes[0].Why)
	require.Equal(t, int16(0), r.c.ProducerID.Epoch, "it may have been written")
	require.Equal(t, "q=[] net=[] tracked=[] acked=0 next=2", r.state())
}

// TestUnresolved walks the decision table of a partition whose batch has expired.
func TestUnresolved(t *testing.T) {
	start := func(t *testing.T) *rig {
		r := primed(t, "delivery.timeout.ms=1500", "request.timeout.ms=1000",
			"retry.backoff.ms=1000")
		r.sendBatches(1)
		r.pass(900)
		r.sendBatches(1)
		r.answer(errcode.RequestTimedOut, NoOffset)
		r.pass(600) // B2 expires in its back-off; B3 is still out
		require.Equal(t, why.FailDeadline, r.outcomes[0].Why)
		return r
	}
	t.Run("tracked batches left: wait, and drain nothing new", func(t *testing.T) {
		r := start(t)
		require.Contains(t, r.state(), "unresolved=2")
		r.sendBatches(1)
		require.Equal(t, why.HoldUnresolved, r.c.Holds(r.now, p0).Why)
	})
	t.Run("everything to the end is acknowledged: clear", func(t *testing.T) {
		r := start(t)
		r.answer(errcode.None, 2)
		require.Equal(t, "q=[] net=[] tracked=[] acked=2 next=3", r.state())
		require.Equal(t, int16(0), r.c.ProducerID.Epoch)
	})
	t.Run("the next one meets the hole: bump", func(t *testing.T) {
		r := start(t)
		r.answer(errcode.OutOfOrderSequenceNumber, NoOffset)
		require.Equal(t, "q=[B3(e1 s0)] net=[] tracked=[B3(e1 s0)] acked=-1 next=1", r.state())
	})
	t.Run("all expire: bump", func(t *testing.T) {
		r := primed(t, "delivery.timeout.ms=1500", "request.timeout.ms=1000")
		r.sendBatches(1)
		r.answer(errcode.NotEnoughReplicas, NoOffset)
		r.pass(2000)
		require.Equal(t, int16(1), r.c.ProducerID.Epoch)
		require.Equal(t, "q=[] net=[] tracked=[] acked=-1 next=0", r.state())
	})
}

func TestExpiryOnTheFirstFlightLeavesNoMark(t *testing.T) {
	r := primed(t, "delivery.timeout.ms=1500", "request.timeout.ms=1400")
	r.c.Nodes[0].Link, r.c.Nodes[0].RetryAt = Disconnected, r.now+1000*Millisecond
	r.sendBatches(1)
	r.pass(1000)
	require.Len(t, r.wire, 1)
	r.pass(500)
	require.Len(t, r.outcomes, 1)
	require.Equal(t, "q=[] net=[] tracked=[] acked=0 next=2", r.state())
	r.sendBatches(1)
	r.wire = r.wire[1:]
	r.answer(errcode.OutOfOrderSequenceNumber, NoOffset)
	require.Equal(t, "q=[B3(e0 s2)] net=[] tracked=[B3(e0 s2)] acked=0 next=3", r.state())
	require.Equal(t, int16(0), r.c.ProducerID.Epoch, "it looks like any other gap")
}

func TestLateAnswerOfAnExpiredBatch(t *testing.T) {
	r := primed(t, "delivery.timeout.ms=1500", "request.timeout.ms=1400")
	r.c.Nodes[0].Link, r.c.Nodes[0].RetryAt = Disconnected, r.now+1000*Millisecond
	r.sendBatches(1)
	r.pass(1500)
	require.Len(t, r.outcomes, 1)
	require.NotZero(t, r.c.BufferUsed, "its buffer is still the network's (KAFKA-19012)")
	r.answer(errcode.None, 1)
	require.Len(t, r.outcomes, 1)
	require.Zero(t, r.c.BufferUsed)
	require.Equal(t, "q=[] net=[] tracked=[] acked=1 next=2", r.state())
}

func TestEpochExhausted(t *testing.T) {
	r := newRig(t, 1)
	r.c.ProducerID.Epoch = math.MaxInt16
	r.sendBatches(2)
	r.answer(errcode.None, 0)
	r.answer(errcode.InvalidRecord, NoOffset)
	r.sendBatches(1)
	require.False(t, r.c.ProducerID.Valid())
	require.Equal(t, InitProducerID, r.wire[0].Kind)
	require.Equal(t, why.HoldNoProducerID, r.c.Holds(r.now, p0).Why)
	r.reply(Response{ProducerID: PIDEpoch{PID: 2}})
	require.Equal(t, "q=[] net=[B3(e0 s0)] tracked=[B3(e0 s0)] acked=-1 next=1", r.state())
	require.Equal(t, int64(2), r.wire[0].Parts[0].Data.ProducerID)
}

// TestWrap is the hazard of plain integers around the end of the sequences: two batches across it,
// the first refused. The Java client takes sequence 0 for the older one and never sends the other.
func TestWrap(t *testing.T) {
	start := func(t *testing.T, modulo string) *rig {
		r := newRig(t, 1, "highwater.modulo.sequences="+modulo, "batch.size=150")
		p := r.c.partition(p0)
		p.ProducerID = r.c.ProducerID
		p.LastAckedSeq, p.NextSeq = math.MaxInt32-2, math.MaxInt32-1
		r.c.Config.LingerMS = 1000
		r.send(2, 0)
		r.pass(1000)
		r.send(2, 0)
		r.pass(1000)
		require.Len(t, r.wire, 2)
		r.answer(errcode.NotEnoughReplicas, NoOffset)
		r.answer(errcode.OutOfOrderSequenceNumber, NoOffset)
		return r
	}
	t.Run("java", func(t *testing.T) {
		r := start(t, "false")
		require.Equal(t, "q=[B2(e0 s0) B1(e0 s2147483646)] net=[] "+
			"tracked=[B2(e0 s0) B1(e0 s2147483646)] acked=2147483645 next=2", r.state())
		for range 20 {
			r.pass(1000)
			require.Len(t, r.wire, 1)
			require.Equal(t, int32(0), r.wire[0].Parts[0].Data.BaseSequence)
			r.answer(errcode.OutOfOrderSequenceNumber, NoOffset)
		}
	})
	t.Run("modulo", func(t *testing.T) {
		r := start(t, "true")
		require.Equal(t, "q=[B1(e0 s2147483646) B2(e0 s0)] net=[] "+
			"tracked=[B1(e0 s2147483646) B2(e0 s0)] acked=2147483645 next=2", r.state())
		r.pass(1000)
		r.answer(errcode.None, 100)
		r.pass(1000)
		r.answer(errcode.None, 102)
		require.Equal(t, "q=[] net=[] tracked=[] acked=1 next=2", r.state())
	})
	t.Run("java keeps the last acknowledged sequence of before the wrap", func(t *testing.T) {
		r := newRig(t, 1)
		p := r.c.partition(p0)
		p.ProducerID = r.c.ProducerID
		p.LastAckedSeq, p.NextSeq = math.MaxInt32-2, math.MaxInt32-1
		r.c.Config.LingerMS = 10
		r.send(4, 0)
		r.pass(10)
		require.Equal(t, int32(math.MaxInt32-1), r.wire[0].Parts[0].Data.BaseSequence)
		r.answer(errcode.None, 100)
		require.Equal(t, "q=[] net=[] tracked=[] acked=2147483645 next=2", r.state())
	})
}
