package log

import (
	"slices"
	"sort"

	"highwater/core/errcode"
	"highwater/core/record"
)

// Guard is what a verified transactional append must show; 0 is none (VerificationGuard).
type Guard int64

// Verification is a transactional append that waits for the coordinator's word
// (VerificationStateEntry).
type Verification struct {
	ProducerID int64
	Guard      Guard
	Timestamp  int64
	// LowestSequence is the lowest one that was seen while the verification ran.
	LowestSequence int32
	Epoch          int16
	// EpochBump marks a client of transaction version 2.
	EpochBump bool
}

func (s *ProducerState) findVerification(id int64) (int, bool) {
	i := sort.Search(len(s.Verifications), func(i int) bool {
		return s.Verifications[i].ProducerID >= id
	})
	return i, i < len(s.Verifications) && s.Verifications[i].ProducerID == id
}

// HasOngoingTransaction tells that a producer of this epoch has an open transaction here.
func (l *Log) HasOngoingTransaction(id int64, epoch int16) bool {
	i, ok := l.Producers.find(id)
	return ok && l.Producers.Entries[i].TxnFirstOffset >= 0 && l.Producers.Entries[i].Epoch == epoch
}

// StartVerification returns the guard that a transactional append needs, 0 when a transaction is
// open already (UnifiedLog.maybeStartTransactionVerification). While a verification runs, every
// attempt lowers the sequence that may come first. A stale epoch is refused at once.
func (l *Log) StartVerification(id int64, epoch int16, sequence int32, epochBump bool,
	now int64) (Guard, errcode.Code) {
	if p, ok := l.Producers.Producer(id); ok && epoch < p.Epoch {
		return 0, errcode.InvalidProducerEpoch
	}
	if l.HasOngoingTransaction(id, epoch) {
		return 0, errcode.None
	}
	s := &l.Producers
	i, ok := s.findVerification(id)
	if !ok {
		s.nextGuard++
		s.Verifications = slices.Insert(s.Verifications, i, Verification{ProducerID: id,
			Guard: s.nextGuard, Timestamp: now, LowestSequence: sequence, Epoch: epoch,
			EpochBump: epochBump})
		return s.nextGuard, errcode.None
	}
	v := &s.Verifications[i]
	switch {
	case epoch > v.Epoch:
		v.Epoch, v.LowestSequence = epoch, sequence
	case epoch == v.Epoch && sequence < v.LowestSequence:
		v.LowestSequence = sequence
	}
	return v.Guard, errcode.None
}

// verified tells that a guard is the one that was handed out.
func (l *Log) verified(id int64, guard Guard) bool {
	i, ok := l.Producers.findVerification(id)
	return ok && guard != 0 && l.Producers.Verifications[i].Guard == guard
}

// endVerification forgets a verification once its batch or marker came, unless the marker ended
// an older transaction of a version 2 client whose next one is already being verified.
func (l *Log) endVerification(b *record.Batch) {
	i, ok := l.Producers.findVerification(b.ProducerID)
	if !ok || !b.Transactional() {
		return
	}
	v := &l.Producers.Verifications[i]
	if v.EpochBump && b.Control() && b.ProducerEpoch == v.Epoch {
		return
	}
	l.Producers.Verifications = slices.Delete(l.Producers.Verifications, i, i+1)
}
