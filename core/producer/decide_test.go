package producer

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/why"
)

var (
	first = Belief{Idempotent: true, RetriesLeft: true, IsNext: true, LastAckedOff: 4,
		LogStartOffset: NoOffset}
	later = change(first, func(b *Belief) { b.IsNext = false })
	plain = Belief{RetriesLeft: true, LogStartOffset: NoOffset}
)

func change(b Belief, f func(*Belief)) Belief { f(&b); return b }

// decisions is the client's column of what can come of a Produce request, by event.
var decisions = []struct {
	event string
	code  errcode.Code
	is    Belief
	want  Decision
}{
	{"appended, or a duplicate that the broker remembers", errcode.None, first,
		Decision{Action: Complete, Why: why.DoneOffset}},
	{"gap, predecessor not appended yet", errcode.OutOfOrderSequenceNumber, later,
		Decision{Action: Retry, Why: why.RetryPredecessor}},
	{"gap, predecessor acknowledged and lost", errcode.OutOfOrderSequenceNumber, first,
		Decision{Action: Retry, Bump: why.BumpLost, Why: why.RetryLost}},
	{"gap, renumbered since", errcode.OutOfOrderSequenceNumber,
		change(first, func(b *Belief) { b.Reopened = true }),
		Decision{Action: Retry, Why: why.RetryReopened}},
	{"gap behind an expired batch, next to it", errcode.OutOfOrderSequenceNumber,
		change(later, func(b *Belief) { b.Unresolved, b.NextToHole = true, true }),
		Decision{Action: Retry, Bump: why.BumpUnresolved, Why: why.RetryLost}},
	{"gap behind an expired batch, further on", errcode.OutOfOrderSequenceNumber,
		change(later, func(b *Belief) { b.Unresolved = true }),
		Decision{Action: Retry, Why: why.RetryUnresolved}},
	{"gap, without idempotence", errcode.OutOfOrderSequenceNumber, plain,
		Decision{Action: Fail, Why: why.FailDefinite}},
	{"gap after the deadline", errcode.OutOfOrderSequenceNumber,
		change(first, func(b *Belief) { b.Expired = true }),
		Decision{Action: Fail, Bump: why.BumpLost, Why: why.FailDeadline}},
	{"lower epoch", errcode.InvalidProducerEpoch, first,
		Decision{Action: Fail, Bump: why.BumpFailed, Why: why.FailDefinite}},
	{"ISR too small", errcode.NotEnoughReplicas, first,
		Decision{Action: Retry, Why: why.RetryError}},
	{"ISR shrank after the append", errcode.NotEnoughReplicasAfterAppend, plain,
		Decision{Action: Retry, Why: why.RetryError}},
	{"replication too slow, or request overdue", errcode.RequestTimedOut, first,
		Decision{Action: Retry, Why: why.RetryError}},
	{"leader changed", errcode.NotLeaderOrFollower, first,
		Decision{Action: Retry, Metadata: true, Why: why.RetryError}},
	{"connection lost", errcode.NetworkException, first,
		Decision{Action: Retry, Metadata: true, Why: why.RetryDisconnect}},
	{"CRC wrong", errcode.CorruptMessage, first,
		Decision{Action: Retry, Why: why.RetryError}},
	{"too large, several records", errcode.MessageTooLarge,
		change(first, func(b *Belief) { b.Many = true }),
		Decision{Action: Split, Why: why.SplitTooLarge}},
	{"too large, one record", errcode.MessageTooLarge, first,
		Decision{Action: Fail, Bump: why.BumpFailed, Why: why.FailDefinite}},
	{"too large, one record, without idempotence", errcode.MessageTooLarge, plain,
		Decision{Action: Fail, Why: why.FailDefinite}},
	{"unauthorized topic", errcode.TopicAuthorizationFailed, first,
		Decision{Action: Fail, Bump: why.BumpFailed, Why: why.FailDefinite}},
	{"unauthorized for idempotence", errcode.ClusterAuthorizationFailed, first,
		Decision{Action: Fail, Fatal: true, Why: why.FailDefinite}},
	{"plain batch in a transaction", errcode.InvalidTxnState, first,
		Decision{Action: Fail, Bump: why.BumpFailed, Why: why.FailDefinite}},
	{"old broker forgot, start unknown", errcode.UnknownProducerID, first,
		Decision{Action: Retry, Why: why.RetryStartUnknown}},
	{"old broker forgot, data deleted", errcode.UnknownProducerID,
		change(first, func(b *Belief) { b.LogStartOffset = 9 }),
		Decision{Action: Retry, Bump: why.BumpUnknownProducer, Why: why.RetryDeleted}},
	{"old broker forgot, data not deleted", errcode.UnknownProducerID,
		change(first, func(b *Belief) { b.LogStartOffset = 2 }),
		Decision{Action: Retry, Bump: why.BumpUnknownProducer, Why: why.RetryLost}},
	{"old broker forgot, renumbered since", errcode.UnknownProducerID,
		change(first, func(b *Belief) { b.LogStartOffset, b.Reopened = 9, true }),
		Decision{Action: Retry, Why: why.RetryReopened}},
	{"old broker forgot, retries used up", errcode.UnknownProducerID,
		change(first, func(b *Belief) { b.RetriesLeft = false }),
		Decision{Action: Fail, Forget: true, Why: why.FailRetries}},
	{"duplicate that the broker does not place", errcode.DuplicateSequenceNumber, first,
		Decision{Action: Complete, Why: why.DoneDuplicate}},
	{"retriable, retries used up: it may be written", errcode.NotEnoughReplicas,
		change(first, func(b *Belief) { b.RetriesLeft = false }),
		Decision{Action: Fail, Why: why.FailRetries}},
	{"retriable, after the deadline", errcode.NotEnoughReplicas,
		change(first, func(b *Belief) { b.Expired = true }),
		Decision{Action: Fail, Bump: why.BumpFailed, Why: why.FailDeadline}},
	{"late answer", errcode.OutOfOrderSequenceNumber,
		change(first, func(b *Belief) { b.Final = true }),
		Decision{Action: Fail, Why: why.LateAnswer}},
	{"late refusal of size", errcode.MessageTooLarge,
		change(first, func(b *Belief) { b.Final, b.Many = true, true }),
		Decision{Action: Fail, Why: why.LateAnswer}},
}

func TestDecisions(t *testing.T) {
	for _, c := range decisions {
		t.Run(c.event, func(t *testing.T) {
			require.Equal(t, c.want, Decide(c.code, c.is))
		})
	}
}

// TestErrorClasses: what repeats and what fails without idempotence, for every error there is.
func TestErrorClasses(t *testing.T) {
	retriable := map[errcode.Code]bool{}
	for _, code := range []errcode.Code{2, 3, 5, 6, 7, 13, 14, 15, 16, 19, 20, 51, 56, 74, 75,
		100} {
		retriable[code] = true
		require.Equal(t, Retry, Decide(code, Belief{RetriesLeft: true}).Action, code)
	}
	for _, code := range []errcode.Code{10, 17, 18, 21, 29, 31, 32, 43, 44, 45, 47, 48, 49, 53, 59,
		87, 90, 120} {
		require.Equal(t, Fail, Decide(code, Belief{RetriesLeft: true}).Action, code)
	}
	for _, code := range errcode.All() {
		want := false
		switch code {
		case 3, 5, 6, 13, 56, 74, 100:
			want = true
		}
		require.Equal(t, want, wantsMetadata(code), code)
	}
}
