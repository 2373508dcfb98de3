package casefile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"highwater/core/log"
	"highwater/core/record"
)

// hexMax is the size up to which the content of a file is printed.
const hexMax = 512

// none stands for a list without entries.
const none = "none"

// Batches lists the batches of every segment with their records. With decoded, what depends on
// how a codec writes its bytes is left out: sizes of segments, sizes and CRCs of compressed
// batches.
func Batches(l *log.Log, decoded bool) []string {
	var out []string
	var scratch record.Scratch
	for i := range l.Segments {
		s := &l.Segments[i]
		line := fmt.Sprintf("segment %d", s.BaseOffset)
		if !decoded {
			line += fmt.Sprintf(" size=%d", s.Size)
		}
		out = append(out, line)
		for j := range s.Batches {
			out = append(out, batchLine(&s.Batches[j], decoded, &scratch))
		}
	}
	return out
}

func batchLine(b *record.Batch, decoded bool, scratch *record.Scratch) string {
	p := make([]byte, 0, 256)
	p = fmt.Appendf(p, "%d..%d", b.BaseOffset, b.LastOffset())
	records, err := recordList(b, scratch)
	if err != nil {
		return string(fmt.Appendf(p, " error %s", plainError(err)))
	}
	p = fmt.Appendf(p, " %s", b.Codec())
	if b.HasProducerID() {
		p = fmt.Appendf(p, " pid=%d epoch=%d seq=%d",
			b.ProducerID, b.ProducerEpoch, b.BaseSequence)
	}
	for _, flag := range []struct {
		set  bool
		word string
	}{
		{b.Transactional(), " txn"}, {b.Control(), " control"}, {b.LogAppendTime(), " logappend"},
	} {
		if flag.set {
			p = append(p, flag.word...)
		}
	}
	if ms, ok := b.DeleteHorizon(); ok {
		p = fmt.Appendf(p, " horizon=%d", ms)
	}
	count := strconv.Itoa(int(b.Count))
	if b.Legacy() {
		count = "null" // RecordBatch.countOrNull: a message of format 0 or 1 has no count
	}
	p = fmt.Appendf(p, " lepoch=%d count=%s maxts=%d", b.LeaderEpoch, count, b.MaxTimestamp)
	if !decoded || b.Codec() == record.None {
		p = fmt.Appendf(p, " size=%d crc=%08x", b.Size(), b.CRC)
	}
	if len(records) > 0 {
		p = append(p, " |"...)
		p = append(p, records...)
	}
	return string(p)
}

// recordList writes ` OFFSET:RECORD` for each record of a batch.
func recordList(b *record.Batch, scratch *record.Scratch) ([]byte, error) {
	var p []byte
	err := b.Walk(scratch, func(r *record.Record) error {
		p = append(p, ' ')
		var err error
		p, err = appendListed(p, b, r)
		return err
	})
	return p, err
}

// appendListed writes `OFFSET:RECORD`; a control record is written as its type.
func appendListed(p []byte, b *record.Batch, r *record.Record) ([]byte, error) {
	p = strconv.AppendInt(p, r.Offset, 10)
	p = append(p, ':')
	if !b.Control() {
		return AppendRecord(p, r), nil
	}
	c, err := record.ParseControlRecord(r)
	if err != nil {
		return p, err
	}
	p = append(p, c.Type.String()...)
	if c.EndsTransaction() {
		p = fmt.Appendf(p, "/%d", c.CoordinatorEpoch)
	}
	return fmt.Appendf(p, "@%d", r.Timestamp), nil
}

func plainError(err error) string {
	var e *record.Error
	if errors.As(err, &e) {
		return e.Plain()
	}
	return err.Error()
}

// State lists the offsets and the producers.
func State(l *log.Log) []string {
	out := []string{fmt.Sprintf("start=%d hw=%d lso=%d leo=%d dirty=%s", l.LogStart, l.HW,
		l.LastStableOffset(), l.EndOffset, orDash(l.CleanerCheckpoint))}
	for i := range l.Producers.Entries {
		e := &l.Producers.Entries[i]
		var batches []string
		for _, c := range e.Cached() {
			batches = append(batches, fmt.Sprintf("%d..%d@%d",
				c.FirstSequence(), c.LastSequence, c.LastOffset))
		}
		if len(batches) == 0 {
			batches = []string{"-"}
		}
		out = append(out, fmt.Sprintf("producer %d epoch=%d coordinator=%d ts=%d txn=%s batches=%s",
			e.ID, e.Epoch, e.CoordinatorEpoch, e.LastTimestamp, orDash(e.TxnFirstOffset),
			strings.Join(batches, ",")))
	}
	return out
}

// orDash writes a number, or `-` for the -1 that stands for none.
func orDash(n int64) string {
	if n < 0 {
		return "-"
	}
	return strconv.FormatInt(n, 10)
}

// Aborted lists the entries of the transaction indexes.
func Aborted(l *log.Log) []string {
	var out []string
	for i := range l.Segments {
		for _, t := range l.Segments[i].TxnIndex {
			out = append(out, fmt.Sprintf("segment %d pid=%d %d..%d lso=%d",
				l.Segments[i].BaseOffset, t.ProducerID, t.FirstOffset, t.LastOffset,
				t.LastStableOffset))
		}
	}
	return orNone(out)
}

func orNone(list []string) []string {
	if len(list) == 0 {
		return []string{none}
	}
	return list
}

// Epochs lists the leader epoch cache.
func Epochs(l *log.Log) []string {
	var out []string
	for _, e := range l.Epochs.Entries {
		out = append(out, fmt.Sprintf("%d %d", e.Epoch, e.StartOffset))
	}
	return orNone(out)
}

// Files lists the files of the directory in the order of their names. Index files without entries
// are left out, and so are files that wait for their deletion, and partition.metadata, which the
// log did not write.
func Files(l *log.Log) []string {
	var out []string
	files := l.Files()
	sort.Slice(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	for _, f := range files {
		if strings.HasSuffix(f.Name, log.SuffixDeleted) || f.Name == "partition.metadata" ||
			len(f.Data) == 0 && strings.HasSuffix(f.Name, "index") {
			continue
		}
		out = append(out, fmt.Sprintf("%s %d %s", f.Name, len(f.Data), content(f.Data)))
	}
	return out
}

func content(p []byte) string {
	switch {
	case len(p) == 0:
		return "-"
	case len(p) <= hexMax:
		return hex.EncodeToString(p)
	}
	sum := sha256.Sum256(p)
	return "sha256:" + hex.EncodeToString(sum[:])
}
