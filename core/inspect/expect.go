package inspect

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"highwater/core/casefile"
	"highwater/core/log"
	"highwater/core/record"
)

// ExpectOptions are what the header of an EXPECT.txt says.
type ExpectOptions struct {
	Config log.Config
	// LogStart is the log start offset checkpoint, Now the clock of the load.
	LogStart, Now int64
}

// Expect lists what is in a partition directory and what loading it gives, in the form of the
// recorded EXPECT.txt files, from the line after `---`. A healthy directory shows the load after
// a clean shutdown in full; one in which something is wrong shows the recovery after a crash.
func Expect(dir string, files []log.File, o ExpectOptions) []string {
	readers := make([]File, len(files))
	for i, f := range files {
		readers[i] = File{Name: f.Name, Size: int64(len(f.Data)), Data: bytes.NewReader(f.Data)}
	}
	report := Directory(dir, readers, Options{Config: o.Config, LogStart: o.LogStart})
	out := []string{"scan"}
	for i := range report.Segments {
		s := &report.Segments[i]
		out = append(out, fmt.Sprintf("  %s size=%d good=%d position=%d %s",
			s.File, s.Size, s.Good, s.Stop, s.Result))
	}
	clean := expectLoad(dir, files, o, true)
	crash := expectLoad(dir, files, o, false)
	cleanHead := fmt.Sprintf("load clean start=%d", o.LogStart)
	crashHead := fmt.Sprintf("load unclean recovery=0 start=%d", o.LogStart)
	if !report.Healthy() {
		out = append(append(out, crashHead), crash.lines(true)...)
		return append(append(out, cleanHead), clean.lines(false)...)
	}
	out = append(append(out, cleanHead), clean.lines(true)...)
	out = append(out, crashHead)
	if strings.Join(clean.lines(true), "\n") == strings.Join(crash.lines(true), "\n") {
		return append(out, "  same")
	}
	return append(out, crash.lines(false)...)
}

// loaded is the outcome of one load.
type loaded struct {
	log     *log.Log
	deleted []string
	err     error
}

func expectLoad(dir string, files []log.File, o ExpectOptions, clean bool) loaded {
	l, report, err := log.Load(files, log.LoadOptions{
		Name: dir, Config: o.Config, Clean: clean, LogStart: o.LogStart, HW: -1,
		CleanerCheckpoint: -1, Now: o.Now,
	})
	if err == nil {
		l.SetHW(l.EndOffset)
	}
	return loaded{l, report.Deleted, err}
}

// lines gives the blocks of a load. The short form has no batches and no files, except batches
// that cannot be decoded.
func (x *loaded) lines(full bool) []string {
	if x.err != nil {
		return []string{"  error " + javaError(x.err)}
	}
	out := []string{fmt.Sprintf("  ok leo=%d start=%d", x.log.EndOffset, x.log.LogStart)}
	block := func(name string, lines []string) {
		out = append(out, "  "+name)
		if len(lines) == 0 {
			lines = []string{"none"}
		}
		for _, line := range lines {
			out = append(out, "    "+line)
		}
	}
	out = append(out, x.batches(full)...)
	block("state", casefile.State(x.log))
	block("aborted", casefile.Aborted(x.log))
	block("epochs", casefile.Epochs(x.log))
	if full {
		block("files", casefile.Files(x.log))
	}
	block("deleted", x.deleted)
	return out
}

// batches lists the batches, or in the short form only those that cannot be decoded. A codec
// that does not exist fails the whole list, since even a batch's header cannot be told.
func (x *loaded) batches(full bool) (out []string) {
	for i := range x.log.Segments {
		for _, b := range x.log.Segments[i].Batches {
			if c := b.Codec(); !c.Known() {
				_, err := b.Records()
				return []string{"  batches error " + javaError(err)}
			}
		}
	}
	lines := casefile.Batches(x.log, false)
	if full {
		out = append(out, "  batches")
	}
	for _, line := range lines {
		_, rest, _ := strings.Cut(line, " ")
		switch {
		case full:
			out = append(out, "    "+line)
		case strings.HasPrefix(rest, "error "):
			out = append(out, "  batches "+line)
		}
	}
	return out
}

// javaError gives the class and the words of an error without its place.
func javaError(err error) string {
	var l *log.LoadError
	var r *record.Error
	switch {
	case errors.As(err, &l):
		return l.Class.String() + ": " + l.Text
	case errors.As(err, &r):
		return r.Plain()
	}
	return err.Error()
}
