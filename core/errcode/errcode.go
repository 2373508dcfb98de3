package errcode

import "strconv"

// Code is the int16 that a response carries.
type Code int16

// Errors that the log, the producer, the coordinator and replication can answer.
const (
	// OffsetsOutOfOrder is the broker's own OffsetsOutOfOrderException: a fetched set of batches
	// does not ascend. It is never sent.
	OffsetsOutOfOrder Code = -3
	// UnexpectedAppendOffset is the broker's own UnexpectedAppendOffsetException: a follower got a
	// batch that begins below its end. It is never sent.
	UnexpectedAppendOffset Code = -2
	// UnknownServerError is any unexpected exception of the server.
	UnknownServerError Code = -1
	// None means success.
	None Code = 0
	// OffsetOutOfRange means an offset below the log start or above the end.
	OffsetOutOfRange Code = 1
	// CorruptMessage means a wrong CRC or size.
	CorruptMessage Code = 2
	// UnknownTopicOrPartition means that the broker does not host the partition.
	UnknownTopicOrPartition Code = 3
	// LeaderNotAvailable means that the partition has no leader now.
	LeaderNotAvailable Code = 5
	// NotLeaderOrFollower means that the broker does not lead the partition.
	NotLeaderOrFollower Code = 6
	// RequestTimedOut means that the broker gave up waiting, usually for replicas.
	RequestTimedOut Code = 7
	// ReplicaNotAvailable means that the replica is not there.
	ReplicaNotAvailable Code = 9
	// MessageTooLarge means a batch over max.message.bytes.
	MessageTooLarge Code = 10
	// NetworkException means that the connection broke before a response came.
	NetworkException Code = 13
	// CoordinatorLoadInProgress means that the coordinator is still reading its log.
	CoordinatorLoadInProgress Code = 14
	// CoordinatorNotAvailable means that there is no coordinator now.
	CoordinatorNotAvailable Code = 15
	// NotCoordinator means that another broker coordinates.
	NotCoordinator Code = 16
	// InvalidTopicException means a topic that cannot be written, or a bad name.
	InvalidTopicException Code = 17
	// RecordListTooLarge means an append over the segment size.
	RecordListTooLarge Code = 18
	// NotEnoughReplicas means that the ISR is below min.insync.replicas.
	NotEnoughReplicas Code = 19
	// NotEnoughReplicasAfterAppend means the same, noticed after the write.
	NotEnoughReplicasAfterAppend Code = 20
	// InvalidRequiredAcks means acks other than -1, 0, 1.
	InvalidRequiredAcks Code = 21
	// TopicAuthorizationFailed means a topic that the client may not write.
	TopicAuthorizationFailed Code = 29
	// ClusterAuthorizationFailed means a client that may not write with idempotence.
	ClusterAuthorizationFailed Code = 31
	// InvalidTimestamp means a record timestamp outside the allowed window.
	InvalidTimestamp Code = 32
	// UnsupportedVersion means an API version that the broker does not know.
	UnsupportedVersion Code = 35
	// InvalidConfig means a configuration that was refused.
	InvalidConfig Code = 40
	// InvalidRequest means a request that contradicts itself.
	InvalidRequest Code = 42
	// UnsupportedForMessageFormat means a feature that the format of the topic lacks.
	UnsupportedForMessageFormat Code = 43
	// PolicyViolation means a request that the topic's policy forbids.
	PolicyViolation Code = 44
	// OutOfOrderSequenceNumber means a sequence that is not the next one.
	OutOfOrderSequenceNumber Code = 45
	// DuplicateSequenceNumber exists in the protocol; the current broker never sends it.
	DuplicateSequenceNumber Code = 46
	// InvalidProducerEpoch means an epoch below the known one.
	InvalidProducerEpoch Code = 47
	// InvalidTxnState means a write that the state of the transaction forbids.
	InvalidTxnState Code = 48
	// InvalidProducerIDMapping means a producer id that is not the transactional id's.
	InvalidProducerIDMapping Code = 49
	// InvalidTransactionTimeout means a timeout over transaction.max.timeout.ms.
	InvalidTransactionTimeout Code = 50
	// ConcurrentTransactions means that the previous transaction is still being completed.
	ConcurrentTransactions Code = 51
	// TransactionCoordinatorFenced means a marker of an old coordinator.
	TransactionCoordinatorFenced Code = 52
	// TransactionalIDAuthorizationFailed means a transactional id that is not the client's.
	TransactionalIDAuthorizationFailed Code = 53
	// OperationNotAttempted means that another part of the request failed first.
	OperationNotAttempted Code = 55
	// KafkaStorageError means an I/O error of the log directory.
	KafkaStorageError Code = 56
	// UnknownProducerID exists in the protocol; the current broker never sends it.
	UnknownProducerID Code = 59
	// FencedLeaderEpoch means that the request's leader epoch is older than the broker's.
	FencedLeaderEpoch Code = 74
	// UnknownLeaderEpoch means that the request's leader epoch is newer than the broker's.
	UnknownLeaderEpoch Code = 75
	// UnsupportedCompressionType means a codec that the version does not know.
	UnsupportedCompressionType Code = 76
	// StaleBrokerEpoch means that the broker has restarted since.
	StaleBrokerEpoch Code = 77
	// OffsetNotAvailable means that the leader does not know its high watermark yet.
	OffsetNotAvailable Code = 78
	// InvalidRecord means a record or batch that breaks a rule.
	InvalidRecord Code = 87
	// ProducerFenced means a producer that a newer one has replaced.
	ProducerFenced Code = 90
	// UnknownTopicID means an unknown topic id.
	UnknownTopicID Code = 100
	// InconsistentTopicID means a topic id that does not match the directory's.
	InconsistentTopicID Code = 103
	// IneligibleReplica means a replica that may not join the ISR.
	IneligibleReplica Code = 107
	// NewLeaderElected means that the leader changed while the request was under way.
	NewLeaderElected Code = 108
	// OffsetMovedToTieredStorage means that the offset is only in the remote log.
	OffsetMovedToTieredStorage Code = 109
	// TransactionAbortable means that only an abort helps.
	TransactionAbortable Code = 120
	// InvalidUpdateVersion means that the partition has changed since.
	InvalidUpdateVersion Code = 95
)

