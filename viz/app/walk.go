package app

import (
	"strings"

	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/scene"
)

// Walking is for those who have no pointer: the things on the stage are visited in reading order,
// each is selected and named, and its verbs and its events are one key away.

// thing is something on the stage that can be selected.
type thing struct{ name, say string }

// things are what the picture shows, in reading order. A thing that is drawn in several places is
// one thing.
func (s *Session) things() []thing {
	if s.size.X == 0 {
		s.size = draw.P(1280, 800)
	}
	var out []thing
	seen := map[string]bool{}
	for _, h := range s.Frame(s.size.X, s.size.Y).Hits {
		name, ok := strings.CutPrefix(h.Line, "select ")
		if !ok || h.Off || h.Drag != draw.NoDrag || seen[name] {
			continue
		}
		seen[name] = true
		out = append(out, thing{name, h.Say})
	}
	return out
}

// walk selects the next thing or the one before; while a list is open it walks in the list.
func (s *Session) walk(by int) error {
	if n := s.listLen(); n > 0 {
		s.item = (s.item + by + n) % n
		s.changed()
		return nil
	}
	list := s.things()
	if len(list) == 0 {
		return s.refuse("error.nothing-here")
	}
	at := -1
	for i := range list {
		if list[i].name == s.select_ {
			at = i
		}
	}
	switch {
	case at < 0 && by < 0:
		at = len(list) - 1
	case at < 0:
		at = 0
	default:
		at = (at + by + len(list)) % len(list)
	}
	s.select_ = list[at].name
	s.announce("walk.said", "name", list[at].say, "n", at+1, "of", len(list))
	return nil
}

// announce says a sentence to those who do not see the picture.
func (s *Session) announce(key string, args ...any) {
	s.said = s.say(key, args...)
	s.saidID++
	s.changed()
}

// event goes to the next step in which something happens to the selected thing, or to the one
// before.
func (s *Session) event(by int) error {
	sel := s.selection()
	if sel.Kind == scene.SelectNothing {
		return s.refuse("error.nothing-selected")
	}
	now, phase := s.run.plan.At(s.beat)
	if phase < 1 && by > 0 {
		now--
	}
	steps := s.eventsOf(&sel)
	for i := range steps {
		n := steps[i]
		if by < 0 {
			n = steps[len(steps)-1-i]
		}
		if by > 0 && n > now || by < 0 && n < now {
			s.rest(s.run.plan.Beat(n))
			s.announce("follow.said", "text", plain(s.tell(s.run, n)))
			return nil
		}
	}
	if by > 0 {
		return s.refuse("error.no-later-event")
	}
	return s.refuse("error.no-earlier-event")
}

// followed are the steps of a run in which something happened to a thing.
type followed struct {
	sel   scene.Selection
	steps []int
}

// eventsOf lists the steps in which something happens to a thing, ascending. The last answer is
// remembered with the run.
func (s *Session) eventsOf(sel *scene.Selection) []int {
	r := s.run
	if r.followed != nil && r.followed.sel == *sel {
		return r.followed.steps
	}
	f := &followed{sel: *sel}
	for n := 1; n <= r.tl.Len(); n++ {
		for _, e := range r.tl.Step(n).Events {
			if about(sel, &e) || sel.Kind == scene.SelectLink && onLink(sel, &e) {
				f.steps = append(f.steps, n)
				break
			}
		}
	}
	r.followed = f
	return f.steps
}

// onLink tells that an event happened between the client and the broker of a link.
func onLink(sel *scene.Selection, e *world.Event) bool {
	id := world.NodeID(sel.ID)
	return e.Node == sel.Node && e.Peer == id || e.Node == id && e.Peer == sel.Node
}

// eventBeats are the moments of the selected thing's events, for the timeline.
func (s *Session) eventBeats() []float32 {
	sel := s.selection()
	switch sel.Kind {
	case scene.SelectNothing, scene.SelectBroker, scene.SelectClient: // have lanes
		return nil
	}
	var out []float32
	for _, n := range s.eventsOf(&sel) {
		out = append(out, s.run.plan.Beat(n))
	}
	return out
}

// listLen is how many entries the open list has that the arrows can reach.
func (s *Session) listLen() int {
	if s.opts.Chrome != Full {
		return 0 // the page shows lists, and its focus walks them
	}
	if d := s.dialog(); d != nil {
		return len(d.Items)
	}
	return 0
}

// openList opens or closes a list. The list of verbs needs something that has verbs.
func (s *Session) openList(name string) error {
	if s.panel == name {
		name = ""
	}
	if name == "verbs" && len(s.verbControls()) == 0 {
		return s.refuse("error.nothing-selected")
	}
	s.panel, s.item = name, 0
	s.changed()
	return nil
}

// enter performs the entry of the open list at which the arrows stand, and reports whether there
// is one.
func (s *Session) enter() bool {
	if s.listLen() == 0 {
		return false
	}
	d := s.dialog()
	it := d.Items[min(s.item, len(d.Items)-1)]
	if it.Off {
		s.announce("walk.off", "name", it.Label, "reason", it.Tip)
		return true
	}
	s.panel = ""
	s.changed()
	_ = s.Do(it.Line)
	return true
}

// escape closes the open list, or lets go of what is selected, and reports whether there was
// anything to leave.
func (s *Session) escape() bool {
	if s.panel == "" && s.select_ == "" {
		return false
	}
	if s.panel != "" {
		s.panel = ""
	} else {
		s.select_ = ""
	}
	s.changed()
	return true
}
