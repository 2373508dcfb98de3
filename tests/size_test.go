package tests

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// programMax is how large the program for the browser may be in brotli, fonts, texts and lessons
// included: 1.4 times an empty program of the same engine.
const programMax = 2_950_000

// TestTheProgramIsLight writes the site as a host gets it and weighs the program in it.
func TestTheProgramIsLight(t *testing.T) {
	full(t, "compiling the program for the browser and compressing it takes a minute")
	site := filepath.Join(t.TempDir(), "site")
	cmd := exec.Command("go", "run", "./cmd/wasm", "-o", site)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	weight := map[string]int64{}
	require.NoError(t, filepath.WalkDir(site, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Stat(path)
		for _, end := range []string{".wasm", ".wasm.br", ".wasm.gz"} {
			if strings.HasSuffix(path, end) {
				weight[end] += info.Size()
			}
		}
		return err
	}))
	t.Logf("%d B, in brotli %d, in gzip %d", weight[".wasm"], weight[".wasm.br"],
		weight[".wasm.gz"])
	require.Greater(t, weight[".wasm"], int64(programMax), "the program was not found")
	require.Positive(t, weight[".wasm.br"])
	require.LessOrEqual(t, weight[".wasm.br"], int64(programMax))
	require.Less(t, weight[".wasm.br"], weight[".wasm.gz"])
}
