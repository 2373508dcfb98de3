package main

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/assets"
)

func TestLessonsAreListedInReadingOrder(t *testing.T) {
	var out, errs bytes.Buffer
	require.Zero(t, run([]string{"lessons"}, &out, &errs))
	require.Empty(t, errs.String())
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	files, err := fs.Glob(assets.Lessons(), "*.lesson")
	require.NoError(t, err)
	require.Len(t, lines, len(files))
	require.True(t, strings.HasPrefix(lines[0], "segments "), lines[0])
	require.Contains(t, lines[0], "7 stops")
	require.Contains(t, lines[0], "variants: none, snappy")

	order, err := fs.ReadFile(assets.Lessons(), "order.txt")
	require.NoError(t, err)
	index, err := fs.ReadFile(assets.Lessons(), "README.md")
	require.NoError(t, err)
	for _, name := range assets.LessonNames() {
		require.Contains(t, string(order), "\n"+name+"\n", "order.txt lacks %s", name)
		require.Contains(t, string(index), "("+name+".lesson)", "README.md lacks %s", name)
	}
}

func TestRunPrintsTheTrace(t *testing.T) {
	var out, errs bytes.Buffer
	require.Zero(t, run([]string{"run", "retention", "-variant", "slow", "-until", "taken", "-lang",
		"ru"}, &out, &errs))
	require.Empty(t, errs.String())
	text := out.String()
	require.Contains(t, text, "7 @44s retention-check b1\n    "+
		"b1 events-0 log-start 0 -> 206 retention-ms\n")
	require.Contains(t, text, "-- taken: Сегменты старели по очереди.")
	require.True(t, strings.HasSuffix(strings.TrimSpace(text), "байт."), "it ends at the stop")
	require.NotContains(t, text, "-- deleted:")
}

func TestRunSaysWhatWouldBeRight(t *testing.T) {
	for args, want := range map[string]string{
		"run compaxtion":          `there is no lesson "compaxtion"; there are segments, retention`,
		"run ../order":            `there is no lesson "../order"`,
		"run segments -variant x": `no variant "x"`,
		"run segments -until x":   `no stop "x"; it has refused, batch`,
		"run":                     `want the name of one lesson`,
		"run segments -lang fr":   `-lang fr: want ru or en`,
		"lessons x":               `lessons takes no arguments, got "x"`,
		"run -nope":               `flag provided but not defined: -nope`,
	} {
		var out, errs bytes.Buffer
		require.Equal(t, exitUsage, run(strings.Fields(args), &out, &errs), args)
		require.Contains(t, errs.String(), want)
		require.Empty(t, out.String())
	}
}
