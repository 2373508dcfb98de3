// Package inspect tells what is in real files of a partition and what is wrong with them.
//
//	topic-0/  ──►  scanner ──► batches ──►  offsets, CRCs, records, producers, transactions
//	  .log                        │
//	  .index .timeindex .txnindex ┴──►  each entry against the batch that it names
//	  .snapshot, leader-epoch-checkpoint, partition.metadata, .swap, .cleaned, .deleted
//	                                    ──►  Report: tables, findings, what a broker would do
//
// A Report is read from the files themselves, batch by batch, the way FileLogInputStream,
// LogSegment.recover and the index classes read them. Expect prints what loading the directory
// gives, in the form of recorded cases.
//
// Invariants: files are read through a window that grows only as far as there are bytes, so a
// segment of any size takes the same memory; a loop over a file always advances; a damage carries
// its file, its byte and what a broker does about it. Nothing is ever written.
//
// It opens no files: whoever calls it hands over readers.
package inspect
