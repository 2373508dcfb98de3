package producer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// cold is a client that knows one broker and nothing else; the test answers everything.
func cold(t *testing.T, settings ...string) *rig {
	r := &rig{t: t, c: New("p", with(t, settings...), 1), now: 1000 * Millisecond}
	r.c.Bootstrap([]int32{1})
	return r
}

func (r *rig) kinds() []RequestKind {
	var kinds []RequestKind
	for _, q := range r.wire {
		kinds = append(kinds, q.Kind)
	}
	return kinds
}

func TestColdStart(t *testing.T) {
	r := cold(t)
	_, e := r.c.Send(r.now, p0, record.Record{Value: []byte("v"), Timestamp: -1})
	require.Equal(t, why.WaitMetadata, e.Notes[0].Why)
	e = r.c.RunOnce(r.now)
	require.Equal(t, []int32{1}, e.Connect)
	r.take(Effects{Connect: e.Connect})
	r.take(r.c.RunOnce(r.now))
	require.Equal(t, []RequestKind{FetchMetadata}, r.kinds())
	r.take(r.c.RunOnce(r.now))
	require.Equal(t, []RequestKind{FetchMetadata, InitProducerID}, r.kinds())
	require.Len(t, r.c.Calls, 1)
	r.reply(Response{Topics: []TopicMeta{{0, 1}}, Leaders: []Leader{{p0, 1, 0}},
		Brokers: []int32{1}})
	require.Empty(t, r.c.Calls)
	require.Equal(t, why.HoldNoProducerID, r.c.Holds(r.now, p0).Why)
	r.reply(Response{ProducerID: PIDEpoch{PID: 7}})
	require.Equal(t, []RequestKind{Produce}, r.kinds())
}

func TestMetadataThatNeverKnowsTheTopic(t *testing.T) {
	r := cold(t, "max.block.ms=1000", "enable.idempotence=false")
	_, e := r.c.Send(r.now, p0, record.Record{Value: []byte("v"), Timestamp: -1})
	r.take(e)
	r.pass(1000)
	require.Equal(t, []Outcome{{Send: 1, TP: p0, Offset: NoOffset, Code: errcode.RequestTimedOut,
		Why: why.MaxBlockMetadata}}, r.outcomes)
	_, e = r.c.Send(r.now, TP{0, 5}, record.Record{Value: []byte("v"), Timestamp: -1})
	r.take(e)
	r.c.learn([]TopicMeta{{0, 3}}, nil)
	r.pass(1000)
	require.Equal(t, why.PartitionUnknown, r.outcomes[1].Why)
}

func TestOverdueRequestClosesTheConnection(t *testing.T) {
	r := primed(t)
	r.send(1, 0)
	r.pass(20000)
	r.send(1, 0)
	r.pass(10000)
	require.Empty(t, r.notes[len(r.notes)-1].Code, "30 s is not older than 30 s")
	e := r.c.RunOnce(r.now + Millisecond)
	require.Equal(t, []int32{1}, e.Close)
	for _, n := range e.Notes {
		if n.Kind == NoteRetry {
			require.Equal(t, errcode.RequestTimedOut, n.Code, "also for the younger request")
			require.Equal(t, why.RetryTimeout, n.Why)
		}
	}
	require.Equal(t, "q=[B2(e0 s1) B3(e0 s2)] net=[] tracked=[B2(e0 s1) B3(e0 s2)] acked=0 next=3",
		r.state())
}

func TestReconnectBacksOffExponentially(t *testing.T) {
	r := primed(t)
	r.send(1, 0)
	r.wire = nil
	for _, want := range []int64{50, 100, 200, 400, 800, 1000, 1000} {
		e := r.c.OnDisconnect(r.now, 1)
		require.Equal(t, NoteDisconnect, e.Notes[0].Kind)
		require.Equal(t, want, e.Notes[0].B)
		n, _ := r.c.Node(1)
		for n.Link == Disconnected {
			for !r.c.RunOnce(r.now).None() {
			}
			if n.Link == Disconnected {
				r.now = r.c.Wake(r.now)
			}
		}
	}
}

func TestConnectionThatNeverStands(t *testing.T) {
	r := primed(t)
	r.wire = nil
	r.c.OnDisconnect(r.now, 1)
	r.now += 50 * Millisecond
	require.Equal(t, []int32{1}, r.c.RunOnce(r.now).Connect)
	require.Equal(t, r.now+10000*Millisecond, r.c.Wake(r.now))
	r.now += 10000 * Millisecond
	e := r.c.RunOnce(r.now)
	require.Equal(t, []int32{1}, e.Close)
	require.Equal(t, why.ConnectionRefused, e.Notes[0].Why)
}

func TestRefusedMetadataIsAskedForLessAndLess(t *testing.T) {
	r := newRig(t, 1)
	r.c.wantMetadata()
	var gaps []int64
	last := r.now
	for range 5 {
		r.c.wantMetadata()
		for r.c.Meta.Request == 0 {
			if r.c.RunOnce(r.now).None() {
				r.now = r.c.Wake(r.now)
			}
		}
		gaps = append(gaps, (r.now - last).MS())
		last = r.now
		r.c.OnResponse(r.now, Response{Request: r.c.Meta.Request, Node: 1})
	}
	require.Equal(t, []int64{0, 100, 200, 400, 800}, gaps)
}

func TestNewLeaderSkipsTheBackoff(t *testing.T) {
	r := primed(t)
	r.send(1, 0)
	q := r.wire[0]
	r.wire = nil
	r.take(r.c.OnResponse(r.now, Response{Request: q.ID, Node: 1,
		Parts:   []ResponsePart{{TP: p0, Code: errcode.NotLeaderOrFollower, BaseOffset: -1}},
		Leaders: []Leader{{p0, 2, 1}}}))
	r.run()
	require.Len(t, r.wire, 1, "the answer names the leader (KIP-951)")
	require.Equal(t, int32(2), r.wire[0].Node)
	require.Equal(t, int32(1), r.wire[0].Parts[0].Data.BaseSequence)
}

func TestAnswerOfADeadConnectionIsIgnored(t *testing.T) {
	r := primed(t)
	r.send(1, 0)
	q := r.wire[0]
	r.disconnect()
	require.True(t, func() bool {
		e := r.c.OnResponse(r.now, Response{Request: q.ID, Node: 1})
		return e.None()
	}())
}

func TestFatalErrorFailsEverything(t *testing.T) {
	r := primed(t)
	r.sendBatches(7)
	r.answer(errcode.ClusterAuthorizationFailed, NoOffset)
	require.Len(t, r.outcomes, 7)
	require.True(t, r.c.Idle())
	_, e := r.c.Send(r.now, p0, record.Record{Value: []byte("v"), Timestamp: -1})
	require.Equal(t, errcode.ClusterAuthorizationFailed, e.Outcomes[0].Code)
	require.Equal(t, Never, r.c.Wake(r.now+1000000*Millisecond))
}

func TestCrashForgetsEverything(t *testing.T) {
	r := primed(t, "linger.ms=10")
	r.send(3, 0)
	r.pass(10)
	r.send(2, 0)
	require.Equal(t, int64(5), r.c.Crash())
	require.Equal(t, Never, r.c.Wake(r.now))
	e := r.c.RunOnce(r.now)
	require.True(t, e.None())
	_, e = r.c.Send(r.now, p0, record.Record{})
	require.Equal(t, why.FailClosed, e.Outcomes[0].Why)
}
