// Report reads what `go test -json` prints, says how each package fared, repeats what failed tests
// said, and ends with status 1 if a test failed or was skipped: where everything is asked for,
// a test that was left out proves nothing.
//
//	go test -json ./... | go run ./tests/report
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// event is one line of `go test -json`: see `go doc test2json`.
type event struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64
}

// tally is what has been read so far.
type tally struct {
	out             io.Writer
	said            map[string][]string // by package and test
	passed, failed  int
	skipped, broken []string
}

func main() {
	t := tally{out: os.Stdout, said: map[string][]string{}}
	if err := t.read(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
	for _, name := range t.skipped {
		fmt.Println("skipped, which is a failure here:", name)
	}
	failed := t.failed + len(t.skipped)
	if failed == 0 && len(t.broken) > 0 {
		failed = len(t.broken)
	}
	fmt.Printf("%d passed, %d failed\n", t.passed, failed)
	if failed > 0 || t.passed == 0 {
		os.Exit(1)
	}
}

func (t *tally) read(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if len(line) > 0 && json.Unmarshal(line, &e) != nil {
			fmt.Fprint(t.out, string(line))
		} else if len(line) > 0 {
			t.take(e)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (t *tally) take(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output":
		t.said[key] = append(t.said[key], e.Output)
	case "build-output":
		fmt.Fprint(t.out, e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" {
			t.ended(e)
			return
		}
		t.test(e, key)
	}
}

func (t *tally) test(e event, key string) {
	switch e.Action {
	case "pass":
		t.passed++
	case "skip":
		t.skipped = append(t.skipped, key)
	case "fail":
		t.failed++
		fmt.Fprintf(t.out, "--- %s\n%s", key, strings.Join(t.said[key], ""))
	}
	delete(t.said, key)
}

// ended closes a package. One that fails outside its tests (a panic, a build) says so itself.
func (t *tally) ended(e event) {
	word := map[string]string{"pass": "ok  ", "fail": "FAIL", "skip": "none"}[e.Action]
	fmt.Fprintf(t.out, "%s %s %.1fs\n", word, e.Package, e.Elapsed)
	if e.Action != "fail" {
		return
	}
	t.broken = append(t.broken, e.Package)
	for key, said := range t.said {
		if strings.HasPrefix(key, e.Package+" ") {
			fmt.Fprintf(t.out, "--- %s\n%s", key, strings.Join(said, ""))
		}
	}
}
