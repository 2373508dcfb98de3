package i18n

import (
	"fmt"
	"strconv"
	"strings"
)

// Texts is what a file of texts says.
type Texts struct {
	blocks []block
	byKey  map[string]int
}

// block is one key with its languages.
type block struct {
	key    string
	plural string // the argument that chooses the form, or ""
	line   int    // where it begins
	same   bool   // one text for both languages
	forms  [2][]template
}

// template is a parsed text.
type template struct {
	parts []part
	text  string
}

// part is literal text, or what is to be filled in.
type part struct {
	text   string   // literal, if name is ""
	name   string   // argument
	format string   // "", id, bytes, size, ms
	forms  []string // plural forms to choose from
}

func index(l Lang) int {
	if l == RU {
		return 0
	}
	return 1
}

// Parse reads a file of texts. An error tells the line and what would be right.
func Parse(src string) (*Texts, error) {
	t := &Texts{byKey: map[string]int{}}
	open := false
	for i, line := range strings.Split(src, "\n") {
		line = strings.TrimRight(line, " \t\r")
		switch {
		case strings.HasPrefix(line, "#"):
			continue
		case line == "":
			open = false
		case !open:
			b, err := head(line, i+1)
			if err != nil {
				return nil, err
			}
			if old, ok := t.byKey[b.key]; ok {
				return nil, fmt.Errorf("line %d: %s stands on line %d already", i+1, b.key,
					t.blocks[old].line)
			}
			t.byKey[b.key] = len(t.blocks)
			t.blocks = append(t.blocks, b)
			open = true
		default:
			if err := t.blocks[len(t.blocks)-1].body(line, i+1); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func head(line string, at int) (block, error) {
	key, rest, _ := strings.Cut(line, " ")
	b := block{key: key, line: at}
	for _, r := range key {
		if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '-') {
			const right = "small letters, digits, dots and dashes"
			return b, fmt.Errorf("line %d: a key has %s, not %q", at, right, key)
		}
	}
	if rest == "" {
		return b, nil
	}
	name, ok := strings.CutPrefix(rest, "plural={")
	name, closed := strings.CutSuffix(name, "}")
	if !ok || !closed || name == "" {
		return b, fmt.Errorf("line %d: after a key comes nothing or plural={n}, not %q", at, rest)
	}
	b.plural = name
	return b, nil
}

func (b *block) body(line string, at int) error {
	lang, text, ok := strings.Cut(line, ":")
	text = strings.TrimSpace(text)
	if !ok || lang != "ru" && lang != "en" && lang != "all" {
		return fmt.Errorf("line %d: want ru:, en: or all: and a text, not %q", at, line)
	}
	if text == "" {
		return fmt.Errorf("line %d: %s has no text after %s:", at, b.key, lang)
	}
	forms := []string{text}
	if b.plural != "" {
		forms = strings.Split(text, " | ")
	}
	var list []template
	for _, f := range forms {
		parsed, err := parse(f)
		if err != nil {
			return fmt.Errorf("line %d: %w", at, err)
		}
		list = append(list, parsed)
	}
	switch lang {
	case "all":
		b.same, b.forms = true, [2][]template{list, list}
	case "ru":
		b.forms[0] = list
	case "en":
		b.forms[1] = list
	}
	return nil
}

// parse splits a text at its placeholders.
func parse(s string) (template, error) {
	t := template{text: s}
	for s != "" {
		n := strings.IndexByte(s, '{')
		if n < 0 {
			t.parts = append(t.parts, part{text: s})
			break
		}
		if n > 0 {
			t.parts = append(t.parts, part{text: s[:n]})
		}
		end := strings.IndexByte(s[n:], '}')
		if end < 0 {
			return t, fmt.Errorf("%q is not closed by }", s[n:])
		}
		p, err := placeholder(s[n+1 : n+end])
		if err != nil {
			return t, err
		}
		t.parts = append(t.parts, p)
		s = s[n+end+1:]
	}
	return t, nil
}

func placeholder(s string) (part, error) {
	name, forms, chosen := strings.Cut(s, "|")
	name, format, _ := strings.Cut(name, ":")
	p := part{name: name, format: format}
	if chosen {
		p.forms = strings.Split(forms, "|")
	}
	for _, r := range name {
		if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-') {
			return p, fmt.Errorf("a placeholder has small letters, digits and dashes, not {%s}", s)
		}
	}
	switch {
	case name == "":
		return p, fmt.Errorf("a placeholder has a name, {%s} has none", s)
	case format != "" && format != "id" && format != "bytes" && format != "size" &&
		format != "ms" && format != "share":
		return p, fmt.Errorf("{%s}: a format is id, bytes, size or ms, not %q", s, format)
	}
	return p, nil
}

// Has reports whether there is a text of this key.
func (t *Texts) Has(key string) bool {
	_, ok := t.byKey[key]
	return ok
}

// Keys returns all keys in the order of the file.
func (t *Texts) Keys() []string {
	list := make([]string, len(t.blocks))
	for i := range t.blocks {
		list[i] = t.blocks[i].key
	}
	return list
}

// Say returns a text with its placeholders filled in. Arguments come in pairs of a name and a
// value: Say(i18n.RU, "why.sequence-gap", "want", 1, "pid", 7).
func (t *Texts) Say(l Lang, key string, args ...any) string {
	i, ok := t.byKey[key]
	if !ok {
		return "[" + key + "]"
	}
	b := &t.blocks[i]
	forms := b.forms[index(l)]
	if len(forms) == 0 {
		l, forms = EN, b.forms[1]
	}
	if len(forms) == 0 {
		return "[" + key + "]"
	}
	n := 0
	if b.plural != "" {
		v, _ := whole(find(args, b.plural))
		n = min(l.Form(v), len(forms)-1)
	}
	parts := forms[n].parts
	if len(parts) == 1 && parts[0].name == "" {
		return parts[0].text
	}
	var out strings.Builder
	for i := range parts {
		out.WriteString(parts[i].fill(l, args))
	}
	return out.String()
}

func find(args []any, name string) any {
	for i := 0; i+1 < len(args); i += 2 {
		if s, ok := args[i].(string); ok && s == name {
			return args[i+1]
		}
	}
	return nil
}

func (p *part) fill(l Lang, args []any) string {
	if p.name == "" {
		return p.text
	}
	v := find(args, p.name)
	if v == nil {
		return "{" + p.name + "}"
	}
	n, ok := whole(v)
	switch {
	case p.forms != nil:
		return p.forms[min(l.Form(n), len(p.forms)-1)]
	case !ok:
		return fmt.Sprint(v)
	case p.format == "id":
		return strconv.FormatInt(n, 10)
	case p.format == "bytes":
		return Bytes(l, n)
	case p.format == "size":
		return Size(l, n)
	case p.format == "ms":
		return Duration(l, n)
	case p.format == "share":
		return Share(l, n)
	}
	return Number(n)
}

// whole returns the number in an argument. Named types such as error codes print their names.
func whole(v any) (int64, bool) {
	switch n := v.(type) {
	case int:
		return int64(n), true
	case int8:
		return int64(n), true
	case int16:
		return int64(n), true
	case int32:
		return int64(n), true
	case int64:
		return n, true
	case uint16:
		return int64(n), true
	case uint32:
		return int64(n), true
	}
	return 0, false
}
