package app

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// run lets a session move until it rests, as a shell does.
func settle(t testing.TB, s *Session) {
	for n := 0; !s.Idle(); n++ {
		require.Less(t, n, 5000, "the playhead never rests")
		s.Tick(16 * time.Millisecond)
	}
}

func do(t testing.TB, s *Session, lines ...string) {
	for _, l := range lines {
		require.NoError(t, s.Do(l), l)
		settle(t, s)
	}
}

// TestStepsAndStops: forward and back, by steps and by stops, play and pause.
func TestStepsAndStops(t *testing.T) {
	s := open(t, Options{})
	do(t, s, "lesson compaction", "begin")
	assert.Zero(t, s.Status().Step)
	do(t, s, "step", "step 2")
	assert.Equal(t, 3, s.Status().Step)
	do(t, s, "back")
	assert.Equal(t, 2, s.Status().Step)
	do(t, s, "begin", "next")
	first := s.Status()
	assert.Equal(t, 0, first.StopIndex)
	do(t, s, "next", "next", "prev", "prev")
	assert.Equal(t, first.Stop, s.Status().Stop)
	do(t, s, "play")
	assert.Equal(t, 1, s.Status().StopIndex, "playing pauses at the next stop")
	do(t, s, "end")
	assert.Equal(t, s.Status().Steps, s.Status().Step)
	do(t, s, "toggle")
	assert.Equal(t, 0, s.Status().StopIndex, "from the end it begins again")
}

// TestEveryStopIsReached: stepping by stops visits all of them, also those at one step.
func TestEveryStopIsReached(t *testing.T) {
	s := open(t, Options{Motion: "none"})
	for _, l := range s.lessons {
		do(t, s, "lesson "+l.ID, "begin")
		var visited []string
		for range s.Status().Stops {
			do(t, s, "next")
			visited = append(visited, s.Status().Stop)
		}
		var want []string
		for _, st := range s.Status().Stops {
			want = append(want, st.ID)
		}
		assert.Equal(t, want, visited, l.ID)
	}
}

// TestTickIsBounded: a long pause of the shell moves the playhead by 100 ms only.
func TestTickIsBounded(t *testing.T) {
	s := open(t, Options{})
	do(t, s, "begin")
	require.NoError(t, s.Do("play"))
	s.Tick(time.Hour)
	assert.InDelta(t, 0.1, s.Status().Beat, 1e-4)
	require.NoError(t, s.Do("speed 4"))
	s.Tick(50 * time.Millisecond)
	assert.InDelta(t, 0.3, s.Status().Beat, 1e-4)
	s.Tick(-time.Second)
	assert.InDelta(t, 0.3, s.Status().Beat, 1e-4)
}

// TestReducedMotionStops: without motion the same stops are reached at once.
func TestReducedMotionStops(t *testing.T) {
	s := open(t, Options{Motion: "none"})
	do(t, s, "lesson segments", "begin")
	require.NoError(t, s.Do("next"))
	assert.True(t, s.Idle())
	assert.Equal(t, 0, s.Status().StopIndex)
	require.NoError(t, s.Do("toggle"))
	assert.Equal(t, 1, s.Status().StopIndex)
}

// TestStillAtRest: nothing changed, so the frame is the same pointer and nothing is allocated.
func TestStillAtRest(t *testing.T) {
	s := open(t, Options{})
	do(t, s, "lesson compaction", "seek stop=read258")
	f := s.Frame(1440, 900)
	assert.True(t, s.Idle())
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		s.Tick(16 * time.Millisecond)
		if s.Frame(1440, 900) != f {
			t.Fatal("another frame")
		}
	}))
	v := s.Version()
	s.Status()
	assert.Equal(t, v, s.Version())
	assert.NotSame(t, f, s.Frame(760, 460))
}

