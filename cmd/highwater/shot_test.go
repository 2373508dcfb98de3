package main

import (
	"bytes"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestShot draws one moment in each format and reads it back.
func TestShot(t *testing.T) {
	dir := t.TempDir()
	shot := func(name string, more ...string) []byte {
		file := filepath.Join(dir, name)
		var out, errs bytes.Buffer
		args := append([]string{"shot", "segments", "-at", "roll", "-size", "480x640", "-o", file},
			more...)
		require.Equal(t, exitOK, run(args, &out, &errs), errs.String())
		assert.Contains(t, out.String(), "segments at roll, ")
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		return b
	}
	svg := string(shot("a.svg", "-lang", "ru"))
	assert.True(t, strings.HasPrefix(svg, "<svg"), "%.40s", svg)
	assert.Contains(t, svg, "lang=\"ru\"")

	img, err := png.Decode(bytes.NewReader(shot("a.png", "-scale", "2", "-theme", "dark")))
	require.NoError(t, err)
	assert.Equal(t, 960, img.Bounds().Dx())

	anim, err := gif.DecodeAll(bytes.NewReader(shot("a.gif", "-size", "300x300")))
	if assert.NoError(t, err) {
		assert.Greater(t, len(anim.Image), 5, "it moves")
	}
}

// TestShotRefuses tells in one sentence what is wrong with the command line.
func TestShotRefuses(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a.png")
	moving := strings.TrimSuffix(out, "png") + "gif"
	for args, want := range map[string]string{
		"segments -at 99 -o " + out:                   "the lesson has the steps 0 to ",
		"segments -at -1 -o " + out:                   "the lesson has the steps 0 to ",
		"segments -ui huge -o " + out:                 "want figure, player, lab",
		"segments -size 4096x4096 -scale 4 -o " + out: "a .png has at most 67108864",
		"segments -size 4096x4096 -o " + moving:       "a .gif has at most 4194304",
		"":                                            "want the name of one lesson",
		"nosuch -o " + out:                            "nosuch",
		"segments":                                    "want -o",
		"segments -o a.bmp":                           ".svg, .png or .gif",
		"segments -at nowhere -o " + out:              "nowhere",
		"segments -size 12 -o " + out:                 "WIDTHxHEIGHT",
		"segments -size 10x9000 -o " + out:            "from 200 to 4096",
		"segments -theme pink -o " + out:              "want light, dark, contrast",
		"segments -lang de -o " + out:                 "want ru, en",
		"segments -scale 99 -o " + out:                "0.25 to 4",
		"segments -variant nosuch -o " + out:          "nosuch",
		"segments -o /nowhere/at/all.png":             "no such file",
	} {
		var std, errs bytes.Buffer
		status := run(append([]string{"shot"}, strings.Fields(args)...), &std, &errs)
		assert.Equal(t, exitUsage, status, args)
		assert.Contains(t, errs.String(), want, args)
	}
}
