package cleaner

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/log"
	"highwater/core/why"
)

func TestSelectSaysWhyNot(t *testing.T) {
	w := tell(t, log.V42)
	require.Equal(t, why.LogIsEmpty, Select(w.l, w.now).Why)
	w.put("a=1")
	w.l.SetHW(1)
	c := Select(w.l, w.now)
	require.Equal(t, why.LogIsEmpty, c.Why, "the only segment is active")
	require.Equal(t, why.BoundByActiveSegment, c.BoundBy)
	w.roll()
	c = Select(w.l, w.now)
	require.True(t, c.Eligible)
	require.Equal(t, why.DirtyRatioReached, c.Why)
	require.Equal(t, [2]int64{1_000_000, 500_000}, [2]int64{c.A, c.B})
	w.clean(Settings{})
	c = Select(w.l, w.now)
	require.Equal(t, why.NothingToClean, c.Why)
	require.Equal(t, [2]int64{1, 1}, [2]int64{c.A, c.B})
	require.True(t, c.Nothing())

	w.put("b=1")
	w.roll()
	c = Select(w.l, w.now)
	require.Equal(t, why.DirtyRatioTooLow, c.Why, "half of the bytes is not more than half")
	require.Equal(t, [2]int64{500_000, 500_000}, [2]int64{c.A, c.B})
	require.False(t, c.Eligible)

	w.l.Config.MaxCompactionLagMs = 10
	c = Select(w.l, start+11)
	require.Equal(t, why.DirtyRatioTooLow, c.Why, "10 ms are not more than 10 ms")
	c = Select(w.l, start+12)
	require.True(t, c.MustCleanNow)
	require.Equal(t, why.MaxCompactionLagPassed, c.Why)
	require.Equal(t, [2]int64{11, 10}, [2]int64{c.A, c.B})
}

func TestSelectResetsTheCheckpoint(t *testing.T) {
	w := tell(t, log.V42)
	w.put("a=1")
	w.put("b=1")
	w.roll()
	require.Equal(t, why.CheckpointMissing, Select(w.l, w.now).Reset)
	w.l.CleanerCheckpoint = 3
	c := Select(w.l, w.now)
	require.Equal(t, why.CheckpointAboveEnd, c.Reset)
	require.Zero(t, c.FirstDirty)
	w.l.CleanerCheckpoint = 0
	w.l.RaiseLogStart(1)
	c = Select(w.l, w.now)
	require.Equal(t, why.CheckpointBelowStart, c.Reset)
	require.Equal(t, int64(1), c.FirstDirty)

	w.l.SetHW(1)
	w.l.LogStart, w.l.CleanerCheckpoint = 2, 1
	p := w.clean(Settings{})
	require.True(t, p.Choice.Nothing())
	require.Equal(t, int64(2), w.l.CleanerCheckpoint, "reset although nothing was cleaned")
}

func TestSelectStopsAtAnOpenTransaction(t *testing.T) {
	w := tell(t, log.V42)
	w.put("a=1")
	w.roll()
	w.put("7:0:0", "b=1")
	w.roll()
	c := Select(w.l, w.now)
	require.Equal(t, why.BoundByOpenTransaction, c.BoundBy)
	require.Equal(t, int64(1), c.Bound)
	require.Equal(t, int64(1), c.FirstUncleanable)
}

func TestFilthiestComparesRatiosOnly(t *testing.T) {
	log := func(clean, dirty int64, eligible, must bool) Choice {
		return Choice{CleanBytes: clean, CleanableBytes: dirty, Eligible: eligible,
			MustCleanNow: must}
	}
	require.Equal(t, -1, Filthiest(nil))
	require.Equal(t, -1, Filthiest([]Choice{log(0, 5, false, false)}))
	require.Equal(t, 2, Filthiest([]Choice{
		log(100, 1, true, true), log(0, 9, false, false), log(10, 90, true, false),
		log(100, 900, true, false),
	}), "the first of equals, whatever must be cleaned now and whatever is larger")
	huge := int64(1) << 60
	require.Equal(t, 1, Filthiest([]Choice{log(huge, huge-1, true, false),
		log(huge-1, huge, true, false)}), "exact above 64 bits")
	require.Equal(t, int64(500_000), (&Choice{CleanBytes: huge, CleanableBytes: huge}).RatioPPM())
	require.Zero(t, (&Choice{}).RatioPPM())
}
