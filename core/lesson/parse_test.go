package lesson

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const head = "lesson id=x part=storage screen=stage\nru: Проба\nen: A try\n----\n\n"

func block(lines ...string) string { return strings.Join(lines, "\n") + "\n----\n\n" }

// TestWrongFilesSayWhere pins file, line, mistake and remedy.
func TestWrongFilesSayWhere(t *testing.T) {
	for _, c := range []struct{ want, src string }{
		{`x:1: want a first block: lesson id=NAME`, ""},
		{`x:1: "cluster": the first block, and no other, is lesson`, block("cluster")},
		{`x:1: want lesson id=NAME`, block("lesson", "ru: П", "en: T")},
		{`x:1: "lesson" needs its texts: ru: and en:`, block("lesson id=x")},
		{`x:1: "lesson" needs both ru: and en:`, block("lesson id=x", "ru: П")},
		{`x:6: "cluster" is not followed by ----`, head + "cluster\n"},
		{`x:6: column 1: no verb "clutser"; did you mean cluster?`, head + block("clutser")},
		{`x:6: column 9: "brokrs" is not known here`, head + block("cluster brokrs=1")},
		{`x:6: "play" belongs to the program`, head + block("play")},
		{`x:6: "cluster" says nothing`, head + block("cluster", "ru: П", "en: T")},
		{`x:6: "hm": want ru:, en:, when NAME=VALUE`, head + block("say at=a", "hm")},
		{`"ru: Б" is said twice in one block`, head + block("say at=a", "ru: А", "ru: Б", "en: T")},
		{`x:6: the first text stands without when`, head + block("say at=a", "when a=b", "ru: А",
			"en: A")},
		{`x:6: when a: no param of that name stands above`, head + block("say at=a", "ru: А",
			"en: A", "when a!=b", "ru: Б", "en: B")},
		{`"b": want NAME=VALUE or NAME!=VALUE`, head + block("say at=a", "ru: А",
			"en: A", "when b", "ru: Б")},
		{`a question needs two answers or more, one of them marked`, head + block("ask at=a",
			"ru: А", "en: A", "- ru: а | en: a", "- ru: б | en: b")},
		{`want - ru: … | en: …`, head + block("ask at=a", "ru: А", "en: A", "- yes")},
		{`answers belong to ask`, head + block("say at=a", "ru: А", "en: A", "* ru: а | en: a")},
		{`needs because in both languages`, head + block("ask at=a", "ru: А", "en: A",
			"- ru: а | en: a", "* ru: б | en: b", "because ru: П")},
		{`want right: and the number of an answer`, head + block("ask at=a", "ru: А", "en: A",
			"- ru: а | en: a", "* ru: б | en: b", "when a=b", "right: one")},
		{`right: 3: want the number of an answer, 1 to 2, after a when`, head +
			block("param a is=b", "ru: П", "en: P") + block("ask at=a", "ru: А", "en: A",
			"- ru: а | en: a", "* ru: б | en: b", "when a=b", "right: 3")},
		{`right: 1: want the number of an answer`, head + block("ask at=a", "ru: А", "en: A",
			"- ru: а | en: a", "* ru: б | en: b", "right: 1")},
		{`"say" needs both ru: and en:`, head + block("say at=a", "ru: А", "en: A", "when a=b")},
		{`x:11: two stops are called "a"`, head + block("say at=a", "ru: А", "en: A") +
			block("say at=a", "ru: А", "en: A")},
		{`x:6: $codec is not a param that stands above`, head + block("topic $codec")},
		{`variant sets "codec": no param of that name`, head + block("variant v codec=lz4", "ru: А",
			"en: A")},
		{`two params are called "a"`, head + block("param a is=1", "ru: а", "en: a") +
			block("param a is=2", "ru: а", "en: a")},
		{`two variants are called "v"`, head + block("param a is=1", "ru: а", "en: a") +
			block("variant v a=1", "ru: а", "en: a") + block("variant v a=2", "ru: а", "en: a")},
		{`262145 bytes: at most 262144`, strings.Repeat("#", BytesMax+1)},
		{`x:1503: at most 500 blocks`, head + strings.Repeat("check\n----\n\n", BlocksMax+1)},
	} {
		_, err := Parse("x", []byte(c.src))
		require.ErrorContains(t, err, c.want)
		var at *Error
		require.ErrorAs(t, err, &at)
	}
}

