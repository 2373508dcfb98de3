package log

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/record"
)

// machine does random things to a log and watches that no invariant breaks and that clones taken
// on the way never change.
type machine struct {
	log *Log
	now int64
	// clones and what they looked like when they were taken.
	clones []*Log
	prints []string
	// cut says that records of producers were removed, so that a replay cannot know all.
	cut bool
}

func newMachine(t *rapid.T) *machine {
	size := rapid.SampledFrom([]string{"200", "400", "1000"}).Draw(t, "segment")
	interval := rapid.SampledFrom([]string{"0", "100", "4096"}).Draw(t, "interval")
	c, err := DefaultConfig().WithAll("internal.segment.bytes", size, "index.interval.bytes",
		interval, "retention.ms", "500", "segment.ms", "300")
	require.NoError(t, err)
	return &machine{log: New("t-0", c, t0), now: t0}
}

func (m *machine) tick(t *rapid.T) { m.now += rapid.Int64Range(0, 200).Draw(t, "ms") }

func (m *machine) client(t *rapid.T) who {
	return who{id: rapid.Int64Range(1, 3).Draw(t, "pid"),
		epoch: int16(rapid.IntRange(0, 1).Draw(t, "epoch")), txn: rapid.Bool().Draw(t, "txn")}
}

func (m *machine) append(t *rapid.T) {
	w := m.client(t)
	seq := int32(0)
	if p, ok := m.log.Producers.Producer(w.id); ok {
		// Mostly what comes next, sometimes a repeat or a gap.
		seq = max(p.LastSequence()+int32(rapid.SampledFrom([]int{1, 1, 1, 1, 0, -1, 2}).Draw(t,
			"step")), 0)
	}
	n := rapid.IntRange(1, 3).Draw(t, "records")
	m.log.AppendLeader(w.one(seq, n, m.now), int32(rapid.IntRange(0, 2).Draw(t, "lepoch")), m.now)
}

func (m *machine) plain(t *rapid.T) {
	m.log.AppendLeader(batch(kv("k", "v", m.now-rapid.Int64Range(0, 400).Draw(t, "age"))), 0, m.now)
}

func (m *machine) marker(t *rapid.T) {
	w := m.client(t)
	m.log.AppendMarker(Marker{ProducerID: w.id, Epoch: w.epoch, Commit: rapid.Bool().Draw(t, "c"),
		TransactionVersion: rapid.IntRange(0, 2).Draw(t, "tv")}, 0, m.now)
}

// boundary draws the start of a batch, or the end: replication and requests only ever name such
// offsets.
func (m *machine) boundary(t *rapid.T) int64 {
	var starts []int64
	for i := range m.log.Segments {
		starts = append(starts, offsets(m.log.Segments[i].Batches)...)
	}
	return rapid.SampledFrom(append(starts, m.log.EndOffset)).Draw(t, "boundary")
}

func (m *machine) watermark(t *rapid.T) { m.log.RaiseHW(m.boundary(t)) }

func (m *machine) retention(*rapid.T) {
	r := m.log.DeleteOldSegments(m.now)
	m.cut = m.cut || len(r.Removed) > 0
}

func (m *machine) records(t *rapid.T) {
	m.log.DeleteRecords(m.boundary(t))
	m.cut = true
}

func (m *machine) truncate(t *rapid.T) {
	m.log.TruncateTo(max(m.boundary(t), m.log.HW), m.now)
	m.cut = true // only the snapshots' one batch a producer is known
}

func (m *machine) restart(t *rapid.T) {
	clean := rapid.Bool().Draw(t, "clean")
	_, err := m.log.Restart(clean, rapid.Int64Range(0, m.log.EndOffset).Draw(t, "point"), m.now)
	require.NoError(t, err)
	m.cut = true
}

func (m *machine) roll(*rapid.T) { m.log.Roll(m.now) }

// fork goes on with a clone and keeps the original as a witness, or the other way round.
func (m *machine) fork(t *rapid.T) {
	if len(m.clones) == 4 {
		return
	}
	c := m.log.Clone()
	if rapid.Bool().Draw(t, "original") {
		c, m.log = m.log, c
	}
	m.clones = append(m.clones, c)
	m.prints = append(m.prints, fingerprint(c))
}

