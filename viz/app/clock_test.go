package app

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTimesAreSinceTheBeginning: nowhere in what is said at any step is there a time in
// milliseconds since 1970, however it is grouped.
func TestTimesAreSinceTheBeginning(t *testing.T) {
	const gap = "[\u00a0\u202f ,]?"
	epoch := regexp.MustCompile("1" + gap + "70[0-9]" + gap + "[0-9]{3}" + gap + "[0-9]{3}" + gap +
		"[0-9]{3}")
	require.True(t, epoch.MatchString("1\u202f700\u202f000\u202f003\u202f100"))
	for _, lang := range []string{"en", "ru"} {
		s := open(t, Options{Motion: "none", Lang: lang})
		for _, l := range s.lessons {
			do(t, s, "lesson "+l.ID)
			for n := 0; n <= s.run.tl.Len(); n++ {
				do(t, s, "seek "+itoa(n))
				_ = s.walk(1) // where there is something
				st := s.Status()
				st.Link, st.Caused = "", "" // data, not words
				for i := range st.Transcript {
					st.Transcript[i].Link = ""
				}
				text, err := json.Marshal(st)
				require.NoError(t, err)
				if at := epoch.FindIndex(text); at != nil {
					assert.Fail(t, l.ID, "step %d: %s", n, text[max(at[0]-80, 0):at[1]+20])
				}
			}
		}
	}
}

// TestWithoutMotionThereAreOnlyStates: between two steps the picture is that of one of them.
func TestWithoutMotionThereAreOnlyStates(t *testing.T) {
	s := open(t, Options{Motion: "none"})
	for _, name := range []string{"segments", "retention", "compaction"} {
		do(t, s, "lesson "+name)
		for n := 1; n <= s.run.tl.Len(); n++ {
			b := s.run.plan.Beats[n-1]
			for _, phase := range []float32{0.2, 0.5, 0.8} {
				in := s.input(s.run, b.Start+phase*b.Dur, 1000, 640)
				assert.EqualValues(t, 1, in.Phase)
				assert.Contains(t, []int{n - 1, n}, in.Step.N)
				assert.Same(t, in.Before, in.After)
			}
		}
	}
}
