package cleaner

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/why"
)

// teller writes a log in a few words, one millisecond an append.
type teller struct {
	t   *testing.T
	l   *log.Log
	now int64
}

func tell(t *testing.T, version log.Version, settings ...string) *teller {
	c := log.DefaultConfig()
	c.Rules, _ = log.RulesOf(version)
	c, err := c.WithAll(append([]string{"cleanup.policy", "compact", "delete.retention.ms", "1000",
		"producer.id.expiration.ms", "5000", "internal.segment.bytes", "1000000"}, settings...)...)
	require.NoError(t, err)
	return &teller{t: t, l: log.New("told-0", c, start), now: start}
}

// put appends records `key=value` or `key` for a tombstone; a word `pid:epoch:seq` before them
// makes the batch transactional.
func (w *teller) put(words ...string) {
	spec := record.NewSpec(record.None)
	if n, _ := fmt.Sscanf(words[0], "%d:%d:%d", &spec.ProducerID, &spec.ProducerEpoch,
		&spec.BaseSequence); n == 3 {
		spec.Transactional = true
		words = words[1:]
	}
	var recs []record.Record
	for i, word := range words {
		key, value, has := strings.Cut(word, "=")
		r := record.Record{Offset: int64(i), Timestamp: w.now, Key: []byte(key)}
		if has {
			r.Value = []byte(value)
		}
		recs = append(recs, r)
	}
	_, code := w.l.AppendLeader(record.Build(spec, recs), 0, w.now)
	require.Equal(w.t, errcode.None, code)
	w.now++
}

func (w *teller) end(pid int64, epoch int16, commit bool) {
	_, code := w.l.AppendMarker(log.Marker{ProducerID: pid, Epoch: epoch, Commit: commit}, 0, w.now)
	require.Equal(w.t, errcode.None, code)
	w.now++
}

// roll closes the active segment, with everything replicated.
func (w *teller) roll() {
	w.l.SetHW(w.l.EndOffset)
	w.l.Roll(w.now)
}

// clean makes a pass and returns its plan.
func (w *teller) clean(s Settings) Plan {
	p := Decide(w.l, s, w.now)
	Apply(w.l, &p)
	return p
}

// holds lists the log in a line: segments, batches, records.
func (w *teller) holds() string {
	var out []string
	for i := range w.l.Segments {
		s := &w.l.Segments[i]
		if s.Size == 0 {
			continue
		}
		line := fmt.Sprintf("%d:", s.BaseOffset)
		for _, b := range s.Batches {
			line += " " + batchWords(&b)
		}
		for _, txn := range s.TxnIndex {
			line += fmt.Sprintf(" (aborted %d..%d)", txn.FirstOffset, txn.LastOffset)
		}
		out = append(out, line)
	}
	return strings.Join(out, " | ")
}

