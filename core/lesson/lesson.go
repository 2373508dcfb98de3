package lesson

// Say is a text in the two languages.
type Say struct{ RU, EN string }

// In returns the text in the language, "ru" or "en".
func (s Say) In(lang string) string {
	if lang == "ru" {
		return s.RU
	}
	return s.EN
}

// Lesson is a parsed lesson file.
type Lesson struct {
	Name   string // of the file
	ID     string
	Part   string // the key of the part it belongs to, such as "storage"
	Screen string // the scene that shows it, such as "stage"
	Title  Say
	// Claim is what the lesson shows, in one or two sentences.
	Claim    Say
	Variants []Variant
	Params   []Param
	Blocks   []Block
}

// Variant is a named set of parameter values.
type Variant struct {
	ID    string
	Title Say
	Set   []Setting
}

// Param is a parameter of the lines: $name stands for its value.
type Param struct {
	Name    string
	Default string
	// Values are what the reader may choose; empty for a parameter that only variants change.
	Values []string
	Title  Say
}

// Setting is a parameter's value.
type Setting struct{ Name, Value string }

// Stop is a moment at which the lesson says something.
type Stop struct {
	ID string
	// Step is the position in the timeline: World(Step) is what is being looked at.
	Step int
	Say  Say
	// Focus is what to look at: a broker, b1/t-0/412, p1, m12, cleaner; empty for everything.
	Focus string
	// Pace scales the time in which the steps up to the stop play; 100 is normal.
	Pace int
	// Ask is a question to predict an answer to before going on.
	Ask *Question
	// Sandbox says that from here on the reader acts by himself.
	Sandbox bool
}

// Question asks the reader to predict.
type Question struct {
	ID      string
	Ask     Say
	Answers []Answer
	// Because is said after the answer.
	Because Say
}

// Answer is one of the choices.
type Answer struct {
	Say   Say
	Right bool
}
