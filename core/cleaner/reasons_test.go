package cleaner

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"highwater/core/log"
	"highwater/core/why"
)

// batchWhy is the reason for what became of the batch that held an offset.
func batchWhy(t *testing.T, l *log.Log, p *Plan, offset int64) (Action, why.Why) {
	t.Helper()
	for _, g := range p.Groups {
		for _, v := range g.Batches {
			for i := range l.Segments {
				s := &l.Segments[i]
				if s.BaseOffset == v.Segment && s.Batches[v.Index].BaseOffset == offset {
					return v.Action, v.Why
				}
			}
		}
	}
	require.Failf(t, "no verdict", "on offset %d", offset)
	return Copy, why.None
}

// TestPartOfABatchGoes: what is left of a batch is written anew.
func TestPartOfABatchGoes(t *testing.T) {
	w := tell(t, log.V42)
	w.put("a=1", "b=1")
	w.put("a=2")
	w.roll()
	p := Decide(w.l, Settings{}, w.now)
	action, reason := batchWhy(t, w.l, &p, 0)
	assert.Equal(t, Rebuild, action)
	assert.Equal(t, why.BatchRebuilt, reason)
}

// TestAMarkerAloneKeepsTheEpoch: the marker of a producer that wrote nothing goes when its horizon
// is over, and its header stays while the producer is remembered; then that goes as well.
func TestAMarkerAloneKeepsTheEpoch(t *testing.T) {
	w := tell(t, log.V42)
	w.end(9, 3, true)
	w.roll()
	w.clean(Settings{})
	w.now += 2000
	w.put("a=1")
	w.roll()
	p := Decide(w.l, Settings{}, w.now)
	action, reason := batchWhy(t, w.l, &p, 0)
	assert.Equal(t, Empty, action)
	assert.Equal(t, why.EmptyForEpoch, reason)
	Apply(w.l, &p)

	w.l.ExpireProducers(w.now + 10_000)
	w.put("a=2")
	w.roll()
	p = Decide(w.l, Settings{}, w.now)
	action, reason = batchWhy(t, w.l, &p, 0)
	assert.Equal(t, Drop, action)
	assert.Equal(t, why.EmptyNotNeeded, reason)
}

// TestTheEndOfALogStaysWhereItIs: a tombstone is the last record below the bound when its horizon
// is over, since a lost checkpoint makes the log dirty again without a new record. Its header
// stays, so that followers and coordinators do not see the log end earlier: at the end of a round
// (KAFKA-17076), from 4.4 on at the high watermark only (KAFKA-20452).
func TestTheEndOfALogStaysWhereItIs(t *testing.T) {
	for _, c := range []struct {
		version log.Version
		action  Action
		why     why.Why
	}{
		{log.V39, Drop, why.BatchEmptied},
		{log.V42, Empty, why.EmptyForRoundEnd},
		{log.V44, Empty, why.EmptyForHighWatermark},
	} {
		w := tell(t, c.version)
		w.put("a=1")
		w.put("b")
		w.roll()
		w.clean(Settings{})
		w.now += 2000
		w.l.CleanerCheckpoint = -1
		p := Decide(w.l, Settings{}, w.now)
		action, reason := batchWhy(t, w.l, &p, 1)
		assert.Equal(t, c.action, action, c.version)
		assert.Equal(t, c.why, reason, c.version)
	}
}
