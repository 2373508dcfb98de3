package inspect_test

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/inspect"
	"highwater/core/log"
)

// sampleDirs are the recorded directories, by their path below samples.
func sampleDirs(t testing.TB) []string {
	var dirs []string
	for _, pattern := range []string{"*-0", "damaged/*-0"} {
		found, err := filepath.Glob(filepath.Join(samples, pattern))
		require.NoError(t, err)
		for _, dir := range found {
			rel, err := filepath.Rel(samples, dir)
			require.NoError(t, err)
			dirs = append(dirs, filepath.ToSlash(rel))
		}
	}
	require.Len(t, dirs, 25)
	return dirs
}

// expectation is an EXPECT.txt taken apart.
type expectation struct {
	options inspect.ExpectOptions
	body    string
}

func readExpectation(t testing.TB, dir string) expectation {
	text, err := os.ReadFile(filepath.Join(samples, dir, "EXPECT.txt"))
	require.NoError(t, err)
	head, body, ok := strings.Cut(string(text), "---\n")
	require.True(t, ok)
	x := expectation{body: body}
	x.options.Config = log.DefaultConfig()
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch key {
		case "clock":
			x.options.Now, err = strconv.ParseInt(value, 10, 64)
			require.NoError(t, err)
		case "config":
			name, setting, ok := strings.Cut(value, "=")
			require.True(t, ok)
			x.options.Config, err = x.options.Config.With(name, setting)
			require.NoError(t, err)
		}
	}
	_, start, _ := strings.Cut(body, "start=")
	start, _, _ = strings.Cut(start, "\n")
	x.options.LogStart, err = strconv.ParseInt(start, 10, 64)
	require.NoError(t, err)
	return x
}

// whole reads the files into memory, as Load wants them.
func whole(t testing.TB, files []inspect.File) []log.File {
	var out []log.File
	for _, f := range files {
		p, err := io.ReadAll(io.NewSectionReader(f.Data, 0, f.Size))
		require.NoError(t, err)
		out = append(out, log.File{Name: f.Name, Data: p})
	}
	return out
}

// TestExpect: for every recorded directory, healthy or damaged, the lists are those of Kafka.
func TestExpect(t *testing.T) {
	for _, dir := range sampleDirs(t) {
		t.Run(dir, func(t *testing.T) {
			x := readExpectation(t, dir)
			got := inspect.Expect(filepath.Base(dir), whole(t, load(t, dir)), x.options)
			want := strings.Split(strings.TrimSuffix(x.body, "\n"), "\n")
			for i := range min(len(want), len(got)) {
				require.Equal(t, want[i], got[i], "line %d after ---", i+1)
			}
			require.Len(t, got, len(want))
		})
	}
}
