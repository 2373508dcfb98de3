package record

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"

	"github.com/klauspost/compress/s2"
)

// Kafka's snappy is the framing of snappy-java's SnappyOutputStream, not the official one:
//
//	| 82 S N A P P Y 00 | version 1 | compatible 1 |  then blocks  | length 4 | raw snappy block |
const (
	snappyMagic      = "\x82SNAPPY\x00"
	snappyHeaderSize = 16
	snappyVersion    = 1
	snappyBlock      = 32 << 10
)

// snappyCompress uses the one encoder of s2 that has no assembly: the others write other bytes
// on amd64 than under js/wasm.
func snappyCompress(raw []byte) []byte {
	out := make([]byte, 0, snappyHeaderSize+len(raw)/2+64)
	out = append(out, snappyMagic...)
	out = binary.BigEndian.AppendUint32(out, snappyVersion)
	out = binary.BigEndian.AppendUint32(out, snappyVersion)
	block := make([]byte, s2.MaxEncodedLen(min(len(raw), snappyBlock)))
	for at := 0; at < len(raw); at += snappyBlock {
		enc := s2.EncodeSnappyBest(block, raw[at:min(at+snappyBlock, len(raw))])
		out = binary.BigEndian.AppendUint32(out, uint32(len(enc)))
		out = append(out, enc...)
	}
	return out
}

// unsnappy reads the framing, or a single raw block if the magic is missing
// (SnappyInputStream.readHeader). A header may come again between blocks.
func (s *Scratch) unsnappy(blob []byte) *Error {
	if len(blob) < snappyHeaderSize || !bytes.HasPrefix(blob, []byte(snappyMagic)) {
		return s.snappyBlock(blob, 0)
	}
	for at := 0; at < len(blob); {
		if bytes.HasPrefix(blob[at:], []byte(snappyMagic)) {
			if len(blob)-at < snappyHeaderSize {
				return broken(at, "a snappy stream header of %d bytes", len(blob)-at)
			}
			if v := binary.BigEndian.Uint32(blob[at+8:]); int32(v) < snappyVersion {
				return broken(at+8, "snappy stream version %d", int32(v))
			}
			at += snappyHeaderSize
			continue
		}
		if len(blob)-at < 4 {
			return broken(at, "the length of a snappy block is cut")
		}
		n := int32(binary.BigEndian.Uint32(blob[at:]))
		if at += 4; n < 0 || int(n) > len(blob)-at {
			return broken(at-4, "a snappy block of %d bytes, %d are left", n, len(blob)-at)
		}
		if err := s.snappyBlock(blob[at:at+int(n)], at); err != nil {
			return err
		}
		at += int(n)
	}
	return nil
}

// snappyGrowth bounds what a block can decode to: a copy of three bytes yields at most 64.
const snappyGrowth = 22

// snappyBlock decodes one raw block after what is in s.out. It is strict where s2.Decode also
// takes the extensions of S2, which no Kafka reader knows.
func (s *Scratch) snappyBlock(src []byte, at int) *Error {
	size, n := binary.Uvarint(src)
	if n <= 0 || size > math.MaxUint32 {
		return broken(at, "a snappy block without a length")
	}
	if size > uint64(s.limit()-len(s.out)) {
		return s.tooLarge(at)
	}
	start := len(s.out)
	s.out = slices.Grow(s.out, min(int(size), len(src)*snappyGrowth))
	for i := n; i < len(src); {
		length, offset, used := snappyElement(src[i:])
		if used == 0 {
			return broken(at+i, "a snappy element is cut")
		}
		i += used
		if left := int(size) - (len(s.out) - start); length > left {
			return broken(at+i, "snappy: %d bytes where %d are left", length, left)
		}
		if offset == 0 {
			if length > len(src)-i {
				return broken(at+i, "snappy: a literal of %d bytes, %d are left",
					length, len(src)-i)
			}
			s.out = append(s.out, src[i:i+length]...)
			i += length
			continue
		}
		if offset < 0 || offset > len(s.out)-start {
			return broken(at+i, "snappy: a copy from %d bytes back, %d are there", offset,
				len(s.out)-start)
		}
		s.copyBack(offset, length)
	}
	if got := len(s.out) - start; got != int(size) {
		return broken(at+len(src), "snappy: %d bytes decoded, %d declared", got, size)
	}
	return nil
}

// snappyElement reads the tag of a literal (offset 0) or a copy. A copy from offset 0 comes back
// as -1. used is 0 if the tag is cut.
func snappyElement(p []byte) (length, offset, used int) {
	kind, top := p[0]&3, int(p[0]>>2)
	need := [4]int{1, 2, 3, 5}[kind]
	if kind == 0 && top >= 60 {
		need += top - 59
	}
	if len(p) < need {
		return 0, 0, 0
	}
	switch kind {
	case 0:
		if length = top; top >= 60 {
			length = 0
			for j := need - 1; j > 0; j-- {
				length = length<<8 | int(p[j])
			}
		}
		return length + 1, 0, need
	case 1:
		length, offset = 4+top&7, int(p[0]&0xe0)<<3|int(p[1])
	case 2:
		length, offset = 1+top, int(binary.LittleEndian.Uint16(p[1:]))
	case 3:
		length, offset = 1+top, int(binary.LittleEndian.Uint32(p[1:]))
	}
	if offset == 0 {
		offset = -1
	}
	return length, offset, need
}

// copyBack repeats what was decoded before; the copy may overlap what it writes. All that was
// written since is repeated too, so that a run of one byte takes few rounds.
func (s *Scratch) copyBack(offset, length int) {
	from := len(s.out) - offset
	for length > 0 {
		n := min(length, len(s.out)-from)
		s.out = append(s.out, s.out[from:from+n]...)
		length -= n
	}
}
