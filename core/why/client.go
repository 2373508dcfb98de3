package why

// Reasons of the producer client: why it waits, sends, repeats, renumbers, gives up.
const (
	// IdempotenceOffRetries switches default idempotence off because retries is 0.
	IdempotenceOffRetries Why = clientBase + iota
	// IdempotenceOffAcks switches default idempotence off because acks is not all.
	IdempotenceOffAcks
	// DeliveryTimeoutRaised raises delivery.timeout.ms to linger.ms + request.timeout.ms.
	DeliveryTimeoutRaised
	// WaitMetadata blocks send until the topic's partitions are known.
	WaitMetadata
	// WaitMemory blocks send until buffer.memory has room for a batch.
	WaitMemory
	// WaitCaller keeps a send behind one of the same caller that blocks.
	WaitCaller
	// MaxBlockMetadata fails a send: no metadata within max.block.ms.
	MaxBlockMetadata
	// MaxBlockMemory fails a send: no buffer memory within max.block.ms.
	MaxBlockMemory
	// RecordOverRequestSize refuses a record over max.request.size.
	RecordOverRequestSize
	// RecordOverBuffer refuses a record over buffer.memory.
	RecordOverBuffer
	// PartitionUnknown refuses a send to a partition that the topic does not have.
	PartitionUnknown
	// PartitionGiven is the partition that the record names.
	PartitionGiven
	// PartitionByKey is the partition that murmur2 of the key gives.
	PartitionByKey
	// PartitionSticky is the sticky partition of a record without a key (KIP-794).
	PartitionSticky
	// StickySwitch changes the sticky partition after batch.size bytes.
	StickySwitch
	// BatchTakesNoMore closes a batch because the next record does not fit.
	BatchTakesNoMore
	// ReadyFull sends a batch that is full or has another behind it.
	ReadyFull
	// ReadyLinger sends a batch whose linger.ms has passed.
	ReadyLinger
	// ReadyRetry sends a batch again whose back-off has passed.
	ReadyRetry
	// ReadyNewLeader sends a batch again at once, since its partition has a new leader.
	ReadyNewLeader
	// ReadyMemory sends a batch early because a send waits for memory.
	ReadyMemory
	// ReadyFlush sends a batch early because of flush or close.
	ReadyFlush
	// HoldLinger keeps a batch until linger.ms has passed.
	HoldLinger
	// HoldBackoff keeps a batch until its retry back-off has passed.
	HoldBackoff
	// HoldMuted keeps a batch while max.in.flight of 1 has another one out.
	HoldMuted
	// HoldNoLeader keeps a batch because its partition has no known leader.
	HoldNoLeader
	// HoldConnection keeps a batch because there is no connection to the leader.
	HoldConnection
	// HoldInFlight keeps a batch because max.in.flight requests are unanswered.
	HoldInFlight
	// HoldNoProducerID keeps a batch because InitProducerId is not answered.
	HoldNoProducerID
	// HoldOldEpoch keeps a new batch until those of the old epoch are done.
	HoldOldEpoch
	// HoldUnresolved keeps a new batch while the fate of an expired one is open.
	HoldUnresolved
	// HoldLowerSequence keeps a batch because a lower sequence must go first.
	HoldLowerSequence
	// SequenceGiven numbers a batch when it is drained.
	SequenceGiven
	// SequenceKept sends a batch again under its old sequence.
	SequenceKept
	// RetryError repeats a batch after a retriable error.
	RetryError
	// RetryDisconnect repeats a batch whose connection was lost.
	RetryDisconnect
	// RetryTimeout repeats a batch whose request was not answered in time.
	RetryTimeout
	// RetryPredecessor repeats a refused batch: one before it is not appended yet.
	RetryPredecessor
	// RetryReopened repeats a refused batch: it was renumbered meanwhile.
	RetryReopened
	// RetryLost repeats a refused batch after an epoch bump: data before it are gone.
	RetryLost
	// RetryUnresolved repeats a refused batch while an expired one is unresolved.
	RetryUnresolved
	// RetryStartUnknown repeats a batch: the answer did not say where the log begins.
	RetryStartUnknown
	// RetryDeleted repeats a batch after an epoch bump: its predecessors were deleted.
	RetryDeleted
	// FailDefinite fails a batch on an error that repeating cannot mend.
	FailDefinite
	// FailRetries fails a batch that has used up its retries.
	FailRetries
	// FailDeadline fails a batch at delivery.timeout.ms.
	FailDeadline
	// FailClosed drops what a closed or crashed producer still held.
	FailClosed
	// DoneOffset ends a batch with the offset that the broker gave.
	DoneOffset
	// DoneNoResponse ends a batch of acks=0 when its bytes are sent.
	DoneNoResponse
	// DoneDuplicate ends a batch as written, at an unknown offset.
	DoneDuplicate
	// LateAnswer ignores an answer for a batch that is already final.
	LateAnswer
	// SplitTooLarge cuts a batch that is over max.message.bytes into smaller ones.
	SplitTooLarge
	// ExpiredInRetry leaves open whether an expired batch was written.
	ExpiredInRetry
	// ExpiredFirstFlight expires a batch on its first flight, without marking its partition.
	ExpiredFirstFlight
	// ResolvedWritten clears a partition: everything up to its end is acknowledged.
	ResolvedWritten
	// BumpLost raises the epoch: the next batch was refused, so data are gone.
	BumpLost
	// BumpUnresolved raises the epoch: an expired batch left a hole.
	BumpUnresolved
	// BumpFailed raises the epoch: a sequenced batch failed for good.
	BumpFailed
	// BumpUnknownProducer raises the epoch: the broker has forgotten the producer.
	BumpUnknownProducer
	// EpochRaised is a new epoch that the client gave itself (KIP-360).
	EpochRaised
	// EpochExhausted gives the producer id up: epoch 32767 cannot be raised.
	EpochExhausted
	// ProducerIDGiven is a producer id that a broker handed out.
	ProducerIDGiven
	// PartitionRestarts begins a partition at sequence 0 of the current epoch.
	PartitionRestarts
	// ForgetSequences forgets a partition's sequences after UNKNOWN_PRODUCER_ID.
	ForgetSequences
	// RequestOverdue closes a connection: a request passed request.timeout.ms.
	RequestOverdue
	// ConnectionLost loses every request of a connection that is gone.
	ConnectionLost
	// ConnectionRefused is a connection attempt that failed.
	ConnectionRefused
	// MetadataStale asks for metadata after an error that hints at a new leader.
	MetadataStale
	// LeaderHint takes the new leader from the answer (KIP-951).
	LeaderHint
)

