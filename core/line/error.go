package line

import (
	"strconv"
	"strings"
)

// Error says what is wrong with a line. Its text in any language is line.<Key> with the
// placeholders col and got; what would be right is the text want.<Form>, or Want as it stands.
type Error struct {
	// Key is the kind of mistake, kebab-case.
	Key string
	// Col is the column, counted in characters from 1; 0 if the line is well formed and only the
	// world cannot do it.
	Col int
	// Got is what stands there, Want what would be right, as it would be typed, and Hint what was
	// probably meant.
	Got, Want, Hint string
	// Form says what would be right where that cannot be typed as it stands: a form of values,
	// whose numbers are Low and High and whose name is in Want, as far as it has them.
	Form      string
	Low, High int64
}

// Keys of errors.
const (
	ErrEmpty        = "empty"
	ErrTooLong      = "too-long"
	ErrManyArgs     = "many-args"
	ErrManyValues   = "many-values"
	ErrEncoding     = "encoding"
	ErrCharacter    = "character"
	ErrUnclosed     = "unclosed"
	ErrNoKey        = "no-key"
	ErrUnknownVerb  = "unknown-verb"
	ErrUnknownArg   = "unknown-arg"
	ErrTwice        = "twice"
	ErrMissing      = "missing"
	ErrExtra        = "extra"
	ErrNoValue      = "no-value"
	ErrOneValue     = "one-value"
	ErrNumber       = "number"
	ErrRange        = "range"
	ErrSpan         = "span"
	ErrChoice       = "choice"
	ErrName         = "name"
	ErrNode         = "node"
	ErrTogether     = "together"
	ErrNotWorld     = "not-world"
	ErrNoTopic      = "no-topic"
	ErrNoClient     = "no-client"
	ErrNoBroker     = "no-broker"
	ErrNoPartition  = "no-partition"
	ErrNoMessage    = "no-message"
	ErrNoConnection = "no-connection"
	ErrNoSetting    = "no-setting"
	ErrExists       = "exists"
	ErrFirst        = "first"
	ErrUp           = "up"
	ErrDown         = "down"
	ErrLeaderless   = "leaderless"
	ErrNotFollower  = "not-follower"
	ErrSelf         = "self"
	ErrCut          = "cut"
	ErrNotCut       = "not-cut"
	ErrCrashed      = "crashed"
	ErrAlready      = "already"
	ErrNoTime       = "no-time"
	ErrSetting      = "setting"
	ErrManyTopics   = "many-topics"
	ErrManyClients  = "many-clients"
	ErrManyReplicas = "many-replicas"
	ErrManyBytes    = "many-bytes"
	ErrManySent     = "many-sent"
	ErrManySteps    = "many-steps"
	ErrManyLines    = "many-lines"
)

