package cleaner

import (
	"crypto/md5"
	"encoding/binary"
	"math"
)

const (
	// hashSize is the length of an MD5 digest.
	hashSize = md5.Size
	// SlotSize is the number of bytes a key needs: its hash and an offset.
	SlotSize = hashSize + 8
	// firstSlots is the size at which a table begins.
	firstSlots = 256
	// growNum and growDen are the fullness from which a table below its limit grows by half.
	growNum, growDen = 4, 5
)

// OffsetMap is Kafka's SkimpyOffsetMap: the newest offset of every key of the dirty part, 24 bytes
// a key and no key bytes at all. Two keys with the same MD5 would be one key.
//
// The table is open addressed with Kafka's probing. It begins small and grows up to the number
// of slots that it was given, since a simulated pass is often tiny; what Get answers does not
// depend on the size of the table. That is not visible from outside either: Size, Full and Latest
// speak of the given slots.
type OffsetMap struct {
	table  []byte
	slots  uint32
	limit  int64
	size   int64
	usable int64
	latest int64
}

// NewOffsetMap makes a map of the given number of slots, of which nine tenths may be used
// (log.cleaner.io.buffer.load.factor).
func NewOffsetMap(slots int64) *OffsetMap {
	m := &OffsetMap{limit: slots, usable: Usable(slots), latest: -1}
	m.resize(min(slots, firstSlots))
	return m
}

// Usable is the number of keys that a map of that many slots takes: floor(0.9 x slots).
func Usable(slots int64) int64 { return slots/10*9 + slots%10*9/10 }

// Size is the number of keys in the map.
func (m *OffsetMap) Size() int64 { return m.size }

// Full tells that the map takes no further record, not even one of a key that it has.
func (m *OffsetMap) Full() bool { return m.size >= m.usable }

// Latest is the offset up to which the log has been read into the map, -1 before the first.
func (m *OffsetMap) Latest() int64 { return m.latest }

// UpdateLatest notes that the log has been read up to that offset.
func (m *OffsetMap) UpdateLatest(offset int64) { m.latest = offset }

// Bytes is the memory that the table takes now.
func (m *OffsetMap) Bytes() int { return len(m.table) }

// Get gives the offset of the key, or -1.
func (m *OffsetMap) Get(key []byte) int64 {
	hash := md5.Sum(key)
	at, found := m.find(&hash)
	if !found {
		return -1
	}
	return int64(binary.BigEndian.Uint64(m.table[at+hashSize:]))
}

// Put stores the offset under the key, over whatever was there.
func (m *OffsetMap) Put(key []byte, offset int64) {
	hash := md5.Sum(key)
	at, found := m.find(&hash)
	if !found {
		if slots := int64(m.slots); slots < m.limit && m.size*growDen >= slots*growNum {
			m.resize(min(m.limit, slots+slots/2, math.MaxInt32))
			at, _ = m.find(&hash)
		}
		copy(m.table[at:], hash[:])
		m.size++
	}
	binary.BigEndian.PutUint64(m.table[at+hashSize:], uint64(offset))
	m.latest = offset
}

// find gives the place of the hash, or the free place where it belongs. A table is never full:
// Put is only called below nine tenths.
func (m *OffsetMap) find(hash *[hashSize]byte) (at int, found bool) {
	head := binary.LittleEndian.Uint64(hash[:])
	tail := binary.LittleEndian.Uint64(hash[8:])
	for attempt := 0; ; attempt++ {
		at = m.position(hash, attempt)
		slot := m.table[at : at+SlotSize : at+SlotSize]
		h, t := binary.LittleEndian.Uint64(slot), binary.LittleEndian.Uint64(slot[8:])
		if h|t|binary.LittleEndian.Uint64(slot[16:]) == 0 {
			return at, false
		}
		if h == head && t == tail {
			return at, true
		}
	}
}

// position gives the place of a probe: first the four bytes of the hash that begin at the number
// of the attempt, and after the last four a step of one slot each (SkimpyOffsetMap.positionOf).
func (m *OffsetMap) position(hash *[hashSize]byte, attempt int) int {
	const last = hashSize - 4
	probe := int32(binary.BigEndian.Uint32(hash[min(attempt, last):]))
	probe += int32(max(0, attempt-last))
	if probe < 0 {
		probe = -probe
	}
	if probe < 0 {
		probe = 0
	}
	return int(uint32(probe)%m.slots) * SlotSize
}

// resize moves every entry to a table of that many slots.
func (m *OffsetMap) resize(slots int64) {
	old := m.table
	m.slots = uint32(slots)
	m.table = make([]byte, slots*SlotSize)
	for ; len(old) > 0; old = old[SlotSize:] {
		hash := [hashSize]byte(old)
		offset := binary.BigEndian.Uint64(old[hashSize:])
		if offset == 0 && hash == [hashSize]byte{} {
			continue
		}
		at, _ := m.find(&hash)
		copy(m.table[at:at+SlotSize], old)
	}
}
