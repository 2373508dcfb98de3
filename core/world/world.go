package world

import (
	"strconv"

	"highwater/core/log"
	"highwater/core/producer"
	"highwater/core/why"
)

// NodeID names a broker (1, 2, 3, as node.id) or a client (FirstClient and up). 0 is nobody.
type NodeID int32

// FirstClient is the id of the first client; brokers have smaller ones.
const FirstClient NodeID = 101

// String prints b1 for a broker and c101 for a client.
func (n NodeID) String() string {
	if n >= FirstClient {
		return "c" + itoa(int64(n))
	}
	return "b" + itoa(int64(n))
}

// World is everything at one moment.
type World struct {
	Now  Time
	Seed uint64
	// Rand draws whatever the cluster has to draw; clients have their own.
	Rand producer.Rand

	Cluster   Cluster
	Brokers   []Broker
	Topics    []Topic
	Producers []Producer
	Consumers []Consumer
	Conns     []Conn
	Cuts      []Cut
	// Messages are on the way, in the order they were sent.
	Messages []Message
	// Timers is a heap by (Due, Seq): see Push and Pop.
	Timers []Timer

	NextMessage int64
	NextConn    int64
	NextTimer   uint64
	NextClient  NodeID
	NextPID     int64
	// Skipped says that a periodic timer was moved on past checks that could do nothing.
	Skipped bool

	Wait Wait
	// Sent is about how many bytes all records take that lines have asked for so far.
	Sent int64
	// Steps made so far, and the chain of their hashes.
	Steps int
	Chain uint64
	// Work counts what the simulator has done, in units of about a microsecond, so that a timeline
	// knows which steps are dear to run again.
	Work int64
}

// Cluster is the configuration that all brokers share; Kafka's names and defaults.
type Cluster struct {
	RetentionCheckMS int64 // log.retention.check.interval.ms
	InitialDelayMS   int64 // log.initial.task.delay.ms
	CleanerBackoffMS int64 // log.cleaner.backoff.ms
	CleanerThreads   int64 // log.cleaner.threads
	DedupeBuffer     int64 // log.cleaner.dedupe.buffer.size, bytes
	LoadFactorPPM    int64 // log.cleaner.io.buffer.load.factor, in millionths
	ExpiryCheckMS    int64 // producer.id.expiration.check.interval.ms
	HWCheckpointMS   int64 // replica.high.watermark.checkpoint.interval.ms
	ReplicaLagMS     int64 // replica.lag.time.max.ms
	// FirstProducerID is the first id that is handed out; a cluster at work has given out others.
	FirstProducerID int64 // highwater.first.producer.id
	// Latency is how long a message travels between any two nodes.
	Latency Span
	// Log is what a topic starts from: the brokers' defaults.
	Log log.Config
	// Settings are the lines as they were given, in order.
	Settings []Setting
}

// Setting is a configuration by Kafka's name.
type Setting struct{ Key, Value string }

// Broker is one broker with its log directory.
type Broker struct {
	ID NodeID
	Up bool
	// Clean says, while the broker is down, that it stopped in an orderly way.
	Clean    bool
	Replicas []Replica
	// Started and CleanerPhase are the moments from which the periodic tasks count.
	Started, CleanerPhase Time
}

// Replica is one partition on one broker.
type Replica struct {
	Topic, Part int32
	Log         *log.Log
	// Uncleanable says that a pass failed; the cleaner leaves it alone until a restart.
	Uncleanable bool
	// Leader-side belief about each follower, in the order of Partition.Replicas.
	FollowerLEO []int64
	// Away says that the replica does not fetch, because somebody asked for it.
	Away bool
	// Fetching says that a fetch of this replica is under way.
	Fetching bool
	// BehindSince is when this follower was last at its leader's end, as the leader counts it;
	// Never while it is there.
	BehindSince Time
}

// Topic is a topic with its settings and partitions.
type Topic struct {
	Name     string
	Config   log.Config
	Settings []Setting
	Parts    []Partition
	// Denied are clients that may not write to the topic.
	Denied []NodeID
}

// Partition is what the controller knows of a partition.
type Partition struct {
	Replicas    []NodeID
	Leader      NodeID // 0 when there is none
	LeaderEpoch int32
	ISR         []NodeID
}

