package tests

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/assets"
	"highwater/core/trace"
	"highwater/viz/app"
)

// settle lets a session move until it rests, as a window does.
func settle(t require.TestingT, s *app.Session) {
	for n := 0; !s.Idle(); n++ {
		require.Less(t, n, 5000, "the playhead never rests")
		s.Tick(100 * time.Millisecond)
	}
}

// TestWrongLinesChangeNothing: whatever is wrong with a line, the answer is one sentence in the
// reader's language, and the moment stays what it was.
func TestWrongLinesChangeNothing(t *testing.T) {
	for _, lang := range []string{"ru", "en"} {
		s := session(t, app.Options{Lang: lang})
		say(t, s, "lesson segments", "seek stop=full", "produce app events count=3 size=100")
		settle(t, s)
		link := s.Status().Link
		for _, l := range []string{"plya", "ftep 3", "seek stop=nowhere", "seek 1e9",
			"seek beat=late", "variant nosuch", "lesson nosuch", "speed 17", "answer nosuch 1",
			"answer guess 9", "select x9", "scroll far", "produce nobody events",
			"produce app nothing", "produce app events count=0",
			"produce app events count=99999999999999999999", "produce app events size=-1",
			"wait", "wait 3", "wait 99999d", "stop b7", "start b1", "drop m1", "cut app b9",
			"topic events", "do do do", "say at=x", "cluster", "lang de", "theme pink",
			"undo undo", "=", "(", strings.Repeat("x", 5000), "produce app events value=(((",
			"\x00", "wait\n3s", "help nosuch=1", "show everything", "show files nosuch",
			"show client nobody", "set codec=rar", "set nosuch=1", "compare nosuch", "redo",
			"heal app b1", "cut app app", "isr b1 out", "alter events",
			"drop m99", "crash nobody"} {
			err := s.Do(l)
			settle(t, s)
			st := s.Status()
			assert.Error(t, err, "%q", l)
			assert.Equal(t, link, st.Link, "%q", l)
			require.NotEmpty(t, st.Console.Error, "%q", l)
			assert.NotContains(t, st.Console.Error, "\n")
			assert.Less(t, len(st.Console.Error), 1200, "%q", l)
			assert.Equal(t, lang == "ru", cyrillic.MatchString(st.Console.Error), "%q: %s", l,
				st.Console.Error)
		}
	}
}

var cyrillic = regexp.MustCompile(`\p{Cyrillic}`)

// TestDamagedLinksOpenTheNearestThing: cut anywhere, or with any character altered, a link opens
// some moment, and if it is not the one that was meant, a sentence says what could not be read.
func TestDamagedLinksOpenTheNearestThing(t *testing.T) {
	s := session(t, app.Options{Lang: "ru"})
	say(t, s, "lesson segments", "variant snappy", "set codec=lz4", "seek stop=full",
		"produce app events count=3 size=100", "theme dark", "motion none")
	settle(t, s)
	good := s.Status().Link
	o := session(t, app.Options{})
	open := func(link string) {
		err := o.OpenLink(link)
		st := o.Status()
		require.NotEmpty(t, st.Caption, link)
		require.NotEmpty(t, o.Frame(760, 460).Ops, link)
		if err != nil {
			require.NotEmpty(t, st.Alert, link)
		}
		if again := st.Link; err == nil && again != good {
			require.NoError(t, o.OpenLink(again), link)
			require.Equal(t, again, o.Status().Link, link)
		}
	}
	for n := range good {
		open(good[:n])
	}
	for n := range good {
		for _, c := range []string{"", "A", "%", "&", "\x00"} {
			open(good[:n] + c + good[n+1:])
		}
	}
	require.NoError(t, o.OpenLink(good))
	assert.Equal(t, good, o.Status().Link)
	for link, says := range map[string]string{
		"#lesson=nosuch":                 "nosuch",
		"#lesson=segments&at=nowhere":    "nowhere",
		"#lesson=segments&at=999":        "999",
		"#lesson=segments&variant=zzz":   "zzz",
		"#lesson=segments&j=zAAAA":       "version",
		"#lesson=segments&theme=pink":    "pink",
		"#lesson=segments&lang=%D1%8":    "lang",
		"#lesson=segments&at=%FF":        "at",
		"#lesson=segments&j=a!!!!":       "damaged",
		"#lesson=segments&j=aAAAAAAAAAA": "damaged",
	} {
		require.Error(t, o.OpenLink(link), link)
		assert.Contains(t, o.Status().Alert, says, link)
		assert.NotNil(t, o.Frame(760, 460))
	}
}