var clientKeys = [...]string{
	"idempotence-off-retries",
	"idempotence-off-acks",
	"delivery-timeout-raised",
	"wait-metadata",
	"wait-memory",
	"wait-caller",
	"max-block-metadata",
	"max-block-memory",
	"record-over-request-size",
	"record-over-buffer",
	"partition-unknown",
	"partition-given",
	"partition-by-key",
	"partition-sticky",
	"sticky-switch",
	"batch-takes-no-more",
	"ready-full",
	"ready-linger",
	"ready-retry",
	"ready-new-leader",
	"ready-memory",
	"ready-flush",
	"hold-linger",
	"hold-backoff",
	"hold-muted",
	"hold-no-leader",
	"hold-connection",
	"hold-in-flight",
	"hold-no-producer-id",
	"hold-old-epoch",
	"hold-unresolved",
	"hold-lower-sequence",
	"sequence-given",
	"sequence-kept",
	"retry-error",
	"retry-disconnect",
	"retry-timeout",
	"retry-predecessor",
	"retry-reopened",
	"retry-lost",
	"retry-unresolved",
	"retry-start-unknown",
	"retry-deleted",
	"fail-definite",
	"fail-retries",
	"fail-deadline",
	"fail-closed",
	"done-offset",
	"done-no-response",
	"done-duplicate",
	"late-answer",
	"split-too-large",
	"expired-in-retry",
	"expired-first-flight",
	"resolved-written",
	"bump-lost",
	"bump-unresolved",
	"bump-failed",
	"bump-unknown-producer",
	"epoch-raised",
	"epoch-exhausted",
	"producer-id-given",
	"partition-restarts",
	"forget-sequences",
	"request-overdue",
	"connection-lost",
	"connection-refused",
	"metadata-stale",
	"leader-hint",
}
