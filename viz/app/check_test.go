package app

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/viz/draw"
)

// sizes are the three forms: full, article, phone.
var sizes = [...][2]float32{{1440, 900}, {760, 460}, {390, 844}}

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

// TestNothingIsCutOrPale: at every stop, in three sizes, both themes and both languages, no text is
// cut, covered, crossed, too small or too pale, and nothing is too small to be pressed.
func TestNothingIsCutOrPale(t *testing.T) {
	for _, lang := range []string{"ru", "en"} {
		for _, theme := range []string{"light", "dark"} {
			everyStop(t, Options{Lang: lang, Theme: theme}, func(name string, s *Session) {
				for _, size := range sizes {
					f := s.Frame(size[0], size[1])
					for i, fault := range draw.Check(f) {
						if i < 3 {
							t.Errorf("%s %s %s %v: %v", name, lang, theme, size, fault)
						}
					}
				}
			})
		}
	}
}
