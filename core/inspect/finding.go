package inspect

import "fmt"

// Level says how bad a finding is.
type Level uint8

// The levels.
const (
	// Note is unusual but harmless, or legal after compaction or with another version.
	Note Level = iota
	// Warning is a contradiction that a broker repairs, or answers some request wrongly for.
	Warning
	// Error is damage that loses records or makes requests fail.
	Error
)

// String gives the level as a word.
func (l Level) String() string {
	switch l {
	case Note:
		return "note"
	case Warning:
		return "warning"
	case Error:
		return "error"
	}
	return fmt.Sprintf("Level(%d)", uint8(l))
}

// NoOffset stands where a finding is not about offsets or positions.
const NoOffset int64 = -1

// Finding is one thing that is wrong or unusual.
type Finding struct {
	Level Level
	// Key names the kind of finding for programs.
	Key  string
	File string
	// Position is the byte in the file, -1 if the finding is about the whole file.
	Position int64
	// First and Last are the offsets of the batch, -1 if there is none.
	First, Last int64
	// What says what is there, Kafka what a broker makes of it.
	What, Kafka string
}

// findingsMax bounds what a file full of garbage can report.
const findingsMax = 200

// findings collects what is found, the first ones in full and the number of the others.
type findings struct {
	list  []Finding
	more  int
	worst Level
	bad   bool
}

func (f *findings) add(x Finding) {
	f.worst = max(f.worst, x.Level)
	f.bad = f.bad || x.Level > Note
	if len(f.list) < findingsMax {
		f.list = append(f.list, x)
		return
	}
	f.more++
}

// file reports about a file as a whole.
func (f *findings) file(l Level, key, name string, at int64, what, kafka string) {
	f.add(Finding{
		Level: l, Key: key, File: name, Position: at, First: NoOffset, Last: NoOffset,
		What: what, Kafka: kafka,
	})
}
