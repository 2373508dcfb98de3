package app

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"highwater/core/line"
	"highwater/viz/story"
)

// TestWhyIsAChain: why a segment was closed leads to the setting, who gave it, and the command.
func TestWhyIsAChain(t *testing.T) {
	s := open(t, Options{Motion: "none"})
	do(t, s, "lesson segments", "seek stop=roll")
	w := s.Status().Why[0]
	require.Equal(t, "segment-full", w.Key)
	assert.Equal(t, "segment.bytes = 1048576 · LogSegment.shouldRoll", w.Source)
	assert.True(t, strings.HasSuffix(w.Text, "so a new file begins."), w.Text)
	require.Len(t, w.Chain, 1)
	assert.Contains(t, w.Chain[0].Given, "`topic events segment.bytes=1048576")
	assert.Equal(t, "produce app events size=5000", w.Chain[0].Command)
	do(t, s, w.Chain[0].GivenLine)
	assert.Contains(t, s.Status().Caused, "topic events segment.bytes=1048576")
}

// TestChainsLeadBack: after every step of every lesson each link of a chain is a line that leads to
// an earlier step, and there is a command or a setting behind it.
func TestChainsLeadBack(t *testing.T) {
	for _, lang := range []string{"en", "ru"} {
		s := open(t, Options{Motion: "none", Lang: lang})
		chains := 0
		for _, l := range s.lessons {
			do(t, s, "lesson "+l.ID)
			for n := 1; n <= s.run.tl.Len(); n++ {
				do(t, s, "seek "+itoa(n))
				for _, w := range s.Status().Why {
					chains += len(w.Chain)
					checkChain(t, s, &w)
				}
			}
		}
		assert.Greater(t, chains, 40)
	}
}

func checkChain(t *testing.T, s *Session, w *WhyItem) {
	assert.Equal(t, len(w.Chain) > 0, w.ChainLabel != "", w.Key)
	now, ends := s.Status().Step, ""
	for _, b := range w.Chain {
		assert.LessOrEqual(t, b.Step, now, w.Key)
		assert.NotContains(t, b.Text+b.Given, "{", w.Key)
		for _, l := range []string{b.Line, b.GivenLine} {
			if l != "" {
				_, err := line.Parse(l)
				require.NoError(t, err, l)
			}
		}
		ends += b.Command + b.Given
	}
	assert.False(t, len(w.Chain) > 0 && ends == "", "%s: neither a command nor a setting", w.Key)
}

// TestSourceOfAReason: only names of classes, methods and KIPs are parted from a reason.
func TestSourceOfAReason(t *testing.T) {
	for _, c := range [...][3]string{
		{"It is full (LogSegment.shouldRoll).", "It is full.", "LogSegment.shouldRoll"},
		{"It is so (KIP-360).", "It is so.", "KIP-360"},
		{"It came with 4.1 (KIP-1030): small.", "It came with 4.1 (KIP-1030): small.", ""},
		{"It is so (all of them).", "It is so (all of them).", ""},
		{"Так и есть (Раздел).", "Так и есть (Раздел).", ""},
		{"It is so.", "It is so.", ""},
	} {
		rest, source := story.Sourced(c[0])
		assert.Equal(t, c[1:], []string{rest, source})
	}
}
