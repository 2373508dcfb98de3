package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
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
	// is one sentence about the command line or a file, and means status 2.
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
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		usage(out)
		if len(args) == 0 {
			return exitUsage
		}
		return exitOK
	}
	for _, c := range commands() {
		if c.name != args[0] {
			continue
		}
		status, err := c.run(args[1:], out)
		switch {
		case errors.Is(err, flag.ErrHelp):
			fmt.Fprintf(out, "usage: highwater %s %s\n%s\n", c.name, c.args, c.about)
			return exitOK
		case err != nil:
			fmt.Fprintf(errs, "highwater %s: %v\n", c.name, err)
			return exitUsage
		}
		return status
	}
	fmt.Fprintf(errs, "highwater: there is no command %q; try `highwater help`\n", args[0])
	return exitUsage
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
