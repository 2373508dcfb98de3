//go:build js && wasm

// Command wasm, compiled for the browser: the session, its bridge to the page, and the picture,
// drawn by Ebitengine where the browser has WebGL 2 and as SVG where it has not.
package main

import (
	"fmt"
	"io/fs"
	"syscall/js"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"highwater/assets"
	"highwater/viz/app"
	"highwater/viz/ebit"
)

func main() {
	host := js.Global().Get("highwater").Get("host")
	if err := run(host); err != nil {
		host.Call("fail", "program", err.Error())
	}
}

func run(host js.Value) error {
	ask := host.Call("options")
	text := func(name string) string { return ask.Get(name).String() }
	session, err := app.New(app.Options{
		Lessons: lessons(), Texts: assets.Texts, Chrome: app.Canvas,
		Lang: text("lang"), Theme: text("theme"), Motion: text("motion"), UI: text("ui"),
		SystemDark:     ask.Get("dark").Bool(),
		SystemReduced:  ask.Get("reduced").Bool(),
		SystemContrast: ask.Get("contrast").Bool(),
	})
	if err != nil {
		return err
	}
	b := newBridge(host, session)
	b.connect(text("link"))
	if !ask.Get("webgl").Bool() {
		b.stills()
		return nil
	}
	ebit.Setup()
	shell := &ebit.Shell{
		Session:  session,
		After:    b.after,
		Viewport: func() ebit.View { return b.view },
		Painted:  b.painted,
	}
	b.repaint = shell.Repaint
	// The page measures its canvas in pixels itself, because the engine reads the ratio of pixels
	// only once; so the engine is told that there is no ratio.
	err = ebiten.RunGameWithOptions(shell, &ebiten.RunGameOptions{
		DisableHiDPI:  true,
		InitUnfocused: true,
	})
	if err == nil {
		return nil
	}
	// No surface after all, or it broke: the picture goes on without it.
	host.Call("fallback", fmt.Sprint(err))
	b.stills()
	return nil
}

func lessons() []app.Source {
	var list []app.Source
	files := assets.Lessons()
	for _, name := range assets.LessonNames() {
		text, err := fs.ReadFile(files, name+".lesson")
		if err == nil {
			list = append(list, app.Source{Name: name + ".lesson", Text: string(text)})
		}
	}
	return list
}

// stillEvery is the pause between two pictures of a moving lesson without WebGL: the page has to
// read each as a document.
const stillEvery = 66 * time.Millisecond