// Producer is a producer client and the application that uses it.
type Producer struct {
	ID     NodeID
	Client producer.Client
	// Acked and Failed count the sends that the application has heard of.
	Sent, Acked, Failed int64
}

// Consumer is a consumer that reads one topic.
type Consumer struct {
	ID   NodeID
	Name string
	// Topic and Part are what it read last, Reading what that showed.
	Topic, Part int32
	Committed   bool // isolation.level=read_committed
	Reading     Reading
}

// Conn is one connection: two FIFO pipes and a broker that works on one request at a time.
type Conn struct {
	ID           int64
	Client, Node NodeID // who opened it, and the broker
	Open         bool
	// Gone says that the client has closed it: what it had sent before still arrives and is worked
	// on, and answers go nowhere.
	Gone bool
	// BrokenUp and BrokenDown say that a message was lost on the way to the broker or back: TCP
	// delivers in order, so nothing behind it arrives either.
	BrokenUp, BrokenDown bool
	// Queue are requests that have arrived and wait; Busy is the one being worked on, 0 if none.
	Queue []int64
	Busy  int64
	// LastUp and LastDown are the latest due times in each direction: a pipe never overtakes.
	LastUp, LastDown Time
	// Stalled until this moment; 0 if not.
	StalledTo Time
}

// Cut says that two nodes cannot reach each other.
type Cut struct{ A, B NodeID }

// Message is a request or a response on the wire.
type Message struct {
	ID       int64
	Conn     int64
	From, To NodeID
	Answer   bool
	// Sent and Due are when it leaves and when it arrives. A lost one breaks at Due.
	Sent, Due Time
	// Lost is why it will break on the way; why.None if it will arrive.
	Lost why.Why
	// Arrived says that it waits in the broker's queue or is being worked on.
	Arrived  bool
	Request  producer.Request
	Response producer.Response
	// Needs is what a request with acks=all waits for; while it does, Response holds what is known.
	Needs []Need
}

// Need is what one partition of a request waits for: that the high watermark passes its records.
type Need struct {
	Topic, Part int32
	Offset      int64 // the high watermark that is needed
	Epoch       int32 // the leader epoch under which they were appended
	Done        bool
}

// TimerKind says what falls due.
type TimerKind uint8

// Timers.
const (
	// TimerRetention is kafka-log-retention on a broker.
	TimerRetention TimerKind = iota
	// TimerCleaner is the cleaner thread of a broker waking up.
	TimerCleaner
	// TimerFileDelete removes .deleted files whose delay is over.
	TimerFileDelete
	// TimerProducerExpiry drops idle producers from the producer state.
	TimerProducerExpiry
	// TimerClient is a producer client that has something to do.
	TimerClient
	// TimerMessage is a message that arrives or breaks.
	TimerMessage
	// TimerConnect is a connection that stands or cannot be made; Msg is its id.
	TimerConnect
	// TimerBroker is a request that a broker finishes or gives up.
	TimerBroker
	// TimerFetch is a fetch response that reaches follower Node; Msg names the partition.
	TimerFetch
	// TimerFetched is the next fetch of follower Node, which tells its leader how far it is.
	TimerFetched
	// TimerLag is when follower Node has been behind for replica.lag.time.max.ms.
	TimerLag

	timerEnd
)

var timerKeys = [timerEnd]string{
	"retention-check", "cleaner", "file-delete", "producer-expiry", "client", "message",
	"connect", "broker", "fetch", "fetched", "lag",
}

// String returns the timer's stable key.
func (k TimerKind) String() string {
	if k < timerEnd {
		return timerKeys[k]
	}
	return "timer-" + itoa(int64(k))
}

// Timer is something that will happen. Ties are broken by Seq, which counts up.
type Timer struct {
	Due  Time
	Seq  uint64
	Kind TimerKind
	Node NodeID
	Msg  int64
}

// WaitKind says what ends a wait.
type WaitKind uint8

// Waits.
const (
	// WaitNone means that the world stands still.
	WaitNone WaitKind = iota
	// WaitTime ends at Wait.Until.
	WaitTime
	// WaitQuiet ends when no message is on the way and no client wants to act.
	WaitQuiet
	// WaitChange ends after one step.
	WaitChange
)

// Wait is the wait that is going on.
type Wait struct {
	Kind WaitKind
	// From is when it began, moved on by each step; Until is its end or limit.
	From, Until Time
	// Line is the command.
	Line string
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
