package producer

import (
	"highwater/core/errcode"
	"highwater/core/record"
	"highwater/core/why"
)

// RequestKind is the API of a request.
type RequestKind uint8

// The requests this client makes.
const (
	Produce RequestKind = iota
	InitProducerID
	FetchMetadata
)

// Request is what the client puts on a connection. A Produce request holds at most one batch of a
// partition.
type Request struct {
	ID        RequestID
	Kind      RequestKind
	Node      int32
	SentAt    Time
	TimeoutMS int64
	Acks      int16
	Parts     []RequestPart
}

// RequestPart is the batch of one partition in a Produce request.
type RequestPart struct {
	TP
	Batch BatchID
	Data  record.Batch // the bytes as sent, which stay when the client rewrites its batch
}

// Response is what a broker answers to a Request.
type Response struct {
	Request RequestID
	Kind    RequestKind
	Node    int32
	// Code is the error of an InitProducerID answer.
	Code       errcode.Code
	ProducerID PIDEpoch
	Parts      []ResponsePart // of Produce
	Topics     []TopicMeta    // of FetchMetadata
	Leaders    []Leader       // of FetchMetadata, and leader hints of Produce (KIP-951)
	Brokers    []int32        // of FetchMetadata: live brokers
}

// ResponsePart is the answer for one partition of a Produce request.
type ResponsePart struct {
	TP
	Code           errcode.Code
	BaseOffset     int64
	LogStartOffset int64
}

// TopicMeta is a topic in a metadata answer.
type TopicMeta struct{ Topic, Partitions int32 }

// Outcome is what the future of one send resolves to: an offset, or an error.
type Outcome struct {
	Send   SendID
	Batch  BatchID // 0 when the record never reached a batch
	TP     TP
	Offset int64 // NoOffset with acks=0, on a duplicate without offset, and on errors
	Code   errcode.Code
	Why    why.Why
}

// Ok tells whether the send succeeded.
func (o Outcome) Ok() bool { return o.Code == errcode.None }

// NoteKind says what a note is about.
type NoteKind uint8

// The notes. A, B and C hold what the comment says.
const (
	NoteAppended   NoteKind = iota // record of send A added to Batch
	NoteBatchFull                  // Batch closed for appends; A records, B bytes
	NoteBlocked                    // send A waits; Why says for what
	NotePartition                  // sticky partition of the topic chosen; A bytes since the last
	NoteDrained                    // Batch taken off the deque; A base sequence, B count, C attempt
	NoteCompleted                  // Batch acknowledged; A base offset, B base sequence
	NoteRetry                      // Batch back in the deque at A; B back-off ms, C attempts
	NoteFailed                     // Batch failed to the application; A base sequence, B attempts
	NoteSplit                      // Batch was too large; A pieces
	NoteExpired                    // Batch reached delivery.timeout.ms; A age ms, B 1 = in retry
	NoteUnresolved                 // partition marked; A sequence after the expired batch
	NoteResolved                   // mark cleared; A that sequence, B last acknowledged
	NoteBumpWanted                 // epoch bump asked for; A base sequence, B last acknowledged
	NoteEpoch                      // identity is now PID A, epoch B (before: C)
	NoteRewritten                  // Batch renumbered; A new base sequence, B old, C new epoch
	NoteMuted                      // partition muted until the response
	NoteLate                       // response for a final Batch ignored
	NoteConnect                    // connection attempt to Node
	NoteConnected                  // connection to Node stands
	NoteDisconnect                 // connection to Node gone; A requests lost with it
	NoteTimeout                    // request A to Node is overdue; B age ms
	NoteMetadata                   // metadata update; A leaders changed
)

// Note is something that happened inside the client, flat and comparable.
type Note struct {
	Kind    NoteKind
	TP      TP
	Batch   BatchID
	Node    int32
	A, B, C int64
	Why     why.Why
	Code    errcode.Code
}

// Effects is everything a call asks of the world, in order.
type Effects struct {
	Connect  []int32   // nodes to open a connection to
	Close    []int32   // nodes whose connection is closed from this side
	Requests []Request // to carry, in order
	Outcomes []Outcome
	Notes    []Note
}

// None tells whether the call did nothing.
func (e Effects) None() bool {
	return len(e.Connect)+len(e.Close)+len(e.Requests)+len(e.Outcomes)+len(e.Notes) == 0
}
