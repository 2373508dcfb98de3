// Command desktop is Highwater in a window: the same session as in the browser, which draws
// everything by itself.
//
//	go run ./cmd/desktop
//	go run ./cmd/desktop -lesson compaction -at first-pass -lang ru -theme dark
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"highwater/assets"
	"highwater/viz/app"
	"highwater/viz/ebit"
)

// The window's size at the start, and the smallest that still has everything.
const (
	width, height       = 1440, 900
	minWidth, minHeight = 320, 480
)

// wish is what the command line asks for.
type wish struct {
	lesson, at, lang, theme, motion string
}

func main() {
	var w wish
	flag.StringVar(&w.lesson, "lesson", "", "open this `lesson`")
	flag.StringVar(&w.at, "at", "", "go to this `stop`, or to a step by its number")
	flag.StringVar(&w.lang, "lang", systemLang(), "`language`: en or ru")
	flag.StringVar(&w.theme, "theme", "light", "`theme`: light, dark or contrast")
	flag.StringVar(&w.motion, "motion", "full", "`motion`: full or none")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./cmd/desktop [-lesson L] "+
			"[-at STOP] [-lang en|ru] [-theme light|dark|contrast] [-motion full|none]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := run(w, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "desktop:", err)
		os.Exit(1)
	}
}

func run(w wish, rest []string) error {
	if len(rest) > 0 {
		return fmt.Errorf("%q is one word too many: see -help", rest[0])
	}
	session, err := open(w)
	if err != nil {
		return err
	}
	ebit.Setup()
	ebiten.SetWindowSize(width, height)
	ebiten.SetWindowSizeLimits(minWidth, minHeight, -1, -1)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	title := ""
	shell := &ebit.Shell{Session: session, Input: true, After: func(bool) {
		if t := session.Status().Title; t != title {
			title = t
			ebiten.SetWindowTitle(t + " · Highwater")
		}
	}}
	if err := ebiten.RunGame(shell); err != nil {
		return fmt.Errorf("there is no window to draw in: %w (in a browser: go run ./cmd/wasm; "+
			"in a terminal: go run ./cmd/highwater)", err)
	}
	return nil
}

// open starts a session at the moment that was asked for.
func open(w wish) (*app.Session, error) {
	for _, c := range []struct{ flag, value, allowed string }{
		{"lang", w.lang, "en ru"}, {"theme", w.theme, "light dark contrast"},
		{"motion", w.motion, "full none"},
	} {
		if !listed(c.allowed, c.value) {
			return nil, fmt.Errorf("-%s %s: it is one of %s", c.flag, c.value,
				strings.ReplaceAll(c.allowed, " ", ", "))
		}
	}
	s, err := app.New(app.Options{
		Lessons: lessons(), Texts: assets.Texts, Chrome: app.Full,
		Lang: w.lang, Theme: w.theme, Motion: w.motion,
	})
	if err != nil {
		return nil, err
	}
	if w.lesson != "" {
		if err := s.Do("lesson " + w.lesson); err != nil {
			return nil, fmt.Errorf("-lesson %s: %w", w.lesson, err)
		}
	}
	if w.at != "" {
		line := "seek stop=" + w.at
		if strings.Trim(w.at, "0123456789") == "" {
			line = "seek " + w.at
		}
		if err := s.Do(line); err != nil {
			return nil, fmt.Errorf("-at %s: %w", w.at, err)
		}
	}
	return s, nil
}

func listed(list, word string) bool {
	for f := range strings.FieldsSeq(list) {
		if f == word {
			return true
		}
	}
	return false
}

// systemLang is Russian where the system speaks it.
func systemLang() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(name); v != "" {
			if strings.HasPrefix(v, "ru") {
				return "ru"
			}
			break
		}
	}
	return "en"
}

func lessons() []app.Source {
	var list []app.Source
	files := assets.Lessons()
	for _, name := range assets.LessonNames() {
		if text, err := fs.ReadFile(files, name+".lesson"); err == nil {
			list = append(list, app.Source{Name: name + ".lesson", Text: string(text)})
		}
	}
	return list
}
