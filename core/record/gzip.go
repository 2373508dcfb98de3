package record

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/klauspost/compress/gzip"
)

// gzipLevel is what the JDK's default level -1 stands for.
const gzipLevel = 6

// gzipCompress writes one member without name and time (GzipCompression).
func gzipCompress(raw []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzipLevel)
	if err == nil {
		_, err = w.Write(raw)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // a bytes.Buffer takes everything
	}
	return out.Bytes()
}

// gunzip reads members until the bytes end. What follows the first member and is not another
// one is ignored, as java.util.zip.GZIPInputStream does.
func (s *Scratch) gunzip(blob []byte) *Error {
	s.src.Reset(blob)
	for first := true; s.src.Len() > 0; first = false {
		if err := s.openMember(); err != nil {
			if first {
				return broken(0, "%v", err)
			}
			return nil
		}
		for {
			// One byte above the limit is room enough to see that it is passed.
			s.out = slices.Grow(s.out, min(max(512, len(s.out)), s.limit()+1-len(s.out)))
			n, err := s.gz.Read(s.out[len(s.out):cap(s.out)])
			if s.out = s.out[:len(s.out)+n]; len(s.out) > s.limit() {
				return s.tooLarge(len(blob) - s.src.Len())
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return broken(len(blob)-s.src.Len(), "%v", err)
			}
		}
	}
	return nil
}

func (s *Scratch) openMember() (err error) {
	if s.gz == nil {
		s.gz = new(gzip.Reader)
	}
	if err = s.gz.Reset(&s.src); err == nil {
		s.gz.Multistream(false)
	} else if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}
