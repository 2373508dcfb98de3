package cleaner

import (
	"highwater/core/log"
	"highwater/core/record"
)

// txnTracker follows the transactions while batches go by, and decides whether the records of an
// aborted one and the marker of an empty one may go (CleanedTransactionMetadata). One tracker
// serves a whole pass, because a transaction can span groups (KAFKA-8351).
type txnTracker struct {
	// committed holds the last offset of a data batch seen for each producer whose transaction
	// was not aborted.
	committed map[int64]int64
	// aborted holds the aborted transaction that each producer is inside of.
	aborted map[int64]abortedTxn
	// heap holds the aborted transactions that have not begun yet, the first offset on top.
	heap txnHeap
}

// abortedTxn is an aborted transaction and the last of its batches that is still in the log.
type abortedTxn struct {
	log.AbortedTxn
	// lastBatch is -1 until a batch was seen.
	lastBatch int64
}

// txnVerdict says whether a batch can be discarded, and the transaction that decides it.
type txnVerdict struct {
	discard bool
	// first and last are the aborted transaction of a discarded data batch; for a marker that
	// stays, last is the offset of a batch of its transaction. -1 if there is none.
	first, last int64
	// endsTxn says that the control batch is a COMMIT or an ABORT.
	endsTxn bool
	// entry is what the cleaned transaction index gets beside an ABORT that stays for its data.
	entry    log.AbortedTxn
	hasEntry bool
}

func newTxnTracker() *txnTracker {
	return &txnTracker{committed: map[int64]int64{}, aborted: map[int64]abortedTxn{}}
}

// add takes over aborted transactions that were found in the indexes.
func (t *txnTracker) add(txns []log.AbortedTxn) {
	for _, txn := range txns {
		t.heap.push(txn)
	}
}

// begin lets the aborted transactions begin whose first offset is reached. The first one of a
// producer wins.
func (t *txnTracker) begin(upTo int64) {
	for len(t.heap) > 0 && t.heap[0].FirstOffset <= upTo {
		txn := t.heap.pop()
		if _, inside := t.aborted[txn.ProducerID]; !inside {
			t.aborted[txn.ProducerID] = abortedTxn{AbortedTxn: txn, lastBatch: -1}
		}
	}
}

// onData takes a data batch. An empty one counts too: it keeps the marker of its transaction
// alive.
func (t *txnTracker) onData(h *record.Header) txnVerdict {
	v := txnVerdict{first: -1, last: -1}
	t.begin(h.LastOffset())
	if !h.Transactional() {
		return v
	}
	txn, aborted := t.aborted[h.ProducerID]
	if !aborted {
		t.committed[h.ProducerID] = h.LastOffset()
		return v
	}
	txn.lastBatch = h.LastOffset()
	t.aborted[h.ProducerID] = txn
	return txnVerdict{discard: true, first: txn.FirstOffset, last: txn.LastOffset}
}

// onControl takes a control batch, and says whether it can be discarded: one without a record
// always, an end marker when no batch of its transaction was seen.
func (t *txnTracker) onControl(b *record.Batch) (txnVerdict, error) {
	v := txnVerdict{first: -1, last: -1}
	t.begin(b.LastOffset())
	control, err := record.ParseControl(*b)
	if err != nil {
		return v, err
	}
	v.endsTxn = control.EndsTransaction()
	switch control.Type {
	case record.ControlNone:
		v.discard = true
	case record.ControlAbort:
		txn, inside := t.aborted[b.ProducerID]
		delete(t.aborted, b.ProducerID)
		if !inside || txn.lastBatch < 0 {
			v.discard = true
			break
		}
		v.first, v.last = txn.FirstOffset, txn.lastBatch
		v.entry, v.hasEntry = txn.AbortedTxn, true
	case record.ControlCommit:
		last, seen := t.committed[b.ProducerID]
		delete(t.committed, b.ProducerID)
		v.discard = !seen
		if seen {
			v.last = last
		}
	}
	return v, nil
}

// collectAborted lists the aborted transactions that touch [from, to), from the index of the
// segment that holds from and those above it: an ABORT can lie in a later segment (KAFKA-13727).
// The lower bound of what is collected is the log start, not from.
func collectAborted(l *log.Log, from, to int64) []log.AbortedTxn {
	return l.CollectAborted(l.SegmentIndex(from), l.LogStart, to)
}

// txnHeap is a binary heap by first offset. It moves elements as java.util.PriorityQueue does,
// so that equal first offsets come out in the same order.
type txnHeap []log.AbortedTxn

func (h *txnHeap) push(txn log.AbortedTxn) {
	q := append(*h, txn)
	k := len(q) - 1
	for k > 0 {
		parent := (k - 1) / 2
		if txn.FirstOffset >= q[parent].FirstOffset {
			break
		}
		q[k] = q[parent]
		k = parent
	}
	q[k] = txn
	*h = q
}

func (h *txnHeap) pop() log.AbortedTxn {
	q := *h
	top, n := q[0], len(q)-1
	last := q[n]
	q = q[:n]
	k := 0
	for child := 1; child < n; child = 2*k + 1 {
		if right := child + 1; right < n && q[child].FirstOffset > q[right].FirstOffset {
			child = right
		}
		if last.FirstOffset <= q[child].FirstOffset {
			break
		}
		q[k] = q[child]
		k = child
	}
	if n > 0 {
		q[k] = last
	}
	*h = q
	return top
}
