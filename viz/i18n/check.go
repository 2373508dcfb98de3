package i18n

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
)

// Fault is something wrong with the texts.
type Fault struct {
	Line int
	Key  string
	Says string
}

// String returns the fault in one line.
func (f Fault) String() string { return fmt.Sprintf("texts.txt:%d: %s: %s", f.Line, f.Key, f.Says) }

// Check returns what is incomplete: a language that is missing, forms that do not match its
// plurals, placeholders that differ between the languages, Russian without Cyrillic, English with.
func (t *Texts) Check() []Fault {
	var out []Fault
	for i := range t.blocks {
		b := &t.blocks[i]
		say := func(format string, args ...any) {
			out = append(out, Fault{b.line, b.key, fmt.Sprintf(format, args...)})
		}
		if len(b.forms[0]) == 0 || len(b.forms[1]) == 0 {
			say("wants both ru: and en:, or all:")
			continue
		}
		for _, l := range Langs() {
			b.plurals(l, say)
		}
		ru, en := b.names(RU), b.names(EN)
		if ru != en {
			say("ru: fills in %s, en: %s", ru, en)
		}
		if strings.Contains(b.key, ".lang") {
			continue // a language is named in itself, by readers of the other
		}
		if b.same {
			if cyrillic(b.forms[0]) {
				say("all: is for terms in Latin letters")
			}
			continue
		}
		if !cyrillic(b.forms[0]) {
			say("ru: has no Cyrillic; a term that is the same in both languages takes all:")
		}
		if cyrillic(b.forms[1]) {
			say("en: has Cyrillic")
		}
	}
	return out
}

func (b *block) plurals(l Lang, say func(string, ...any)) {
	forms := b.forms[index(l)]
	if b.plural != "" && len(forms) != l.forms() {
		say("%s: has %d forms, want %d parted by ` | `", l, len(forms), l.forms())
	}
	for _, f := range forms {
		for _, p := range f.parts {
			if p.forms != nil && len(p.forms) != l.forms() {
				say("%s: {%s|…} has %d forms, want %d", l, p.name, len(p.forms), l.forms())
			}
		}
	}
}

// names returns the arguments that a language fills in, sorted.
func (b *block) names(l Lang) string {
	var list []string
	if b.plural != "" {
		list = append(list, b.plural)
	}
	for _, f := range b.forms[index(l)] {
		for _, p := range f.parts {
			if p.name != "" {
				list = append(list, p.name)
			}
		}
	}
	sort.Strings(list)
	unique := list[:0]
	for i, n := range list {
		if i == 0 || list[i-1] != n {
			unique = append(unique, n)
		}
	}
	return "{" + strings.Join(unique, " ") + "}"
}

func cyrillic(forms []template) bool {
	for _, f := range forms {
		for _, r := range f.text {
			if unicode.Is(unicode.Cyrillic, r) {
				return true
			}
		}
	}
	return false
}
