package log

import (
	"cmp"
	"slices"
	"sort"

	"highwater/core/record"
)

// cachedBatches is how many batches of a producer are remembered to recognise duplicates
// (ProducerStateEntry.NUM_BATCHES_TO_RETAIN).
const cachedBatches = 5

// lateTransactionBufferMs is added to transaction.max.timeout.ms before an open transaction counts
// as late (ProducerStateManager.LATE_TRANSACTION_BUFFER_MS).
const lateTransactionBufferMs = 5 * 60 * 1000

// CachedBatch is what is remembered of one batch of a producer.
type CachedBatch struct {
	LastSequence int32
	OffsetDelta  int32
	LastOffset   int64
	Timestamp    int64
}

// FirstSequence is the batch's base sequence; compaction keeps the delta, so it stays right.
func (c CachedBatch) FirstSequence() int32 {
	return record.DecrementSequence(c.LastSequence, c.OffsetDelta)
}

// FirstOffset is the batch's base offset.
func (c CachedBatch) FirstOffset() int64 { return c.LastOffset - int64(c.OffsetDelta) }

// Producer is what a partition knows of one producer id (ProducerStateEntry).
type Producer struct {
	ID int64
	// Epoch is -1 while nothing is known.
	Epoch int16
	// Count is the number of Batches in use, oldest first; the others are zero, so that equal
	// states are equal values.
	Count   uint8
	Batches [cachedBatches]CachedBatch
	// CoordinatorEpoch is -1 until a marker came.
	CoordinatorEpoch int32
	// LastTimestamp is record time: that of the last batch or marker.
	LastTimestamp int64
	// TxnFirstOffset is the first offset of the open transaction, -1 if none is open.
	TxnFirstOffset int64
}

func unknownProducer(id int64) Producer {
	return Producer{ID: id, Epoch: record.NoProducerEpoch, CoordinatorEpoch: -1,
		LastTimestamp: record.NoTimestamp, TxnFirstOffset: -1}
}

// Cached returns the remembered batches, oldest first.
func (p *Producer) Cached() []CachedBatch { return p.Batches[:p.Count] }

// LastSequence is the last sequence of the newest remembered batch, -1 if there is none.
func (p *Producer) LastSequence() int32 {
	if p.Count == 0 {
		return record.NoSequence
	}
	return p.Batches[p.Count-1].LastSequence
}

// LastDataOffset is the last offset of the newest remembered batch, -1 if there is none.
func (p *Producer) LastDataOffset() int64 {
	if p.Count == 0 {
		return -1
	}
	return p.Batches[p.Count-1].LastOffset
}

// Duplicate finds a remembered batch with the same epoch and exactly the same sequences.
func (p *Producer) Duplicate(h *record.Header) (CachedBatch, bool) {
	if h.ProducerEpoch != p.Epoch {
		return CachedBatch{}, false
	}
	last := h.LastSequence()
	for _, c := range p.Cached() {
		if c.LastSequence == last && c.FirstSequence() == h.BaseSequence {
			return c, true
		}
	}
	return CachedBatch{}, false
}

// Expired tells that the producer may be forgotten: it has no open transaction and its last record
// is older than producer.id.expiration.ms.
func (p *Producer) Expired(now, expirationMs int64) bool {
	return p.TxnFirstOffset < 0 && now-p.LastTimestamp >= expirationMs
}

func (p *Producer) setEpoch(epoch int16) {
	if p.Epoch != epoch {
		p.Count, p.Batches = 0, [cachedBatches]CachedBatch{}
		p.Epoch = epoch
	}
}

func (p *Producer) remember(c CachedBatch) {
	if p.Count == cachedBatches {
		copy(p.Batches[:], p.Batches[1:])
		p.Count--
	}
	p.Batches[p.Count] = c
	p.Count++
}

// merge takes over what an append did to a copy of the entry. The copy began without batches.
func (p *Producer) merge(u *Producer) {
	p.setEpoch(u.Epoch)
	for _, c := range u.Cached() {
		p.remember(c)
	}
	p.CoordinatorEpoch = u.CoordinatorEpoch
	p.TxnFirstOffset = u.TxnFirstOffset
	p.LastTimestamp = u.LastTimestamp
}

