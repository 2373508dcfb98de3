package sim_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/line"
	"highwater/core/sim"
	"highwater/core/world"
)

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
		"records":  "send p t count=10000 size=0",
		"batches":  "raw t count=10000",
	} {
		w := world.New()
		require.NoError(t, give(w, "cluster brokers=1", "topic t", "producer p max.request.size=1"))
		var err error
		lines := 0
		for ; err == nil; lines++ {
			require.Less(t, lines, 500, name)
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
}
