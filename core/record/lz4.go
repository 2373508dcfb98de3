package record

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/pierrec/lz4/v4"
)

// Kafka writes a part of the LZ4 frame format 1.5.1 (Lz4BlockOutputStream): independent blocks
// of 64 KiB, no checksums, no content size.
//
//	| 04 22 4D 18 | FLG 60 | BD 40 | HC 82 |  then blocks  | length 4, LE | data |  then 0
const (
	lz4Header      = "\x04\x22\x4d\x18\x60\x40\x82"
	lz4MagicSize   = 4
	lz4Block       = 64 << 10
	lz4Stored      = 1 << 31
	lz4HeaderLeast = 6

	lz4FlagReserved        = 0x03
	lz4FlagContentChecksum = 0x04
	lz4FlagContentSize     = 0x08
	lz4FlagBlockChecksum   = 0x10
	lz4FlagIndependent     = 0x20
	// lz4Growth bounds what a block can decode to: a byte of a length stands for at most 255.
	lz4Growth = 255
)

// lz4Compress writes one frame; a block that compression does not make smaller is stored.
func lz4Compress(raw []byte) []byte {
	out := make([]byte, 0, len(lz4Header)+len(raw)/2+64)
	out = append(out, lz4Header...)
	block := make([]byte, lz4.CompressBlockBound(min(len(raw), lz4Block)))
	var c lz4.CompressorCCompat // the reference algorithm, which lz4-java binds
	for at := 0; at < len(raw); at += lz4Block {
		src := raw[at:min(at+lz4Block, len(raw))]
		n, err := c.CompressBlock(src, block)
		if err != nil || n == 0 || n >= len(src) {
			out = binary.LittleEndian.AppendUint32(out, uint32(len(src))|lz4Stored)
			out = append(out, src...)
			continue
		}
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
		out = append(out, block[:n]...)
	}
	return binary.LittleEndian.AppendUint32(out, 0)
}

// unlz4 reads one frame (Lz4BlockInputStream); bytes after its end mark are ignored.
func (s *Scratch) unlz4(blob []byte) *Error {
	flags, most, at, err := lz4FrameHeader(blob)
	if err != nil {
		return err
	}
	for {
		if len(blob)-at < 4 {
			return broken(at, "the lz4 stream ended prematurely")
		}
		word := binary.LittleEndian.Uint32(blob[at:])
		n := int(word &^ lz4Stored)
		if at += 4; n == 0 {
			return nil
		}
		if n > most {
			return broken(at-4, "lz4 block size %d exceeded max: %d", n, most)
		}
		if n > len(blob)-at {
			return broken(at, "the lz4 stream ended prematurely")
		}
		block := blob[at : at+n]
		if err := s.lz4Block(block, word&lz4Stored != 0, most, at); err != nil {
			return err
		}
		if at += n; flags&lz4FlagBlockChecksum != 0 {
			if len(blob)-at < 4 {
				return broken(at, "the lz4 stream ended prematurely")
			}
			if xxh32(block) != binary.LittleEndian.Uint32(blob[at:]) {
				return broken(at, "lz4 block checksum mismatch")
			}
			at += 4
		}
	}
}

func (s *Scratch) lz4Block(block []byte, stored bool, most, at int) *Error {
	room := s.limit() - len(s.out)
	if stored {
		if len(block) > room {
			return s.tooLarge(at)
		}
		s.out = append(s.out, block...)
		return nil
	}
	size := min(most, len(block)*lz4Growth, room)
	s.out = slices.Grow(s.out, size)
	n, err := lz4.UncompressBlock(block, s.out[len(s.out):len(s.out)+size])
	if err != nil && size == room {
		return s.tooLarge(at)
	}
	if err != nil {
		return broken(at, "an lz4 block is malformed")
	}
	s.out = s.out[:len(s.out)+n]
	return nil
}

// lz4FrameHeader gives the flags, the largest size of a block and where the first block begins.
func lz4FrameHeader(p []byte) (flags byte, most, at int, bad *Error) {
	if len(p) < lz4HeaderLeast {
		return 0, 0, 0, broken(0, "the lz4 stream ended prematurely")
	}
	if string(p[:lz4MagicSize]) != lz4Header[:lz4MagicSize] {
		return 0, 0, 0, broken(0, "not an lz4 frame")
	}
	flags, bd := p[lz4MagicSize], p[lz4MagicSize+1]
	switch {
	case flags&lz4FlagReserved != 0, bd&0x8f != 0:
		return 0, 0, 0, broken(lz4MagicSize, "lz4: reserved bits must be 0")
	case flags&lz4FlagIndependent == 0:
		return 0, 0, 0, broken(lz4MagicSize, "lz4: a dependent block stream is unsupported")
	case flags>>6 != 1:
		return 0, 0, 0, broken(lz4MagicSize, "lz4: version %d is unsupported", flags>>6)
	case bd>>4 < 4:
		return 0, 0, 0, broken(lz4MagicSize+1, "lz4: block size value must be between 4 and 7")
	}
	at = lz4MagicSize + 2
	if flags&lz4FlagContentSize != 0 {
		at += 8
	}
	if len(p) <= at {
		return 0, 0, 0, broken(at, "the lz4 stream ended prematurely")
	}
	if p[at] != byte(xxh32(p[lz4MagicSize:at])>>8) {
		return 0, 0, 0, broken(at, "lz4 frame descriptor checksum mismatch")
	}
	return flags, 1 << (8 + 2*int(bd>>4)), at + 1, nil
}

// The primes of XXH32.
const (
	xxPrime1 uint32 = 2654435761
	xxPrime2 uint32 = 2246822519
	xxPrime3 uint32 = 3266489917
	xxPrime4 uint32 = 668265263
	xxPrime5 uint32 = 374761393
)

// xxh32 is XXH32 with seed 0, the checksum of the frame format.
func xxh32(p []byte) uint32 {
	h := xxPrime5
	n := uint32(len(p))
	if len(p) >= 16 {
		// The start values are the sums that the algorithm names, modulo 2^32.
		lanes := [4]uint32{0x24234428, xxPrime2, 0, 0x61c8864f}
		for ; len(p) >= 16; p = p[16:] {
			for i := range lanes {
				v := lanes[i] + binary.LittleEndian.Uint32(p[4*i:])*xxPrime2
				lanes[i] = bits.RotateLeft32(v, 13) * xxPrime1
			}
		}
		h = bits.RotateLeft32(lanes[0], 1) + bits.RotateLeft32(lanes[1], 7) +
			bits.RotateLeft32(lanes[2], 12) + bits.RotateLeft32(lanes[3], 18)
	}
	h += n
	for ; len(p) >= 4; p = p[4:] {
		h = bits.RotateLeft32(h+binary.LittleEndian.Uint32(p)*xxPrime3, 17) * xxPrime4
	}
	for _, b := range p {
		h = bits.RotateLeft32(h+uint32(b)*xxPrime5, 11) * xxPrime1
	}
	h = (h ^ h>>15) * xxPrime2
	h = (h ^ h>>13) * xxPrime3
	return h ^ h>>16
}
