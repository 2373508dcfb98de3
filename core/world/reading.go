package world

import (
	"cmp"
	"slices"

	"highwater/core/log"
	"highwater/core/record"
)

// Reading is what a consumer got that read a partition from its beginning.
type Reading struct {
	// From is the first offset asked for, Next the position after the last record.
	From, Next int64
	// Records is how many records it got, Tombstones how many of them had a null value.
	Records, Tombstones int64
	// Rows is the table that it would build, the last value of each key, by offset: the first
	// RowsMax of them. Keys is how many there are.
	Rows []Row
	Keys int64
}

// RowsMax is how many rows of a table are kept.
const RowsMax = 64

// rowBytes is how much of a key or value a row shows.
const rowBytes = 48

// Row is one key of a consumer's table.
type Row struct {
	Key, Value string
	Offset     int64
}

// fetchBytes is max.partition.fetch.bytes.
const fetchBytes = 1 << 20

// Read reads a log from its start to its end, as a consumer does: aborted transactions are left
// out if committed, control records always (Fetcher.CompletedFetch).
func Read(l *log.Log, committed bool) Reading {
	t := table{at: make(map[string]int)}
	t.From, t.Next = l.LogStart, l.LogStart
	iso := log.ReadUncommitted
	if committed {
		iso = log.ReadCommitted
	}
	var scratch record.Scratch
	for {
		r := l.Fetch(t.Next, iso, fetchBytes)
		next := r.Next(t.Next)
		if len(r.Batches) == 0 || next <= t.Next {
			break
		}
		t.take(&r, committed, &scratch)
		t.Next = next
	}
	return t.close()
}

type table struct {
	Reading
	rows []Row
	at   map[string]int // key to its index in rows
}

func (t *table) take(r *log.FetchResult, committed bool, scratch *record.Scratch) {
	pending := r.Aborted
	var aborted []int64
	for i := range r.Batches {
		b := &r.Batches[i]
		for len(pending) > 0 && pending[0].FirstOffset <= b.LastOffset() {
			aborted = append(aborted, pending[0].ProducerID)
			pending = pending[1:]
		}
		if b.Attributes.Control() {
			if c, err := record.ParseControl(*b); err == nil && c.Type == record.ControlAbort {
				aborted = slices.DeleteFunc(aborted, func(id int64) bool {
					return id == b.ProducerID
				})
			}
			continue
		}
		if committed && b.Attributes.Transactional() && slices.Contains(aborted, b.ProducerID) {
			continue
		}
		from := t.Next
		_ = b.Walk(scratch, func(rec *record.Record) error {
			if rec.Offset >= from {
				t.add(rec)
			}
			return nil
		})
	}
}

func (t *table) add(r *record.Record) {
	t.Records++
	if r.Value == nil {
		t.Tombstones++
	}
	if r.Key == nil {
		return
	}
	i, known := t.at[string(r.Key)]
	if known {
		t.rows[i].Offset = -1
	}
	if r.Value == nil {
		return
	}
	t.at[string(r.Key)] = len(t.rows)
	t.rows = append(t.rows, Row{Key: text(r.Key), Value: text(r.Value), Offset: r.Offset})
}

func (t *table) close() Reading {
	live := slices.DeleteFunc(t.rows, func(r Row) bool { return r.Offset < 0 })
	slices.SortStableFunc(live, func(a, b Row) int { return cmp.Compare(a.Offset, b.Offset) })
	t.Keys = int64(len(live))
	t.Rows = slices.Clone(live[:min(len(live), RowsMax)])
	return t.Reading
}

// text shows bytes as far as they are text.
func text(b []byte) string {
	s := string(b[:min(len(b), rowBytes)])
	if len(b) > rowBytes {
		s += "…"
	}
	return s
}
