package tests

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/tests/parity"
)

// need leaves a test out when a tool is not here, unless HIGHWATER_FULL demands everything.
func need(t *testing.T, tool string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err == nil {
		return
	}
	if os.Getenv("HIGHWATER_FULL") != "" {
		t.Fatalf("HIGHWATER_FULL is set and there is no %s here", tool)
	}
	t.Skipf("left out: there is no %s here (tests/run installs it)", tool)
}

// full leaves a test out that takes long, unless HIGHWATER_FULL demands everything.
func full(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("HIGHWATER_FULL") == "" {
		t.Skipf("left out: %s (tests/run, or HIGHWATER_FULL=1)", what)
	}
}

// TestNativeEqualsWASM: the program in the browser computes what the one in the window computes —
// every step, every file on a simulated disk, what every codec writes, words and pixels.
func TestNativeEqualsWASM(t *testing.T) {
	need(t, "node")
	t.Parallel()
	wasm := filepath.Join(t.TempDir(), "parity.wasm")
	build := exec.Command("go", "build", "-o", wasm, "./parity/run")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))

	node := exec.Command("node", "--stack-size=8192",
		filepath.Join(goroot, "lib", "wasm", "wasm_exec_node.js"), wasm, root)
	var there, complaint bytes.Buffer
	node.Stdout, node.Stderr = &there, &complaint
	require.NoError(t, node.Run(), complaint.String())
	var here bytes.Buffer
	require.NoError(t, parity.Print(&here, root))
	agree(t, lines(here.String()), lines(there.String()))
}

// agree compares two lists line by line and names the first differences.
func agree(t *testing.T, here, there []string) {
	t.Helper()
	require.Greater(t, len(here), 1000, "nearly nothing was compared")
	differences := 0
	for i := range max(len(here), len(there)) {
		a, b := "(nothing)", "(nothing)"
		if i < len(here) {
			a = here[i]
		}
		if i < len(there) {
			b = there[i]
		}
		if a != b && differences < 5 {
			differences++
			t.Errorf("line %d\nnative %s\nwasm   %s", i+1, a, b)
		}
	}
}

func lines(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }
