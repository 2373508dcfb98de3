package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// TestKeysWalkTheStage: with the focus on the picture the down arrow selects the things on it, the
// live region names them, Enter leads to what can be done, and Escape leads back, lets go, and then
// leaves the figure.
func TestKeysWalkTheStage(t *testing.T) {
	p := common(t)
	p.say("seek stop=before")
	p.atRest()
	p.do(`document.getElementById("stage").focus()`)
	p.press(kb.ArrowDown)
	p.await("a thing", "highwater.last.selected?.kind === 'broker'")
	p.press(kb.ArrowDown)
	p.await("the segment", "highwater.last.selected?.kind === 'segment'")
	p.await("its name", `document.getElementById("live").textContent === highwater.last.said`)
	assert.Regexp(t, `\. 2 \S+ [0-9]+$`, status[string](p, "said"))

	p.press(kb.Enter)
	p.await("the verbs", `document.getElementById("chosen").contains(document.activeElement)`)
	p.await("no list", "highwater.last.panel === ''")
	p.press(kb.ArrowDown)
	assert.Equal(t, "segment", status[string](p, "selected.kind"), "elsewhere arrows scroll")
	p.press(kb.Escape)
	p.await("nothing selected", "!highwater.last.selected")
	p.await("the picture", `document.activeElement.id === "stage"`)
	p.press(kb.Escape)
	p.await("outside", `document.activeElement.id !== "stage"`)
}
