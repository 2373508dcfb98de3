package app

import (
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/scene"
	"highwater/viz/story"
	"highwater/viz/theme"
)

// Frame is the picture for a viewport of w by h points; the same pointer until it changes.
func (s *Session) Frame(w, h float32) *draw.Frame {
	size := draw.P(w, h)
	if s.built && s.size == size {
		return &s.frames[s.front]
	}
	in := s.input(s.run, s.beat, w, h)
	in.Panel, in.Track = s.panelOf(), s.track()
	if s.opts.Chrome == Full {
		in.Dialog = s.dialog()
	}
	in.Hover, in.Tip = s.pointer.at, s.pointer.tip
	if s.beside != nil {
		in.Beside = s.input(s.beside, s.aligned(s.beside), w, h)
		in.Name, in.Beside.Name = s.variantName(s.run), s.variantName(s.beside)
	}
	s.front = 1 - s.front
	scene.Build(&s.frames[s.front], in)
	s.built, s.size = true, size
	return &s.frames[s.front]
}

// input is a run's moment as the scene needs it.
func (s *Session) input(r *run, beat, w, h float32) *scene.Input {
	n, phase := r.plan.At(beat)
	if phase < 1 && s.reduced() && r.lesson.Screen == "stage" {
		n, phase = n-1+int(phase+0.5), 1 // without motion there are only states
	}
	in := &scene.Input{W: w, H: h, Theme: s.colours(), Texts: s.texts, Lang: s.lang,
		Chrome: s.opts.Chrome, Figure: s.form == "figure", Cache: s.cache, Cast: r.cast,
		Phase: phase, Reduced: s.reduced(), Screen: r.lesson.Screen, View: s.view,
		Select: s.selection()}
	in.After = s.world(r, n)
	in.Before = in.After
	if n > 0 {
		in.Step, in.Beat = r.tl.Step(n), r.plan.Beats[n-1]
		if phase < 1 {
			in.Before = s.world(r, n-1)
		}
	}
	if in.Screen == producerScreen {
		s.network(in)
	}
	return in
}

func (s *Session) colours() *theme.Theme {
	t, ok := theme.Named(s.themeName())
	if !ok {
		return theme.Light()
	}
	return t
}

// themeName is the theme in use.
func (s *Session) themeName() string {
	more := s.theme == "contrast" || s.theme == "auto" && s.opts.SystemContrast
	dark := s.dark() || s.theme == "contrast" && s.opts.SystemDark
	switch {
	case more && dark:
		return "night"
	case more:
		return "high"
	case dark:
		return "dark"
	}
	return "light"
}

// track is the timeline: its lanes are made once for a run and language.
func (s *Session) track() *scene.Track {
	r := s.run
	if r.lanes == nil || r.lanesIn != s.lang {
		r.lanes, r.lanesIn = s.lanesOf(r), s.lang
	}
	tr := &scene.Track{Total: r.plan.Total, Now: s.beat, Lanes: r.lanes, Chosen: s.eventBeats()}
	now := r.stopAt(s.beat)
	for i := range r.stops {
		tr.Stops = append(tr.Stops, scene.TrackStop{At: r.stopBeat(i), Now: i == now,
			Passed: i <= now,
			Name:   s.stopName(r, i), Line: "seek stop=" + r.stops[i].ID})
	}
	return tr
}

// actor is a lane of the timeline and the kinds of events that belong to it.
type actor struct {
	text  string
	kinds []world.Kind
}

// actors of a log: who writes, what the log does by itself, the background tasks, who reads.
var actors = [...]actor{
	{"track.producer", []world.Kind{world.Appended, world.Duplicate, world.Refused,
		world.ClientMade,
		world.ClientAcked, world.ClientRetry, world.ClientFailed}},
	{"track.log", []world.Kind{world.Rolled, world.Fetched, world.Truncated, world.LogStartMoved,
		world.ConfigSet, world.ConfigRefused}},
	{"track.retention", []world.Kind{world.SegmentRemoved, world.FileGone}},
	{"track.cleaner", []world.Kind{world.CleanDone, world.CleanFailed, world.CleanSkipped}},
	{"track.reader", []world.Kind{world.ConsumerRead, world.OffsetsListed}},
}

