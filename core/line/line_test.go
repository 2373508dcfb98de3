package line

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/world"
)

// TestWrongLinesSayWhatWouldBeRight pins the column, the mistake, the remedy and the guess.
func TestWrongLinesSayWhatWouldBeRight(t *testing.T) {
	for line, want := range map[string]string{
		"":            `column 1: nothing is said; want a verb`,
		"prodce p1 t": `column 1: no verb "prodce"; did you mean produce?`,
		"  fly": `column 3: no verb "fly"` +
			`; want a verb; help lists them`,
		"produce": `column 8: "CLIENT" is missing` +
			`; want produce CLIENT TOPIC`,
		"produce p1 t cuont=3": `column 14: "cuont" is not known here` +
			`; want produce`,
		"produce p1 t siz=1": `did you mean size?`,
		"produce p1 t count=0": `column 20: 0 is out of range` +
			`; want a whole number from 1 to 10000`,
		"produce p1 t count=x": `column 20: "x" is not a number` +
			`; want a whole number from 1`,
		"produce p1 t count=": `column 20: "count" has no value; want count=N`,
		"produce p1 t count=(1, 2)": `column 14: "count" has more than one value` +
			`; want count=N`,
		"produce p1 t count=3 count=4": `column 22: "count" is said twice`,
		"produce p1 t extra": `column 14: "extra" is one word too many` +
			`; want produce`,
		"produce p1 t records=(a=1": `column 22: "(" is not closed; want )`,
		"produce p1 t =3": `column 14: a name is missing before =` +
			`; want key=value`,
		"produce p1 t every=3": `column 20: "3" is not a time` +
			`; want a number with a unit`,
		"produce p/1 t": `column 9: "p/1" is not a name; want letters`,
		"produce p1 t value=a size=3": `"value" does not go with the rest` +
			`; want it without size`,
		"produce p1 t records=(a) count=2": `"count" does not go with the rest` +
			`; want it without records`,
		"produce p1 t tombstone size=2": `"size" does not go with the rest` +
			`; want it without tombstone`,
		"stop broker": `column 6: "broker" is not a broker` +
			`; want a broker: b1, b2`,
		"stop b0": `column 6: "b0" is not a broker`,
		"drop 12": `column 6: "12" is not a number` +
			`; want a message: m1, m2`,
		"theme drak": `column 7: "drak" is not one of the choices` +
			`; want light, dark`,
		"wait": `column 6: "TIME" is missing` +
			`; want wait 26h, wait until=quiet`,
		"wait 3s\tnow": `column 8: "\t" cannot be printed; want letters`,
		"topic t retentoin=3": `column 9: "retentoin" is not known here` +
			`; want topic TOPIC`,
		"play": `"play" does not act on the world`,
	} {
		_, err := commandOf(line)
		require.ErrorContains(t, err, want, line)
	}
	_, err := Parse(strings.Repeat("x", BytesMax+1))
	require.ErrorContains(t, err, "4097 bytes; want at most 4096")
	_, err = Parse("topic t" + strings.Repeat(" a.b=1", ArgsMax))
	require.ErrorContains(t, err, "too many arguments; want at most 64")
	_, err = Parse("produce p t records=(" + strings.Repeat("a,", ValuesMax) + "b)")
	require.ErrorContains(t, err, "too many values; want at most 256")
}

func commandOf(text string) (world.Command, error) {
	l, err := Parse(text)
	if err != nil {
		return world.Command{}, err
	}
	return l.Command()
}

