package record

// Varints inside a record are zig-zag, base 128, little end first (ByteUtils.readVarint,
// readVarlong): -1 is 01, 0 is 00, 1 is 02.

const (
	maxVarint  = 5
	maxVarlong = 10
)

func zigzag(v int64) uint64   { return uint64(v<<1) ^ uint64(v>>63) }
func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// varintSize is the number of bytes of v.
func varintSize(v int64) int {
	n := 1
	for u := zigzag(v); u >= 0x80; u >>= 7 {
		n++
	}
	return n
}

func putVarint(dst []byte, v int64) []byte {
	u := zigzag(v)
	for ; u >= 0x80; u >>= 7 {
		dst = append(dst, byte(u)|0x80)
	}
	return append(dst, byte(u))
}

// The outcomes of reading a varint.
const (
	varintShort = 0  // the bytes end inside it
	varintLong  = -1 // more bytes than its type has
)

// varint reads an int32. n is the number of bytes read, or one of the outcomes above.
func varint(p []byte) (v int32, n int) {
	if len(p) > 0 && p[0] < 0x80 {
		return int32(p[0]>>1) ^ -int32(p[0]&1), 1
	}
	u, n := uvarint(p, maxVarint)
	// The fifth byte's high bits fall off an int, as in Java.
	w := uint32(u)
	return int32(w>>1) ^ -int32(w&1), n
}

// varlong reads an int64.
func varlong(p []byte) (v int64, n int) {
	if len(p) > 0 && p[0] < 0x80 {
		return unzigzag(uint64(p[0])), 1
	}
	u, n := uvarint(p, maxVarlong)
	return unzigzag(u), n
}

func uvarint(p []byte, most int) (u uint64, n int) {
	for shift := 0; n < len(p); shift += 7 {
		b := p[n]
		if n++; n == most && b >= 0x80 {
			return 0, varintLong
		}
		u |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return u, n
		}
	}
	return 0, varintShort
}
