package inspect

import (
	"fmt"
	"math"

	"highwater/core/log"
	"highwater/core/record"
)

// walker reads the segments of a directory in order.
type walker struct {
	opt       Options
	found     findings
	producers tracker
	epochs    []log.EpochEntry
	// expected is the offset that the next batch begins with if nothing is missing, -1 at the
	// start and after damage.
	expected int64
	// broken says that damage hides what lies between the last batch and the next.
	broken    bool
	holes     Holes
	compacted bool
	// mismatches bounds how often a wrong leader epoch is told.
	mismatches int
	// loadFails is an exception that ends every load of the directory.
	loadFails string
	// beforeEpochs counts batches below the first entry of leader-epoch-checkpoint.
	beforeEpochs int64
}

// parts are the files of one segment; all but the log may be missing.
type parts struct {
	base                  int64
	named                 bool
	log, index, time, txn *File
	nextBase              int64
	indexes               *indexCheck
	times                 *timeCheck
	txns                  *txnCheck
	damaged               bool
	// lastOffset and lastPosition are the last entry of the offset index as it stands.
	lastOffset, lastPosition int64
}

// segment walks over one .log and compares its indexes.
func (w *walker) segment(p *parts) Segment {
	s := Segment{
		File: p.log.Name, Base: p.base, Size: p.log.Size, First: NoOffset, Last: NoOffset,
		MinTimestamp: math.MaxInt64, MaxTimestamp: record.NoTimestamp, Result: "end",
		HasIndex: p.index != nil, HasTimeIndex: p.time != nil, HasTxnIdx: p.txn != nil,
		next: p.base, recovery: newRecovery(p.base, w.opt.Config.IndexIntervalBytes),
	}
	p.indexes = newIndexCheck(p.index, p.base, &w.found)
	p.times = newTimeCheck(p.time, p.base, &w.found)
	p.txns = newTxnCheck(p.txn, p.base, &w.found)
	p.lastOffset, p.lastPosition = lastEntry(p.index, p.base)
	p.log = readable(p.log)
	in := newScanner(p.log, true)
	for {
		e, ok, stop := in.next()
		if !ok {
			w.end(&s, p, in.pos, stop)
			break
		}
		w.entry(&s, p, &e)
	}
	whole := !p.damaged && in.pos == s.Size
	p.indexes.finish(in.pos, s.Size, whole)
	p.times.finish(whole)
	p.txns.finish(whole)
	for _, c := range []*check{&p.indexes.check, &p.times.check, &p.txns.check} {
		c.fault()
	}
	s.IndexEntries, s.TimeEntries, s.TxnEntries = p.indexes.count, p.times.count, p.txns.count
	s.loadFails = p.txns.fails
	if p.named {
		w.missingIndexes(&s)
	}
	if s.Size > math.MaxInt32 {
		s.loadFails = fmt.Sprintf("KafkaException: The size of segment %s (%d) is larger than the "+
			"maximum allowed segment size of %d", s.File, s.Size, math.MaxInt32)
		w.found.file(Error, "log-too-large", s.File, NoOffset, fmt.Sprintf("%d bytes, and a "+
			"segment has at most %d; what lies behind is not read", s.Size, math.MaxInt32),
			"The load of the log fails.")
	}
	return s
}

// entry takes one batch.
func (w *walker) entry(s *Segment, p *parts, e *Entry) {
	s.Walked++
	s.lastNext = e.NextOffset()
	if e.Position >= p.lastPosition && e.LastOffset() >= p.lastOffset {
		s.reached = true
	}
	crcBad := e.Err != nil && e.Err.Kind == record.CorruptRecord
	markerBad := e.Err != nil && !crcBad && e.Control()
	s.recovery.batch(e, crcBad, markerBad, s.File)
	if e.Err != nil {
		w.damage(s, p, e, crcBad)
	} else if p.damaged {
		s.Beyond++
	} else {
		s.Good++
	}
	p.indexes.batch(e, !crcBad)
	placed := !crcBad && w.offsets(s, p, e)
	p.times.batch(e, placed)
	if crcBad {
		w.producers.complete = false
		w.broken = true
		return
	}
	w.count(s, e)
	w.odd(s, e)
	if placed {
		w.epoch(s, e)
	}
	if e.Err == nil {
		w.producer(s, p, e)
	}
}

