package log

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/why"
)

const outOfOrder = errcode.OutOfOrderSequenceNumber

// try appends a producer's batch and demands an outcome.
func try(t *testing.T, l *Log, w who, seq int32, n int, code errcode.Code, reason why.Why,
	numbers ...int64) AppendResult {
	t.Helper()
	before := l.LogEndOffset()
	res, got := l.AppendLeader(w.one(seq, n, t0), 0, t0)
	require.Equal(t, code, got, "%s", res.Why)
	require.Equal(t, reason, res.Why)
	if len(numbers) == 2 {
		require.Equal(t, numbers, []int64{res.Want, res.Got})
	}
	if code != errcode.None || res.Duplicate {
		require.Equal(t, before, l.LogEndOffset(), "nothing is written")
	}
	return res
}

func TestSequencesOfOneProducer(t *testing.T) {
	l := New("t-0", conf(t), t0)
	p, p1 := who{id: 9}, who{id: 9, epoch: 1}
	try(t, l, who{id: 5}, 17, 1, errcode.None, why.SequenceFirst)
	try(t, l, p, 0, 1, errcode.None, why.SequenceFirst)
	for seq := int32(1); seq <= 6; seq++ {
		try(t, l, p, seq, 1, errcode.None, why.SequenceNext, int64(seq), int64(seq))
	}
	require.EqualValues(t, 7, try(t, l, p, 6, 1, errcode.None, why.SequenceDuplicate).First)
	require.EqualValues(t, 3, try(t, l, p, 2, 1, errcode.None, why.SequenceDuplicate).First)
	try(t, l, p, 1, 1, outOfOrder, why.SequenceBehind, 7, 1)
	try(t, l, p, 9, 1, outOfOrder, why.SequenceGap, 7, 9)
	try(t, l, p, 6, 2, outOfOrder, why.SequenceBehind, 7, 6)
	try(t, l, p1, 3, 1, outOfOrder, why.SequenceNotZero, 0, 3)
	try(t, l, p1, 0, 1, errcode.None, why.SequenceNewEpoch)
	try(t, l, p, 7, 1, errcode.InvalidProducerEpoch, why.EpochStale, 1, 0)
	try(t, l, p, 6, 1, errcode.InvalidProducerEpoch, why.EpochStale, 1, 0)
	require.EqualValues(t, 9, l.LogEndOffset())
}

func TestSequencesWrap(t *testing.T) {
	p := who{id: 9}
	l := New("t-0", conf(t), t0)
	try(t, l, p, math.MaxInt32-1, 2, errcode.None, why.SequenceFirst)
	try(t, l, p, 0, 1, errcode.None, why.SequenceNext, 0, 0)
	res := try(t, l, p, math.MaxInt32-1, 2, errcode.None, why.SequenceDuplicate)
	require.Equal(t, []int64{0, 1}, []int64{res.First, res.Last})

	l = New("t-0", conf(t), t0)
	try(t, l, p, math.MaxInt32-1, 4, errcode.None, why.SequenceFirst)
	got, _ := l.Producers.Producer(9)
	require.EqualValues(t, 1, got.LastSequence(), "the batch wraps inside")
	try(t, l, p, 2, 1, errcode.None, why.SequenceNext)
}

func TestFiveBatchesAreRemembered(t *testing.T) {
	l := New("t-0", conf(t), t0)
	p := who{id: 1}
	for i := range int32(8) {
		put(t, l, p.one(3*i, 3, t0), t0)
	}
	e, _ := l.Producers.Producer(1)
	var got [][2]int32
	for _, c := range e.Cached() {
		got = append(got, [2]int32{c.FirstSequence(), c.LastSequence})
	}
	require.Equal(t, [][2]int32{{9, 11}, {12, 14}, {15, 17}, {18, 20}, {21, 23}}, got)
}

