package inspect_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/inspect"
	"highwater/core/log"
)

// TestOutcomesEqualLoad: where the streaming reader says that a load ends or fails, loading the
// directory says so too, whatever was done to one of its files.
func TestOutcomesEqualLoad(t *testing.T) {
	dirs := sampleDirs(t)
	contents := map[string][]inspect.File{}
	for _, dir := range dirs {
		contents[dir] = load(t, dir)
	}
	rapid.Check(t, func(rt *rapid.T) {
		dir := rapid.SampledFrom(dirs).Draw(rt, "dir")
		files := append([]inspect.File(nil), contents[dir]...)
		damage(t, rt, files)
		opt := options(t, dir)
		r := inspect.Directory(dir, files, opt)
		for _, clean := range []bool{true, false} {
			want := r.Crash
			if clean {
				want = r.Clean
			}
			if want.Split != "" || clean && replays(dir) {
				continue
			}
			l, _, err := log.Load(whole(t, files), log.LoadOptions{
				Name: "t-0", Config: opt.Config, Clean: clean, LogStart: opt.LogStart, HW: -1,
				CleanerCheckpoint: -1,
			})
			require.Equal(rt, want.Fails != "", err != nil, "clean %v: %q %v", clean, want, err)
			if err == nil {
				require.Equal(rt, l.EndOffset, want.End, "clean %v: %+v", clean, want)
			}
		}
	})
}

// replays: without a good snapshot a load reads all producers' batches again, which the outcome
// of a clean start does not follow.
func replays(dir string) bool {
	return strings.Contains(dir, "bad-snapshot") || strings.Contains(dir, "swap-left")
}

// damage flips a bit of one file or cuts its end. Snapshots are left alone.
func damage(t *testing.T, rt *rapid.T, files []inspect.File) {
	i := rapid.IntRange(0, len(files)-1).Draw(rt, "file")
	if files[i].Size == 0 || strings.HasSuffix(files[i].Name, ".snapshot") {
		return
	}
	p := bytesOf(t, files[i])
	at := rapid.IntRange(0, len(p)-1).Draw(rt, "byte")
	if strings.HasSuffix(files[i].Name, ".log") && rapid.IntRange(0, 9).Draw(rt, "cut") == 0 {
		p = p[:at]
	} else {
		p[at] ^= byte(1) << rapid.IntRange(0, 7).Draw(rt, "bit")
	}
	files[i] = file(files[i].Name, p)
}
