package inspect

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
)

// entries reads the fixed-size entries of an index file, one ahead.
type entries struct {
	f    *File
	w    window
	size int
	// at is the position of the entry that cur holds.
	at   int64
	next int64
	cur  []byte
	err  error
}

func newEntries(f *File, size int) *entries {
	return &entries{f: f, w: window{f: f}, size: size}
}

// advance reads the next entry. It returns false at the end.
func (e *entries) advance() bool {
	if e.f == nil || e.err != nil || e.next+int64(e.size) > e.f.Size {
		e.cur = nil
		return false
	}
	e.cur, e.err = e.w.at(e.next, e.size)
	if e.err != nil {
		e.cur = nil
		return false
	}
	e.at = e.next
	e.next += int64(e.size)
	return true
}

// lastNonZero is the position of the last byte of a file from a position on that is not zero, -1
// if all are.
func lastNonZero(f *File, pos int64) int64 {
	w, zeros := window{f: f}, make([]byte, windowStep)
	last := int64(-1)
	for pos < f.Size {
		p, err := w.at(pos, windowStep)
		if err != nil || len(p) == 0 {
			return f.Size
		}
		if !bytes.Equal(p, zeros[:len(p)]) {
			last = pos + int64(len(bytes.TrimRight(p, "\x00"))) - 1
		}
		pos += int64(len(p))
	}
	return last
}

// check is what the three index checkers share.
type check struct {
	in    *entries
	base  int64
	found *findings
	// count is the number of entries that mean something.
	count, wrong int64
	// closed is set at the zero tail of a file that is still preallocated, which begins behind
	// solid; scanned says that solid is known.
	closed, scanned bool
	solid           int64
}

// report tells of an entry. An index with very many wrong entries is not compared to its end.
func (c *check) report(l Level, key, kafka, format string, args ...any) {
	c.found.file(l, key, c.in.f.Name, c.in.at, fmt.Sprintf(format, args...), kafka)
	if l > Note {
		c.wrong++
	}
	if c.wrong == wrongMax {
		c.closed = true
		c.found.file(Warning, "index-garbage", c.in.f.Name, c.in.at,
			"too many entries are wrong; the others are not compared", rebuilds)
	}
}

// wrongMax is how many wrong entries of an index are told.
const wrongMax = 30

// open looks at the size of the file.
func (c *check) open() {
	if c.in.f == nil {
		return
	}
	if c.in.f.Size > math.MaxInt32 {
		c.closed = true
		c.found.file(Error, "index-too-large", c.in.f.Name, NoOffset,
			fmt.Sprintf("%d bytes: not compared, an index has at most %d", c.in.f.Size,
				math.MaxInt32), "A broker cannot map it into memory.")
	}
	if odd := c.in.f.Size % int64(c.in.size); odd != 0 {
		c.found.file(Warning, "index-size", c.in.f.Name, c.in.f.Size-odd,
			fmt.Sprintf("%d bytes after the last whole entry of %d", odd, c.in.size), rebuilds)
	}
}

// fault reports that the file could not be read to its end.
func (c *check) fault() {
	if c.in.err != nil {
		c.found.file(Error, "file-unreadable", c.in.f.Name, c.in.next,
			"the file cannot be read: "+c.in.err.Error(), "The log directory goes offline.")
	}
}

// tail handles an entry that does not go on where the last one ended: the zero bytes of a file
// that is still preallocated end the list.
func (c *check) tail() bool {
	if !c.scanned {
		c.solid, c.scanned = lastNonZero(c.in.f, c.in.at), true
	}
	if c.in.at <= c.solid {
		return false
	}
	c.closed = true
	if c.in.f.Size > c.in.at {
		c.found.file(Note, "index-preallocated", c.in.f.Name, c.in.at,
			fmt.Sprintf("%d zero bytes: the file is still preallocated", c.in.f.Size-c.in.at),
			"A clean shutdown cuts them off; after a crash the index is rebuilt.")
	}
	return true
}

// What a broker does about a wrong entry.
const (
	rebuilds = "After a crash recovery rebuilds the index; after a clean shutdown it is used as " +
		"it is."
	misleads = "A fetch that starts from this entry begins at a wrong byte and fails or skips " +
		"records, until a recovery rebuilds the index."
)

// indexCheck compares an offset index with the batches of its log.
type indexCheck struct {
	check
	have     bool
	offset   int64
	position int64
	// lastOffset and lastPosition are those of the entry before.
	lastOffset, lastPosition int64
}

const (
	indexEntrySize = 8
	timeEntrySize  = 12
	txnEntrySize   = 34
)

func newIndexCheck(f *File, base int64, found *findings) *indexCheck {
	c := &indexCheck{check: check{in: newEntries(f, indexEntrySize), base: base, found: found}}
	c.lastOffset, c.lastPosition = base-1, -1
	c.open()
	c.load()
	return c
}

// load takes the next entry that goes forward.
func (c *indexCheck) load() {
	c.have = false
	for !c.closed && c.in.advance() {
		c.offset = c.base + int64(int32(binary.BigEndian.Uint32(c.in.cur)))
		c.position = int64(int32(binary.BigEndian.Uint32(c.in.cur[4:])))
		if c.offset > c.lastOffset && c.position > c.lastPosition {
			c.lastOffset, c.lastPosition = c.offset, c.position
			c.count++
			c.have = true
			return
		}
		if c.tail() {
			return
		}
		c.report(Warning, "index-order", misleads,
			"entry (offset %d at %d) does not lie above the one before (offset %d at %d)",
			c.offset, c.position, c.lastOffset, c.lastPosition)
	}
}

