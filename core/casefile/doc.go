// Package casefile runs recorded cases: programs over replicas of one partition with the outcome
// that Apache Kafka's storage classes gave for every step.
//
//	case cleaner/tombstone          header: name, version, clock, bytes, configs, notes
//	---
//	append L K=v1                   operation, in column 1
//	  ok 0..0                       outcome, indented by two spaces
//	batches L                       query: changes nothing, prints a list
//	  segment 0 size=71
//
// Parse reads such a text, Run carries out every operation against core/log and core/cleaner and
// compares the outcomes line by line. The printers of the lists (Batches, State, Aborted, Epochs,
// Read, Files) are exported, because a real directory is described in the same words.
//
// Invariants: the clock moves only by `tick`; a query never changes a replica; the first line that
// differs ends the run. The package has no rule of Kafka's of its own except the follower's
// fetch loop (AbstractFetcherThread) and the consumer's filter of aborted batches
// (CompletedFetch), which the operations `fetch` and `read` need.
//
// It does not read files: it gets the text of a case and returns what to say about it.
package casefile
