package log

import "fmt"

// ErrorClass is the class of an error that a damaged directory brings about: the name of the
// exception that Kafka throws.
type ErrorClass uint8

// The classes.
const (
	// ErrorCorruptRecord is CorruptRecordException: a batch whose size or CRC is wrong.
	ErrorCorruptRecord ErrorClass = iota + 1
	// ErrorInvalidRecord is InvalidRecordException: a batch whose content breaks a rule.
	ErrorInvalidRecord
	// ErrorIllegalArgument is IllegalArgumentException.
	ErrorIllegalArgument
	// ErrorIllegalState is IllegalStateException.
	ErrorIllegalState
	// ErrorInvalidOffset is InvalidOffsetException: an index entry that goes backwards.
	ErrorInvalidOffset
	// ErrorInvalidTxnState is InvalidTxnStateException.
	ErrorInvalidTxnState
	// ErrorSnapshot is CorruptSnapshotException.
	ErrorSnapshot
	// ErrorIndex is CorruptIndexException.
	ErrorIndex
	// ErrorIO is IOException: a checkpoint file that cannot be read.
	ErrorIO
	// ErrorKafka is KafkaException.
	ErrorKafka
)

// String is the simple name of the exception.
func (c ErrorClass) String() string {
	switch c {
	case ErrorCorruptRecord:
		return "CorruptRecordException"
	case ErrorInvalidRecord:
		return "InvalidRecordException"
	case ErrorIllegalArgument:
		return "IllegalArgumentException"
	case ErrorIllegalState:
		return "IllegalStateException"
	case ErrorInvalidOffset:
		return "InvalidOffsetException"
	case ErrorInvalidTxnState:
		return "InvalidTxnStateException"
	case ErrorSnapshot:
		return "CorruptSnapshotException"
	case ErrorIndex:
		return "CorruptIndexException"
	case ErrorIO:
		return "IOException"
	case ErrorKafka:
		return "KafkaException"
	}
	return fmt.Sprintf("ErrorClass(%d)", uint8(c))
}

// LoadError is what makes a directory unloadable, or one of its files unusable, with its place.
type LoadError struct {
	Class    ErrorClass
	File     string
	Position int64
	Text     string
}

// Error gives class, words, file and place.
func (e *LoadError) Error() string {
	return fmt.Sprintf("%s: %s (%s, byte %d)", e.Class, e.Text, e.File, e.Position)
}

func loadError(class ErrorClass, file string, position int64, text string) *LoadError {
	return &LoadError{Class: class, File: file, Position: position, Text: text}
}
