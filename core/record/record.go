package record

import (
	"bytes"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Record is one decoded record. A nil Key or Value is null, which is not the same as empty.
type Record struct {
	Offset    int64
	Timestamp int64
	Key       []byte
	Value     []byte
	Headers   []RecordHeader
}

// RecordHeader is one header of a record. The key is never null, the value may be.
type RecordHeader struct {
	Key   []byte
	Value []byte
}

// DefaultLimit is how many bytes the records of one batch may decode to if nothing else is said.
const DefaultLimit = 64 << 20

// HeadersLimit is how many headers the records of one batch may have. A header takes two bytes in
// the batch and many times that in memory: a kilobyte of zstd could ask for gigabytes.
const HeadersLimit = 1 << 20

// Scratch is what walking over records needs and can be used again for the next batch. The zero
// value is ready.
type Scratch struct {
	// Limit is the most bytes that the records of a compressed batch may decode to. 0 stands for
	// DefaultLimit.
	Limit int
	// SkipHeaders checks the headers of records without collecting them: Record.Headers is nil and
	// HeadersLimit does not matter.
	SkipHeaders bool

	header  Header
	rec     Record
	headers []RecordHeader
	// headersLeft is how many headers the batch at hand may still have.
	headersLeft int
	out         []byte
	src         bytes.Reader
	gz          *gzip.Reader
	zs          *zstd.Decoder
	frame       []byte
}

func (s *Scratch) limit() int {
	if s.Limit > 0 {
		return s.Limit
	}
	return DefaultLimit
}

// Decoded is the number of bytes that the last compressed batch decoded to.
func (s *Scratch) Decoded() int { return len(s.out) }

// Walk calls f for each record in order. The record and all that it points to are valid only
// during the call. With a Scratch that has been used before, nothing is allocated for a record.
// The first error of f ends the walk; errors in the bytes are *Error.
func (b Batch) Walk(s *Scratch, f func(r *Record) error) error {
	if s == nil {
		s = new(Scratch)
	}
	if b.Legacy() {
		return b.walkLegacy(s, f)
	}
	if b.Count < 0 {
		return fail(InvalidRecord, atCount,
			"Found invalid record count %d in magic v%d batch", b.Count, b.Magic)
	}
	if b.Count == 0 {
		return nil
	}
	body, err := b.body(s)
	if err != nil {
		return err
	}
	s.header, s.headersLeft = b.Header, HeadersLimit
	r := reader{p: body, h: &s.header, s: s}
	for range b.Count {
		if err := r.next(); err != nil {
			return err
		}
		if err := f(&s.rec); err != nil {
			return err
		}
	}
	if r.i < len(r.p) {
		return r.invalid("Incorrect declared batch size, records still remaining in file")
	}
	return nil
}

// body gives the encoded records, decompressed.
func (b Batch) body(s *Scratch) ([]byte, error) {
	blob := b.Bytes[HeaderSize:]
	c := b.Codec()
	if c == None {
		return blob, nil
	}
	if !c.Known() {
		return nil, fail(IllegalArgument, atAttributes, "Unknown compression type id: %d", c)
	}
	if err := s.decompress(c, blob); err != nil {
		return nil, err.Moved(HeaderSize)
	}
	return s.out, nil
}

// smallestRecord is the size of a record with nothing in it: seven bytes, one for each field.
const smallestRecord = 7

// Records decodes all records, with DefaultLimit for what they may decompress to.
func (b Batch) Records() ([]Record, error) {
	var s Scratch
	var recs []Record
	err := b.Walk(&s, func(r *Record) error {
		if recs == nil {
			most := max(len(b.Bytes), len(s.out)) / smallestRecord
			recs = make([]Record, 0, min(max(int(b.Count), 1), max(most, 1)))
		}
		kept := *r
		kept.Headers = append([]RecordHeader(nil), r.Headers...)
		recs = append(recs, kept)
		return nil
	})
	return recs, err
}
