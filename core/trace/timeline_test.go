package trace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/check"
	"highwater/core/sim"
	"highwater/core/world"
)

// story is a history with bursts, cleaning, retention, a restart and waits.
var story = []string{
	"cluster seed=3 log.cleaner.backoff.ms=1000 log.retention.check.interval.ms=2000 " +
		"log.initial.task.delay.ms=1000",
	"topic accounts cleanup.policy=compact segment.bytes=1048576 min.cleanable.dirty.ratio=0.01 " +
		"delete.retention.ms=100",
	"topic events segment.bytes=1048576 retention.ms=8000 file.delete.delay.ms=3000",
	"producer app enable.idempotence=false linger.ms=0",
	"produce app accounts key=k-%d count=20 value=a every=10ms",
	"produce app accounts key=k-%d count=20 value=b every=10ms",
	"produce app accounts records=(k-3, k-4)",
	"produce app events count=300 size=5000 every=3ms",
	"produce app accounts key=fill-%d count=230 size=5000 every=5ms",
	"wait 3s",
	"consume reader accounts",
	"alter events retention.ms=4000",
	"wait 20s",
	"stop b1",
	"start b1",
	"send app accounts key=late value=x",
	"wait until=quiet",
	"clean b1",
	"wait 1h",
}

func played(t testing.TB, lines ...string) *Timeline {
	p := NewPlayer(Empty(Journal{Lesson: "test"}), 0)
	for _, l := range lines {
		require.NoError(t, p.Do(l, StepsMax), l)
	}
	return p.Timeline()
}

func do(w *world.World, text string) (world.Step, error) {
	c, err := command(text)
	if err != nil {
		return world.Step{}, err
	}
	return sim.Do(w, c)
}

func picture(w *world.World) string { return fmt.Sprint(w.Hash(), "\n", w) }

// TestWorldBySnapshotIsWorldByReplay compares every World(i) with one that was made by playing the
// lines from the beginning, step by step.
func TestWorldBySnapshotIsWorldByReplay(t *testing.T) {
	tl := played(t, story...)
	require.Greater(t, tl.Len(), 25)
	w := world.New()
	entry := 0
	require.Equal(t, picture(w), picture(tl.World(0)))
	for n := 1; n <= tl.Len(); n++ {
		var s world.Step
		lines := tl.Journal().Lines
		if entry < len(lines) && lines[entry].At == n-1 {
			var err error
			s, err = do(w, lines[entry].Text)
			require.NoError(t, err)
			entry++
		} else {
			var ok bool
			s, ok = sim.Next(w)
			require.True(t, ok)
		}
		require.Equal(t, tl.Step(n).Hash, s.Hash, "step %d", n)
		require.Equal(t, picture(w), picture(tl.World(n)), "world %d", n)
		require.Empty(t, check.All(w), "step %d", n)
	}
	_, more := sim.Next(w)
	require.False(t, more, "the history ends where the world stands still")
}

// TestWorldsAreTheCallersOwn: whatever is done to a world that was handed out, the next one is as
// it was.
func TestWorldsAreTheCallersOwn(t *testing.T) {
	tl := played(t, story...)
	for _, n := range []int{5, 9, 12, tl.Len()} {
		before := picture(tl.World(n))
		w := tl.World(n)
		for _, l := range []string{"produce app accounts key=z count=300 size=5000 every=1ms",
			"wait 3s", "clean b1", "wait 1h", "stop b1", "start b1"} {
			_, err := do(w, l)
			require.NoError(t, err)
			for {
				if _, ok := sim.Next(w); !ok {
					break
				}
			}
		}
		require.NotEqual(t, before, picture(w))
		require.Equal(t, before, picture(tl.World(n)))
	}
}

func TestForkSharesThePrefixAndKeepsTheOldFuture(t *testing.T) {
	tl := played(t, story...)
	old := picture(tl.World(tl.Len()))
	fork, err := tl.With(9, "alter accounts delete.retention.ms=86400000")
	require.NoError(t, err)
	require.Equal(t, 9, fork.Fork())
	for n := range 10 {
		require.Equal(t, picture(tl.World(n)), picture(fork.World(n)))
	}
	require.NotEqual(t, tl.Step(10), fork.Step(10))
	require.Equal(t, old, picture(tl.World(tl.Len())), "the old future is untouched")
	again, err := Play(fork.Journal())
	require.NoError(t, err)
	require.Equal(t, fork.Len(), again.Len())
	require.Equal(t, picture(fork.World(fork.Len())), picture(again.World(again.Len())))
}

// TestActingInTheMiddleOfAWait: the wait goes on after the act.
func TestActingInTheMiddleOfAWait(t *testing.T) {
	tl := played(t, story...)
	at := 0
	for n := 1; n <= tl.Len(); n++ {
		if tl.Step(n).Cause.Timer == world.TimerRetention &&
			tl.Step(n).Cause.Kind == world.CauseTimer {
			at = n
			break
		}
	}
	require.Positive(t, at, "retention must act within a wait")
	require.Equal(t, world.WaitTime, tl.World(at).Wait.Kind)
	fork, err := tl.With(at, "alter events file.delete.delay.ms=100")
	require.NoError(t, err)
	last := fork.Step(fork.Len())
	require.Equal(t, world.Waited, last.Events[len(last.Events)-1].Kind)
	require.Equal(t, world.WaitNone, fork.World(fork.Len()).Wait.Kind)
	again, err := Play(fork.Journal())
	require.NoError(t, err)
	require.Equal(t, last.Hash, again.Step(again.Len()).Hash)
}

