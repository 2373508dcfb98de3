package line

import (
	"slices"
	"strings"

	"highwater/core/world"
)

// Group says what a verb acts on.
type Group uint8

// Groups of verbs.
const (
	// OnWorld verbs are commands to the simulated cluster.
	OnWorld Group = iota
	// OnStory verbs tell a lesson.
	OnStory
	// OnLook verbs show and check, and change nothing.
	OnLook
	// OnSession verbs move the playhead and set up the program.
	OnSession
)

// String names the group.
func (g Group) String() string {
	return [...]string{"world", "story", "look", "session"}[g]
}

// Verb is one row of the table.
type Verb struct {
	Name  string
	Group Group
	// Help is one English sentence; the text verb.<name> says it in any language.
	Help string
	Args []Spec
	// Settings allows any key with a dot in it: a setting by Kafka's name.
	Settings bool
	// Free allows any key.
	Free bool
}

// ValueKind says what an argument's value must look like.
type ValueKind uint8

// Kinds of values.
const (
	// IsName is letters, digits, dots, dashes and underscores.
	IsName ValueKind = iota
	// IsNumber is a whole number from Min to Max.
	IsNumber
	// IsSpan is a time such as 26h or 40ms.
	IsSpan
	// IsBroker is b1, b2 and so on.
	IsBroker
	// IsMessage is m1, m2 and so on.
	IsMessage
	// IsChoice is one of Choices.
	IsChoice
	// IsText is anything; a text with spaces stands in parentheses.
	IsText
	// IsList is a list of anything.
	IsList
	// IsFlag is a word without a value.
	IsFlag
)

// Spec is one argument of a verb.
type Spec struct {
	Name string
	Kind ValueKind
	// Place says that it is a word at its place, not key=value.
	Place bool
	// Must says that it cannot be left out.
	Must     bool
	Min, Max int64
	Choices  []string
}

// Usage prints how the verb is used.
func (v *Verb) Usage() string {
	var b strings.Builder
	b.WriteString(v.Name)
	for i := range v.Args {
		s := v.Args[i].usage()
		if !v.Args[i].Must {
			s = "[" + s + "]"
		}
		b.WriteString(" " + s)
	}
	if v.Settings {
		b.WriteString(" [kafka.setting=VALUE ...]")
	}
	if v.Free {
		b.WriteString(" [name=VALUE ...]")
	}
	return b.String()
}

func (s *Spec) usage() string {
	switch {
	case s.Kind == IsFlag:
		return s.Name
	case s.Place && s.Kind == IsChoice:
		return strings.Join(s.Choices, "|")
	case s.Place:
		return strings.ToUpper(s.Name)
	default:
		return s.Name + "=" + s.shape()
	}
}

func (s *Spec) shape() string {
	switch s.Kind {
	case IsNumber:
		return "N"
	case IsSpan:
		return "TIME"
	case IsBroker:
		return "BROKER"
	case IsMessage:
		return "MESSAGE"
	case IsChoice:
		return strings.Join(s.Choices, "|")
	case IsText:
		return "TEXT"
	case IsList:
		return "(A, B)"
	default:
		return "NAME"
	}
}

// wants says what the value must be.
func (s *Spec) wants(e *Error) {
	switch s.Kind {
	case IsNumber:
		e.Form, e.Low, e.High = FormNumber, s.Min, s.Max
	case IsSpan:
		e.Form, e.Want = FormSpan, world.SpanMax.String()
	case IsBroker:
		e.Form = FormBroker
	case IsMessage:
		e.Form = FormMessage
	case IsChoice:
		e.Want = strings.Join(s.Choices, ", ")
	case IsName:
		e.Form = FormName
	default:
		e.Want = s.usage()
	}
}

// table is made once: lines are parsed often.
var table = append(worldVerbs(), otherVerbs()...)

// Verbs returns the table.
func Verbs() []Verb { return slices.Clone(table) }

// Find returns the verb of that name.
func Find(name string) (Verb, bool) {
	for i := range table {
		if table[i].Name == name {
			return table[i], true
		}
	}
	return Verb{}, false
}

func verbNames() []string {
	var names []string
	for i := range table {
		names = append(names, table[i].Name)
	}
	return names
}
