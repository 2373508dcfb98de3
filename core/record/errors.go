package record

import "fmt"

// Kind says which of Kafka's exceptions a damaged batch raises.
type Kind uint8

// The kinds of damage.
const (
	// Incomplete has no exception: fewer bytes are left than a batch needs, so Kafka's iteration
	// (FileLogInputStream.nextBatch) ends here as if the file did.
	Incomplete Kind = iota
	// CorruptRecord is CorruptRecordException: a size or a CRC that cannot be.
	CorruptRecord
	// InvalidRecord is InvalidRecordException: a structure inside a batch that cannot be.
	InvalidRecord
	// IllegalArgument is IllegalArgumentException: an unknown codec, a malformed varint.
	IllegalArgument
	// Decompression is KafkaException around the IOException of a codec.
	Decompression
	// OldFormat is a compressed message set of format 0 or 1. Kafka reads it, this package not.
	OldFormat
	// TooLarge means that the records decode to more bytes than the reader allows.
	TooLarge
)

// Exception gives the simple class name of Kafka's exception, or a word of our own where Kafka
// raises none.
func (k Kind) Exception() string {
	switch k {
	case Incomplete:
		return "incomplete batch"
	case CorruptRecord:
		return "CorruptRecordException"
	case InvalidRecord:
		return "InvalidRecordException"
	case IllegalArgument:
		return "IllegalArgumentException"
	case Decompression:
		return "KafkaException"
	case OldFormat:
		return "old format"
	case TooLarge:
		return "too large"
	}
	return fmt.Sprintf("Kind(%d)", k)
}

// Error is one damage in the bytes of a batch.
type Error struct {
	Kind Kind
	// Position is the byte, counted from the start of the parsed bytes, where the damage shows.
	Position int64
	// Decoded is the byte in the decompressed records, -1 if the damage is not inside them.
	Decoded int64
	// Text says what is wrong; for what Kafka can say, in Kafka's words.
	Text string
}

// Error gives kind, words and place.
func (e *Error) Error() string {
	if e.Decoded >= 0 {
		return fmt.Sprintf("%s: %s (byte %d of the decompressed records)",
			e.Kind.Exception(), e.Text, e.Decoded)
	}
	return fmt.Sprintf("%s: %s (byte %d)", e.Kind.Exception(), e.Text, e.Position)
}

// Plain gives kind and words without the place, as Kafka would log them.
func (e *Error) Plain() string { return e.Kind.Exception() + ": " + e.Text }

// Moved gives the same error for bytes that begin `by` bytes into a file.
func (e *Error) Moved(by int64) *Error {
	moved := *e
	moved.Position += by
	return &moved
}

func fail(k Kind, at int64, format string, args ...any) *Error {
	return &Error{Kind: k, Position: at, Decoded: -1, Text: fmt.Sprintf(format, args...)}
}
