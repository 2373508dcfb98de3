package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"highwater/core/casefile"
)

// expectFile says what is in a directory of recorded segments.
const expectFile = "EXPECT.txt"

// caseFileMax bounds the size of a case file that is read.
const caseFileMax = 64 << 20

const casesHelp = `
Runs recorded cases: programs over replicas of a partition, with what Kafka's storage classes gave
for every step. A folder stands for every .case file below it, and for every directory of segments
with an EXPECT.txt, which is compared with what loading it gives. Of a case that differs the first
line is shown, and what Kafka had there.

Exit status: 0 all passed, 1 some failed, 2 a path or a file cannot be read.`

// tally counts and prints the outcomes of cases.
type tally struct {
	out            io.Writer
	passed, failed int
}

// fail prints a case that does not give what Kafka gave.
func (t *tally) fail(r casefile.Result, file string) {
	t.failed++
	fmt.Fprintf(t.out, "%s\n  %s:%d: %s\n  kafka %s\n  here  %s\n",
		r.Name, file, r.Line, lineOrNothing(r.Op), lineOrNothing(r.Want), lineOrNothing(r.Got))
}

// lineMax is how much of a line of a case is shown.
const lineMax = 4096

func lineOrNothing(s string) string {
	switch {
	case s == "":
		return "(no line)"
	case len(s) > lineMax:
		return s[:lineMax] + "…"
	}
	return s
}

// runCases runs every case below the paths, and compares every directory that says what is in it.
func runCases(args []string, out io.Writer) (int, error) {
	paths, err := parseMixed(newFlags("cases"), args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(out, "usage: highwater cases PATH..."+casesHelp)
		return exitOK, nil
	}
	if err != nil {
		return exitUsage, err
	}
	if len(paths) == 0 {
		return exitUsage, fmt.Errorf("which? Name a .case file, a folder of them, or a directory "+
			"of segments with an %s", expectFile)
	}
	t := tally{out: out}
	for _, path := range paths {
		found, err := findCases(path)
		if err != nil {
			return exitUsage, err
		}
		for _, file := range found {
			if err := t.run(file); err != nil {
				return exitUsage, err
			}
		}
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", t.passed, t.failed)
	if t.failed > 0 {
		return exitFailed, nil
	}
	return exitOK, nil
}

// findCases lists the cases at or below a path, in the order of their names.
func findCases(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, plain(err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var found []string
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() &&
			(strings.HasSuffix(name, ".case") || d.Name() == expectFile) {
			found = append(found, name)
		}
		return err
	})
	if err != nil {
		return nil, plain(err)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s holds neither a .case file nor an %s", path, expectFile)
	}
	sort.Strings(found)
	return found, nil
}

// run runs one case, or compares one directory.
func (t *tally) run(file string) error {
	if filepath.Base(file) == expectFile {
		return t.compareDirectory(file)
	}
	src, err := readLimited(file, caseFileMax)
	if err != nil {
		return err
	}
	c, err := casefile.Parse(file, src)
	if err != nil {
		return err
	}
	r, err := casefile.Run(c)
	if err != nil {
		return err
	}
	if r.Passed {
		t.passed++
		return nil
	}
	t.fail(r, file)
	return nil
}

// readLimited reads a file of at most so many bytes.
func readLimited(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, plain(err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: %s", path, noFile(info.Mode()))
	case info.Size() > most:
		return nil, fmt.Errorf("%s is larger than %d bytes", path, most)
	}
	data, err := os.ReadFile(path)
	return data, plain(err)
}

// plain drops the name of the system call from an error about a path.
func plain(err error) error {
	if e, ok := err.(*fs.PathError); ok {
		return fmt.Errorf("%s: %w", e.Path, e.Err)
	}
	return err
}
