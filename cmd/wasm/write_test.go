//go:build !js

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func small(t *testing.T, words string) site {
	t.Helper()
	s := site{}
	s.page("index.html", []byte(words))
	s.asset("x.js", []byte("/* "+words+" */"))
	require.NoError(t, s.pack(light))
	return s
}

// TestWrittenTwice: the second site replaces the first one and leaves nothing of it behind.
func TestWrittenTwice(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	require.NoError(t, small(t, "one").write(dir))
	require.NoError(t, small(t, "two").write(dir))
	text, err := os.ReadFile(filepath.Join(dir, "index.html"))
	require.NoError(t, err)
	assert.Equal(t, "two", string(text))
	scripts, err := os.ReadDir(filepath.Join(dir, assetDir))
	require.NoError(t, err)
	assert.Len(t, scripts, 1)
	headers, err := os.ReadFile(filepath.Join(dir, "_headers"))
	require.NoError(t, err)
	assert.Contains(t, string(headers),
		"/a/*\n  Cache-Control: public, max-age=31536000, immutable")
}

// TestForeignFolder: a folder with other things in it is left as it is.
func TestForeignFolder(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "thesis.txt")
	require.NoError(t, os.WriteFile(mine, []byte("mine"), 0o644))
	require.ErrorContains(t, small(t, "one").write(dir), "was not written by this command")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

// TestManifestThatLeadsOut: a list of files that was tampered with removes nothing elsewhere.
func TestManifestThatLeadsOut(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, manifest), []byte("../../etc/hosts\n"),
		0o644))
	require.ErrorContains(t, small(t, "one").write(dir), "leads out of the folder")
}
