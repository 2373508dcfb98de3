package scene

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/viz/draw"
	"highwater/viz/story"
)

// camera takes frames of a film, each from scratch.
type camera struct {
	t    testing.TB
	f    *film
	plan story.Plan
	in   *Input
}

func newCamera(t testing.TB, f *film) *camera {
	return &camera{t: t, f: f, plan: story.Make(f, nil, nil), in: still(t, f, 0, 1, 1440, 900)}
}

// at draws the moment of a beat.
func (c *camera) at(beat float32) *draw.Frame {
	step, phase := c.plan.At(beat)
	in := *c.in
	in.Phase, in.After = phase, c.f.World(step)
	in.Before = in.After
	if step > 0 {
		in.Step, in.Beat = c.f.Step(step), c.plan.Beats[step-1]
		if phase < 1 {
			in.Before = c.f.World(step - 1)
		}
	}
	in.Track = trackFor(c.f, &c.plan, 0)
	out := new(draw.Frame)
	Build(out, &in)
	return out
}

func films(t testing.TB) map[string]*film {
	return map[string]*film{"segments": segmentsFilm(t), "compaction": compactionFilm(t),
		"replicas": replicasFilm(t)}
}

// replicasFilm: three replicas of one partition.
func replicasFilm(t testing.TB) *film {
	f := newFilm(t, 3, "cleanup.policy=compact segment.bytes=1048576")
	f.produce(5, kv{key: "k1", value: "1"}, kv{key: "k2", value: "7"}, kv{key: "k1", value: "2"})
	f.produce(5, fillers("f", 300, 5000)...)
	f.wait(3_600_000)
	f.clean()
	return f
}

// TestOneStepEndsWhereTheNextBegins: just before a step is complete the picture is nearly that of
// the step at rest, and just after it has begun nearly that of the one before.
func TestOneStepEndsWhereTheNextBegins(t *testing.T) {
	for name, f := range films(t) {
		c := newCamera(t, f)
		for n := 1; n <= f.Len(); n++ {
			b := c.plan.Beats[n-1]
			rest, before := c.at(b.End()), c.at(b.Start)
			near(t, fmt.Sprintf("%s: end of step %d", name, n), c.at(b.End()-0.002), rest)
			near(t, fmt.Sprintf("%s: beginning of step %d", name, n), c.at(b.Start+0.002), before)
		}
	}
}

// near compares the large opaque boxes of two frames: every one in the picture at rest has one at
// its place in the picture that is about to be it.
func near(t *testing.T, what string, moving, rest *draw.Frame) {
	const slack = 6
	for i := range rest.Ops {
		o := &rest.Ops[i]
		if o.Kind != draw.KindRect && o.Kind != draw.KindPoly || o.W*o.H < 600 || o.Fill.A < 255 {
			continue
		}
		found := false
		for j := range moving.Ops {
			m := &moving.Ops[j]
			found = found || m.Kind == o.Kind && close(m.X, o.X, slack) && close(m.Y, o.Y, slack) &&
				close(m.W, o.W, slack) && close(m.H, o.H, slack)
		}
		assert.Truef(t, found, "%s: nothing like %v at %.0f,%.0f %.0f×%.0f", what, o.Fill, o.X, o.Y,
			o.W, o.H)
	}
}

func close(a, b, slack float32) bool { return a-b < slack && b-a < slack }

// TestAFrameHasNoHistory: scrubbing to a moment by any way gives the same frame.
func TestAFrameHasNoHistory(t *testing.T) {
	f := compactionFilm(t)
	warm := newCamera(t, f)
	rapid.Check(t, func(rt *rapid.T) {
		beat := float32(rapid.Float64Range(0, float64(warm.plan.Total)).Draw(rt, "beat"))
		warm.at(float32(rapid.Float64Range(0, float64(warm.plan.Total)).Draw(rt, "detour")))
		fresh := *warm.in
		fresh.Cache = NewCache()
		cold := &camera{t: t, f: f, plan: warm.plan, in: &fresh}
		a, b := warm.at(beat), cold.at(beat)
		require.Equal(rt, a.Ops, b.Ops)
		require.Equal(rt, a.Hits, b.Hits)
		require.Equal(rt, a.Pts, b.Pts)
	})
}

// TestAxisKeepsOrder: whatever there is to show, x ascends with the offset, nothing leaves the
// view, and a cell is never wider than it may be.
func TestAxisKeepsOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var pieces []piece
		at := int64(rapid.IntRange(0, 1000).Draw(rt, "first"))
		if at > 0 {
			pieces = append(pieces, piece{kind: pieceGone, from: 0, to: at})
		}
		for range rapid.IntRange(0, 8).Draw(rt, "pieces") {
			n := int64(rapid.SampledFrom([]int{1, 2, 7, 40, 300, 100_000, 1_000_000}).Draw(rt, "n"))
			k := rapid.SampledFrom([]pieceKind{pieceCells, pieceRun}).Draw(rt, "kind")
			pieces = append(pieces, piece{kind: k, from: at, to: at + n})
			at += n
		}
		pieces = append(pieces, piece{kind: pieceTail, from: at, to: at})
		width := float64(rapid.IntRange(280, 3000).Draw(rt, "width"))
		a := fit(pieces, 10, width)
		x := 9.9
		for _, p := range a.pieces {
			require.GreaterOrEqual(rt, p.x, x-0.01)
			require.GreaterOrEqual(rt, p.w, 0.0)
			if p.kind == pieceCells {
				require.LessOrEqual(rt, p.pitch(), pitchFull+0.01)
			}
			x = p.x + p.w
		}
		require.LessOrEqual(rt, x, 10+width+20.5)
		for range 20 {
			o := rapid.Int64Range(0, at+5).Draw(rt, "o")
			require.LessOrEqual(rt, a.left(o), a.left(o+1)+0.01)
		}
	})
}
