package app

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// everyStop opens every lesson in every variant at every stop.
func everyStop(t testing.TB, o Options, do func(name string, s *Session)) {
	s := open(t, o)
	for _, l := range s.lessons {
		require.NoError(t, s.Do("lesson "+l.ID))
		variants := []string{""}
		for _, v := range l.Variants {
			variants = append(variants, v.ID)
		}
		for _, v := range variants[min(1, len(variants)-1):] {
			if v != "" {
				require.NoError(t, s.Do("variant "+v))
			}
			for _, st := range s.Status().Stops {
				require.NoError(t, s.Do("seek stop="+st.ID))
				do(fmt.Sprintf("%s/%s/%s", l.ID, v, st.ID), s)
			}
		}
	}
}

// BenchmarkFrame builds the frame of a playing lesson, as every picture of an animation does, with
// everything around the stage and with the worlds that it needs.
func BenchmarkFrame(b *testing.B) {
	for _, lesson := range []string{"segments", "compaction", "reorder"} {
		b.Run(lesson, func(b *testing.B) {
			s := open(b, Options{Lang: "ru"})
			require.NoError(b, s.Do("lesson "+lesson))
			require.NoError(b, s.Do("begin"))
			b.ReportAllocs()
			for b.Loop() {
				if s.Idle() {
					s.beat = 0
					require.NoError(b, s.Do("play"))
				}
				s.Tick(16 * time.Millisecond)
				s.Frame(1440, 900)
			}
		})
	}
}

// BenchmarkSeek jumps to random moments.
func BenchmarkSeek(b *testing.B) {
	s := open(b, Options{})
	require.NoError(b, s.Do("lesson compaction"))
	beat, n := s.run.plan.Total, 0
	for b.Loop() {
		n = (n*7 + 13) % 101
		s.rest(beat * float32(n) / 101)
		s.Frame(1440, 900)
	}
}

// BenchmarkStatus makes the record that the page gets, at rest.
func BenchmarkStatus(b *testing.B) {
	s := open(b, Options{Lang: "ru"})
	require.NoError(b, s.Do("lesson compaction"))
	require.NoError(b, s.Do("seek stop=read506"))
	b.ReportAllocs()
	for b.Loop() {
		s.changed()
		s.Status()
	}
}