func TestLinesThatFailWhilePlayingSayWhere(t *testing.T) {
	for _, c := range []struct{ want, src string }{
		{`x:6: there are no brokers yet; want cluster brokers=1`, block("topic t")},
		{`x:12: there is no topic "evnts"; did you mean events?`,
			block("cluster") + block("topic events") + block("offsets evnts")},
		{`x:9: there is no "b2": want a client, or one of b1; did you mean b1?`,
			block("cluster") + block("expect b2.leo=1")},
		{`x:6: there is no "b1": the cluster is not made yet`, block("expect b1.leo=1")},
		{`x:9: there is no partition on b1 yet`, block("cluster") + block("expect b1.leo=1")},
		{`x:11: with $a filled in, the text has more than 65536 bytes`,
			block("param a is="+strings.Repeat("x", 1000), "ru: а", "en: a") +
				block("say at=a", "ru: "+strings.Repeat("$a", 70_000), "en: A")},
		{`want WHO.WHAT, such as b1.leo`, block("cluster") + block("expect leo=1")},
		{`want one of leo, hw, lso`, block("cluster") + block("topic t") + block("expect b1.x=1")},
		{`want file, batch, written or horizon`, block("cluster") + block("topic t") +
			block("expect b1.x.1=1")},
		{`"x" is not an offset`, block("cluster") + block("topic t") + block("expect b1.file.x=1")},
		{`x:9: {b1.leo: } is missing`, block("cluster") + block("say at=a", "ru: {b1.leo",
			"en: A")},
		{`"rol" is not one of the choices; want refuse, roll, segment-full; did you mean roll?`,
			block("cluster") + block("show why rol")},
		{`there is no client "r"`, block("cluster") + block("show table r")},
		{`there is no partition "t-3"`, block("cluster") + block("topic t") +
			block("show files t partition=3")},
	} {
		l, err := Parse("x", []byte(head+c.src))
		require.NoError(t, err, c.src)
		_, err = l.Play("", nil)
		require.ErrorContains(t, err, c.want)
	}
}

func TestExpectationsThatFailAreListed(t *testing.T) {
	l, err := Parse("x", []byte(head+block("cluster")+block("topic t")+
		block("expect b1.leo=0 b1.hw=7 clock=0s")))
	require.NoError(t, err)
	r, err := l.Play("", nil)
	require.NoError(t, err)
	require.Len(t, r.Failed, 1)
	require.EqualError(t, r.Failed[0], "x:12: b1.hw is 0, expected 7")
}

func TestParametersAreFilledIn(t *testing.T) {
	src := head +
		block("param name is=t values=(t, u)", "ru: Имя", "en: Name") +
		block("variant second name=u", "ru: Вторая", "en: Second") +
		block("cluster") + block("topic $name") +
		block("say at=a", "ru: Тема t", "en: Topic t", "when name!=t", "ru: Тема $name",
			"en: Topic $name")
	l, err := Parse("x", []byte(src))
	require.NoError(t, err)
	for _, c := range []struct {
		variant string
		own     []Setting
		topic   string
		journal string
	}{
		{"", nil, "u", "highwater 1 lesson=x variant=second\n"},
		{"second", nil, "u", "highwater 1 lesson=x variant=second\n"},
		{"second", []Setting{{"name", "t"}}, "t",
			"highwater 1 lesson=x variant=second set:name=t\n"},
	} {
		r, err := l.Play(c.variant, c.own)
		require.NoError(t, err)
		require.Equal(t, "Topic "+c.topic, r.Stops[0].Say.EN)
		require.Equal(t, c.topic, r.Timeline.World(2).Topics[0].Name)
		require.True(t, strings.HasPrefix(r.Timeline.Journal().String(), c.journal))
	}
	_, err = l.Play("third", nil)
	require.ErrorContains(t, err, `no variant "third"`)
	_, err = l.Play("", []Setting{{"nme", "t"}})
	require.ErrorContains(t, err, `"nme" is not known here; want name; did you mean name?`)
	_, err = l.Play("", []Setting{{"name", "v"}})
	require.ErrorContains(t, err, `"v" is not one of the choices; want name=t|u`)
}

