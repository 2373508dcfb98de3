package record

// compress gives the blob of a batch as Kafka's default level of the codec would; the bytes
// differ from Java's, what they decode to does not.
func compress(c Codec, raw []byte) []byte {
	switch c {
	case Gzip:
		return gzipCompress(raw)
	case Snappy:
		return snappyCompress(raw)
	case LZ4:
		return lz4Compress(raw)
	case Zstd:
		return zstdCompress(raw)
	}
	panic("record: no encoder for " + c.String())
}

// decompress leaves the decoded bytes in s.out. Positions in errors count from the blob's start.
func (s *Scratch) decompress(c Codec, blob []byte) *Error {
	s.out = s.out[:0]
	switch c {
	case Gzip:
		return s.gunzip(blob)
	case Snappy:
		return s.unsnappy(blob)
	case LZ4:
		return s.unlz4(blob)
	case Zstd:
		return s.unzstd(blob)
	}
	panic("record: no decoder for " + c.String())
}

func (s *Scratch) tooLarge(at int) *Error {
	return fail(TooLarge, int64(at), "the records decode to more than %d bytes", s.limit())
}

func broken(at int, format string, args ...any) *Error {
	return fail(Decompression, int64(at), "Failed to decompress record stream: "+format, args...)
}
