// Package chain follows a "why?" from event to earlier event, down to the line that somebody gave
// and the settings it ran into.
//
//	refuse seq=7 sequence-gap          the batch with sequence 6 is missing
//	└ refuse seq=6 too-few-in-sync     min.insync.replicas=2, given by topic …
//	  └ isr b3 out-of-isr-by-command   isr b3 out
//
// Invariants: each link is strictly earlier than the one before, so every chain ends; the same
// timeline and event give the same chain; nothing is remembered between two questions.
//
// It knows no texts: a link names an event, whose reason has its own text. It does not decide
// anything; it reads off the timeline what was decided.
package chain
