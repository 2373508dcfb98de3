package ebit

import (
	"fmt"
	"os"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

// noWindow is why the engine could not run; its tests then say that they were left out, unless
// HIGHWATER_FULL demands them.
var noWindow error

// inside runs the tests within the engine's loop, where images can be read.
type inside struct {
	m    *testing.M
	code int
}

func (g *inside) Update() error {
	g.code = g.m.Run()
	return ebiten.Termination
}

func (g *inside) Draw(*ebiten.Image)         {}
func (g *inside) Layout(w, h int) (int, int) { return w, h }
func needWindow(t *testing.T)                { t.Helper(); skipWithout(t, noWindow) }
func skipWithout(t *testing.T, reason error) {
	if reason != nil {
		t.Skip("no window here: ", reason)
	}
}

func TestMain(m *testing.M) {
	// Read here so that a result from a machine with a display is not remembered for one without.
	display := os.Getenv("DISPLAY")
	g := &inside{m: m, code: -1}
	err := ebiten.RunGame(g)
	if g.code < 0 {
		if os.Getenv("HIGHWATER_FULL") != "" {
			fmt.Fprintln(os.Stderr, "the painter's tests need a display, such as xvfb-run; DISPLAY is",
				fmt.Sprintf("%q:", display), err)
			os.Exit(1)
		}
		noWindow = err
		g.code = m.Run()
	}
	os.Exit(g.code)
}
