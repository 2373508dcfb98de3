package sim_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/line"
	"highwater/core/sim"
	"highwater/core/trace"
	"highwater/core/world"
)

// TestABurstHasBounds: its one step must not take longer than a reader waits, whatever the pace and
// however often a broker looks after its logs.
func TestABurstHasBounds(t *testing.T) {
	p := trace.NewPlayer(trace.Empty(trace.Journal{}), 0)
	for _, l := range []string{"cluster log.retention.check.interval.ms=1", "topic t",
		"producer app linger.ms=0"} {
		require.NoError(t, p.Do(l, trace.StepsMax))
	}
	require.EqualError(t, p.Do("produce app t count=99 every=99d", trace.StepsMax),
		"99d is out of range; want a number with a unit up to 7h16m21s818ms181us, such as "+
			"26h, 3s, 40ms")
	before := p.World().Work
	require.NoError(t, p.Do("produce app t count=99 every=7h", trace.StepsMax))
	require.Less(t, p.World().Work-before, int64(5_000_000), "of a billion checks not all are made")
}

// give gives lines to a world until one is refused.
func give(w *world.World, lines ...string) error {
	for _, text := range lines {
		l, err := line.Parse(text)
		if err != nil {
			return err
		}
		c, err := l.Command()
		if err != nil {
			return err
		}
		if _, err := sim.Do(w, c); err != nil {
			return err
		}
	}
	return nil
}

// TestAHistoryIsBounded: each line is small enough, all of them together are not. What is refused
// changes nothing, and lines that send nothing still work.
func TestAHistoryIsBounded(t *testing.T) {
	key := strings.Repeat("k", 3900)
	for name, text := range map[string]string{
		"values":   "send p t count=64 size=1000000",
		"keys":     "send p t count=10000 key=" + key + " size=0",
		"patterns": "send p t count=10000 value=" + key,
	} {
		w := world.New()
		require.NoError(t, give(w, "cluster brokers=1", "topic t", "producer p max.request.size=1"))
		var err error
		lines := 0
		for ; err == nil; lines++ {
			require.Less(t, lines, 50, name)
			err = give(w, text)
		}
		var e *line.Error
		require.True(t, errors.As(err, &e), "%s: %v", name, err)
		require.Equal(t, line.ErrManySent, e.Key, name)
		require.EqualValues(t, 256<<20, e.High)
		require.LessOrEqual(t, w.Sent, e.High)
		require.Greater(t, lines, 4, name)
		before := w.Sent
		require.Error(t, give(w, text))
		require.NoError(t, give(w, "offsets t", "send p t records=(a=1, b)"), name)
		require.Equal(t, before+2*64+3, w.Sent)
	}
	w := world.New()
	require.NoError(t, give(w, "cluster brokers=1", "topic t", "producer p",
		"send p t count=1000 size=0"))
	require.EqualValues(t, 64_000, w.Sent, "an empty record takes room too")
	require.NoError(t, give(w, "raw t count=1000"))
	require.EqualValues(t, 128_000, w.Sent)
}
