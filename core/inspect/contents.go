package inspect

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"highwater/core/log"
)

// Contents lists the entries of an index, a producer snapshot or leader-epoch-checkpoint, at most
// limit of them; 0 means all. It is nil for other files, and what is wrong with an entry is in
// the report.
func Contents(f *File, limit int) []string {
	n := parseName(f.Name)
	t := &table{}
	switch n.kind {
	case KindIndex:
		t.head = []string{">offset", ">position"}
	case KindTimeIndex:
		t.head = []string{"largest timestamp", ">ms", ">up to offset"}
	case KindTxnIndex:
		t.head = []string{
			">version", ">producer", ">first offset", ">ABORT marker", ">last stable offset",
		}
	case KindSnapshot:
		return snapshotContents(f, n.base, limit)
	case KindEpochs:
		return epochContents(f, limit)
	default:
		return nil
	}
	in := newEntries(f, entrySize(n.kind))
	more := int64(0)
	for in.advance() {
		if limit > 0 && len(t.rows) == limit {
			more++
			continue
		}
		t.add(entryCells(n.kind, n.base, in.cur)...)
	}
	lines := append([]string{"ENTRIES of " + f.Name}, t.lines()...)
	if more > 0 {
		lines = append(lines, fmt.Sprintf("  … and %s more", group(more)))
	}
	return lines
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

func snapshotContents(f *File, offset int64, limit int) []string {
	p, ok := new(directory).small(f, snapshotMax)
	if !ok {
		return nil
	}
	producers, err := log.Snapshot{Offset: offset, Data: p}.Producers()
	if err != nil {
		return nil
	}
	t := table{head: []string{
		">producer", ">epoch", ">last sequence", ">last offset", ">coordinator epoch",
		"last timestamp", "open transaction",
	}}
	for i := range producers {
		e := &producers[i]
		open := "-"
		if e.TxnFirstOffset >= 0 {
			open = fmt.Sprintf("from offset %d", e.TxnFirstOffset)
		}
		t.add(strconv.FormatInt(e.ID, 10), strconv.Itoa(int(e.Epoch)),
			orDash(int64(e.LastSequence())), orDash(e.LastDataOffset()),
			orDash(int64(e.CoordinatorEpoch)), Clock(e.LastTimestamp), open)
	}
	return cut("ENTRIES of "+f.Name, &t, limit)
}

func epochContents(f *File, limit int) []string {
	p, ok := new(directory).small(f, epochsMax)
	if !ok {
		return nil
	}
	cache, err := log.ParseEpochs(p)
	if err != nil {
		return nil
	}
	t := table{head: []string{">epoch", ">from offset"}}
	for _, e := range cache.Entries {
		t.add(strconv.Itoa(int(e.Epoch)), strconv.FormatInt(e.StartOffset, 10))
	}
	return cut("ENTRIES of "+f.Name, &t, limit)
}
