package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"highwater/core/line"
)

// Limits of a lesson file.
const (
	// BytesMax is how large a file may be.
	BytesMax = 1 << 18
	// BlocksMax is how many blocks it may have.
	BlocksMax = 500
)

// Error says where in a file something is wrong.
type Error struct {
	File string
	Line int
	Err  error
}

// Error prints file:line: message.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns what was wrong.
func (e *Error) Unwrap() error { return e.Err }

// Block is a line with the texts and the output that belong to it.
type Block struct {
	// At is the number of the line in the file, from 1.
	At int
	// Text is the line as it stands, with its parameters; Verb its first word.
	Text, Verb string
	// Input are the lines between it and ----, Output those after it.
	Input, Output []string
	// Says are the texts: the one without conditions first.
	Says []CaseSay
	// Answers belong to a question.
	Answers []Answer
}

// CaseSay is a text for the case that parameters have certain values. In a question, what a case
// does not say is said as in the first one.
type CaseSay struct {
	When []Condition
	Say  Say
	// Because follows the answer of a question.
	Because Say
	// Right is which answer is right in this case, from 1; 0 for the one that is marked.
	Right int
}

// Condition is a parameter that has a value, or any other one if Not.
type Condition struct {
	Name, Value string
	Not         bool
}

// Parse reads a lesson file.
func Parse(name string, src []byte) (*Lesson, error) {
	if len(src) > BytesMax {
		return nil, &Error{name, 1, fmt.Errorf("%d bytes: at most %d", len(src), BytesMax)}
	}
	blocks, err := split(name, string(src))
	if err != nil {
		return nil, err
	}
	l := &Lesson{Name: name}
	for i := range blocks {
		b := &blocks[i]
		if err := b.texts(); err != nil {
			return nil, &Error{name, b.At, err}
		}
		if err := l.take(b, i); err != nil {
			return nil, &Error{name, b.At, err}
		}
	}
	if l.ID == "" {
		return nil, &Error{name, 1, fmt.Errorf("want a first block: lesson id=NAME …")}
	}
	l.Blocks = blocks
	return l, l.checkStops()
}

