package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"highwater/core/casefile"
	"highwater/core/inspect"
	"highwater/core/log"
)

// expectation is a parsed EXPECT.txt.
type expectation struct {
	name    string
	options inspect.ExpectOptions
	// lines stand after `---`, first is the line of the first of them.
	lines []string
	first int
}

// compareDirectory compares a directory of segments with its EXPECT.txt.
func (t *tally) compareDirectory(file string) error {
	src, err := readLimited(file, caseFileMax)
	if err != nil {
		return err
	}
	x, err := parseExpectation(file, string(src))
	if err != nil {
		return err
	}
	dir := filepath.Dir(file)
	files, err := readDirectory(dir)
	if err != nil {
		return err
	}
	got := inspect.Expect(filepath.Base(dir), files, x.options)
	for i := range max(len(x.lines), len(got)) {
		want, have := at(x.lines, i), at(got, i)
		if !sameButWords(want, have) {
			t.fail(casefile.Result{Name: x.name, Line: x.first + i, Op: blockOf(x.lines, i),
				Want: want, Got: have}, file)
			return nil
		}
	}
	t.passed++
	return nil
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// blockOf is the last line without indentation before a line: `scan`, or which load.
func blockOf(lines []string, i int) string {
	for i = min(i, len(lines)-1); i >= 0; i-- {
		if lines[i] != "" && lines[i][0] != ' ' {
			return lines[i]
		}
	}
	return ""
}

// exception finds the class of a Java exception, after which its words follow.
var exception = regexp.MustCompile(`^(.*\b\w+Exception): .*$`)

// sameButWords compares two lines; of an exception only the class counts, not its words.
func sameButWords(want, got string) bool {
	return want == got || exception.MatchString(want) &&
		exception.ReplaceAllString(want, "$1") == exception.ReplaceAllString(got, "$1")
}

// parseExpectation reads header and body of an EXPECT.txt.
func parseExpectation(file, src string) (*expectation, error) {
	head, body, ok := strings.Cut(src, "\n---\n")
	if !ok {
		return nil, fmt.Errorf("%s: a line `---` is missing after the header", file)
	}
	x := &expectation{
		name:  filepath.Base(filepath.Dir(file)),
		lines: strings.Split(strings.TrimSuffix(body, "\n"), "\n"),
		first: strings.Count(head, "\n") + 3,
	}
	var sets settings
	version := string(log.V42)
	for i, line := range strings.Split(head, "\n") {
		key, value, _ := strings.Cut(line, " ")
		var err error
		switch key {
		case "kafka":
			version = value
		case "config":
			err = sets.Set(value)
		case "clock":
			x.options.Now, err = strconv.ParseInt(value, 10, 64)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %s: %w", file, i+1, line, err)
		}
	}
	var err error
	if x.options.Config, err = sets.config(version); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	x.options.LogStart = startOf(x.lines)
	return x, nil
}

// startOf finds the log start offset of the recorded loads.
func startOf(lines []string) int64 {
	for _, line := range lines {
		_, start, ok := strings.Cut(line, " start=")
		if n, err := strconv.ParseInt(start, 10, 64); ok && line[0] != ' ' && err == nil {
			return n
		}
	}
	return 0
}
