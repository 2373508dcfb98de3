//go:build !js

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// theCheckout is this repository, seen from this folder.
func theCheckout(t *testing.T) checkout {
	t.Helper()
	place, err := findCheckout()
	require.NoError(t, err)
	return place
}

// madeSite is the whole site with a stand-in for the program, whose compilation other tests pay
// for.
func madeSite(t *testing.T) (site, assets) {
	t.Helper()
	place := theCheckout(t)
	src, err := place.readSources()
	require.NoError(t, err)
	src.program = []byte("\x00asm\x01\x00\x00\x00" + strings.Repeat("stand-in ", 400))
	src.loader, err = place.loader()
	require.NoError(t, err)
	s, a, err := assemble(src)
	require.NoError(t, err)
	return s, a
}

var reference = regexp.MustCompile(`(?:href|src|srcset|data-program)="([^"]*)"`)

// TestPagesReferToWhatIsThere: every page of every lesson and language leads only to files of
// the site, from wherever the site is put.
func TestPagesReferToWhatIsThere(t *testing.T) {
	s, _ := madeSite(t)
	pages := 0
	for name, f := range s {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		pages++
		for _, m := range reference.FindAllStringSubmatch(string(f.body), -1) {
			ref := m[1]
			if ref == "" || strings.HasPrefix(ref, "data:") {
				continue
			}
			require.NotContains(t, ref, "//", "%s refers to another place", name)
			require.NotEqual(t, byte('/'), ref[0], "%s: %s wants the root of a host", name, ref)
			to := filepath.ToSlash(filepath.Join(filepath.Dir(name), ref))
			if strings.HasSuffix(ref, "/") {
				to += "/index.html"
			}
			assert.Contains(t, s, to, "%s refers to %s", name, ref)
		}
		for what, pattern := range map[string]string{
			"a key instead of a text": `[^/]page\.[a-z]`,
			"a style":                 `<style| style="`,
			"a script":                `<script(?: [^>]*)?>[^<]| on[a-z]+="`,
		} {
			m := regexp.MustCompile(pattern).FindString(string(f.body))
			assert.Empty(t, m, "%s has %s in itself", name, what)
		}
	}
	assert.GreaterOrEqual(t, pages, 1+2*4, "one for each lesson and language, and the bare address")
}

// TestEveryKeyOfThePageHasWords: what HTML and scripts ask for is in texts.txt, and nothing there
// is left over.
func TestEveryKeyOfThePageHasWords(t *testing.T) {
	place := theCheckout(t)
	src, err := place.readSources()
	require.NoError(t, err)
	words, err := guide{texts: src.texts}.pageWords()
	require.NoError(t, err)

	asked := map[string]bool{}
	find := func(text string, patterns ...string) {
		for _, p := range patterns {
			for _, m := range regexp.MustCompile(p).FindAllStringSubmatch(text, -1) {
				asked[m[1]] = true
			}
		}
	}
	find(src.template, `data-t="([^"]+)"`, `data-t-label="([^"]+)"`, `\.T "([^"]+)"`)
	for _, text := range src.js {
		find(text, `\bt\("([a-z-]+)"`)
		failure := regexp.MustCompile(`new Failure\((?:[^"()]*\? )?"([a-z]+)"(?: : "([a-z]+)")?`)
		for _, m := range failure.FindAllStringSubmatch(text, -1) {
			asked["fail-"+m[1]] = true
			if m[2] != "" {
				asked["fail-"+m[2]] = true
			}
		}
	}
	// Composed in the scripts from what there is to choose.
	for _, name := range []string{"theme-auto", "theme-light", "theme-dark", "theme-contrast",
		"motion-auto", "motion-full", "motion-none", "holds", "broken", "fail-program"} {
		asked[name] = true
	}
	for _, lang := range languages {
		for key := range asked {
			assert.NotEmpty(t, words[lang][key], "page.%s has no text in %s", key, lang)
		}
		for key := range words[lang] {
			assert.True(t, asked[key], "page.%s is asked for by nothing", key)
		}
	}
}

// TestHashedNames: a name changes with the content and only with it, and what refers to it
// changes, too.
func TestHashedNames(t *testing.T) {
	src := sources{
		css: map[string]string{"a.css": `@font-face { src: url("../fonts/F.ttf"); }`},
		js: map[string]string{
			"main.js":  "import { x } from \"./leaf.js\";\n",
			"leaf.js":  "export const x = 1;\n",
			"early.js": "",
		},
		fonts:  map[string][]byte{"F.ttf": []byte("font")},
		loader: []byte("loader"), program: []byte("program"),
	}
	one, a := site{}, assets{}
	a, err := one.addAssets(src)
	require.NoError(t, err)
	require.Contains(t, string(one["a/"+a.css[0]].body), "F."+digest([]byte("font"))+".ttf")
	leaf := "leaf." + digest([]byte(src.js["leaf.js"])) + ".js"
	require.Contains(t, string(one["a/"+a.main].body), `"./`+leaf+`"`)

	src.js["leaf.js"] = "export const x = 2;\n"
	b, err := site{}.addAssets(src)
	require.NoError(t, err)
	assert.NotEqual(t, a.main, b.main, "a module that imports another one changes with it")
	assert.Equal(t, a.css, b.css)
	assert.Equal(t, a.program, b.program)
}

// TestSourcesThatDoNotFit are told with the file and what is missing.
func TestSourcesThatDoNotFit(t *testing.T) {
	base := func() sources {
		return sources{css: map[string]string{},
			js: map[string]string{"main.js": "", "early.js": ""}}
	}
	src := base()
	src.js["main.js"] = "import { x } from \"./gone.js\";\n"
	_, err := site{}.addAssets(src)
	require.EqualError(t, err, "web/js/gone.js is imported, but is not there")

	src = base()
	src.js["main.js"] = "import { x } from \"./a.js\";\n"
	src.js["a.js"] = "import { y } from \"./b.js\";\n"
	src.js["b.js"] = "import { x } from \"./a.js\";\n"
	_, err = site{}.addAssets(src)
	require.EqualError(t, err, "web/js/a.js imports itself by a detour")

	src = base()
	src.css["x.css"] = `@font-face { src: url("../fonts/No.ttf"); }`
	_, err = site{}.addAssets(src)
	require.EqualError(t, err, "web/css/x.css: it refers to No.ttf, which is not there")
}

// TestNotInTheCheckout: the command says where to go instead of what failed inside.
func TestNotInTheCheckout(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := findCheckout()
	require.ErrorContains(t, err, "not inside the checkout of Highwater")

	require.NoError(t, os.WriteFile("go.mod", []byte("module somebody/else\n\ngo 1.26\n"), 0o644))
	_, err = findCheckout()
	require.ErrorContains(t, err, "not inside the checkout of Highwater")

	t.Setenv("PATH", "")
	_, err = findCheckout()
	require.ErrorContains(t, err, "the go command is not in PATH")
}
