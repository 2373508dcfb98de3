package cleaner

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/errcode"
	"highwater/core/log"
	"highwater/core/record"
)

const start = 1_700_000_000_000

// story is a log that a random program writes.
type story struct {
	l    *log.Log
	now  int64
	pids [3]writer
}

// writer is a producer of a story.
type writer struct {
	epoch int16
	seq   int32
	open  bool
}

func newStory(t *rapid.T) *story {
	c := log.DefaultConfig()
	c.Compact, c.Delete = true, false
	c.HasInternalSegmentBytes = true
	c.InternalSegmentBytes = rapid.SampledFrom([]int64{150, 300, 700, 1 << 20}).Draw(t, "segment")
	c.IndexIntervalBytes = rapid.SampledFrom([]int64{0, 100, 4096}).Draw(t, "interval")
	c.DeleteRetentionMs = rapid.SampledFrom([]int64{0, 50, 1000}).Draw(t, "retention")
	c.ProducerIDExpirationMs = rapid.SampledFrom([]int64{60, 500, 5000}).Draw(t, "expiry")
	c.LogAppendTime = rapid.IntRange(0, 5).Draw(t, "append time") == 0
	return &story{l: log.New("story-0", c, start), now: start}
}

// write appends, ends transactions, rolls and lets time pass.
func (s *story) write(t *rapid.T) {
	for range rapid.IntRange(1, 25).Draw(t, "steps") {
		switch rapid.IntRange(0, 9).Draw(t, "what") {
		case 0:
			s.l.Roll(s.now)
		case 1, 2:
			s.end(t, rapid.IntRange(0, 2).Draw(t, "pid"))
		case 3:
			s.now += rapid.SampledFrom([]int64{1, 40, 100, 2000}).Draw(t, "tick")
		case 4:
			s.l.ExpireProducers(s.now)
		case 5, 6:
			s.append(t, record.NewSpec(record.None))
		default:
			s.produce(t, rapid.IntRange(0, 2).Draw(t, "pid"))
		}
		s.now++
	}
}

func (s *story) append(t *rapid.T, spec record.Spec) bool {
	if rapid.IntRange(0, 9).Draw(t, "codec") == 0 {
		spec.Codec = record.LZ4
	}
	var recs []record.Record
	for i := range rapid.IntRange(1, 4).Draw(t, "records") {
		r := record.Record{Offset: int64(i), Timestamp: s.now,
			Key: []byte(rapid.SampledFrom([]string{"a", "b", "c", "d", ""}).Draw(t, "key"))}
		if rapid.IntRange(0, 3).Draw(t, "tombstone") > 0 {
			r.Value = rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(t, "value")
		}
		if rapid.IntRange(0, 4).Draw(t, "header") == 0 {
			r.Headers = []record.RecordHeader{{Key: []byte("h")}, {Key: nil, Value: []byte("i")}}
			r.Headers[1].Key = []byte{}
		}
		recs = append(recs, r)
	}
	_, code := s.l.AppendLeader(record.Build(spec, recs), 0, s.now)
	return code == errcode.None
}

func (s *story) produce(t *rapid.T, pid int) {
	w := &s.pids[pid]
	spec := record.NewSpec(record.None)
	spec.ProducerID, spec.ProducerEpoch, spec.BaseSequence = int64(pid), w.epoch, w.seq
	spec.Transactional = w.open || rapid.Bool().Draw(t, "txn")
	before := s.l.EndOffset
	if s.append(t, spec) {
		w.open = w.open || spec.Transactional
		w.seq += int32(s.l.EndOffset - before)
	}
}

// end writes a marker, of transaction version 0 or 2.
func (s *story) end(t *rapid.T, pid int) {
	w := &s.pids[pid]
	version := rapid.SampledFrom([]int{0, 2}).Draw(t, "version")
	if version == 2 {
		w.epoch, w.seq = w.epoch+1, 0
	}
	_, code := s.l.AppendMarker(log.Marker{ProducerID: int64(pid), Epoch: w.epoch,
		Commit: rapid.Bool().Draw(t, "commit"), TransactionVersion: version}, 0, s.now)
	if code == errcode.None {
		w.open = false
	}
}

// settle closes the log and lets the followers catch up.
func (s *story) settle() {
	s.l.SetHW(s.l.EndOffset)
	s.l.Roll(s.now)
	s.l.SetHW(s.l.EndOffset)
}

// stories runs a check at each cleaning pass of random logs. The check gets the log before the
// pass, the plan, and the log after it.
func stories(t *testing.T, slots func(t *rapid.T) int64,
	check func(t *rapid.T, before, after *log.Log, p *Plan, slots int64)) {
	rapid.Check(t, func(t *rapid.T) {
		s := newStory(t)
		for range rapid.IntRange(1, 5).Draw(t, "passes") {
			s.write(t)
			s.settle()
			n := slots(t)
			before := s.l.Clone()
			p := Decide(s.l, Settings{Slots: n, Mended: true}, s.now)
			require.Nil(t, p.Death)
			Apply(s.l, &p)
			check(t, before, s.l, &p, n)
		}
	})
}