// TestEveryErrorHasItsWords: each kind of mistake prints, with its remedy and without a column if
// it has none; each form of a remedy is a phrase.
func TestEveryErrorHasItsWords(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Keys() {
		require.False(t, seen[k], k)
		seen[k] = true
		e := &Error{Key: k, Got: "thing", Want: "right", Hint: "this"}
		require.Contains(t, e.Error(), "want right; did you mean this?", k)
		require.NotContains(t, e.Error(), "column", k)
		require.NotContains(t, e.Error(), "{", k)
	}
	for _, f := range Forms() {
		e := &Error{Key: ErrEmpty, Form: f, Want: "this", Low: 3, High: 4}
		require.Contains(t, e.Error(), "; want ", f)
		require.False(t, seen[e.Error()], f)
		seen[e.Error()] = true
	}
}

// samples are lines of every verb that acts on the world, as people would write them.
var samples = []string{
	"cluster",
	"cluster brokers=3 seed=9 version=4.3 latency=2ms log.cleaner.backoff.ms=1000",
	"topic t partitions=3 replicas=2 cleanup.policy=(compact, delete) segment.bytes=1048576",
	"producer p1 acks=all linger.ms=0 retries=3",
	"produce p1 t count=250 first=7 key=k-%03d size=5000 fill=json every=10ms",
	"produce p1 t partition=2 records=(a=1, b, =c, d=, e=f=g)",
	"produce p1 t key= value=(two words)",
	"produce p1 t key=k tombstone",
	"send p1 t value=v-%d count=3",
	"consume c1 t partition=1 isolation=read_committed",
	"offsets t partition=1",
	"alter t retention.ms=8000",
	"delete-records t before=-1",
	"delete-records t partition=1 before=500",
	"clean b1", "clean b2 t partition=0",
	"stop b1", "kill b2", "start b3",
	"wait 26h", "wait until=quiet", "wait 1h until=change",
	"drop m12", "delay m12 by=300ms",
	"cut p1 b1", "heal p1 b1", "stall p1 b1 for=2s", "disconnect p1 b1",
	"crash p1", "restart p1 acks=1",
}

func TestWhatParsesPrintsToTheSame(t *testing.T) {
	for _, s := range samples {
		l, err := Parse(s)
		require.NoError(t, err, s)
		require.Equal(t, s, l.String())
		c, err := l.Command()
		require.NoError(t, err, s)
		again, err := commandOf(Format(c))
		require.NoError(t, err, Format(c))
		require.Equal(t, c, again, s)
	}
}

// TestEveryCommandPrintsAndParses draws commands from the table itself, so that a new verb or a
// new argument is tested the moment it stands there.
func TestEveryCommandPrintsAndParses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []Verb
		for _, v := range Verbs() {
			if v.Group == OnWorld {
				all = append(all, v)
			}
		}
		v := rapid.SampledFrom(all).Draw(t, "verb")
		text := v.Name
		for _, s := range v.Args {
			if s.Must || rapid.Bool().Draw(t, s.Name) {
				text += " " + drawArg(t, s)
			}
		}
		if v.Settings && rapid.Bool().Draw(t, "setting") {
			text += " some.setting.ms=" + rapid.StringMatching(`[a-z0-9]{1,6}`).Draw(t, "value")
		}
		l, err := Parse(text)
		require.NoError(t, err, text)
		again, err := Parse(l.String())
		require.NoError(t, err)
		require.Equal(t, l.String(), again.String())
		c, err := l.Command()
		if err != nil {
			return // arguments that do not go together
		}
		back, err := commandOf(Format(c))
		require.NoError(t, err, "%s -> %s", text, Format(c))
		require.Equal(t, c, back, "%s -> %s", text, Format(c))
	})
}

