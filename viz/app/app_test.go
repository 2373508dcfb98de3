package app

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/assets"
)

// sources are the lessons that ship.
func sources(t testing.TB) []Source {
	var out []Source
	files, err := fs.Glob(assets.Lessons(), "*.lesson")
	require.NoError(t, err)
	for _, name := range files {
		b, err := fs.ReadFile(assets.Lessons(), name)
		require.NoError(t, err)
		out = append(out, Source{name, string(b)})
	}
	return out
}

func open(t testing.TB, o Options) *Session {
	o.Lessons, o.Texts = sources(t), assets.Texts
	s, err := New(o)
	require.NoError(t, err)
	return s
}

// TestOpens: a session begins at the first stop of the first lesson.
func TestOpens(t *testing.T) {
	s := open(t, Options{})
	st := s.Status()
	require.NotEmpty(t, st.Stop)
	require.NotEmpty(t, st.Caption)
	require.NotNil(t, s.Frame(1440, 900))
}
