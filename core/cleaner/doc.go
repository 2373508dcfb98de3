// Package cleaner is Kafka's log cleaner: it decides what compaction removes, and removes it.
//
//	          clean part           dirty part         not now
//	0 ───────────────────── firstDirty ───────── firstUncleanable ──── LEO
//	│   rewritten, map decides   │  1. read into the   │ above LSO, too young,
//	│                            │     offset map      │ or the active segment
//	└──────── 2. rewritten group by group up to the map's end ────────┘
//
// Select says how far a log can be cleaned and whether it would be picked (LogCleanerManager).
// Decide makes one pass and writes down what becomes of every segment, batch and record, with the
// reason and its numbers (Cleaner, CleanedTransactionMetadata, MemoryRecords.filterTo). Apply
// swaps the result into the log. Deciding changes nothing, so a plan can be shown, printed,
// compared with a simpler cleaner, or dropped.
//
// Invariants:
//   - A pass keeps every surviving record's offset, timestamp, key, value, headers, producer,
//     epoch and sequence. It only removes.
//   - The newest committed record of a key below the end of the map stays, unless it is a
//     tombstone whose delete horizon is reached.
//   - A marker stays while a batch of its transaction does.
//   - The offset map takes 24 bytes a slot and no key bytes. Nothing is kept per record.
//
// It has no threads, buffers or throttle, and it does not choose the moment: the caller does.
package cleaner
