package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
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

  -limit N         at most N rows of a table, N batches of a segment, N records of a batch (20);
                   0 lists all
  -records         list the records of the batches too: offset, time, key = value, headers
  -offset N        list only the batch that holds this offset, and the record
  -start N         the log start offset checkpoint (0)
  -set KEY=VALUE   a topic config, may come several times; index.interval.bytes matters most
  -kafka VERSION   whose rules (4.2)
  -expect          print the lists of EXPECT.txt files instead: what loading the directory gives
  -now MS          with -expect, the clock of the load in ms (0)

Exit status: 0 nothing wrong (notes are allowed), 1 something is wrong, 2 wrong flags or paths.
With -expect it is 0 whatever the directory holds.`

// inspectMemory is where the collector begins to work harder: the report never needs more.
const inspectMemory = 40 << 20

// inspectFlags are what the command line says.
type inspectFlags struct {
	list       inspect.ListOptions
	start, now int64
	expect     bool
	config     log.Config
	path       string
}

func parseInspect(args []string) (inspectFlags, error) {
	var f inspectFlags
	var set settings
	flags := newFlags("inspect")
	flags.IntVar(&f.list.Limit, "limit", 20, "")
	flags.BoolVar(&f.list.Records, "records", false, "")
	flags.Int64Var(&f.list.Offset, "offset", inspect.NoOffset, "")
	flags.Int64Var(&f.start, "start", 0, "")
	flags.Int64Var(&f.now, "now", 0, "")
	flags.BoolVar(&f.expect, "expect", false, "")
	flags.Var(&set, "set", "")
	version := flags.String("kafka", "4.2", "")
	rest, err := parseMixed(flags, args)
	if err != nil {
		return f, err
	}
	switch {
	case len(rest) == 0:
		return f, errors.New("which directory or file? See `highwater inspect -h`")
	case len(rest) > 1:
		return f, fmt.Errorf("one directory or file at a time: %q is too much", rest[1])
	case f.list.Limit < 0:
		return f, errors.New("-limit must not be negative; 0 lists all")
	case f.list.Offset < inspect.NoOffset:
		return f, errors.New("-offset must not be negative")
	case f.start < 0:
		return f, errors.New("-start must not be negative")
	}
	f.path = rest[0]
	f.config, err = set.config(*version)
	return f, err
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

// partition is a directory, or one file of it with its companions.
type partition struct {
	name  string
	only  string // the one file that was asked for
	files []inspect.File
}

// onDisk is the path of a file that is open only while it is read: a directory may hold more
// files than a process may have open.
type onDisk string

// ReadAt reads a piece of the file.
func (path onDisk) ReadAt(p []byte, at int64) (int, error) {
	f, err := os.Open(string(path))
	if err != nil {
		return 0, plain(err)
	}
	defer f.Close()
	return f.ReadAt(p, at)
}

// openPartition opens what a path names.
func openPartition(path string) (*partition, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, plain(err)
	}
	p := &partition{name: filepath.Base(filepath.Clean(path))}
	if abs, err := filepath.Abs(path); err == nil {
		p.name = filepath.Base(abs)
	}
	if !info.IsDir() {
		p.only = p.name
		return p, p.addFile(path, info)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, plain(err)
	}
	var inner []string
	for _, e := range entries {
		if e.IsDir() {
			inner = append(inner, e.Name())
		}
		if e.IsDir() || e.Name() == expectFile {
			continue
		}
		file := filepath.Join(path, e.Name())
		info, err := os.Stat(file)
		switch {
		case err == nil && info.Mode().IsRegular():
			p.add(file, info)
		case os.IsNotExist(err) && e.Type()&os.ModeSymlink == 0: // it is gone meanwhile
		case known(e.Name()):
			p.files = append(p.files, inspect.File{Name: e.Name(), Fault: fault(info, err)})
		}
	}
	if !slices.ContainsFunc(p.files, func(f inspect.File) bool { return known(f.Name) }) {
		if len(inner) > 0 {
			return nil, fmt.Errorf("%s holds no segment files, only directories: give one of "+
				"them, for example %s", path, filepath.Join(path, inner[0]))
		}
		return nil, fmt.Errorf("%s holds no segment files: want a partition directory such as "+
			"topic-0, or a .log file", path)
	}
	return p, nil
}

// addFile adds one file and, if its name belongs to a segment, the others of that segment.
func (p *partition) addFile(path string, info os.FileInfo) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %s", path, noFile(info.Mode()))
	}
	f, err := os.Open(path)
	if err != nil {
		return plain(err)
	}
	defer f.Close()
	p.add(path, info)
	suffixes := []string{".log", ".index", ".timeindex", ".txnindex", ".snapshot"}
	own := filepath.Ext(path)
	if !slices.Contains(suffixes, own) || !known(p.only) {
		return nil
	}
	for _, suffix := range suffixes {
		other := strings.TrimSuffix(path, own) + suffix
		info, err := os.Stat(other)
		if err == nil && info.Mode().IsRegular() && suffix != own {
			p.add(other, info)
		}
	}
	return nil
}

// fault says why a name of the directory is no file that can be read.
func fault(info os.FileInfo, err error) string {
	var why *fs.PathError
	switch {
	case errors.As(err, &why):
		return why.Err.Error()
	case err != nil:
		return err.Error()
	}
	return noFile(info.Mode())
}

func (p *partition) add(path string, info os.FileInfo) {
	p.files = append(p.files, inspect.File{
		Name: filepath.Base(path), Size: info.Size(), Data: onDisk(path),
	})
}

func known(name string) bool { return inspect.LooksLikePartitionFile(name) }

// printReport prints words, tables and batches.
func printReport(w *bufio.Writer, p *partition, f *inspectFlags) (int, error) {
	options := inspect.Options{Config: f.config, LogStart: f.start, Partial: p.only != ""}
	var report *inspect.Report
	if p.only != "" && !known(p.only) {
		report = inspect.LogFile(p.files[0], options)
	} else {
		report = inspect.Directory(p.name, p.files, options)
	}
	for _, line := range report.Lines(f.list.Limit) {
		fmt.Fprintln(w, line)
	}
	if p.only != "" {
		if err := printContents(w, &p.files[0], f.list.Limit); err != nil {
			return exitUsage, err
		}
	}
	if err := printBatches(w, p, report, f.list); err != nil {
		return exitUsage, err
	}
	if report.Healthy() {
		return exitOK, nil
	}
	return exitFailed, nil
}

// printContents lists the entries of a file that is no log.
func printContents(w *bufio.Writer, f *inspect.File, limit int) error {
	before := "\n"
	return inspect.Contents(f, limit, func(s string) error {
		_, err := fmt.Fprintln(w, before+s)
		before = ""
		return err
	})
}

// printBatches lists the batches of the logs that the table shows, unless only another file or one
// offset was asked for.
func printBatches(w *bufio.Writer, p *partition, report *inspect.Report,
	o inspect.ListOptions) error {
	found, skipped := false, 0
	all := append(report.Segments, report.Staged...)
	for n, s := range all {
		if o.Offset == inspect.NoOffset && !s.Shown(n, len(all), o.Limit) {
			skipped++
			continue
		}
		i := slices.IndexFunc(p.files, func(x inspect.File) bool { return x.Name == s.File })
		if i < 0 || s.Walked == 0 || p.only != "" && p.only != s.File {
			continue
		}
		title := "\nBATCHES of " + s.File + "\n"
		any, err := report.Listing(&p.files[i], &s, o, func(line string) error {
			_, err := fmt.Fprintln(w, title+line)
			title = ""
			return err
		})
		if err != nil {
			return err
		}
		found = found || any
	}
	if skipped > 0 {
		fmt.Fprintf(w, "\nThe batches of %d more segments are not listed; -limit 0 lists all.\n",
			skipped)
	}
	if o.Offset != inspect.NoOffset && !found {
		fmt.Fprintf(w, "\nNo batch holds offset %d.\n", o.Offset)
	}
	return nil
}

// printExpect prints the lists of an EXPECT.txt. Loading needs the files whole.
func printExpect(w *bufio.Writer, p *partition, f *inspectFlags) error {
	if p.only != "" {
		return errors.New("-expect needs a partition directory, not a file")
	}
	files, err := readDirectory(f.path)
	if err != nil {
		return err
	}
	options := inspect.ExpectOptions{Config: f.config, LogStart: f.start, Now: f.now}
	for _, line := range inspect.Expect(p.name, files, options) {
		fmt.Fprintln(w, line)
	}
	return nil
}
