package casefile

import (
	"fmt"
	"strconv"
	"strings"
)

// Error is what is wrong with a case file, and where.
type Error struct {
	File string
	// Line counts from 1.
	Line int
	Text string
}

// Error writes `file:line: what is wrong`.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text)
}

// parser holds what the parts of Parse share.
type parser struct {
	file   string
	line   int
	c      *Case
	logs   map[string]bool
	budget int
}

// Parse reads a case file. The name of the file appears in errors only.
func Parse(file string, src []byte) (*Case, error) {
	p := &parser{
		file: file, c: &Case{File: file, Clock: -1},
		logs: map[string]bool{}, budget: expandMax,
	}
	header := true
	for rest, more := string(src), true; more; {
		var text string
		text, rest, more = strings.Cut(rest, "\n")
		p.line++
		if text == "" || text[0] == '#' {
			continue
		}
		var err error
		switch {
		case header && text == "---":
			header = false
			err = p.headerEnds()
		case header:
			err = p.header(text)
		case strings.HasPrefix(text, "  "):
			err = p.outcome(text[2:])
		default:
			err = p.operation(text)
		}
		if err != nil {
			return nil, err
		}
	}
	if header {
		return nil, p.errorf("the header does not end: a line `---` is missing")
	}
	return p.c, nil
}

// quoteMax is how much of a word or a line an error repeats.
const quoteMax = 400

func (p *parser) errorf(format string, args ...any) error {
	for i, a := range args {
		switch s := a.(type) {
		case string:
			args[i] = clip(s)
		case error:
			args[i] = clip(s.Error())
		}
	}
	return &Error{File: p.file, Line: p.line, Text: fmt.Sprintf(format, args...)}
}

func clip(s string) string {
	if len(s) <= quoteMax {
		return s
	}
	return strings.ToValidUTF8(s[:quoteMax], "") + "…"
}

// header reads one `key value` line above `---`.
func (p *parser) header(text string) error {
	key, value, _ := strings.Cut(text, " ")
	switch key {
	case "case", "fixture", "damaged":
		p.c.Name = value
	case "kafka":
		p.c.Kafka = value
	case "clock":
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 0 {
			return p.errorf("clock %q is not a number of ms since 1970", value)
		}
		p.c.Clock = n
	case "bytes":
		if value != "exact" && value != "decoded" {
			return p.errorf("bytes %q: it is `exact` or `decoded`", value)
		}
		p.c.Decoded = value == "decoded"
	case "config":
		s, err := p.setting(value)
		if err != nil {
			return err
		}
		p.c.Config = append(p.c.Config, s)
	case "note":
		p.c.Notes = append(p.c.Notes, value)
	default:
		return p.errorf("%q is not a header line: case, kafka, clock, bytes, config, note, "+
			"then ---", key)
	}
	return nil
}

func (p *parser) headerEnds() error {
	switch {
	case p.c.Name == "":
		return p.errorf("the header has no line `case NAME`")
	case p.c.Kafka == "":
		return p.errorf("the header has no line `kafka VERSION`")
	case p.c.Clock < 0:
		return p.errorf("the header has no line `clock MS`")
	}
	return nil
}

func (p *parser) setting(word string) (Setting, error) {
	key, value, ok := strings.Cut(word, "=")
	if !ok || key == "" {
		return Setting{}, p.errorf("%q is not a config: config=value is wanted", word)
	}
	return Setting{key, value}, nil
}

// outcome adds one indented line to the operation above it.
func (p *parser) outcome(text string) error {
	if len(p.c.Ops) == 0 {
		return p.errorf("an outcome stands before the first operation")
	}
	op := &p.c.Ops[len(p.c.Ops)-1]
	if op.Verb == VerbTick {
		return p.errorf("`tick` has no outcome")
	}
	if len(op.Want) == 0 {
		op.WantLine = p.line
	}
	op.Want = append(op.Want, text)
	return nil
}

// operation reads a line in column 1.
func (p *parser) operation(text string) error {
	words := strings.Split(text, " ")
	for _, w := range words {
		if w == "" {
			return p.errorf("words are separated by one space: %q", text)
		}
	}
	op := Op{
		Verb: Verb(words[0]), Line: p.line, Text: text, WantLine: p.line + 1,
		ProducerID: -1, ProducerEpoch: -1, BaseSequence: -1,
	}
	g, known := grammarOf(op.Verb)
	if !known {
		return p.errorf("%q is no operation; known are: %s", words[0], strings.Join(verbs(), " "))
	}
	args := words[1:]
	if len(args) < g.min || len(args) > g.max {
		return p.errorf("wanted: %s", g.usage)
	}
	if err := p.replicas(&op, g, args); err != nil {
		return err
	}
	if err := g.parse(p, &op, args); err != nil {
		return err
	}
	p.c.Ops = append(p.c.Ops, op)
	return nil
}

// replicas checks that the replicas of an operation exist.
func (p *parser) replicas(op *Op, g grammar, args []string) error {
	switch {
	case op.Verb == VerbLog:
		op.Log = args[0]
		p.logs[args[0]] = true
		return nil
	case g.logAt < 0 || g.logAt >= len(args):
		return nil
	}
	op.Log = args[g.logAt]
	names := []string{op.Log}
	if op.Verb == VerbFetch {
		op.From = args[1]
		names = append(names, op.From)
	}
	for _, name := range names {
		if !p.logs[name] {
			return p.errorf("there is no replica %q here: `log %s` makes one", name, name)
		}
	}
	return nil
}

// number reads a decimal of the given number of bits.
func (p *parser) number(what, s string, bits int) (int64, error) {
	n, err := strconv.ParseInt(s, 10, bits)
	if err != nil {
		return 0, p.errorf("%s %q is not a whole number of %d bits", what, s, bits)
	}
	return n, nil
}

// offset reads a number that is not negative.
func (p *parser) offset(what, s string) (int64, error) {
	n, err := p.number(what, s, 64)
	if err == nil && n < 0 {
		err = p.errorf("%s %d is negative", what, n)
	}
	return n, err
}
