package lesson

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"highwater/core/check"
)

// folder is where the lessons of the program are.
const folder = "../../assets/lessons"

func lessonFiles(t testing.TB) []string {
	files, err := filepath.Glob(filepath.Join(folder, "*.lesson"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

func parseFile(t testing.TB, file string) *Lesson {
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	l, err := Parse(filepath.Base(file), src)
	require.NoError(t, err)
	return l
}

// variants are the ids of all variants; a lesson without variants has one, the empty one.
func variants(l *Lesson) []string {
	if len(l.Variants) == 0 {
		return []string{""}
	}
	var ids []string
	for _, v := range l.Variants {
		ids = append(ids, v.ID)
	}
	return ids
}

// TestLessonsPrintWhatTheirFilesSay plays every lesson under every variant. To accept a new
// output run it with -args -rewrite, then read the change as you would read code.
func TestLessonsPrintWhatTheirFilesSay(t *testing.T) {
	for _, file := range lessonFiles(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			l := parseFile(t, file)
			var runs []*Run
			for _, v := range variants(l) {
				r, err := l.Play(v, nil)
				require.NoError(t, err)
				require.Empty(t, r.Failed, "variant %q", v)
				runs = append(runs, r)
			}
			block := 0
			datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) string {
				require.Equal(t, l.Blocks[block].Verb, d.Cmd, "blocks must be cut alike")
				out := merge(runs, block)
				block++
				return out
			})
			require.Equal(t, len(l.Blocks), block)
		})
	}
}

// merge prints what the variants print: once if they agree, else each under its name.
func merge(runs []*Run, block int) string {
	same := true
	for _, r := range runs {
		same = same && strings.Join(r.Outputs[block], "\n") ==
			strings.Join(runs[0].Outputs[block], "\n")
	}
	var b strings.Builder
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

// TestEveryOfferedValuePlays changes each parameter to each value that a lesson offers.
func TestEveryOfferedValuePlays(t *testing.T) {
	for _, file := range lessonFiles(t) {
		l := parseFile(t, file)
		for _, p := range l.Params {
			for _, value := range p.Values {
				r, err := l.Play("", []Setting{{p.Name, value}})
				require.NoError(t, err, "%s %s=%s", l.ID, p.Name, value)
				require.NotEmpty(t, r.Stops)
				require.Empty(t, check.All(r.Timeline.World(r.Timeline.Len())))
			}
		}
	}
}

// TestLessonsHaveTheirShape: a claim, three to nine stops, one question, a sandbox at the end, and
// something to change.
func TestLessonsHaveTheirShape(t *testing.T) {
	for _, file := range lessonFiles(t) {
		l := parseFile(t, file)
		require.Equal(t, strings.TrimSuffix(l.Name, ".lesson"), l.ID)
		require.NotEmpty(t, l.Claim.RU, l.ID)
		require.NotEmpty(t, l.Params, l.ID)
		r, err := l.Play("", nil)
		require.NoError(t, err)
		asks := 0
		for i, s := range r.Stops {
			if s.Ask != nil {
				asks++
			}
			require.Equal(t, i == len(r.Stops)-1, s.Sandbox, "%s %s", l.ID, s.ID)
			require.NotEmpty(t, s.Say.RU)
			require.NotContains(t, s.Say.RU+s.Say.EN, "!", "%s %s", l.ID, s.ID)
			require.Less(t, len([]rune(s.Say.RU)), 320, "%s %s: too long to read", l.ID, s.ID)
			if i > 0 && s.Ask == nil && !s.Sandbox {
				require.GreaterOrEqual(t, s.Step, r.Stops[i-1].Step)
			}
		}
		require.Equal(t, 1, asks, l.ID)
		stops := len(r.Stops) - 2
		require.True(t, stops >= 3 && stops <= 7, "%s has %d stops", l.ID, stops)
	}
}
