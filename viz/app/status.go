package app

// Status is everything that a page or a screen reader needs to show the moment without the
// picture. All texts are in the session's language and are ready to be shown; fields named Line
// hold the line that Session.Do understands.
type Status struct {
	Version int    `json:"v"`       // grows by one with each change of the record's content
	Lang    string `json:"lang"`    // "ru" or "en"
	Theme   string `json:"theme"`   // as asked for: "light", "dark" or "auto"
	Dark    bool   `json:"dark"`    // what it came to
	Motion  string `json:"motion"`  // "full", "none" or "auto"
	Reduced bool   `json:"reduced"` // what it came to
	UI      string `json:"ui"`      // "figure", "player" or "lab"
	// ThemeName is the theme in use: "light", "dark", "high" or "night".
	ThemeName string `json:"themeName"`
	Panel     string `json:"panel"` // the open list: "", "lessons", "keys", "link" or "verbs"
	// Keys are the shortcuts as they are shown, and what each does.
	Keys [][2]string `json:"keys"`

	Lesson   string       `json:"lesson"`
	Part     string       `json:"part"`  // heading of the lesson's group
	Title    string       `json:"title"` // what the lesson says, in one line
	Claim    string       `json:"claim"` // the same as a full sentence, for a description
	Lessons  []LessonItem `json:"lessons"`
	Variant  string       `json:"variant"`
	Variants []Choice     `json:"variants"`         // empty if the lesson has only one
	Compare  bool         `json:"compare"`          // two variants side by side
	Beside   *Choice      `json:"beside,omitempty"` // shows both, or one again

	Stops     []StopItem `json:"stops"`
	Stop      string     `json:"stop"`      // id of the last stop reached, "" before the first
	StopIndex int        `json:"stopIndex"` // its index in Stops, -1 before the first
	Step      int        `json:"step"`      // last step that is complete
	Steps     int        `json:"steps"`
	Beat      float64    `json:"beat"` // the playhead
	Beats     float64    `json:"beats"`
	Playing   bool       `json:"playing"`
	Speed     float64    `json:"speed"`
	ValueText string     `json:"valueText"` // the playhead in words, for aria-valuetext
	Clock     string     `json:"clock"`     // simulated time since the start, in words

	Caption    string    `json:"caption"`
	Caused     string    `json:"caused"` // the line or event that made the step
	Why        []WhyItem `json:"why"`
	Question   *Question `json:"question,omitempty"`
	TryTitle   string    `json:"tryTitle"`   // the lesson's one thing to change
	Try        []Control `json:"try"`        // its values
	Transport  []Control `json:"transport"`  // start, back, play, forward, end
	Speeds     []Control `json:"speeds"`     // 1/4 to 8
	Settings   []Control `json:"settings"`   // language, theme, motion
	Verbs      []Control `json:"verbs"`      // what can be done to the selected thing now
	Selected   *Selected `json:"selected"`   // nil if nothing is selected
	Tables     []Table   `json:"tables"`     // one a replica; rebuilt only at rest
	Invariants []Check   `json:"invariants"` // broken ones first

	Transcript []TranscriptItem `json:"transcript"`
	Fork       *Fork            `json:"fork,omitempty"` // the learner's own future, if he made one
	CanUndo    bool             `json:"canUndo"`
	Console    Console          `json:"console"`

	Link        string `json:"link"`        // "#lesson=…" of exactly this moment
	Description string `json:"description"` // the picture in words
	Alert       string `json:"alert"`       // a broken invariant or an unreadable link
	// Said is to be announced when SaidID has changed: where the keys have led to.
	Said   string `json:"said"`
	SaidID int    `json:"saidId"`
}

// LessonItem is one entry of the list of lessons.
type LessonItem struct {
	ID      string `json:"id"`
	Part    string `json:"part"`
	Title   string `json:"title"`
	Stops   int    `json:"stops"`
	Line    string `json:"line"`
	Current bool   `json:"current"`
}

// Choice is one of several exclusive values.
type Choice struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Line  string `json:"line"`
	On    bool   `json:"on"`
}

// StopItem is one stop of the lesson.
type StopItem struct {
	ID     string  `json:"id"`
	Title  string  `json:"title"`
	Step   int     `json:"step"`
	Beat   float64 `json:"beat"`
	Line   string  `json:"line"`
	Passed bool    `json:"passed"`
}

