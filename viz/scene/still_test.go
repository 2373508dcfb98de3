package scene

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/assets"
	"highwater/viz/i18n"
	"highwater/viz/story"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// still makes the input of a film's moment.
func still(t testing.TB, f *film, step int, phase float32, w, h float32) *Input {
	texts, err := i18n.Parse(assets.Texts)
	require.NoError(t, err)
	cache := NewCache()
	plan := story.Make(f, nil, nil)
	in := &Input{W: w, H: h, Theme: theme.Light(), Texts: texts, Lang: i18n.EN, Cache: cache,
		Cast: NewCast(f, cache), Phase: phase, View: View{Zoom: 1}, Screen: "stage"}
	in.After = f.World(step)
	in.Before = in.After
	if step > 0 {
		in.Before = f.World(step - 1)
		in.Step, in.Beat = f.Step(step), plan.Beats[step-1]
	}
	in.Panel = panelFor(in)
	in.Track = trackFor(f, &plan, step)
	return in
}

func panelFor(in *Input) *Panel {
	b := func(icon ui.Icon, line string) Button {
		return Button{Icon: icon, Line: line,
			Label: line, Tip: line}
	}
	return &Panel{Part: "Storage", Title: "Where a topic's records are on disk",
		StopOf: "Stop 3 of 6",
		Caption: "The segment is full: 1 044 420 bytes and 5070 more would pass `segment.bytes`. " +
			"The broker closes it and goes on in a new file that is named after its first offset.",
		Clock: "1.8 s passed",
		Variants: []Button{{Label: "none", On: true, Line: "variant none"},
			{Label: "snappy", Line: "variant snappy"}},
		Tools: []Button{b(ui.Menu, "panel lessons"), {Label: "RU", Line: "lang ru"},
			b(ui.Moon, "theme dark"), b(ui.Share, "panel link"), b(ui.Help, "panel keys")},
		Transport: []Button{b(ui.ToStart, "begin"), b(ui.Back, "back"), b(ui.Play, "toggle"),
			b(ui.Forward, "step"), b(ui.ToEnd, "end")},
		Speeds: []Button{{Label: "¼×", Line: "speed 1/4"}, {Label: "½×", Line: "speed 1/2"},
			{Label: "1×", On: true},
			{Label: "2×"}, {Label: "4×"}, {Label: "8×"}},
		Question: &Question{Text: "How many files will there be after 600 records?",
			Answers: []Button{{Label: "one"}, {Label: "two"}, {Label: "three"}}},
		Why: []Why{{Title: "Why was the segment closed?",
			Text: "A roll comes when size + incoming > segment.bytes: " +
				"1 044 420 + 5070 > 1 048 576.", Source: "segment.bytes · LogSegment.shouldRoll"}},
		Reads: []Fact{{"records", "600"}, {"earliest", "0"}, {"latest", "600"}},
	}
}

func trackFor(f *film, plan *story.Plan, step int) *Track {
	tr := &Track{Total: plan.Total, Now: plan.Beat(step)}
	lane := TrackLane{Name: "producer"}
	for n := 1; n <= f.Len(); n++ {
		lane.Marks = append(lane.Marks, Mark{At: plan.Beat(n), Tone: ToneFlight, Line: "seek",
			Tip: "x"})
		tr.Stops = append(tr.Stops, TrackStop{At: plan.Beat(n), Now: n == step})
	}
	tr.Lanes = []TrackLane{lane, {Name: "log"}, {Name: "cleaner"}}
	return tr
}
