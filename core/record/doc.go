// Package record reads and writes Kafka's record batches, byte for byte.
//
//	| baseOffset 8 | batchLength 4 | leaderEpoch 4 | magic 1 | crc 4 |
//	| attributes 2 | lastOffsetDelta 4 | baseTimestamp 8 | maxTimestamp 8 |   61 bytes,
//	| producerId 8 | producerEpoch 2 | baseSequence 4 | recordsCount 4 |     CRC from attributes
//	| record | record | record ...      or one compressed blob of all records |
//
// A Batch is its encoded bytes with the decoded header beside it. What the leader changes in
// place, what the cleaner writes anew and what a client builds follow Kafka's DefaultRecordBatch,
// DefaultRecord, MemoryRecordsBuilder, MemoryRecords.filterTo and EndTransactionMarker. Messages
// of the formats 0 and 1 are recognised; those without compression are read, none is written.
//
// Invariants: the bytes of a Batch never change after it was made, so clones of a log share them.
// No declared length or count decides how much memory is taken. The same input gives the same
// bytes natively and under js/wasm, for every codec. Errors name Kafka's exception and the byte.
//
// It does not judge a batch against a log, a topic or a producer: package log does.
package record