func TestTransactionsAndMarkers(t *testing.T) {
	l := New("t-0", conf(t), t0)
	txn := who{id: 9, epoch: 5, txn: true}
	marker := func(epoch int16, tv int) (AppendResult, errcode.Code) {
		return l.AppendMarker(Marker{ProducerID: 9, Epoch: epoch, Commit: true,
			TransactionVersion: tv}, 0, t0)
	}
	refused := func(epoch int16, tv int, reason why.Why) {
		t.Helper()
		res, code := marker(epoch, tv)
		require.Equal(t, errcode.InvalidProducerEpoch, code)
		require.Equal(t, reason, res.Why)
	}
	accepted := func(epoch int16, tv int, reason why.Why) {
		t.Helper()
		res, code := marker(epoch, tv)
		require.Equal(t, errcode.None, code)
		require.Equal(t, reason, res.Why)
	}
	try(t, l, txn, 0, 1, errcode.None, why.SequenceFirst)
	res := try(t, l, who{id: 9, epoch: 5}, 1, 1, errcode.InvalidTxnState, why.TxnOpenPlainBatch)
	require.EqualValues(t, 0, res.Want)
	refused(4, 0, why.EpochStale)
	refused(5, 2, why.EpochNotNewer)
	accepted(5, 0, why.MarkerEnds)
	accepted(5, 2, why.MarkerEmpty) // a retry, written again
	try(t, l, txn, 1, 1, errcode.None, why.SequenceNext)
	accepted(6, 2, why.MarkerEnds)
	next := who{id: 9, epoch: 6, txn: true}
	try(t, l, next, 2, 1, outOfOrder, why.SequenceGap, 0, 2)
	try(t, l, next, 0, 1, errcode.None, why.SequenceNext, 0, 0)
}

func TestMarkerRulesOfVersions(t *testing.T) {
	open := func(v Version, epoch int16) *Log {
		l := New("t-0", conf(t), t0)
		l.Config.Rules, _ = RulesOf(v)
		put(t, l, who{id: 9, epoch: epoch, txn: true}.one(0, 1, t0), t0)
		return l
	}
	write := func(l *Log, epoch int16) errcode.Code {
		_, code := l.AppendMarker(Marker{ProducerID: 9, Epoch: epoch, TransactionVersion: 2}, 0, t0)
		return code
	}
	require.Equal(t, errcode.None, write(open(V41, 3), 3), "before KIP-1228 an equal epoch passed")
	require.Equal(t, errcode.InvalidProducerEpoch, write(open(V42, 3), 3))
	require.Equal(t, errcode.InvalidProducerEpoch, write(open(V42, math.MaxInt16), math.MaxInt16))
	require.Equal(t, errcode.None, write(open(V43, math.MaxInt16), math.MaxInt16), "KAFKA-20090")
	l := open(V42, 3)
	require.Equal(t, errcode.None, write(l, 4))
	require.Equal(t, errcode.None, write(l, 4), "KAFKA-19999: nothing is open, a retry")
}

func TestOldCoordinatorIsFenced(t *testing.T) {
	l := New("t-0", conf(t), t0)
	put(t, l, who{id: 1, txn: true}.one(0, 1, t0), t0)
	write := func(coordinator int32) (AppendResult, errcode.Code) {
		return l.AppendMarker(Marker{ProducerID: 1, CoordinatorEpoch: coordinator}, 0, t0)
	}
	_, code := write(3)
	require.Equal(t, errcode.None, code)
	res, code := write(2)
	require.Equal(t, errcode.TransactionCoordinatorFenced, code)
	require.Equal(t, []int64{3, 2}, []int64{res.Want, res.Got})
}

// Which first sequence an unknown producer may have depends on the version and on the log.
func TestFirstSequenceRule(t *testing.T) {
	p := who{id: 9}
	for _, v := range []Version{V39, V42, V44} {
		l := New("t-0", conf(t), t0)
		l.Config.Rules, _ = RulesOf(v)
		try(t, l, p, 3, 1, errcode.None, why.SequenceFirst)
	}
	l := New("t-0", conf(t), t0)
	l.Config.Rules, _ = RulesOf(VTrunk)
	try(t, l, p, 3, 1, outOfOrder, why.SequenceUnknownNotZero, 0, 3)
	try(t, l, who{id: 8}, 0, 1, errcode.None, why.SequenceFirst)
	try(t, l, p, 3, 1, errcode.None, why.SequenceFirst) // the log has held a record
}

