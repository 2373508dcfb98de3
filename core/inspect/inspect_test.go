package inspect_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/inspect"
	"highwater/core/log"
)

const samples = "../../tests/testdata/segments"

// load reads a sample directory.
func load(t testing.TB, dir string) []inspect.File {
	entries, err := os.ReadDir(filepath.Join(samples, dir))
	require.NoError(t, err)
	var files []inspect.File
	for _, e := range entries {
		if e.Name() == "EXPECT.txt" {
			continue
		}
		p, err := os.ReadFile(filepath.Join(samples, dir, e.Name()))
		require.NoError(t, err)
		files = append(files, inspect.File{
			Name: e.Name(), Size: int64(len(p)), Data: bytes.NewReader(p),
		})
	}
	return files
}

func TestX(t *testing.T) {
	dirs, _ := filepath.Glob("/work/shared/segments/*-0")
	more, _ := filepath.Glob("/work/shared/segments/damaged/*-0")
	c := log.DefaultConfig()
	c.IndexIntervalBytes = 150
	for _, d := range append(dirs, more...) {
		rel, _ := filepath.Rel("/work/shared/segments", d)
		r := inspect.Directory(rel, load(t, rel), inspect.Options{Config: c})
		t.Logf("== %s %v %+v\n %+v", rel, r.Worst, r.Clean, r.Crash)
		for _, f := range r.Findings {
			t.Logf("%v %s %s @%d [%d..%d] %s", f.Level, f.Key, f.File, f.Position, f.First, f.Last, f.What)
		}
	}
}
