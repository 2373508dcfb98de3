package browser

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// siteURL and browser serve all tests; absent says why there is none of them.
var (
	siteURL string
	browser context.Context
	absent  string
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	chromium := find("chromium", "chromium-browser", "google-chrome")
	if chromium == "" {
		absent = "there is no Chromium here"
		if os.Getenv("HIGHWATER_FULL") != "" {
			fmt.Fprintln(os.Stderr, absent, "(apt-get install chromium)")
			return 1
		}
		return m.Run()
	}
	stop, err := serve()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer stop()
	ctx, cancel, err := launch(chromium)
	if err != nil {
		fmt.Fprintln(os.Stderr, "starting Chromium:", err)
		return 1
	}
	defer cancel()
	browser = ctx
	return m.Run()
}

func find(names ...string) string {
	for _, n := range names {
		if path, err := exec.LookPath(n); err == nil {
			return path
		}
	}
	return ""
}

// serve runs the very command that a reader runs.
func serve() (stop func(), err error) {
	if siteURL = os.Getenv("HIGHWATER_SITE"); siteURL != "" {
		return func() {}, nil
	}
	bin := os.TempDir() + "/highwater-site-" + fmt.Sprint(os.Getpid())
	build := exec.Command("go", "build", "-o", bin, "./cmd/wasm")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building cmd/wasm: %w\n%s", err, out)
	}
	cmd := exec.Command(bin, "-addr", "127.0.0.1:0")
	cmd.Dir, cmd.Stderr = "../..", os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = os.Remove(bin)
	}
	for s := bufio.NewScanner(out); s.Scan(); {
		if m := regexp.MustCompile(`http://[^/]+/`).FindString(s.Text()); m != "" {
			siteURL = m
			return stop, nil
		}
	}
	stop()
	return nil, fmt.Errorf("cmd/wasm ended without telling an address")
}

func launch(chromium string) (context.Context, context.CancelFunc, error) {
	dir, err := os.MkdirTemp("", "highwater-chromium-")
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.UserDataDir(dir), chromedp.NoSandbox,
		chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("disable-quic", true), chromedp.WindowSize(1440, 900))
	alloc, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(alloc)
	stop := func() {
		cancel()
		end()
		_ = os.RemoveAll(dir)
	}
	if err := chromedp.Do(ctx); err != nil {
		stop()
		return nil, nil, err
	}
	return ctx, stop, nil
}

// tab is one page in the browser, with what it said and asked for.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	console  []string // errors and warnings
	requests []string
	expected []string // parts of console messages that a test provokes
}

// setup is how a tab looks at the page.
type setup struct {
	w, h   int
	scale  float64
	touch  bool
	media  map[string]string // "prefers-color-scheme": "dark"
	before string            // script that runs before those of the page
}

// patience is how long anything may take before the page counts as stuck.
const patience = 60 * time.Second

// newTab opens an empty tab. At the end of the test it must not have complained about anything
// nor have asked anybody else for anything.
func newTab(t *testing.T, s setup) *tab {
	t.Helper()
	if absent != "" {
		t.Skip("left out: ", absent)
	}
	ctx, cancel := chromedp.NewContext(browser)
	p := &tab{t: t, ctx: ctx}
	t.Cleanup(func() {
		p.check()
		if p != shared {
			cancel()
		}
	})
	require.NoError(t, chromedp.Do(ctx))
	p.listen()
	p.resize(s)
	var features []*emulation.MediaFeature
	for name, value := range s.media {
		features = append(features, &emulation.MediaFeature{Name: name, Value: value})
	}
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
	if s.before != "" {
		call(p, page.AddScriptToEvaluateOnNewDocument,
			page.AddScriptToEvaluateOnNewDocumentParams{Source: s.before})
	}
	return p
}

func (p *tab) resize(s setup) {
	p.t.Helper()
	if s.w == 0 {
		s.w, s.h = 1440, 900
	}
	if s.scale == 0 {
		s.scale = 1
	}
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(s.w), Height: int64(s.h), DeviceScaleFactor: s.scale, Mobile: s.touch})
	call(p, emulation.SetTouchEmulationEnabled,
		emulation.SetTouchEmulationEnabledParams{Enabled: s.touch})
}