// withActs is the link of a lesson's end with lines that somebody gave after it.
func withActs(t *testing.T, name string, count int, line string) string {
	t.Helper()
	tl := tell(t, name, "").r.Timeline
	j := tl.Journal()
	for i := range count {
		j.Lines = append(j.Lines, trace.Entry{At: tl.Len() + i, Text: line})
	}
	return "#lesson=" + name + "&j=" + j.Link()
}

// TestALongHistoryOpens: a link of thousands of acts is played at once; the last of them can be
// taken back one by one.
func TestALongHistoryOpens(t *testing.T) {
	s := session(t, app.Options{})
	require.NoError(t, s.OpenLink(withActs(t, "segments", 5000, "wait 1ms")))
	st := s.Status()
	require.Len(t, st.Fork.Lines, 5000)
	say(t, s, "undo", "undo")
	require.Equal(t, st.Steps-2, s.Status().Steps)
	require.Len(t, s.Status().Fork.Lines, 4998)
}

// TestAGreedyLinkStops: a link that asks for more than a reader would wait for is played as far as
// the limit, and a sentence says so.
func TestAGreedyLinkStops(t *testing.T) {
	s := session(t, app.Options{Lang: "ru"})
	link := withActs(t, "segments", 500, "produce app events count=10000 size=10")
	require.Error(t, s.OpenLink(link))
	st := s.Status()
	require.Contains(t, st.Alert, "слишком много работы")
	require.Greater(t, len(st.Fork.Lines), 5)
	require.Less(t, len(st.Fork.Lines), 30)
	require.NotEmpty(t, s.Frame(760, 460).Ops)
}

// FuzzSession says anything to a session: it answers, is bounded, and is still a session after it.
func FuzzSession(f *testing.F) {
	f.Add("lesson compaction\nseek stop=pass\nselect accounts-0/b1/3\nlang ru")
	f.Add("lesson reorder\nwait 3ms\ndrop last\nwait until=quiet\nundo\nredo\nfuture")
	f.Add("link #lesson=segments&j=aAAAA&at=3\nstep 9\nback 99\nspeed 1/4\nplay")
	f.Add("kill b1 losing=3\nstart b1\nshow world\ncompare\nzoom in\nscroll 99")
	s := session(f, app.Options{})
	f.Fuzz(func(t *testing.T, text string) {
		require.NoError(t, s.OpenLink("#lesson=segments&at=batch&lang=en"))
		for i, l := range strings.Split(text, "\n") {
			if i == 12 {
				break
			}
			_ = s.Do(modest(l))
			s.Tick(30 * time.Millisecond)
			require.NotEmpty(t, s.Frame(760, 460).Ops)
			st := s.Status()
			require.LessOrEqual(t, st.Step, st.Steps)
			require.LessOrEqual(t, st.Beat, st.Beats)
			require.Less(t, len(st.Console.Output), 1<<20)
		}
	})
}

// modest keeps numbers small: what large ones may cost is bounded and tested elsewhere.
func modest(l string) string { return manyDigits.ReplaceAllString(l, "$1") }

var manyDigits = regexp.MustCompile(`(\d\d)\d+`)