// WhyItem answers one "why?" with the numbers of the moment.
type WhyItem struct {
	Key    string `json:"key"`
	Title  string `json:"title"`  // the question
	Text   string `json:"text"`   // the answer
	Source string `json:"source"` // config, class or KIP that the rule comes from
	Line   string `json:"line"`   // opens or closes the chain
	Open   bool   `json:"open"`
	// Chain is what the answer rests on, the nearest first, down to a setting or a command, and
	// ChainLabel what opens it is called; both are empty if nothing is behind it.
	Chain      []Because `json:"chain"`
	ChainLabel string    `json:"chainLabel"`
}

// Because is one link of the chain behind a "why?". A link has a text, a setting, a command, or
// several of them.
type Because struct {
	Step      int    `json:"step"`
	Text      string `json:"text"`      // the reason of an earlier event
	Line      string `json:"line"`      // goes to that event
	Setting   string `json:"setting"`   // what the reason compares with, "key = value"
	Given     string `json:"given"`     // where the setting comes from, in words
	GivenLine string `json:"givenLine"` // goes to the line that gave it, "" for Kafka's default
	Command   string `json:"command"`   // the line that did it
}

// Question is the lesson's prediction.
type Question struct {
	ID       string   `json:"id"`
	Text     string   `json:"text"`
	Answers  []Answer `json:"answers"`
	Answered bool     `json:"answered"`
	Skip     string   `json:"skip"`   // line that skips it
	Reveal   string   `json:"reveal"` // said after the answer
}

// Answer is one possible answer; Chosen and Right are told only after an answer or a skip.
type Answer struct {
	Text   string `json:"text"`
	Line   string `json:"line"`
	Chosen bool   `json:"chosen"`
	Right  bool   `json:"right"`
}

// Control is a button: its words, its line, and why it cannot be pressed now.
type Control struct {
	ID     string `json:"id"`
	Label  string `json:"label"`
	Short  string `json:"short"` // what a small button shows instead of the label, "" if an icon
	Line   string `json:"line"`
	Keys   string `json:"keys"` // shortcut in words, "" if none
	On     bool   `json:"on"`
	Off    bool   `json:"off"`    // drawn, but does nothing
	Reason string `json:"reason"` // why it is off
}

// Selected is the thing that the learner points at.
type Selected struct {
	Kind  string      `json:"kind"` // "record", "segment", "message", "event", "broker"
	Title string      `json:"title"`
	Facts [][2]string `json:"facts"` // name and value, in reading order
	Line  string      `json:"line"`  // selects it
}

// Table is the state of one replica: its records, its watermarks, its files.
type Table struct {
	Title      string      `json:"title"`
	Watermarks [][2]string `json:"watermarks"` // name and offset
	Columns    []string    `json:"columns"`
	Rows       []Row       `json:"rows"`
	More       string      `json:"more"` // said when rows are left out
	Files      []FileRow   `json:"files"`
}

// Row is one record, or one run of records of the same kind.
type Row struct {
	Cells []string `json:"cells"`
	Line  string   `json:"line"` // selects it
	On    bool     `json:"on"`
}

// FileRow is one file of the partition directory.
type FileRow struct {
	Name  string `json:"name"`
	Size  string `json:"size"`
	State string `json:"state"` // "active", "closed", "deleted", "cleaned", "swap"
	Label string `json:"label"` // the state in words
	Line  string `json:"line"`
	On    bool   `json:"on"` // selected
}

// Check is one invariant and whether it holds.
type Check struct {
	Name string `json:"name"`
	Text string `json:"text"`
	OK   bool   `json:"ok"`
}

// TranscriptItem is one step in words.
type TranscriptItem struct {
	Step    int    `json:"step"`
	Text    string `json:"text"`
	Line    string `json:"line"`
	Link    string `json:"link"` // of the moment
	Stop    bool   `json:"stop"`
	Current bool   `json:"current"`
}

// Fork tells that the learner acted and what he did.
type Fork struct {
	Step  int      `json:"step"`  // where the timelines part
	Lines []string `json:"lines"` // what he did
	Back  string   `json:"back"`  // line that returns to the lesson's own future
}

// Console is the last line typed and its answer.
type Console struct {
	Line   string   `json:"line"`
	Output string   `json:"output"`
	Error  string   `json:"error"`
	Hints  []string `json:"hints"` // completions of what is typed
}
