// Package check says which invariants of the log hold.
//
//	world ─▶ After: the replicas that a step touched, what can be seen without reading records
//	      ─▶ All: everything, batch by batch and record by record
//	log before and after a pass ─▶ Pass: what compaction must not do
//
// Each invariant has a stable name; its sentence is the text invariant.<name>. A broken invariant
// is a value that is shown, never a panic.
//
// Invariants of its own: a check changes nothing, and equal worlds give equal answers.
package check