func drawArg(t *rapid.T, s Spec) string {
	value := ""
	switch s.Kind {
	case IsName:
		value = rapid.StringMatching(`[a-z][a-z0-9_-]{0,8}`).Draw(t, "name")
	case IsNumber:
		value = itoa(rapid.Int64Range(s.Min, s.Max).Draw(t, "n"))
	case IsSpan:
		value = world.Span(rapid.Int64Range(1, int64(world.Day)).Draw(t, "span")).String()
	case IsBroker:
		value = "b" + itoa(rapid.Int64Range(1, BrokersMax).Draw(t, "broker"))
	case IsMessage:
		value = "m" + itoa(rapid.Int64Range(1, 1<<40).Draw(t, "message"))
	case IsChoice:
		value = rapid.SampledFrom(s.Choices).Draw(t, "choice")
	case IsText:
		value = rapid.StringMatching(`[a-z%][a-z0-9%=.-]{0,8}`).Draw(t, "text")
	case IsList:
		item := rapid.StringMatching(`[a-z]{0,3}(=[a-z ]{0,3}[a-z])?`)
		value = "(" + strings.Join(rapid.SliceOfN(item, 1, 4).Draw(t, "list"), ", ") + ")"
	case IsFlag:
		return s.Name
	}
	if s.Place {
		return value
	}
	return s.Name + "=" + value
}

// TestLinesAreDatadriven holds the form of lines to the library that the lessons' tests use.
func TestLinesAreDatadriven(t *testing.T) {
	for _, s := range samples {
		l, err := lex(s)
		require.NoError(t, err)
		cmd, args, err := datadriven.ParseLine(s)
		require.NoError(t, err, s)
		require.Equal(t, l.Verb, cmd)
		require.Len(t, args, len(l.Args), s)
		for i, a := range args {
			require.Equal(t, l.Args[i].Key, a.Key)
			require.Equal(t, l.Args[i].Vals, a.Vals)
		}
	}
}

// TestEveryVerbIsDocumented holds the table of LESSONS.md to the table of verbs. After a change of
// a verb run it with -args -rewrite.
func TestEveryVerbIsDocumented(t *testing.T) {
	const file, begin, end = "../../LESSONS.md", "<!-- verbs -->\n", "<!-- end of verbs -->\n"
	page, err := os.ReadFile(file)
	require.NoError(t, err)
	head, rest, ok := strings.Cut(string(page), begin)
	require.True(t, ok)
	_, tail, ok := strings.Cut(rest, end)
	require.True(t, ok)
	want := head + begin + verbTables() + end + tail
	if f := flag.Lookup("rewrite"); f != nil && f.Value.String() == "true" {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
		return
	}
	require.Equal(t, want, string(page))
}

// verbTables prints the verbs as tables of Markdown, one a group.
func verbTables() string {
	titles := map[Group]string{OnWorld: "What acts on the cluster", OnStory: "What tells the story",
		OnLook: "What shows and checks", OnSession: "What moves the program"}
	var b strings.Builder
	for _, g := range []Group{OnWorld, OnStory, OnLook, OnSession} {
		b.WriteString("### " + titles[g] + "\n\n| line | |\n| --- | --- |\n")
		for _, v := range Verbs() {
			if v.Group == g {
				usage := strings.ReplaceAll(v.Usage(), "|", `\|`)
				b.WriteString("| `" + usage + "` | " + v.Help + " |\n")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestEveryVerbSaysWhatItDoes(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range Verbs() {
		require.False(t, seen[v.Name], v.Name)
		seen[v.Name] = true
		require.True(t, strings.HasSuffix(v.Help, "."), v.Name)
	}
}

func FuzzParseLine(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	f.Add("say at=x focus=(a, b)")
	f.Add("produce p t records=((a), b(c,d))")
	f.Add("produce p t key=a( value=b,c")
	f.Add("produce p t records=a,b)")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Parse(text)
		if err != nil {
			e, ok := err.(*Error)
			require.True(t, ok)
			require.GreaterOrEqual(t, e.Col, 1)
			require.NotEmpty(t, e.Error())
			return
		}
		again, err := Parse(l.String())
		require.NoError(t, err, l.String())
		require.Equal(t, l.String(), again.String())
		c, err := l.Command()
		if err != nil {
			return
		}
		back, err := commandOf(Format(c))
		require.NoError(t, err, Format(c))
		require.Equal(t, Format(c), Format(back))
	})
}
