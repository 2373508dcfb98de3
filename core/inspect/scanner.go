package inspect

import (
	"errors"
	"fmt"

	"highwater/core/record"
)

// Bounds of what is held in memory at once. A batch above batchMax is checked by its CRC only; a
// batch whose records decode to more than decodedMax is not read to its end.
const (
	batchMax   = 8 << 20
	decodedMax = 8 << 20
)

// Bounds of the work on compressed batches: a file may decode to budgetFactor times its size and
// budgetBase more; what comes behind is checked by its CRC only.
const (
	budgetBase   = 256 << 20
	budgetFactor = 16
)

// Entry is one batch of a .log as the scanner meets it.
type Entry struct {
	record.Header
	// Position is where the batch begins in the file.
	Position int64
	// Stored is the number of bytes of the records as they stand, Decoded when decompressed.
	Stored, Decoded int64
	// Records is how many records were decoded.
	Records int64
	// Marker is what a control batch says.
	Marker record.Control
	// Err is what a reader that checks and decodes the batch throws, nil if it is whole.
	Err *record.Error
	// Unread says why the records were not decoded although nothing is wrong with them.
	Unread string
	// Odd says what is strange about records that decode.
	Odd string
}

// scanner walks over the batches of a .log, as FileLogInputStream does, and decodes them.
type scanner struct {
	w       window
	pos     int64
	scratch record.Scratch
	decode  bool
	// budget is how many bytes compressed batches may still decode to.
	budget int64
}

func newScanner(f *File, decode bool) *scanner {
	f = readable(f)
	s := &scanner{w: window{f: f}, decode: decode, budget: budgetBase + budgetFactor*f.Size}
	s.scratch.Limit, s.scratch.SkipHeaders = decodedMax, decode
	return s
}

// end tells why the walk cannot go on.
type end struct {
	// tail is the number of bytes that are left, 0 at the end of the file.
	tail int64
	// err is set when the bytes cannot be a batch, io when the file cannot be read.
	err *record.Error
	io  error
	// header is what was read of the batch that passes the end, if a header was there.
	header record.Header
	seen   bool
}

// next reads the batch at the scanner's place and steps over it. ok is false at the end.
func (s *scanner) next() (e Entry, ok bool, stop end) {
	left := s.w.f.Size - s.pos
	if left <= record.MagicEnd { // Kafka wants a byte more than it reads
		return e, false, end{tail: left}
	}
	head, err := s.w.at(s.pos, record.HeaderSize)
	if err != nil {
		return e, false, end{tail: left, io: err}
	}
	h, err := record.ParseHeader(head)
	if h.BatchLength >= record.MinRecordSize && int64(h.Size()) > left {
		return e, false, end{tail: left, header: h, seen: true}
	}
	if err != nil {
		return e, false, end{tail: left, err: s.moved(err), header: h}
	}
	e = Entry{Header: h, Position: s.pos}
	if err := s.check(&e); err != nil {
		return e, false, end{tail: left, io: err}
	}
	s.pos += int64(h.Size())
	return e, true, end{}
}

// walk goes over the records of a batch that next has given.
func (s *scanner) walk(e *Entry, f func(r *record.Record) error) error {
	if e.Unread != "" {
		return errors.New(e.Unread)
	}
	p, err := s.w.at(e.Position, e.Size())
	if err != nil {
		return err
	}
	b, err := record.Parse(p)
	if err != nil {
		return err
	}
	return b.Walk(&s.scratch, f)
}

func (s *scanner) moved(err error) *record.Error {
	var e *record.Error
	if !errors.As(err, &e) {
		return nil
	}
	return e.Moved(s.pos)
}

// check verifies the CRC and decodes the records. It returns errors of reading the file only.
func (s *scanner) check(e *Entry) error {
	size := e.Size()
	e.Stored = int64(size - record.HeaderSize)
	if size > batchMax {
		e.Unread = fmt.Sprintf("the batch of %d bytes is checked by its CRC only", size)
		return s.checkLarge(e, size)
	}
	p, err := s.w.at(s.pos, size)
	if err != nil {
		return err
	}
	b, err := record.Parse(p)
	if err == nil {
		err = b.CheckCRC()
	}
	if err == nil && (s.decode || b.Control()) {
		err = s.records(e, b)
	}
	e.Err = s.moved(err)
	return nil
}

// checkLarge computes the CRC of a batch that is not held in memory at once.
func (s *scanner) checkLarge(e *Entry, size int) error {
	var sum uint32
	for at := e.CRCFrom(); at < size; {
		p, err := s.w.at(s.pos+int64(at), min(windowStep, size-at))
		if err != nil {
			return err
		}
		sum = e.CRCUpdate(sum, p)
		at += len(p)
	}
	e.Err = s.moved(e.CompareCRC(sum))
	return nil
}

// records decodes all records and looks at their offsets.
func (s *scanner) records(e *Entry, b record.Batch) error {
	if s.budget < 0 && e.Codec() != record.None {
		e.Unread = "the file decodes to too many bytes"
		return nil
	}
	last := e.BaseOffset - 1
	err := b.Walk(&s.scratch, func(r *record.Record) error {
		e.Records++
		if r.Offset <= last || r.Offset > e.LastOffset() {
			e.odd("record %d of the batch has offset %d, outside %d..%d or out of order",
				e.Records, r.Offset, e.BaseOffset, e.LastOffset())
		}
		last = r.Offset
		if e.Control() && e.Records == 1 {
			var err error
			e.Marker, err = record.ParseControlRecord(r)
			return err
		}
		return nil
	})
	e.Decoded = e.Stored
	if e.Codec() != record.None {
		e.Decoded = int64(s.scratch.Decoded())
		s.budget -= e.Decoded
	}
	if e.Control() && e.Records == 0 {
		e.Marker.Type = record.ControlNone
	}
	var bad *record.Error
	if errors.As(err, &bad) && (bad.Kind == record.TooLarge || bad.Kind == record.OldFormat) {
		e.Unread = bad.Text
		return nil
	}
	return err
}

func (e *Entry) odd(format string, args ...any) {
	if e.Odd == "" {
		e.Odd = fmt.Sprintf(format, args...)
	}
}
