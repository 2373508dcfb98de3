package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/check"
	"highwater/core/lesson"
)

// TestStorageStories plays the stories of logs, retention, cleaning and restarts. To accept a new
// output run it with -args -rewrite.
func TestStorageStories(t *testing.T) {
	tell(t, "testdata/storage/*.txt", func(t *testing.T, r *lesson.Run) {
		require.Empty(t, check.All(r.Timeline.World(r.Timeline.Len())))
	})
}
