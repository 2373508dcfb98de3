package world

import (
	"fmt"
	"strconv"
	"strings"
)

// Time is simulated time in microseconds since 1970.
type Time int64

// Start is the moment at which every world begins.
const Start Time = 1_700_000_000_000_000

// Never is later than every moment.
const Never Time = 1<<63 - 1

// MS returns the time as Kafka's brokers and records hold it.
func (t Time) MS() int64 { return int64(t) / 1000 }

// FromMS returns the moment that is ms milliseconds after 1970.
func FromMS(ms int64) Time { return Time(ms * 1000) }

// Add returns the moment that is s later.
func (t Time) Add(s Span) Time { return t + Time(s) }

// Since returns how long t is after the beginning of the world.
func (t Time) Since() Span { return Span(t - Start) }

// String prints the time since the beginning of the world.
func (t Time) String() string { return t.Since().String() }

// Span is a length of simulated time in microseconds.
type Span int64

// Units of Span.
const (
	Microsecond Span = 1
	Millisecond      = 1000 * Microsecond
	Second           = 1000 * Millisecond
	Minute           = 60 * Second
	Hour             = 60 * Minute
	Day              = 24 * Hour
)

// SpanMax is the longest span that a command may name.
const SpanMax = 3650 * Day

var units = [...]struct {
	name string
	span Span
}{
	{"d", Day}, {"h", Hour}, {"m", Minute}, {"s", Second}, {"ms", Millisecond},
	{"us", Microsecond},
}

// String prints the span in the way ParseSpan reads it: 1d2h, 3s500ms, 0s.
func (s Span) String() string {
	if s == 0 {
		return "0s"
	}
	var b strings.Builder
	rest := uint64(s)
	if s < 0 {
		b.WriteByte('-')
		rest = -rest
	}
	for _, u := range units {
		if n := rest / uint64(u.span); n > 0 {
			b.WriteString(strconv.FormatUint(n, 10))
			b.WriteString(u.name)
			rest -= n * uint64(u.span)
		}
	}
	return b.String()
}

// MS returns the span in whole milliseconds.
func (s Span) MS() int64 { return int64(s) / 1000 }

// ParseSpan reads numbers with units: 26h, 3s, 1m30s, 40ms, 250us.
func ParseSpan(text string) (Span, error) {
	if text == "0" {
		return 0, nil
	}
	var sum Span
	for rest := text; rest != "" || text == ""; {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		n, err := strconv.ParseInt(rest[:digits], 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%q is not a time: want a number with a unit, such as "+
				"26h, 3s, 40ms", clip(text))
		}
		rest = rest[digits:]
		letters := len(rest) - len(strings.TrimLeft(rest, "dhmsu"))
		unit, ok := unitOf(rest[:letters])
		if !ok {
			return 0, fmt.Errorf("%q is not a time: the unit is one of d, h, m, s, ms, us",
				clip(text))
		}
		rest = rest[letters:]
		if n > int64(SpanMax/unit) || sum+Span(n)*unit > SpanMax {
			return 0, fmt.Errorf("%q is too long: at most %s", clip(text), SpanMax)
		}
		sum += Span(n) * unit
	}
	return sum, nil
}

func unitOf(name string) (Span, bool) {
	for _, u := range units {
		if u.name == name {
			return u.span, true
		}
	}
	return 0, false
}

func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}
