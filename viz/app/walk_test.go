package app

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestArrowsWalkTheStage: the down arrow visits everything on the stage once, in reading order, and
// comes round; the up arrow goes the same way back. Each thing is named.
func TestArrowsWalkTheStage(t *testing.T) {
	s := open(t, Options{Motion: "none", Chrome: Canvas})
	for _, lesson := range []string{"compaction", "retention", "idempotence"} {
		do(t, s, "lesson "+lesson, "next")
		s.Frame(1000, 640)
		n := len(s.things())
		require.Greater(t, n, 3, lesson)
		seen := map[string]bool{}
		var order []string
		for range n {
			require.True(t, s.Key("ArrowDown"))
			st := s.Status()
			require.NotNil(t, st.Selected, s.select_)
			assert.NotEmpty(t, st.Selected.Title)
			assert.NotContains(t, st.Said, "{")
			assert.Greater(t, len(st.Said), 4)
			seen[s.select_] = true
			order = append(order, s.select_)
		}
		assert.Len(t, seen, n, lesson)
		require.True(t, s.Key("ArrowUp"))
		assert.Equal(t, order[n-2], s.select_)
		s.Key("ArrowDown")
		s.Key("ArrowDown")
		assert.Equal(t, order[0], s.select_, "it comes round")
	}
}

// TestReadingOrder: the broker, then its segments from the left, each before its records.
func TestReadingOrder(t *testing.T) {
	s := open(t, Options{Motion: "none"})
	do(t, s, "lesson tombstone-calendar", "seek stop=deleted")
	s.Frame(1440, 900)
	var names []string
	for _, x := range s.things() {
		names = append(names, x.name)
	}
	assert.Equal(t, []string{"b1", "accounts-0/b1/0.log", "accounts-0/b1/0", "accounts-0/b1/1",
		"accounts-0/b1/2"}, names)
}

// TestEnterOpensTheVerbs: Enter lists what can be done, the arrows walk the list, a verb that
// cannot act says why, Enter performs the other, Escape leaves the list and then the thing.
func TestEnterOpensTheVerbs(t *testing.T) {
	s := open(t, Options{Motion: "none"})
	do(t, s, "lesson retention", "seek stop=written")
	s.Frame(1440, 900)
	assert.False(t, s.Key("Escape"), "nothing to leave")
	do(t, s, "select events-0/b1/0.log")
	s.Key("Enter")
	require.Equal(t, "verbs", s.Status().Panel)
	s.Key("Enter")
	assert.Contains(t, s.Status().Said, "delete everything before it")
	assert.Equal(t, "verbs", s.Status().Panel, "it cannot act, so the list stays")
	before := s.Status().Steps
	s.Key("ArrowDown")
	s.Key("Enter")
	settle(t, s)
	st := s.Status()
	assert.Empty(t, st.Panel)
	require.NotNil(t, st.Fork, "one hundred records were written")
	assert.Less(t, st.Step, before)
	s.Key("Enter")
	assert.True(t, s.Key("Escape"))
	assert.Empty(t, s.Status().Panel)
	require.NotNil(t, s.Status().Selected)
	assert.True(t, s.Key("Escape"))
	assert.Nil(t, s.Status().Selected)
	assert.False(t, s.Key("Escape"))
}

// TestNextEventOfAThing: N goes through the life of a tombstone: written, kept with a horizon,
// removed; Shift N goes back. At the end it says so.
func TestNextEventOfAThing(t *testing.T) {
	s := open(t, Options{Motion: "none"})
	do(t, s, "lesson compaction", "begin", "seek 5", "select accounts-0/b1/32")
	var kinds []string
	for range 5 {
		s.Key("KeyN")
		if s.Status().Console.Error != "" {
			break
		}
		for _, e := range s.run.tl.Step(s.Status().Step).Events {
			if sel := s.selection(); about(&sel, &e) {
				kinds = append(kinds, e.Kind.String())
			}
		}
		assert.NotEmpty(t, s.Status().Said)
	}
	assert.Equal(t, []string{"append", "keep", "horizon", "drop"}, kinds)
	assert.Contains(t, s.Status().Console.Error, "any more")
	last := s.Status().Step
	s.Key("Shift+KeyN")
	assert.Less(t, s.Status().Step, last)
	assert.Len(t, s.eventBeats(), 3, "the timeline marks the steps")
	do(t, s, "select")
	assert.Empty(t, s.eventBeats())
	require.Error(t, s.Do("follow next"))
}

// TestWalkWithoutAPicture: a shell that has not drawn yet can walk all the same.
func TestWalkWithoutAPicture(t *testing.T) {
	s := open(t, Options{Motion: "none"})
	do(t, s, "lesson segments", "seek stop=batch", "walk next")
	assert.Equal(t, "b1", s.select_)
	do(t, s, "lesson segments", "seek stop=refused")
	assert.Error(t, s.Do("walk next"), "there is nothing yet")
}
