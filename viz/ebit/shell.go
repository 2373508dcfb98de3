package ebit

import (
	"image"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"highwater/viz/app"
	"highwater/viz/draw"
)

// View is the size of the picture in points and the number of pixels that make one point.
type View struct {
	W, H, Scale float32
}

// Shell is the game that Ebitengine runs: it measures time, carries input to the session and
// paints the session's frames. The zero value of each hook means that it is not needed.
type Shell struct {
	Session *app.Session

	// Before runs at the start of each update: the place to say lines that came from outside.
	Before func()
	// After runs at the end of each update. Still means that, until a line arrives, nothing
	// will move and the last picture is on the screen, so that no further update is needed.
	After func(still bool)
	// Viewport tells the size where Ebitengine cannot know it. Without it the window tells.
	Viewport func() View
	// Painted runs after each picture that was painted, with the time it took to build its frame
	// and to issue it.
	Painted func(time.Duration)
	// Input makes the shell read mouse, wheel and keys by itself.
	Input bool

	painter *Painter
	input   input
	last    time.Time
	moving  bool // the session was not idle at the end of the last update

	view   View
	pixels image.Point
	frame  *draw.Frame   // what the screen should show
	fresh  bool          // and does not show yet
	built  time.Duration // how long the frame took to build
	again  int           // pictures still to be painted although nothing changed
	focus  bool
}

// settle is how many pictures follow a change of size, focus or visibility: the engine presents
// a frame from its own copy some updates later, and would show an old one otherwise.
const settle = 8

// Layout gives the screen as many pixels as the window has.
func (s *Shell) Layout(int, int) (int, int) { panic("ebit: LayoutF is used instead") }

// LayoutF gives the screen as many pixels as the window has.
func (s *Shell) LayoutF(w, h float64) (float64, float64) {
	v := View{Scale: 1}
	if s.Viewport != nil {
		v = s.Viewport()
	} else if m := ebiten.Monitor(); m != nil {
		v.Scale = float32(m.DeviceScaleFactor())
		w, h = w*float64(v.Scale), h*float64(v.Scale)
	}
	// The engine truncates the size of the real surface; a screen that is one pixel larger would
	// be scaled to it, and every line would blur.
	px := image.Pt(max(int(w+1e-3), 1), max(int(h+1e-3), 1))
	if s.Viewport == nil {
		v.W, v.H = float32(px.X)/v.Scale, float32(px.Y)/v.Scale
	}
	if v != s.view || px != s.pixels {
		s.view, s.pixels = v, px
		s.Repaint()
	}
	return float64(px.X), float64(px.Y)
}

// Repaint makes the next pictures be painted although nothing changed.
func (s *Shell) Repaint() { s.fresh, s.again = true, settle }

// Update takes input and moves the playhead by the time that has passed.
func (s *Shell) Update() error {
	now := time.Now()
	elapsed := now.Sub(s.last)
	s.last = now
	if f := ebiten.IsFocused(); f != s.focus {
		s.focus = f
		s.Repaint()
	}
	if s.Before != nil {
		s.Before()
	}
	if s.Input {
		s.input.read(s.Session, s.view.Scale, now)
	}
	// After a rest the clock starts now: the pause is no part of the playing time.
	if s.moving {
		s.Session.Tick(elapsed)
	} else {
		s.Session.Tick(0)
	}
	s.moving = !s.Session.Idle()
	start := time.Now()
	// The session fills two frames by turns, so it is told here, at every update, whether this
	// is another one; later the same pointer may come back with another picture.
	if f := s.Session.Frame(s.view.W, s.view.H); f != s.frame {
		s.frame, s.fresh = f, true
	}
	s.built = time.Since(start)
	if s.After != nil {
		s.After(s.still())
	}
	return nil
}

func (s *Shell) still() bool {
	return !s.moving && !s.fresh && s.again == 0 && !s.input.busy()
}

// Draw paints the session's frame, if it is another one than the screen shows.
func (s *Shell) Draw(screen *ebiten.Image) {
	if s.painter == nil {
		s.painter = NewPainter()
	}
	if s.frame == nil || !s.fresh && s.again == 0 {
		return
	}
	// The engine skips presenting after some equal frames; a new one must come through.
	s.again = max(s.again-1, 0)
	if s.fresh {
		s.again = max(s.again, 1)
	}
	s.fresh = false
	start := time.Now()
	s.painter.Paint(screen, s.frame, s.view.Scale)
	if s.Painted != nil {
		s.Painted(s.built + time.Since(start))
	}
}

// Setup tells Ebitengine how a shell wants to be run.
func Setup() {
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	ebiten.SetRunnableOnUnfocused(true)
}