// tone is the colour that a kind of event has on the timeline.
func tone(k world.Kind) scene.Tone {
	switch k {
	case world.Appended, world.ClientAcked, world.Fetched, world.ConsumerRead, world.OffsetsListed:
		return scene.ToneFlight
	case world.Rolled, world.CleanDone, world.BrokerUp:
		return scene.ToneLive
	case world.SegmentRemoved, world.Refused, world.ConfigRefused, world.CleanFailed,
		world.ClientFailed, world.Truncated, world.BrokerDown, world.Lost:
		return scene.ToneGone
	case world.ClientRetry, world.CleanSkipped, world.FileGone, world.Duplicate:
		return scene.ToneWait
	}
	return scene.TonePlain
}

// lanesOf lays the events of a run on the timeline; an actor that does nothing has no lane.
func (s *Session) lanesOf(r *run) []scene.TrackLane {
	if r.lesson.Screen == producerScreen {
		return s.netLanes(r)
	}
	var out []scene.TrackLane
	for _, a := range actors {
		l := scene.TrackLane{Name: s.say(a.text)}
		for n := 1; n <= r.tl.Len(); n++ {
			s.markStep(r, n, a, &l)
		}
		if len(l.Marks)+len(l.Spans) > 0 {
			out = append(out, l)
		}
	}
	return append(out, s.downs(r)...)
}

// markStep puts the events of one step that belong to an actor on its lane: a burst and a pass are
// spans, single events marks.
func (s *Session) markStep(r *run, n int, a actor, l *scene.TrackLane) {
	st := r.tl.Step(n)
	b := r.plan.Beats[n-1]
	for _, k := range a.kinds {
		count := 0
		for i := range st.Events {
			if st.Events[i].Kind == k {
				count++
			}
		}
		switch {
		case count == 0:
		case k == world.CleanDone:
			l.Spans = append(l.Spans, scene.Span{From: b.Start + b.Clock, To: b.End(),
				Tone: scene.ToneState, Label: s.say("track.pass")})
		case count > 8:
			l.Spans = append(l.Spans, scene.Span{From: b.Start + b.Clock, To: b.End(),
				Tone: tone(k), Label: s.burst(&st, k, count)})
		default:
			l.Marks = append(l.Marks, scene.Mark{At: b.End(), Tone: tone(k),
				Line: "seek " + itoa(n), Tip: s.tell(r, n)})
		}
	}
}

// burst names many events of a kind: writes by their records, others by their number.
func (s *Session) burst(st *world.Step, k world.Kind, count int) string {
	if k != world.Appended {
		return s.say("track.times", "n", count)
	}
	records := int64(0)
	for i := range st.Events {
		if e := &st.Events[i]; e.Kind == k {
			records += e.To - e.From + 1
		}
	}
	return s.say("n.records", "n", records)
}

// downs are lanes of the brokers that were down for a while.
func (s *Session) downs(r *run) []scene.TrackLane {
	var out []scene.TrackLane
	from := map[world.NodeID]float32{}
	add := func(id world.NodeID, a, b float32) {
		name := s.say("stage.broker", "n", int(id))
		sp := scene.Span{From: a, To: b, Tone: scene.ToneGone, Label: s.say("track.down")}
		for i := range out {
			if out[i].Name == name {
				out[i].Spans = append(out[i].Spans, sp)
				return
			}
		}
		out = append(out, scene.TrackLane{Name: name, Spans: []scene.Span{sp}})
	}
	var open []world.NodeID
	for n := 1; n <= r.tl.Len(); n++ {
		for _, e := range r.tl.Step(n).Events {
			switch e.Kind {
			case world.BrokerDown:
				from[e.Node] = r.plan.Beat(n)
				open = append(open, e.Node)
			case world.BrokerUp:
				if a, ok := from[e.Node]; ok {
					add(e.Node, a, r.plan.Beat(n))
					delete(from, e.Node)
				}
			}
		}
	}
	for _, id := range open {
		if a, ok := from[id]; ok {
			add(id, a, r.plan.Total)
			delete(from, id)
		}
	}
	return out
}

// tell says what happened in a step. What was told once is remembered with the run.
func (s *Session) tell(r *run, n int) string {
	if n <= 0 {
		return s.say("ui.before-stops")
	}
	if r.toldIn != s.lang {
		r.told, r.toldIn = make([]string, r.tl.Len()+1), s.lang
	}
	if r.told[n] == "" {
		r.told[n] = story.Tell(s.texts, s.lang, s.world(r, n), r.tl.Step(n))
	}
	return r.told[n]
}