// lastEntry reads the last entry of an offset index, without one (base, 0).
func lastEntry(f *File, base int64) (offset, position int64) {
	if f == nil || f.Size < indexEntrySize {
		return base, 0
	}
	w := window{f: f}
	p, err := w.at(f.Size/indexEntrySize*indexEntrySize-indexEntrySize, indexEntrySize)
	if err != nil {
		return base, 0
	}
	return base + int64(int32(binary.BigEndian.Uint32(p))),
		int64(int32(binary.BigEndian.Uint32(p[4:])))
}

// batch compares the entries up to a batch. trusted says that its header can be believed.
func (c *indexCheck) batch(e *Entry, trusted bool) {
	for c.have && c.position < e.Position {
		c.report(Warning, "index-position", misleads,
			"entry (offset %d at %d): no batch begins there", c.offset, c.position)
		c.load()
	}
	if !c.have || c.position != e.Position {
		return
	}
	if trusted && c.offset != e.LastOffset() {
		kafka := misleads
		if c.offset > e.LastOffset() {
			kafka = "Brokers before 4.0 wrote one entry for a whole append, with its last " +
				"offset; otherwise it is wrong, and a fetch only reads more than it has to."
		}
		c.report(Warning, "index-offset", kafka,
			"entry (offset %d at %d): the batch there ends with offset %d",
			c.offset, c.position, e.LastOffset())
	}
	c.load()
}

// finish looks at the entries behind the last batch that was read.
func (c *indexCheck) finish(readTo, size int64, whole bool) {
	for c.have {
		if whole || c.position >= size {
			c.report(Warning, "index-beyond", misleads,
				"entry (offset %d at %d) points behind the last batch, which ends at %d",
				c.offset, c.position, readTo)
		}
		c.load()
	}
}

// timeCheck compares a time index with the running maximum of timestamps.
type timeCheck struct {
	check
	have                      bool
	timestamp, offset         int64
	lastTimestamp, lastOffset int64
	// largest is the running maximum, its batch ends with largestAt.
	largest, largestAt int64
	// blind says that it is not known, gap that the batch before could not be trusted.
	blind, gap bool
}

func newTimeCheck(f *File, base int64, found *findings) *timeCheck {
	c := &timeCheck{check: check{in: newEntries(f, timeEntrySize), base: base, found: found}}
	c.lastTimestamp, c.lastOffset, c.largest, c.largestAt = -1, base-1, -1, base
	c.open()
	c.load()
	return c
}

func (c *timeCheck) load() {
	c.have = false
	for !c.closed && c.in.advance() {
		c.timestamp = int64(binary.BigEndian.Uint64(c.in.cur))
		c.offset = c.base + int64(int32(binary.BigEndian.Uint32(c.in.cur[8:])))
		if c.timestamp > c.lastTimestamp && c.offset > c.lastOffset {
			c.lastTimestamp, c.lastOffset = c.timestamp, c.offset
			c.count++
			c.have = true
			return
		}
		if c.tail() {
			return
		}
		c.report(Warning, "time-index-order", wrongTime,
			"entry (timestamp %d up to offset %d) does not lie above the one before (%d, %d)",
			c.timestamp, c.offset, c.lastTimestamp, c.lastOffset)
	}
}

const wrongTime = "A search by timestamp starts at a wrong place, until a recovery rebuilds the " +
	"index."

// batch compares the entries up to a batch. Behind one that cannot be trusted neither its offsets
// nor the running maximum are known.
func (c *timeCheck) batch(e *Entry, trusted bool) {
	if !trusted {
		c.blind, c.gap = true, true
		return
	}
	for c.gap && c.have && c.offset < e.BaseOffset {
		c.load()
	}
	c.gap = false
	if e.MaxTimestamp > c.largest {
		c.largest, c.largestAt = e.MaxTimestamp, e.LastOffset()
	}
	for c.have && c.offset < e.LastOffset() {
		if c.offset >= e.BaseOffset && c.timestamp == c.largest && c.largestAt == e.LastOffset() {
			c.report(Note, "time-index-inside", "Brokers before 3.8 wrote the record's own offset.",
				"entry (timestamp %d up to offset %d) names an offset inside the batch %d..%d",
				c.timestamp, c.offset, e.BaseOffset, e.LastOffset())
		} else {
			c.report(Warning, "time-index-offset", wrongTime,
				"entry (timestamp %d up to offset %d): no batch ends with this offset",
				c.timestamp, c.offset)
		}
		c.load()
	}
	if !c.have || c.offset != e.LastOffset() {
		return
	}
	if !c.blind && (c.timestamp != c.largest || c.largestAt != c.offset) {
		c.report(Warning, "time-index-timestamp", wrongTime,
			"entry (timestamp %d up to offset %d): the largest timestamp so far is %d, of the "+
				"batch that ends with %d", c.timestamp, c.offset, c.largest, c.largestAt)
	}
	c.load()
}

func (c *timeCheck) finish(whole bool) {
	for c.have {
		if whole {
			c.report(Warning, "time-index-beyond", wrongTime,
				"entry (timestamp %d up to offset %d) lies behind the last batch",
				c.timestamp, c.offset)
		}
		c.load()
	}
}
