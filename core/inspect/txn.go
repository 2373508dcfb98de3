package inspect

import (
	"encoding/binary"
	"fmt"
	"math"
	"sort"

	"highwater/core/record"
)

// producersMax bounds how many producers are followed.
const producersMax = 5000

// Producer is what the batches of one producer id say, in the order of the log.
type Producer struct {
	ID               int64
	Epoch            int16
	Batches, Records int64
	// LastSequence and LastOffset are those of its last data batch, -1 if there is none.
	LastSequence int32
	LastOffset   int64
	// OpenFirst is where its open transaction begins, -1 if there is none.
	OpenFirst          int64
	Committed, Aborted int64
	// lastMarker is the offset of its last marker; opened says that the batch that opened the
	// transaction is in the log, not only in a snapshot.
	lastMarker int64
	opened     bool
}

// tracker follows producers and transactions over a log.
type tracker struct {
	list []Producer
	at   map[int64]int
	// open holds the first offsets of open transactions, ascending.
	open []int64
	// complete says that nothing before the first batch is unknown.
	complete bool
	// dropped counts batches of producers beyond producersMax.
	dropped int64
}

func (t *tracker) producer(id int64) *Producer {
	if t.at == nil {
		t.at = map[int64]int{}
	}
	if i, ok := t.at[id]; ok {
		return &t.list[i]
	}
	if len(t.list) == producersMax {
		t.dropped++
		t.complete = false
		return nil
	}
	t.at[id] = len(t.list)
	t.list = append(t.list, Producer{
		ID: id, Epoch: record.NoProducerEpoch, LastSequence: record.NoSequence,
		LastOffset: NoOffset, OpenFirst: NoOffset, lastMarker: NoOffset,
	})
	return &t.list[len(t.list)-1]
}

// data takes a batch that is not a control batch (ProducerAppendInfo.appendDataBatch).
func (t *tracker) data(e *Entry) {
	p := t.producer(e.ProducerID)
	if p == nil {
		return
	}
	p.Epoch = e.ProducerEpoch
	p.Batches++
	p.Records += e.Records
	p.LastSequence, p.LastOffset = e.LastSequence(), e.LastOffset()
	if e.Transactional() && p.OpenFirst == NoOffset {
		t.begin(p, e.BaseOffset)
		p.opened = true
	}
}

func (t *tracker) begin(p *Producer, first int64) {
	p.OpenFirst = first
	i := sort.Search(len(t.open), func(i int) bool { return t.open[i] >= first })
	t.open = append(t.open, 0)
	copy(t.open[i+1:], t.open[i:])
	t.open[i] = first
}

// ended is what a marker did.
type ended struct {
	// first is where the transaction began, -1 if none was known.
	first int64
	// seen says that its data are in the log.
	seen bool
	// after is the offset of the marker before.
	after int64
	// stable is the last stable offset just after the marker, as a leader computes it.
	stable int64
}

// marker takes a COMMIT or an ABORT (ProducerAppendInfo.appendEndTxnMarker).
func (t *tracker) marker(e *Entry) (x ended, ok bool) {
	p := t.producer(e.ProducerID)
	if p == nil {
		return x, false
	}
	x = ended{first: p.OpenFirst, seen: p.opened, after: p.lastMarker, stable: e.NextOffset()}
	if x.first != NoOffset {
		i := sort.Search(len(t.open), func(i int) bool { return t.open[i] >= x.first })
		t.open = append(t.open[:i], t.open[i+1:]...)
		if e.Marker.Type == record.ControlAbort {
			p.Aborted++
		} else {
			p.Committed++
		}
	}
	if len(t.open) > 0 {
		x.stable = t.open[0]
	}
	p.Epoch, p.OpenFirst, p.opened, p.lastMarker = e.ProducerEpoch, NoOffset, false, e.BaseOffset
	return x, true
}

// txnCheck compares a transaction index with the ABORT markers of its log.
type txnCheck struct {
	check
	have                bool
	pid                 int64
	first, last, stable int64
	lastMarker          int64
	// fails is the exception that ends the load.
	fails string
}