type row struct {
	code      Code
	name      string
	retriable bool
}

// table is sorted by code. The mark says whether the exception is a RetriableException.
var table = [...]row{
	{OffsetsOutOfOrder, "OFFSETS_OUT_OF_ORDER", false},
	{UnexpectedAppendOffset, "UNEXPECTED_APPEND_OFFSET", false},
	{UnknownServerError, "UNKNOWN_SERVER_ERROR", false},
	{None, "NONE", false},
	{OffsetOutOfRange, "OFFSET_OUT_OF_RANGE", false},
	{CorruptMessage, "CORRUPT_MESSAGE", true},
	{UnknownTopicOrPartition, "UNKNOWN_TOPIC_OR_PARTITION", true},
	{LeaderNotAvailable, "LEADER_NOT_AVAILABLE", true},
	{NotLeaderOrFollower, "NOT_LEADER_OR_FOLLOWER", true},
	{RequestTimedOut, "REQUEST_TIMED_OUT", true},
	{ReplicaNotAvailable, "REPLICA_NOT_AVAILABLE", true},
	{MessageTooLarge, "MESSAGE_TOO_LARGE", false},
	{NetworkException, "NETWORK_EXCEPTION", true},
	{CoordinatorLoadInProgress, "COORDINATOR_LOAD_IN_PROGRESS", true},
	{CoordinatorNotAvailable, "COORDINATOR_NOT_AVAILABLE", true},
	{NotCoordinator, "NOT_COORDINATOR", true},
	{InvalidTopicException, "INVALID_TOPIC_EXCEPTION", false},
	{RecordListTooLarge, "RECORD_LIST_TOO_LARGE", false},
	{NotEnoughReplicas, "NOT_ENOUGH_REPLICAS", true},
	{NotEnoughReplicasAfterAppend, "NOT_ENOUGH_REPLICAS_AFTER_APPEND", true},
	{InvalidRequiredAcks, "INVALID_REQUIRED_ACKS", false},
	{TopicAuthorizationFailed, "TOPIC_AUTHORIZATION_FAILED", false},
	{ClusterAuthorizationFailed, "CLUSTER_AUTHORIZATION_FAILED", false},
	{InvalidTimestamp, "INVALID_TIMESTAMP", false},
	{UnsupportedVersion, "UNSUPPORTED_VERSION", false},
	{InvalidConfig, "INVALID_CONFIG", false},
	{InvalidRequest, "INVALID_REQUEST", false},
	{UnsupportedForMessageFormat, "UNSUPPORTED_FOR_MESSAGE_FORMAT", false},
	{PolicyViolation, "POLICY_VIOLATION", false},
	{OutOfOrderSequenceNumber, "OUT_OF_ORDER_SEQUENCE_NUMBER", false},
	{DuplicateSequenceNumber, "DUPLICATE_SEQUENCE_NUMBER", false},
	{InvalidProducerEpoch, "INVALID_PRODUCER_EPOCH", false},
	{InvalidTxnState, "INVALID_TXN_STATE", false},
	{InvalidProducerIDMapping, "INVALID_PRODUCER_ID_MAPPING", false},
	{InvalidTransactionTimeout, "INVALID_TRANSACTION_TIMEOUT", false},
	{ConcurrentTransactions, "CONCURRENT_TRANSACTIONS", true},
	{TransactionCoordinatorFenced, "TRANSACTION_COORDINATOR_FENCED", false},
	{TransactionalIDAuthorizationFailed, "TRANSACTIONAL_ID_AUTHORIZATION_FAILED", false},
	{OperationNotAttempted, "OPERATION_NOT_ATTEMPTED", false},
	{KafkaStorageError, "KAFKA_STORAGE_ERROR", true},
	{UnknownProducerID, "UNKNOWN_PRODUCER_ID", false},
	{FencedLeaderEpoch, "FENCED_LEADER_EPOCH", true},
	{UnknownLeaderEpoch, "UNKNOWN_LEADER_EPOCH", true},
	{UnsupportedCompressionType, "UNSUPPORTED_COMPRESSION_TYPE", false},
	{StaleBrokerEpoch, "STALE_BROKER_EPOCH", false},
	{OffsetNotAvailable, "OFFSET_NOT_AVAILABLE", true},
	{InvalidRecord, "INVALID_RECORD", false},
	{ProducerFenced, "PRODUCER_FENCED", false},
	{InvalidUpdateVersion, "INVALID_UPDATE_VERSION", false},
	{UnknownTopicID, "UNKNOWN_TOPIC_ID", true},
	{InconsistentTopicID, "INCONSISTENT_TOPIC_ID", true},
	{IneligibleReplica, "INELIGIBLE_REPLICA", false},
	{NewLeaderElected, "NEW_LEADER_ELECTED", false},
	{OffsetMovedToTieredStorage, "OFFSET_MOVED_TO_TIERED_STORAGE", false},
	{TransactionAbortable, "TRANSACTION_ABORTABLE", false},
}

// String returns Kafka's name of the error, or its number if this package does not know it.
func (c Code) String() string {
	if r := c.row(); r != nil {
		return r.name
	}
	return strconv.Itoa(int(c))
}

// Retriable says whether a client that gets the error tries again (RetriableException).
func (c Code) Retriable() bool {
	r := c.row()
	return r != nil && r.retriable
}

// Parse finds a code by Kafka's name.
func Parse(name string) (Code, bool) {
	for i := range table {
		if table[i].name == name {
			return table[i].code, true
		}
	}
	return 0, false
}

// All returns the known codes in ascending order.
func All() []Code {
	codes := make([]Code, len(table))
	for i := range table {
		codes[i] = table[i].code
	}
	return codes
}

func (c Code) row() *row {
	lo, hi := 0, len(table)
	for lo < hi {
		mid := (lo + hi) / 2
		switch {
		case table[mid].code == c:
			return &table[mid]
		case table[mid].code < c:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return nil
}
