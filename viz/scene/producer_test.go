package scene

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/assets"
	"highwater/core/lesson"
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/i18n"
	"highwater/viz/story"
	"highwater/viz/theme"
)

// tape is a story of a producer, played.
type tape struct {
	name string
	src  Source
	plan story.Plan
	cast *Cast
	base Input
}

// tapes plays stories of core/sim by the beginning of their names, each under all its variants.
func tapes(t testing.TB, names ...string) []*tape {
	texts, err := i18n.Parse(assets.Texts)
	require.NoError(t, err)
	var out []*tape
	for _, name := range names {
		files, err := filepath.Glob("../../core/sim/testdata/producer/" + name + "*.txt")
		require.NoError(t, err)
		require.NotEmpty(t, files, name)
		for _, file := range files {
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			l, err := lesson.Parse(filepath.Base(file), src)
			require.NoError(t, err)
			variants := []string{""}
			for i, v := range l.Variants {
				variants = append(variants[:i], v.ID)
			}
			for _, v := range variants {
				r, err := l.Play(v, nil)
				require.NoError(t, err)
				c := NewCache()
				out = append(out, &tape{name: l.ID + "/" + v, src: r.Timeline,
					plan: story.Make(r.Timeline, nil, nil), cast: NewCast(r.Timeline, c),
					base: Input{W: 1440, H: 900, Theme: theme.Light(), Texts: texts, Lang: i18n.EN,
						Cache: c, View: View{Zoom: 1}, Screen: "producer"}})
			}
		}
	}
	return out
}

// at is the input of a moment.
func (p *tape) at(beat float32) *Input {
	in := p.base
	n, phase := p.plan.At(beat)
	in.Cast, in.Phase, in.After = p.cast, phase, p.src.World(n)
	in.Before = in.After
	if n > 0 {
		in.Step, in.Beat = p.src.Step(n), p.plan.Beats[n-1]
		if phase < 1 {
			in.Before = p.src.World(n - 1)
		}
	}
	in.Panel = &Panel{Title: "t"}
	return &in
}

// after is the input of the world after a step.
func (p *tape) after(step int) *Input { return p.at(p.plan.Beat(step)) }

func frameOf(in *Input) *draw.Frame {
	f := new(draw.Frame)
	Build(f, in)
	return f
}

// netOf is the scene of an input without a picture.
func netOf(in *Input) *net { return &net{in: in, step: in.Step.N, clock: clockOf(in)} }

// rowsIn are the rows of the first client.
func rowsIn(in *Input) []row {
	x := netOf(in)
	bands := x.bandsOf(in.After)
	return x.rowsOf(in.After, x.step, &bands[0])
}

// TestProducerStepsMeet: just before a step is complete the picture is nearly that of the step at
// rest, just after it has begun nearly that of the one before.
func TestProducerStepsMeet(t *testing.T) {
	for _, p := range tapes(t, "s02", "s03", "s04", "s06", "s16", "s20") {
		for n := 2; n <= p.src.Len(); n++ {
			b := p.plan.Beats[n-1]
			rest, before := frameOf(p.at(b.End())), frameOf(p.at(b.Start))
			near(t, p.name+": end", frameOf(p.at(b.End()-0.002)), rest)
			near(t, p.name+": beginning", frameOf(p.at(b.Start+0.002)), before)
			if t.Failed() {
				t.Fatalf("%s step %d", p.name, n)
			}
		}
	}
}

// TestEveryMomentOfAProducerIsFaultless: no text is cut, covered or pale after any step of any
// story, in any of the three forms.
func TestEveryMomentOfAProducerIsFaultless(t *testing.T) {
	sizes := [...][2]float32{{1440, 900}, {760, 460}, {390, 844}}
	for _, p := range tapes(t, "s", "e", "a", "b", "c") {
		for n := 0; n <= p.src.Len(); n++ {
			in := p.after(n)
			in.Chrome = Canvas
			size := sizes[n%len(sizes)]
			in.W, in.H = size[0], size[1]
			if n%2 == 1 {
				in.Lang, in.Theme = i18n.RU, theme.Night()
			}
			for i, fault := range draw.Check(frameOf(in)) {
				if i < 2 {
					t.Errorf("%s step %d %v: %v", p.name, n, size, fault)
				}
			}
		}
	}
}

