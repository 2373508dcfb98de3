package world

// Verb is what a command does to the world.
type Verb uint8

// Verbs of commands.
const (
	// NoVerb is no command.
	NoVerb Verb = iota
	// Cluster makes the brokers. Count brokers, Seed, Settings.
	MakeCluster
	// MakeTopic makes a topic. Topic, Parts, Factor, Settings.
	MakeTopic
	// MakeProducer makes a producer client. Who, Settings.
	MakeProducer
	// Produce sends Count records. Who, Topic, Part, Key, Value, Size, Fill, Every, Records.
	Produce
	// Consume reads from the log start to the end. Who, Topic, Part, Isolation.
	Consume
	// ListOffsets asks for the earliest and the latest offset. Topic, Part.
	ListOffsets
	// Alter changes a topic's settings. Topic, Settings.
	Alter
	// DeleteRecords moves the log start. Topic, Part, Offset (-1: the high watermark).
	DeleteRecords
	// Clean asks the cleaner of Node for a pass at once. Node, Topic, Part.
	Clean
	// Roll closes the active segment at once. Node, Topic, Part.
	Roll
	// StopBroker stops Node in an orderly way, KillBroker at once, StartBroker starts it.
	StopBroker
	KillBroker
	StartBroker
	// WaitFor lets time pass. Wait, Span.
	WaitFor
	// DropMessage loses message Msg, DelayMessage holds it up for Span.
	DropMessage
	DelayMessage
	// CutLink parts Node and Peer, HealLink joins them again, StallLink holds a connection up.
	CutLink
	HealLink
	StallLink
	// CloseConn breaks the connection between Node and Peer once.
	CloseConn
	// CrashClient ends producer Who at once; RestartClient gives it a new life.
	CrashClient
	RestartClient
	// AlterClient changes the settings of producer Who.
	AlterClient

	verbEnd
)

// Command is one thing to do. It is plain data; core/line prints and parses it.
type Command struct {
	Verb     Verb
	Who      string // client's name
	Topic    string
	Part     int32 // -1: the client chooses
	Node     NodeID
	Peer     string // the other side of a link, a broker or a client by name
	Count    int64
	Parts    int32
	Factor   int32
	Seed     uint64
	Offset   int64
	Msg      int64
	Span     Span // every, or the length of a wait or a delay
	Wait     WaitKind
	Records  []KeyValue
	Key      Pattern
	Value    Pattern
	Size     int64
	HasKey   bool
	HasValue bool // without it a record has the value of Size bytes, or null when Size is -1
	Read     string
	Settings []Setting
}

// KeyValue is a record that a command names. Null says that it is a tombstone.
type KeyValue struct {
	Key, Value string
	NoKey      bool
	Null       bool
}

// Pattern is a text in which %d, %03d stand for the number of the record.
type Pattern string