// Txn is a transaction of the partition, open or waiting for the high watermark to pass its end.
type Txn struct {
	ProducerID  int64
	FirstOffset int64
	// LastOffset is the offset of the marker, -1 while open.
	LastOffset int64
	// OffsetOnly marks a transaction that was rebuilt from the log or a snapshot: its place in
	// the file is unknown, so the offset that is reported moves to the next existing batch.
	OffsetOnly bool
}

// CompletedTxn is a transaction that a marker has just ended.
type CompletedTxn struct {
	ProducerID  int64
	FirstOffset int64
	LastOffset  int64
	Aborted     bool
}

// ProducerState is everything that a partition knows of its producers (ProducerStateManager).
type ProducerState struct {
	// Entries ascend by producer id.
	Entries []Producer
	// Ongoing and Unreplicated ascend by first offset.
	Ongoing      []Txn
	Unreplicated []Txn
	// Verifications ascend by producer id.
	Verifications []Verification
	// MapEnd is the offset up to which the state is known, SnapEnd that of the last snapshot.
	MapEnd, SnapEnd int64
	// nextGuard numbers the guards of verifications.
	nextGuard Guard
	// late are producers that a recovery met and lateAt their places; they are sorted in when it
	// ends, since a segment may name hundreds of thousands. Otherwise both are nil.
	late   []Producer
	lateAt map[int64]int
}

func (s *ProducerState) find(id int64) (int, bool) {
	return sort.Find(len(s.Entries), func(i int) int {
		switch {
		case id < s.Entries[i].ID:
			return -1
		case id > s.Entries[i].ID:
			return 1
		}
		return 0
	})
}

// Producer finds a producer id.
func (s *ProducerState) Producer(id int64) (Producer, bool) {
	if i, ok := s.find(id); ok {
		return s.Entries[i], true
	}
	return Producer{}, false
}

// entry is the place of a producer, nil if there is none.
func (s *ProducerState) entry(id int64) *Producer {
	if i, ok := s.find(id); ok {
		return &s.Entries[i]
	}
	if i, ok := s.lateAt[id]; ok {
		return &s.late[i]
	}
	return nil
}

// current is the entry of a producer, or an empty one.
func (s *ProducerState) current(id int64) Producer {
	if e := s.entry(id); e != nil {
		return *e
	}
	return unknownProducer(id)
}

// gather lets updates collect new producers until settle.
func (s *ProducerState) gather() { s.late, s.lateAt = nil, map[int64]int{} }

func (s *ProducerState) settle() {
	if len(s.late) > 0 {
		s.Entries = arrange(append(s.Entries, s.late...), idOf)
	}
	s.late, s.lateAt = nil, nil
}

// load takes over the producers of a snapshot in any order; a repeated id takes the later one, and
// so does a transaction that begins where another one does.
func (s *ProducerState) load(producers []Producer) {
	for i := range producers {
		p := &producers[i]
		s.Entries = append(s.Entries, *p)
		if p.TxnFirstOffset >= 0 {
			s.Ongoing = append(s.Ongoing, Txn{ProducerID: p.ID, FirstOffset: p.TxnFirstOffset,
				LastOffset: -1, OffsetOnly: true})
		}
	}
	s.Entries, s.Ongoing = arrange(s.Entries, idOf), arrange(s.Ongoing, firstOf)
}

func idOf(p Producer) int64 { return p.ID }

func firstOf(t Txn) int64 { return t.FirstOffset }

// arrange sorts by a key and keeps the last of what is equal: one sort for a whole file, where
// putting in one by one would move everything each time.
func arrange[T any](list []T, key func(T) int64) []T {
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(key(a), key(b)) })
	kept := list[:0]
	for i := range list {
		if n := len(kept); n > 0 && key(kept[n-1]) == key(list[i]) {
			kept = kept[:n-1]
		}
		kept = append(kept, list[i])
	}
	return kept
}

// update merges what an append did.
func (s *ProducerState) update(u *appendInfo) {
	id := u.updated.ID
	if e := s.entry(id); e != nil {
		e.merge(&u.updated)
	} else if s.lateAt != nil {
		s.lateAt[id], s.late = len(s.late), append(s.late, u.updated)
	} else {
		i, _ := s.find(id)
		s.Entries = slices.Insert(s.Entries, i, u.updated)
	}
	for _, txn := range u.started {
		s.Ongoing = putTxn(s.Ongoing, txn)
	}
}

func findTxn(txns []Txn, first int64) (int, bool) {
	i := sort.Search(len(txns), func(i int) bool { return txns[i].FirstOffset >= first })
	return i, i < len(txns) && txns[i].FirstOffset == first
}

