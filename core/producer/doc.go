// Package producer is the Kafka producer client (the Java client of 4.2) as a value that is
// moved on by calls: what it queues, what it has on the wire, what it believes, and when it will
// act again.
//
//	Send ──▶ calls ──▶ deque of a partition ──drain──▶ in flight ──▶ Request
//	                      ▲  sequence given here ┘        │
//	                      └────────── re-queue ◀──────────┤ error, retriable
//	                                                      └▶ Outcome (offset, or error)
//
//	tracked = batches with a sequence and no final answer: in flight, or back in the deque
//
// A program that holds a Client calls Send for the application, RunOnce for one iteration of the
// Sender thread, and OnResponse, OnConnect, OnDisconnect for what the network does. Each answers
// with Effects: requests to carry, connections to open or close, outcomes for the application,
// notes.
//
// Invariants:
//   - A Client holds no clock and no shared memory: time is an argument, Clone is deep, and two
//     equal clients given equal calls end equal.
//   - A batch has exactly one final state, and a response after it changes no outcome.
//   - Tracked contains every batch in flight that has a sequence and no final state.
//   - A (producer id, epoch, sequence) that may have reached a broker is never given to other
//     records.
//
// It does not know a broker, a message on the wire, or a consumer. Transactions are not here yet.
package producer
