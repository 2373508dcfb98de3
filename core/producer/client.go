package producer

import (
	"slices"

	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// Time is simulated time in microseconds; Kafka's milliseconds are Time/1000.
type Time int64

// Millisecond is the unit of Kafka's own timestamps and timeouts.
const Millisecond Time = 1000

// Never is the deadline of something that is not waited for.
const Never Time = 1<<63 - 1

// MS is the millisecond a Kafka client would read from its clock at t.
func (t Time) MS() int64 { return int64(t / Millisecond) }

// NoProducerID, NoProducerEpoch, NoSequence and NoOffset are what the protocol writes for "none".
const (
	NoProducerID    int64 = -1
	NoProducerEpoch int16 = -1
	NoSequence      int32 = -1
	NoOffset        int64 = -1
	NoNode          int32 = -1
	AnyPartition    int32 = -1
)

// TP names a partition: the index of its topic in the world, and its number.
type TP struct{ Topic, Partition int32 }

// Compare orders partitions by topic, then number.
func (p TP) Compare(q TP) int {
	if p.Topic != q.Topic {
		return int(p.Topic) - int(q.Topic)
	}
	return int(p.Partition) - int(q.Partition)
}

// PIDEpoch is the identity under which batches are numbered.
type PIDEpoch struct {
	PID   int64
	Epoch int16
}

// Valid tells whether a broker has handed out this identity.
func (p PIDEpoch) Valid() bool { return p.PID != NoProducerID }

// SendID names one call of send by the application, counted from 1 in a client.
type SendID int64

// BatchID names a batch of a client, counted from 1; pieces of a split batch get new ones.
type BatchID int64

// RequestID is the correlation id of a request, counted from 1 in a client.
type RequestID int64

// Client is a producer: configuration, beliefs, queues and connections, all of it visible.
type Client struct {
	Name   string
	Config Config // as it works: after Kafka's silent adjustments
	Rand   Rand   // draws jitter and sticky partitions
	Closed bool   // closed or crashed: it never acts again

	ProducerID PIDEpoch // identity in use; none before InitProducerId is answered
	BumpEpoch  bool     // an epoch bump is due at the next iteration (KIP-360)
	Rewrite    []TP     // partitions whose batches that bump will renumber, in the order asked

	Calls      []Call      // sends that have not returned; the first one is executing
	Topics     []Topic     // what is known of each topic, ordered by index
	Partitions []Partition // ordered by TP
	Batches    []Batch     // every batch not final, or final with its request still out; by ID
	Nodes      []Node      // brokers this client has heard of, ordered by ID
	Meta       Metadata
	BufferUsed int64 // bytes of buffer.memory given to batches

	InitRequest RequestID    // InitProducerId that is out; 0 when none
	InitNode    int32        // where it is
	InitAfter   Time         // back-off after a failed one
	Fatal       errcode.Code // TransactionManager's fatal state: everything fails from now on
	FlushUpTo   BatchID      // a flush waits for every batch up to this one; 0 when none

	NextSend    SendID
	NextBatch   BatchID
	NextRequest RequestID
}

// Call is a send that the application has made, or would make next: the caller is one thread, so a
// call that blocks for metadata or for buffer memory holds up the ones behind it.
type Call struct {
	Send      SendID
	TP        TP // Partition is AnyPartition until it is chosen
	Record    record.Record
	StartedAt Time // when the call began to execute; Never while it stands behind another
	Blocked   why.Why
}

// Partition is everything the client keeps for one partition.
type Partition struct {
	TP
	Deque []BatchID // the accumulator's queue; the head is sent first
	Net   []BatchID // Sender.inFlightBatches: on the wire, in the order sent
	Muted bool      // max.in.flight is 1 and a batch is out

	// TxnPartitionEntry of the Java client.
	ProducerID      PIDEpoch  // the pair this partition last used
	NextSeq         int32     // base sequence of the next batch drained
	LastAckedSeq    int32     // NoSequence when nothing is acknowledged
	LastAckedOffset int64     // NoOffset when nothing is acknowledged
	Tracked         []BatchID // sequenced and not final, ordered by (pid, epoch, base sequence)

	Unresolved    bool  // an expired batch may or may not be in the log
	UnresolvedSeq int32 // the sequence after the expired batch
}

// Final is how a batch ended.
type Final uint8

// The final states of a batch: none yet, acknowledged, failed to the application, or replaced by
// the pieces it was split into.
const (
	Pending Final = iota
	Succeeded
	Failed
	SplitUp
)

// Batch is a batch of the accumulator with its history.
type Batch struct {
	ID      BatchID
	TP      TP
	Records []Sent
	Final   Final

	// MemoryRecordsBuilder.
	AppendsClosed bool // takes no more records
	Closed        bool // encoded: Data is valid
	Size          int  // bytes of the encoded batch, as estimated until it is closed
	Uncompressed  int  // bytes of the records
	WriteLimit    int  // batch.size, or more for a first record that is larger
	MaxRecord     int  // bytes of the largest record
	RatioPPM      int64
	Memory        int64 // bytes of buffer.memory it holds

	CreatedAt     Time
	LastAttemptAt Time // creation until the first attempt fails
	DrainedAt     Time // when the current or last attempt began; 0 before the first
	Attempts      int32
	BackoffMS     int64   // wait after LastAttemptAt, drawn once an attempt
	InRetry       bool    // has been sent and has come back
	Reopened      bool    // its sequence was rewritten since it was last closed
	Parent        BatchID // the batch it is a piece of; 0 when none
	Root          BatchID // the batch that the application filled: itself, or the first parent

	ProducerID PIDEpoch
	BaseSeq    int32 // NoSequence until drained

	LeaderEpoch     int32        // newest leader epoch seen for it
	LeaderChangedAt int32        // Attempts when LeaderEpoch last changed
	Request         RequestID    // the request that carries it now; 0 when none
	Data            record.Batch // encoded bytes; empty until closed
}

// Sent is a record in a batch and the call that brought it.
type Sent struct {
	Send   SendID
	Record record.Record
}

// Count is the number of records, which is what sequences count.
func (b *Batch) Count() int32 { return int32(len(b.Records)) }

// HasSequence tells whether the batch has been numbered; from then on the number is its identity.
func (b *Batch) HasSequence() bool { return b.BaseSeq != NoSequence }

// LastSeq is the sequence of the last record, wrapped as DefaultRecordBatch.incrementSequence does.
func (b *Batch) LastSeq() int32 { return record.IncrementSequence(b.BaseSeq, b.Count()-1) }

// Link is the state of a connection as the client sees it.
type Link uint8

// The states of a connection.
const (
	Disconnected Link = iota
	Connecting
	Connected
)

// Node is the client's side of its connection to one broker.
type Node struct {
	ID            int32
	Link          Link
	InFlight      []Request // sent and not answered, oldest first
	Failures      int32     // disconnections in a row
	SetupFailures int32     // attempts in a row that did not connect
	RetryAt       Time      // reconnect back-off: not usable before
	SetupBy       Time      // Connecting: when the attempt is given up
	DrainFrom     int32     // position of the drain walk on this node
	// ReadyAt and DrainedAt are NodeLatencyStats: when the node last had data ready, and when it
	// last could take it (partitioner.availability.timeout.ms).
	ReadyAt, DrainedAt Time
}

// Topic is what the client keeps for one topic: its size and the sticky partitioner's state.
type Topic struct {
	Index      int32
	Known      bool // metadata has been received
	Partitions int32
	Sticky     int32 // current sticky partition; AnyPartition before the first
	Produced   int64 // bytes appended to it since it was chosen
	Loads      []Load
	RatioPPM   int64 // CompressionRatioEstimator, in millionths
}

// Load is the weight of a partition for the adaptive sticky partitioner.
type Load struct {
	Partition int32
	UpTo      int64 // sum of the weights up to and with this partition
}

// Metadata is what the client believes about leaders.
type Metadata struct {
	Leaders   []Leader  // ordered by TP
	UpdatedAt Time      // last successful answer
	TriedAt   Time      // last attempt
	Attempts  int32     // failures in a row
	Same      int32     // answers in a row that changed nothing
	AllowedAt Time      // no update before: back-off after failures and fruitless answers
	Wanted    bool      // an update was asked for
	Again     bool      // and once more, while one was under way
	Request   RequestID // 0 when none is out
	Node      int32     // where that request is
}

// Leader is the leader of a partition as the client believes.
type Leader struct {
	TP
	Node  int32 // NoNode when there is none
	Epoch int32
}

// Clone is a deep copy: nothing done to one is seen in the other.
func (c *Client) Clone() Client {
	d := *c
	d.Rewrite = slices.Clone(c.Rewrite)
	d.Calls = slices.Clone(c.Calls)
	d.Topics = slices.Clone(c.Topics)
	for i := range d.Topics {
		d.Topics[i].Loads = slices.Clone(c.Topics[i].Loads)
	}
	d.Meta.Leaders = slices.Clone(c.Meta.Leaders)
	d.Partitions = slices.Clone(c.Partitions)
	for i := range d.Partitions {
		p := &d.Partitions[i]
		p.Deque, p.Net = slices.Clone(p.Deque), slices.Clone(p.Net)
		p.Tracked = slices.Clone(p.Tracked)
	}
	d.Batches = slices.Clone(c.Batches)
	for i := range d.Batches {
		b := &d.Batches[i]
		b.Records = slices.Clip(b.Records) // a record never changes: only the tail may grow
	}
	d.Nodes = slices.Clone(c.Nodes)
	for i := range d.Nodes {
		n := &d.Nodes[i]
		n.InFlight = slices.Clone(n.InFlight)
		for j := range n.InFlight {
			n.InFlight[j].Parts = slices.Clone(n.InFlight[j].Parts)
		}
	}
	return d
}
