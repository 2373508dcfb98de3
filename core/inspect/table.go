package inspect

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// textWidth is the width that sentences are folded to.
const textWidth = 98

// table lays out rows in columns. A column whose head begins with > stands to the right.
type table struct {
	head []string
	rows [][]string
	// limit is how many rows are kept, 0 for all; more counts the others.
	limit int
	more  int64
}

func (t *table) add(cells ...string) {
	if t.limit > 0 && len(t.rows) == t.limit {
		t.more++
		return
	}
	t.rows = append(t.rows, cells)
}

// titled gives a title, the table, and how many rows are not in it; nothing for no rows.
func (t *table) titled(title string) []string {
	if len(t.rows) == 0 {
		return nil
	}
	c := newColumns(t.head)
	for _, row := range t.rows {
		c.fit(row)
	}
	lines := []string{title, c.row(c.names)}
	for _, row := range t.rows {
		lines = append(lines, c.row(row))
	}
	if t.more > 0 {
		lines = append(lines, moreRows(t.more))
	}
	return lines
}

func moreRows(n int64) string { return fmt.Sprintf("  … and %s more", group(n)) }

// columns are the widths of a table.
type columns struct {
	names  []string
	widths []int
	right  []bool
}

func newColumns(head []string) *columns {
	c := &columns{names: make([]string, len(head)), widths: make([]int, len(head)),
		right: make([]bool, len(head))}
	for i, h := range head {
		c.names[i], c.right[i] = strings.CutPrefix(h, ">")
	}
	c.fit(c.names)
	return c
}

// fit makes the columns as wide as a row needs.
func (c *columns) fit(row []string) {
	for i, cell := range row {
		c.widths[i] = max(c.widths[i], utf8.RuneCountInString(cell))
	}
}

// row lays out a row with two spaces before it and between its columns.
func (c *columns) row(row []string) string {
	var b strings.Builder
	for i, cell := range row {
		pad := strings.Repeat(" ", max(c.widths[i]-utf8.RuneCountInString(cell), 0))
		b.WriteString("  ")
		if c.right[i] {
			b.WriteString(pad + cell)
		} else {
			b.WriteString(cell + pad)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// fold breaks a sentence into lines, each after an indent.
func fold(indent, text string) []string {
	var out []string
	line := indent
	for _, word := range strings.Fields(text) {
		if len(line) > len(indent) && utf8.RuneCountInString(line)+1+len(word) > textWidth {
			out = append(out, line)
			line = indent
		}
		if len(line) > len(indent) {
			line += " "
		}
		line += word
	}
	return append(out, line)
}

// group writes a number with thin groups of three digits.
func group(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(d)
	}
	return sign + b.String()
}

// orDash writes a number, or a dash for the -1 that stands for none.
func orDash(n int64) string {
	if n < 0 {
		return "-"
	}
	return strconv.FormatInt(n, 10)
}

// plural writes a count with its noun.
func plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return group(n) + " " + many
}

// Days of the civil calendar, counted from 1 March so that the leap day comes last.
const (
	dayMS        = 86_400_000
	daysIn400    = 146_097
	daysToMarch1 = 719_468 // from 0000-03-01 to 1970-01-01
)

// Clock writes milliseconds since 1970 as a UTC time.
func Clock(ms int64) string {
	days, rest := ms/dayMS, ms%dayMS
	if rest < 0 {
		days, rest = days-1, rest+dayMS
	}
	days += daysToMarch1
	era, day := days/daysIn400, days%daysIn400
	if day < 0 {
		era, day = era-1, day+daysIn400
	}
	yearOfEra := (day - day/1460 + day/36524 - day/146096) / 365
	dayOfYear := day - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	month := (5*dayOfYear + 2) / 153
	dayOfMonth := dayOfYear - (153*month+2)/5 + 1
	month += 3
	year := yearOfEra + era*400
	if month > 12 {
		month, year = month-12, year+1
	}
	return fmt.Sprintf("%04d-%02d-%02d %02d:%02d:%02d.%03d", year, month, dayOfMonth,
		rest/3_600_000, rest/60_000%60, rest/1000%60, rest%1000)
}