// sentences are the keys with what they say in English; {got} is what stands there, in quotes.
var sentences = [...]struct{ key, says string }{
	{ErrEmpty, "nothing is said"},
	{ErrTooLong, "{n} bytes"},
	{ErrManyArgs, "too many arguments"},
	{ErrManyValues, "too many values"},
	{ErrEncoding, "not all of this is UTF-8"},
	{ErrCharacter, "{got} cannot be printed"},
	{ErrUnclosed, "{got} is not closed"},
	{ErrNoKey, "a name is missing before ="},
	{ErrUnknownVerb, "no verb {got}"},
	{ErrUnknownArg, "{got} is not known here"},
	{ErrTwice, "{got} is said twice"},
	{ErrMissing, "{got} is missing"},
	{ErrExtra, "{got} is one word too many"},
	{ErrNoValue, "{got} has no value"},
	{ErrOneValue, "{got} has more than one value"},
	{ErrNumber, "{got} is not a number"},
	{ErrRange, "{n} is out of range"},
	{ErrSpan, "{got} is not a time"},
	{ErrChoice, "{got} is not one of the choices"},
	{ErrName, "{got} is not a name"},
	{ErrNode, "{got} is not a broker"},
	{ErrTogether, "{got} does not go with the rest"},
	{ErrNotWorld, "{got} does not act on the world"},
	{ErrNoTopic, "there is no topic {got}"},
	{ErrNoClient, "there is no client {got}"},
	{ErrNoBroker, "there is no broker {got}"},
	{ErrNoPartition, "there is no partition {got}"},
	{ErrNoMessage, "{got} is not on the way"},
	{ErrNoConnection, "there is no connection to {got}"},
	{ErrNoSetting, "no setting is named"},
	{ErrExists, "{got} exists already"},
	{ErrFirst, "there are no brokers yet"},
	{ErrUp, "{n} is up"},
	{ErrDown, "{n} is down"},
	{ErrLeaderless, "{n} has no leader"},
	{ErrNotFollower, "{n} follows no such partition"},
	{ErrSelf, "{n} has no link to itself"},
	{ErrCut, "the link is cut already"},
	{ErrNotCut, "the link is not cut"},
	{ErrCrashed, "{n} has crashed already"},
	{ErrAlready, "that is so already"},
	{ErrNoTime, "a wait of no time does nothing"},
	{ErrSetting, "{n}"},
	{ErrManyTopics, "too many topics"},
	{ErrManyClients, "too many clients"},
	{ErrManyReplicas, "too many replicas: {n}"},
	{ErrManyBytes, "too many bytes: {n}"},
	{ErrManySent, "the history has no room for more records: there would be {n} bytes"},
	{ErrManySteps, "this history has too many steps"},
	{ErrManyLines, "this history has too many lines"},
}

// Forms of what would be right.
const (
	FormNumber  = "number"  // a whole number from Low to High
	FormLeast   = "least"   // a number from Low on
	FormMost    = "most"    // at most High
	FormSpan    = "span"    // a time up to Want
	FormBroker  = "broker"  // b1, b2
	FormMessage = "message" // m1, m2, first, last
	FormName    = "name"    // what names consist of
	FormClient  = "client"  // a name that is not a broker's
	FormVerb    = "verb"    // a verb
	FormAction  = "action"  // a verb that acts on the world
	FormSigns   = "signs"   // what can be printed
	FormWithout = "without" // the line without Want
)

// Forms returns every form that an Error can have.
func Forms() []string {
	return []string{FormNumber, FormLeast, FormMost, FormSpan, FormBroker, FormMessage, FormName,
		FormClient, FormVerb, FormAction, FormSigns, FormWithout}
}

// Keys returns every key that an Error can have.
func Keys() []string {
	keys := make([]string, 0, len(sentences))
	for i := range sentences {
		keys = append(keys, sentences[i].key)
	}
	return keys
}

// Error is the English sentence.
func (e *Error) Error() string {
	s := e.Key
	for i := range sentences {
		if sentences[i].key == e.Key {
			s = strings.NewReplacer("{got}", strconv.Quote(e.Got), "{n}", e.Got).
				Replace(sentences[i].says)
		}
	}
	if e.Col > 0 {
		s = "column " + strconv.Itoa(e.Col) + ": " + s
	}
	if want := e.want(); want != "" {
		s += "; want " + want
	}
	if e.Hint != "" {
		s += "; did you mean " + e.Hint + "?"
	}
	return s
}

func (e *Error) want() string {
	low, high := strconv.FormatInt(e.Low, 10), strconv.FormatInt(e.High, 10)
	switch e.Form {
	case FormNumber:
		return "a whole number from " + low + " to " + high
	case FormLeast:
		return "a number from " + low
	case FormMost:
		return "at most " + high
	case FormSpan:
		return "a number with a unit up to " + e.Want + ", such as 26h, 3s, 40ms"
	case FormBroker:
		return "a broker: b1, b2 …"
	case FormMessage:
		return "a message: m1, m2 …, first or last of those on the way"
	case FormName:
		return "letters, digits, dots, dashes and underscores, at most 100"
	case FormClient:
		return "a name that is not a broker's"
	case FormVerb:
		return "a verb; help lists them"
	case FormAction:
		return "a verb that acts on the cluster"
	case FormSigns:
		return "letters, digits, signs and spaces"
	case FormWithout:
		return "it without " + e.Want
	default:
		return e.Want
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
