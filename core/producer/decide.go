package producer

import (
	"highwater/core/errcode"
	"highwater/core/why"
)

// class is how the client treats an error of Produce.
type class uint8

const (
	fails       class = iota // the batch fails
	repeats                  // RetriableException
	gap                      // OUT_OF_ORDER_SEQUENCE_NUMBER
	unknownPID               // UNKNOWN_PRODUCER_ID
	duplicate                // DUPLICATE_SEQUENCE_NUMBER
	tooLarge                 // MESSAGE_TOO_LARGE: splits
	endsTheBody              // fatal for the producer
)

// classes lists the errors that are not simply retriable or not: Sender.completeBatch,
// TransactionManager.canRetry and maybeTransitionToErrorState.
var classes = [...]struct {
	code  errcode.Code
	class class
}{
	{errcode.MessageTooLarge, tooLarge},
	{errcode.OutOfOrderSequenceNumber, gap},
	{errcode.UnknownProducerID, unknownPID},
	{errcode.DuplicateSequenceNumber, duplicate},
	{errcode.ClusterAuthorizationFailed, endsTheBody},
	{errcode.ProducerFenced, endsTheBody},
	{errcode.UnsupportedVersion, endsTheBody},
}

func classOf(code errcode.Code) class {
	for i := range classes {
		if classes[i].code == code {
			return classes[i].class
		}
	}
	if code.Retriable() {
		return repeats
	}
	return fails
}

// wantsMetadata tells errors that are an InvalidMetadataException: the leader may have moved.
func wantsMetadata(code errcode.Code) bool {
	switch code {
	case errcode.UnknownTopicOrPartition, errcode.LeaderNotAvailable, errcode.NotLeaderOrFollower,
		errcode.NetworkException, errcode.KafkaStorageError, errcode.FencedLeaderEpoch,
		errcode.UnknownTopicID:
		return true
	}
	return false
}

// Action is what becomes of a batch that has been answered.
type Action uint8

// The actions.
const (
	Complete Action = iota // acknowledged
	Retry                  // back into the deque
	Fail                   // error to the application
	Split                  // cut into smaller batches
)

// Belief is what the client knows when an answer comes, as far as it decides.
type Belief struct {
	Idempotent     bool
	Final          bool // the batch has ended before
	Expired        bool // delivery.timeout.ms has passed
	RetriesLeft    bool
	Many           bool // more than one record
	Reopened       bool // renumbered since it was sent
	IsNext         bool // base sequence = last acknowledged + 1
	Unresolved     bool // the partition has an expired batch of unknown fate
	NextToHole     bool // base sequence = the one after that expired batch
	LastAckedOff   int64
	LogStartOffset int64 // of the answer; NoOffset when it does not say
}

// Decision is the client's reaction: tables of Sender.completeBatch and
// TransactionManager.canRetry.
type Decision struct {
	Action   Action
	Bump     why.Why // why an epoch bump is asked for; why.None when it is not
	Forget   bool    // the partition's sequences start over (UNKNOWN_PRODUCER_ID)
	Fatal    bool    // the producer can do nothing more
	Metadata bool    // the leader may have moved
	Why      why.Why
}

// Decide is the reaction to an answer with this code.
func Decide(code errcode.Code, b Belief) Decision {
	if code == errcode.None {
		return Decision{Action: Complete, Why: why.DoneOffset}
	}
	kind := classOf(code)
	if kind == tooLarge && b.Many && !b.Final {
		return Decision{Action: Split, Why: why.SplitTooLarge}
	}
	d := decideRetry(code, kind, b)
	if d.Action != Retry {
		d = decideEnd(kind, b)
	}
	d.Metadata = wantsMetadata(code)
	return d
}

// decideRetry is Sender.canRetry: before the deadline, with retries left, and if the error allows.
func decideRetry(code errcode.Code, kind class, b Belief) Decision {
	no := Decision{Action: Fail}
	if b.Expired || !b.RetriesLeft || b.Final {
		return no
	}
	switch {
	case b.Idempotent && kind == gap:
		return decideGap(b)
	case b.Idempotent && kind == unknownPID:
		return decideUnknownPID(b)
	case code == errcode.NetworkException:
		return Decision{Action: Retry, Why: why.RetryDisconnect}
	case kind == repeats:
		return Decision{Action: Retry, Why: why.RetryError}
	}
	return no
}

// decideGap: a batch that is not the next one was refused because of its predecessor, which is only
// to be expected. The next one proves that data are gone (KIP-360).
func decideGap(b Belief) Decision {
	switch {
	case !b.Unresolved && b.Reopened:
		return Decision{Action: Retry, Why: why.RetryReopened}
	case !b.Unresolved && !b.IsNext:
		return Decision{Action: Retry, Why: why.RetryPredecessor}
	case !b.Unresolved:
		return Decision{Action: Retry, Bump: why.BumpLost, Why: why.RetryLost}
	case b.NextToHole:
		return Decision{Action: Retry, Bump: why.BumpUnresolved, Why: why.RetryLost}
	}
	return Decision{Action: Retry, Why: why.RetryUnresolved}
}

// decideUnknownPID serves brokers before 2.5, which forgot a producer with its data.
func decideUnknownPID(b Belief) Decision {
	switch {
	case b.LogStartOffset == NoOffset:
		return Decision{Action: Retry, Why: why.RetryStartUnknown}
	case b.Reopened:
		return Decision{Action: Retry, Why: why.RetryReopened}
	case b.LastAckedOff < b.LogStartOffset:
		return Decision{Action: Retry, Bump: why.BumpUnknownProducer, Why: why.RetryDeleted}
	}
	return Decision{Action: Retry, Bump: why.BumpUnknownProducer, Why: why.RetryLost}
}

// decideEnd is the other half of Sender.completeBatch with TransactionManager.handleFailedBatch.
// A batch that the broker refused for good leaves a hole in the sequences, which an epoch bump
// closes; one whose retries are used up may have been written, so nothing is renumbered.
func decideEnd(kind class, b Belief) Decision {
	d := Decision{Action: Fail, Why: why.FailDefinite}
	switch {
	case b.Final:
		d.Why = why.LateAnswer
		if kind == duplicate {
			d.Action = Complete
		}
		return d
	case kind == duplicate:
		return Decision{Action: Complete, Why: why.DoneDuplicate}
	case b.Expired:
		d.Why = why.FailDeadline
	case !b.RetriesLeft:
		d.Why = why.FailRetries
	}
	if !b.Idempotent {
		return d
	}
	switch {
	case kind == endsTheBody:
		d.Fatal = true
	case kind == gap:
		d.Bump = why.BumpLost
	case kind == unknownPID:
		d.Forget = true
	case b.RetriesLeft:
		d.Bump = why.BumpFailed
	}
	return d
}
