package browser

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// noWebGL makes the browser refuse what the engine draws with.
const noWebGL = `
	const real = HTMLCanvasElement.prototype.getContext;
	HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
		return /webgl/.test(kind) ? null : real.call(this, kind, ...rest);
	};`

// TestWithoutWebGL: the same program shows the same moment as a document, and everything works.
func TestWithoutWebGL(t *testing.T) {
	p := newTab(t, setup{before: noWebGL}).open(lesson)
	p.atRest()
	require.False(t, eval[bool](p, `!!document.querySelector("canvas")`))
	require.Greater(t, eval[int](p, `document.querySelectorAll("#still svg text").length`), 10)
	assert.NotEmpty(t, eval[string](p, `document.getElementById("notice").textContent`))
	family := eval[string](p,
		`getComputedStyle(document.querySelector("#still text.m, #still text.s")).fontFamily`)
	assert.Regexp(t, "Inter|JetBrains", family, "the picture's letters are the page's")

	before := eval[string](p, `document.getElementById("still").innerHTML`)
	step := status[int](p, "step")
	p.click("#buttons .forward")
	p.await("a step", fmt.Sprintf("highwater.last.step === %d", step+1))
	p.atRest()
	assert.NotEqual(t, before, eval[string](p, `document.getElementById("still").innerHTML`))

	q := newTab(t, setup{}).open(lesson)
	q.say(fmt.Sprintf("seek %d", step+1))
	q.atRest()
	assert.Equal(t, status[string](q, "caption"), status[string](p, "caption"))
	assert.Equal(t, status[string](q, "description"), status[string](p, "description"))
}

// TestContextLost: the GPU takes the context away; the page comes back to the same moment, also to
// one that the learner made himself. Taken away again at once, it goes on without.
func TestContextLost(t *testing.T) {
	p := newTab(t, setup{}).open(lesson)
	p.say("next")
	p.atRest()
	p.say("do clean b1")
	p.await("the learner's own future", "highwater.last.fork")
	p.atRest()
	want := eval[string](p, `JSON.stringify([highwater.last.lesson, highwater.last.step,
		highwater.last.steps, highwater.last.caption, highwater.last.fork.lines])`)
	lose := `document.querySelector("#stage canvas").getContext("webgl2")
		.getExtension("WEBGL_lose_context").loseContext(); window.old = true`
	p.expect("CONTEXT_LOST_WEBGL")
	p.do(lose)
	p.await("a new page", `!window.old && `+loaded)
	p.atRest()
	assert.Equal(t, want, eval[string](p, `JSON.stringify([highwater.last.lesson,
		highwater.last.step, highwater.last.steps, highwater.last.caption,
		highwater.last.fork.lines])`))

	p.do(lose)
	p.await("the picture as a document", `document.querySelector("#still svg")`)
	assert.True(t, eval[bool](p, "window.old"), "it does not load again and again")
	step := status[int](p, "step")
	p.say("back")
	p.await("a step", fmt.Sprintf("highwater.last.step === %d", step-1))
}

// TestZoom: another ratio of pixels makes a finer picture of the same moment, without loading.
func TestZoom(t *testing.T) {
	p := newTab(t, setup{w: 1000, h: 700}).open(lesson)
	p.say("next")
	p.atRest()
	size := `(({ width, height }) => [width, height])(document.querySelector("#stage canvas"))`
	one, step := eval[[]float64](p, size), status[int](p, "step")
	p.do("window.old = true")
	p.resize(setup{w: 1000, h: 700, scale: 2})
	call(p, page.CaptureScreenshot, page.CaptureScreenshotParams{}) // a frame, which tells the page
	p.await("twice the pixels", fmt.Sprintf(
		`document.querySelector("#stage canvas").width === %g`, 2*one[0]))
	two := eval[[]float64](p, size)
	assert.Equal(t, 2*one[1], two[1])
	assert.True(t, eval[bool](p, "window.old"))
	assert.Equal(t, step, status[int](p, "step"))
}