// split cuts a file into blocks, as datadriven does: a line, its input, ----, its output up to an
// empty line (or, after a second ----, up to two lines ----).
func split(name, src string) ([]Block, error) {
	lines := strings.Split(strings.ReplaceAll(src, "\r\n", "\n"), "\n")
	var blocks []Block
	for i := 0; i < len(lines); {
		text := strings.TrimSpace(lines[i])
		if text == "" || strings.HasPrefix(text, "#") {
			i++
			continue
		}
		if len(blocks) == BlocksMax {
			return nil, &Error{name, i + 1, fmt.Errorf("at most %d blocks", BlocksMax)}
		}
		b := Block{At: i + 1}
		for i++; strings.HasSuffix(text, `\`) && i < len(lines); i++ {
			text = strings.TrimSpace(strings.TrimSuffix(text, `\`)) + " " +
				strings.TrimSpace(lines[i])
		}
		b.Text = text
		b.Verb, _, _ = strings.Cut(text, " ")
		for ; i < len(lines) && lines[i] != "----"; i++ {
			b.Input = append(b.Input, lines[i])
		}
		if i == len(lines) {
			return nil, &Error{name, b.At, fmt.Errorf("%q is not followed by ----", b.Verb)}
		}
		b.Output, i = output(lines, i+1)
		blocks = append(blocks, b)
	}
	return blocks, nil
}

func output(lines []string, i int) ([]string, int) {
	var out []string
	if i < len(lines) && lines[i] == "----" {
		for i++; i < len(lines); i++ {
			if lines[i] == "----" && i+1 < len(lines) && lines[i+1] == "----" {
				return out, i + 2
			}
			out = append(out, lines[i])
		}
		return out, i
	}
	for ; i < len(lines) && strings.TrimSpace(lines[i]) != ""; i++ {
		out = append(out, lines[i])
	}
	return out, i
}

// texts reads the input lines: when, ru:, en:, because ru:, because en:, answers, and lines that go
// on with the text before them.
func (b *Block) texts() error {
	cur := CaseSay{}
	used := false
	var last *string
	for _, raw := range b.Input {
		text := strings.TrimSpace(raw)
		field, rest := field(text, &cur)
		switch {
		case text == "":
			last = nil
		case strings.HasPrefix(text, "when "):
			if used {
				b.Says = append(b.Says, cur)
			}
			cur, used, last = CaseSay{}, true, nil
			var err error
			if cur.When, err = conditions(strings.Fields(text)[1:]); err != nil {
				return err
			}
		case strings.HasPrefix(text, "- "), strings.HasPrefix(text, "* "):
			if err := b.answer(text); err != nil {
				return err
			}
			last = nil
		case strings.HasPrefix(text, "right:"):
			var err error
			if cur.Right, err = strconv.Atoi(strings.TrimSpace(text[len("right:"):])); err != nil {
				return fmt.Errorf("%.40q: want right: and the number of an answer", text)
			}
			used, last = true, nil
		case field != nil:
			if *field != "" {
				return fmt.Errorf("%.20q is said twice in one block", text)
			}
			*field, last, used = rest, field, true
		case last != nil:
			*last += " " + text
		default:
			return fmt.Errorf("%.40q: want ru:, en:, when NAME=VALUE, because ru:, or an answer "+
				"that begins with - or *", text)
		}
	}
	if used {
		b.Says = append(b.Says, cur)
	}
	return nil
}

// field finds the text that a line begins, and its first words.
func field(text string, c *CaseSay) (*string, string) {
	for _, f := range [...]struct {
		head string
		to   *string
	}{
		{"ru:", &c.Say.RU}, {"en:", &c.Say.EN},
		{"because ru:", &c.Because.RU}, {"because en:", &c.Because.EN},
	} {
		if rest, ok := strings.CutPrefix(text, f.head); ok {
			return f.to, strings.TrimSpace(rest)
		}
	}
	return nil, ""
}

// answer reads "- ru: … | en: …"; a star marks the right one.
func (b *Block) answer(text string) error {
	ru, en, ok := strings.Cut(text[2:], " | en:")
	ru, isRU := strings.CutPrefix(strings.TrimSpace(ru), "ru:")
	if !ok || !isRU {
		return fmt.Errorf("%.40q: want - ru: … | en: …", text)
	}
	if len(b.Answers) == 9 {
		return fmt.Errorf("at most 9 answers")
	}
	b.Answers = append(b.Answers, Answer{Right: text[0] == '*',
		Say: Say{RU: strings.TrimSpace(ru), EN: strings.TrimSpace(en)}})
	return nil
}

func conditions(words []string) ([]Condition, error) {
	var out []Condition
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		name, not := strings.CutSuffix(name, "!")
		if !ok || name == "" {
			return nil, fmt.Errorf("%.40q: want NAME=VALUE or NAME!=VALUE", w)
		}
		out = append(out, Condition{name, value, not})
	}
	return out, nil
}

// take puts what a block says about the lesson as a whole into it.
func (l *Lesson) take(b *Block, i int) error {
	if (i == 0) != (b.Verb == "lesson") {
		return fmt.Errorf("%q: the first block, and no other, is lesson id=NAME", b.Verb)
	}
	text, err := l.fill(b.Text, nil)
	if err != nil {
		return err
	}
	ln, err := line.Parse(text)
	if err != nil {
		return err
	}
	v, _ := line.Find(ln.Verb)
	if v.Group == line.OnSession {
		return fmt.Errorf("%q belongs to the program, not to a lesson", ln.Verb)
	}
	if v.Group == line.OnWorld {
		_, err = ln.Command()
	}
	if err == nil && v.Group != line.OnStory && len(b.Says) > 0 {
		err = fmt.Errorf("%q says nothing: texts belong to say, ask, lesson and the like", ln.Verb)
	}
	if err != nil || v.Group != line.OnStory {
		return err
	}
	return l.takeStory(b, ln)
}

func (l *Lesson) takeStory(b *Block, ln line.Line) error {
	say, err := b.oneSay()
	if err != nil {
		return err
	}
	for _, c := range b.Says {
		for _, w := range c.When {
			if l.param(w.Name) == nil {
				return fmt.Errorf("when %s: no param of that name stands above", w.Name)
			}
		}
	}
	switch ln.Verb {
	case "lesson":
		l.ID, l.Part = ln.Value("id"), ln.Value("part")
		l.Screen, l.Title = ln.Value("screen"), say
		if l.ID == "" {
			return fmt.Errorf("want lesson id=NAME part=NAME screen=NAME")
		}
	case "claim":
		l.Claim = say
	case "param":
		if l.param(ln.Value("name")) != nil {
			return fmt.Errorf("two params are called %q", ln.Value("name"))
		}
		values, _ := ln.Get("values")
		l.Params = append(l.Params, Param{Name: ln.Value("name"), Default: ln.Value("is"),
			Values: values.Vals, Title: say})
	case "variant":
		v := Variant{ID: ln.Value("name"), Title: say}
		if known, ok := l.Variant(v.ID); ok && known.ID == v.ID {
			return fmt.Errorf("two variants are called %q", v.ID)
		}
		for _, a := range ln.Extra() {
			if l.param(a.Key) == nil {
				return fmt.Errorf("variant sets %q: no param of that name stands above", a.Key)
			}
			v.Set = append(v.Set, Setting{a.Key, a.Text()})
		}
		l.Variants = append(l.Variants, v)
	case "ask":
		return b.checkAsk()
	}
	if len(b.Answers) > 0 && ln.Verb != "ask" {
		return fmt.Errorf("answers belong to ask")
	}
	return nil
}

// oneSay is the text of a block that must have one in both languages.
func (b *Block) oneSay() (Say, error) {
	if len(b.Says) == 0 {
		return Say{}, fmt.Errorf("%q needs its texts: ru: and en:", b.Verb)
	}
	if len(b.Says[0].When) > 0 {
		return Say{}, fmt.Errorf("the first text stands without when: it is the one for all others")
	}
	for i, s := range b.Says {
		asIs := i > 0 && s.Say == Say{} && (s.Because != Say{} || s.Right > 0)
		if !asIs && (s.Say.RU == "" || s.Say.EN == "") {
			return Say{}, fmt.Errorf("%q needs both ru: and en:", b.Verb)
		}
		if (s.Because.RU == "") != (s.Because.EN == "") {
			return Say{}, fmt.Errorf("%q needs because in both languages", b.Verb)
		}
	}
	return b.Says[0].Say, nil
}

func (b *Block) checkAsk() error {
	right := 0
	for _, a := range b.Answers {
		if a.Right {
			right++
		}
		if a.Say.RU == "" || a.Say.EN == "" {
			return fmt.Errorf("every answer needs ru: and en:")
		}
	}
	if len(b.Answers) < 2 || right != 1 {
		return fmt.Errorf("a question needs two answers or more, one of them marked with *")
	}
	for _, s := range b.Says {
		if s.Right < 0 || s.Right > len(b.Answers) || s.Right > 0 && len(s.When) == 0 {
			return fmt.Errorf("right: %d: want the number of an answer, 1 to %d, after a when",
				s.Right, len(b.Answers))
		}
	}
	return nil
}

// checkStops demands that every stop has a name of its own.
func (l *Lesson) checkStops() error {
	var seen []string
	for i := range l.Blocks {
		b := &l.Blocks[i]
		if b.Verb != "say" && b.Verb != "ask" && b.Verb != "sandbox" {
			continue
		}
		ln, err := line.Parse(b.Text)
		if err != nil {
			return &Error{l.Name, b.At, err}
		}
		id := ln.Value("at")
		for _, s := range seen {
			if s == id {
				return &Error{l.Name, b.At, fmt.Errorf("two stops are called %q", id)}
			}
		}
		seen = append(seen, id)
	}
	return nil
}
