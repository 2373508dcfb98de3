package sim_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"highwater/core/lesson"
)

// stories are the scenarios of producers on a network, in the language of lessons.
const stories = "testdata/producer/*.txt"

// TestProducerStories plays every story under every variant and compares what it prints. To accept
// a new output run it with -args -rewrite, then read the change as you would read code.
func TestProducerStories(t *testing.T) {
	tell(t, stories, func(*testing.T, *lesson.Run) {})
}

// tell plays the stories of a pattern, holds them to what their files say, and gives each run to a
// further look.
func tell(t *testing.T, pattern string, look func(*testing.T, *lesson.Run)) {
	files, err := filepath.Glob(pattern)
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
			require.Equal(t, len(runs[0].Lesson.Blocks), block)
			for _, r := range runs {
				require.Empty(t, r.Failed, "variant %q", r.Variant.ID)
				look(t, r)
			}
		})
	}
}

// play runs a story under each of its variants.
func play(t *testing.T, file string) []*lesson.Run {
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	l, err := lesson.Parse(filepath.Base(file), src)
	require.NoError(t, err)
	names := []string{""}
	if len(l.Variants) > 0 {
		names = nil
	}
	for _, v := range l.Variants {
		names = append(names, v.ID)
	}
	var runs []*lesson.Run
	for _, name := range names {
		r, err := l.Play(name, nil)
		require.NoError(t, err)
		runs = append(runs, r)
	}
	return runs
}

// printed is the output of a block: once if the variants agree, else each under its name.
func printed(runs []*lesson.Run, block int) string {
	var b strings.Builder
	first := strings.Join(runs[0].Outputs[block], "\n")
	same := true
	for _, r := range runs {
		same = same && strings.Join(r.Outputs[block], "\n") == first
	}
	for _, r := range runs {
		if !same {
			b.WriteString(r.Variant.ID + ":\n")
		}
		for _, s := range r.Outputs[block] {
			b.WriteString(s + "\n")
		}
		if same {
			break
		}
	}
	return b.String()
}