func batchWords(b *record.Batch) string {
	var words []string
	recs, err := b.Records()
	if err != nil {
		return err.Error()
	}
	for _, r := range recs {
		word := fmt.Sprintf("%d.%s", r.Offset, r.Key)
		if b.Control() {
			c, _ := record.ParseControlRecord(&r)
			word = fmt.Sprintf("%d.%s", r.Offset, c.Type)
		} else if r.Value != nil {
			word += "=" + string(r.Value)
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		words = []string{fmt.Sprintf("%d.empty", b.LastOffset())}
	}
	if ms, ok := b.DeleteHorizon(); ok {
		words = append(words, fmt.Sprintf("until +%d", ms-start))
	}
	return "[" + strings.Join(words, " ") + "]"
}

// verdictOf finds the verdict on a record.
func verdictOf(p *Plan, offset int64) RecordVerdict {
	for _, g := range p.Groups {
		for _, b := range g.Batches {
			for _, v := range b.Records {
				if v.Offset == offset {
					return v
				}
			}
		}
	}
	return RecordVerdict{Offset: -1}
}

// TestEarlyHorizon is a defect of Kafka's: a tombstone above the end of a full map gets its
// delete horizon although the older value of its key is still there. The next pass after the
// horizon removes both at once, so a reader that had seen the value never sees the delete.
func TestEarlyHorizon(t *testing.T) {
	write := func() *teller {
		w := tell(t, log.V42)
		w.put("A=1")
		w.put("B=1")
		w.put("C=1")
		w.put("D=1")
		w.put("D")
		w.put("E=1")
		w.roll()
		return w
	}
	kafka, mended := write(), write()
	small := Settings{Slots: 3}
	plan := kafka.clean(small)
	require.True(t, plan.Full)
	require.Equal(t, int64(2), plan.EndOffset)
	require.Equal(t, "0: [0.A=1] [1.B=1] [2.C=1] [3.D=1] [4.D until +1006] [5.E=1]", kafka.holds())
	early := plan.Groups[0].Batches[4]
	require.True(t, early.HorizonEarly)
	require.Equal(t, why.RecordNotExamined, early.Records[0].Why)

	small.Mended = true
	mended.clean(small)
	require.Equal(t, "0: [0.A=1] [1.B=1] [2.C=1] [3.D=1] [4.D] [5.E=1]", mended.holds())

	kafka.now += 1010
	mended.now += 1010
	plan = kafka.clean(Settings{})
	require.Equal(t, "0: [0.A=1] [1.B=1] [2.C=1] [5.E=1]", kafka.holds(),
		"value and tombstone went in the same pass")
	require.Equal(t, RecordVerdict{Offset: 3, Why: why.RecordSuperseded, A: 4},
		verdictOf(&plan, 3))
	require.Equal(t, why.TombstoneExpired, verdictOf(&plan, 4).Why)
	plan = mended.clean(Settings{Mended: true})
	require.Equal(t, "0: [0.A=1] [1.B=1] [2.C=1] [4.D until +2016] [5.E=1]", mended.holds(),
		"the tombstone outlives the value by delete.retention.ms")
	require.False(t, plan.Groups[0].Batches[4].HorizonEarly)
}

// TestEndedTransactionPoisonsTheMap is another defect of a map that was full: the next pass begins
// inside a segment, behind the ABORT of a transaction whose index entry it has read. It never sees
// that transaction end, takes the producer's next, committed records for aborted ones and leaves
// them out of the map. An older value of the key then survives its own tombstone.
func TestEndedTransactionPoisonsTheMap(t *testing.T) {
	write := func(s Settings) *teller {
		w := tell(t, log.V42, "index.interval.bytes", "0")
		w.put("K=old")
		w.put("7:0:0", "X=1")
		w.end(7, 0, false)
		w.put("A=1")
		w.put("B=1")
		w.put("C=1")
		w.put("7:0:1", "K")
		w.end(7, 0, true)
		w.put("Z=1")
		w.roll()
		s.Slots = 4
		plan := w.clean(s)
		require.Equal(t, int64(5), plan.EndOffset, "K, A and B fit into the map")
		s.Slots = 0
		w.clean(s)
		return w
	}
	kafka := write(Settings{})
	require.Contains(t, kafka.holds(), "[0.K=old]")
	require.Contains(t, kafka.holds(), "[6.K until +1009]")
	mended := write(Settings{Mended: true})
	require.NotContains(t, mended.holds(), "0.K=old")
	require.Contains(t, mended.holds(), "[6.K until +1009]")

	kafka.now += 2000
	kafka.put("Y=1")
	kafka.roll()
	kafka.clean(Settings{})
	require.Contains(t, kafka.holds(), "[0.K=old]", "the deleted value is back")
	require.NotContains(t, kafka.holds(), "6.K ")
}

// TestLastBatchOfARound: 4.2 keeps an emptied batch that ends the round (KAFKA-17076), later
// versions only one that ends at the high watermark (KAFKA-20452), 3.9.0 none.
func TestLastBatchOfARound(t *testing.T) {
	for version, want := range map[log.Version]string{
		log.V39:    "0: [0.A=1] [1.B=1] [2.C=1] | 5: [5.F=1]",
		log.V42:    "0: [0.A=1] [1.B=1] [2.C=1] [4.empty] | 5: [5.F=1]",
		log.V44:    "0: [0.A=1] [1.B=1] [2.C=1] | 5: [5.F=1]",
		log.VTrunk: "0: [0.A=1] [1.B=1] [2.C=1] | 5: [5.F=1]",
	} {
		w := tell(t, version)
		for _, word := range []string{"A=1", "B=1", "C=1", "D=1", "D"} {
			w.put(word)
		}
		w.roll()
		w.put("F=1")
		w.l.SetHW(w.l.EndOffset)
		w.clean(Settings{Slots: 3})
		w.now += 1010
		w.clean(Settings{})
		require.Equal(t, want, w.holds(), "Kafka %s", version)
	}
}

func TestOutputThatOverflows(t *testing.T) {
	write := func(version log.Version) *teller {
		w := tell(t, version)
		w.put("X=1")
		w.roll()
		w.put("7:0:0", "K=v1")
		w.end(7, 0, false)
		w.put("Y=1")
		w.roll()
		return w
	}
	t.Run("a newer cleaner opens another segment and filters nothing twice", func(t *testing.T) {
		w := write(log.V44)
		w.l.ExpireProducers(w.now + 10_000)
		w.clean(Settings{OutputBytesMax: 150})
		require.Equal(t, "0: [0.X=1] | 2: [2.ABORT] [3.Y=1] (aborted 1..2)", w.holds(),
			"the index entry lies beside its marker, and the marker has no horizon yet")
	})
	t.Run("an older one gives the pass up", func(t *testing.T) {
		w := write(log.V42)
		before := w.holds()
		plan := w.clean(Settings{OutputBytesMax: 150})
		require.Equal(t, why.CleanedTooLarge, plan.Death.Why)
		require.Equal(t, int64(150), plan.Death.B)
		require.Equal(t, before, w.holds())
		require.Equal(t, int64(-1), w.l.CleanerCheckpoint)
	})
}
