//go:build !js

package record_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWASM runs the vectors and the list of codec bytes under js/wasm.
func TestWASM(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		if os.Getenv("HIGHWATER_FULL") != "" {
			t.Fatal("HIGHWATER_FULL is set and there is no node here")
		}
		t.Skip("left out: no node on this machine")
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	runner := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "go_js_wasm_exec")
	cmd := exec.Command("go", "test", "-count=1", "-exec", runner, "-v",
		"-run", "^(TestSameBytesInEveryWorld|TestWrittenLikeKafka|TestCompressedVectors)$", ".")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, 3, strings.Count(string(out), "--- PASS"), string(out))
	require.NotEqual(t, "wasm", runtime.GOARCH)
}
