package world

// Verb is what a command does to the world.
type Verb uint8

// Verbs of commands.
const (
	// NoVerb is no command.
	NoVerb Verb = iota
	// MakeCluster makes the brokers. Count, Seed, Version, Span (latency), Settings.
	MakeCluster
	// MakeTopic makes a topic. Topic, Parts, Factor, Settings.
	MakeTopic
	// MakeProducer makes a producer client. Who, Settings.
	MakeProducer
	// Produce sends records and lets time run until all are answered. Who, Topic, Part, Span, and
	// what the records are.
	Produce
	// Send is one call of send after another; what follows happens in time.
	Send
	// Consume reads from the log start to the end. Who, Topic, Part, Committed.
	Consume
	// ListOffsets asks for the earliest and the latest offset. Topic, Part.
	ListOffsets
	// Alter changes a topic's settings. Topic, Settings.
	Alter
	// DeleteRecords moves the log start. Topic, Part, Offset (-1: the high watermark).
	DeleteRecords
	// Clean asks the cleaner of Node for a pass at once. Node, Topic, Part.
	Clean
	// StopBroker stops Node in an orderly way, KillBroker at once, StartBroker starts it. Count of
	// KillBroker are the newest batches of each log that had not reached the disk.
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
	// CrashClient ends producer Who at once; RestartClient gives it a new life with Settings.
	CrashClient
	RestartClient
	// FlushClient sends whatever producer Who holds without lingering.
	FlushClient
	// SetISR takes follower Node out of the ISR, lets it back in or lets it fall behind: How. Topic
	// ("" for all), Part.
	SetISR
	// SetACL denies or allows (How) producer Who to write to Topic.
	SetACL
	// RawBatch hands the leader one batch that is made by hand. Topic, Part, PID, Epoch, Seq,
	// Count.
	RawBatch
)

// Fill says what a value of a given size is made of.
type Fill uint8

// Fills.
const (
	// FillLetter repeats one letter, which every codec squeezes to almost nothing.
	FillLetter Fill = iota
	// FillJSON is a JSON-like text with a number of the record in it.
	FillJSON
	// FillNoise is drawn by the cluster's seed and does not compress.
	FillNoise
)

// Command is one thing to do. It is plain data; core/line parses and prints it.
type Command struct {
	Verb  Verb
	Who   string // a client by name, or one side of a link
	Peer  string // the other side of a link
	Topic string
	Part  int32 // -1: whichever
	Node  NodeID
	// Count is the number of brokers or of records, Parts and Factor the shape of a topic.
	Count         int64
	Parts, Factor int32
	Seed          uint64
	Version       string
	Offset        int64
	Msg           int64
	// Span is the length of a wait or a delay, or the time from one record to the next.
	Span Span
	Wait WaitKind
	// Records are named one by one, or else generated: Count of them, numbered from First.
	Records []KeyValue
	First   int64
	// Key and Value are patterns: %d and %03d stand for the record's number.
	Key, Value string
	HasKey     bool
	// Size is the length of generated values, -1 if Value is the pattern; Null makes tombstones.
	Size int64
	Fill Fill
	Null bool
	// Committed is isolation.level=read_committed.
	Committed bool
	// How says what SetISR and SetACL do: out, in, slow; deny, allow.
	How string
	// PID, Epoch and Seq are what a batch made by hand carries.
	PID      int64
	Epoch    int16
	Seq      int32
	Settings []Setting
}

// FirstMessage and LastMessage stand for the oldest and the newest message on the way.
const (
	FirstMessage int64 = -1
	LastMessage  int64 = -2
)

// KeyValue is a record that a command names. Null says that it is a tombstone, NoKey that its key
// is null.
type KeyValue struct {
	Key, Value  string
	NoKey, Null bool
}
