package scene

import (
	"highwater/core/log"
	"highwater/core/record"
)

// recKind is what a record is, and so which shape it gets.
type recKind uint8

const (
	recValue recKind = iota
	recTombstone
	recCommit
	recAbort
	recEmpty // a batch without records
)

// rec is what the picture needs of one record.
type rec struct {
	off      int64
	key, val string
	noKey    bool
	kind     recKind
	pid      int64
	txn      bool
	size     int // bytes of the value
}

// batchDigest is a decoded batch.
type batchDigest struct{ recs []rec }

// decodeMax bounds what is decoded for one picture: above it a log is drawn as bars only.
const decodeMax = 40_000

// Cache keeps decoded batches between frames, by their headers, which hold offset and CRC. A
// picture does not depend on what is in it.
type Cache struct {
	batches map[record.Header]*batchDigest
	records int
}

// NewCache makes an empty cache.
func NewCache() *Cache { return &Cache{batches: map[record.Header]*batchDigest{}} }

// digest decodes a batch, or finds it decoded.
func (c *Cache) digest(b *record.Batch) *batchDigest {
	if d, ok := c.batches[b.Header]; ok {
		return d
	}
	if c.records > 2*decodeMax {
		c.batches, c.records = map[record.Header]*batchDigest{}, 0
	}
	d := decode(b)
	c.batches[b.Header] = d
	c.records += len(d.recs) + 1
	return d
}

func decode(b *record.Batch) *batchDigest {
	if b.Control() {
		k := recEmpty
		if ctl, err := record.ParseControl(*b); err == nil {
			k = recAbort
			if ctl.Type == record.ControlCommit {
				k = recCommit
			}
		}
		return &batchDigest{recs: []rec{{off: b.LastOffset(), kind: k, pid: b.ProducerID,
			txn: true}}}
	}
	recs, err := b.Records()
	if err != nil || len(recs) == 0 {
		return &batchDigest{recs: []rec{{off: b.LastOffset(), kind: recEmpty, pid: b.ProducerID}}}
	}
	d := &batchDigest{recs: make([]rec, 0, len(recs))}
	for _, r := range recs {
		v := rec{off: r.Offset, key: clip(r.Key), val: clip(r.Value), noKey: r.Key == nil,
			pid: b.ProducerID, txn: b.Transactional(), size: len(r.Value)}
		if r.Value == nil {
			v.kind = recTombstone
		}
		d.recs = append(d.recs, v)
	}
	return d
}

// clip keeps what a label can show of a key or value.
func clip(p []byte) string {
	const most = 64
	if len(p) > most {
		return string(p[:most])
	}
	return string(p)
}

// batchAt finds the index of the first batch of a segment that ends at or behind offset o.
func batchAt(s *log.Segment, o int64) int {
	lo, hi := 0, len(s.Batches)
	for lo < hi {
		mid := (lo + hi) / 2
		if s.Batches[mid].LastOffset() < o {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// each calls f for every record of a segment with from ≤ offset < to, in order.
func (c *Cache) each(s *log.Segment, from, to int64, f func(r *rec)) {
	for i := batchAt(s, from); i < len(s.Batches) && s.Batches[i].BaseOffset < to; i++ {
		d := c.digest(&s.Batches[i])
		for j := range d.recs {
			if r := &d.recs[j]; r.off >= from && r.off < to {
				f(r)
			}
		}
	}
}

// segEnd is the first offset behind a segment's batches.
func segEnd(s *log.Segment) int64 {
	if n := len(s.Batches); n > 0 {
		return s.Batches[n-1].NextOffset()
	}
	return s.BaseOffset
}

// sameSegment tells that b is the file a, perhaps longer: the batches of a are its first ones.
func sameSegment(a, b *log.Segment) bool {
	n := len(a.Batches)
	if a.BaseOffset != b.BaseOffset || a.Suffix != b.Suffix || n > len(b.Batches) {
		return false
	}
	return n == 0 || a.Batches[0].Header == b.Batches[0].Header &&
		a.Batches[n-1].Header == b.Batches[n-1].Header
}
