package scene

import (
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/i18n"
	"highwater/viz/story"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// Chrome says how much of the page a frame draws.
type Chrome uint8

// Full draws everything; Canvas draws stage and timeline only and leaves the rest to a page.
const (
	Full Chrome = iota
	Canvas
)

// Input is everything that a frame depends on.
type Input struct {
	W, H   float32
	Theme  *theme.Theme
	Texts  *i18n.Texts
	Lang   i18n.Lang
	Chrome Chrome
	Figure bool // the form of an article, whatever the size

	Cache *Cache
	Cast  *Cast
	// Before and After are the worlds around the step that plays; Phase goes from 0 to 1, and at 1
	// nothing of Before is looked at.
	Before, After *world.World
	Step          world.Step
	Beat          story.Beat
	Phase         float32
	// Foreseen are the verdicts on requests that are on their way, in Before and in After.
	Foreseen [2][]world.Verdict
	Reduced  bool // no flights, no sweeps: states cross-fade

	Screen string // "stage" or "producer"
	View   View
	Select Selection
	Panel  *Panel
	Track  *Track
	// Beside is a second run at the same stop, drawn under the first one; nil if there is none.
	Beside *Input
	Name   string // of the variant, when two are shown
	// Hover is where the pointer rests, and Tip what is said there; no tip if empty.
	Hover  draw.Pt
	Tip    string
	Dialog *Dialog
}

// View is how the learner looks at the offsets: Zoom 1 shows all of them, Pan is the offset in
// points from there.
type View struct{ Zoom, Pan float32 }

// SelectKind is a kind of thing that can be pointed at.
type SelectKind uint8

// What can be selected.
const (
	SelectNothing SelectKind = iota
	SelectRecord
	SelectSegment
	SelectBroker
	SelectMessage
	SelectEvent
	SelectClient // Node
	SelectLink   // of client Node to broker ID
	SelectBatch  // ID of client Node
)

// Selection is the thing that the learner points at.
type Selection struct {
	Kind        SelectKind
	Node        world.NodeID
	Topic, Part int32
	ID          int64 // offset, base offset, message or index of the event
}

// Button is a control in words, as the page gets it too.
type Button struct {
	Label, Line, Tip string
	Icon             ui.Icon
	On, Off          bool
}

// Panel is what stands beside the stage and around it, in the language of the picture.
type Panel struct {
	Part, Title       string
	StopOf, StopShort string
	Claim, Caption    string
	Clock             string
	Variants          []Button
	Tools             []Button
	Transport         []Button // start, back, play, forward, end
	Speeds            []Button
	Question          *Question
	Why               []Why
	Try               []Button
	TryTitle          string
	Verbs             []Button
	Facts             []Fact // of what is selected
	FactsTitle        string
	Reads             []Fact // what readers get
	Alerts            []Alert
	Fork              string // what the learner did, "" in the lesson's own future
	ForkBack          Button
}

// Question is a prediction that is asked for.
type Question struct {
	Text     string
	Answers  []Button // On: chosen
	Right    []bool   // told once it is answered
	Answered bool
	Because  string
	Skip     Button
}

// Why is one "why?" with its answer and the rule's source.
type Why struct {
	Title, Text, Source string
	Line                string
	Open                bool
	More                string // what opens the chain is called, "" if there is none
	Chain               []Rung // what the answer rests on, if it is open
}

// Rung is one link of the chain behind an answer.
type Rung struct {
	Text, Line string
	End        bool // a setting or a command: nothing is behind it
}

// Fact is a name and a value.
type Fact struct{ Name, Value string }

// Alert is an invariant that is broken or holds.
type Alert struct {
	Text string
	OK   bool
}

// Track is the timeline: lanes of actors with marks and spans over the beats of playback.
type Track struct {
	Total, Now float32
	Lanes      []TrackLane
	Stops      []TrackStop
	Chosen     []float32 // when something happens to the selected thing
}

// TrackLane is one actor.
type TrackLane struct {
	Name  string
	Marks []Mark
	Spans []Span
}

// Tone is the meaning that a colour carries besides a shape.
type Tone uint8

// The tones of marks, spans and labels.
const (
	TonePlain Tone = iota
	ToneLive
	ToneGone
	ToneFlight
	ToneWait
	ToneState
)

// Mark is something that happened at a moment.
type Mark struct {
	At   float32
	Tone Tone
	Line string
	Tip  string
}

// Span is something that lasts.
type Span struct {
	From, To float32
	Tone     Tone
	Label    string
}

// TrackStop is a stop of the lesson on the timeline.
type TrackStop struct {
	At     float32
	Name   string
	Line   string
	Passed bool
	Now    bool
}

// Dialog is a list over the picture: lessons, keys, or the link of the moment.
type Dialog struct {
	Title string
	Text  string // above the list
	Data  string // to be copied by eye or hand
	Items []Button
	Rows  []Fact
	Close Button
	At    int // the item that has the keyboard
}

// say looks up a text: a key, then names and values of its placeholders.
func (in *Input) say(key string, args ...any) string { return in.Texts.Say(in.Lang, key, args...) }

// pair gives the tint of a tone.
func (in *Input) pair(t Tone) theme.Pair {
	switch t {
	case ToneLive:
		return in.Theme.Live
	case ToneGone:
		return in.Theme.Gone
	case ToneFlight:
		return in.Theme.Flight
	case ToneWait:
		return in.Theme.Wait
	case ToneState:
		return in.Theme.State
	}
	return in.Theme.Plain
}
