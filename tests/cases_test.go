package tests

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/casefile"
)

// casesMin and programsMin are how many cases there are at least: none is lost without notice.
const (
	casesMin    = 215
	programsMin = 30
)

// TestCases runs every recorded case of the copy.
func TestCases(t *testing.T) {
	require.GreaterOrEqual(t, runCases(t, filepath.Join("testdata", "cases")), casesMin)
}

// TestPrograms runs random programs that were recorded with the programs in the folder record.
// Those called found are the ones that once gave something else than Kafka.
func TestPrograms(t *testing.T) {
	require.GreaterOrEqual(t, runCases(t, filepath.Join("testdata", "programs")), programsMin)
}

// TestCasesAtTheirSource runs the collection from which the copy was made, where it is at hand, so
// that a case that was added there is noticed.
func TestCasesAtTheirSource(t *testing.T) {
	source := filepath.Join(root, "..", "shared", "cases")
	if _, err := os.Stat(source); err != nil {
		t.Log("only the copy is here")
		return
	}
	runCases(t, source)
}

// runCases runs the cases below a folder and counts them.
func runCases(t *testing.T, dir string) int {
	count := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".case") {
			return err
		}
		count++
		rel, err := filepath.Rel(dir, path)
		t.Run(filepath.ToSlash(rel), func(t *testing.T) { runCase(t, path) })
		return err
	})
	require.NoError(t, err)
	return count
}

func runCase(t *testing.T, path string) {
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	c, err := casefile.Parse(path, src)
	require.NoError(t, err)
	r, err := casefile.Run(c)
	require.NoError(t, err)
	if !r.Passed {
		t.Errorf("%s:%d: %s\nkafka %q\nhere  %q", path, r.Line, r.Op, r.Want, r.Got)
	}
}

// TestCasesCanFail alters every outcome of a case, one at a time, and expects the difference to be
// found in that line.
func TestCasesCanFail(t *testing.T) {
	const path = "testdata/cases/txn/spanning-segments.case"
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.Split(string(src), "\n")
	altered := 0
	for i, line := range lines {
		if !strings.HasPrefix(line, "  ") {
			continue
		}
		altered++
		lines[i] = line + "x"
		c, err := casefile.Parse(path, []byte(strings.Join(lines, "\n")))
		require.NoError(t, err)
		r, err := casefile.Run(c)
		require.NoError(t, err)
		require.False(t, r.Passed, "%d: %s", i+1, lines[i])
		require.Equal(t, i+1, r.Line)
		require.Equal(t, lines[i][2:], r.Want)
		require.Equal(t, line[2:], r.Got)
		lines[i] = line
	}
	require.Greater(t, altered, 20)
}
