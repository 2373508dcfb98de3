package world

// Kind says what an Event is about.
type Kind uint8

// Events. Sizes are bytes, times are milliseconds of the broker unless a kind says otherwise.
const (
	// None is no event.
	None Kind = iota

	// ClusterMade: A brokers.
	ClusterMade
	// TopicMade: the topic of the event exists. A partitions, B replicas of each.
	TopicMade
	// ConfigSet: a topic setting was changed. A index into World.Topics[Topic].Settings.
	ConfigSet
	// ConfigRefused: Code and Why say what was wrong with a setting; A the value that was asked
	// for, if it is a number, B the least one if that was the reason.
	ConfigRefused
	// ClientMade: a producer or consumer exists.
	ClientMade
	// ClientGone: a producer crashed. A sends that it had not been told the end of.
	ClientGone
	// BrokerDown: A is 1 after a kill, 0 after an orderly stop.
	BrokerDown
	// BrokerUp: A is 1 if the last stop was orderly, 0 if the logs had to be recovered.
	BrokerUp
	// Waited: From..To on the clock, microseconds. The rest of a wait in which nothing else came.
	Waited

	// Appended: a batch got offsets From..To. A size, B position in its segment, C base of that
	// segment, D base sequence, -1 if the batch has none. Peer is the client.
	Appended
	// Duplicate: the broker recognised a batch it has: From..To are the offsets it had got.
	// A base sequence, B last sequence, C producer id.
	Duplicate
	// Refused: a batch or request was refused with Code for the reason Why. A wanted, B got; what
	// they count is written at the Why.
	Refused
	// Rolled: From the new segment's base, To the old one's. A, B, C numbers of the reason Why,
	// D size of the old segment.
	Rolled
	// HighWatermarkMoved: From..To.
	HighWatermarkMoved
	// LastStableMoved: From..To.
	LastStableMoved
	// LogStartMoved: From..To, for the reason Why; A, B, C its numbers.
	LogStartMoved

	// SegmentRemoved: retention renamed a segment to .deleted. From base, To last offset, A, B, C
	// numbers of the reason Why, D size.
	SegmentRemoved
	// FileGone: a .deleted segment left the disk. From base, A size, B file.delete.delay.ms.
	FileGone

	// ProducerExpired: the partition forgot producer A, idle for B; C is producer.id.expiration.ms.
	ProducerExpired

	// CleanSkipped: somebody asked for a pass and the cleaner declined for the reason Why; A, B its
	// numbers, C cleanable bytes, From first dirty offset, To first uncleanable offset.
	CleanSkipped
	// CleanStarted: a pass begins. From first dirty offset, To first uncleanable offset, A clean
	// bytes, B cleanable bytes, C dirty ratio in millionths. Why is what made the log eligible, D
	// its first number: the ratio, or the age of the oldest dirty batch in milliseconds.
	CleanStarted
	// MapBuilt: the offset map is ready. From first dirty offset, To end offset, A keys, B slots
	// that may be used.
	MapBuilt
	// RecordRemoved: the pass drops the record at From for the reason Why; A, B, C its numbers. To
	// is the last offset of the record's batch.
	RecordRemoved
	// RecordKept: the pass keeps a tombstone or marker at From that a reader may wonder about;
	// Why and A, B, C say until when.
	RecordKept
	// HorizonSet: batch From..To got its delete horizon. A the horizon, B delete.retention.ms.
	HorizonSet
	// BatchEmptied: batch From..To lost its records and stays, for the reason Why.
	BatchEmptied
	// GroupSwapped: segments From..To (bases) became one. A bytes before, B bytes after,
	// C segments before.
	GroupSwapped
	// CleanDone: From the old checkpoint, To the new one. A bytes before, B bytes after,
	// C records removed.
	CleanDone
	// CleanFailed: the partition became uncleanable for the reason Why.
	CleanFailed

	// ConsumerRead: the consumer read From..To (To is its next position). A records it got, B keys
	// with a value in its table, C tombstones among the records.
	ConsumerRead
	// OffsetsListed: From earliest, To latest.
	OffsetsListed

	// Sent: message Msg left Node for Peer. A the request's API key, B correlation id, C when it is
	// due, microseconds, D is 1 for a response. From..To sequences of its first batch, -1 if it
	// has none.
	Sent
	// Arrived: message Msg of Peer reached Node. A, B, D, From, To as in Sent.
	Arrived
	// Lost: message Msg will never arrive, for the reason Why.
	Lost
	// Connected: Node opened connection A to Peer.
	Connected
	// Disconnected: connection A of Node to Peer closed, for the reason Why.
	Disconnected
	// Faulted: a command put a fault on message Msg or on the link Node-Peer: Why says which,
	// A the delay in microseconds.
	Faulted

	// The producer client's notes, in the order of producer.NoteKind. From is the client's batch
	// (0 if none), To the send it is about or -1, Peer the broker it concerns.

	// ClientAppended: the record of send A was added to the batch.
	ClientAppended
	// ClientBatchFull: the batch takes no more records. A records, B bytes.
	ClientBatchFull
	// ClientBlocked: send A waits; Why says for what.
	ClientBlocked
	// ClientPartition: a sticky partition was chosen. A bytes since the last choice.
	ClientPartition
	// ClientDrained: the batch left the queue for a request. A base sequence, B records,
	// C attempt.
	ClientDrained
	// ClientAcked: the batch is known to be written. A base offset, B base sequence.
	ClientAcked
	// ClientRetry: the batch is back in the queue. A its place, B back-off, C attempts.
	ClientRetry
	// ClientFailed: the batch failed for good with Code. A base sequence, B attempts.
	ClientFailed
	// ClientSplit: the batch was too large. A pieces.
	ClientSplit
	// ClientExpired: the batch reached delivery.timeout.ms. A its age, B is 1 in a retry.
	ClientExpired
	// ClientUnresolved: nobody knows whether an expired batch was written. A next sequence.
	ClientUnresolved
	// ClientResolved: that doubt is gone. A that sequence, B the last acknowledged one.
	ClientResolved
	// ClientBumpWanted: the client asks for a new epoch. A base sequence, B last acknowledged.
	ClientBumpWanted
	// ClientEpoch: the identity is now producer id A with epoch B; C is the epoch before.
	ClientEpoch
	// ClientRewritten: the batch has new sequences. A base sequence, B the one before, C epoch.
	ClientRewritten
	// ClientMuted: the partition waits for a response, as max.in.flight is 1.
	ClientMuted
	// ClientLate: a response came for a batch that is final already.
	ClientLate
	// ClientConnecting: a connection is being opened.
	ClientConnecting
	// ClientConnected: the connection stands.
	ClientConnected
	// ClientDisconnected: the connection is gone. A requests lost with it.
	ClientDisconnected
	// ClientTimeout: request A is overdue. B its age.
	ClientTimeout
	// ClientMetadata: the client knows the leaders anew. A leaders changed.
	ClientMetadata
	// SendDone: the future of send A resolved: offset B, or Code and Why.
	SendDone

	// LeaderChanged: From the old leader, To the new one, A leader epoch.
	LeaderChanged
	// ISRChanged: Node left (A = 0) or joined (A = 1) the set of in-sync replicas.
	ISRChanged
	// Fetched: the follower Node copied From..To from Peer. A bytes.
	Fetched
	// Truncated: the log of Node was cut: From the old end, To the new one.
	Truncated

	kindEnd
)

