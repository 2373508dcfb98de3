package app

import (
	"fmt"
	"strings"

	"highwater/viz/draw"
)

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

// pointer is where the pointer is and what it holds.
type pointer struct {
	at      draw.Pt
	in      bool
	down    bool
	pressed draw.Hit // what was under it when it went down
	held    bool     // pressed is valid
	from    draw.Pt  // where it was at the last event
	hit     int      // index of the hit under it in the last frame, -1 if none
	tip     string
}

// Pointer takes a pointer event in frame coordinates, performs the line that the hit under it
// says, and returns that line ("" if there is none).
func (s *Session) Pointer(x, y float32, kind PointerKind) string {
	p := &s.pointer
	p.from, p.at = p.at, draw.P(x, y)
	switch kind {
	case PointerLeave, PointerCancel:
		p.in, p.down, p.held = false, false, false
		s.hover(nil)
		return ""
	case PointerDown:
		p.down = true
		h := s.under()
		p.held = h != nil
		if h != nil {
			p.pressed = *h
			if h.Drag == draw.DragX || h.Drag == draw.DragY {
				return s.drag()
			}
		}
	case PointerUp:
		line := s.release()
		p.down, p.held = false, false
		return line
	default:
		p.in = true
		if p.down && p.held && p.pressed.Drag == draw.DragPan {
			return s.pan()
		}
		if p.down && p.held && (p.pressed.Drag == draw.DragX || p.pressed.Drag == draw.DragY) {
			return s.drag()
		}
	}
	s.hover(s.under())
	return ""
}

// under is the topmost hit of the last frame under the pointer.
func (s *Session) under() *draw.Hit {
	if s.size.X == 0 {
		return nil
	}
	return s.frames[s.front].HitAt(s.pointer.at)
}

// drag says the held hit's line with the value under the pointer.
func (s *Session) drag() string {
	h := &s.pointer.pressed
	line := h.Line
	if !strings.HasSuffix(line, "=") {
		line += " "
	}
	line += fmt.Sprintf("%.3f", h.At(s.pointer.at))
	_ = s.Do(line)
	return line
}

// pan says the held hit's line with the distance that the pointer has moved.
func (s *Session) pan() string {
	line := fmt.Sprintf("%s %.1f", s.pointer.pressed.Line, s.pointer.from.X-s.pointer.at.X)
	_ = s.Do(line)
	return line
}

// release clicks what was pressed, if the pointer is still over it.
func (s *Session) release() string {
	p := &s.pointer
	h := s.under()
	if !p.held || h == nil || h.Line != p.pressed.Line || h.Drag != draw.NoDrag || h.Off ||
		h.Line == "" {
		return ""
	}
	line := h.Line
	_ = s.Do(line)
	return line
}

// hover shows what the thing under the pointer says.
func (s *Session) hover(h *draw.Hit) {
	tip := ""
	if h != nil && s.pointer.in && !s.pointer.down {
		tip = h.Tip
	}
	if tip != s.pointer.tip {
		s.pointer.tip = tip
		s.built = false
	}
}

// Wheel scrolls or zooms the stage and reports whether it used the event.
func (s *Session) Wheel(x, y, dx, dy float32, zoom bool) bool {
	s.pointer.at = draw.P(x, y)
	switch {
	case zoom && dy < 0:
		s.zoom("in")
	case zoom && dy > 0:
		s.zoom("out")
	case s.view.Zoom > 1 && dx != 0:
		s.view.Pan = min(max(s.view.Pan+dx, 0), 1e7)
	default:
		return false
	}
	s.changed()
	return true
}

// Cursor names the pointer's shape over the last position: "default", "pointer", "grab".
func (s *Session) Cursor() string {
	h := s.under()
	switch {
	case h == nil || h.Off || h.Line == "":
		return "default"
	case h.Drag != draw.NoDrag:
		return "grab"
	}
	return "pointer"
}
