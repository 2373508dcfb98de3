package why

// Reasons of the broker's producer state: verdicts on sequences, epochs, transactions.
const (
	// NoProducer accepts a batch that carries no producer id.
	NoProducer Why = producerBase + iota
	// SequenceNext accepts a batch whose first sequence is the one expected.
	SequenceNext
	// SequenceFirst accepts the first batch of an unknown producer, at whatever sequence.
	SequenceFirst
	// SequenceNewEpoch accepts sequence 0 of a new epoch.
	SequenceNewEpoch
	// SequenceDuplicate answers a repeated batch with its old offsets and writes nothing.
	SequenceDuplicate
	// SequenceGap refuses a batch that begins above the expected sequence.
	SequenceGap
	// SequenceBehind refuses a batch that begins below the expected sequence and is none of the
	// five remembered.
	SequenceBehind
	// SequenceNotZero refuses a new epoch that does not begin with 0.
	SequenceNotZero
	// SequenceUnknownNotZero refuses an unknown producer that does not begin with 0.
	SequenceUnknownNotZero
	// SequenceUnchecked accepts any sequence: a coordinator's or a replicated batch.
	SequenceUnchecked
	// EpochStale refuses a producer epoch below the known one.
	EpochStale
	// EpochNotNewer refuses a marker of transaction version 2 whose epoch is not higher.
	EpochNotNewer
	// CoordinatorStale refuses a marker of an older coordinator.
	CoordinatorStale
	// TxnOpenPlainBatch refuses a plain batch while the producer's transaction is open.
	TxnOpenPlainBatch
	// TxnNotVerified refuses a transactional batch that the coordinator did not confirm.
	TxnNotVerified
	// MarkerEnds is a marker that ended an open transaction.
	MarkerEnds
	// MarkerEmpty is a marker that found no open transaction.
	MarkerEmpty
	// ProducerExpired drops a producer after producer.id.expiration.ms.
	ProducerExpired
	// SequenceVerifyLow refuses a sequence above the lowest one seen while the transaction was
	// being verified.
	SequenceVerifyLow
)

var producerKeys = [...]string{
	"no-producer",
	"sequence-next",
	"sequence-first",
	"sequence-new-epoch",
	"sequence-duplicate",
	"sequence-gap",
	"sequence-behind",
	"sequence-not-zero",
	"sequence-unknown-not-zero",
	"sequence-unchecked",
	"epoch-stale",
	"epoch-not-newer",
	"coordinator-stale",
	"txn-open-plain-batch",
	"txn-not-verified",
	"marker-ends",
	"marker-empty",
	"producer-expired",
	"sequence-verify-low",
}
