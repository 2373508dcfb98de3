package browser

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const lesson = "ru/compaction/"

// TestClick: the buttons step, the address names the moment, and coming back to the address comes
// back to the moment.
func TestClick(t *testing.T) {
	p := common(t)
	p.atRest()
	start := status[int](p, "step")
	p.click("#buttons .forward")
	p.await("a step", fmt.Sprintf("highwater.last.step === %d", start+1))
	p.atRest()
	p.click("#buttons .forward")
	p.atRest()
	require.Equal(t, start+2, status[int](p, "step"))
	p.click("#buttons .back")
	p.atRest()
	require.Equal(t, start+1, status[int](p, "step"))

	address := eval[string](p, "location.href")
	caption := eval[string](p, `document.getElementById("caption").textContent`)
	p.visit(address)
	p.await("first picture", loaded)
	p.atRest()
	assert.Equal(t, start+1, status[int](p, "step"))
	assert.Equal(t, "compaction", status[string](p, "lesson"))
	assert.Equal(t, caption, eval[string](p, `document.getElementById("caption").textContent`))
}

// TestKeys: the keys act while the figure has the focus, by where they lie and not by what they
// write, and leave the console alone.
func TestKeys(t *testing.T) {
	p := common(t)
	p.do(`document.getElementById("stage").focus()`)
	p.press(kb.End)
	p.atRest()
	require.Equal(t, status[int](p, "steps"), status[int](p, "step"))
	p.press(kb.Home)
	p.atRest()
	require.Equal(t, 0, status[int](p, "step"))
	p.press(kb.ArrowRight)
	p.atRest()
	require.Equal(t, 1, status[int](p, "step"))
	p.press(kb.ArrowRight, chromedp.ModifierShift)
	p.atRest()
	stop := status[int](p, "stopIndex")
	require.GreaterOrEqual(t, stop, 0)
	p.press(kb.ArrowRight, chromedp.ModifierShift)
	p.atRest()
	require.Equal(t, stop+1, status[int](p, "stopIndex"))

	p.pressCode("Digit3", "№")
	p.await("double speed", "highwater.last.speed === 2")
	p.press(" ")
	p.await("playing", "highwater.last.playing")
	p.press(" ")
	p.atRest()

	at := status[float64](p, "beat")
	p.do(`document.getElementById("line").focus()`)
	p.press(kb.ArrowLeft)
	p.press("l")
	p.press(" ")
	assert.Equal(t, "l ", eval[string](p, `document.getElementById("line").value`))
	time.Sleep(300 * time.Millisecond)
	assert.Equal(t, at, status[float64](p, "beat"))
}

// TestRange: the range input is the playhead: dragged both ways, and moved by keys.
func TestRange(t *testing.T) {
	p := common(t)
	p.atRest()
	b := p.box("#playhead")
	_, y := b.mid()
	at := func(share float64) [2]float64 { return [2]float64{b.X + b.W*share, y} }
	var beats []float64
	p.drag([][2]float64{at(0.1), at(0.5), at(0.9), at(0.3)}, func(i int) {
		share := []float64{0.1, 0.5, 0.9, 0.3}[i]
		p.await("the playhead", fmt.Sprintf(`Math.abs(document.getElementById("playhead").value /
			highwater.last.beats - %g) < 0.05 &&
			Math.abs(document.getElementById("playhead").value - highwater.last.beat) < 0.02`,
			share))
		beats = append(beats, status[float64](p, "beat"))
	})
	require.Less(t, beats[0], beats[1])
	require.Less(t, beats[1], beats[2])
	require.Greater(t, beats[2], beats[3])
	total := status[float64](p, "beats")
	assert.InDelta(t, total*0.3, beats[3], total*0.05)

	p.say("begin")
	p.atRest()
	p.do(`document.getElementById("playhead").focus()`)
	p.press(kb.ArrowRight)
	p.await("a step", "highwater.last.step === 1")
	words := eval[string](p, `document.getElementById("playhead").getAttribute("aria-valuetext")`)
	assert.Equal(t, status[string](p, "valueText"), words)
	assert.NotEmpty(t, words)
}

