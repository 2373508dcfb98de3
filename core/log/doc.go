// Package log is the log of one partition on one broker, equal to Kafka's to the byte.
//
//	topic-0/
//	  00000000000000000000.log        batches, end to end          Segment.Batches
//	  00000000000000000000.index      last offset -> position      Segment.Index
//	  00000000000000000000.timeindex  largest timestamp -> offset  Segment.TimeIndex
//	  00000000000000000000.txnindex   aborted transactions         Segment.TxnIndex
//	  00000000000000000206.log        the active segment
//	  00000000000000000206.snapshot   producers up to 206          Log.Snapshots
//	  leader-epoch-checkpoint                                      Log.Epochs
//
// A Log is the state of such a directory and of what a broker remembers about it (UnifiedLog,
// LocalLog, LogSegment, ProducerStateManager, LeaderEpochFileCache). Its methods append, read,
// roll, truncate, retain, recover; Files and Load turn it into real files and back. Each outcome
// carries a reason code and the numbers of its moment.
//
// Invariants:
//   - LogStart <= LastStableOffset <= HW <= EndOffset.
//   - Batches ascend; each lies at or above its segment's base and below the next one's.
//   - An index entry points to the start of a batch and names that batch's last offset.
//   - Batches and entries never change in place and every slice that a clone shares is clipped,
//     so that changing one clone never shows in another.
//
// It knows no clock (now is a parameter), no network, no other replica, and it does not clean:
// core/cleaner decides what a cleaned segment holds and hands it to ReplaceSegments.
package log
