package font

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// Span is a stretch of a line in one face.
type Span struct {
	Text  string
	Face  Face
	Px    float32
	X, W  float32 // from the start of its line
	Code  bool    // it stood in `quotes`
	units int32
}

// Line is one line of a wrapped paragraph.
type Line struct {
	Spans []Span
	W     float32
}

// piece is a stretch of text of one kind.
type piece struct {
	text string
	face Face
	code bool
}

type paragraph struct {
	face      Face
	px, width float32
	text      string
}

var wrapped = struct {
	sync.Mutex
	made map[paragraph][]Line
}{made: map[paragraph][]Line{}}

// wrappedMax bounds the cache of paragraphs: more than any one screen shows.
const wrappedMax = 1024

// Wrap breaks a paragraph with `code` and *emphasis* into lines no wider than width, unless a
// single character is wider. It breaks at spaces and newlines; before — and after a word of one
// letter only if there is no other way; a word longer than the line after a dot, dash, slash or
// underscore, or else anywhere. The lines are shared: do not change them.
func Wrap(f Face, px float32, s string, width float32) []Line {
	k := paragraph{f, px, width, s}
	wrapped.Lock()
	defer wrapped.Unlock()
	lines, ok := wrapped.made[k]
	if !ok {
		if len(wrapped.made) >= wrappedMax {
			clear(wrapped.made)
		}
		lines = wrap(f, px, s, width)
		wrapped.made[k] = lines
	}
	return lines
}

// Plain returns the paragraph without the signs of code and emphasis.
func Plain(s string) string {
	var b strings.Builder
	for _, p := range pieces(Sans, s) {
		b.WriteString(p.text)
	}
	return b.String()
}

// pieces splits a paragraph at its signs. A sign without its partner is an ordinary character, and
// so is a star with a space to its inner side, and any sign after a backslash.
func pieces(f Face, s string) []piece {
	var list []piece
	var plain strings.Builder
	flush := func() {
		if plain.Len() > 0 {
			list = append(list, piece{plain.String(), f, false})
			plain.Reset()
		}
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) && (s[i+1] == '`' || s[i+1] == '*') {
			i++
			plain.WriteByte(s[i])
			continue
		}
		if n := closing(s[i:]); n > 0 {
			flush()
			p := piece{s[i+1 : i+n], f.Bold(), false}
			if c == '`' {
				p.face, p.code = f.Mono(), true
			}
			list = append(list, p)
			i += n
			continue
		}
		plain.WriteByte(c)
	}
	flush()
	return list
}

// closing returns where the sign that opens s is closed, 0 if s opens nothing.
func closing(s string) int {
	if s[0] != '`' && s[0] != '*' || len(s) < 3 {
		return 0
	}
	n := 1 + strings.IndexByte(s[1:], s[0])
	if n < 2 || s[0] == '*' && (s[1] == ' ' || s[n-1] == ' ') {
		return 0
	}
	return n
}

// word is what must stay together: pieces without a chance to break between them.
type word struct {
	pieces []piece
	space  piece // stands before the word if the line does not begin with it
	br     bool  // a newline stands before it
	glued  bool  // rather not the first of a line
}

// words splits pieces at spaces and newlines.
func words(list []piece) []word {
	out := []word{{}}
	for _, p := range list {
		for rest := p.text; rest != ""; {
			n := strings.IndexAny(rest, " \n")
			if n == 0 {
				last := &out[len(out)-1]
				if rest[0] == '\n' {
					out = append(out, word{br: true})
				} else if len(last.pieces) == 0 {
					last.space.text += " "
					last.space.face, last.space.code = p.face, p.code
				} else {
					out = append(out, word{space: piece{" ", p.face, p.code}})
				}
				rest = rest[1:]
				continue
			}
			if n < 0 {
				n = len(rest)
			}
			last := &out[len(out)-1]
			last.pieces = append(last.pieces, piece{rest[:n], p.face, p.code})
			rest = rest[n:]
		}
	}
	for i := range out {
		out[i].glued = dash(out[i]) || i > 0 && !out[i].br && letter(out[i-1])
	}
	return out
}

// dash reports whether the word is a lone dash, which does not begin a line.
func dash(w word) bool {
	return len(w.pieces) == 1 && (w.pieces[0].text == "—" || w.pieces[0].text == "–")
}

// letter reports whether the word is one letter (Russian prepositions), which does not end a line.
func letter(w word) bool {
	if len(w.pieces) != 1 || w.pieces[0].code {
		return false
	}
	r, n := utf8.DecodeRuneInString(w.pieces[0].text)
	return n == len(w.pieces[0].text) && r >= 'А' && r <= 'я'
}

// setter fills lines.
type setter struct {
	px, width float32
	lines     []Line
	spans     []Span
}

func wrap(f Face, px float32, s string, width float32) []Line {
	if s == "" {
		return nil
	}
	t := &setter{px: px, width: width}
	list := words(pieces(f, s))
	for i := 0; i < len(list); {
		n := i + 1
		for n < len(list) && list[n].glued && !list[n].br {
			n++
		}
		t.group(list[i:n])
		i = n
	}
	t.end()
	return t.lines
}

