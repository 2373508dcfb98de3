package sim_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/sim"
	"highwater/core/trace"
	"highwater/core/world"
)

// TestForesee: in every story, whatever is foreseen of a batch that is on its way is what the
// broker says of it in the end, unless somebody acts, the in-sync replicas change, or a message
// that was not sent yet overtakes it; and to foresee changes nothing.
func TestForesee(t *testing.T) {
	files, err := filepath.Glob(stories)
	require.NoError(t, err)
	seen := map[string]int{}
	for _, file := range files {
		for _, r := range play(t, file) {
			tl := r.Timeline
			for n := 1; n <= tl.Len(); n++ {
				w := tl.World(n)
				before := w.String()
				for _, v := range sim.Foresee(w) {
					e, ok := verdictOf(tl, n, w.NextMessage, &v)
					if !ok {
						continue
					}
					got := world.Verdict{Msg: v.Msg, Topic: e.Topic, Part: e.Part, Code: e.Code,
						Why: e.Why, First: -1, Last: -1, Duplicate: e.Kind == world.Duplicate}
					if e.Kind == world.Refused {
						got.Want, got.Got = e.A, e.B
					} else {
						got.First, got.Last = e.From, e.To
					}
					require.Equal(t, got, v, "%s %s step %d", file, r.Variant.ID, n)
					seen[e.Kind.String()]++
				}
				require.Equal(t, before, w.String())
			}
		}
	}
	for _, k := range []world.Kind{world.Appended, world.Duplicate, world.Refused} {
		require.NotZero(t, seen[k.String()], k)
	}
}

// verdictOf finds what is said of a message after step n, if nothing intervenes. next is the first
// message that was not sent then.
func verdictOf(tl *trace.Timeline, n int, next int64, v *world.Verdict) (world.Event, bool) {
	for n++; n <= tl.Len(); n++ {
		st := tl.Step(n)
		for _, e := range st.Events {
			switch {
			case e.Kind == world.ISRChanged, e.Kind == world.BrokerDown, e.Kind == world.Faulted,
				e.Kind == world.ProducerExpired, e.Kind == world.LeaderChanged,
				e.Kind == world.ConfigSet,
				e.Kind == world.Appended && (e.Msg == 0 || e.Msg >= next):
				return e, false
			case e.Msg == v.Msg && e.Part == v.Part && (e.Kind == world.Appended ||
				e.Kind == world.Duplicate || e.Kind == world.Refused):
				return e, true
			}
		}
	}
	return world.Event{}, false
}
