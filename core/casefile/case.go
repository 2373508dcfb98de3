package casefile

import "highwater/core/record"

// Case is one parsed case file.
type Case struct {
	// File is where it stands; it appears in errors only.
	File string
	// Name is the path of the case below its collection, without `.case`.
	Name string
	// Kafka is the version that was recorded, as `4.2`.
	Kafka string
	// Clock is the start of the one clock that all replicas share, in ms.
	Clock int64
	// Decoded is true when only decoded content is compared, since a codec writes batches anew.
	Decoded bool
	// Config holds the topic configs of every replica, in the order of the header.
	Config []Setting
	// Notes is free text.
	Notes []string
	// Ops are the operations and queries in order.
	Ops []Op
}

// Setting is one config with its value, both in Kafka's words.
type Setting struct{ Key, Value string }

// Verb names an operation or a query.
type Verb string

// The operations, then the queries.
const (
	VerbLog            Verb = "log"
	VerbConfig         Verb = "config"
	VerbTick           Verb = "tick"
	VerbLeaderEpoch    Verb = "leaderepoch"
	VerbAppend         Verb = "append"
	VerbAppendRaw      Verb = "appendraw"
	VerbAppendFollower Verb = "appendfollower"
	VerbMarker         Verb = "marker"
	VerbHW             Verb = "hw"
	VerbRoll           Verb = "roll"
	VerbClean          Verb = "clean"
	VerbExpire         Verb = "expire"
	VerbFetch          Verb = "fetch"
	VerbTruncate       Verb = "truncate"
	VerbTruncateFully  Verb = "truncatefully"
	VerbRestart        Verb = "restart"
	VerbDropSnapshots  Verb = "dropsnapshots"
	VerbRetention      Verb = "retention"
	VerbDeleteRecords  Verb = "deleterecords"
	VerbLogStart       Verb = "logstart"

	VerbBatches Verb = "batches"
	VerbState   Verb = "state"
	VerbAborted Verb = "aborted"
	VerbEpochs  Verb = "epochs"
	VerbRead    Verb = "read"
	VerbFiles   Verb = "files"
)

// Op is one operation or query with the outcome that Kafka had. Which fields are set depends on
// the verb.
type Op struct {
	Verb Verb
	// Line is the line of the operation in its file, from 1; Text is what stands there.
	Line int
	Text string
	// Log is the replica that is acted on, From the leader of a fetch.
	Log, From string
	// N is an offset, a number of ms, an epoch or a number of slots; HasN tells that it was given.
	N    int64
	HasN bool
	// Settings are the configs of `log` and `config`.
	Settings []Setting
	// ProducerID, ProducerEpoch and BaseSequence are -1 unless given.
	ProducerID    int64
	ProducerEpoch int16
	BaseSequence  int32
	// Transactional is the option `txn` of an append.
	Transactional bool
	// Commit, CoordinatorEpoch and TransactionVersion describe a marker.
	Commit             bool
	CoordinatorEpoch   int32
	TransactionVersion int
	// Records are those of an append; a record without a timestamp gets the clock's.
	Records []Record
	// Raw holds encoded batches.
	Raw []byte
	// Clean tells a clean restart, Committed a read_committed read.
	Clean, Committed bool
	// Want is the outcome, without the indentation, WantLine the line where it begins.
	Want     []string
	WantLine int
}

// Record is a record of an append and whether its timestamp was given.
type Record struct {
	record.Record
	HasTimestamp bool
}