func TestUndoTakesTheLastLineBack(t *testing.T) {
	tl := played(t, story[:9]...)
	more, err := tl.With(tl.Len(), "wait 3s")
	require.NoError(t, err)
	back, line, ok := more.Undo()
	require.True(t, ok)
	require.Equal(t, "wait 3s", line)
	require.Equal(t, picture(tl.World(tl.Len())), picture(back.World(back.Len())))
	_, _, ok = Empty(Journal{}).Undo()
	require.False(t, ok)
}

func TestALineThatCannotBeDoneChangesNothing(t *testing.T) {
	tl := played(t, story...)
	for _, l := range []string{"", "fly", "produce nobody events", "produce app nothing", "stop b7",
		"start b1", "drop m999", "cut app nobody", "heal app b1", "topic events", "cluster",
		"offsets events partition=9", "clean b1 nothing", "wait 0s", "disconnect reader b1",
		"producer b2", "alter events", "topic more replicas=2", "delay m1 by=1s"} {
		same, err := tl.With(tl.Len(), l)
		require.Error(t, err, l)
		require.Same(t, tl, same)
	}
	p := NewPlayer(tl, tl.Len())
	before := picture(p.World())
	require.Error(t, p.Do("topic events", StepsMax))
	require.Equal(t, before, picture(p.World()))
	require.Error(t, NewPlayer(Empty(Journal{}), 0).Do("topic events", StepsMax), "no cluster yet")
}

func TestPlayRefusesAJournalThatDoesNotFit(t *testing.T) {
	for want, j := range map[string]Journal{
		"belongs at step 3, the history has 1": {Lines: []Entry{{0, "cluster"}, {3, "topic t"}}},
		`line 2 "topic"`:                       {Lines: []Entry{{0, "cluster"}, {1, "topic"}}},
	} {
		tl, err := Play(j)
		require.ErrorContains(t, err, want)
		require.Equal(t, 1, tl.Len(), "what could be played is there")
	}
}

// TestLongWaitsEqualManyShortOnes: leaving out checks that can do nothing changes nothing. A wait
// that is cut into pieces brings every check back at each piece.
func TestLongWaitsEqualManyShortOnes(t *testing.T) {
	lag := "alter accounts min.compaction.lag.ms=7000 max.compaction.lag.ms=9000"
	heads := []*Timeline{played(t, story[:9]...), played(t, append(story[:9:9], lag)...)}
	rapid.Check(t, func(t *rapid.T) {
		head := rapid.SampledFrom(heads).Draw(t, "head")
		one, many := NewPlayer(head, head.Len()), NewPlayer(head, head.Len())
		sum := world.Span(0)
		for _, ms := range rapid.SliceOfN(rapid.Int64Range(1, 20_000), 1, 12).Draw(t, "pieces") {
			span := world.Span(ms) * world.Millisecond
			sum += span
			require.NoError(t, many.Do("wait "+span.String(), StepsMax))
		}
		require.NoError(t, one.Do("wait "+sum.String(), StepsMax))
		require.Equal(t, one.World().String(), many.World().String())
	})
}

func TestLinksCarryTheJournal(t *testing.T) {
	tl := played(t, story...)
	j := tl.Journal()
	j.Lesson, j.Variant, j.Set = "compaction", "day", []string{"retain=100"}
	link := j.Link()
	require.Less(t, len(link), 900)
	back, err := ParseLink("j=" + link)
	require.NoError(t, err)
	require.Equal(t, j, back)
	again, err := Play(back)
	require.NoError(t, err)
	require.Equal(t, tl.Step(tl.Len()).Hash, again.Step(again.Len()).Hash)
}

func TestDamagedLinksSayWhatCouldNotBeRead(t *testing.T) {
	link := played(t, story...).Journal().Link()
	for want, bad := range map[string]string{
		"has no journal":                   "",
		`has version "z", this program`:    "z" + link[1:],
		"damaged at character 20":          link[:19] + "!" + link[20:],
		"is damaged after":                 link[:len(link)/2],
		"characters: at most":              "a" + strings.Repeat("A", LinkBytesMax),
		`want "highwater 1" first`:         linkOf("hello\n"),
		"reads version 1":                  linkOf("highwater 2\n"),
		"journal line 2":                   linkOf("highwater 1\nx y\n"),
		"step 1 after step 2":              linkOf("highwater 1\n2 a\n1 b\n"),
		"is not lesson=, variant= or set:": linkOf("highwater 1 colour=red\n"),
	} {
		_, err := ParseLink(bad)
		require.ErrorContains(t, err, want)
	}
	half, err := ParseLink(link[:len(link)*3/4])
	require.Error(t, err)
	require.Equal(t, "test", half.Lesson, "what could be read is there")
	_, err = Play(half)
	require.NoError(t, err)
}

func TestAnInflatedLinkIsCut(t *testing.T) {
	_, err := ParseLink(linkOf("highwater 1\n" + strings.Repeat("0 a\n", JournalBytesMax)))
	require.ErrorContains(t, err, "at most")
}

func FuzzParseLink(f *testing.F) {
	f.Add(played(f, story...).Journal().Link())
	f.Add(linkOf("highwater 1 lesson=x\n0 cluster\n1 topic t\n"))
	f.Add("a")
	f.Fuzz(func(t *testing.T, link string) {
		j, err := ParseLink(link)
		if err != nil {
			return
		}
		again, err := ParseLink(j.Link())
		require.NoError(t, err)
		require.Equal(t, j.String(), again.String())
	})
}
