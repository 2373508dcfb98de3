package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"highwater/core/inspect"
	"highwater/core/log"
)

const inspectHelp = `
What is in a segment file or in a partition directory of a Kafka log, and what is wrong with it:
files, batches, codecs, producers, transactions, indexes against the log, where recovery would cut.
A .log is read together with the indexes beside it. Nothing is ever written.

  -limit N         at most N rows of a table and N batches of a segment (20); 0 lists all
  -start N         the log start offset checkpoint (0)
  -set KEY=VALUE   a topic config, may come several times; index.interval.bytes matters most
  -expect          print the lists of EXPECT.txt files instead: what loading the directory gives
  -now MS          with -expect, the clock of the load in ms (0)

Exit status: 0 nothing wrong (notes are allowed), 1 something is wrong, 2 wrong flags or paths.
With -expect it is 0 whatever the directory holds.`

// inspectMemory is where the collector begins to work harder: the report never needs more.
const inspectMemory = 40 << 20

// inspectFlags are what the command line says.
type inspectFlags struct {
	limit      int
	start, now int64
	expect     bool
	config     log.Config
	path       string
}

func parseInspect(args []string) (inspectFlags, error) {
	f := inspectFlags{config: log.DefaultConfig()}
	set := newFlags("inspect")
	set.IntVar(&f.limit, "limit", 20, "")
	set.Int64Var(&f.start, "start", 0, "")
	set.Int64Var(&f.now, "now", 0, "")
	set.BoolVar(&f.expect, "expect", false, "")
	set.Func("set", "", func(s string) (err error) {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("want KEY=VALUE")
		}
		f.config, err = f.config.With(key, value)
		return err
	})
	if err := set.Parse(args); err != nil {
		return f, err
	}
	switch {
	case set.NArg() == 0:
		return f, errors.New("which directory or file? See `highwater inspect -h`")
	case set.NArg() > 1:
		return f, fmt.Errorf("one directory or file at a time, and flags before it: %q is too much",
			set.Arg(1))
	case f.limit < 0:
		return f, errors.New("-limit must not be negative; 0 lists all")
	case f.start < 0:
		return f, errors.New("-start must not be negative")
	}
	f.path = set.Arg(0)
	return f, nil
}

// runInspect is `highwater inspect`.
func runInspect(args []string, out io.Writer) (int, error) {
	f, err := parseInspect(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(out, "usage: highwater inspect [flags] DIR|FILE"+inspectHelp)
		return exitOK, nil
	}
	if err != nil {
		return exitUsage, err
	}
	dir, err := openPartition(f.path)
	if err != nil {
		return exitUsage, err
	}
	defer dir.close()
	w := bufio.NewWriter(out)
	status := exitOK
	if !f.expect {
		debug.SetMemoryLimit(inspectMemory)
	}
	if f.expect {
		err = printExpect(w, dir, &f)
	} else {
		status, err = printReport(w, dir, &f)
	}
	if flushed := w.Flush(); err == nil {
		err = flushed
	}
	return status, err
}

// partition is an open directory, or one file of it with its companions.
type partition struct {
	name  string
	only  string // the one file that was asked for
	files []inspect.File
	open  []*os.File
}

func (p *partition) close() {
	for _, f := range p.open {
		f.Close()
	}
}

// openPartition opens what a path names.
func openPartition(path string) (*partition, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, plainPathError(err)
	}
	p := &partition{name: filepath.Base(filepath.Clean(path))}
	if abs, err := filepath.Abs(path); err == nil {
		p.name = filepath.Base(abs)
	}
	if !info.IsDir() {
		p.only = p.name
		return p, p.openFile(path)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, plainPathError(err)
	}
	var inner []string
	for _, e := range entries {
		if e.IsDir() {
			inner = append(inner, e.Name())
			continue
		}
		if err := p.add(filepath.Join(path, e.Name())); err != nil {
			p.close()
			return nil, err
		}
	}
	if !slices.ContainsFunc(p.files, func(f inspect.File) bool { return known(f.Name) }) {
		p.close()
		if len(inner) > 0 {
			return nil, fmt.Errorf("%s holds no segment files, only directories: give one of them, "+
				"for example %s", path, filepath.Join(path, inner[0]))
		}
		return nil, fmt.Errorf("%s holds no segment files: want a partition directory such as "+
			"topic-0, or a .log file", path)
	}
	return p, nil
}

