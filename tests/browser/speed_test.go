package browser

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// processorTime is how long all processes of the browser have computed, but for the browser's own
// one, which serves the test.
func processorTime(t *testing.T) float64 {
	t.Helper()
	r, err := chromedp.CallBrowser(browser, systeminfo.GetProcessInfo, cdp.Empty{})
	require.NoError(t, err)
	sum := 0.0
	for _, p := range r.ProcessInfo {
		if p.Type != "browser" {
			sum += p.CPUTime
		}
	}
	return sum
}

// TestIdle: at rest the page costs nothing: no picture and no turn of the engine. What all
// processors spend over ten seconds is measured; a fifth of a second is the aim.
func TestIdle(t *testing.T) {
	p := newTab(t, setup{}).open(lesson)
	p.say("next")
	p.atRest()
	time.Sleep(2 * time.Second) // what the browser itself tidies up after loading
	eval[map[string]float64](p, "highwater.cost()")
	turns, before := eval[int](p, "highwater.turns()"), processorTime(t)
	time.Sleep(10 * time.Second)
	spent := processorTime(t) - before
	assert.Equal(t, turns, eval[int](p, "highwater.turns()"), "the engine had turns")
	assert.Zero(t, eval[map[string]float64](p, "highwater.cost()")["pictures"])
	t.Logf("processor time over ten idle seconds: %.3f s", spent)
}

// TestIssue measures how long it takes to build and issue a picture. The first one of each kind
// also rasterises letters and is left out.
func TestIssue(t *testing.T) {
	p := newTab(t, setup{}).open("en/compaction/")
	p.say("end")
	p.atRest()
	p.say("begin")
	p.atRest()
	p.say("speed 4")
	p.say("play")
	p.await("some pictures", "highwater.last.beat > 2")
	eval[map[string]float64](p, "highwater.cost()")
	p.await("the end", "!highwater.last.playing")
	cost := eval[map[string]float64](p, "highwater.cost()")
	t.Logf("pictures %g; build and issue: mean %.2f ms, longest %.2f ms",
		cost["pictures"], cost["mean"], cost["longest"])
	require.Positive(t, cost["pictures"])
}

// TestFirstPicture measures how long a reader waits, with a cold and with a warm cache.
func TestFirstPicture(t *testing.T) {
	p := newTab(t, setup{})
	for _, cache := range []string{"cold", "warm"} {
		p.visit(fmt.Sprintf("%s%s?%s", siteURL, lesson, cache))
		p.await("first picture", loaded)
		ms := eval[float64](p, `performance.getEntriesByName("first-picture")[0].startTime`)
		t.Logf("first picture, %s: %.0f ms", cache, ms)
		assert.Less(t, ms, 30e3)
	}
}
