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
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// lines gives the table with two spaces before it and between its columns.
func (t *table) lines() []string {
	widths := make([]int, len(t.head))
	head := make([]string, len(t.head))
	right := make([]bool, len(t.head))
	for i, h := range t.head {
		head[i], right[i] = strings.CutPrefix(h, ">")
	}
	for _, row := range append([][]string{head}, t.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	out := []string{layRow(head, widths, right)}
	for _, row := range t.rows {
		out = append(out, layRow(row, widths, right))
	}
	return out
}

func layRow(row []string, widths []int, right []bool) string {
	var b strings.Builder
	for i, cell := range row {
		pad := strings.Repeat(" ", max(widths[i]-utf8.RuneCountInString(cell), 0))
		b.WriteString("  ")
		if right[i] {
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
