package sim_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"highwater/core/check"
)

// TestStorageStories plays the stories of logs, retention, cleaning and restarts. To accept a new
// output run it with -args -rewrite.
func TestStorageStories(t *testing.T) {
	files, err := filepath.Glob("testdata/storage/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			runs := play(t, file)
			block := 0
			datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) string {
				require.Equal(t, runs[0].Lesson.Blocks[block].Verb, d.Cmd)
				block++
				return printed(runs, block-1)
			})
			for _, r := range runs {
				require.Empty(t, r.Failed)
				require.Empty(t, check.All(r.Timeline.World(r.Timeline.Len())))
			}
		})
	}
}
