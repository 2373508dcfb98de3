package app

import (
	"strconv"

	"highwater/core/world"
	"highwater/viz/i18n"
	"highwater/viz/scene"
	"highwater/viz/ui"
)

func itoa(n int) string { return strconv.Itoa(n) }

// panelOf is what stands around the stage, from the same parts as the status.
func (s *Session) panelOf() *scene.Panel {
	r := s.run
	p := &scene.Panel{Part: s.part(r.lesson.Part), Title: r.lesson.Title.In(string(s.lang)),
		Claim: r.lesson.Claim.In(string(s.lang)), StopOf: s.stopOf("ui.stop-of"),
		StopShort: s.stopOf("ui.stop-of-short"), Caption: s.caption(),
		Clock: s.clock(), Question: s.questionCard(), Alerts: s.alerts()}
	for _, c := range s.variantChoices() {
		p.Variants = append(p.Variants, scene.Button{Label: c.Label, Line: c.Line, On: c.On})
	}
	if len(p.Variants) > 1 {
		p.Tools = append(p.Tools, scene.Button{Icon: ui.Split, Label: s.say("ui.compare"),
			Tip: s.say("ui.compare"), Line: "compare", On: s.beside != nil})
	}
	for _, c := range s.toolControls() {
		p.Tools = append(p.Tools, button(c))
	}
	for _, c := range s.transport() {
		p.Transport = append(p.Transport, button(c))
	}
	for _, c := range s.speedControls() {
		p.Speeds = append(p.Speeds, button(c))
	}
	p.Why = s.whyCards()
	p.Try, p.TryTitle = buttons(s.tryControls()), s.tryTitle()
	p.Verbs = buttons(s.verbControls())
	if sel := s.selected(); sel != nil {
		p.FactsTitle = sel.Title
		for _, f := range sel.Facts {
			p.Facts = append(p.Facts, scene.Fact{Name: f[0], Value: f[1]})
		}
	}
	p.Reads = s.reads()
	if f := s.forkInfo(); f != nil {
		p.Fork = s.say("fork.text", "n", len(f.Lines), "line", f.Lines[len(f.Lines)-1])
		p.ForkBack = scene.Button{Label: s.say("fork.back"), Line: f.Back}
	}
	return p
}

func buttons(list []Control) []scene.Button {
	var out []scene.Button
	for _, c := range list {
		out = append(out, button(c))
	}
	return out
}

// icons of controls by their ids.
func icon(id string) ui.Icon {
	switch id {
	case "start":
		return ui.ToStart
	case "back":
		return ui.Back
	case "play":
		return ui.Play
	case "pause":
		return ui.Pause
	case "forward":
		return ui.Forward
	case "end":
		return ui.ToEnd
	case "lessons":
		return ui.Menu
	case "dark":
		return ui.Moon
	case "light":
		return ui.Sun
	case "help":
		return ui.Help
	case "share":
		return ui.Share
	case "undo":
		return ui.Undo
	}
	return ui.NoIcon
}

func button(c Control) scene.Button {
	b := scene.Button{Label: c.Label, Line: c.Line, Tip: c.Label, Icon: icon(c.ID), On: c.On,
		Off: c.Off}
	if c.Keys != "" {
		b.Tip += " · " + c.Keys
	}
	if c.Off && c.Reason != "" {
		b.Tip = c.Reason
	}
	if c.ID == "lang" {
		b.Tip, b.Label = c.Label, c.Short
	}
	if c.Short != "" {
		b.Label = c.Short
	}
	return b
}

// transport is the five buttons.
func (s *Session) transport() []Control {
	play := Control{ID: "play", Label: s.say("ui.play"), Line: "toggle"}
	if s.playing || s.aim.on {
		play = Control{ID: "pause", Label: s.say("ui.pause"), Line: "toggle", On: true}
	}
	list := []Control{
		{ID: "start", Label: s.say("ui.start"), Line: "begin"},
		{ID: "back", Label: s.say("ui.back"), Line: "back"}, play,
		{ID: "forward", Label: s.say("ui.forward"), Line: "step"},
		{ID: "end", Label: s.say("ui.end"), Line: "end"}}
	for i := range list {
		list[i].Keys = keyOf(list[i].Line)
	}
	atEnd := s.beat >= s.run.plan.Total-1e-3
	list[0].Off, list[1].Off = s.beat <= 0, s.beat <= 0
	list[3].Off, list[4].Off = atEnd, atEnd
	return list
}

// marks of speeds as they are shown.
var speedNames = [...]string{"¼×", "½×", "1×", "2×", "4×", "8×"}