func TestFactsInWords(t *testing.T) {
	src := head + block("cluster") + block("topic t") +
		block("producer p linger.ms=0 enable.idempotence=false") +
		block("produce p t count=3 size=5000 every=1s") + block("consume c t") + block("wait 90m") +
		block("say at=a", "ru: {b1.size} {clock} {c.records} {p.acked} {b1.horizon.1} 1 048 576",
			"en: {b1.size} {clock} {b1.batch.0} {b1/t-0.leo} {b1.written.2} {b1.batch.9} 12 34")
	l, err := Parse("x", []byte(src))
	require.NoError(t, err)
	r, err := l.Play("", nil)
	require.NoError(t, err)
	require.Equal(t, "15\u202f210 1\u00a0ч\u00a030\u00a0мин\u00a02\u00a0с\u00a01\u00a0мс 3 3 — "+
		"1\u202f048\u202f576", r.Stops[0].Say.RU)
	require.Equal(t, "15\u202f210 1\u00a0h\u00a030\u00a0min\u00a02\u00a0s\u00a01\u00a0ms 5070 3 "+
		"2\u00a0s — 12 34", r.Stops[0].Say.EN)
}

func TestUnitsStayWithTheirNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"через 30 с, 100 мс":     "через 30\u00a0с, 100\u00a0мс",
		"2 брокера":              "2 брокера",
		"`wait 3 s` and 5 s":     "`wait 3 s` and 5\u00a0s",
		"1 048 576 байт":         "1\u202f048\u202f576 байт",
		"offset 10, 11":          "offset 10, 11",
		"sequence 3":             "sequence 3",
		"от 5 ":                  "от 5 ",
		"`{` 7 ms of `a` 8 ms `": "`{` 7\u00a0ms of `a` 8\u00a0ms `",
		" 12 345 B, 1 2345":      " 12\u202f345\u00a0B, 1 2345",
		"4 ms":                   "4\u00a0ms",
	} {
		require.Equal(t, want, digits(text))
	}
}

func FuzzParseLesson(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join(folder, "*.lesson"))
	for _, file := range files {
		src, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(string(src[:min(len(src), 3000)]))
	}
	f.Add(head + block("cluster") + block("say at=a", "ru: {b1.leo}", "en: x"))
	f.Fuzz(func(t *testing.T, src string) {
		if strings.Contains(src, "count=") || strings.Contains(src, "wait") {
			return // playing may take its time; what a line may ask for is bounded elsewhere
		}
		l, err := Parse("x", []byte(src))
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		if r, err := l.Play("", nil); err == nil {
			require.LessOrEqual(t, len(r.Stops), BlocksMax)
		}
	})
}

// TestACaseHasItsOwnRightAnswer: what a case of a question leaves out is said as in the first.
func TestACaseHasItsOwnRightAnswer(t *testing.T) {
	l, err := Parse("x", []byte(head+
		block("param n is=1 values=(1, 2)", "ru: Число", "en: A number")+
		block("ask at=a", "ru: Что?", "en: What?", "- ru: а | en: a", "* ru: б | en: b",
			"because ru: Так.", "because en: So.", "when n=2", "right: 1")))
	require.NoError(t, err)
	for value, right := range map[string]int{"1": 1, "2": 0} {
		r, err := l.Play("", []Setting{{"n", value}})
		require.NoError(t, err)
		q := r.Stops[0].Ask
		require.Equal(t, Say{"Что?", "What?"}, q.Ask)
		require.Equal(t, Say{"Так.", "So."}, q.Because)
		for i, a := range q.Answers {
			require.Equal(t, i == right, a.Right)
		}
	}
}