func TestVerificationGuardsTransactionalWrites(t *testing.T) {
	l := New("t-0", conf(t, "transaction.partition.verification.enable", "true"), t0)
	w := who{id: 9, txn: true}
	add := func(seq int32, g Guard) (AppendResult, errcode.Code) {
		return l.Append(w.one(seq, 1, t0), AppendInput{Now: t0, Guard: g})
	}
	res, code := add(0, 0)
	require.Equal(t, errcode.InvalidTxnState, code)
	require.Equal(t, why.TxnNotVerified, res.Why)
	g, code := l.StartVerification(9, 0, 2, false, t0)
	require.Equal(t, errcode.None, code)
	again, _ := l.StartVerification(9, 0, 1, false, t0)
	require.Equal(t, g, again)
	res, code = add(2, g)
	require.Equal(t, outOfOrder, code, "sequence 1 was seen and must come first")
	require.Equal(t, why.SequenceVerifyLow, res.Why)
	_, code = add(1, g)
	require.Equal(t, errcode.None, code)
	require.Empty(t, l.Producers.Verifications, "the open transaction is proof enough")
	_, code = add(2, 0)
	require.Equal(t, errcode.None, code)
	none, _ := l.StartVerification(9, 0, 3, false, t0)
	require.Zero(t, none)
	end(t, l, w, true, 0, t0)
	_, code = add(3, g)
	require.Equal(t, errcode.InvalidTxnState, code, "an old guard opens nothing")
}

func TestVersionTwoClientStartsAtZero(t *testing.T) {
	l := New("t-0", conf(t), t0)
	g, _ := l.StartVerification(9, 0, 3, true, t0)
	res, code := l.Append(who{id: 9, txn: true}.one(3, 1, t0), AppendInput{Now: t0, Guard: g})
	require.Equal(t, outOfOrder, code)
	require.Equal(t, why.SequenceUnknownNotZero, res.Why)
	l.Config.Rules, _ = RulesOf(V40)
	_, code = l.Append(who{id: 9, txn: true}.one(3, 1, t0), AppendInput{Now: t0, Guard: g})
	require.Equal(t, errcode.None, code, "before KAFKA-18202")
}

func TestLastStableOffsetWaitsForReplication(t *testing.T) {
	l := New("t-0", conf(t), t0)
	a, b := who{id: 1, txn: true}, who{id: 2, txn: true}
	put(t, l, batch(kv("x", "1", t0)), t0)
	put(t, l, a.one(0, 1, t0), t0)
	put(t, l, b.one(0, 1, t0), t0)
	l.SetHW(3)
	require.EqualValues(t, 1, l.LastStableOffset())
	end(t, l, a, false, 0, t0)
	require.EqualValues(t, 1, l.LastStableOffset(), "the marker is not replicated yet")
	l.SetHW(4)
	require.EqualValues(t, 2, l.LastStableOffset())
	end(t, l, b, true, 0, t0)
	l.SetHW(5)
	require.EqualValues(t, 5, l.LastStableOffset())
	require.Equal(t, []AbortedTxn{{1, 1, 3, 2}}, l0(l).TxnIndex)

	r := l.Fetch(0, ReadCommitted, 1<<20)
	require.Equal(t, []AbortedTxn{{1, 1, 3, 2}}, r.Aborted)
	require.Len(t, r.Batches, 5)
}

func TestExpiryUsesRecordTime(t *testing.T) {
	l := New("t-0", conf(t, "producer.id.expiration.ms", "1000"), t0)
	put(t, l, who{id: 1}.one(0, 1, t0-2000), t0)
	put(t, l, who{id: 2}.one(0, 1, t0), t0)
	put(t, l, who{id: 3, txn: true}.one(0, 1, t0-9000), t0)
	gone := l.ExpireProducers(t0)
	require.Len(t, gone, 1)
	require.EqualValues(t, 1, gone[0].ID)
	require.Len(t, l.ExpireProducers(t0+1000), 1)
	require.EqualValues(t, 3, l.Producers.Entries[0].ID, "an open transaction never expires")
	require.True(t, l.HasLateTransaction(t0+900_000+300_000))
}
