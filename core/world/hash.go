package world

// Hash mixes integers and texts into 64 bits; the zero value is ready. It is FNV-1a over words
// with a final avalanche, the same on every platform.
type Hash uint64

const (
	hashBasis = 14695981039346656037
	hashPrime = 1099511628211
)

// Int mixes in a number.
func (h *Hash) Int(n int64) {
	if *h == 0 {
		*h = hashBasis
	}
	x := uint64(*h) ^ uint64(n)
	x *= hashPrime
	x ^= x >> 32
	*h = Hash(x)
}

// Text mixes in a text.
func (h *Hash) Text(s string) {
	h.Int(int64(len(s)))
	for i := 0; i < len(s); i++ {
		h.Int(int64(s[i]))
	}
}

// Bool mixes in a truth value.
func (h *Hash) Bool(b bool) {
	if b {
		h.Int(1)
		return
	}
	h.Int(0)
}

// Link returns the hash of a chain of steps up to s, given the hash before it.
func (s *Step) Link(before uint64) uint64 {
	h := Hash(before)
	h.Int(int64(s.N))
	h.Int(int64(s.At))
	h.Text(s.Cause.String())
	for _, e := range s.Events {
		e.mix(&h)
	}
	return uint64(h)
}

func (e *Event) mix(h *Hash) {
	h.Int(int64(e.Kind)<<32 | int64(e.Why)<<16 | int64(uint16(e.Code)))
	h.Int(int64(e.Node)<<32 ^ int64(e.Peer))
	h.Int(int64(e.Topic)<<32 ^ int64(e.Part))
	h.Int(e.Msg)
	h.Int(e.From)
	h.Int(e.To)
	h.Int(e.A)
	h.Int(e.B)
	h.Int(e.C)
	h.Int(e.D)
}

// Hash returns the hash of everything in the world. Batches are told apart by their offsets, sizes
// and CRCs, so the cost is per batch, not per byte.
func (w *World) Hash() uint64 {
	var h Hash
	h.Int(int64(w.Now))
	h.Int(int64(w.Chain))
	h.Int(int64(w.Rand))
	for i := range w.Brokers {
		w.Brokers[i].mix(&h)
	}
	for i := range w.Topics {
		w.Topics[i].mix(&h)
	}
	for i := range w.Producers {
		p := &w.Producers[i]
		h.Int(p.Sent)
		h.Int(p.Acked)
		h.Int(p.Failed)
		p.Client.Mix(h.Int)
	}
	for i := range w.Consumers {
		h.Int(w.Consumers[i].Reading.Next)
		h.Int(w.Consumers[i].Reading.Records)
	}
	for i := range w.Messages {
		h.Int(w.Messages[i].ID)
		h.Int(int64(w.Messages[i].Due))
		h.Int(int64(w.Messages[i].Lost))
		h.Bool(w.Messages[i].Arrived)
	}
	for i := range w.Conns {
		c := &w.Conns[i]
		h.Int(c.ID)
		h.Bool(c.Open)
		h.Bool(c.Gone)
		h.Int(c.Busy)
		h.Int(int64(len(c.Queue)))
		h.Int(int64(c.StalledTo))
	}
	for _, t := range w.Timers {
		h.Int(int64(t.Due))
		h.Int(int64(t.Seq))
		h.Int(int64(t.Kind))
	}
	return uint64(h)
}

func (b *Broker) mix(h *Hash) {
	h.Int(int64(b.ID))
	h.Bool(b.Up)
	h.Bool(b.Clean)
	for i := range b.Replicas {
		r := &b.Replicas[i]
		h.Int(int64(r.Topic)<<32 ^ int64(r.Part))
		h.Bool(r.Uncleanable)
		l := r.Log
		for _, n := range [...]int64{l.LogStart, l.HW, l.EndOffset, l.FirstUnstable,
			l.RecoveryPoint, l.CleanerCheckpoint} {
			h.Int(n)
		}
		for j := range l.Segments {
			s := &l.Segments[j]
			h.Int(s.BaseOffset)
			h.Int(s.MaxTimestamp)
			h.Int(s.Modified)
			h.Int(int64(len(s.Index))<<32 ^ int64(len(s.TimeIndex)))
			for k := range s.Batches {
				h.Int(s.Batches[k].BaseOffset)
				h.Int(int64(s.Batches[k].CRC)<<32 ^ int64(s.Positions[k]))
			}
		}
		for _, d := range l.Doomed {
			h.Text(d.Name)
			h.Int(d.Due)
		}
	}
}

func (t *Topic) mix(h *Hash) {
	h.Text(t.Name)
	for _, s := range t.Settings {
		h.Text(s.Key)
		h.Text(s.Value)
	}
	for i := range t.Parts {
		p := &t.Parts[i]
		h.Int(int64(p.Leader)<<32 ^ int64(p.LeaderEpoch))
		for _, n := range p.ISR {
			h.Int(int64(n))
		}
	}
}