func ample(*rapid.T) int64 { return 1 << 20 }

func scarce(t *rapid.T) int64 { return rapid.Int64Range(2, 7).Draw(t, "slots") }

// left lists what the log holds in the segments that a pass rewrote.
func left(l *log.Log, end int64) []newBatch {
	var out []newBatch
	for i := range l.Segments {
		if l.Segments[i].BaseOffset >= end {
			break
		}
		for _, b := range l.Segments[i].Batches {
			nb := newBatch{base: b.BaseOffset, last: b.LastOffset()}
			nb.horizon, nb.hasHorizon = b.DeleteHorizon()
			recs, _ := b.Records()
			for _, r := range recs {
				nb.offsets = append(nb.offsets, r.Offset)
			}
			out = append(out, nb)
		}
	}
	return out
}

func TestNaiveCleanerAgrees(t *testing.T) {
	check := func(t *rapid.T, before, after *log.Log, p *Plan, slots int64) {
		if p.Choice.Nothing() {
			require.Equal(t, left(before, before.EndOffset), left(after, after.EndOffset))
			return
		}
		n := newNaive(before, p.Now, slots)
		require.Equal(t, n.reach, p.LatestOffset, dump(before))
		require.Equal(t, n.clean(), left(after, p.EndOffset), dump(before))
	}
	t.Run("with room for every key", func(t *testing.T) { stories(t, ample, check) })
	t.Run("with a full map", func(t *testing.T) { stories(t, scarce, check) })
}

func TestCleaningChangesNoSurvivingRecord(t *testing.T) {
	stories(t, scarce, func(t *rapid.T, before, after *log.Log, _ *Plan, _ int64) {
		old := map[int64]record.Record{}
		heads := map[int64]record.Header{}
		eachBatch(before, func(b *record.Batch, recs []record.Record) {
			heads[b.LastOffset()] = b.Header
			for _, r := range recs {
				old[r.Offset] = r
			}
		})
		eachBatch(after, func(b *record.Batch, recs []record.Record) {
			require.NoError(t, b.CheckCRC())
			h := heads[b.LastOffset()]
			require.Equal(t, h.BaseOffset, b.BaseOffset)
			require.Equal(t, h.LeaderEpoch, b.LeaderEpoch)
			require.Equal(t, h.ProducerID, b.ProducerID)
			require.Equal(t, h.ProducerEpoch, b.ProducerEpoch)
			require.Equal(t, h.BaseSequence, b.BaseSequence)
			for _, r := range recs {
				require.Equal(t, old[r.Offset], r)
			}
		})
	})
}

func eachBatch(l *log.Log, f func(b *record.Batch, recs []record.Record)) {
	for i := range l.Segments {
		for j := range l.Segments[i].Batches {
			b := &l.Segments[i].Batches[j]
			recs, err := b.Records()
			if err != nil {
				panic(err)
			}
			f(b, recs)
		}
	}
}

// TestCleaningAgainAtOnceSettles: the next passes over the same range change at most horizons and
// what hung on the batches that the first one removed, and then nothing.
func TestCleaningAgainAtOnceSettles(t *testing.T) {
	stories(t, ample, func(t *rapid.T, before, after *log.Log, p *Plan, _ int64) {
		l := after.Clone()
		for range 3 {
			l.CleanerCheckpoint = -1
			again := Decide(l, Settings{Slots: 1 << 20}, p.Now)
			Apply(l, &again)
		}
		l.CleanerCheckpoint = -1
		last := Decide(l, Settings{Slots: 1 << 20}, p.Now)
		require.Equal(t, bytesOf(l), bytesOf(apply(l, &last)))
	})
}

func apply(l *log.Log, p *Plan) *log.Log {
	c := l.Clone()
	Apply(c, p)
	return c
}

func bytesOf(l *log.Log) []byte {
	var buf bytes.Buffer
	for i := range l.Segments {
		buf.Write(l.Segments[i].Bytes())
	}
	return buf.Bytes()
}

// TestDecidingChangesNothing: the log is as it was, and Walk decides the same as Decide.
func TestDecidingChangesNothing(t *testing.T) {
	stories(t, scarce, func(t *rapid.T, before, _ *log.Log, p *Plan, slots int64) {
		untouched := before.Clone()
		var heard []RecordVerdict
		walked := Walk(before, Settings{Slots: slots, Mended: true}, p.Now,
			func(_ *record.Batch, v *BatchVerdict) { heard = append(heard, v.Records...) })
		require.Equal(t, untouched.Segments, before.Segments)
		var listed []RecordVerdict
		for i := range p.Groups {
			require.Equal(t, p.Groups[i].Cleaned, walked.Groups[i].Cleaned)
			for _, b := range p.Groups[i].Batches {
				listed = append(listed, b.Records...)
			}
		}
		require.Equal(t, listed, heard)
		require.Equal(t, p.Stats, walked.Stats)
		require.Equal(t, p.EndOffset, walked.EndOffset)
	})
}
