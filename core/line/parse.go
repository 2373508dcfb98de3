package line

import (
	"strconv"
	"strings"

	"highwater/core/world"
)

// Parse reads a line of the table: the verb must be known, its arguments too, and their values
// must have the right form.
func Parse(text string) (Line, error) {
	l, err := lex(text)
	if err != nil {
		return Line{}, err
	}
	v, ok := Find(l.Verb)
	if !ok {
		e := &Error{Key: ErrUnknownVerb, Col: 1 + leading(text), Got: clip(l.Verb)}
		if e.Hint = Nearest(l.Verb, verbNames()); e.Hint == "" {
			e.Form = FormVerb
		}
		return Line{}, e
	}
	if err := v.check(l, text); err != nil {
		return Line{}, err
	}
	return l, nil
}

func leading(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }

// check compares a line with its row of the table.
func (v *Verb) check(l Line, text string) error {
	given := make([]bool, len(v.Args))
	for i, a := range l.Args {
		for _, b := range l.Args[:i] {
			if !a.Word() && !b.Word() && a.Key == b.Key {
				return &Error{Key: ErrTwice, Col: a.Col, Got: clip(a.Key)}
			}
		}
		at, err := v.match(a, given)
		if err != nil {
			return err
		}
		if at < 0 {
			continue
		}
		given[at] = true
		if err := v.Args[at].check(a); err != nil {
			return err
		}
	}
	for i := range v.Args {
		if s := &v.Args[i]; s.Must && !given[i] {
			return &Error{Key: ErrMissing, Col: len([]rune(text)) + 1, Got: s.usage(),
				Want: v.Usage()}
		}
	}
	return nil
}

// match finds which argument of the table is meant; -1 is a setting or a free one.
func (v *Verb) match(a Arg, given []bool) (int, error) {
	for i := range v.Args {
		s := &v.Args[i]
		if given[i] {
			continue
		}
		if a.Word() && (s.Kind == IsFlag && s.Name == a.Key || s.Place) ||
			!a.Word() && !s.Place && s.Kind != IsFlag && s.Name == a.Key {
			return i, nil
		}
	}
	if a.Word() {
		return 0, &Error{Key: ErrExtra, Col: a.Col, Got: clip(a.Key), Want: v.Usage(),
			Hint: v.hint(a.Key)}
	}
	if v.Free || v.Settings && isSetting(a.Key) {
		return -1, nil
	}
	return 0, &Error{Key: ErrUnknownArg, Col: a.Col, Got: clip(a.Key), Want: v.Usage(),
		Hint: v.hint(a.Key)}
}

// isSetting tells Kafka's names, most of which have a dot, from arguments of a verb.
func isSetting(key string) bool {
	switch key {
	case "acks", "retries", "preallocate":
		return true
	}
	return strings.Contains(key, ".")
}

func (v *Verb) hint(got string) string {
	var names []string
	for i := range v.Args {
		if !v.Args[i].Place {
			names = append(names, v.Args[i].Name)
		}
	}
	return Nearest(got, names)
}

// check looks at the form of a value.
func (s *Spec) check(a Arg) error {
	if s.Kind == IsFlag || s.Kind == IsList {
		return nil
	}
	value, col := a.Key, a.Col
	if !s.Place {
		if len(a.Vals) > 1 && s.Kind != IsText {
			return &Error{Key: ErrOneValue, Col: a.Col, Got: clip(a.Key), Want: s.usage()}
		}
		value, col = a.Text(), a.Col+len([]rune(a.Key))+1
	}
	if value == "" && s.Kind != IsText {
		return &Error{Key: ErrNoValue, Col: col, Got: clip(a.Key), Want: s.usage()}
	}
	fail := func(key string) error {
		e := &Error{Key: key, Col: col, Got: clip(value)}
		s.wants(e)
		return e
	}
	switch s.Kind {
	case IsName:
		if !isName(value) {
			return fail(ErrName)
		}
	case IsNumber:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return fail(ErrNumber)
		}
		if n < s.Min || n > s.Max {
			return fail(ErrRange)
		}
	case IsSpan:
		if _, err := world.ParseSpan(value); err != nil {
			return fail(ErrSpan)
		}
	case IsBroker:
		if _, ok := brokerID(value); !ok {
			return fail(ErrNode)
		}
	case IsMessage:
		if _, ok := messageID(value); !ok {
			return fail(ErrNumber)
		}
	case IsChoice:
		return s.checkChoice(value, fail)
	}
	return nil
}

func (s *Spec) checkChoice(value string, fail func(string) error) error {
	for _, c := range s.Choices {
		if value == c {
			return nil
		}
	}
	err := fail(ErrChoice)
	if e, ok := err.(*Error); ok {
		e.Hint = Nearest(value, s.Choices)
	}
	return err
}

func isName(s string) bool {
	if len(s) == 0 || len(s) > 100 || s == "." || s == ".." {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') &&
			c != '.' && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

func brokerID(s string) (world.NodeID, bool) {
	if len(s) != 2 || s[0] != 'b' || s[1] < '1' || s[1] > '0'+BrokersMax {
		return 0, false
	}
	return world.NodeID(s[1] - '0'), true
}

// messageID reads m12; first and last are the oldest and the newest message on the way.
func messageID(s string) (int64, bool) {
	switch s {
	case "first":
		return world.FirstMessage, true
	case "last":
		return world.LastMessage, true
	}
	if len(s) < 2 || s[0] != 'm' || s[1] == '0' || s[1] == '+' || s[1] == '-' {
		return 0, false
	}
	n, err := strconv.ParseInt(s[1:], 10, 64)
	return n, err == nil && n > 0
}

// Text returns the values as one text.
func (a Arg) Text() string { return strings.Join(a.Vals, ", ") }

// Get returns the argument of that key, or the word at that place of the verb's row.
func (l Line) Get(name string) (Arg, bool) {
	v, ok := Find(l.Verb)
	if !ok {
		return Arg{}, false
	}
	given := make([]bool, len(v.Args))
	for _, a := range l.Args {
		at, err := v.match(a, given)
		switch {
		case err != nil:
			return Arg{}, false
		case at < 0 && a.Key == name:
			return a, true
		case at < 0:
			continue
		case v.Args[at].Name == name:
			return a, true
		}
		given[at] = true
	}
	return Arg{}, false
}

// Value returns the text of an argument or of a word, "" if it was not given.
func (l Line) Value(name string) string {
	a, ok := l.Get(name)
	switch {
	case !ok:
		return ""
	case a.Word():
		return a.Key
	default:
		return a.Text()
	}
}

// Number returns an argument as a number, or the default if it was not given.
func (l Line) Number(name string, def int64) int64 {
	if n, err := strconv.ParseInt(l.Value(name), 10, 64); err == nil {
		return n
	}
	return def
}

// Extra returns the arguments that the row does not name: settings and free ones.
func (l Line) Extra() []Arg {
	v, ok := Find(l.Verb)
	if !ok {
		return nil
	}
	var out []Arg
	given := make([]bool, len(v.Args))
	for _, a := range l.Args {
		if at, err := v.match(a, given); err == nil && at >= 0 {
			given[at] = true
		} else if err == nil {
			out = append(out, a)
		}
	}
	return out
}
