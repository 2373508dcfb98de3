package trace

import (
	"fmt"
	"strconv"
	"strings"
)

// Limits of a journal and of a timeline.
const (
	// StepsMax is how many steps a timeline may have.
	StepsMax = 20_000
	// LinesMax is how many lines a journal may have.
	LinesMax = 12_000
	// JournalBytesMax bounds the text of a journal.
	JournalBytesMax = 1 << 20
)

// Journal is everything that a history depends on.
type Journal struct {
	// Lesson and Variant say where it began; empty if nowhere.
	Lesson, Variant string
	// Set are the lesson's parameters as name=value that differ from the variant's.
	Set   []string
	Lines []Entry
}

// Entry is one line with its moment: it was given when the timeline had At steps.
type Entry struct {
	At   int
	Text string
}

// String prints the journal: a head line, then one entry a line as "12 produce p1 …".
func (j Journal) String() string {
	var b strings.Builder
	b.WriteString("highwater 1")
	if j.Lesson != "" {
		b.WriteString(" lesson=" + j.Lesson)
	}
	if j.Variant != "" {
		b.WriteString(" variant=" + j.Variant)
	}
	for _, s := range j.Set {
		b.WriteString(" set:" + s)
	}
	b.WriteByte('\n')
	for _, e := range j.Lines {
		b.WriteString(strconv.Itoa(e.At))
		b.WriteByte(' ')
		b.WriteString(e.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// ParseJournal is the inverse of String.
func ParseJournal(text string) (Journal, error) {
	var j Journal
	if len(text) > JournalBytesMax {
		return j, fmt.Errorf("journal of %d bytes: at most %d", len(text), JournalBytesMax)
	}
	head, rest, _ := strings.Cut(text, "\n")
	if err := j.parseHead(head); err != nil {
		return Journal{}, err
	}
	for n, line := range strings.Split(strings.TrimSuffix(rest, "\n"), "\n") {
		if line == "" && rest == "" {
			break
		}
		e, err := parseEntry(line)
		if err == nil && len(j.Lines) > 0 && e.At < j.Lines[len(j.Lines)-1].At {
			err = fmt.Errorf("step %d after step %d: entries are in order", e.At,
				j.Lines[len(j.Lines)-1].At)
		}
		if err == nil && len(j.Lines) == LinesMax {
			err = fmt.Errorf("at most %d lines", LinesMax)
		}
		if err != nil {
			return Journal{}, fmt.Errorf("journal line %d: %w", n+2, err)
		}
		j.Lines = append(j.Lines, e)
	}
	return j, nil
}

func (j *Journal) parseHead(head string) error {
	words := strings.Fields(head)
	if len(words) < 2 || words[0] != "highwater" {
		return fmt.Errorf("journal line 1: want %q first", "highwater 1")
	}
	if words[1] != "1" {
		return fmt.Errorf("journal of version %.20q: this program reads version 1", words[1])
	}
	for _, w := range words[2:] {
		switch {
		case strings.HasPrefix(w, "lesson="):
			j.Lesson = w[len("lesson="):]
		case strings.HasPrefix(w, "variant="):
			j.Variant = w[len("variant="):]
		case strings.HasPrefix(w, "set:"):
			j.Set = append(j.Set, w[len("set:"):])
		default:
			return fmt.Errorf("journal line 1: %.40q is not lesson=, variant= or set:", w)
		}
	}
	return nil
}

func parseEntry(line string) (Entry, error) {
	num, text, ok := strings.Cut(line, " ")
	at, err := strconv.Atoi(num)
	if !ok || err != nil || at < 0 || at > StepsMax {
		return Entry{}, fmt.Errorf("%.40q: want a step from 0 to %d, a space and a line", line,
			StepsMax)
	}
	return Entry{At: at, Text: text}, nil
}