// damage reports a batch that cannot be read.
func (w *walker) damage(s *Segment, p *parts, e *Entry, crcBad bool) {
	if !p.damaged {
		p.damaged = true
		s.Stop, s.Result = e.Position, e.Err.Plain()
	}
	f := Finding{
		Level: Error, Key: "log-records", File: s.File, Position: e.Err.Position,
		First: e.BaseOffset, Last: e.LastOffset(), What: e.Err.Plain(),
		Kafka: "The CRC is right, so recovery and replication pass it on; every consumer that " +
			"reads this batch gets the exception and stays there, and the cleaner gives the " +
			"partition up.",
	}
	if e.Err.Decoded >= 0 {
		f.What += fmt.Sprintf(" (byte %d of the decompressed records)", e.Err.Decoded)
	}
	if crcBad {
		f.Key = "log-crc"
		f.Kafka = "Recovery after a crash cuts the segment at this batch and deletes every later " +
			"segment. Without a crash nobody checks: consumers and followers get the exception " +
			"when they come here."
		if e.Magic < record.Magic {
			f.What += fmt.Sprintf(" (magic %d: read as a message of an old format)", e.Magic)
		}
	}
	w.found.add(f)
}

// end takes what stopped the walk.
func (w *walker) end(s *Segment, p *parts, at int64, stop end) {
	if !p.damaged {
		s.Stop = at
	}
	f := Finding{Level: Error, File: s.File, Position: at, First: NoOffset, Last: NoOffset}
	switch {
	case stop.io != nil:
		f.Key, f.What = "file-unreadable", "the file cannot be read: "+stop.io.Error()
		f.Kafka = "The broker takes the whole log directory offline."
		s.recovery.stop(f.What)
		w.stopped(s, p, f, f.What)
	case stop.err != nil:
		s.sizeError = stop.err
		w.sizeError(s, p, at, stop)
	case s.Size > p.log.Size:
		s.Result = fmt.Sprintf("only %d bytes are read", p.log.Size)
		p.damaged, w.broken = true, true
	case stop.tail > 0:
		f.Key = "log-tail"
		f.What = fmt.Sprintf("%d bytes are left, too few for a header", stop.tail)
		if stop.seen {
			f.What = fmt.Sprintf("a batch begins that declares %d bytes, %d are left",
				stop.header.Size(), stop.tail)
			f.First = stop.header.BaseOffset
		}
		f.Kafka = "Readers ignore the tail. Recovery after a crash cuts it off and deletes every " +
			"later segment."
		s.recovery.stop(fmt.Sprintf("ignored tail of %d bytes", stop.tail))
		w.stopped(s, p, f, fmt.Sprintf("ignored tail of %d bytes", stop.tail))
	}
}

// stopped notes why the walk ended, unless an earlier damage did that.
func (w *walker) stopped(s *Segment, p *parts, f Finding, result string) {
	if !p.damaged {
		s.Result = result
	}
	p.damaged, w.broken = true, true
	w.found.add(f)
}

// sizeError is a length that stops every reader. Zero bytes to the end are what preallocation
// leaves.
func (w *walker) sizeError(s *Segment, p *parts, at int64, stop end) {
	text := *stop.err
	if text.Position == at+8 && stop.header.BatchLength < record.MinRecordSize {
		text.Text += " in file " + s.File + "."
	}
	s.sizeError = &text
	f := Finding{
		Level: Error, Key: "log-size", File: s.File, Position: stop.err.Position,
		First: stop.header.BaseOffset, Last: NoOffset, What: text.Plain(),
		Kafka: "No reader gets past these bytes. Recovery after a crash cuts here and deletes " +
			"every later segment; after a clean shutdown the load of the log fails if this is " +
			"its last segment.",
	}
	if lastNonZero(p.log, at) < 0 {
		f.Level, f.Key, f.Position, f.First = Warning, "log-zero-tail", at, NoOffset
		f.What = fmt.Sprintf("%d zero bytes to the end, as preallocate=true leaves them; a "+
			"reader gets %s", stop.tail, text.Plain())
		f.Kafka = "Recovery after a crash cuts them off. With a clean shutdown marker the load " +
			"of the log fails."
	}
	s.recovery.stop(text.Plain())
	w.stopped(s, p, f, text.Plain())
}

// missingIndexes tells which index files are not there.
func (w *walker) missingIndexes(s *Segment) {
	if s.Size == 0 {
		return
	}
	if !s.HasIndex {
		w.found.file(Warning, "index-missing", s.File, NoOffset,
			"its offset index is missing",
			"The segment is recovered when the log is loaded, even after a clean shutdown: all "+
				"batches are checked and the indexes are built anew.")
	}
	if !s.HasTimeIndex {
		w.found.file(Warning, "time-index-missing", s.File, NoOffset,
			"its time index is missing", "It is built anew when the log is loaded.")
	}
}
