package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

// Exit statuses.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// command is one subcommand.
type command struct {
	name string
	// args is what follows the name on the command line, about says in a line what it does.
	args, about string
	// run does it and gives the exit status. It writes results to out; an error that it returns
	// is one sentence about the command line or a file, and means status 2 unless run gives 1.
	run func(args []string, out io.Writer) (int, error)
}

// commands is the table of subcommands, in the order of the help.
func commands() []command {
	return []command{
		{"inspect", "[flags] DIR|FILE", "what is in segment files and what is wrong with them",
			runInspect},
		{"lessons", "", "list the lessons: id, number of stops, titles, variants", runLessons},
		{"run", "LESSON [-variant V] [-until STOP] [-lang ru|en]",
			"play a lesson and print its trace", runRun},
		{"shot", "LESSON [-at STOP] [-size WxH] [-theme T] [-lang L] -o F.svg|F.png|F.gif",
			"draw a moment of a lesson", runShot},
		{"cases", "PATH...", "run recorded Kafka cases and compare every line", runCases},
		{"clean", "DIR [-now MS] [-set key=value]... [-o OUT]",
			"make one pass of the cleaner over a real directory", runClean},
		{"export", "LESSON [-at STOP] [-variant V] [-broker N] [-topic-id ID] -o DIR",
			"write a moment of a lesson as a broker's log directory", runExport},
	}
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run finds the subcommand and runs it.
func run(args []string, out, errs io.Writer) int {
	helps := len(args) > 0 && slices.Contains([]string{"help", "-h", "-help", "--help"}, args[0])
	if len(args) == 0 || helps && len(args) == 1 {
		usage(out)
		if helps {
			return exitOK
		}
		return exitUsage
	}
	if helps {
		args = []string{args[1], "-h"}
	}
	for i := range commands() {
		if c := &commands()[i]; c.name == args[0] {
			return c.do(args[1:], out, errs)
		}
	}
	fmt.Fprintf(errs, "highwater: there is no command %q; try `highwater help`\n", args[0])
	return exitUsage
}

// do runs the command. What it wrote must have arrived: a full disk is no success.
func (c *command) do(args []string, out, errs io.Writer) int {
	w := bufio.NewWriter(out)
	status, err := c.guarded(args, w)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(w, "usage: highwater %s %s\n%s\n", c.name, c.args, c.about)
		status, err = exitOK, nil
	}
	if flushed := w.Flush(); err == nil {
		err = flushed
	}
	if err == nil {
		return status
	}
	fmt.Fprintf(errs, "highwater %s: %v\n", c.name, err)
	if status == exitOK {
		return exitUsage
	}
	return status
}

// errMapped is what a reader meets where a mapped file has no bytes any more.
var errMapped = errors.New("a file was cut off or could not be read while it was in use; " +
	"try again with a copy of the directory")

// guarded runs the command and turns a fault in a mapped file into an error.
func (c *command) guarded(args []string, out io.Writer) (status int, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			status, err = exitUsage, errMapped
		default:
			panic(fault)
		}
	}()
	return c.run(args, out)
}

func usage(out io.Writer) {
	fmt.Fprintln(out, "usage: highwater COMMAND [flags] [arguments]")
	fmt.Fprintln(out)
	width := 0
	for _, c := range commands() {
		width = max(width, len(c.name)+1+len(c.args))
	}
	for _, c := range commands() {
		head := c.name + " " + c.args
		fmt.Fprintf(out, "  %s%s  %s\n", head, strings.Repeat(" ", width-len(head)), c.about)
	}
}

// newFlags makes a flag set that reports errors instead of printing them.
func newFlags(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	return f
}
