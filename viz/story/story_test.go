package story

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/assets"
	"highwater/core/world"
	"highwater/viz/i18n"
)

// reel is a run made of steps only.
type reel []world.Step

func (r reel) Len() int              { return len(r) }
func (r reel) Step(n int) world.Step { return r[n-1] }

// randomReel draws steps of all kinds of events, with time between them.
func randomReel(t *rapid.T) reel {
	kinds := world.Kinds()
	at := world.Start
	var r reel
	for n := range rapid.IntRange(1, 12).Draw(t, "steps") {
		st := world.Step{N: n + 1}
		at = at.Add(world.Span(rapid.Int64Range(0, int64(world.Day)).Draw(t, "gap")))
		st.At = at
		st.Cause.Kind = world.CauseKind(rapid.IntRange(0, 2).Draw(t, "cause"))
		for range rapid.IntRange(0, 5).Draw(t, "bursts") {
			k := rapid.SampledFrom(kinds).Draw(t, "kind")
			for range rapid.SampledFrom([]int{1, 1, 2, 40, 250}).Draw(t, "n") {
				st.Events = append(st.Events, world.Event{Kind: k})
			}
		}
		r = append(r, st)
	}
	return r
}

// TestBeatsFollowEachOther: steps do not overlap, every one can be seen and none takes long.
func TestBeatsFollowEachOther(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := randomReel(rt)
		stops := []int{0, 0, 1, 1, 1}
		p := Make(r, nil, stops)
		at := p.Lead
		assert.InDelta(rt, StopRest, p.Lead, 1e-6)
		for i, b := range p.Beats {
			assert.InDelta(rt, at, b.Start, 1e-3)
			assert.GreaterOrEqual(rt, b.Dur, float32(0.2))
			assert.LessOrEqual(rt, b.Dur, float32(6))
			assert.LessOrEqual(rt, b.Clock, b.Dur)
			at = b.End() + b.Rest
			n, phase := p.At(b.End())
			assert.Equal(rt, i+1, n)
			assert.Equal(rt, float32(1), phase)
		}
		assert.InDelta(rt, at, p.Total, 1e-3)
		assert.Greater(rt, p.Stop(stops, 1), p.Stop(stops, 0))
		assert.Greater(rt, p.Stop(stops, 4), p.Stop(stops, 3))
		beat := float32(rapid.Float64Range(-1, float64(p.Total)+1).Draw(rt, "beat"))
		n, phase := p.At(beat)
		assert.True(rt, n >= 0 && n <= len(r) && phase > 0 && phase <= 1, "%d %f", n, phase)
	})
}

// TestWindowsLieWithinTheStep: in their order, behind the clock, and done when the step is.
func TestWindowsLieWithinTheStep(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := randomReel(rt)
		p := Make(r, nil, nil)
		for n := 1; n <= r.Len(); n++ {
			last := float32(0)
			for _, w := range Windows(r.Step(n), p.Beats[n-1], nil) {
				require.GreaterOrEqual(rt, w.From, last-1e-4)
				require.LessOrEqual(rt, w.From, w.To+1e-4)
				require.LessOrEqual(rt, w.To, float32(1.001))
				require.Equal(rt, float32(1), w.Ease(1.001))
				last = w.From
			}
		}
	})
}

// TestABurstIsFelt: 250 appends take longer than one, but far less than 250 times as long.
func TestABurstIsFelt(t *testing.T) {
	dur := func(n int) float32 {
		st := world.Step{}
		for range n {
			st.Events = append(st.Events, world.Event{Kind: world.Appended})
		}
		return Make(reel{st}, nil, nil).Total
	}
	assert.InDelta(t, 0.5, dur(1), 0.01)
	assert.Greater(t, dur(250), dur(20))
	assert.Less(t, dur(250), 5*dur(1))
}

// TestPaceScales: a lesson can make a part of its run slower or faster.
func TestPaceScales(t *testing.T) {
	r := reel{{Events: []world.Event{{Kind: world.Rolled}}},
		{Events: []world.Event{{Kind: world.Rolled}}}}
	plain := Make(r, nil, nil)
	slow := Make(r, []Pace{{From: 1, To: 2, Percent: 300}}, nil)
	assert.Equal(t, plain.Beats[0].Dur, slow.Beats[0].Dur)
	assert.InDelta(t, 3*plain.Beats[1].Dur, slow.Beats[1].Dur, 1e-4)
}

// TestEveryKindIsTold: each kind of event has a sentence in both languages, one and many, and all
// its placeholders are filled.
func TestEveryKindIsTold(t *testing.T) {
	texts, err := i18n.Parse(assets.Texts)
	require.NoError(t, err)
	w := world.New()
	for _, k := range world.Kinds() {
		for _, n := range []int{1, 5} {
			st := world.Step{}
			for range n {
				st.Events = append(st.Events, world.Event{Kind: k, Topic: -1})
			}
			for _, lang := range i18n.Langs() {
				s := Tell(texts, lang, w, st)
				assert.False(t, strings.ContainsAny(s, "[]{}"), "%v: %s", k, s)
				assert.NotEmpty(t, s)
			}
		}
	}
	assert.NotEmpty(t, Tell(texts, i18n.RU, w, world.Step{}))
}
