package browser

import (
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// call calls a command of the browser's own protocol.
func call[P, R any](p *tab, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	r, err := chromedp.Call(p.ctx, command, params)
	require.NoError(p.t, err, command.Method)
	return r
}

// box is where an element is seen.
type box struct {
	X, Y, W, H float64
}

func (b box) mid() (x, y float64) { return b.X + b.W/2, b.Y + b.H/2 }

func (p *tab) box(selector string) box {
	p.t.Helper()
	return eval[box](p, fmt.Sprintf(`(() => {
		const r = document.querySelector(%q).getBoundingClientRect();
		return { X: r.x, Y: r.y, W: r.width, H: r.height };
	})()`, selector))
}

// click clicks the middle of an element with the mouse.
func (p *tab) click(selector string) {
	p.t.Helper()
	p.do(fmt.Sprintf(`document.querySelector(%q).scrollIntoView({ block: "nearest" })`, selector))
	x, y := p.box(selector).mid()
	require.NoError(p.t, chromedp.Do(p.ctx, chromedp.MouseClickXY(x, y)))
}

func (p *tab) mouse(kind input.DispatchMouseEventType, x, y float64, buttons int64) {
	p.t.Helper()
	params := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Buttons: buttons}
	if buttons != 0 || kind == input.DispatchMouseEventTypeMouseReleased {
		params.Button = "left"
	}
	if kind != input.DispatchMouseEventTypeMouseMoved {
		params.ClickCount = 1
	}
	call(p, input.DispatchMouseEvent, params)
}

// drag presses at the first place and moves over the others, calling after each.
func (p *tab) drag(places [][2]float64, after func(i int)) {
	p.t.Helper()
	for i, at := range places {
		if i == 0 {
			p.mouse(input.DispatchMouseEventTypeMouseMoved, at[0], at[1], 0)
			p.mouse(input.DispatchMouseEventTypeMousePressed, at[0], at[1], 1)
		} else {
			p.mouse(input.DispatchMouseEventTypeMouseMoved, at[0], at[1], 1)
		}
		after(i)
	}
	last := places[len(places)-1]
	p.mouse(input.DispatchMouseEventTypeMouseReleased, last[0], last[1], 0)
}

// wheel turns the mouse wheel over a place.
func (p *tab) wheel(x, y, dy float64) {
	p.t.Helper()
	call(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: "mouseWheel", X: x, Y: y, DeltaX: 1e-6, DeltaY: dy}) // an exact 0 is left out
}

// swipe moves a finger up or down from a place.
func (p *tab) swipe(x, y, dy float64) {
	p.t.Helper()
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: kind, TouchPoints: points})
	}
	touch("touchStart", &input.TouchPoint{X: x, Y: y})
	const moves = 20
	for i := 1; i <= moves; i++ {
		touch("touchMove", &input.TouchPoint{X: x, Y: y + dy*float64(i)/moves})
		time.Sleep(10 * time.Millisecond)
	}
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: "touchEnd", TouchPoints: []*input.TouchPoint{}})
}

// press presses a key: one of kb's, or a letter.
func (p *tab) press(key string, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Do(p.ctx,
		chromedp.KeyEvent(key, chromedp.KeyModifiers(modifiers...))))
}

// pressCode presses a physical key on a layout where it writes something else.
func (p *tab) pressCode(code, writes string) {
	p.t.Helper()
	for _, kind := range []input.DispatchKeyEventType{"keyDown", "keyUp"} {
		call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{
			Type: kind, Code: code, Key: writes})
	}
}

// focused names the element that has the keyboard: its id, or its key in the status.
func (p *tab) focused() string {
	p.t.Helper()
	return eval[string](p, `(() => {
		const e = document.activeElement;
		return e === document.body ? "" : e.id || e.dataset.key || e.tagName;
	})()`)
}

const tabKey = kb.Tab

// emulate changes what the system says, while the page is open.
func (p *tab) emulate(feature, value string) {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: feature, Value: value}}})
}