// TestAnswer: before an answer nobody is told which one is right.
func TestAnswer(t *testing.T) {
	s := open(t, Options{Lang: "ru"})
	do(t, s, "lesson segments", "seek stop=guess")
	q := s.Status().Question
	require.NotNil(t, q)
	for _, a := range q.Answers {
		assert.False(t, a.Right)
	}
	assert.Empty(t, q.Reveal)
	do(t, s, q.Answers[1].Line)
	q = s.Status().Question
	require.True(t, q.Answered)
	assert.True(t, q.Answers[1].Chosen)
	assert.NotEmpty(t, q.Reveal)
	right := 0
	for _, a := range q.Answers {
		if a.Right {
			right++
		}
	}
	assert.Equal(t, 1, right)
	do(t, s, "next")
	assert.Nil(t, s.Status().Question)
}

// TestActUndoReturn: acting leaves the lesson's future; undo, redo and return lead between both.
func TestActUndoReturn(t *testing.T) {
	s := open(t, Options{})
	do(t, s, "lesson segments", "seek stop=batch")
	before := s.Status()
	do(t, s, "do produce app events count=3 size=100")
	mine := s.Status()
	require.NotNil(t, mine.Fork)
	assert.Equal(t, []string{"produce app events count=3 size=100"}, mine.Fork.Lines)
	assert.True(t, mine.CanUndo)
	assert.Contains(t, mine.Console.Output, "append")
	assert.Equal(t, before.Step+1, mine.Steps)
	do(t, s, "produce app events count=2 size=100")
	assert.Len(t, s.Status().Fork.Lines, 2)
	do(t, s, "undo", "undo")
	back := s.Status()
	assert.Nil(t, back.Fork)
	assert.Equal(t, before.Link, back.Link)
	do(t, s, "redo")
	assert.Len(t, s.Status().Fork.Lines, 1)
	do(t, s, "future")
	assert.Nil(t, s.Status().Fork)
	assert.Equal(t, before.Stop, s.Status().Stop)
	assert.Error(t, s.Do("undo"))
	assert.NotEmpty(t, s.Status().Console.Error)
}

// TestLinkOpensExactlyThis: a link to any moment, also of the learner's own future, opens it.
func TestLinkOpensExactlyThis(t *testing.T) {
	s, o := open(t, Options{Lang: "ru"}), open(t, Options{})
	check := func() {
		want := s.Status()
		require.NoError(t, o.OpenLink(want.Link))
		got := o.Status()
		assert.Equal(t, want.Link, got.Link)
		assert.Equal(t, want.Tables, got.Tables)
		assert.Equal(t, want.Caption, got.Caption)
		assert.Equal(t, want.Variant, got.Variant)
	}
	do(t, s, "lesson segments", "variant snappy", "seek stop=roll")
	check()
	do(t, s, "seek 4")
	check()
	do(t, s, "set codec=lz4", "seek stop=full", "do produce app events count=5 size=10")
	check()
	do(t, s, "do wait 3s", "lang en", "theme dark", "motion none")
	check()
}

// TestALinkKnowsWhereTheLessonGoesOn: from a future that a link brought, the way back leads to the
// moment at which its maker acted.
func TestALinkKnowsWhereTheLessonGoesOn(t *testing.T) {
	s, o := open(t, Options{}), open(t, Options{})
	do(t, s, "lesson segments", "seek stop=roll")
	acted := s.Status()
	do(t, s, "do produce app events count=3 size=100")
	require.NoError(t, o.OpenLink(s.Status().Link))
	do(t, o, "future")
	assert.Nil(t, o.Status().Fork)
	assert.Equal(t, acted.Step, o.Status().Step)
}

