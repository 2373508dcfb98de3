package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// article serves a page of somebody else with the figure in it.
func article(t *testing.T, above int) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!DOCTYPE html><title>Article</title><link rel="icon" href="data:,">
			<body style="margin:0"><p><a id="before" href="#x">before</a></p>
			<div style="height:%dpx"></div>
			<iframe id="f" src="%sru/compaction/#lesson=compaction&ui=figure" title="Figure"
				style="width:760px;height:460px;border:0;display:block"></iframe>
			<p><a id="after" href="#y">after</a></p><div style="height:3000px"></div>`,
			above, siteURL)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// courier lets a test ask the figure, which has another origin than the article: it runs in both
// before their own scripts. The figure's policy forbids eval, so the questions are few and fixed.
const courier = `
if (window.parent !== window) {
	window.addEventListener("message", (e) => {
		if (e.data?.line) highwater.say(e.data.line);
		if (e.data?.focus) document.getElementById(e.data.focus).focus();
		if (!e.data?.id) return;
		const page = document.scrollingElement;
		e.source.postMessage({ id: e.data.id, answer: {
			loaded: !!window.highwater?.last &&
				!document.getElementById("figure").classList.contains("loading"),
			step: window.highwater?.last?.step ?? -1,
			beat: window.highwater?.last?.beat ?? -1,
			playing: window.highwater?.last?.playing ?? false,
			turns: window.highwater?.turns?.() ?? 0,
			focus: document.hasFocus() ? document.activeElement.id ||
				document.activeElement.dataset.key || document.activeElement.tagName : "",
			tall: page.scrollHeight > innerHeight, wide: page.scrollWidth > innerWidth,
			form: document.documentElement.dataset.form,
		} }, "*");
	});
} else {
	let next = 0;
	window.figure = (more = {}) => new Promise((done) => {
		const id = ++next;
		const hear = (e) => {
			if (e.data?.id !== id) return;
			window.removeEventListener("message", hear);
			done(e.data.answer);
		};
		window.addEventListener("message", hear);
		document.getElementById("f").contentWindow.postMessage({ id, ...more }, "*");
	});
}`

// figure is what the courier answers.
type figure struct {
	Loaded, Playing, Tall, Wide bool
	Step, Turns                 int
	Beat                        float64
	Focus, Form                 string
}

func (p *tab) figure(more string) figure {
	p.t.Helper()
	return eval[figure](p, "figure("+more+")")
}

// openArticle shows the article and waits for the figure.
func openArticle(t *testing.T, above int, touch bool) *tab {
	t.Helper()
	p := newTab(t, setup{w: 1000, h: 800, touch: touch, before: courier})
	p.visit(article(t, above))
	if above < 800 {
		for end := time.Now().Add(patience); !p.figure("").Loaded; {
			require.True(t, time.Now().Before(end), "the figure does not come")
			time.Sleep(50 * time.Millisecond)
		}
	}
	return p
}

// TestFigureFits: in an article the figure has its own form and needs no scrolling.
func TestFigureFits(t *testing.T) {
	f := openArticle(t, 0, false).figure("")
	assert.Equal(t, "figure", f.Form)
	assert.False(t, f.Tall, "it scrolls up and down")
	assert.False(t, f.Wide, "it scrolls sideways")
	assert.Empty(t, f.Focus, "it takes the focus by itself")
	assert.False(t, f.Playing, "it plays by itself")
}

// TestTabLeaves: the keyboard goes through the figure and out of it, both ways.
func TestTabLeaves(t *testing.T) {
	p := openArticle(t, 0, false)
	walk := func(from, to string, modifiers ...chromedp.Modifier) []string {
		p.do(fmt.Sprintf(`document.getElementById(%q).focus()`, from))
		var seen []string
		for range 60 {
			p.press(tabKey, modifiers...)
			here := p.focused()
			if here == to {
				return seen
			}
			require.Equal(t, "f", here, "the focus is lost after %v", seen)
			seen = append(seen, p.figure("").Focus)
		}
		require.Failf(t, "Tab does not leave the figure", "it saw %v", seen)
		return nil
	}
	seen := walk("before", "after")
	assert.Contains(t, seen, "stage")
	assert.Contains(t, seen, "playhead")
	back := walk("after", "before", chromedp.ModifierShift)
	assert.ElementsMatch(t, seen, back)
}

// TestScrollPastFigure: wheel and swipe over the figure belong to the article.
func TestScrollPastFigure(t *testing.T) {
	p := openArticle(t, 0, false)
	p.wheel(300, 200, 150)
	p.await("scrolling", "window.scrollY >= 100")
	p.do("window.scrollTo(0, 0)")
	p.await("the top", "window.scrollY === 0")

	q := openArticle(t, 0, true)
	q.swipe(300, 400, -240)
	q.await("swiping", "window.scrollY >= 100")
}

// TestUnseenFigureRests: a figure below the fold of an article gets no turn at all, even if it
// was told to play, and goes on when it comes into view.
func TestUnseenFigureRests(t *testing.T) {
	p := openArticle(t, 0, false)
	p.do("window.scrollTo(0, 2500)")
	time.Sleep(500 * time.Millisecond)
	p.figure(`{ line: "play" }`)
	time.Sleep(500 * time.Millisecond)
	before := p.figure("")
	time.Sleep(2 * time.Second)
	after := p.figure("")
	assert.Equal(t, before.Turns, after.Turns)
	assert.Equal(t, before.Beat, after.Beat)
	p.do("window.scrollTo(0, 0)")
	for end := time.Now().Add(patience); p.figure("").Beat == after.Beat; {
		require.True(t, time.Now().Before(end), "it does not go on")
		time.Sleep(50 * time.Millisecond)
	}
}
