package scene

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/record"
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/story"
)

// BenchmarkBuild builds a frame from a moment, as an animation does for every picture.
func BenchmarkBuild(b *testing.B) {
	for _, m := range []struct {
		name  string
		film  *film
		step  int
		phase float32
	}{
		{"segments/burst", segmentsFilm(b), 3, 0.6},
		{"compaction/still", compactionFilm(b), 11, 1},
		{"compaction/sweep", compactionFilm(b), 8, 0.6},
		{"replicas/still", replicasFilm(b), 4, 1},
		{"million/still", millionFilm(b), 1, 1},
	} {
		in := still(b, m.film, m.step, m.phase, 1440, 900)
		f := new(draw.Frame)
		Build(f, in)
		b.Run(fmt.Sprintf("%s/%d-ops", m.name, len(f.Ops)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Build(f, in)
			}
		})
	}
}

// millionFilm: a million records of ten a batch in a hundred segments.
func millionFilm(t testing.TB) *film {
	f := newFilm(t, 1, "segment.bytes=1048576")
	recs := make([]record.Record, 10)
	f.shoot(world.Cause{Line: "produce"}, func(w *world.World) (ev []world.Event) {
		l := w.Brokers[0].Replicas[0].Log
		for i := range 100_000 {
			for j := range recs {
				recs[j] = record.Record{Offset: int64(j), Timestamp: w.Now.MS(),
					Key: fmt.Appendf(nil, "k%d", (i*10+j)%5000), Value: []byte("0123456789")}
			}
			res, _ := l.AppendLeader(record.Build(record.NewSpec(record.None), recs), 0, w.Now.MS())
			ev = append(ev, world.Event{Kind: world.Appended, Node: 1, From: res.First,
				To: res.Last})
		}
		l.SetHW(l.EndOffset)
		return ev
	})
	return f
}

// TestAMillionRecordsRead: a log of a million records is one bar a segment, drawn soon, and zooming
// in shows single records.
func TestAMillionRecordsRead(t *testing.T) {
	f := millionFilm(t)
	in := still(t, f, 1, 1, 1440, 900)
	frame := new(draw.Frame)
	Build(frame, in)
	require.Empty(t, draw.Check(frame))
	require.Less(t, len(frame.Ops), 3000)
	in.View = View{Zoom: 40_000, Pan: 20_000 * 1000}
	Build(frame, in)
	require.Empty(t, draw.Check(frame))
	require.Less(t, len(frame.Ops), 3000)
	require.Contains(t, texts(frame), "k", "labels of keys")
}

// texts joins what a frame says.
func texts(f *draw.Frame) string {
	out := ""
	for i := range f.Ops {
		out += f.Ops[i].Text + "\n"
	}
	return out
}

// TestWindowsAscend: the events of a burst happen in order and within their step.
func TestWindowsAscend(t *testing.T) {
	for _, f := range films(t) {
		plan := story.Make(f, nil, nil)
		for n := 1; n <= f.Len(); n++ {
			last := float32(-1)
			for _, w := range story.Windows(f.Step(n), plan.Beats[n-1], nil) {
				require.GreaterOrEqual(t, w.From, last)
				require.LessOrEqual(t, w.From, w.To)
				require.LessOrEqual(t, w.To, float32(1.0001))
				last = w.From
			}
		}
	}
}
