package record

// encode appends the records after the header's place (DefaultRecord.writeTo).
func encode(dst []byte, h Header, recs []Record) []byte {
	for i := range recs {
		r := &recs[i]
		offset, timestamp := r.Offset-h.BaseOffset, r.Timestamp-h.BaseTimestamp
		dst = putVarint(dst, int64(bodySize(r, offset, timestamp)))
		dst = append(dst, 0) // attributes
		dst = putVarint(dst, timestamp)
		dst = putVarint(dst, offset)
		dst = putBytes(dst, r.Key)
		dst = putBytes(dst, r.Value)
		dst = putVarint(dst, int64(len(r.Headers)))
		for _, header := range r.Headers {
			dst = putVarint(dst, int64(len(header.Key)))
			dst = append(dst, header.Key...)
			dst = putBytes(dst, header.Value)
		}
	}
	return dst
}

func putBytes(dst, field []byte) []byte {
	if field == nil {
		return putVarint(dst, -1)
	}
	dst = putVarint(dst, int64(len(field)))
	return append(dst, field...)
}

// size is the number of bytes of all encoded records.
func size(h Header, recs []Record) int {
	n := 0
	for i := range recs {
		r := &recs[i]
		body := bodySize(r, r.Offset-h.BaseOffset, r.Timestamp-h.BaseTimestamp)
		n += varintSize(int64(body)) + body
	}
	return n
}

// bodySize is the number of bytes of a record after its length (DefaultRecord.sizeOfBodyInBytes).
func bodySize(r *Record, offset, timestamp int64) int {
	n := 1 + varintSize(timestamp) + varintSize(offset) + bytesSize(r.Key) + bytesSize(r.Value)
	n += varintSize(int64(len(r.Headers)))
	for _, h := range r.Headers {
		n += varintSize(int64(len(h.Key))) + len(h.Key) + bytesSize(h.Value)
	}
	return n
}

func bytesSize(field []byte) int {
	if field == nil {
		return 1
	}
	return varintSize(int64(len(field))) + len(field)
}
