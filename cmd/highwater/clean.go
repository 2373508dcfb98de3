package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"time"

	"highwater/assets"
	"highwater/core/cleaner"
	"highwater/core/log"
	"highwater/viz/i18n"
)

const cleanHelp = `
Decides what the log cleaner of a broker would do to a partition directory now. Without -o every
record is listed with keep or drop and the reason, and nothing is written. With -o the directory is
written as the broker would leave it; the name must not be taken. The active segment is never
cleaned: -roll closes it first.

  -now MS          the broker's clock, ms since 1970 (the present)
  -set KEY=VALUE   a topic config, may come several times (cleanup.policy=compact)
  -o OUT           write the cleaned directory
  -dirty OFFSET    the partition's entry of cleaner-offset-checkpoint (none)
  -hw OFFSET       the high watermark (the log end offset)
  -start OFFSET    the log start offset checkpoint (0)
  -map SLOTS       the slots of the offset map (5592405)
  -roll            close the active segment first
  -recover         open the directory as after a crash, not as after a clean shutdown
  -kafka VERSION   the version whose rules hold (4.2)

Exit status: 0 the pass came to its end, 1 it died on a batch or an index, or the directory is
damaged, 2 wrong flags or paths.`

// cleaning is one run of `highwater clean`.
type cleaning struct {
	dir, out   string
	now        int64
	sets       settings
	kafka      string
	slots      int64
	start, hw  int64
	checkpoint int64
	recover    bool
	roll       bool
}

// parseClean reads the command line.
func parseClean(args []string) (*cleaning, error) {
	c := &cleaning{}
	f := newFlags("clean")
	f.StringVar(&c.out, "o", "", "")
	f.Int64Var(&c.now, "now", time.Now().UnixMilli(), "")
	f.Var(&c.sets, "set", "")
	f.StringVar(&c.kafka, "kafka", string(log.V42), "")
	f.Int64Var(&c.slots, "map", cleaner.DefaultSlots, "")
	f.Int64Var(&c.start, "start", 0, "")
	f.Int64Var(&c.hw, "hw", math.MaxInt64, "")
	f.Int64Var(&c.checkpoint, "dirty", -1, "")
	f.BoolVar(&c.recover, "recover", false, "")
	f.BoolVar(&c.roll, "roll", false, "")
	rest, err := parseMixed(f, args)
	switch {
	case err != nil:
		return nil, err
	case len(rest) != 1:
		return nil, errors.New("name one partition directory, as in `clean topic-0 -now MS`")
	case c.slots < 2:
		return nil, fmt.Errorf("-map %d: a map of fewer than 2 slots takes no key", c.slots)
	case c.start < 0 || c.hw < 0:
		return nil, errors.New("-start and -hw are offsets, from 0")
	case c.checkpoint < -1:
		return nil, fmt.Errorf("-dirty %d: want an offset, from 0, or -1 for none", c.checkpoint)
	case c.now < 0:
		return nil, fmt.Errorf("-now %d: want ms since 1970", c.now)
	}
	c.dir = rest[0]
	if c.out == "" {
		return c, nil
	}
	if err := newDirectory(c.out); err != nil {
		return nil, err
	}
	return c, outside(c.dir, c.out)
}

// runClean makes one pass over a real directory.
func runClean(args []string, out io.Writer) (int, error) {
	c, err := parseClean(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(out, "usage: highwater clean DIR [flags]"+cleanHelp)
		return exitOK, nil
	}
	if err != nil {
		return exitUsage, err
	}
	texts, err := i18n.Parse(assets.Texts)
	if err != nil {
		return exitUsage, err
	}
	l, report, err := c.load()
	var damage *log.LoadError
	if errors.As(err, &damage) {
		return exitFailed, err
	}
	if err != nil {
		return exitUsage, err
	}
	p := printer{out: out, texts: texts, l: l}
	p.loaded(&report)
	p.before(cleaner.Select(l, c.now))
	visit := p.batch
	if c.out != "" {
		visit = nil
	}
	plan := cleaner.Walk(l, cleaner.Settings{Slots: c.slots}, c.now, visit)
	p.after(&plan)
	if c.out != "" {
		result := cleaner.Apply(l, &plan)
		if err := fillDirectory(c.out, l.EachFile); err != nil {
			return exitUsage, err
		}
		p.written(c.out, result)
	}
	if p.err != nil {
		return exitUsage, p.err
	}
	if plan.Death != nil || p.damaged {
		return exitFailed, nil
	}
	return exitOK, nil
}

// load opens the directory as a starting broker would.
func (c *cleaning) load() (*log.Log, log.LoadReport, error) {
	var report log.LoadReport
	config, err := c.sets.config(c.kafka, "cleanup.policy=compact")
	if err != nil {
		return nil, report, err
	}
	files, err := readDirectory(c.dir)
	if err != nil {
		return nil, report, err
	}
	if !anyLog(files) {
		return nil, report, fmt.Errorf("%s holds no .log file: it is no partition directory", c.dir)
	}
	name := filepath.Base(resolved(c.dir))
	l, report, err := log.Load(files, log.LoadOptions{
		Name: name, Config: config, Clean: !c.recover, LogStart: c.start, HW: -1,
		CleanerCheckpoint: c.checkpoint, Now: c.now,
	})
	if err != nil && !c.recover {
		return nil, report, fmt.Errorf("%s: %w; with -recover it is opened as after a crash",
			c.dir, err)
	}
	if err != nil {
		return nil, report, fmt.Errorf("%s: %w", c.dir, err)
	}
	l.SetHW(min(c.hw, l.EndOffset))
	if c.roll {
		l.Roll(c.now)
	}
	return l, report, nil
}

func anyLog(files []log.File) bool {
	for _, f := range files {
		if filepath.Ext(f.Name) == ".log" || filepath.Ext(f.Name) == ".swap" {
			return true
		}
	}
	return false
}
