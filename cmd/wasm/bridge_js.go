//go:build js && wasm

package main

import (
	"reflect"
	"strings"
	"syscall/js"
	"time"

	"highwater/viz/app"
	"highwater/viz/draw"
	"highwater/viz/ebit"
	"highwater/viz/svg"
)

// bridge carries lines and pointers from the page to the session, and the status back. The
// browser calls it between two updates, never during one, because both run on one thread and no
// call into the session waits for anything.
type bridge struct {
	host    js.Value
	session *app.Session
	view    ebit.View
	wake    chan struct{} // the drawing loop without WebGL waits here
	repaint func()        // makes the engine paint anew

	sent     int       // version of the last status sent
	sentAt   time.Time // and when
	cursor   string
	isStill  bool // the page lets the engine rest
	still    bool // the loop without the engine runs
	drawn    bool
	longest  time.Duration // the longest time to build and issue a picture since the last report
	total    time.Duration // and that of all of them
	pictures int
	buf      []byte
}

// statusEvery keeps the page from being rewritten more often than anybody can read.
const statusEvery = 100 * time.Millisecond

func newBridge(host js.Value, s *app.Session) *bridge {
	return &bridge{host: host, session: s, view: ebit.View{W: 640, H: 400, Scale: 1},
		wake: make(chan struct{}, 1), repaint: func() {}, sent: -1}
}

// connect gives the page the functions it may call and opens the link it came with.
func (b *bridge) connect(link string) {
	b.host.Call("connect", map[string]any{
		"say":     js.FuncOf(b.say),
		"open":    js.FuncOf(b.open),
		"key":     js.FuncOf(b.key),
		"pointer": js.FuncOf(b.pointer),
		"wheel":   js.FuncOf(b.wheel),
		"resize":  js.FuncOf(b.resize),
		"system":  js.FuncOf(b.system),
		"picture": js.FuncOf(b.picture),
		"stills":  js.FuncOf(b.goStill),
		"cost":    js.FuncOf(b.cost),
	})
	if link != "" {
		b.openLink(link)
	}
	b.report(time.Now())
}

func (b *bridge) say(_ js.Value, args []js.Value) any {
	b.do(args[0].String())
	return nil
}

// do performs a line. What was wrong with it is in the status, where the page looks anyway.
func (b *bridge) do(line string) {
	_ = b.session.Do(line)
	b.stir()
}

// open goes to the moment that a link names.
func (b *bridge) open(_ js.Value, args []js.Value) any {
	b.openLink(args[0].String())
	return nil
}

// openLink goes to the moment or the nearest sensible one; what could not be read is an alert in
// the status.
func (b *bridge) openLink(link string) {
	_ = b.session.OpenLink(link)
	b.stir()
}

// key performs a shortcut and tells the page whether it was one.
func (b *bridge) key(_ js.Value, args []js.Value) any {
	used := b.session.Key(args[0].String())
	if used {
		b.stir()
	}
	return used
}

// pointerKinds are the page's words for what a pointer does.
var pointerKinds = map[string]app.PointerKind{
	"move": app.PointerMove, "down": app.PointerDown, "up": app.PointerUp,
	"leave": app.PointerLeave, "cancel": app.PointerCancel,
}

func (b *bridge) pointer(_ js.Value, args []js.Value) any {
	kind, ok := pointerKinds[args[0].String()]
	if !ok {
		return ""
	}
	line := b.session.Pointer(number(args[1]), number(args[2]), kind)
	if c := b.session.Cursor(); c != b.cursor {
		b.cursor = c
		b.host.Call("cursor", c)
	}
	b.stir()
	return line
}

// wheel tells the page whether the session used the turn; if not, the document scrolls.
func (b *bridge) wheel(_ js.Value, args []js.Value) any {
	used := b.session.Wheel(number(args[0]), number(args[1]), number(args[2]), number(args[3]),
		args[4].Bool())
	if used {
		b.stir()
	}
	return used
}

func (b *bridge) resize(_ js.Value, args []js.Value) any {
	b.view = ebit.View{W: number(args[0]), H: number(args[1]), Scale: number(args[2])}
	b.stir()
	return nil
}

// system tells what "auto" means now.
func (b *bridge) system(_ js.Value, args []js.Value) any {
	b.session.System(args[0].Bool(), args[1].Bool())
	b.session.Contrast(args[2].Bool())
	b.stir()
	return nil
}

// picture is the moment as SVG, for print and wherever there is no canvas.
func (b *bridge) picture(js.Value, []js.Value) any {
	text, err := b.svg(b.session.Frame(b.view.W, b.view.H))
	if err != nil {
		return ""
	}
	b.repaint() // the session counts this frame as shown
	return text
}

// cost reports, and forgets, how many pictures were painted and how long it took to build and issue
// one, in milliseconds.
func (b *bridge) cost(js.Value, []js.Value) any {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	report := map[string]any{
		"pictures": b.pictures,
		"longest":  ms(b.longest),
		"mean":     ms(b.total) / float64(max(b.pictures, 1)),
	}
	b.pictures, b.longest, b.total = 0, 0, 0
	return report
}

func number(v js.Value) float32 { return float32(v.Float()) }

// stir lets the picture go on after something came from outside.
func (b *bridge) stir() {
	if b.isStill {
		b.isStill = false
		b.host.Call("still", false)
	}
	select {
	case b.wake <- struct{}{}:
	default: // it is awake
	}
}

// after runs at the end of each update: the page hears what is new, and whether it may let the
// engine rest.
func (b *bridge) after(still bool) {
	b.report(time.Now())
	if still && b.sent == b.session.Version() {
		b.rest()
	}
}

// rest tells the page, once, that nothing will move until it says something.
func (b *bridge) rest() {
	if !b.isStill {
		b.isStill = true
		b.host.Call("still", true)
	}
}

// report sends the status if it changed, at most ten times a second.
func (b *bridge) report(now time.Time) {
	if v := b.session.Version(); v == b.sent || now.Sub(b.sentAt) < statusEvery {
		return
	}
	status := b.session.Status()
	b.sent, b.sentAt = b.session.Version(), now
	b.buf = appendJSON(b.buf[:0], reflect.ValueOf(status))
	b.host.Call("status", string(b.buf))
}

func (b *bridge) painted(took time.Duration) {
	b.pictures++
	b.longest = max(b.longest, took)
	b.total += took
	if !b.drawn {
		b.drawn = true
		b.host.Call("drawn")
	}
}

// goStill goes on without the engine, which has lost what it draws with.
func (b *bridge) goStill(js.Value, []js.Value) any {
	if !b.still {
		go b.stills()
	}
	return nil
}

// stills is the loop without WebGL: the same session, each new frame a document of its own.
func (b *bridge) stills() {
	b.still = true
	var shown *draw.Frame
	last := time.Now()
	for {
		now := time.Now()
		b.session.Tick(now.Sub(last))
		last = now
		if f := b.session.Frame(b.view.W, b.view.H); f != shown {
			shown = f
			if text, err := b.svg(f); err == nil {
				b.host.Call("show", text)
			}
		}
		b.report(now)
		if b.session.Idle() && b.sent == b.session.Version() {
			b.rest()
			<-b.wake
			last = time.Now()
			continue
		}
		time.Sleep(stillEvery)
	}
}

func (b *bridge) svg(f *draw.Frame) (string, error) {
	var out strings.Builder
	// The page has the styles, and its policy forbids any in the document itself.
	err := svg.Write(&out, f, svg.Options{Bare: true})
	return out.String(), err
}