// openFile opens one file and, if its name belongs to a segment, the others of that segment.
func (p *partition) openFile(path string) error {
	paths := []string{path}
	suffixes := []string{".log", ".index", ".timeindex", ".txnindex", ".snapshot"}
	if i := slices.Index(suffixes, filepath.Ext(path)); i >= 0 && known(p.only) {
		base := strings.TrimSuffix(path, suffixes[i])
		for j, suffix := range suffixes {
			info, err := os.Stat(base + suffix)
			if err == nil && info.Mode().IsRegular() && i != j {
				paths = append(paths, base+suffix)
			}
		}
	}
	for _, x := range paths {
		if err := p.add(x); err != nil {
			p.close()
			return err
		}
	}
	return nil
}

func known(name string) bool { return inspect.LooksLikePartitionFile(name) }

func (p *partition) add(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return plainPathError(err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is neither a file nor a directory", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return plainPathError(err)
	}
	p.open = append(p.open, f)
	p.files = append(p.files, inspect.File{Name: filepath.Base(path), Size: info.Size(), Data: f})
	return nil
}

// plainPathError says what is wrong with a path without the name of the system call.
func plainPathError(err error) error {
	var e *os.PathError
	if errors.As(err, &e) {
		return fmt.Errorf("%s: %w", e.Path, e.Err)
	}
	return err
}

// printReport prints words, tables and batches.
func printReport(w *bufio.Writer, p *partition, f *inspectFlags) (int, error) {
	options := inspect.Options{Config: f.config, LogStart: f.start, Partial: p.only != ""}
	var report *inspect.Report
	if p.only != "" && !known(p.only) {
		report = inspect.LogFile(p.files[0], options)
	} else {
		report = inspect.Directory(p.name, p.files, options)
	}
	for _, line := range report.Lines(f.limit) {
		fmt.Fprintln(w, line)
	}
	if p.only != "" {
		if lines := inspect.Contents(&p.files[0], f.limit); lines != nil {
			fmt.Fprintln(w, "\n"+strings.Join(lines, "\n"))
		}
	}
	if err := printBatches(w, p, report, f.limit); err != nil {
		return exitUsage, err
	}
	if report.Healthy() {
		return exitOK, nil
	}
	return exitFailed, nil
}

// printBatches lists the batches of each log, unless only another file was asked for.
func printBatches(w *bufio.Writer, p *partition, report *inspect.Report, limit int) error {
	line := func(s string) error {
		_, err := fmt.Fprintln(w, s)
		return err
	}
	for _, s := range append(report.Segments, report.Staged...) {
		i := slices.IndexFunc(p.files, func(x inspect.File) bool { return x.Name == s.File })
		if i < 0 || s.Walked == 0 || p.only != "" && p.only != s.File {
			continue
		}
		fmt.Fprintf(w, "\nBATCHES of %s\n", s.File)
		if err := report.Listing(&p.files[i], &s, limit, line); err != nil {
			return err
		}
	}
	return nil
}

// printExpect prints the lists of an EXPECT.txt. Loading needs the files whole.
func printExpect(w *bufio.Writer, p *partition, f *inspectFlags) error {
	if p.only != "" {
		return errors.New("-expect needs a partition directory, not a file")
	}
	var files []log.File
	for _, x := range p.files {
		data, err := io.ReadAll(io.NewSectionReader(x.Data, 0, x.Size))
		if err != nil {
			return fmt.Errorf("%s: %w", x.Name, err)
		}
		files = append(files, log.File{Name: x.Name, Data: data})
	}
	options := inspect.ExpectOptions{Config: f.config, LogStart: f.start, Now: f.now}
	for _, line := range inspect.Expect(p.name, files, options) {
		fmt.Fprintln(w, line)
	}
	return nil
}
