package app

import (
	"fmt"
	"time"

	"highwater/core/lesson"
	"highwater/viz/draw"
	"highwater/viz/i18n"
	"highwater/viz/scene"
)

// Source is one lesson file as text.
type Source struct {
	Name string
	Text string
}

// Chrome says how much of the page a frame draws by itself.
type Chrome = scene.Chrome

// Full draws everything; Canvas draws stage and timeline and leaves the rest to the page.
const (
	Full   = scene.Full
	Canvas = scene.Canvas
)

// Options is what a session starts from.
type Options struct {
	Lessons []Source
	Texts   string // assets/texts.txt
	Chrome  Chrome
	Lang    string // "ru" or "en"
	Theme   string // "light", "dark", "contrast" or "auto"
	Motion  string // "full", "none" or "auto"
	UI      string // "", "figure", "player" or "lab"

	SystemDark     bool // what "auto" means for the theme
	SystemReduced  bool // what "auto" means for motion
	SystemContrast bool // "auto" means the theme of high contrast
}

// Session is one learner's view of one lesson at one moment.
type Session struct {
	opts    Options
	texts   *i18n.Texts
	lessons []*lesson.Lesson
	lang    i18n.Lang
	theme   string
	motion  string
	form    string // "figure", "player" or "lab"

	run     *run // what is shown
	base    *run // the lesson's own future
	beside  *run // the variant next to it, nil if there is none
	undone  []*run
	answers map[string]int // by question: 1.. chosen, 0 skipped
	cache   *scene.Cache
	played  map[string]*run
	worlds  worlds

	beat    float32
	playing bool
	speed   float32
	aim     aim

	view    scene.View
	select_ string // what is selected, as lines write it
	opened  map[string]bool
	panel   string // "", "lessons", "keys", "link", "verbs"
	item    int    // the entry of the open list at which the arrows stand
	said    string // the last announcement
	saidID  int
	console Console
	alert   string

	pointer pointer
	frames  [2]draw.Frame
	front   int
	built   bool
	size    draw.Pt
	status  Status
	fresh   bool // status answers the present version
	version int
}

// New reads lessons and texts and opens the first lesson at its first stop.
func New(o Options) (*Session, error) {
	s := &Session{opts: o, speed: 1, theme: "auto", motion: "auto", lang: i18n.EN,
		answers: map[string]int{}, opened: map[string]bool{}, played: map[string]*run{},
		cache: scene.NewCache(), form: o.UI}
	var err error
	if s.texts, err = i18n.Parse(o.Texts); err != nil {
		return nil, fmt.Errorf("texts: %w", err)
	}
	for _, src := range o.Lessons {
		l, err := lesson.Parse(src.Name, []byte(src.Text))
		if err != nil {
			return nil, err
		}
		s.lessons = append(s.lessons, l)
	}
	if len(s.lessons) == 0 {
		return nil, fmt.Errorf("no lessons")
	}
	if o.Lang == "ru" {
		s.lang = i18n.RU
	}
	if o.Theme != "" {
		s.theme = o.Theme
	}
	if o.Motion != "" {
		s.motion = o.Motion
	}
	s.pointer.hit = -1
	return s, s.open(s.lessons[0].ID, "", nil)
}

// changed notes that the picture and the status are out of date.
func (s *Session) changed() {
	s.built, s.fresh = false, false
	s.version++
}

// Tick moves a playing session by the elapsed time, at most 100 ms a call.
func (s *Session) Tick(elapsed time.Duration) {
	dt := float32(min(max(elapsed, 0), 100*time.Millisecond).Seconds())
	if dt > 0 {
		s.advance(dt)
	}
}

// Idle reports that no call of Tick will change the picture until a line arrives.
func (s *Session) Idle() bool { return !s.playing && !s.aim.on }

// Version grows by one whenever Status would answer differently.
func (s *Session) Version() int { return s.version }

// System tells what "auto" means now: whether the system is dark and wants less motion.
func (s *Session) System(dark, reduced bool) {
	if s.opts.SystemDark != dark || s.opts.SystemReduced != reduced {
		s.opts.SystemDark, s.opts.SystemReduced = dark, reduced
		s.changed()
	}
}

// Contrast tells whether the system wants more contrast, which "auto" follows.
func (s *Session) Contrast(more bool) {
	if s.opts.SystemContrast != more {
		s.opts.SystemContrast = more
		s.changed()
	}
}

func (s *Session) dark() bool { return s.theme == "dark" || s.theme == "auto" && s.opts.SystemDark }

func (s *Session) reduced() bool {
	return s.motion == "none" || s.motion == "auto" && s.opts.SystemReduced
}

func (s *Session) say(key string, args ...any) string { return s.texts.Say(s.lang, key, args...) }

// Words are the page's own labels (keys "page.…" of texts.txt) in the session's language.
func (s *Session) Words() map[string]string {
	const prefix = "page."
	out := map[string]string{}
	for _, k := range s.texts.Keys() {
		if len(k) > len(prefix) && k[:len(prefix)] == prefix {
			out[k[len(prefix):]] = s.say(k)
		}
	}
	return out
}