// TestBeliefAndTruth: a plain batch whose response was lost is in the log twice and its client
// knows of one place; with idempotence it is there once.
func TestBeliefAndTruth(t *testing.T) {
	for _, p := range tapes(t, "s02", "s03") {
		wrong, twice := false, 0
		in := p.after(p.src.Len())
		for _, r := range rowsIn(in) {
			require.Equal(t, rowDone, r.state, p.name)
			require.Contains(t, r.at, r.offset)
			wrong = wrong || r.wrong
			twice = max(twice, len(r.at))
		}
		if !in.After.Producers[0].Client.Config.EnableIdempotence {
			assert.True(t, wrong, p.name)
			assert.Equal(t, 2, twice, p.name)
			continue
		}
		assert.False(t, wrong, p.name)
		assert.Equal(t, 1, twice, p.name)
	}
}

// TestRowsFollowTheQueue: batches that wait in the queue stand in its order, even when a lost
// connection has reversed it.
func TestRowsFollowTheQueue(t *testing.T) {
	seen := 0
	for _, p := range tapes(t, "s0", "s1") {
		for n := 1; n <= p.src.Len(); n++ {
			in := p.after(n)
			if len(in.After.Producers) == 0 {
				continue
			}
			last := map[partID]int{}
			for _, r := range rowsIn(in) {
				id := partID{r.topic, r.part}
				if r.place == 0 {
					continue
				}
				require.Greater(t, r.place, last[id], "%s step %d", p.name, n)
				last[id] = r.place
				seen++
			}
		}
	}
	require.Greater(t, seen, 50)
}

// TestOneTokenForEachMessage: every message between a client and a broker that has a panel is seen
// once for each of its parts, between the two.
func TestOneTokenForEachMessage(t *testing.T) {
	for _, p := range tapes(t, "s01", "s05", "s18") {
		for n := 1; n <= p.src.Len(); n++ {
			x := netOf(p.after(n))
			want, got := 0, 0
			for _, b := range x.bandsOf(x.in.After) {
				for i := range x.in.After.Messages {
					if m := &x.in.After.Messages[i]; concerns(m, &b) {
						want += max(len(m.Request.Parts), len(m.Response.Parts), 1)
					}
				}
				for _, k := range x.tokensOf(&b) {
					require.GreaterOrEqual(t, k.pos, float32(0))
					require.LessOrEqual(t, k.pos, float32(1))
					if k.broken == 0 {
						got++
					}
				}
			}
			require.Equal(t, want, got, "%s step %d", p.name, n)
		}
	}
}

// TestALostMessageLiesWhereItBroke: as long as its client waits for the answer.
func TestALostMessageLiesWhereItBroke(t *testing.T) {
	for _, p := range tapes(t, "s03") {
		require.NotEmpty(t, p.cast.tale.losses)
		l := p.cast.tale.losses[0]
		for n := l.step; n < p.src.Len(); n++ {
			x := netOf(p.after(n))
			bands := x.bandsOf(x.in.After)
			broken := 0
			for _, k := range x.remains(&bands[0]) {
				require.Equal(t, l.pos, k.pos)
				broken++
			}
			if n > l.step && x.missed(x.in.After, &l) == 0 {
				require.Zero(t, broken, "step %d", n)
				return
			}
			require.Equal(t, 1, broken, "step %d", n)
		}
	}
}

// TestAWayOnlyGoesOn: a message never goes back, and one that breaks stops at its place.
func TestAWayOnlyGoesOn(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := world.New()
		w.Cluster.Latency = 5 * world.Millisecond
		m := world.Message{Sent: world.Start, Due: world.Start.Add(world.Span(
			rapid.Int64Range(0, 400_000).Draw(rt, "due")))}
		at, last := float64(0), float32(-1)
		for range 12 {
			at += float64(rapid.Int64Range(0, 60_000).Draw(rt, "later"))
			pos := (&tale{}).wayOf(w, &m, at)
			require.GreaterOrEqual(rt, pos, last)
			require.LessOrEqual(rt, pos, float32(1))
			last = pos
		}
	})
}

// TestReducedMotionShowsArrows: nothing is on its way, every flight is an arrow.
func TestReducedMotionShowsArrows(t *testing.T) {
	p := tapes(t, "s01")[0]
	for n := 1; n <= p.src.Len(); n++ {
		in := p.after(n)
		flying := 0
		for i := range in.After.Messages {
			if !in.After.Messages[i].Arrived {
				flying++
			}
		}
		in.Reduced = true
		arrows := 0
		f := frameOf(in)
		for i := range f.Ops {
			if o := &f.Ops[i]; o.Kind == draw.KindPoly && o.N == 3 && o.Layer == draw.Fx {
				arrows++
			}
		}
		require.Equal(t, flying, arrows, "step %d", n)
	}
}
