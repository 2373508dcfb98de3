package browser

import (
	"os"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"highwater/assets"
	"highwater/tests/parity"
	"highwater/viz/app"
)

// mirror is the same program beside the browser: it knows where in the picture things are.
func mirror(t *testing.T, lines ...string) *app.Session {
	t.Helper()
	sources, err := parity.Sources()
	require.NoError(t, err)
	s, err := app.New(app.Options{Lessons: sources, Texts: assets.Texts, Lang: "ru",
		Chrome: app.Canvas, Motion: "none"})
	require.NoError(t, err)
	for _, l := range lines {
		require.NoError(t, s.Do(l), l)
	}
	return s
}

// point clicks the thing of the picture that says a line.
func (p *tab) point(s *app.Session, line string) {
	p.t.Helper()
	b := p.box("#stage")
	f := s.Frame(float32(b.W), float32(b.H))
	for i := len(f.Hits) - 1; i >= 0; i-- {
		if h := &f.Hits[i]; h.Line == line {
			m := h.Box.Mid()
			require.NoError(p.t, chromedp.Do(p.ctx,
				chromedp.MouseClickXY(b.X+float64(m.X), b.Y+float64(m.Y))))
			return
		}
	}
	require.Failf(p.t, "nothing in the picture", "says %q", line)
}

// look keeps a picture of the tab for eyes, in the folder that HIGHWATER_LOOK names.
func (p *tab) look(name string) {
	if dir := os.Getenv("HIGHWATER_LOOK"); dir != "" {
		shot := call(p, page.CaptureScreenshot, page.CaptureScreenshotParams{})
		require.NoError(p.t, os.WriteFile(dir+"/"+name+".png", shot.Data, 0o644))
	}
}

// TestLosingAResponse: a reader points at a response, loses it with one click, watches the retry,
// steps back, turns idempotence on, loses it again, and sees both at once.
func TestLosingAResponse(t *testing.T) {
	p := common(t)
	records := map[string]int{}
	for _, variant := range []string{"plain", "idempotent"} {
		lines := []string{"lesson lost-response", "variant " + variant, "motion none",
			"seek stop=sent"}
		for _, l := range lines {
			p.say(l)
		}
		p.atRest()
		s := mirror(t, lines...)
		p.point(s, "select m4")
		p.await("the message", `highwater.last.selected?.kind === "message"`)
		require.NoError(t, s.Do("select m4"))
		p.look("selected-" + variant)
		p.point(s, "do drop m4")
		p.await("a future of one's own", "highwater.last.fork")
		p.atRest()
		p.look("lost-" + variant)
		records[variant] = eval[int](p, `highwater.last.tables
			.find((t) => t.watermarks?.length).rows.length`)
		retries := eval[int](p, `highwater.last.transcript
			.filter((i) => i.text.includes("REQUEST_TIMED_OUT")).length`)
		assert.Equal(t, 1, retries, variant)
		p.say("undo")
		p.await("the lesson again", "!highwater.last.fork")
	}
	require.Equal(t, map[string]int{"plain": 3, "idempotent": 2}, records)

	p.say("seek stop=retry")
	p.click(`[data-say="compare"]`)
	p.await("both", "highwater.last.compare")
	p.atRest()
	p.look("both")
	p.click(`[data-say="compare"]`)
	p.await("one", "!highwater.last.compare")
	p.say("motion full")
}
