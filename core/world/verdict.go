package world

import (
	"highwater/core/errcode"
	"highwater/core/why"
)

// Verdict is what a broker will say of one batch of a produce request that has not been worked on
// yet. It is foreseen, not true.
type Verdict struct {
	Msg         int64
	Topic, Part int32
	Code        errcode.Code
	Why         why.Why
	Duplicate   bool
	// First and Last are the offsets that the batch gets, or has got when it is a duplicate; -1 if
	// it is refused.
	First, Last int64
	// Want and Got are the numbers of the reason.
	Want, Got int64
}
