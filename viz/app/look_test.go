//go:build look

package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"highwater/viz/soft"
)

// TestLook, with -tags look, writes pictures of moments for eyes: HIGHWATER_LOOK names a folder,
// HIGHWATER_LESSON a lesson, HIGHWATER_BEATS the first beat, the last one and the step between
// them, as "3 6 0.5", or HIGHWATER_LINES the lines to say before one picture is taken.
func TestLook(t *testing.T) {
	dir := os.Getenv("HIGHWATER_LOOK")
	require.NotEmpty(t, dir, "set HIGHWATER_LOOK to a folder")
	chrome := Full
	if os.Getenv("HIGHWATER_CHROME") == "canvas" {
		chrome = Canvas
	}
	s := open(t, Options{Chrome: chrome, Lang: os.Getenv("HIGHWATER_LANG"),
		Theme: os.Getenv("HIGHWATER_THEME")})
	require.NoError(t, s.Do("lesson "+os.Getenv("HIGHWATER_LESSON")))
	w, h := 1440, 900
	if size := os.Getenv("HIGHWATER_SIZE"); size != "" {
		_, err := fmt.Sscanf(size, "%dx%d", &w, &h)
		require.NoError(t, err)
	}
	if lines := os.Getenv("HIGHWATER_LINES"); lines != "" {
		for _, l := range strings.Split(lines, ";") {
			require.NoError(t, s.Do(strings.TrimSpace(l)))
			for n := 0; !s.Idle() && n < 2000; n++ {
				s.Tick(50 * time.Millisecond)
			}
		}
		var out bytes.Buffer
		require.NoError(t, soft.PNG(&out, s.Frame(float32(w), float32(h)), 1))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "lines.png"), out.Bytes(), 0o644))
		return
	}
	var from, to, step float64
	_, err := fmt.Sscan(os.Getenv("HIGHWATER_BEATS"), &from, &to, &step)
	require.NoError(t, err)
	for b := from; b <= to; b += step {
		require.NoError(t, s.Do("seek beat="+strconv.FormatFloat(b, 'f', 3, 64)))
		var out bytes.Buffer
		require.NoError(t, soft.PNG(&out, s.Frame(float32(w), float32(h)), 1))
		name := fmt.Sprintf("%s-%06.2f.png", os.Getenv("HIGHWATER_LESSON"), b)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), out.Bytes(), 0o644))
	}
}
