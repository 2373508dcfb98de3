package tests

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/assets"
	"highwater/viz/app"
	"highwater/viz/draw"

	"highwater/tests/parity"
)

// moment is a stop of a lesson under a variant.
type moment struct{ lesson, variant, stop string }

func (m moment) String() string { return m.lesson + "/" + m.variant + "/" + m.stop }

// session opens all lessons.
func session(t testing.TB, o app.Options) *app.Session {
	t.Helper()
	sources, err := parity.Sources()
	require.NoError(t, err)
	o.Lessons, o.Texts = sources, assets.Texts
	s, err := app.New(o)
	require.NoError(t, err)
	return s
}

// say says lines that must be understood.
func say(t testing.TB, s *app.Session, lines ...string) {
	t.Helper()
	for _, l := range lines {
		require.NoError(t, s.Do(l), l)
	}
}

// everyStop shows every stop of a lesson under every variant.
func everyStop(t testing.TB, s *app.Session, lesson string, do func(m moment)) {
	t.Helper()
	say(t, s, "lesson "+lesson)
	variants := []string{""}
	for i, v := range s.Status().Variants {
		variants = append(variants[:i], v.ID)
	}
	for _, v := range variants {
		if v != "" {
			say(t, s, "variant "+v)
		}
		for _, st := range s.Status().Stops {
			say(t, s, "seek stop="+st.ID)
			do(moment{lesson, v, st.ID})
		}
	}
}

// look is how a person has set the program up.
type look struct {
	lang, theme string
	dark        bool // what the system prefers, which decides between the themes of high contrast
}

func (l look) String() string {
	name := l.theme
	if l.theme == "contrast" && l.dark {
		name = "night"
	}
	return l.lang + "-" + name
}

func (l look) options() app.Options {
	return app.Options{Lang: l.lang, Theme: l.theme, SystemDark: l.dark}
}

func looks(themes ...look) []look {
	var all []look
	for _, lang := range [...]string{"ru", "en"} {
		for _, th := range themes {
			all = append(all, look{lang, th.theme, th.dark})
		}
	}
	return all
}

var (
	light = look{theme: "light"}
	dark  = look{theme: "dark"}
	high  = look{theme: "contrast"}
	night = look{theme: "contrast", dark: true}
)

// size is a viewport in points.
type size struct{ w, h float32 }

func (z size) String() string { return fmt.Sprintf("%.0fx%.0f", z.w, z.h) }

// The three forms — full, article, phone — and the smallest screen that has to do.
var (
	forms    = [...]size{{1440, 900}, {760, 460}, {390, 844}}
	smallest = size{320, 480}
)

// faultless reports what a reader would complain about in the present frame: at most three things
// of each kind.
func faultless(t *testing.T, where string, s *app.Session, z size) {
	t.Helper()
	f := s.Frame(z.w, z.h)
	seen := map[draw.FaultKind]int{}
	for _, fault := range append(draw.Check(f), targets(s, f)...) {
		if seen[fault.Kind]++; seen[fault.Kind] <= 3 {
			t.Errorf("%s %s: %v", where, z, fault)
		}
	}
}

// targets are the things that are too small to be pressed and that nothing larger stands for. What
// the tables, the list of stops and the transcript offer as well may be small in the picture
// (WCAG 2.2, 2.5.8, equivalent), and so may a record, since zooming in makes it larger.
func targets(s *app.Session, f *draw.Frame) []draw.Fault {
	st := s.Status()
	offered := map[string]bool{"": true} // without a line there is nothing to press
	for _, x := range st.Stops {
		offered[x.Line] = true
	}
	for _, x := range st.Transcript {
		offered[x.Line] = true
	}
	for _, tab := range st.Tables {
		for _, x := range tab.Files {
			offered[x.Line] = true
		}
	}
	var out []draw.Fault
	for _, fault := range draw.Targets(f) {
		if l := f.Hits[fault.Op].Line; !offered[l] && !recordLine.MatchString(l) {
			out = append(out, fault)
		}
	}
	return out
}

var recordLine = regexp.MustCompile(`^select [^ ]+/b\d+/\d+$`)
