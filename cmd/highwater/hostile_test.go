//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

const first = "00000000000000000000"

// put writes a file into a directory.
func put(t *testing.T, dir, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, data, 0o600))
	return path
}

// TestPipesAndDevicesAreNotRead: opening a named pipe waits for a writer, reading /dev/zero never
// ends.
func TestPipesAndDevicesAreNotRead(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, first+".log")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for _, args := range []string{"inspect " + pipe, "cases " + pipe, "clean " + dir,
		"inspect -expect " + dir} {
		status, text := highwater(strings.Fields(args)...)
		require.Equal(t, exitUsage, status, args)
		require.Contains(t, text, first+".log: it is a named pipe, not a file\n", args)
	}
	status, text := highwater("inspect", dir)
	require.Equal(t, exitFailed, status)
	require.Contains(t, text, "warning: "+first+".log\n     It is a named pipe, not a file.\n")
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "a.case"), 0o600))
	for _, args := range []string{"cases " + dir, "cases /dev/zero", "inspect /dev/zero"} {
		status, text = highwater(strings.Fields(args)...)
		require.Equal(t, exitUsage, status, args)
		require.Contains(t, text, ", not a file\n", args)
	}
}

// TestLinks: a link stands for what it leads to, also when it leads to nothing.
func TestLinks(t *testing.T) {
	dir, links := writeTopic(t), filepath.Join(t.TempDir(), "orders-3")
	require.NoError(t, os.Mkdir(links, 0o700))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		require.NoError(t, os.Symlink(filepath.Join(dir, e.Name()), filepath.Join(links, e.Name())))
	}
	for _, command := range [][]string{{"inspect"}, {"clean", "-now", "1700000001000"}} {
		want, direct := highwater(append(command, dir)...)
		status, text := highwater(append(command, links)...)
		require.Equal(t, want, status)
		require.Equal(t, direct, text)
	}
	require.NoError(t, os.Symlink("loop.index", filepath.Join(links, "loop.index")))
	require.NoError(t, os.Symlink("nothing", filepath.Join(links, first[:19]+"9.index")))
	status, text := highwater("inspect", links)
	require.Equal(t, exitFailed, status)
	require.Contains(t, text, "No such file or directory.")
	status, text = highwater("clean", links)
	require.Equal(t, exitUsage, status)
	require.Contains(t, text, first[:19]+"9.index: no such file or directory\n")
}

// fullDisk takes a few bytes.
type fullDisk struct{ left int }

func (w *fullDisk) Write(p []byte) (int, error) {
	if n := min(w.left, len(p)); n < len(p) {
		w.left = 0
		return n, errors.New("no space left on device")
	}
	w.left -= len(p)
	return len(p), nil
}

// TestFullDisk: what could not be written is no success.
func TestFullDisk(t *testing.T) {
	dir := writeTopic(t)
	for _, args := range []string{"inspect " + dir, "clean " + dir, "lessons",
		"run segments", "cases " + put(t, t.TempDir(), "a.case", []byte(oneCase))} {
		var errs bytes.Buffer
		require.Equal(t, exitUsage, run(strings.Fields(args), &fullDisk{7}, &errs), args)
		require.Contains(t, errs.String(), "no space left on device", args)
		require.Equal(t, 1, strings.Count(errs.String(), "\n"), args)
	}
}

// TestHelpOfACommand: help NAME is NAME -h, and both list the flags.
func TestHelpOfACommand(t *testing.T) {
	for _, c := range commands() {
		status, text := highwater("help", c.name)
		require.Equal(t, exitOK, status, c.name)
		_, same := highwater(c.name, "-h")
		require.Equal(t, same, text)
		require.Contains(t, text, "usage: highwater "+c.name)
		for _, word := range strings.Fields(c.args) {
			if flag, ok := strings.CutPrefix(word, "[-"); ok {
				require.Contains(t, text, "  -"+flag, c.name)
			}
		}
	}
	status, text := highwater("help", "nothing")
	require.Equal(t, exitUsage, status)
	require.Contains(t, text, `there is no command "nothing"`)
	_, text = highwater("clean", "-colour", "red")
	require.Contains(t, text, "-colour; see `highwater clean -h`\n")
}

// TestCleanNeverWritesIntoItsSource, whatever the name under which it is given.
func TestCleanNeverWritesIntoItsSource(t *testing.T) {
	dir := writeTopic(t)
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(dir, link))
	before := listing(t, dir)
	for _, out := range []string{dir, dir + "/", dir + "/new", dir + "/new/orders-3",
		dir + "/../orders-3/new", link + "/new"} {
		status, text := highwater("clean", dir, "-o", out)
		require.Equal(t, exitUsage, status, out)
		require.Equal(t, 1, strings.Count(text, "\n"), text)
		status, _ = highwater("clean", link, "-o", out)
		require.Equal(t, exitUsage, status, out)
	}
	require.Equal(t, before, listing(t, dir))
	status, text := highwater("clean", dir, "-o", dir+"-2")
	require.Equal(t, exitOK, status, text)
}

// TestCleanTellsWhatItCouldNotKeep: what loading cuts off or overlooks is said, and the status is
// that of damage.
func TestCleanTellsWhatItCouldNotKeep(t *testing.T) {
	dir := writeTopic(t)
	name := filepath.Join(dir, first+".log")
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	data[100]++
	put(t, dir, first+".log", data)
	out := filepath.Join(t.TempDir(), "out")
	status, text := highwater("clean", dir, "-recover", "-o", out)
	require.Equal(t, exitFailed, status)
	require.Contains(t, text, first+".log: Here a batch does not match its CRC")
	require.Contains(t, text, "00000000000000000006.log: Something was cut off below")

	put(t, dir, "00000000000000000006.log", make([]byte, 60))
	status, text = highwater("clean", dir)
	require.Equal(t, exitFailed, status, "the load fails: that is damage, not wrong use")
	require.Contains(t, text, "; with -recover it is opened as after a crash\n")
}

// TestCleanLeavesNoDoubtAboutAHalfWrittenDirectory when it cannot write all of it.
func TestCleanLeavesNoDoubtAboutAHalfWrittenDirectory(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, first+".log"), 0o700))
	err := writeDirectory(dir, nil)
	require.NoError(t, err)
	files, err := readDirectory(writeTopic(t))
	require.NoError(t, err)
	err = writeDirectory(dir, files)
	require.ErrorContains(t, err, "file exists; what is in "+dir+" is not complete")
}

// TestLargeFilesAreMapped, and one that is cut off meanwhile is an error, not a crash.
func TestLargeFilesAreMapped(t *testing.T) {
	path := put(t, t.TempDir(), "large", bytes.Repeat([]byte("0123456789abcdef"), mapFrom/16))
	data, err := readFile(path, mapFrom)
	require.NoError(t, err)
	require.Len(t, data, mapFrom)
	require.Equal(t, byte('f'), data[mapFrom-1])
	require.NoError(t, os.Truncate(path, 0))
	c := command{name: "read", run: func([]string, io.Writer) (int, error) {
		sum := byte(0)
		for _, b := range data {
			sum += b
		}
		return exitOK, fmt.Errorf("read %d", sum)
	}}
	var errs bytes.Buffer
	require.Equal(t, exitUsage, c.do(nil, &bytes.Buffer{}, &errs))
	require.Equal(t, "highwater read: "+errMapped.Error()+"\n", errs.String())
	c.run = func([]string, io.Writer) (int, error) { panic("a bug") }
	require.PanicsWithValue(t, "a bug", func() { c.do(nil, &bytes.Buffer{}, &errs) })
}