// TestDamagedLinksSayWhat: the nearest sensible moment opens, and what could not be read is said.
func TestDamagedLinksSayWhat(t *testing.T) {
	s := open(t, Options{})
	do(t, s, "lesson segments", "seek stop=batch", "do produce app events count=3 size=100")
	good := s.Status().Link
	for _, link := range []string{"#lesson=nosuch", "#lesson=segments&at=nowhere",
		"#lesson=segments&variant=zzz", "#lesson=segments&j=!!!", "#lesson=segments&lang=xx",
		"#lesson=segments&at=%zz", strings.Replace(good, "j=a", "j=aA", 1), good[:len(good)-30]} {
		err := s.OpenLink(link)
		if err == nil && strings.Contains(link, "j=a") && !strings.Contains(link, "j=aA") {
			continue // cut behind the journal: nothing is lost
		}
		assert.Error(t, err, link)
		assert.NotEmpty(t, s.Status().Alert, link)
		assert.NotNil(t, s.Frame(760, 460), link)
	}
	require.NoError(t, s.OpenLink("#lesson=retention&ns=host7&load=now"))
	assert.Equal(t, "retention", s.Status().Lesson)
	assert.Empty(t, s.Status().Alert)
}

// TestWrongLines say what would be right.
func TestWrongLines(t *testing.T) {
	s := open(t, Options{})
	for _, l := range []string{"plya", "seek stop=nowhere", "variant nosuch", "speed 17",
		"answer nosuch 1", "select x9", "lesson nosuch", "seek beat=abc", "say at=x",
		"produce nobody nothing count=1"} {
		assert.Error(t, s.Do(l), l)
		assert.NotEmpty(t, s.Status().Console.Error, l)
	}
	assert.NoError(t, s.Do(""))
}

// TestNoLineBreaksASession: whatever is said in whatever order, there is a frame and a status.
func TestNoLineBreaksASession(t *testing.T) {
	s := open(t, Options{})
	lines := []string{"step", "back", "next", "prev", "begin", "end", "play", "pause", "toggle",
		"seek 3", "seek beat=4.5", "seek beat=1e9", "seek beat=-3", "speed 8", "speed 1/4",
		"lang ru",
		"lang en", "theme dark", "theme light", "motion none", "motion full", "ui figure",
		"ui player",
		"compare", "select b1", "select events-0/b1/3", "select events-0/b1/0.log", "select",
		"zoom in", "zoom in", "zoom out", "zoom fit", "scroll 120", "undo", "redo", "future",
		"panel lessons", "panel keys", "panel link", "lesson segments", "lesson compaction",
		"variant snappy", "variant none", "set codec=zstd", "do wait 5s", "do clean b1",
		"do produce app events count=7 size=300", "answer guess 1", "why segment-full",
		"help produce", "show files"}
	rapid.Check(t, func(rt *rapid.T) {
		for range rapid.IntRange(1, 12).Draw(rt, "n") {
			line := rapid.SampledFrom(lines).Draw(rt, "line")
			_ = s.Do(line)
			s.Tick(time.Duration(rapid.IntRange(0, 100).Draw(rt, "ms")) * time.Millisecond)
			st := s.Status()
			require.NotEmpty(rt, st.Caption)
			require.NotEmpty(rt, st.Link)
			require.LessOrEqual(rt, st.Beat, st.Beats)
			f := s.Frame(760, 460)
			require.NotEmpty(rt, f.Ops)
			require.Same(rt, f, s.Frame(760, 460))
		}
	})
}

// TestEveryHitSaysSomethingThatWorks: clicking anything that can be clicked is a line that the
// session knows.
func TestEveryHitSaysSomethingThatWorks(t *testing.T) {
	n := 0
	everyStop(t, Options{}, func(name string, s *Session) {
		if n++; n%5 != 1 {
			return
		}
		link := s.Link()
		f := s.Frame(1440, 900)
		seen := map[string]bool{}
		var lines []string
		for _, h := range f.Hits {
			if h.Line == "" || h.Off || h.Drag != 0 || seen[h.Line] || len(lines) > 60 {
				continue
			}
			seen[h.Line] = true
			lines = append(lines, h.Line)
		}
		for _, l := range lines {
			if err := s.Do(l); err != nil {
				t.Errorf("%s: %q: %v", name, l, err)
			}
			if strings.HasPrefix(l, "lesson") || strings.HasPrefix(l, "variant") ||
				strings.HasPrefix(l, "set") || strings.HasPrefix(l, "do") ||
				strings.HasPrefix(l, "compare") {
				require.NoError(t, s.OpenLink(link), link)
			}
		}
		require.NoError(t, s.OpenLink(link), link)
	})
}