// kindKeys are stable: texts, traces and links refer to them.
var kindKeys = [kindEnd]string{
	"none",
	"cluster", "topic", "config", "config-refused", "client", "client-gone", "down", "up", "waited",
	"append", "duplicate", "refuse", "roll", "hw", "lso", "log-start",
	"remove-segment", "file-gone", "producer-expired",
	"clean-skipped", "clean", "map", "drop", "keep", "horizon", "empty", "swap", "cleaned",
	"clean-failed",
	"read", "offsets",
	"send", "arrive", "lost", "connect", "disconnect", "fault",
	"p-append", "p-full", "p-blocked", "p-partition", "p-drain", "p-ack", "p-retry", "p-fail",
	"p-split", "p-expire", "p-unresolved", "p-resolved", "p-bump-wanted", "p-epoch", "p-rewrite",
	"p-mute", "p-late", "p-connecting", "p-connected", "p-disconnected", "p-timeout",
	"p-metadata", "p-done",
	"leader", "isr", "fetch", "truncate",
}

// String returns the kind's stable kebab-case key.
func (k Kind) String() string {
	if k < kindEnd {
		return kindKeys[k]
	}
	return "kind-" + itoa(int64(k))
}

// Kinds returns every kind but None.
func Kinds() []Kind {
	all := make([]Kind, 0, kindEnd)
	for k := None + 1; k < kindEnd; k++ {
		all = append(all, k)
	}
	return all
}
