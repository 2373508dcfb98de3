package line

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a line.
const (
	// BytesMax is how long a line may be.
	BytesMax = 4096
	// ArgsMax is how many words and arguments a line may have.
	ArgsMax = 64
	// ValuesMax is how many values a list may have.
	ValuesMax = 256
)

// Line is a parsed line: a verb that is in the table, with arguments that it knows.
type Line struct {
	Verb string
	Args []Arg
}

// Arg is a word, or a key with its values.
type Arg struct {
	// Key is the word itself if Vals is nil.
	Key string
	// Vals are the values; List says that they stood in parentheses.
	Vals []string
	List bool
	// Col is the column at which it stands, counted in characters from 1.
	Col int
}

// Word says that the argument is a word without a value.
func (a Arg) Word() bool { return a.Vals == nil }

// String prints the line in its one canonical form.
func (l Line) String() string {
	var b strings.Builder
	b.WriteString(l.Verb)
	for _, a := range l.Args {
		b.WriteByte(' ')
		b.WriteString(a.Key)
		switch {
		case a.Word():
		case a.List:
			b.WriteString("=(" + strings.Join(a.Vals, ", ") + ")")
		default:
			b.WriteString("=" + a.Vals[0])
		}
	}
	return b.String()
}

// lexer walks over one line.
type lexer struct {
	text string
	pos  int
}

func (x *lexer) col() int { return utf8.RuneCountInString(x.text[:x.pos]) + 1 }

func (x *lexer) spaces() {
	for x.pos < len(x.text) && x.text[x.pos] == ' ' {
		x.pos++
	}
}

func (x *lexer) until(stops string) string {
	rest := x.text[x.pos:]
	n := strings.IndexAny(rest, stops)
	if n < 0 {
		n = len(rest)
	}
	x.pos += n
	return rest[:n]
}

// lex splits a line into its verb and arguments, by form alone.
func lex(text string) (Line, error) {
	if len(text) > BytesMax {
		return Line{}, &Error{Key: ErrTooLong, Col: 1, Got: strconv.Itoa(len(text)),
			Form: FormMost, High: BytesMax}
	}
	if err := printable(text); err != nil {
		return Line{}, err
	}
	x := lexer{text: text}
	x.spaces()
	l := Line{Verb: x.until(" ")}
	if l.Verb == "" {
		return Line{}, &Error{Key: ErrEmpty, Col: 1, Form: FormVerb}
	}
	for x.spaces(); x.pos < len(text); x.spaces() {
		if len(l.Args) == ArgsMax {
			return Line{}, &Error{Key: ErrManyArgs, Col: x.col(), Form: FormMost, High: ArgsMax}
		}
		a, err := x.arg()
		if err != nil {
			return Line{}, err
		}
		l.Args = append(l.Args, a)
	}
	return l, nil
}

func printable(text string) error {
	if !utf8.ValidString(text) {
		return &Error{Key: ErrEncoding, Col: 1}
	}
	for i, r := range text {
		if r != ' ' && !unicode.IsPrint(r) {
			return &Error{Key: ErrCharacter, Col: utf8.RuneCountInString(text[:i]) + 1,
				Got: string(r), Form: FormSigns}
		}
	}
	return nil
}

func (x *lexer) arg() (Arg, error) {
	a := Arg{Col: x.col()}
	a.Key = x.until(" =")
	if a.Key == "" {
		return a, &Error{Key: ErrNoKey, Col: a.Col, Got: "=", Want: "key=value"}
	}
	if x.pos == len(x.text) || x.text[x.pos] == ' ' {
		return a, nil
	}
	x.pos++ // the =
	if x.pos == len(x.text) || x.text[x.pos] != '(' {
		a.Vals = []string{x.until(" ")}
		return a, nil
	}
	a.List = true
	var err error
	a.Vals, err = x.list()
	return a, err
}

// list reads (a, b, c); parentheses inside a value must be paired.
func (x *lexer) list() ([]string, error) {
	open := x.col()
	x.pos++
	var vals []string
	for depth, start := 1, x.pos; x.pos < len(x.text); x.pos++ {
		switch c := x.text[x.pos]; {
		case c == '(':
			depth++
		case c == ')' && depth > 1:
			depth--
		case c == ')', c == ',' && depth == 1:
			if len(vals) == ValuesMax {
				return nil, &Error{Key: ErrManyValues, Col: open, Form: FormMost, High: ValuesMax}
			}
			vals = append(vals, strings.Trim(x.text[start:x.pos], " "))
			start = x.pos + 1
			if c == ')' {
				x.pos++
				return vals, nil
			}
		}
	}
	return nil, &Error{Key: ErrUnclosed, Col: open, Got: "(", Want: ")"}
}
