package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/assets"
	"highwater/core/log"
)

func TestExportWritesWhatABrokerOpens(t *testing.T) {
	for _, name := range assets.LessonNames() {
		out := filepath.Join(t.TempDir(), "logs")
		status, text := highwater("export", name, "-o", out)
		require.Equal(t, exitOK, status, text)
		dirs, err := filepath.Glob(filepath.Join(out, "*-[0-9]*"))
		require.NoError(t, err)
		require.NotEmpty(t, dirs, name)
		for _, dir := range dirs {
			files, err := readDirectory(dir)
			require.NoError(t, err)
			for _, clean := range []bool{true, false} {
				l, report, err := log.Load(files, log.LoadOptions{Name: filepath.Base(dir),
					Config: log.DefaultConfig(), Clean: clean, HW: -1, CleanerCheckpoint: -1})
				require.NoError(t, err, "%s clean=%v", dir, clean)
				require.Empty(t, report.Deleted)
				require.NotZero(t, l.TopicID)
				require.Contains(t, text, filepath.Base(dir))
			}
		}
		hw, err := os.ReadFile(filepath.Join(out, "replication-offset-checkpoint"))
		require.NoError(t, err)
		require.Equal(t, len(dirs)+2, strings.Count(string(hw), "\n"))
	}
}

func TestExportStopsAtAMoment(t *testing.T) {
	dir := t.TempDir()
	status, text := highwater("export", "segments", "-at", "0", "-o", filepath.Join(dir, "a"))
	require.Equal(t, exitUsage, status, text)
	id := "AAECAwQFBgcICQoLDA0ODw"
	out := filepath.Join(dir, "b")
	status, text = highwater("export", "segments", "-topic-id", id, "-o", out, "-broker", "1")
	require.Equal(t, exitOK, status, text)
	found, err := filepath.Glob(filepath.Join(out, "*-0", "partition.metadata"))
	require.NoError(t, err)
	require.Len(t, found, 1)
	meta, err := os.ReadFile(found[0])
	require.NoError(t, err)
	require.Equal(t, "version: 0\ntopic_id: "+id+"\n", string(meta))
}

func TestExportNeedsALessonAndANewDirectory(t *testing.T) {
	dir := t.TempDir()
	full := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(full, "x"), nil, 0o600))
	out := filepath.Join(dir, "new")
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "want the name of one lesson"},
		{[]string{"segments"}, "-o DIR is missing"},
		{[]string{"segments", "-o", full}, "is not empty"},
		{[]string{"nonsense", "-o", out}, `there is no lesson "nonsense"; there are`},
		{[]string{"segments", "-o", out, "-at", "nowhere"}, `has no stop "nowhere"; it has`},
		{[]string{"segments", "-o", out, "-at", "99999"}, "the lesson has the steps 0 to"},
		{[]string{"segments", "-o", out, "-broker", "9"}, "has no broker 9"},
		{[]string{"segments", "-o", out, "-topic-id", "short"}, "want 16 bytes in url-safe base64"},
		{[]string{"segments", "-o", out, "-variant", "none-such"}, "none-such"},
	} {
		status, text := highwater(append([]string{"export"}, c.args...)...)
		require.Equal(t, exitUsage, status, "%v: %s", c.args, text)
		require.Contains(t, text, c.want)
		require.Equal(t, 1, strings.Count(text, "\n"), "one sentence: %s", text)
	}
	require.NoDirExists(t, out)
}
