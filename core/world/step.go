package world

import (
	"highwater/core/errcode"
	"highwater/core/why"
)

// Event is one thing that happened. It is flat and comparable; what From, To and A to D hold is
// written at each Kind, or at the reason where a kind says "numbers of the reason Why" (core/log
// and core/cleaner list them). Fields that a kind does not name are zero.
type Event struct {
	Kind Kind
	// Node is the broker or client at which it happened, Peer the other side, if there is one.
	Node, Peer NodeID
	// Topic is an index into World.Topics, Part the partition's number. Topic is -1 when the event
	// is not about a partition.
	Topic, Part int32
	// Msg is the message that was sent, arrived or was lost; 0 if none.
	Msg      int64
	From, To int64
	A, B, C  int64
	D        int64
	Why      why.Why
	Code     errcode.Code
}

// CauseKind says what set a step off.
type CauseKind uint8

// Causes.
const (
	// CauseLine is a line of the lesson or of the learner.
	CauseLine CauseKind = iota
	// CauseTimer is a timer that fell due: a background task or a deadline.
	CauseTimer
	// CauseMessage is the arrival or the loss of a message.
	CauseMessage
)

// Cause is what set a step off: exactly one of a line, a timer, a message.
type Cause struct {
	Kind CauseKind
	// Line is the command as it is printed, for CauseLine.
	Line string
	// Timer is what fell due, for CauseTimer.
	Timer TimerKind
	// Node is where it fell due, or who received.
	Node NodeID
	// Msg is the message, for CauseMessage.
	Msg int64
}

// String prints the cause in English, for traces and golden files.
func (c Cause) String() string {
	switch c.Kind {
	case CauseLine:
		return c.Line
	case CauseTimer:
		return c.Timer.String() + " " + c.Node.String()
	default:
		return "message " + itoa(c.Msg) + " at " + c.Node.String()
	}
}

// Violation is one invariant that does not hold. It is flat and comparable.
type Violation struct {
	// Name is the invariant's stable kebab-case name; its sentence is the text invariant.<name>.
	Name        string
	Node        NodeID
	Topic, Part int32
	A, B        int64
}

// Step is one cause with everything that followed from it at once.
type Step struct {
	// N counts from 1.
	N int
	// At is the clock after the step.
	At     Time
	Cause  Cause
	Events []Event
	Broken []Violation
	// Words is what Kafka answered, word for word, if it refused something.
	Words string
	// Hash chains the hashes of all steps so far, so equal hashes mean equal histories.
	Hash uint64
}