// TestALinkIsTheMoment walks about at random — steps, stops, keys, clicks, own actions, other
// lessons, settings — and then opens the link of the moment in a fresh program: it shows the same.
func TestALinkIsTheMoment(t *testing.T) {
	names := assets.LessonNames()
	walk := session(t, app.Options{})
	rapid.Check(t, func(rt *rapid.T) {
		say(t, walk, "lesson "+rapid.SampledFrom(names).Draw(rt, "lesson"))
		for range rapid.IntRange(1, 10).Draw(rt, "moves") {
			move(rt, walk)
		}
		calm(rt, walk)
		want := walk.Status()
		fresh := session(t, app.Options{})
		require.NoError(rt, fresh.OpenLink(want.Link), want.Link)
		answers(want, fresh)
		got := fresh.Status()
		want.Version, got.Version = 0, 0
		want.Console, got.Console = app.Console{}, app.Console{}
		require.Equal(rt, want, got)
		for _, z := range forms[:2] {
			a, b := walk.Frame(z.w, z.h), fresh.Frame(z.w, z.h)
			require.Equal(rt, a.Ops, b.Ops)
			require.Equal(rt, a.Hits, b.Hits)
			require.Equal(rt, a.Pts, b.Pts)
		}
	})
}

// move does one thing that a person might do.
func move(rt *rapid.T, s *app.Session) {
	st := s.Status()
	var list []string
	for _, x := range st.Stops {
		list = append(list, x.Line)
	}
	for _, x := range slices.Concat(st.Try, st.Verbs) {
		list = append(list, x.Line)
	}
	for _, x := range st.Variants {
		list = append(list, x.Line)
	}
	list = append(list, "step", "back", "next", "prev", "begin", "end", "play", "undo", "redo",
		"future", "wait 50ms", "wait 5s", "clean b1", "lang ru", "lang en", "theme dark",
		"theme light", "motion none", "motion full", "drop first", "compare", "select b1",
		"zoom in", "scroll 90", "seek beat=2.5", "produce app events count=3 size=50",
		"send orders order_events records=(#1=new)", "kill b1", "start b1", "panel keys")
	switch rapid.IntRange(0, 9).Draw(rt, "how") {
	case 0:
		s.Key(rapid.SampledFrom([]string{"ArrowRight", "ArrowLeft", "Space", "PageDown", "End",
			"KeyU", "Home", "Digit4", "Equal"}).Draw(rt, "key"))
	case 1:
		f := s.Frame(1440, 900)
		h := f.Hits[rapid.IntRange(0, len(f.Hits)-1).Draw(rt, "hit")]
		s.Pointer(h.Box.Mid().X, h.Box.Mid().Y, app.PointerDown)
		s.Pointer(h.Box.Mid().X, h.Box.Mid().Y, app.PointerUp)
		s.Pointer(0, 0, app.PointerLeave)
	case 2:
		_ = s.Do("seek " + strconv.Itoa(rapid.IntRange(0, st.Steps).Draw(rt, "step")))
	default:
		// What cannot be done now changes nothing.
		_ = s.Do(rapid.SampledFrom(list).Draw(rt, "line"))
	}
	s.Tick(time.Duration(rapid.IntRange(0, 100).Draw(rt, "ms")) * time.Millisecond)
}

// calm puts away what a link does not carry: the selection, dialogs, zoom, speed, a second variant,
// opened reasons, and the middle of a step.
func calm(rt *rapid.T, s *app.Session) {
	s.Pointer(0, 0, app.PointerLeave)
	for _, l := range []string{"pause", "speed 1", "zoom fit", "ui player"} {
		require.NoError(rt, s.Do(l))
	}
	s.Key("Escape")
	s.Key("Escape")
	if s.Status().Compare {
		require.NoError(rt, s.Do("compare"))
	}
	st := s.Status()
	place := "seek " + strconv.Itoa(st.Step)
	if strings.Contains(st.Link+"&", "&at="+st.Stop+"&") {
		place = "seek stop=" + st.Stop
	}
	require.NoError(rt, s.Do(place))
	for _, w := range s.Status().Why {
		if w.Open {
			require.NoError(rt, s.Do(w.Line))
		}
	}
}

// answers gives the answer that was given.
func answers(want app.Status, s *app.Session) {
	if q := want.Question; q != nil && q.Answered {
		line := q.Skip
		for _, a := range q.Answers {
			if a.Chosen {
				line = a.Line
			}
		}
		_ = s.Do(line)
	}
}
