package ebit

import (
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"highwater/viz/app"
)

// input turns mouse, touch and keys of a window into calls of the session. In a browser the page
// does that, since there a canvas must not keep what belongs to the document.
type input struct {
	x, y    int
	inside  bool
	down    bool
	touch   ebiten.TouchID
	touched bool
	keys    []ebiten.Key
	held    ebiten.Key // the key that repeats
	repeat  time.Time  // when it repeats next; zero if none does
}

// How long a key is held before it repeats, and how often then. Ebitengine hides the system's
// repeat.
const (
	repeatAfter = 400 * time.Millisecond
	repeatEvery = 90 * time.Millisecond
)

func (in *input) busy() bool { return in.down || in.touched || !in.repeat.IsZero() }

func (in *input) read(s *app.Session, scale float32, now time.Time) {
	if scale <= 0 {
		return
	}
	in.pointer(s, scale)
	in.wheel(s, scale)
	in.keyboard(s, now)
	switch s.Cursor() {
	case "pointer":
		ebiten.SetCursorShape(ebiten.CursorShapePointer)
	case "grab":
		ebiten.SetCursorShape(ebiten.CursorShapeMove)
	default:
		ebiten.SetCursorShape(ebiten.CursorShapeDefault)
	}
}

// pointer follows the first finger while there is one, else the mouse.
func (in *input) pointer(s *app.Session, scale float32) {
	if ids := inpututil.AppendJustPressedTouchIDs(nil); len(ids) > 0 && !in.touched {
		in.touch, in.touched = ids[0], true
		in.x, in.y = ebiten.TouchPosition(in.touch)
		s.Pointer(float32(in.x)/scale, float32(in.y)/scale, app.PointerDown)
		return
	}
	if in.touched {
		if inpututil.IsTouchJustReleased(in.touch) {
			in.touched = false
			s.Pointer(float32(in.x)/scale, float32(in.y)/scale, app.PointerUp)
			s.Pointer(float32(in.x)/scale, float32(in.y)/scale, app.PointerLeave)
			return
		}
		in.move(s, scale, ebiten.TouchPosition)
		return
	}
	in.move(s, scale, func(ebiten.TouchID) (int, int) { return ebiten.CursorPosition() })
	x, y := float32(in.x)/scale, float32(in.y)/scale
	if inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft) {
		in.down = true
		s.Pointer(x, y, app.PointerDown)
	}
	if in.down && inpututil.IsMouseButtonJustReleased(ebiten.MouseButtonLeft) {
		in.down = false
		s.Pointer(x, y, app.PointerUp)
	}
	if inside := ebiten.IsFocused(); inside != in.inside {
		in.inside = inside
		if !inside {
			s.Pointer(x, y, app.PointerLeave)
		}
	}
}

func (in *input) move(s *app.Session, scale float32, at func(ebiten.TouchID) (int, int)) {
	x, y := at(in.touch)
	if x != in.x || y != in.y {
		in.x, in.y = x, y
		s.Pointer(float32(x)/scale, float32(y)/scale, app.PointerMove)
	}
}

// wheelStep is how many points one notch of a wheel moves.
const wheelStep = 40

func (in *input) wheel(s *app.Session, scale float32) {
	dx, dy := ebiten.Wheel()
	if dx == 0 && dy == 0 {
		return
	}
	s.Wheel(float32(in.x)/scale, float32(in.y)/scale,
		float32(-dx)*wheelStep, float32(-dy)*wheelStep, ebiten.IsKeyPressed(ebiten.KeyControl))
}

func (in *input) keyboard(s *app.Session, now time.Time) {
	in.keys = inpututil.AppendJustPressedKeys(in.keys[:0])
	for _, k := range in.keys {
		if modifier(k) {
			continue
		}
		s.Key(chord(k))
		in.repeat = time.Time{}
		if repeats(k) {
			in.held, in.repeat = k, now.Add(repeatAfter)
		}
	}
	if in.repeat.IsZero() {
		return
	}
	if !ebiten.IsKeyPressed(in.held) {
		in.repeat = time.Time{}
	} else if !now.Before(in.repeat) {
		in.repeat = now.Add(repeatEvery)
		s.Key(chord(in.held))
	}
}

func modifier(k ebiten.Key) bool {
	name := k.String()
	for _, m := range []string{"Shift", "Control", "Alt", "Meta"} {
		if strings.HasPrefix(name, m) {
			return true
		}
	}
	return false
}

// repeats lists the keys that one holds to go through a lesson.
func repeats(k ebiten.Key) bool { return k == ebiten.KeyArrowLeft || k == ebiten.KeyArrowRight }

// chord is the key with its modifiers in the words of KeyboardEvent.code: a physical key, so that
// a Russian layout has the same shortcuts.
func chord(k ebiten.Key) string {
	name := code(k)
	if ebiten.IsKeyPressed(ebiten.KeyShift) {
		name = "Shift+" + name
	}
	if ebiten.IsKeyPressed(ebiten.KeyAlt) {
		name = "Alt+" + name
	}
	if ebiten.IsKeyPressed(ebiten.KeyControl) || ebiten.IsKeyPressed(ebiten.KeyMeta) {
		name = "Control+" + name
	}
	return name
}

// code is Ebitengine's name of a key, with the prefix that the browser's names of letters have.
func code(k ebiten.Key) string {
	name := k.String()
	if len(name) == 1 && name[0] >= 'A' && name[0] <= 'Z' {
		return "Key" + name
	}
	return name
}