func putTxn(txns []Txn, txn Txn) []Txn {
	i, ok := findTxn(txns, txn.FirstOffset)
	if ok {
		txns[i] = txn
		return txns
	}
	return slices.Insert(txns, i, txn)
}

// complete moves a transaction from ongoing to unreplicated. It is false when no such transaction
// is open, which only a damaged log brings about.
func (s *ProducerState) complete(c CompletedTxn) bool {
	i, ok := findTxn(s.Ongoing, c.FirstOffset)
	if !ok {
		return false
	}
	txn := s.Ongoing[i]
	s.Ongoing = slices.Delete(s.Ongoing, i, i+1)
	txn.LastOffset = c.LastOffset
	s.Unreplicated = putTxn(s.Unreplicated, txn)
	return true
}

// completeAll is complete for all transactions that a stretch of the log ended. After false the
// state is of no use.
func (s *ProducerState) completeAll(done []CompletedTxn) bool {
	ended := make([]bool, len(s.Ongoing))
	for _, c := range done {
		i, ok := findTxn(s.Ongoing, c.FirstOffset)
		if !ok || ended[i] {
			return false
		}
		ended[i] = true
		txn := s.Ongoing[i]
		txn.LastOffset = c.LastOffset
		s.Unreplicated = append(s.Unreplicated, txn)
	}
	kept := s.Ongoing[:0]
	for i, txn := range s.Ongoing {
		if !ended[i] {
			kept = append(kept, txn)
		}
	}
	s.Ongoing, s.Unreplicated = kept, arrange(s.Unreplicated, firstOf)
	return true
}

// stableAfter is the last stable offset once a transaction has ended, leaving replication aside:
// the start of the oldest transaction of another producer, or the offset after the marker.
func (s *ProducerState) stableAfter(c CompletedTxn) int64 {
	for _, txn := range s.Ongoing {
		if txn.ProducerID != c.ProducerID {
			return txn.FirstOffset
		}
	}
	return c.LastOffset + 1
}

// firstUnstable is the oldest transaction that is open or not yet replicated.
func (s *ProducerState) firstUnstable() (Txn, bool) {
	switch {
	case len(s.Unreplicated) == 0 && len(s.Ongoing) == 0:
		return Txn{}, false
	case len(s.Unreplicated) == 0:
		return s.Ongoing[0], true
	case len(s.Ongoing) > 0 && s.Ongoing[0].FirstOffset < s.Unreplicated[0].FirstOffset:
		return s.Ongoing[0], true
	}
	return s.Unreplicated[0], true
}

// forgetReplicated drops completed transactions whose marker lies below an offset.
func (s *ProducerState) forgetReplicated(below int64) {
	s.Unreplicated = slices.DeleteFunc(s.Unreplicated, func(t Txn) bool {
		return t.LastOffset >= 0 && t.LastOffset < below
	})
}

func (s *ProducerState) clear() {
	s.Entries, s.Ongoing, s.Unreplicated = nil, nil, nil
}

// empty tells that nothing is known of anybody (ProducerStateManager.isEmpty).
func (s *ProducerState) empty() bool { return len(s.Entries) == 0 && len(s.Unreplicated) == 0 }

// ExpireProducers forgets producers and verifications that have been idle for
// producer.id.expiration.ms and returns the producers that went, by ascending id.
func (l *Log) ExpireProducers(now int64) []Producer {
	var gone []Producer
	s := &l.Producers
	expiration := l.Config.ProducerIDExpirationMs
	s.Entries = slices.DeleteFunc(s.Entries, func(p Producer) bool {
		if p.Expired(now, expiration) {
			gone = append(gone, p)
			return true
		}
		return false
	})
	s.Verifications = slices.DeleteFunc(s.Verifications, func(v Verification) bool {
		return now-v.Timestamp >= expiration
	})
	return gone
}

// HasLateTransaction tells that the oldest open transaction has outlived any timeout that its
// coordinator may grant (KIP-664).
func (l *Log) HasLateTransaction(now int64) bool {
	if len(l.Producers.Ongoing) == 0 {
		return false
	}
	p, ok := l.Producers.Producer(l.Producers.Ongoing[0].ProducerID)
	return ok && p.LastTimestamp > 0 &&
		now-p.LastTimestamp > l.Config.TransactionMaxTimeoutMs+lateTransactionBufferMs
}
