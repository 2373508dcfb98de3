package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/trace"
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
