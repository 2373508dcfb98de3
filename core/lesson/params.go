package lesson

import (
	"fmt"
	"strings"

	"highwater/core/line"
)

func (l *Lesson) param(name string) *Param {
	for i := range l.Params {
		if l.Params[i].Name == name {
			return &l.Params[i]
		}
	}
	return nil
}

// Variant finds a variant; "" is the first, or none if there are no variants.
func (l *Lesson) Variant(id string) (Variant, bool) {
	if id == "" && len(l.Variants) == 0 {
		return Variant{}, true
	}
	for _, v := range l.Variants {
		if v.ID == id || id == "" {
			return v, true
		}
	}
	return Variant{}, false
}

// value is what a parameter stands for: set by the reader, else by the variant, else its default.
func (l *Lesson) value(name string, set []Setting) (string, bool) {
	for i := len(set) - 1; i >= 0; i-- {
		if set[i].Name == name {
			return set[i].Value, true
		}
	}
	if p := l.param(name); p != nil {
		return p.Default, true
	}
	return "", false
}

// textMax bounds a text or a line with its parameters filled in: each may stand there thousands of
// times.
const textMax = 1 << 16

// fill replaces $name by the parameter's value.
func (l *Lesson) fill(text string, set []Setting) (string, error) {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(text, "$")
		b.WriteString(before)
		if !ok {
			return b.String(), nil
		}
		n := 0
		for n < len(after) && (after[n] >= 'a' && after[n] <= 'z' || n > 0 && after[n] == '-') {
			n++
		}
		value, known := l.value(after[:n], set)
		if !known {
			return "", fmt.Errorf("$%s is not a param that stands above", after[:n])
		}
		b.WriteString(value)
		if b.Len() > textMax {
			return "", fmt.Errorf("with $%s filled in, the text has more than %d bytes",
				after[:n], textMax)
		}
		text = after[n:]
	}
}

// Settings returns the values of all parameters under a variant and the reader's own choice. It
// refuses names that are no parameter and values that are not offered.
func (l *Lesson) Settings(variant string, own []Setting) ([]Setting, error) {
	v, ok := l.Variant(variant)
	if !ok {
		return nil, fmt.Errorf("lesson %s has no variant %.40q", l.ID, variant)
	}
	set := v.Set[:len(v.Set):len(v.Set)]
	for _, s := range own {
		p := l.param(s.Name)
		if p == nil {
			names := l.changeable()
			return nil, &line.Error{Key: line.ErrUnknownArg, Got: clip(s.Name),
				Want: strings.Join(names, ", "), Hint: line.Nearest(s.Name, names)}
		}
		if !p.offers(s.Value) {
			return nil, &line.Error{Key: line.ErrChoice, Got: clip(s.Value),
				Want: s.Name + "=" + strings.Join(p.Values, "|"),
				Hint: line.Nearest(s.Value, p.Values)}
		}
		set = append(set, s)
	}
	return set, nil
}

// changeable are the parameters that a reader may set.
func (l *Lesson) changeable() []string {
	var names []string
	for i := range l.Params {
		if len(l.Params[i].Values) > 0 {
			names = append(names, l.Params[i].Name)
		}
	}
	return names
}

func (p *Param) offers(value string) bool {
	for _, v := range p.Values {
		if v == value {
			return true
		}
	}
	return value == p.Default
}

// say picks the text for the parameters as they are: the last one whose conditions hold.
func (b *Block) say(l *Lesson, set []Setting) CaseSay {
	picked := CaseSay{}
	for _, s := range b.Says {
		holds := true
		for _, w := range s.When {
			v, _ := l.value(w.Name, set)
			holds = holds && (v == w.Value) != w.Not
		}
		if holds {
			picked = s
		}
	}
	if picked.Say == (Say{}) {
		picked.Say = b.Says[0].Say
	}
	if picked.Because == (Say{}) {
		picked.Because = b.Says[0].Because
	}
	return picked
}