func (p *tab) listen() {
	requests := chromedp.Events(p.ctx, network.RequestWillBeSent)
	_, err := chromedp.Call(p.ctx, network.Enable, network.EnableParams{})
	require.NoError(p.t, err)
	go func() {
		for e, err := range requests {
			if err != nil {
				return
			}
			p.mu.Lock()
			p.requests = append(p.requests, e.Request.URL)
			p.mu.Unlock()
		}
	}()
	messages := chromedp.Console(p.ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			switch m.Type {
			case chromedp.ConsoleError, chromedp.ConsoleWarning, chromedp.ConsoleException:
				p.mu.Lock()
				p.console = append(p.console, fmt.Sprint(m.Type, ": ", m.Text, " ", m.URL))
				p.mu.Unlock()
			}
		}
	}()
}

// own are the places that a request may go to.
var own = regexp.MustCompile(`^(http://127\.0\.0\.1:\d+/|data:|blob:|about:)`)

func (p *tab) check() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.console {
		if !p.isExpected(m) && !strings.Contains(m, "GPU stall due to ReadPixels") {
			assert.Fail(p.t, "the page complained", m)
		}
	}
	for _, r := range p.requests {
		assert.Regexp(p.t, own, r, "a request left the origin")
	}
}

func (p *tab) isExpected(message string) bool {
	for _, e := range p.expected {
		if strings.Contains(message, e) {
			return true
		}
	}
	return false
}

// expect lets a complaint pass that the test provokes.
func (p *tab) expect(part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expected = append(p.expected, part)
}

// open goes to a page of the site and waits for its first picture.
func (p *tab) open(address string) *tab {
	p.t.Helper()
	p.visit(siteURL + address)
	p.await(`first picture`, loaded)
	return p
}

// shared is a tab for the tests that need nothing special, so that they need not wait for the
// program anew.
var shared *tab

// common is the lesson at its beginning, in Russian, on a large screen.
func common(t *testing.T) *tab {
	t.Helper()
	if shared == nil {
		p := newTab(t, setup{})
		shared = p
		return p.open(lesson)
	}
	shared.t = t
	t.Cleanup(shared.check)
	call(shared, page.BringToFront, cdp.Empty{})
	for _, line := range []string{"lesson compaction", "lang ru", "speed 1", "begin"} {
		shared.say(line)
	}
	shared.do(`document.activeElement.blur(); document.getElementById("line").value = ""`)
	shared.atRest()
	return shared
}

const loaded = `!!window.highwater?.last && ` +
	`!document.getElementById("figure").classList.contains("loading")`

func (p *tab) visit(url string) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Do(p.ctx, chromedp.Navigate("about:blank")))
	require.NoError(p.t, chromedp.Do(p.ctx, chromedp.Navigate(url)))
}

// eval evaluates JavaScript in the page.
func eval[T any](p *tab, script string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	require.NoError(p.t, err, script)
	return v
}

// do evaluates JavaScript for what it does.
func (p *tab) do(script string) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Do(p.ctx, chromedp.Evaluate[chromedp.Void](script)), script)
}

// await waits until the expression is true.
func (p *tab) await(what, expression string) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		ok, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		if err == nil && ok {
			return
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	require.Failf(p.t, "waited in vain", "for %s: %s; console: %v", what, expression, p.console)
}

// status reads a field of the program's last status.
func status[T any](p *tab, field string) T {
	p.t.Helper()
	return eval[T](p, "highwater.last."+field)
}

// say says a line to the program, as the console does.
func (p *tab) say(line string) {
	p.t.Helper()
	p.do(fmt.Sprintf("highwater.say(%q)", line))
}

// atRest waits until nothing moves any more and the address names the moment.
func (p *tab) atRest() {
	p.t.Helper()
	p.await("rest", `!highwater.last.playing && highwater.resting() &&
		location.hash === highwater.last.link`)
}
