package record

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/klauspost/compress/zstd"
)

// The window of Kafka's default level 3, the exponents of the least window, of a full block and
// of the largest window that zstd-jni reads, and the magic numbers of frames.
const (
	zstdWindow = 2 << 20

	zstdWindowLeast   = 10
	zstdBlockExponent = 17
	zstdMaxWindow     = 27

	zstdFrameMagic = 0xfd2fb528
	zstdSkipMagic  = 0x184d2a50
	zstdSkipMask   = 0xfffffff0
)

// zstdCompress writes one frame without a checksum (ZstdCompression). Unlike Kafka's stream it
// knows the content size and states it.
func zstdCompress(raw []byte) []byte {
	window := zstd.MinWindowSize
	for window < len(raw) && window < zstdWindow {
		window <<= 1
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
		zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(window),
		zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(err) // only impossible options are refused
	}
	return enc.EncodeAll(raw, make([]byte, 0, len(raw)/2+64))
}

// zstdTop is the exponent of the largest window that can matter: no match reaches back farther
// than the limit lets the output grow, and a smaller window would also shrink the blocks.
func (s *Scratch) zstdTop() int {
	return max(bits.Len(uint(s.limit()-1)), zstdBlockExponent)
}

// unzstd decodes all frames. Each is given to the decoder without its stated content size, which
// would otherwise decide how much is allocated; the size is compared afterwards.
func (s *Scratch) unzstd(blob []byte) *Error {
	if s.zs == nil {
		dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(1<<s.zstdTop()))
		if err != nil {
			panic(err) // only impossible options are refused
		}
		s.zs = dec
	}
	for at := 0; at < len(blob); {
		f, err := parseZstdFrame(blob[at:])
		if err != nil {
			return err.Moved(int64(at))
		}
		if !f.skippable {
			if err := s.zstdFrame(blob[at:at+f.size], f); err != nil {
				return err.Moved(int64(at))
			}
		}
		at += f.size
	}
	return nil
}

// zstdFrame decodes one frame. Without a stated size the decoder's room grows only as far as the
// frame really yields, and it stops after the block that passes the limit.
func (s *Scratch) zstdFrame(frame []byte, f zstdFrame) *Error {
	if f.windowExponent() > zstdMaxWindow {
		return broken(4, "a zstd window of 2^%d bytes is too large", f.windowExponent())
	}
	start := len(s.out)
	out, err := s.zs.DecodeAll(s.plainFrame(frame, f), s.out)
	if errors.Is(err, zstd.ErrDecoderSizeExceeded) || len(out) > s.limit() {
		return s.tooLarge(0)
	}
	if err != nil {
		return broken(0, "%v", err)
	}
	s.out = out
	if got := uint64(len(s.out) - start); f.sized && got != f.content {
		return broken(0, "zstd: %d bytes decoded, %d declared", got, f.content)
	}
	return nil
}

// zstdFrame is what the header of a frame says and where the frame ends (RFC 8878).
type zstdFrame struct {
	size      int // of the whole frame
	skippable bool
	header    int // bytes before the first block
	flags     byte
	dictSize  int
	window    byte // its descriptor: exponent above 10 and three bits of mantissa
	single    bool
	sized     bool
	content   uint64
}

func parseZstdFrame(p []byte) (f zstdFrame, bad *Error) {
	if len(p) < 5 {
		return f, broken(0, "a zstd frame is cut")
	}
	magic := binary.LittleEndian.Uint32(p)
	if magic&zstdSkipMask == zstdSkipMagic {
		if len(p) < 8 || uint64(binary.LittleEndian.Uint32(p[4:])) > uint64(len(p)-8) {
			return f, broken(0, "a skippable zstd frame is cut")
		}
		return zstdFrame{skippable: true, size: 8 + int(binary.LittleEndian.Uint32(p[4:]))}, nil
	}
	if magic != zstdFrameMagic {
		return f, broken(0, "not a zstd frame")
	}
	f.flags, f.window = p[4], p[min(5, len(p)-1)]
	f.single = f.flags&0x20 != 0
	f.dictSize = [4]int{0, 1, 2, 4}[f.flags&3]
	sizeBytes := [4]int{0, 2, 4, 8}[f.flags>>6]
	f.header = 5 + f.dictSize
	if f.single {
		sizeBytes = max(sizeBytes, 1)
	} else {
		f.header++
	}
	if f.header += sizeBytes; len(p) < f.header {
		return f, broken(4, "a zstd frame header is cut")
	}
	f.sized = sizeBytes > 0
	for i := range sizeBytes {
		f.content |= uint64(p[f.header-sizeBytes+i]) << (8 * i)
	}
	if sizeBytes == 2 {
		f.content += 256
	}
	f.size, bad = zstdBlocks(p, f.header)
	if bad == nil && f.flags&4 != 0 {
		if f.size += 4; f.size > len(p) {
			return f, broken(f.size-4, "a zstd checksum is cut")
		}
	}
	return f, bad
}

// zstdBlocks walks over the block headers and gives the end of the last block.
func zstdBlocks(p []byte, at int) (end int, bad *Error) {
	for last := false; !last; {
		if len(p)-at < 3 {
			return at, broken(at, "a zstd block header is cut")
		}
		word := int(p[at]) | int(p[at+1])<<8 | int(p[at+2])<<16
		last = word&1 != 0
		n := word >> 3
		if word>>1&3 == 1 {
			n = 1 // a run: one byte repeated
		}
		if at += 3; n > len(p)-at {
			return at, broken(at, "a zstd block of %d bytes, %d are left", n, len(p)-at)
		}
		at += n
	}
	return at, nil
}

// windowExponent is the exponent of the frame's window, rounded up. A frame that is a single
// segment has its content size as window.
func (f zstdFrame) windowExponent() int {
	if f.single {
		return bits.Len64(max(f.content, 1) - 1)
	}
	exponent := zstdWindowLeast + int(f.window>>3)
	if f.window&7 != 0 {
		exponent++
	}
	return exponent
}

// plainFrame gives the frame without a content size and with no larger window than can matter.
func (s *Scratch) plainFrame(frame []byte, f zstdFrame) []byte {
	exponent := min(max(f.windowExponent(), zstdWindowLeast), s.zstdTop())
	out := append(s.frame[:0], frame[:4]...)
	out = append(out, f.flags&0x1f, byte(exponent-zstdWindowLeast)<<3)
	dict := 6
	if f.single {
		dict = 5
	}
	out = append(out, frame[dict:dict+f.dictSize]...)
	s.frame = append(out, frame[f.header:]...)
	return s.frame
}
