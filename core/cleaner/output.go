package cleaner

import (
	"errors"
	"math"
	"slices"

	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/why"
)

// ioBuffer is the cleaner's read buffer: half of log.cleaner.io.buffer.size. What is filtered from
// one buffer is written with one append.
const ioBuffer = 524288 / 2

// output is the `.cleaned` segment of a group while it grows.
type output struct {
	p       *pass
	sources []log.Segment
	segment log.Segment
	done    []log.Segment
	// chunk counts the source bytes since the buffer was filled, buffer is its size, which grows
	// for a batch that does not fit and shrinks again with the next segment.
	chunk, buffer int64
	// pending and entries are what the filter kept of this chunk.
	pending []record.Batch
	bytes   int64
	entries []log.AbortedTxn
}

func newOutput(p *pass, sources []log.Segment) *output {
	o := &output{p: p, sources: sources}
	o.open(sources[0].BaseOffset)
	batches := 0
	for i := range sources {
		batches += len(sources[i].Batches)
	}
	o.segment.Batches = make([]record.Batch, 0, batches)
	o.segment.Positions = make([]int32, 0, batches)
	return o
}

func (o *output) open(base int64) {
	o.segment = log.NewSegment(base, log.SuffixCleaned, o.p.plan.Now)
}

// begin starts the next source segment.
func (o *output) begin() { o.chunk, o.buffer = 0, ioBuffer }

// read takes notice of a source batch; when the buffer cannot hold it too, what was filtered from
// the buffer is written first.
func (o *output) read(size int64) {
	if o.chunk+size > o.buffer {
		o.flush()
		o.chunk = 0
		for o.buffer < size {
			o.buffer *= 2
		}
	}
	o.chunk += size
}

// append takes a batch that stays.
func (o *output) append(b record.Batch) {
	o.pending = append(o.pending, b)
	o.bytes += int64(b.Size())
}

// entry takes an entry of the cleaned transaction index. It belongs to the same segment as the
// marker beside which it was decided.
func (o *output) entry(txn log.AbortedTxn) { o.entries = append(o.entries, txn) }

// flush writes what the filter kept of the buffer. If it does not fit into the segment, either
// the pass is given up, or the segment is finished and another one takes it (KAFKA-20036).
// Nothing is filtered twice, so the transactions are tracked once.
func (o *output) flush() {
	if len(o.pending) > 0 && !o.fits() {
		if o.p.l.Config.Rules.SplitOverflow || len(o.segment.Batches) == 0 {
			o.tooLarge()
			return
		}
		o.close()
		o.open(o.pending[0].BaseOffset)
	}
	err := o.segment.Append(&o.p.l.Config, o.p.plan.Now, o.pending...)
	o.segment.TxnIndex = append(o.segment.TxnIndex, o.entries...)
	o.pending, o.entries, o.bytes = o.pending[:0], o.entries[:0], 0
	var full *log.IndexFullError
	if errors.As(err, &full) {
		o.p.plan.Death = &Death{Why: why.CleanedIndexFull, Segment: o.segment.BaseOffset,
			Offset: o.last(), A: int64(full.Entries), B: o.room(full), Text: err.Error()}
	}
}

// fits tells that the chunk keeps positions and relative offsets in 31 bits.
func (o *output) fits() bool {
	last := o.pending[len(o.pending)-1].LastOffset()
	return int64(o.segment.Size)+o.bytes <= o.p.settings.outputMax() &&
		last-o.segment.BaseOffset <= math.MaxInt32
}

func (o *output) tooLarge() {
	o.p.plan.Death = &Death{
		Why: why.CleanedTooLarge, Segment: o.segment.BaseOffset, Offset: o.pending[0].BaseOffset,
		A: int64(o.segment.Size) + o.bytes, B: o.p.settings.outputMax(),
	}
}

func (o *output) last() int64 { return nextOffset(&o.segment) - 1 }

func (o *output) room(full *log.IndexFullError) int64 {
	if full.TimeIndex {
		return o.p.l.Config.TimeIndexEntries() - 1
	}
	return o.p.l.Config.IndexEntries()
}

// close finishes a cleaned segment: the last time index entry is forced, and the file gets the
// mtime of the group's last source.
func (o *output) close() {
	o.segment.Close()
	if len(o.segment.Batches) < cap(o.segment.Batches)/2 {
		// Most of the batches went: give back the room that they would have taken.
		o.segment.Batches = slices.Clone(o.segment.Batches)
		o.segment.Positions = slices.Clone(o.segment.Positions)
	}
	o.segment.Modified = o.sources[len(o.sources)-1].Modified
	o.done = append(o.done, o.segment)
}

// finish closes the last segment of the group and counts.
func (o *output) finish(g *Group) {
	o.close()
	g.Cleaned = o.done
	st := &o.p.plan.Stats
	for i := range o.done {
		g.BytesAfter += int64(o.done[i].Size)
		st.BatchesAfter += int64(len(o.done[i].Batches))
	}
	st.SegmentsAfter += int64(len(o.done))
	st.BytesAfter += g.BytesAfter
}
