package record

import "math"

// IncrementSequence advances a sequence, which wraps from the largest int32 to 0
// (DefaultRecordBatch.incrementSequence).
func IncrementSequence(seq, by int32) int32 {
	if seq > math.MaxInt32-by {
		return by - (math.MaxInt32 - seq) - 1
	}
	return seq + by
}

// DecrementSequence moves a sequence back, wrapping below 0
// (DefaultRecordBatch.decrementSequence).
func DecrementSequence(seq, by int32) int32 {
	if seq < by {
		return math.MaxInt32 - (by - seq) + 1
	}
	return seq - by
}