// TestTimeline: the playhead on the canvas is the same one.
func TestTimeline(t *testing.T) {
	p := common(t)
	p.say("begin")
	p.atRest()
	// Where the timeline lies is the picture's own business: look for it from below.
	b := p.box("#stage")
	x := b.X + b.W*0.6
	found := 0.0
	for y := b.Y + b.H - 6; y > b.Y+b.H/2 && found == 0; y -= 8 {
		require.NoError(t, chromedp.Do(p.ctx, chromedp.MouseEvent("mouseMoved", x, y)))
		if eval[string](p, `document.getElementById("stage").dataset.cursor ?? ""`) == "grab" {
			found = y
		}
	}
	require.NotZero(t, found, "no place on the canvas can be grabbed")
	var beats []float64
	place := func(share float64) [2]float64 { return [2]float64{b.X + b.W*share, found} }
	p.drag([][2]float64{place(0.6), place(0.8), place(0.4)}, func(i int) {
		before := 0.0
		if i > 0 {
			before = beats[i-1]
		}
		p.await("the playhead", fmt.Sprintf("Math.abs(highwater.last.beat - %g) > 0.01", before))
		beats = append(beats, status[float64](p, "beat"))
	})
	require.Greater(t, beats[0], 0.0)
	require.Less(t, beats[0], beats[1])
	require.Greater(t, beats[1], beats[2])
	p.atRest()
	value := eval[float64](p, `Number(document.getElementById("playhead").value)`)
	assert.InDelta(t, beats[2], value, 0.01, "the range input follows")
}

// TestLanguage: one choice changes every word of the page, and a link can ask for it.
func TestLanguage(t *testing.T) {
	p := newTab(t, setup{}).open(lesson)
	require.Equal(t, "ru", eval[string](p, "document.documentElement.lang"))
	words := `[...document.querySelectorAll("h1, h2, #caption, #buttons button, #share")]
		.map((e) => e.textContent + (e.getAttribute("aria-label") ?? "")).join(" ")`
	assert.Regexp(t, `[а-яё]`, eval[string](p, words))
	step := status[int](p, "step")
	p.do(`(() => {
		const s = document.getElementById("lang");
		s.value = "en";
		s.dispatchEvent(new Event("change", { bubbles: true }));
	})()`)
	p.await("English", `highwater.last.lang === "en"`)
	assert.Equal(t, "en", eval[string](p, "document.documentElement.lang"))
	assert.NotRegexp(t, `[а-яё]`, eval[string](p, words))
	assert.Equal(t, step, status[int](p, "step"))
	p.atRest()
	assert.Contains(t, eval[string](p, "location.hash"), "lang=en")

	q := newTab(t, setup{}).open("#lesson=compaction&lang=ru")
	assert.Equal(t, "ru", status[string](q, "lang"))
}

// TestTheme: by the system, live, and by link against it.
func TestTheme(t *testing.T) {
	dark := map[string]string{"prefers-color-scheme": "dark"}
	p := newTab(t, setup{media: dark}).open(lesson)
	assert.True(t, status[bool](p, "dark"))
	paper := `getComputedStyle(document.body).backgroundColor`
	night := eval[string](p, paper)

	q := newTab(t, setup{media: dark}).open(lesson + "#lesson=compaction&theme=light")
	assert.False(t, status[bool](q, "dark"))
	assert.NotEqual(t, night, eval[string](q, paper))

	r := newTab(t, setup{media: map[string]string{"prefers-color-scheme": "light"}}).open(lesson)
	require.False(t, status[bool](r, "dark"))
	r.emulate("prefers-color-scheme", "dark")
	r.await("the other theme", "highwater.last.dark")
	assert.Equal(t, night, eval[string](r, paper))
}

// TestReducedMotion: the same stops without motion, by the system and by link.
func TestReducedMotion(t *testing.T) {
	stops := func(p *tab) []string {
		return eval[[]string](p, "highwater.last.stops.map((s) => s.id + s.step)")
	}
	full := newTab(t, setup{}).open(lesson)
	require.False(t, status[bool](full, "reduced"))
	less := newTab(t, setup{media: map[string]string{"prefers-reduced-motion": "reduce"}}).
		open(lesson)
	require.True(t, status[bool](less, "reduced"))
	require.Equal(t, stops(full), stops(less))
	for range 2 {
		for _, p := range []*tab{full, less} {
			p.say("next")
			p.atRest()
		}
		assert.Equal(t, status[int](full, "step"), status[int](less, "step"))
		assert.Equal(t, status[string](full, "caption"), status[string](less, "caption"))
	}
	linked := newTab(t, setup{}).open(lesson + "#lesson=compaction&motion=none")
	assert.True(t, status[bool](linked, "reduced"))
}