func (s *Session) speedControls() []Control {
	var out []Control
	for i, sp := range speeds {
		out = append(out, Control{ID: sp.name, Short: speedNames[i], Line: "speed " + sp.name,
			Label: s.say("ui.speed", "factor", speedNames[i]), On: s.speed == sp.f,
			Keys: keyOf("speed " + sp.name)})
	}
	return out
}

// toolControls are the settings that a frame with full chrome draws.
func (s *Session) toolControls() []Control {
	lang := "ru"
	if s.lang == i18n.RU {
		lang = "en"
	}
	mode := Control{ID: "dark", Label: s.say("ui.theme-dark"), Line: "theme dark"}
	if s.dark() {
		mode = Control{ID: "light", Label: s.say("ui.theme-light"), Line: "theme light"}
	}
	list := []Control{
		{ID: "lessons", Label: s.say("ui.lessons"), Line: "panel lessons", On: s.panel == "lessons",
			Keys: keyOf("panel lessons")},
		{ID: "lang", Label: s.say("ui.lang"), Short: s.say("ui.lang-short"), Line: "lang " + lang},
		mode,
		{ID: "share", Label: s.say("ui.share"), Line: "panel link", On: s.panel == "link"},
		{ID: "help", Label: s.say("ui.keys"), Line: "panel keys", On: s.panel == "keys", Keys: "?"},
	}
	if s.run.before != nil {
		undo := Control{ID: "undo", Label: s.say("ui.undo"), Line: "undo", Keys: keyOf("undo")}
		list = append([]Control{undo}, list...)
	}
	return list
}

func (s *Session) variantName(r *run) string {
	if v, ok := r.lesson.Variant(r.variant); ok {
		return v.Title.In(string(s.lang))
	}
	return r.variant
}

func (s *Session) variantChoices() []Choice {
	var out []Choice
	for _, v := range s.run.lesson.Variants {
		out = append(out, Choice{ID: v.ID, Label: v.Title.In(string(s.lang)), Line: "variant " +
			v.ID,
			On: v.ID == s.run.variant})
	}
	return out
}

// part is the heading of a group of lessons.
func (s *Session) part(key string) string {
	if key == "" || !s.texts.Has("part."+key) {
		return key
	}
	return s.say("part." + key)
}

// clock is the simulated time since the beginning, in words.
func (s *Session) clock() string {
	n, phase := s.run.plan.At(s.beat)
	now := world.Start
	if n > 0 {
		now = s.run.tl.Step(n).At
		if phase < 1 {
			before := world.Start
			if n > 1 {
				before = s.run.tl.Step(n - 1).At
			}
			now = before + world.Time(float64(now-before)*float64(phase))
		}
	}
	ms := now.Since().MS()
	if ms > 60_000 {
		ms = ms / 1000 * 1000
	} else if ms > 1000 {
		ms = ms / 10 * 10
	}
	return s.say("ui.clock", "ms", ms)
}

// dialog is the list that lies over the picture, if one is open.
func (s *Session) dialog() *scene.Dialog {
	d := s.list()
	if d != nil {
		d.At = s.item
	}
	return d
}

func (s *Session) list() *scene.Dialog {
	closeIt := scene.Button{Label: s.say("ui.close"), Line: "panel " + s.panel}
	switch s.panel {
	case "lessons":
		d := &scene.Dialog{Title: s.say("ui.lessons"), Close: closeIt}
		for _, l := range s.lessonList() {
			d.Items = append(d.Items, scene.Button{Label: l.Part + " · " + l.Title, Line: l.Line,
				On: l.Current})
		}
		return d
	case "verbs":
		d := &scene.Dialog{Title: s.say("side.verbs"), Close: closeIt,
			Items: buttons(s.verbControls())}
		if sel := s.selected(); sel != nil {
			d.Title = sel.Title
		}
		return d
	case "link":
		return &scene.Dialog{Title: s.say("ui.share"), Close: closeIt, Text: s.say("ui.share-how"),
			Data: s.Link()}
	case "keys":
		d := &scene.Dialog{Title: s.say("ui.keys"), Close: closeIt}
		move := scene.Button{Label: s.say("ui.motion-none"), Line: "motion none"}
		if s.reduced() {
			move = scene.Button{Label: s.say("ui.motion-full"), Line: "motion full"}
		}
		d.Items = []scene.Button{move}
		for _, k := range s.keyList() {
			d.Rows = append(d.Rows, scene.Fact{Name: k[0], Value: k[1]})
		}
		return d
	}
	return nil
}