func fingerprint(l *Log) string {
	h := sha256.New()
	for _, f := range l.Files() {
		fmt.Fprintln(h, f.Name, f.Modified)
		h.Write(f.Data)
	}
	fmt.Fprintln(h, l.LogStart, l.HW, l.EndOffset, l.FirstUnstable, l.RecoveryPoint, l.Epochs,
		l.Producers, l.CleanerCheckpoint, l.Doomed, l.JitterSeed)
	for i := range l.Segments {
		s := &l.Segments[i]
		fmt.Fprintln(h, s.Size, s.MaxTimestamp, s.Created, s.BytesSinceIndex, s.Indexed)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

func (m *machine) check(t *rapid.T) {
	for i, c := range m.clones {
		require.Equal(t, m.prints[i], fingerprint(c), "clone %d has changed", i)
	}
	checkInvariants(t, m.log)
	if !m.cut {
		checkReplay(t, m.log)
	}
}

// TestInvariantsHold is the property behind everything else here.
func TestInvariantsHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(t)
		actions := []func(*rapid.T){m.append, m.append, m.append, m.append, m.plain, m.marker,
			m.marker, m.watermark, m.watermark, m.retention, m.records, m.truncate, m.restart,
			m.roll, m.fork, m.tick, m.tick}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			rapid.SampledFrom(actions).Draw(t, "do")(t)
			m.check(t)
		}
	})
}

func checkInvariants(t *rapid.T, l *Log) {
	require.LessOrEqual(t, l.LogStart, l.LastStableOffset())
	require.LessOrEqual(t, l.LastStableOffset(), l.HW)
	require.LessOrEqual(t, l.HW, l.EndOffset)
	next := int64(-1)
	for i := range l.Segments {
		s := &l.Segments[i]
		require.GreaterOrEqual(t, s.BaseOffset, next, "segments overlap")
		size := int32(0)
		for j := range s.Batches {
			b := &s.Batches[j]
			require.GreaterOrEqual(t, b.BaseOffset, max(next, s.BaseOffset))
			require.GreaterOrEqual(t, b.LastOffsetDelta, int32(0))
			require.Equal(t, size, s.Positions[j])
			require.NoError(t, b.CheckCRC())
			next, size = b.NextOffset(), size+int32(b.Size())
		}
		require.Equal(t, size, s.Size)
		checkIndexes(t, s)
	}
	require.LessOrEqual(t, next, l.EndOffset)
	for i := range l.Epochs.Entries[min(1, len(l.Epochs.Entries)):] {
		a, b := l.Epochs.Entries[i], l.Epochs.Entries[i+1]
		require.True(t, a.Epoch < b.Epoch && a.StartOffset < b.StartOffset, "%v", l.Epochs)
	}
}

func checkIndexes(t *rapid.T, s *Segment) {
	for i, e := range s.Index {
		b := s.batchAt(e.Position)
		require.Equal(t, e.Position, s.Positions[b], "an entry points to the start of a batch")
		require.Equal(t, s.Batches[b].LastOffset(), e.Offset)
		require.True(t, i == 0 || s.Index[i-1].Offset < e.Offset)
	}
	for i := range s.TimeIndex[min(1, len(s.TimeIndex)):] {
		a, b := s.TimeIndex[i], s.TimeIndex[i+1]
		require.True(t, a.Timestamp < b.Timestamp && a.Offset <= b.Offset)
	}
	largest := int64(record.NoTimestamp)
	for i := range s.Batches {
		largest = max(largest, s.Batches[i].MaxTimestamp)
	}
	require.Equal(t, largest, s.MaxTimestamp)
}

// checkReplay rebuilds the producers from the log alone and compares.
func checkReplay(t *rapid.T, l *Log) {
	fresh := l.Clone()
	fresh.Snapshots, fresh.Producers = nil, ProducerState{}
	require.NoError(t, fresh.rebuildProducers(0, fresh.EndOffset, t0, false))
	require.Equal(t, nonEmpty(l.Producers.Entries), nonEmpty(fresh.Producers.Entries))
	require.Len(t, fresh.Producers.Ongoing, len(l.Producers.Ongoing))
	for i, txn := range l.Producers.Ongoing {
		require.Equal(t, txn.FirstOffset, fresh.Producers.Ongoing[i].FirstOffset)
	}
}

func nonEmpty(p []Producer) []Producer {
	if len(p) == 0 {
		return nil
	}
	return p
}

// TestFollowerOfAnyLeaderEqualsIt copies a random leader batch by batch.
func TestFollowerOfAnyLeaderEqualsIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(t)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			rapid.SampledFrom([]func(*rapid.T){m.append, m.append, m.plain, m.marker,
				m.tick}).Draw(t, "do")(t)
		}
		f := New("t-0", m.log.Config, t0)
		for {
			r := m.log.Fetch(f.EndOffset, ReadLogEnd, rapid.IntRange(1, 500).Draw(t, "bytes"))
			if len(r.Batches) == 0 {
				break
			}
			_, code := f.AppendFollower(r.Batches[:1], 99, m.now)
			require.Zero(t, code)
		}
		require.Equal(t, m.log.EndOffset, f.EndOffset)
		require.Equal(t, m.log.Producers.Entries, f.Producers.Entries)
		require.True(t, bytes.Equal(concat(m.log), concat(f)))
	})
}

func concat(l *Log) []byte {
	var p []byte
	for i := range l.Segments {
		p = append(p, l.Segments[i].Bytes()...)
	}
	return p
}