// TestPointer: a click acts on release, sliding off cancels, the playhead is dragged both ways.
func TestPointer(t *testing.T) {
	s := open(t, Options{})
	do(t, s, "lesson segments", "begin")
	f := s.Frame(1440, 900)
	var x, y float32
	for _, h := range f.Hits {
		if h.Line == "step" {
			x, y = h.Box.Mid().X, h.Box.Mid().Y
		}
	}
	s.Pointer(x, y, PointerMove)
	assert.Equal(t, "pointer", s.Cursor())
	s.Pointer(x, y, PointerDown)
	assert.Empty(t, s.Pointer(x+300, y-200, PointerUp), "slid off")
	s.Pointer(x, y, PointerDown)
	assert.Equal(t, "step", s.Pointer(x, y, PointerUp))
	settle(t, s)
	assert.Equal(t, 1, s.Status().Step)

	s.Frame(1440, 900)
	s.Pointer(700, 800, PointerDown)
	a := s.Status().Beat
	s.Frame(1440, 900)
	s.Pointer(1100, 800, PointerMove)
	b := s.Status().Beat
	s.Frame(1440, 900)
	s.Pointer(500, 810, PointerMove)
	c := s.Status().Beat
	s.Pointer(500, 810, PointerUp)
	assert.Greater(t, b, a)
	assert.Less(t, c, a)
	s.Pointer(900, 810, PointerMove)
	assert.Equal(t, c, s.Status().Beat, "released")
}

// TestKeys: every row of the table says a line that the grammar knows.
func TestKeys(t *testing.T) {
	s := open(t, Options{})
	for _, k := range keys {
		assert.True(t, s.Key(k.chord), k.chord)
		settle(t, s)
	}
	assert.False(t, s.Key("Tab"))
	assert.False(t, s.Key("KeyZ"))
}

// TestCompare: two variants side by side stand at the same stop.
func TestCompare(t *testing.T) {
	s := open(t, Options{})
	do(t, s, "lesson segments", "compare", "seek stop=roll")
	require.NotNil(t, s.beside)
	assert.True(t, s.Status().Compare)
	i := s.beside.findStop("roll")
	assert.InDelta(t, s.beside.stopBeat(i), s.aligned(s.beside), 1e-3)
	one := len(s.Frame(1440, 900).Ops)
	do(t, s, "compare")
	assert.Less(t, len(s.Frame(1440, 900).Ops), one)
	do(t, s, "lesson tombstone-calendar")
	assert.Error(t, s.Do("compare"))
}

// TestSelect: a record, a segment and a broker answer with their facts and their why.
func TestSelect(t *testing.T) {
	s := open(t, Options{})
	do(t, s, "lesson compaction", "seek stop=pass", "select accounts-0/b1/3")
	st := s.Status()
	require.NotNil(t, st.Selected)
	assert.Equal(t, "record", st.Selected.Kind)
	require.NotEmpty(t, st.Why)
	assert.Equal(t, "record-superseded", st.Why[0].Key)
	do(t, s, "select accounts-0/b1/0.log")
	assert.Equal(t, "segment", s.Status().Selected.Kind)
	do(t, s, "select b1")
	assert.Equal(t, "broker", s.Status().Selected.Kind)
	require.NotEmpty(t, s.Status().Verbs)
	off := 0
	for _, v := range s.Status().Verbs {
		if v.Off {
			off++
			assert.NotEmpty(t, v.Reason)
		}
	}
	assert.Equal(t, 1, off, "a running broker cannot be started")
	do(t, s, "select b1")
	assert.Nil(t, s.Status().Selected)
}
