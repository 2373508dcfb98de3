package app

import (
	"time"

	"highwater/viz/draw"
)

// Source is one lesson file as text.
type Source struct {
	Name string
	Text string
}

// Chrome says how much of the page a frame draws by itself.
type Chrome uint8

// Full draws everything; Canvas draws stage and timeline and leaves the rest to the page.
const (
	Full Chrome = iota
	Canvas
)

// Options is what a session starts from.
type Options struct {
	Lessons []Source
	Texts   string // assets/texts.txt
	Chrome  Chrome
	Lang    string // "ru" or "en"
	Theme   string // "light", "dark" or "auto"
	Motion  string // "full", "none" or "auto"
	UI      string // "", "figure", "player" or "lab"

	SystemDark    bool // what "auto" means for the theme
	SystemReduced bool // what "auto" means for motion
}

// Session is one learner's view of one lesson at one moment.
type Session struct {
	opts    Options
	frame   *draw.Frame
	version int
}

// New reads lessons and texts and opens the first lesson at its first stop.
func New(o Options) (*Session, error) {
	return &Session{opts: o}, nil
}

// Do performs one line and is the only entrance for everything that a learner does.
func (s *Session) Do(line string) error { return nil }

// Tick moves a playing session by the elapsed time, at most 100 ms a call.
func (s *Session) Tick(elapsed time.Duration) {}

// PointerKind is what a pointer did.
type PointerKind uint8

// The kinds of pointer events; a click acts on release over the thing that was pressed.
const (
	PointerMove PointerKind = iota
	PointerDown
	PointerUp
	PointerLeave
	PointerCancel
)

// Pointer takes a pointer event in frame coordinates, performs the line that the hit under it
// says, and returns that line ("" if there is none).
func (s *Session) Pointer(x, y float32, kind PointerKind) string { return "" }

// Wheel scrolls or zooms the stage and reports whether it used the event.
func (s *Session) Wheel(x, y, dx, dy float32, zoom bool) bool { return false }

// Key performs the line of a key chord such as "Space", "Shift+ArrowRight" or "KeyL" (the physical
// code, as in KeyboardEvent.code) and reports whether there is one.
func (s *Session) Key(chord string) bool { return false }

// Frame is the picture for a viewport of w by h points; the same pointer until it changes.
func (s *Session) Frame(w, h float32) *draw.Frame { return s.frame }

// Idle reports that no call of Tick will change the picture until a line arrives.
func (s *Session) Idle() bool { return true }

// Cursor names the pointer's shape over the last position: "default", "pointer", "grab".
func (s *Session) Cursor() string { return "default" }

// Version grows by one whenever Status would answer differently.
func (s *Session) Version() int { return s.version }

// Status describes the moment in words, for the page and for screen readers.
func (s *Session) Status() Status { return Status{Version: s.version} }

// Words are the page's own labels (keys "page.…" of texts.txt) in the session's language.
func (s *Session) Words() map[string]string { return nil }
