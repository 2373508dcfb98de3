package app

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"highwater/viz/draw"
)

// TestOpenedThingsAreWhole: with a chain of reasons open, with something selected, and with its
// verbs over the picture, no text of a storage lesson is cut, covered or too pale.
func TestOpenedThingsAreWhole(t *testing.T) {
	sizes := [...]draw.Pt{{X: 1440, Y: 900}, {X: 820, Y: 1100}, {X: 760, Y: 460}, {X: 390, Y: 844}}
	for i, lesson := range []string{"segments", "retention", "compaction", "tombstone-calendar"} {
		o := Options{Motion: "none", Lang: [...]string{"en", "ru"}[i%2],
			Theme: [...]string{"light", "dark"}[i/2]}
		s := open(t, o)
		do(t, s, "lesson "+lesson)
		for n := range s.run.stops {
			do(t, s, "seek stop="+s.run.stops[n].ID)
			for _, w := range s.Status().Why {
				s.opened[w.Key] = true
			}
			for range n { // another thing at every stop
				_ = s.walk(1)
			}
			look(t, s, lesson, sizes[:])
			if s.openList("verbs") == nil {
				look(t, s, lesson+" verbs", sizes[:])
				s.escape()
			}
			do(t, s, "select")
		}
	}
}

func look(t *testing.T, s *Session, where string, sizes []draw.Pt) {
	for _, z := range sizes {
		for i, f := range draw.Check(s.Frame(z.X, z.Y)) {
			if i < 3 {
				assert.Fail(t, where, "%s %v: %v", s.Status().Stop, z, f)
			}
		}
	}
}
