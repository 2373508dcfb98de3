package browser

import (
	"os"
	"regexp"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTheSnippetOfTheReadme: the address in the README's frame opens what its caption is about.
func TestTheSnippetOfTheReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	m := regexp.MustCompile(`<iframe src="https://your\.host/([^"]+)"`).FindSubmatch(text)
	require.NotNil(t, m, "the README has no frame")
	p := newTab(t, setup{w: 760, h: 460}).open(string(m[1]))
	p.atRest()
	assert.Equal(t, "compaction", status[string](p, "lesson"))
	assert.Equal(t, "pass", status[string](p, "stop"))
	assert.Equal(t, "en", status[string](p, "lang"))
	assert.Empty(t, status[string](p, "alert"))
	assert.Equal(t, "figure", eval[string](p, "document.documentElement.dataset.form"))
}

// TestKeysOfAFreshPage: the keys act before anything has the focus, until Escape gives them back.
func TestKeysOfAFreshPage(t *testing.T) {
	p := newTab(t, setup{}).open(lesson)
	p.atRest()
	start := status[int](p, "step")
	p.press(kb.ArrowRight)
	p.atRest()
	require.Equal(t, start+1, status[int](p, "step"))
	p.do(`document.getElementById("stage").focus()`)
	p.press(kb.Escape)
	p.await("outside", `document.activeElement.id !== "stage"`)
	p.press(kb.ArrowRight)
	p.atRest()
	assert.Equal(t, start+1, status[int](p, "step"), "Escape gave the keys to the page")
}
