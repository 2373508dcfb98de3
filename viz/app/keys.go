package app

// key is one row of the table of keys: a chord as KeyboardEvent.code names it, the line that it
// says, and the text that tells what it does.
type key struct{ chord, show, line, text string }

// keys is the one table of keys, for every shell and for the list that "?" opens.
var keys = [...]key{
	{"Space", "Space", "toggle", "ui.play"},
	{"ArrowRight", "→", "step", "ui.forward"},
	{"ArrowLeft", "←", "back", "ui.back"},
	{"Shift+ArrowRight", "Shift →", "next", "ui.next-stop"},
	{"Shift+ArrowLeft", "Shift ←", "prev", "ui.prev-stop"},
	{"PageDown", "PgDn", "next", "ui.next-stop"},
	{"PageUp", "PgUp", "prev", "ui.prev-stop"},
	{"Home", "Home", "begin", "ui.start"},
	{"End", "End", "end", "ui.end"},
	{"Digit1", "1", "speed 1/2", "key.speed"},
	{"Digit2", "2", "speed 1", "key.speed"},
	{"Digit3", "3", "speed 2", "key.speed"},
	{"Digit4", "4", "speed 4", "key.speed"},
	{"Equal", "+", "zoom in", "key.zoom-in"},
	{"Minus", "−", "zoom out", "key.zoom-out"},
	{"Digit0", "0", "zoom fit", "key.zoom-fit"},
	{"ArrowDown", "↓", "walk next", "key.walk-next"},
	{"ArrowUp", "↑", "walk prev", "key.walk-prev"},
	{"Enter", "Enter", "panel verbs", "key.verbs"},
	{"KeyN", "N", "follow next", "key.follow-next"},
	{"Shift+KeyN", "Shift N", "follow prev", "key.follow-prev"},
	{"KeyU", "U", "undo", "ui.undo"},
	{"Shift+KeyU", "Shift U", "redo", "key.redo"},
	{"KeyL", "L", "panel lessons", "ui.lessons"},
	{"Slash", "?", "panel keys", "ui.keys"},
	{"Shift+Slash", "?", "panel keys", "ui.keys"},
	{"Escape", "Esc", "select", "key.escape"},
}

// Key performs the line of a key chord such as "Space", "Shift+ArrowRight" or "KeyL" (the physical
// code, as in KeyboardEvent.code) and reports whether there is one.
func (s *Session) Key(chord string) bool {
	switch {
	case chord == "Escape":
		return s.escape()
	case chord == "Enter" && s.enter():
		return true
	}
	for i := range keys {
		if keys[i].chord == chord {
			// A key that cannot do anything now has done nothing: its error is in the status.
			_ = s.Do(keys[i].line)
			return true
		}
	}
	return false
}

// keyOf is how the shortcut of a line is shown.
func keyOf(line string) string {
	for i := range keys {
		if keys[i].line == line {
			return keys[i].show
		}
	}
	return ""
}