// answer is how a request for the program is met.
type answer struct {
	fail   string // the network's own error
	code   int64
	body   string
	script string // runs before the page's own scripts
	says   string // part of the sentence that the page must show
	noise  string // what the browser says about it
}

// TestFailures: for everything that can go wrong on the way there is a sentence, a way to try
// again, and the link to the moment.
func TestFailures(t *testing.T) {
	// A module that wants a function which no loader has.
	foreign := "\x00asm\x01\x00\x00\x00\x01\x04\x01\x60\x00\x00\x02\x0c\x01\x04gojs\x03odd\x00\x00"
	for name, a := range map[string]answer{
		"offline": {fail: "InternetDisconnected", says: "соединение", noise: "ERR_INTERNET"},
		"missing": {code: 404, says: "нет файла программы", noise: "404"},
		"damaged": {code: 200, body: "\x00asm\x01\x00\x00\x00\xff\xff", says: "повреждён"},
		"version": {code: 200, body: foreign, says: "разных версий Go"},
		"no wasm": {script: "delete window.WebAssembly;", says: "нет WebAssembly"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newTab(t, setup{before: a.script})
			if a.noise != "" {
				p.expect(a.noise)
			}
			if a.script == "" {
				p.intercept("*.wasm", a)
			}
			p.visit(siteURL + lesson + "#lesson=compaction&at=5")
			p.await("a sentence", `!document.getElementById("failure").hidden`)
			said := eval[string](p, `document.getElementById("failure-text").textContent`)
			assert.Contains(t, said, a.says)
			assert.NotContains(t, said, "`")
			assert.True(t, eval[bool](p, `document.getElementById("retry").offsetHeight > 0`))
			link := eval[string](p, `document.getElementById("failure-link").href`)
			assert.True(t, strings.HasSuffix(link, "#lesson=compaction&at=5"), link)
		})
	}
}

// intercept answers requests instead of the server.
func (p *tab) intercept(pattern string, a answer) {
	p.t.Helper()
	events := chromedp.Events(p.ctx, fetch.RequestPaused)
	call(p, fetch.Enable, fetch.EnableParams{
		Patterns: []*fetch.RequestPattern{{URLPattern: pattern}}})
	go func() {
		for e, err := range events {
			if err != nil {
				return
			}
			if a.fail != "" {
				_, _ = chromedp.Call(p.ctx, fetch.FailRequest, fetch.FailRequestParams{
					RequestID: e.RequestID, ErrorReason: "InternetDisconnected"})
				continue
			}
			_, _ = chromedp.Call(p.ctx, fetch.FulfillRequest, fetch.FulfillRequestParams{
				RequestID: e.RequestID, ResponseCode: a.code,
				ResponseHeaders: []*fetch.HeaderEntry{
					{Name: "Content-Type", Value: "application/wasm"}},
				Body: []byte(a.body)})
		}
	}()
}

// TestProgramEnds: a program that ends leaves a sentence and the link, not a dead picture. The one
// in the place of ours is real and ends at once.
func TestProgramEnds(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module ends\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() {}\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	build := exec.Command("go", "build", "-o", "ends.wasm", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWORK=off", "GOFLAGS=")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	program, err := os.ReadFile(filepath.Join(dir, "ends.wasm"))
	require.NoError(t, err)

	p := newTab(t, setup{})
	p.intercept("*.wasm", answer{code: 200, body: string(program)})
	p.visit(siteURL + lesson + "#lesson=compaction&at=5")
	p.await("a sentence", `!document.getElementById("failure").hidden`)
	assert.Contains(t, eval[string](p, `document.getElementById("failure-text").textContent`),
		"Программа остановилась")
	assert.True(t, eval[bool](p, `document.querySelector("#poster img").offsetHeight > 0`),
		"the poster stays")
}
