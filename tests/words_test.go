package tests

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/assets"
	"highwater/viz/app"
)

// TestGoldenWords: what a moment says to those who do not look at the picture — caption, question,
// reasons, tables, description — at every stop, in both languages.
func TestGoldenWords(t *testing.T) {
	k := keep(t, "words")
	for _, name := range assets.LessonNames() {
		for _, l := range looks(light) {
			t.Run(name+"/"+l.lang, func(t *testing.T) {
				t.Parallel()
				s := session(t, l.options())
				var b strings.Builder
				everyStop(t, s, name, func(m moment) { mirror(&b, m, s.Status()) })
				k.text(t, name+"."+l.lang+".txt", b.String())
			})
		}
	}
}

// mirror writes the words of a moment.
func mirror(b *strings.Builder, m moment, st app.Status) {
	say := func(name, text string) {
		if text != "" {
			fmt.Fprintf(b, "%s: %s\n", name, text)
		}
	}
	fmt.Fprintf(b, "== %s\n", m)
	say("title", st.Title)
	say("claim", st.Claim)
	say("moment", st.ValueText)
	say("clock", st.Clock)
	say("caused", st.Caused)
	say("caption", st.Caption)
	if q := st.Question; q != nil {
		say("question", q.Text)
		for _, a := range q.Answers {
			say("answer", a.Text)
		}
	}
	for _, w := range st.Why {
		say("why "+w.Key, w.Title+" "+w.Text)
		say("source", w.Source)
	}
	for _, c := range st.Try {
		say("try", c.Label)
	}
	for _, c := range st.Verbs {
		say("can", c.Label+" ["+c.Line+"]"+off(c))
	}
	say("picture", st.Description)
	for _, tab := range st.Tables {
		table(b, tab)
	}
	for _, x := range st.Transcript {
		if x.Current {
			say("step", x.Text)
		}
	}
	b.WriteString("\n")
}

func off(c app.Control) string {
	if c.Off {
		return " off: " + c.Reason
	}
	return ""
}

// table writes the beginning and the end of a table.
func table(b *strings.Builder, tab app.Table) {
	fmt.Fprintf(b, "table %s: %s\n", tab.Title, strings.Join(tab.Columns, " | "))
	for _, w := range tab.Watermarks {
		fmt.Fprintf(b, "  %s %s\n", w[0], w[1])
	}
	const ends = 4
	for i, row := range tab.Rows {
		if i < ends || i >= len(tab.Rows)-ends {
			fmt.Fprintf(b, "  %s\n", strings.Join(row.Cells, " | "))
		} else if i == ends {
			fmt.Fprintf(b, "  (%d rows)\n", len(tab.Rows)-2*ends)
		}
	}
	if tab.More != "" {
		fmt.Fprintf(b, "  %s\n", tab.More)
	}
	for _, f := range tab.Files {
		fmt.Fprintf(b, "  %s %s %s\n", f.Name, f.Size, f.Label)
	}
}

// A key that has no text shows itself in brackets, an argument that was not given in braces.
var raw = regexp.MustCompile(`\[[a-z]+\.[a-z0-9.-]+\]|\{[a-z0-9-]+[}:|]`)

// TestNoRawKeyReachesAReader looks at all that is said and drawn at every single step of every
// lesson, and at what the console answers.
func TestNoRawKeyReachesAReader(t *testing.T) {
	for _, name := range assets.LessonNames() {
		for _, l := range looks(light) {
			t.Run(name+"/"+l.lang, func(t *testing.T) {
				t.Parallel()
				s := session(t, l.options())
				say(t, s, "lesson "+name)
				for n := 0; n <= s.Status().Steps; n++ {
					say(t, s, fmt.Sprintf("seek %d", n))
					noRaw(t, s, fmt.Sprintf("%s step %d", name, n))
				}
				for _, lines := range overlays(s, s.Status().Stops[0].ID, false) {
					say(t, s, lines...)
					noRaw(t, s, fmt.Sprint(name, lines))
				}
			})
		}
	}
}

func noRaw(t *testing.T, s *app.Session, where string) {
	t.Helper()
	st := s.Status()
	st.Link = "" // not for reading
	all, err := json.Marshal(st)
	require.NoError(t, err)
	words := []string{string(all)}
	f := s.Frame(760, 460)
	for i := range f.Ops {
		words = append(words, f.Ops[i].Text)
	}
	for i := range f.Hits {
		words = append(words, f.Hits[i].Tip, f.Hits[i].Say)
	}
	for _, w := range words {
		if key := raw.FindString(w); key != "" {
			t.Errorf("%s shows %s", where, key)
			return
		}
	}
}