// group sets words that would rather stay on one line.
func (t *setter) group(list []word) {
	if list[0].br {
		t.end()
	}
	begun := len(t.spans) > 0
	if mark := t.mark(); t.try(list, begun) {
		return
	} else {
		t.back(mark)
	}
	if begun {
		mark := t.mark()
		t.end()
		if t.try(list, false) {
			return
		}
		t.undo(mark)
	}
	for _, w := range list { // too long together: one by one
		mark := t.mark()
		if t.try([]word{w}, len(t.spans) > 0) {
			continue
		}
		t.back(mark)
		if len(t.spans) > 0 {
			t.end()
		}
		if mark := t.mark(); !t.try([]word{w}, false) {
			t.back(mark)
			t.split(w)
		}
	}
}

type mark struct {
	lines, spans int
	last         Span
	all          []Span
}

func (t *setter) mark() mark {
	m := mark{lines: len(t.lines), spans: len(t.spans), all: t.spans}
	if m.spans > 0 {
		m.last = t.spans[m.spans-1]
	}
	return m
}

// back takes away what was set on this line since the mark.
func (t *setter) back(m mark) {
	t.spans = m.all[:m.spans]
	if m.spans > 0 {
		t.spans[m.spans-1] = m.last
	}
}

// undo takes away a line end that was set since the mark.
func (t *setter) undo(m mark) {
	t.lines = t.lines[:m.lines]
	t.back(m)
}

// try sets words and reports whether the line is still narrow enough.
func (t *setter) try(list []word, begun bool) bool {
	for i, w := range list {
		if begun || i > 0 {
			if w.space.text != "" {
				t.put(w.space)
			}
		}
		for _, p := range w.pieces {
			t.put(p)
		}
	}
	return t.at() <= t.width
}

// put adds a piece to the line, to its last span if that is of the same kind.
func (t *setter) put(p piece) {
	units := int32(0)
	face := load(p.face)
	for _, r := range p.text {
		units += face.glyphs[face.slot(r)].adv
	}
	if n := len(t.spans) - 1; n >= 0 && t.spans[n].Face == p.face && t.spans[n].Code == p.code {
		last := &t.spans[n]
		last.Text, last.units = last.Text+p.text, last.units+units
		last.W = face.scale(last.units, t.px)
		return
	}
	t.spans = append(t.spans, Span{Text: p.text, Face: p.face, Px: t.px, X: t.at(),
		W: face.scale(units, t.px), Code: p.code, units: units})
}

// at returns where the line ends now.
func (t *setter) at() float32 {
	if len(t.spans) == 0 {
		return 0
	}
	last := &t.spans[len(t.spans)-1]
	return last.X + last.W
}

// end finishes the line.
func (t *setter) end() {
	t.lines = append(t.lines, Line{Spans: t.spans, W: t.at()})
	t.spans = nil
}

// split sets a word that is longer than a line.
func (t *setter) split(w word) {
	for _, p := range w.pieces {
		for p.text != "" {
			n := t.fits(p)
			if n == 0 {
				if len(t.spans) > 0 {
					t.end()
					continue
				}
				_, n = utf8.DecodeRuneInString(p.text) // wider than the line: alone on it
			}
			head := p
			head.text, p.text = p.text[:n], p.text[n:]
			t.put(head)
			if p.text != "" {
				t.end()
			}
		}
	}
}

// fits returns how much of the piece fits on the line: up to its last good place to break.
func (t *setter) fits(p piece) int {
	m := t.mark()
	all, good := 0, 0
	for i, r := range p.text {
		n := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size := utf8.DecodeRuneInString(p.text[i:])
			n = i + size
		}
		t.put(piece{p.text[:n], p.face, p.code})
		wide := t.at() > t.width
		t.back(m)
		if wide {
			break
		}
		all = n
		if strings.ContainsRune(".-_/,:", r) {
			good = n
		}
	}
	if all == len(p.text) || good == 0 {
		return all
	}
	return good
}

// Ellipsis returns the text, cut at its end with … if it is wider than width; "" if not even …
// fits.
func Ellipsis(f Face, px float32, s string, width float32) string {
	if Measure(f, px, s) <= width {
		return s
	}
	t := load(f)
	units, cut := t.glyphs[t.slot('…')].adv, 0
	if t.scale(units, px) > width {
		return ""
	}
	for i, r := range s {
		units += t.glyphs[t.slot(r)].adv
		if t.scale(units, px) > width {
			break
		}
		cut = i + utf8.RuneLen(r)
	}
	return strings.TrimRight(s[:min(cut, len(s))], " \u00A0\u202F·,;:—–") + "…"
}

// EllipsisHead is Ellipsis for what is told by its end, such as the name of a segment file:
// …0206.log.
func EllipsisHead(f Face, px float32, s string, width float32) string {
	if Measure(f, px, s) <= width {
		return s
	}
	t := load(f)
	units, cut := t.glyphs[t.slot('…')].adv, len(s)
	if t.scale(units, px) > width {
		return ""
	}
	for cut > 0 {
		r, n := utf8.DecodeLastRuneInString(s[:cut])
		units += t.glyphs[t.slot(r)].adv
		if t.scale(units, px) > width {
			break
		}
		cut -= n
	}
	return "…" + s[cut:]
}
