package ebit

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/exp/vmhost"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"highwater/assets"
	"highwater/viz/app"
	"highwater/viz/soft"
)

// The desktop program is run as its users run it: once in a real window of a display of its own,
// once as a guest whose mouse and keys the test holds.

func buildDesktop(t *testing.T, tags string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "desktop")
	build := exec.Command("go", "build", "-buildvcs=false", "-tags", tags, "-o", bin,
		"./cmd/desktop")
	build.Dir = "../.."
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	return bin
}

// twin is a session in the same state as the program's, to be painted by the software painter.
func twin(t *testing.T, lines ...string) *app.Session {
	t.Helper()
	var list []app.Source
	for _, name := range assets.LessonNames() {
		text, err := fs.ReadFile(assets.Lessons(), name+".lesson")
		require.NoError(t, err)
		list = append(list, app.Source{Name: name + ".lesson", Text: string(text)})
	}
	s, err := app.New(app.Options{Lessons: list, Texts: assets.Texts, Chrome: app.Full,
		Lang: "ru", Theme: "dark", Motion: "none"})
	require.NoError(t, err)
	for _, line := range lines {
		require.NoError(t, s.Do(line), line)
	}
	for range 100 {
		s.Tick(100 * time.Millisecond)
	}
	require.True(t, s.Idle())
	return s
}

var desktopFlags = []string{"-lesson", "compaction", "-at", "read258", "-lang", "ru",
	"-theme", "dark", "-motion", "none"}

// TestDesktopWindow: what stands in the window is what the software painter paints.
func TestDesktopWindow(t *testing.T) {
	needWindow(t)
	display, frame := ownDisplay(t)
	cmd := exec.Command(buildDesktop(t, ""), desktopFlags...)
	cmd.Env = append(os.Environ(), "DISPLAY="+display)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	require.NoError(t, cmd.Start())
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()

	s := twin(t, "lesson compaction", "seek stop=read258")
	mean, clear := 1.0, 1.0
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
		time.Sleep(200 * time.Millisecond)
		seen, at := window(readXWD(t, frame))
		if seen == nil {
			continue
		}
		// The pointer of a new display stands in its middle.
		s.Pointer(float32(screenW/2-at.X), float32(screenH/2-at.Y), app.PointerMove)
		want := soft.Image(s.Frame(float32(seen.Rect.Dx()), float32(seen.Rect.Dy())), 1)
		if mean, clear = difference(seen, want); mean < 0.002 && clear < 0.004 {
			t.Logf("%v: mean %.5f, clearly different %.5f", seen.Rect.Size(), mean, clear)
			return
		}
	}
	t.Errorf("the window shows something else: mean %.4f, clearly different %.4f; %s",
		mean, clear, complaint.String())
}

const screenW, screenH = 1600, 1000

// ownDisplay starts an X server whose screen is a file.
func ownDisplay(t *testing.T) (display, file string) {
	t.Helper()
	dir := t.TempDir()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0",
		fmt.Sprintf("%dx%dx24", screenW, screenH), "-fbdir", dir, "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{w}
	require.NoError(t, cmd.Start(), "a display of its own (apt-get install xvfb)")
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	require.NoError(t, w.Close())
	var n int
	_, err = fmt.Fscan(r, &n)
	require.NoError(t, err)
	return fmt.Sprintf(":%d", n), filepath.Join(dir, "Xvfb_screen0")
}

// readXWD reads the dump that Xvfb keeps of its screen: a header of big-endian words, colours,
// then rows of blue, green, red and nothing.
func readXWD(t *testing.T, file string) *image.RGBA {
	t.Helper()
	dump, err := os.ReadFile(file)
	require.NoError(t, err)
	word := func(i int) int { return int(binary.BigEndian.Uint32(dump[4*i:])) }
	width, height, row := word(4), word(5), word(12)
	require.Equal(t, 32, word(11), "bits a pixel")
	pixels := dump[word(0)+12*word(19):]
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			p, q := pixels[y*row+4*x:], img.Pix[img.PixOffset(x, y):]
			q[0], q[1], q[2], q[3] = p[2], p[1], p[0], 255
		}
	}
	return img
}

