package record

// reader decodes records one after the other into the scratch (DefaultRecord.readFrom).
type reader struct {
	p []byte
	i int
	h *Header
	s *Scratch
}

func (r *reader) fail(k Kind, format string, args ...any) *Error {
	e := fail(k, HeaderSize, format, args...)
	if r.h.Codec() == None {
		e.Position += int64(r.i)
	} else {
		e.Decoded = int64(r.i)
	}
	return e
}

func (r *reader) invalid(format string, args ...any) *Error {
	return r.fail(InvalidRecord, format, args...)
}

// next decodes one record. Fields are read from the bytes of the batch, not of the record, and
// the length is compared at the end, as Kafka does.
func (r *reader) next() error {
	size, n := varint(r.p[r.i:])
	if n <= 0 {
		if n == varintLong && r.h.Codec() == None {
			return r.fail(IllegalArgument, "Varint is too long, the most significant bit in "+
				"the 5th byte is set")
		}
		return r.invalid("Incorrect declared batch size, premature EOF reached")
	}
	if left := len(r.p) - r.i - n; int(size) > left {
		return r.invalid("Invalid record size: expected %d bytes in record payload, but "+
			"instead the buffer has only %d remaining bytes.", size, left)
	}
	r.i += n
	start := r.i
	if r.i == len(r.p) {
		return r.structure()
	}
	r.i++ // attributes, unused
	timestamp, ok1 := r.varlong()
	offset, ok2 := r.varint()
	if !ok1 || !ok2 {
		return r.structure()
	}
	rec := &r.s.rec
	rec.Offset = r.h.BaseOffset + int64(offset)
	rec.Timestamp = r.h.BaseTimestamp + timestamp
	if r.h.LogAppendTime() {
		rec.Timestamp = r.h.MaxTimestamp
	}
	if rec.Key, ok1 = r.bytes(); !ok1 {
		return r.structure()
	}
	if rec.Value, ok2 = r.bytes(); !ok2 {
		return r.structure()
	}
	if err := r.readHeaders(); err != nil {
		return err
	}
	if read := r.i - start; read != int(size) {
		return r.invalid("Invalid record size: expected to read %d bytes in record payload, "+
			"but instead read %d", size, read)
	}
	return nil
}

func (r *reader) readHeaders() error {
	count, ok := r.varint()
	if !ok {
		return r.structure()
	}
	if count < 0 {
		return r.invalid("Found invalid number of record headers %d", count)
	}
	if int(count) > len(r.p)-r.i {
		return r.invalid("Found invalid number of record headers. %d is larger than the "+
			"remaining size of the buffer", count)
	}
	r.s.rec.Headers = nil
	if count == 0 {
		return nil
	}
	if r.s.headersLeft -= int(count); r.s.headersLeft < 0 && !r.s.SkipHeaders {
		return r.fail(TooLarge, "the records have more than %d headers", HeadersLimit)
	}
	headers := r.s.headers[:0]
	for range count {
		h, err := r.readHeader()
		if err != nil {
			return err
		}
		if !r.s.SkipHeaders {
			headers = append(headers, h)
		}
	}
	if !r.s.SkipHeaders {
		r.s.headers, r.s.rec.Headers = headers, headers
	}
	return nil
}

func (r *reader) readHeader() (h RecordHeader, err error) {
	var ok bool
	if size, n := varint(r.p[r.i:]); n > 0 && size < 0 {
		return h, r.invalid("Invalid negative header key size %d", size)
	}
	if h.Key, ok = r.bytes(); !ok {
		return h, r.structure()
	}
	if h.Value, ok = r.bytes(); !ok {
		return h, r.structure()
	}
	return h, nil
}

func (r *reader) structure() *Error { return r.invalid("Found invalid record structure") }

func (r *reader) varint() (int32, bool) {
	v, n := varint(r.p[r.i:])
	if n <= 0 {
		return 0, false
	}
	r.i += n
	return v, true
}

func (r *reader) varlong() (int64, bool) {
	v, n := varlong(r.p[r.i:])
	if n <= 0 {
		return 0, false
	}
	r.i += n
	return v, true
}

// bytes reads a sized field. Every negative size is null (Utils.readBytes).
func (r *reader) bytes() ([]byte, bool) {
	size, ok := r.varint()
	if !ok {
		return nil, false
	}
	if size < 0 {
		return nil, true
	}
	if int(size) > len(r.p)-r.i {
		return nil, false
	}
	end := r.i + int(size)
	field := r.p[r.i:end:end]
	r.i = end
	return field, true
}
