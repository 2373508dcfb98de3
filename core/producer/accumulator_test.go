package producer

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// TestGoldenBatch: the bytes that a real client writes for one record under a known identity.
func TestGoldenBatch(t *testing.T) {
	r := newRig(t, 1)
	r.c.ProducerID = PIDEpoch{PID: 4242, Epoch: 3}
	p := r.c.partition(p0)
	p.ProducerID, p.NextSeq = r.c.ProducerID, 7
	rec := record.Record{Key: []byte("k"), Value: []byte("v"), Timestamp: 1000}
	_, e := r.c.Send(r.now, p0, rec)
	r.take(e)
	r.run()
	want := "0000000000000000 0000003a ffffffff 02 0a69bc59 0000 00000000" +
		"00000000000003e8 00000000000003e8 0000000000001092 0003 00000007" +
		"00000001 10 00 00 00 02 6b 02 76 00"
	got := r.wire[0].Parts[0].Data.Bytes
	require.Len(t, got, 70)
	require.Equal(t, strings.ReplaceAll(want, " ", ""), hex.EncodeToString(got))
}

func TestEstimatedSizeIsTheRealOneWithoutCompression(t *testing.T) {
	r := newRig(t, 1, "linger.ms=50")
	for i := range 20 {
		v := record.Record{Value: make([]byte, i*37), Timestamp: int64(1000 + i*100)}
		if i%3 == 0 {
			v.Key = []byte(strings.Repeat("k", i))
			v.Headers = []record.RecordHeader{{Key: []byte("h"), Value: nil}}
		}
		_, e := r.c.Send(r.now, p0, v)
		r.take(e)
	}
	b := r.c.tail(p0)
	require.EqualValues(t, 20, b.Count())
	estimate := b.Size
	r.pass(50)
	require.Len(t, r.wire[0].Parts[0].Data.Bytes, estimate)
}

func TestCompressionImprovesTheEstimate(t *testing.T) {
	r := newRig(t, 1, "linger.ms=50", "compression.type=gzip", "batch.size=2000")
	_, e := r.c.Send(r.now, p0, record.Record{Value: make([]byte, 1500), Timestamp: -1})
	r.take(e)
	require.Equal(t, int64(million), r.c.topic(0).RatioPPM)
	r.pass(50)
	require.Less(t, len(r.wire[0].Parts[0].Data.Bytes), 200)
	require.Equal(t, int64(million-ratioImproves), r.c.topic(0).RatioPPM, "by small steps")
}

func TestFullBatchDoesNotLinger(t *testing.T) {
	r := newRig(t, 1, "linger.ms=1000", "batch.size=200")
	r.send(9, 0)
	require.Empty(t, r.wire)
	require.Equal(t, Hold{Why: why.HoldLinger, Batch: 1, Until: r.now + 1000*Millisecond, First: 0},
		r.c.Holds(r.now, p0))
	r.send(30, 0)
	require.Len(t, r.wire, 2, "two full ones, the third lingers")
	for _, q := range r.wire {
		require.LessOrEqual(t, len(q.Parts[0].Data.Bytes), 200)
	}
	r.pass(1000)
	require.Len(t, r.wire, 3)
}

func TestBatchSizeZeroIsOneRecordABatch(t *testing.T) {
	r := newRig(t, 1, "linger.ms=1000", "batch.size=0")
	for range 3 {
		_, e := r.c.Send(r.now, p0, record.Record{Value: make([]byte, 30), Timestamp: -1})
		r.take(e)
	}
	r.run()
	require.Len(t, r.wire, 2, "the third lingers: it could take a tiny record within its slack")
	for _, q := range r.wire {
		require.EqualValues(t, 1, q.Parts[0].Data.Count)
	}
}

func TestFirstRecordAlwaysFits(t *testing.T) {
	r := newRig(t, 1, "batch.size=100")
	_, e := r.c.Send(r.now, p0, record.Record{Value: make([]byte, 5000), Timestamp: -1})
	r.take(e)
	r.run()
	require.Greater(t, len(r.wire[0].Parts[0].Data.Bytes), 5000)
}

func TestFlushSendsLingeringBatches(t *testing.T) {
	r := newRig(t, 1, "linger.ms=1000")
	r.send(2, 0)
	require.Empty(t, r.wire)
	r.c.Flush()
	r.run()
	require.Len(t, r.wire, 1)
	require.NotZero(t, r.c.FlushUpTo)
	r.answer(errcode.None, 0)
	require.Zero(t, r.c.FlushUpTo)
}

