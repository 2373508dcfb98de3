package inspect

import (
	"fmt"
	"math"
	"sort"

	"highwater/core/record"
)

// count adds a batch to the numbers of its segment.
func (w *walker) count(s *Segment, e *Entry) {
	s.Batches++
	s.Records += e.Records
	if c := e.Codec(); c.Known() {
		x := &s.Codecs[c]
		x.Batches++
		x.Records += e.Records
		x.Stored += e.Stored
		x.Decoded += e.Decoded
	}
	if e.MaxTimestamp >= 0 {
		s.MinTimestamp = min(s.MinTimestamp, e.MaxTimestamp)
		s.MaxTimestamp = max(s.MaxTimestamp, e.MaxTimestamp)
	}
	for _, x := range []struct {
		is bool
		n  *int64
	}{
		{e.Control(), &s.Control}, {e.Transactional(), &s.Transactional}, {e.Count == 0, &s.Empty},
		{e.Attributes.HasDeleteHorizon(), &s.Horizons}, {e.Legacy(), &s.Legacy},
		{e.Unread != "", &s.Unread},
	} {
		if x.is {
			*x.n++
		}
	}
	if !e.Legacy() && (e.Attributes.HasDeleteHorizon() || e.Count != e.LastOffsetDelta+1) {
		w.compacted = true
	}
}

// odd reports what a reader accepts but should not be there.
func (w *walker) odd(s *Segment, e *Entry) {
	tell := func(l Level, key, what, kafka string) {
		w.found.add(Finding{
			Level: l, Key: key, File: s.File, Position: e.Position, First: e.BaseOffset,
			Last: e.LastOffset(), What: what, Kafka: kafka,
		})
	}
	switch {
	case e.Legacy():
		tell(Warning, "log-old-format", fmt.Sprintf("a message of format %d, %d bytes",
			e.Magic, e.Size()), "Brokers read it and the cleaner writes it anew in format 2 "+
			"(KIP-724).")
	case e.Magic > record.Magic:
		tell(Error, "log-magic", fmt.Sprintf("magic %d: 2 is the newest format", e.Magic),
			"The CRC does not cover this byte. Recovery takes the batch for one of format 2; "+
				"followers and consumers get CorruptRecordException: Invalid magic.")
	}
	if e.Odd != "" {
		tell(Error, "log-record-offsets", e.Odd, "A broker never looks; consumers get these "+
			"offsets and the cleaner compares them.")
	}
	if !e.Legacy() && int64(e.Count) > int64(e.LastOffsetDelta)+1 {
		tell(Warning, "log-count", fmt.Sprintf("%d records for the offsets %d..%d", e.Count,
			e.BaseOffset, e.LastOffset()), "A leader refuses such a batch from a client.")
	}
	if e.Unread != "" && !e.Legacy() {
		tell(Note, "log-unread", e.Unread, "Its records were not looked at.")
	}
	if u := e.Attributes.Unknown(); u != 0 && !e.Legacy() {
		tell(Note, "log-attributes", fmt.Sprintf("unknown attribute bits %#04x", uint16(u)),
			"Brokers ignore them and lose them when they write the batch anew.")
	}
}

// offsets checks the place of the batch in the log. It returns false if the batch has none.
func (w *walker) offsets(s *Segment, p *parts, e *Entry) bool {
	tell := func(key, what, kafka string) {
		w.found.add(Finding{
			Level: Error, Key: key, File: s.File, Position: e.Position, First: e.BaseOffset,
			Last: e.LastOffset(), What: what, Kafka: kafka,
		})
	}
	last := e.LastOffset()
	if last < e.BaseOffset || p.named &&
		(e.BaseOffset < p.base || last-p.base > math.MaxInt32) {
		tell("log-range", fmt.Sprintf("offsets %d..%d do not belong into a segment with base %d",
			e.BaseOffset, last, p.base),
			"After a crash the load of the log fails if the last offset is outside the segment's "+
				"range (below its base or more than 2147483647 above).")
		w.broken = true
		return false
	}
	if p.nextBase != NoOffset && last >= p.nextBase {
		tell("log-overlap", fmt.Sprintf("offsets %d..%d reach into the next segment, whose base "+
			"is %d", e.BaseOffset, last, p.nextBase),
			"Readers skip from one segment to the other; some offsets are read twice or never.")
		w.broken = true
		return false
	}
	if s.First == NoOffset {
		s.First = e.BaseOffset
	}
	s.Last = max(s.Last, last)
	switch {
	case w.expected == NoOffset:
	case e.BaseOffset < w.expected:
		tell("log-order", fmt.Sprintf("the batch begins with offset %d, at or below the end of "+
			"the batch before it (%d)", e.BaseOffset, w.expected-1),
			"The CRC does not cover the offset. Recovery notices it only when an index entry "+
				"falls due; the segment is then cut to its base and every later one is deleted.")
		w.broken = true
		s.next = last + 1
		return true
	case e.BaseOffset > w.expected && !w.broken:
		w.hole(s, e)
	}
	w.broken = false
	w.expected, s.next = last+1, last+1
	return true
}

// hole counts offsets that no batch covers.
func (w *walker) hole(s *Segment, e *Entry) {
	if w.holes.Places == 0 {
		w.holes.From, w.holes.To = w.expected, e.BaseOffset-1
	}
	w.holes.Places++
	w.holes.Offsets += e.BaseOffset - w.expected
	if w.holes.Places <= holesTold {
		w.found.add(Finding{
			Level: Note, Key: "log-hole", File: s.File, Position: e.Position, First: e.BaseOffset,
			Last: e.LastOffset(),
			What: fmt.Sprintf("the offsets %d..%d before it are missing", w.expected,
				e.BaseOffset-1),
			Kafka: "Usual after compaction. A log that was never compacted has no holes: there " +
				"the base offset, which the CRC does not cover, is wrong.",
		})
	}
}

// holesTold is how many holes are told one by one.
const holesTold = 20

// epoch compares the batch's leader epoch with leader-epoch-checkpoint.
func (w *walker) epoch(s *Segment, e *Entry) {
	if e.Legacy() || len(w.epochs) == 0 {
		return
	}
	if e.BaseOffset < w.epochs[0].StartOffset {
		w.beforeEpochs++
		return
	}
	above := sort.Search(len(w.epochs), func(i int) bool {
		return w.epochs[i].StartOffset > e.BaseOffset
	})
	want := w.epochs[above-1]
	if want.Epoch == e.LeaderEpoch || w.mismatches >= holesTold {
		return
	}
	w.mismatches++
	w.found.add(Finding{
		Level: Warning, Key: "epoch-mismatch", File: s.File, Position: e.Position + 12,
		First: e.BaseOffset, Last: e.LastOffset(),
		What: fmt.Sprintf("leader epoch %d, but %s says epoch %d from offset %d on",
			e.LeaderEpoch, epochsName, want.Epoch, want.StartOffset),
		Kafka: "The CRC does not cover the epoch. A follower that asks where an epoch ends can " +
			"cut its log at a wrong offset.",
	})
}

// producer follows producers and transactions, and compares the transaction index.
func (w *walker) producer(s *Segment, p *parts, e *Entry) {
	if !e.HasProducerID() {
		return
	}
	if !e.Control() {
		w.producers.data(e)
		return
	}
	if !e.Marker.EndsTransaction() {
		return
	}
	x, known := w.producers.marker(e)
	if e.Marker.Type == record.ControlAbort {
		p.txns.abort(e, x, known, w.holes.Places > 0 || !w.producers.complete)
	}
}
