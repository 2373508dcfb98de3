package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"highwater/assets"
	"highwater/core/lesson"
)

const runHelp = `
Plays a lesson and prints its trace: every step with what followed from it, and what the lesson says
at its stops.

  -variant V       a variant of the lesson (the first)
  -until STOP      up to this stop
  -lang L          the language of the sentences, ru or en (en)

Exit status: 0 all expectations hold, 1 one does not, 2 wrong flags or names.`

// openLesson parses a lesson of the program.
func openLesson(name string) (*lesson.Lesson, error) {
	src, err := fs.ReadFile(assets.Lessons(), name+".lesson")
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, fmt.Errorf("there is no lesson %q; there are %s", name,
			strings.Join(assets.LessonNames(), ", "))
	}
	if err != nil {
		return nil, err
	}
	return lesson.Parse(name+".lesson", src)
}

// runLessons lists the lessons: id, titles, number of stops, variants.
func runLessons(args []string, out io.Writer) (int, error) {
	rest, err := parseMixed(newFlags("lessons"), args)
	if err != nil {
		return exitUsage, err
	}
	if len(rest) > 0 {
		return exitUsage, fmt.Errorf("lessons takes no arguments, got %q", rest[0])
	}
	for _, name := range assets.LessonNames() {
		l, err := openLesson(name)
		if err != nil {
			return exitUsage, err
		}
		_, stops, err := l.Run("")
		if err != nil {
			return exitUsage, err
		}
		fmt.Fprintf(out, "%-20s %2d stops  %s | %s", l.ID, len(stops), l.Title.RU, l.Title.EN)
		for i, v := range l.Variants {
			fmt.Fprintf(out, "%s%s", [...]string{"  variants: ", ", "}[min(i, 1)], v.ID)
		}
		fmt.Fprintln(out)
	}
	return exitOK, nil
}

// runRun plays a lesson and prints its trace.
func runRun(args []string, out io.Writer) (int, error) {
	f := newFlags("run")
	variant := f.String("variant", "", "variant")
	until := f.String("until", "", "stop")
	lang := f.String("lang", "en", "language of the sentences, ru or en")
	rest, err := parseMixed(f, args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(out, "usage: highwater run LESSON [flags]"+runHelp)
		return exitOK, nil
	}
	if err != nil {
		return exitUsage, err
	}
	if len(rest) != 1 {
		return exitUsage, errors.New("want the name of one lesson; highwater lessons lists them")
	}
	if *lang != "ru" && *lang != "en" {
		return exitUsage, fmt.Errorf("-lang %s: want ru or en", *lang)
	}
	l, err := openLesson(rest[0])
	if err != nil {
		return exitUsage, err
	}
	r, err := l.Play(*variant, nil)
	if err != nil {
		return exitUsage, err
	}
	for _, e := range r.Failed {
		fmt.Fprintln(out, "expectation failed:", e)
	}
	if err := printTrace(out, r, *until, *lang); err != nil {
		return exitUsage, err
	}
	if len(r.Failed) > 0 {
		return exitFailed, nil
	}
	return exitOK, nil
}

// printTrace prints every step with what the lesson says at its stops, up to a stop if one is
// named.
func printTrace(out io.Writer, r *lesson.Run, until, lang string) error {
	last := r.Timeline.Len()
	if until != "" {
		var ids []string
		last = -1
		for _, s := range r.Stops {
			ids = append(ids, s.ID)
			if s.ID == until {
				last = s.Step
			}
		}
		if last < 0 {
			return fmt.Errorf("lesson %s has no stop %q; it has %s", r.Lesson.ID, until,
				strings.Join(ids, ", "))
		}
	}
	w := r.Timeline.World(last)
	stops := r.Stops
	for n := 0; n <= last; n++ {
		if n > 0 {
			s := r.Timeline.Step(n)
			fmt.Fprintf(out, "%d @%s %s\n", n, s.At, s.Cause)
			for _, line := range lesson.StepLines(w, &s) {
				fmt.Fprintln(out, "   ", line)
			}
		}
		for len(stops) > 0 && stops[0].Step == n {
			fmt.Fprintf(out, "-- %s: %s\n", stops[0].ID, stops[0].Say.In(lang))
			if stops[0].ID == until {
				return nil
			}
			stops = stops[1:]
		}
	}
	return nil
}