func newTxnCheck(f *File, base int64, found *findings) *txnCheck {
	c := &txnCheck{check: check{in: newEntries(f, txnEntrySize), base: base, found: found}}
	c.lastMarker = base - 1
	c.open()
	c.load()
	return c
}

const wrongAborted = "A consumer with read_committed gets a wrong list of aborted transactions: " +
	"it may see aborted records or miss committed ones, until a recovery rebuilds the index."

func (c *txnCheck) load() {
	c.have = false
	for !c.closed && c.in.advance() {
		be := binary.BigEndian
		version := int16(be.Uint16(c.in.cur))
		c.pid = int64(be.Uint64(c.in.cur[2:]))
		c.first, c.last = int64(be.Uint64(c.in.cur[10:])), int64(be.Uint64(c.in.cur[18:]))
		c.stable = int64(be.Uint64(c.in.cur[26:]))
		c.count++
		if version > 0 && c.fails == "" {
			c.fails = fmt.Sprintf("KafkaException: Unexpected aborted transaction version %d, "+
				"current version is 0", version)
			c.report(Error, "txn-index-version", "The load of the log fails.", "entry of version "+
				"%d, 0 is known", version)
		} else if version != 0 {
			c.report(Warning, "txn-index-version", "A broker reads it as version 0.",
				"entry of version %d, 0 is known", version)
		}
		if c.last > c.lastMarker {
			c.lastMarker = c.last
			c.have = true
			return
		}
		c.report(Warning, "txn-index-order", wrongAborted,
			"entry of producer %d, %d..%d, does not end above the one before (%d)",
			c.pid, c.first, c.last, c.lastMarker)
	}
}

// skip drops the entries that end before an offset.
func (c *txnCheck) skip(before int64, checked bool) {
	for c.have && c.last < before {
		if checked {
			c.report(Warning, "txn-index-marker", wrongAborted,
				"entry of producer %d, %d..%d: there is no ABORT marker at %d",
				c.pid, c.first, c.last, c.last)
		}
		c.load()
	}
}

// abort compares the entry of an ABORT marker. holes says that offsets are missing, so that
// compaction may have taken what an entry names.
func (c *txnCheck) abort(e *Entry, x ended, known, holes bool) {
	c.skip(e.BaseOffset, true)
	if !c.have || c.last != e.BaseOffset {
		if known && x.seen {
			c.found.add(Finding{
				Level: Error, Key: "txn-index-missing", File: c.name(), Position: NoOffset,
				First: x.first, Last: e.BaseOffset,
				What:  "no entry for the transaction that the ABORT marker ends",
				Kafka: wrongAborted,
			})
		}
		return
	}
	defer c.load()
	if c.pid != e.ProducerID {
		c.report(Warning, "txn-index-producer", wrongAborted,
			"entry of producer %d, %d..%d: the marker at %d is of producer %d",
			c.pid, c.first, c.last, c.last, e.ProducerID)
		return
	}
	if !known {
		return
	}
	c.compareFirst(x, holes)
	if c.stable != x.stable && (!holes || c.stable > x.stable) {
		c.report(Note, "txn-index-stable", "A follower may have computed another one; a search "+
			"for aborted transactions stops at the first entry whose offset reaches its end.",
			"entry of producer %d, %d..%d: last stable offset %d, a leader computes %d",
			c.pid, c.first, c.last, c.stable, x.stable)
	}
}

// compareFirst: between the marker before and the first surviving batch of the transaction every
// value means the same to a reader.
func (c *txnCheck) compareFirst(x ended, holes bool) {
	least, most := x.after+1, int64(math.MaxInt64)
	if x.first != NoOffset {
		most = x.first
		if !holes {
			least = x.first
		}
	}
	if c.first < least || c.first > min(most, c.last) {
		c.report(Warning, "txn-index-first", wrongAborted,
			"entry of producer %d, %d..%d: its transaction began between %d and %d",
			c.pid, c.first, c.last, least, min(most, c.last))
	}
}

func (c *txnCheck) name() string {
	if c.in.f != nil {
		return c.in.f.Name
	}
	return prefix(c.base) + ".txnindex"
}

func (c *txnCheck) finish(whole bool) { c.skip(math.MaxInt64, whole) }
