package why

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKeysAreUniqueKebabCase(t *testing.T) {
	shape := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	seen := map[string]bool{}
	for i, w := range All() {
		key := w.Key()
		require.Regexp(t, shape, key)
		require.False(t, seen[key], "two reasons are called %s", key)
		seen[key] = true
		if i > 0 {
			require.Less(t, All()[i-1], w, "blocks overlap or are out of order")
		}
	}
}

func TestEveryConstantHasItsKey(t *testing.T) {
	require.Len(t, logKeys, int(FileDeleteDelay-logBase)+1)
	require.Len(t, producerKeys, int(SequenceVerifyLow-producerBase)+1)
	require.Len(t, clientKeys, int(LeaderHint-clientBase)+1)
	require.Len(t, cleanerKeys, int(BatchGetsHorizon-cleanerBase)+1)
	require.Len(t, replicationKeys, int(LeftWithBroker-replicationBase)+1)
	require.Len(t, fileKeys, int(FileUnknown-fileBase)+1)
	require.Equal(t, "segment-full", SegmentFull.Key())
	require.Equal(t, "sequence-gap", SequenceGap.Key())
	require.Equal(t, "none", None.Key())
}