func TestSendBlocksForMemory(t *testing.T) {
	r := newRig(t, 1, "batch.size=1000", "buffer.memory=2500", "linger.ms=100000",
		"max.block.ms=300", "delivery.timeout.ms=200000", "enable.idempotence=false", "acks=1",
		"max.in.flight.requests.per.connection=1")
	for range 4 {
		_, e := r.c.Send(r.now, p0, record.Record{Value: make([]byte, 900), Timestamp: -1})
		r.take(e)
	}
	require.Len(t, r.c.Calls, 2)
	require.Equal(t, why.WaitMemory, r.c.Calls[0].Blocked)
	require.Equal(t, Never, r.c.Calls[1].StartedAt, "its caller has not come to it yet")
	r.run()
	require.Len(t, r.wire, 1, "a blocked caller makes everything sendable (and in flight is 1)")
	r.answer(errcode.None, 0)
	require.Len(t, r.c.Calls, 1)
	r.pass(300)
	require.Equal(t, []Outcome{{Send: 4, TP: p0, Offset: NoOffset, Code: errcode.RequestTimedOut,
		Why: why.MaxBlockMemory}}, r.outcomes[len(r.outcomes)-1:])
	require.Equal(t, int64(2000), r.c.BufferUsed)
}

func TestRecordsThatAreTooLarge(t *testing.T) {
	r := newRig(t, 1, "max.request.size=1000", "batch.size=100")
	r.send(1, 0)
	big := record.Record{Value: make([]byte, 1000), Timestamp: -1}
	_, e := r.c.Send(r.now, p0, big)
	require.Equal(t, errcode.MessageTooLarge, e.Outcomes[0].Code)
	require.Equal(t, why.RecordOverRequestSize, e.Outcomes[0].Why)
	r.c.Config.MaxRequestSize, r.c.Config.BufferMemory = 1<<20, 500
	_, e = r.c.Send(r.now, p0, big)
	require.Equal(t, why.RecordOverBuffer, e.Outcomes[0].Why)
}

func TestTooLargeBatchIsSplitUnderItsSequences(t *testing.T) {
	r := primed(t, "linger.ms=10", "batch.size=150")
	r.send(11, 0)
	r.pass(10)
	require.Equal(t, "q=[] net=[B2(e0 s1)] tracked=[B2(e0 s1)] acked=0 next=12", r.state())
	r.send(1, 0)
	r.pass(10)

	// The first split aims at batch.size, which the batch had kept to: one piece. Then it halves.
	r.answer(errcode.MessageTooLarge, NoOffset)
	require.Equal(t, "q=[] net=[B3(e0 s12) B4(e0 s1)] tracked=[B4(e0 s1) B3(e0 s12)] acked=0 "+
		"next=13", r.state())
	r.answer(errcode.OutOfOrderSequenceNumber, NoOffset)
	r.answer(errcode.MessageTooLarge, NoOffset)
	require.Equal(t, "q=[B6(e0 s4) B7(e0 s7) B8(e0 s10) B3(e0 s12)] net=[B5(e0 s1)] tracked=["+
		"B5(e0 s1) B6(e0 s4) B7(e0 s7) B8(e0 s10) B3(e0 s12)] acked=0 next=13", r.state())
	r.pass(1000)
	for len(r.wire) > 0 {
		require.Len(t, r.wire, 1)
		base := int64(r.wire[0].Parts[0].Data.BaseSequence)
		r.answer(errcode.None, base)
		r.pass(1000)
	}
	require.Equal(t, "q=[] net=[] tracked=[] acked=12 next=13", r.state())
	require.Len(t, r.outcomes, 12)
	for i, o := range r.outcomes {
		require.Equal(t, SendID(i+2), o.Send)
		require.Equal(t, int64(i+1), o.Offset)
	}
	require.Zero(t, r.c.BufferUsed)
}

func TestAcksZeroIsDoneWhenItIsSent(t *testing.T) {
	r := newRig(t, 1, "acks=0")
	r.send(1, 0)
	r.send(1, 0)
	require.Empty(t, r.wire)
	require.Equal(t, []Outcome{
		{Send: 1, Batch: 1, Offset: NoOffset, Why: why.DoneNoResponse},
		{Send: 2, Batch: 2, Offset: NoOffset, Why: why.DoneNoResponse},
	}, r.outcomes)
	require.True(t, r.c.Idle())
}

func TestOneInFlightMutesThePartition(t *testing.T) {
	r := newRig(t, 2, "max.in.flight.requests.per.connection=1", "enable.idempotence=false")
	r.send(1, 0)
	r.send(1, 0)
	require.Len(t, r.wire, 1)
	require.Equal(t, why.HoldMuted, r.c.Holds(r.now, p0).Why)
	r.answer(errcode.NotEnoughReplicas, NoOffset)
	require.Equal(t, "q=[B1 B2] net=[] tracked=[] acked=-1 next=0", r.state())
	r.pass(100)
	r.answer(errcode.None, 0)
	r.answer(errcode.None, 1)
	require.Equal(t, []SendID{1, 2}, []SendID{r.outcomes[0].Send, r.outcomes[1].Send})
}
