package inspect

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"highwater/core/log"
)

// Contents gives a line for each entry of an index, a producer snapshot or leader-epoch-checkpoint,
// after a title and a head; at most limit entries, 0 means all. It gives nothing for other files,
// and what is wrong with an entry is in the report.
func Contents(f *File, limit int, line func(string) error) error {
	n := parseName(f.Name)
	switch n.kind {
	case KindIndex, KindTimeIndex, KindTxnIndex:
		return indexContents(f, n, limit, line)
	case KindSnapshot:
		return snapshotContents(f, n.base, limit, line)
	case KindEpochs:
		return epochContents(f, limit, line)
	}
	return nil
}

// listing is a table whose rows are made twice, first for the widths of the columns, so that none
// is kept: a file may have more entries than memory.
type listing struct {
	title string
	head  []string
	// count is the number of rows; each makes the first n of them.
	count int64
	each  func(n int64, row func(cells ...string) error) error
}

func (l *listing) print(limit int, line func(string) error) error {
	shown := l.count
	if limit > 0 {
		shown = min(shown, int64(limit))
	}
	c := newColumns(l.head)
	err := l.each(shown, func(cells ...string) error { c.fit(cells); return nil })
	if err == nil {
		err = line(l.title)
	}
	if err == nil {
		err = line(c.row(c.names))
	}
	if err == nil {
		err = l.each(shown, func(cells ...string) error { return line(c.row(cells)) })
	}
	if err == nil && l.count > shown {
		err = line(moreRows(l.count - shown))
	}
	return err
}

func indexContents(f *File, n name, limit int, line func(string) error) error {
	size := entrySize(n.kind)
	l := listing{title: "ENTRIES of " + f.Name, head: entryHead(n.kind),
		count: f.Size / int64(size)}
	l.each = func(most int64, row func(cells ...string) error) error {
		in := newEntries(f, size)
		for i := int64(0); i < most && in.advance(); i++ {
			if err := row(entryCells(n.kind, n.base, in.cur)...); err != nil {
				return err
			}
		}
		return nil
	}
	return l.print(limit, line)
}

func entryHead(k Kind) []string {
	switch k {
	case KindIndex:
		return []string{">offset", ">position"}
	case KindTimeIndex:
		return []string{"largest timestamp", ">ms", ">up to offset"}
	}
	return []string{
		">version", ">producer", ">first offset", ">ABORT marker", ">last stable offset",
	}
}

func entrySize(k Kind) int {
	switch k {
	case KindIndex:
		return indexEntrySize
	case KindTimeIndex:
		return timeEntrySize
	}
	return txnEntrySize
}

// entryCells takes one entry apart; offsets of the two fixed indexes are relative to the base.
func entryCells(k Kind, base int64, p []byte) []string {
	be := binary.BigEndian
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	relative := func(at int) string { return number(base + int64(int32(be.Uint32(p[at:])))) }
	switch k {
	case KindIndex:
		return []string{relative(0), number(int64(int32(be.Uint32(p[4:]))))}
	case KindTimeIndex:
		ms := int64(be.Uint64(p))
		return []string{Clock(ms), number(ms), relative(8)}
	}
	return []string{
		number(int64(int16(be.Uint16(p)))), number(int64(be.Uint64(p[2:]))),
		number(int64(be.Uint64(p[10:]))), number(int64(be.Uint64(p[18:]))),
		number(int64(be.Uint64(p[26:]))),
	}
}

func snapshotContents(f *File, offset int64, limit int, line func(string) error) error {
	p, ok := new(directory).small(f, snapshotMax)
	if !ok {
		return nil
	}
	snapshot := log.Snapshot{Offset: offset, Data: p}
	l := listing{title: "ENTRIES of " + f.Name, head: []string{
		">producer", ">epoch", ">last sequence", ">last offset", ">coordinator epoch",
		"last timestamp", "open transaction",
	}}
	if snapshot.Each(func(*log.Producer) error { l.count++; return nil }) != nil {
		return nil
	}
	l.each = func(most int64, row func(cells ...string) error) error {
		return snapshot.Each(func(e *log.Producer) error {
			if most--; most < 0 {
				return nil
			}
			open := "-"
			if e.TxnFirstOffset >= 0 {
				open = fmt.Sprintf("from offset %d", e.TxnFirstOffset)
			}
			return row(strconv.FormatInt(e.ID, 10), strconv.Itoa(int(e.Epoch)),
				orDash(int64(e.LastSequence())), orDash(e.LastDataOffset()),
				orDash(int64(e.CoordinatorEpoch)), Clock(e.LastTimestamp), open)
		})
	}
	return l.print(limit, line)
}

func epochContents(f *File, limit int, line func(string) error) error {
	p, ok := new(directory).small(f, epochsMax)
	if !ok {
		return nil
	}
	cache, err := log.ParseEpochs(p)
	if err != nil {
		return nil
	}
	l := listing{title: "ENTRIES of " + f.Name, head: []string{">epoch", ">from offset"},
		count: int64(len(cache.Entries))}
	l.each = func(most int64, row func(cells ...string) error) error {
		for _, e := range cache.Entries[:most] {
			err := row(strconv.Itoa(int(e.Epoch)), strconv.FormatInt(e.StartOffset, 10))
			if err != nil {
				return err
			}
		}
		return nil
	}
	return l.print(limit, line)
}