// TestConsole: a line, its answer, a wrong line with what would be right, and the lines before.
func TestConsole(t *testing.T) {
	p := common(t)
	enter := func(line string) {
		p.do(`document.getElementById("line").focus()`)
		require.NoError(t, chromedp.Do(p.ctx, chromedp.KeyEvent(line+kb.Enter)))
		p.await("an answer", fmt.Sprintf("highwater.last.console.line === %q", line))
	}
	enter("help step")
	assert.NotEmpty(t, eval[string](p, `document.getElementById("answer").textContent`))
	enter("stepp")
	wrong := eval[string](p, `document.getElementById("answer").textContent`)
	assert.Contains(t, wrong, "step", "it says what would be right")
	assert.Equal(t, "true", eval[string](p, `document.getElementById("line").ariaInvalid`))
	p.press(kb.ArrowUp)
	assert.Equal(t, "stepp", eval[string](p, `document.getElementById("line").value`))
	p.press(kb.ArrowUp)
	assert.Equal(t, "help step", eval[string](p, `document.getElementById("line").value`))
	p.press(kb.ArrowDown)
	p.press(kb.ArrowDown)
	assert.Empty(t, eval[string](p, `document.getElementById("line").value`))
}

// TestWhy: the answer opens under its question, and says so to those who do not see it.
func TestWhy(t *testing.T) {
	p := common(t)
	for range 12 {
		p.say("next")
		p.atRest()
		if status[int](p, "why.length") > 0 {
			break
		}
	}
	require.Positive(t, status[int](p, "why.length"), "no stop of the lesson answers why")
	button := "#why .ask"
	open := fmt.Sprintf(`document.querySelector(%q).getAttribute("aria-expanded")`, button)
	require.Equal(t, "false", eval[string](p, open))
	p.click(button)
	p.await("the answer", "highwater.last.why[0].open")
	require.Equal(t, "true", eval[string](p, open))
	assert.NotEmpty(t, strings.TrimSpace(eval[string](p,
		`document.querySelector("#why .answer").textContent`)))
}

// TestLiveRegion: each step is told in one sentence, at most one a second, and the last one wins;
// moving the playhead by hand is told by the range input instead.
func TestLiveRegion(t *testing.T) {
	p := common(t)
	p.say("begin")
	p.atRest()
	p.do(`window.heard = [];
		new MutationObserver(() => heard.push([performance.now(),
			document.getElementById("live").textContent]))
			.observe(document.getElementById("live"), { childList: true });`)
	for range 6 {
		p.say("seek " + fmt.Sprint(status[int](p, "step")+1))
		time.Sleep(200 * time.Millisecond)
	}
	time.Sleep(1500 * time.Millisecond)
	times := eval[[]float64](p, "heard.map((h) => h[0])")
	require.NotEmpty(t, times)
	for i := 1; i < len(times); i++ {
		assert.GreaterOrEqual(t, times[i]-times[i-1], 950.0)
	}
	assert.LessOrEqual(t, len(times), 4)
	last := eval[string](p, "heard.at(-1)[1]")
	assert.NotRegexp(t, "[`\\[\\]{}]", last, "no marks and no raw keys are read out")

	p.do(`heard.length = 0; document.getElementById("playhead").focus()`)
	p.press(kb.ArrowRight)
	time.Sleep(1500 * time.Millisecond)
	assert.Equal(t, 0, eval[int](p, "heard.length"))
}

// TestTranscript: every step is a link to its moment, and the current one is marked.
func TestTranscript(t *testing.T) {
	p := common(t)
	p.say("end")
	p.atRest()
	current := `document.querySelectorAll("#transcript [aria-current=step]").length`
	require.Equal(t, 1, eval[int](p, current))
	href := eval[string](p, `document.querySelector("#transcript a").getAttribute("href")`)
	at, err := url.ParseQuery(strings.TrimPrefix(href, "#"))
	require.NoError(t, err)
	require.Equal(t, "compaction", at.Get("lesson"))
	p.click("#transcript li:first-child a")
	p.await("the first step", `highwater.last.transcript[0].current`)
	assert.Equal(t, 1, eval[int](p, current))
}

// TestDamagedLinks open the nearest sensible thing and say what could not be read.
func TestDamagedLinks(t *testing.T) {
	for _, hash := range []string{
		"#lesson=no-such-lesson", "#lesson=compaction&at=no-such-stop",
		"#lesson=compaction&j=aAAAA", "#lesson=compaction&at=99999999", "#%%%&&&===",
	} {
		p := newTab(t, setup{}).open(hash)
		assert.NotEmpty(t, status[string](p, "lesson"), hash)
		if hash != "#%%%&&&===" {
			said := eval[string](p, `document.getElementById("alert").textContent`)
			assert.NotEmpty(t, said, hash)
		}
	}
}
