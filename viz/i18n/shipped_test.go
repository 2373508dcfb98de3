package i18n_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"highwater/assets"
	"highwater/viz/font"
)

func TestTheShippedTextsAreComplete(t *testing.T) {
	assert.Empty(t, parse(t, assets.Texts).Check())
}

// TestEveryCharacterHasAGlyph: in the texts and in the lessons, in every face.
func TestEveryCharacterHasAGlyph(t *testing.T) {
	sources := map[string]string{"texts.txt": assets.Texts}
	lessons, err := fs.Glob(assets.Lessons(), "*.lesson")
	require.NoError(t, err)
	for _, path := range lessons {
		b, err := fs.ReadFile(assets.Lessons(), path)
		require.NoError(t, err)
		sources[path] = string(b)
	}
	for name, text := range sources {
		for i, line := range strings.Split(text, "\n") {
			for _, r := range strings.ReplaceAll(line, "\t", "") {
				for _, f := range []font.Face{font.Sans, font.SansBold, font.Mono, font.MonoBold} {
					assert.Truef(t, font.Has(f, r), "%s:%d: %v has no %q", name, i+1, f, r)
				}
			}
		}
	}
}

// TestEveryTextIsUsed: each key stands in the code in quotes, or its beginning up to a dot or dash
// does, to which the code adds the rest.
func TestEveryTextIsUsed(t *testing.T) {
	used := map[string]bool{}
	quoted := regexp.MustCompile("[\"'`]([a-z0-9][a-z0-9.-]*)[\"'`]")
	root := filepath.Join("..", "..")
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		ext := filepath.Ext(path)
		if ext != ".go" && ext != ".html" && ext != ".js" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		b, err := os.ReadFile(path)
		for _, m := range quoted.FindAllStringSubmatch(string(b), -1) {
			used[m[1]] = true
		}
		return err
	}))
	for _, key := range parse(t, assets.Texts).Keys() {
		found := used[key]
		for i, r := range key {
			found = found || (r == '.' || r == '-') && used[key[:i+1]]
		}
		assert.Truef(t, found, "%s is never used", key)
	}
}
