package record

import "fmt"

// Codec is the compression of a batch, bits 0 to 2 of its attributes (CompressionType).
type Codec uint8

// The codecs. 5 to 7 are not assigned: reading a batch that names them is an error.
const (
	None Codec = iota
	Gzip
	Snappy
	LZ4
	Zstd
)

// Known tells whether Kafka has such a codec.
func (c Codec) Known() bool { return c <= Zstd }

// String gives Kafka's name of the codec.
func (c Codec) String() string {
	switch c {
	case None:
		return "none"
	case Gzip:
		return "gzip"
	case Snappy:
		return "snappy"
	case LZ4:
		return "lz4"
	case Zstd:
		return "zstd"
	}
	return fmt.Sprintf("codec-%d", uint8(c))
}

// ParseCodec is the inverse of String for the known codecs. It also takes "uncompressed", as the
// topic config compression.type does.
func ParseCodec(name string) (Codec, error) {
	if name == "uncompressed" {
		return None, nil
	}
	for c := None; c <= Zstd; c++ {
		if c.String() == name {
			return c, nil
		}
	}
	return None, fmt.Errorf("unknown compression %q: want none, gzip, snappy, lz4 or zstd", name)
}

// Attributes are the flags of a batch. Kafka reads only the low byte.
type Attributes int16

// The bits of Attributes.
const (
	codecMask        Attributes = 0x07
	logAppendTimeBit Attributes = 0x08
	transactionalBit Attributes = 0x10
	controlBit       Attributes = 0x20
	deleteHorizonBit Attributes = 0x40
	knownBits                   = codecMask | flagBits | deleteHorizonBit
	flagBits                    = logAppendTimeBit | transactionalBit | controlBit
)

// Codec is the compression of the records.
func (a Attributes) Codec() Codec { return Codec(a & codecMask) }

// LogAppendTime tells that maxTimestamp is the timestamp of every record (TimestampType).
func (a Attributes) LogAppendTime() bool { return a&logAppendTimeBit != 0 }

// Transactional tells that the batch is part of a transaction, or its end marker.
func (a Attributes) Transactional() bool { return a&transactionalBit != 0 }

// Control tells that the records are markers for brokers and never reach a consumer.
func (a Attributes) Control() bool { return a&controlBit != 0 }

// HasDeleteHorizon tells that the base timestamp is the delete horizon (KIP-534).
func (a Attributes) HasDeleteHorizon() bool { return a&deleteHorizonBit != 0 }

// Unknown gives the bits that have no meaning today.
func (a Attributes) Unknown() Attributes { return a &^ knownBits }

// with sets or clears one bit.
func (a Attributes) with(bit Attributes, on bool) Attributes {
	if on {
		return a | bit
	}
	return a &^ bit
}
