package trace

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/sim"
	"highwater/core/world"
)

// long is a history of 10 000 steps: produces of a few records, with passes of the cleaner and
// retention in between.
func long(tb testing.TB) *Timeline {
	p := NewPlayer(Empty(Journal{}), 0)
	for _, l := range []string{
		"cluster seed=3 log.cleaner.backoff.ms=1000",
		"topic t cleanup.policy=(compact, delete) segment.bytes=1048576 " +
			"min.cleanable.dirty.ratio=0.1 retention.ms=600000",
		"producer app enable.idempotence=false linger.ms=0",
	} {
		require.NoError(tb, p.Do(l, StepsMax))
	}
	for n := 0; p.Len() < 10_000; n++ {
		require.NoError(tb, p.Do(fmt.Sprintf("produce app t key=k-%%d first=%d count=2 size=900",
			n%300), StepsMax))
		if n%10 == 0 {
			require.NoError(tb, p.Do("wait 100ms", StepsMax))
		}
	}
	return p.Timeline()
}

func BenchmarkPlayTenThousandSteps(b *testing.B) {
	for b.Loop() {
		long(b)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/10_000, "µs/step")
}

// BenchmarkSeek asks for worlds all over a timeline of 10 000 steps.
func BenchmarkSeek(b *testing.B) {
	tl := long(b)
	n := 7
	for b.Loop() {
		n = (n + 6151) % tl.Len()
		tl.World(n)
	}
}

// BenchmarkSeekWorst asks for the step that is farthest from its snapshot.
func BenchmarkSeekWorst(b *testing.B) {
	tl := long(b)
	far, worst := 0, 0
	for i := 1; i < len(tl.snaps); i++ {
		if d := tl.snaps[i].at - tl.snaps[i-1].at; d >= far {
			far, worst = d, tl.snaps[i].at-1
		}
	}
	for b.Loop() {
		tl.World(worst)
	}
}

func BenchmarkStep(b *testing.B) {
	tl := long(b)
	w := tl.World(tl.Len())
	c := world.Command{Verb: world.Produce, Who: "app", Topic: "t", Part: -1, Count: 1, Key: "k",
		HasKey: true, Size: 100}
	for b.Loop() {
		if _, err := sim.Do(w, c); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkClone(b *testing.B) {
	tl := long(b)
	w := tl.World(tl.Len())
	for b.Loop() {
		w.Clone()
	}
}