// window cuts out what is not the black of the empty screen.
func window(screen *image.RGBA) (*image.RGBA, image.Point) {
	var box image.Rectangle
	for y := range screen.Rect.Dy() {
		for x := range screen.Rect.Dx() {
			p := screen.Pix[screen.PixOffset(x, y):]
			if p[0]|p[1]|p[2] != 0 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if box.Dx() < 300 {
		return nil, image.Point{}
	}
	out := image.NewRGBA(image.Rectangle{Max: box.Size()})
	for y := range box.Dy() {
		row := screen.Pix[screen.PixOffset(box.Min.X, box.Min.Y+y):]
		copy(out.Pix[y*out.Stride:], row[:4*box.Dx()])
	}
	return out, box.Min
}

// TestDesktopInput: keys, mouse and another size of the window reach the session, and each
// picture is the software painter's.
func TestDesktopInput(t *testing.T) {
	needWindow(t)
	guest := startGuest(t)
	at := func(s *app.Session, w, h int, x, y float64) {
		t.Helper()
		screen := ebiten.NewImage(w, h)
		defer screen.Deallocate()
		require.NoError(t, guest.SetOutsideScreen(screen))
		guest.MoveCursor(x, y)
		// Animations are off, so few updates settle everything, also what follows a new size.
		for range 3 * settle {
			guest.AdvanceTicks(1)
			require.True(t, guest.WaitTicks(), "%v", guest.Err())
			guest.AdvanceFrame()
			require.True(t, guest.WaitFrame(), "%v", guest.Err())
			require.True(t, guest.CompositeFrame())
		}
		s.Pointer(float32(x), float32(y), app.PointerMove)
		got := image.NewRGBA(image.Rect(0, 0, w, h))
		screen.ReadPixels(got.Pix)
		mean, clear := difference(got, soft.Image(s.Frame(float32(w), float32(h)), 1))
		assert.Less(t, mean, 0.002)
		assert.Less(t, clear, 0.004)
	}
	at(twin(t, "lesson compaction", "seek stop=read258"), 1440, 900, 5, 5)

	guest.PressKey(ebiten.KeyHome)
	guest.AdvanceTicks(1)
	guest.ReleaseKey(ebiten.KeyHome)
	at(twin(t, "lesson compaction", "begin"), 1440, 900, 5, 5)

	guest.PressKey(ebiten.KeyShiftLeft)
	guest.PressKey(ebiten.KeyArrowRight)
	guest.AdvanceTicks(1)
	guest.ReleaseKey(ebiten.KeyArrowRight)
	guest.ReleaseKey(ebiten.KeyShiftLeft)
	moved := twin(t, "lesson compaction", "begin", "next")
	at(moved, 760, 460, 5, 5)

	// The button that the picture itself shows for another step.
	x, y := hitOf(t, moved, "step")
	guest.MoveCursor(x, y)
	guest.AdvanceTicks(1)
	guest.PressMouseButton(ebiten.MouseButtonLeft)
	guest.AdvanceTicks(1)
	guest.ReleaseMouseButton(ebiten.MouseButtonLeft)
	guest.AdvanceTicks(1)
	at(twin(t, "lesson compaction", "begin", "next", "step"), 760, 460, 5, 5)
}

func hitOf(t *testing.T, s *app.Session, line string) (x, y float64) {
	t.Helper()
	for _, h := range s.Frame(760, 460).Hits {
		if h.Line == line {
			m := h.Box.Mid()
			return float64(m.X), float64(m.Y)
		}
	}
	require.Failf(t, "no such button", "nothing says %q", line)
	return 0, 0
}

func startGuest(t *testing.T) *vmhost.GuestSession {
	t.Helper()
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "g.sock"))
	require.NoError(t, err)
	defer l.Close()
	endpoint, err := vmhost.EndpointURLFromAddr(l.Addr())
	require.NoError(t, err)
	cmd := exec.Command(buildDesktop(t, "ebitenginevmguest"), desktopFlags...)
	cmd.Env = append(os.Environ(), "EBITENGINE_VM_ENDPOINT="+endpoint)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	conn, err := l.Accept()
	require.NoError(t, err)
	guest, err := vmhost.NewGuestSession(conn, nil)
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, errors.Join(guest.Err(), guest.Close()))
		_ = cmd.Wait()
	})
	return guest
}
