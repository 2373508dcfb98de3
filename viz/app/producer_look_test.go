//go:build look

package app

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/viz/soft"
)

// TestProducerLook, with -tags look, writes one picture for eyes: HIGHWATER_PICTURE names the file,
// HIGHWATER_LINES are the lines before it, parted by semicolons.
func TestProducerLook(t *testing.T) {
	file := os.Getenv("HIGHWATER_PICTURE")
	require.NotEmpty(t, file, "set HIGHWATER_PICTURE to a file")
	s := open(t, Options{Lang: os.Getenv("HIGHWATER_LANG"), Theme: os.Getenv("HIGHWATER_THEME"),
		UI: os.Getenv("HIGHWATER_UI"), Motion: os.Getenv("HIGHWATER_MOTION")})
	for _, line := range strings.Split(os.Getenv("HIGHWATER_LINES"), ";") {
		require.NoError(t, s.Do(strings.TrimSpace(line)), line)
	}
	if b := os.Getenv("HIGHWATER_AFTER"); b != "" { // so many seconds after that moment
		d, err := strconv.ParseFloat(b, 32)
		require.NoError(t, err)
		s.beat += float32(d)
		s.changed()
	}
	w, h, _ := strings.Cut(os.Getenv("HIGHWATER_SIZE"), "x")
	width, err := strconv.ParseFloat(w, 32)
	require.NoError(t, err)
	height, err := strconv.ParseFloat(h, 32)
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, soft.PNG(&out, s.Frame(float32(width), float32(height)), 1))
	require.NoError(t, os.WriteFile(file, out.Bytes(), 0o644))
}
