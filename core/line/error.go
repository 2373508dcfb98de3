package line

import (
	"strconv"
	"strings"
)

// Error says what is wrong with a line. Its text in any language is line.<Key> with the
// placeholders col, got, want and hint.
type Error struct {
	// Key is the kind of mistake, kebab-case.
	Key string
	// Col is the column, counted in characters from 1; 0 if the line is well formed and only the
	// world cannot do it.
	Col int
	// Got is what stands there, Want what would be right, Hint what was probably meant.
	Got, Want, Hint string
}

// Keys of errors.
const (
	ErrEmpty       = "empty"
	ErrTooLong     = "too-long"
	ErrCharacter   = "character"
	ErrUnclosed    = "unclosed"
	ErrNoKey       = "no-key"
	ErrUnknownVerb = "unknown-verb"
	ErrUnknownArg  = "unknown-arg"
	ErrTwice       = "twice"
	ErrMissing     = "missing"
	ErrExtra       = "extra"
	ErrNoValue     = "no-value"
	ErrOneValue    = "one-value"
	ErrNumber      = "number"
	ErrRange       = "range"
	ErrSpan        = "span"
	ErrChoice      = "choice"
	ErrName        = "name"
	ErrNode        = "node"
	ErrTogether    = "together"
	ErrNotWorld    = "not-world"
	ErrNoTopic     = "no-topic"
	ErrNoClient    = "no-client"
	ErrNoBroker    = "no-broker"
	ErrNoPartition = "no-partition"
	ErrNoMessage   = "no-message"
	ErrExists      = "exists"
	ErrFirst       = "first"
	ErrState       = "state"
	ErrSetting     = "setting"
	ErrLimit       = "limit"
)

// Keys returns every key that an Error can have.
func Keys() []string {
	return []string{ErrEmpty, ErrTooLong, ErrCharacter, ErrUnclosed, ErrNoKey, ErrUnknownVerb,
		ErrUnknownArg, ErrTwice, ErrMissing, ErrExtra, ErrNoValue, ErrOneValue, ErrNumber,
		ErrRange, ErrSpan, ErrChoice, ErrName, ErrNode, ErrTogether, ErrNotWorld, ErrNoTopic,
		ErrNoClient, ErrNoBroker, ErrNoPartition, ErrNoMessage, ErrExists, ErrFirst, ErrState,
		ErrSetting, ErrLimit}
}

// Error is the English sentence.
func (e *Error) Error() string {
	s := e.what()
	if e.Col > 0 {
		s = "column " + strconv.Itoa(e.Col) + ": " + s
	}
	if e.Want != "" {
		s += "; want " + e.Want
	}
	if e.Hint != "" {
		s += "; did you mean " + e.Hint + "?"
	}
	return s
}

func (e *Error) what() string {
	q := strconv.Quote(e.Got)
	switch e.Key {
	case ErrEmpty:
		return "nothing is said"
	case ErrTooLong:
		return "too much: " + e.Got
	case ErrCharacter:
		return q + " cannot be printed"
	case ErrUnclosed:
		return q + " is not closed"
	case ErrNoKey:
		return "a name is missing before ="
	case ErrUnknownVerb:
		return "no verb " + q
	case ErrUnknownArg:
		return q + " is not known here"
	case ErrTwice:
		return q + " is said twice"
	case ErrMissing:
		return q + " is missing"
	case ErrExtra:
		return q + " is one word too many"
	case ErrNoValue:
		return q + " has no value"
	case ErrOneValue:
		return q + " has more than one value"
	case ErrNumber:
		return q + " is not a number"
	case ErrRange:
		return e.Got + " is out of range"
	case ErrSpan:
		return q + " is not a time"
	case ErrChoice:
		return q + " is not one of the choices"
	case ErrName:
		return q + " is not a name"
	case ErrNode:
		return q + " is not a broker"
	case ErrTogether:
		return q + " does not go with the rest"
	case ErrNotWorld:
		return q + " does not act on the world"
	default:
		return e.refusal(q)
	}
}

// refusal words what the world says to a line that is well formed.
func (e *Error) refusal(q string) string {
	switch e.Key {
	case ErrNoTopic:
		return "there is no topic " + q
	case ErrNoClient:
		return "there is no client " + q
	case ErrNoBroker:
		return "there is no broker " + q
	case ErrNoPartition:
		return "there is no partition " + q
	case ErrNoMessage:
		return q + " is not on the way"
	case ErrExists:
		return q + " exists already"
	case ErrFirst:
		return "there are no brokers yet"
	case ErrState:
		return e.Got
	case ErrSetting:
		return e.Got
	default:
		return "too much: " + e.Got
	}
}

// clip keeps what a message quotes short.
func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// Nearest returns the candidate that differs least from the word, or "" if none is near.
func Nearest(word string, candidates []string) string {
	best, bestDistance := "", 1+min(3, (len(word)+2)/3)
	if len(word) > 40 {
		return ""
	}
	for _, c := range candidates {
		if d := distance(word, c); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance is the number of single letters to insert, remove, replace or swap with a neighbour.
func distance(a, b string) int {
	prev2, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return prev[len(b)]
}
