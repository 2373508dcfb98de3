package app

import (
	"strconv"
	"strings"

	"highwater/core/line"
	"highwater/core/world"
	"highwater/viz/scene"
)

// pick selects a thing by its name: b1, t-0/b1/412 (a record), t-0/b1/412.log (a segment), m12.
// The parts may stand in any order; nothing lets go.
func (s *Session) pick(thing string) error {
	if thing == "" {
		s.select_ = ""
		s.changed()
		return nil
	}
	if _, ok := s.parseThing(thing, s.nowWorld()); !ok {
		return &line.Error{Key: line.ErrChoice, Got: thing,
			Want: "b1, t-0/b1/412, t-0/b1/412.log, m12"}
	}
	if s.select_ == thing {
		thing = ""
	}
	s.select_ = thing
	s.changed()
	return nil
}

// nowWorld is the world at the last complete step.
func (s *Session) nowWorld() *world.World {
	n, _ := s.step()
	return s.world(s.run, n)
}

// parseThing reads the name of a thing.
func (s *Session) parseThing(thing string, w *world.World) (scene.Selection, bool) {
	if sel, ok := netThing(thing, w); ok {
		return sel, true
	}
	sel := scene.Selection{Topic: -1}
	id := ""
	for _, part := range strings.Split(thing, "/") {
		switch {
		case isNode(part):
			n, _ := strconv.Atoi(part[1:])
			sel.Node = world.NodeID(n)
		case strings.HasPrefix(part, "m") && isDigits(part[1:]):
			n, err := strconv.ParseInt(part[1:], 10, 64)
			return scene.Selection{Kind: scene.SelectMessage, ID: n}, err == nil
		case isDigits(strings.TrimSuffix(part, ".log")):
			id = part
		default:
			if !findPart(w, part, &sel) {
				return sel, false
			}
		}
	}
	if id == "" {
		sel.Kind = scene.SelectBroker
		return sel, sel.Node > 0
	}
	if sel.Topic < 0 {
		sel.Topic = 0
	}
	if sel.Node == 0 {
		sel.Node = 1
	}
	num, isSegment := strings.CutSuffix(id, ".log")
	n, err := strconv.ParseInt(num, 10, 64)
	sel.ID, sel.Kind = n, scene.SelectRecord
	if isSegment {
		sel.Kind = scene.SelectSegment
	}
	return sel, err == nil
}

func isNode(p string) bool { return len(p) > 1 && p[0] == 'b' && isDigits(p[1:]) }

func isDigits(p string) bool {
	for i := 0; i < len(p); i++ {
		if p[i] < '0' || p[i] > '9' {
			return false
		}
	}
	return p != ""
}

// findPart finds a partition by the name of its directory.
func findPart(w *world.World, name string, sel *scene.Selection) bool {
	i := strings.LastIndexByte(name, '-')
	for t := range w.Topics {
		if w.Topics[t].Name == name {
			sel.Topic, sel.Part = int32(t), 0
			return true
		}
		if i > 0 && w.Topics[t].Name == name[:i] && isDigits(name[i+1:]) {
			n, _ := strconv.Atoi(name[i+1:])
			sel.Topic, sel.Part = int32(t), int32(n)
			return n < len(w.Topics[t].Parts)
		}
	}
	return false
}

// selection is what is selected now; a thing that the present world does not have is not.
func (s *Session) selection() scene.Selection {
	if s.select_ == "" {
		return scene.Selection{}
	}
	sel, ok := s.parseThing(s.select_, s.nowWorld())
	if !ok {
		return scene.Selection{}
	}
	return sel
}
