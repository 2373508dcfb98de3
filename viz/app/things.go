package app

import (
	"fmt"

	"highwater/core/log"
	"highwater/core/world"
	"highwater/viz/i18n"
	"highwater/viz/scene"
)

// selected describes the thing that is selected, with the numbers of the moment.
func (s *Session) selected() *Selected {
	sel := s.selection()
	if sel.Kind == scene.SelectNothing {
		return nil
	}
	w := s.nowWorld()
	out := &Selected{Line: "select " + s.select_}
	if s.netFacts(w, &sel, out) {
		return out
	}
	switch sel.Kind {
	case scene.SelectBroker:
		s.brokerFacts(w, &sel, out)
	case scene.SelectMessage:
		s.messageFacts(w, &sel, out)
	default:
		l := replica(w, &sel)
		if l == nil {
			return nil
		}
		if sel.Kind == scene.SelectSegment {
			s.segmentFacts(l, &sel, out)
		} else {
			s.recordFacts(l, &sel, out)
		}
	}
	return out
}

func replica(w *world.World, sel *scene.Selection) *log.Log {
	for b := range w.Brokers {
		for r := range w.Brokers[b].Replicas {
			rep := &w.Brokers[b].Replicas[r]
			if w.Brokers[b].ID == sel.Node && rep.Topic == sel.Topic && rep.Part == sel.Part {
				return rep.Log
			}
		}
	}
	return nil
}

func (s *Selected) add(name, value string) { s.Facts = append(s.Facts, [2]string{name, value}) }

func (s *Session) brokerFacts(w *world.World, sel *scene.Selection, out *Selected) {
	out.Kind, out.Title = "broker", s.say("stage.broker", "n", int(sel.Node))
	for b := range w.Brokers {
		if w.Brokers[b].ID != sel.Node {
			continue
		}
		state := s.say("fact.up")
		if !w.Brokers[b].Up {
			state = s.say("stage.down")
		}
		out.add(s.say("fact.state"), state)
		for r := range w.Brokers[b].Replicas {
			rep := &w.Brokers[b].Replicas[r]
			out.add(w.PartName(rep.Topic, rep.Part), i18n.Bytes(s.lang, rep.Log.SizeInBytes()))
		}
	}
}

func (s *Session) messageFacts(w *world.World, sel *scene.Selection, out *Selected) {
	out.Kind, out.Title = "message", s.say("fact.message", "n", sel.ID)
	for i := range w.Messages {
		if m := &w.Messages[i]; m.ID == sel.ID {
			out.add(s.say("fact.from"), w.Name(m.From))
			out.add(s.say("fact.to"), w.Name(m.To))
			if !m.Arrived {
				out.add(s.say("fact.due"), i18n.Duration(s.lang, world.Span(m.Due-w.Now).MS()))
			}
			if s.onNetwork() {
				out.addFacts(scene.MessageFacts(s.still(), m))
			}
		}
	}
}

func (s *Session) segmentFacts(l *log.Log, sel *scene.Selection, out *Selected) {
	out.Kind, out.Title = "segment", fmt.Sprintf("%020d.log", sel.ID)
	for i := range l.Segments {
		seg := &l.Segments[i]
		if seg.BaseOffset != sel.ID {
			continue
		}
		n := int64(0)
		for j := range seg.Batches {
			n += int64(seg.Batches[j].Count)
		}
		state := s.say("fact.closed")
		if i == len(l.Segments)-1 {
			state = s.say("stage.active")
		}
		out.add(s.say("fact.state"), state)
		out.add(s.say("fact.bytes"), s.say("fact.of", "n", int64(seg.Size),
			"of", l.Config.SegmentSize()))
		out.add(s.say("fact.records"), s.say("fact.n", "n", n))
		out.add(s.say("fact.batches"), s.say("fact.n", "n", len(seg.Batches)))
		out.add(".index", s.say("fact.entries", "n", len(seg.Index)))
		out.add(".timeindex", s.say("fact.entries", "n", len(seg.TimeIndex)))
		return
	}
	for _, d := range l.Doomed {
		if d.Base == sel.ID {
			out.Title = d.Name
			out.add(s.say("fact.bytes"), i18n.Bytes(s.lang, d.Size))
			out.add(s.say("fact.state"), s.say("fact.doomed"))
			out.add(s.say("fact.gone-in"), i18n.Duration(s.lang,
				max(d.Due-s.nowWorld().Now.MS(), 0)))
			return
		}
	}
}

func (s *Session) recordFacts(l *log.Log, sel *scene.Selection, out *Selected) {
	out.Kind, out.Title = "record", s.say("fact.offset", "n", sel.ID)
	i := l.SegmentIndex(sel.ID)
	if i < 0 || i >= len(l.Segments) {
		out.add(s.say("fact.state"), s.say("fact.gone"))
		return
	}
	seg := &l.Segments[i]
	for j := range seg.Batches {
		b := &seg.Batches[j]
		if sel.ID < b.BaseOffset || sel.ID > b.LastOffset() {
			continue
		}
		recs, err := b.Records()
		for k := range recs {
			if r := &recs[k]; err == nil && r.Offset == sel.ID {
				out.add(s.say("fact.key"), text(r.Key, 32))
				out.add(s.say("fact.value"), text(r.Value, 32))
				out.add(s.say("fact.time"), i18n.Duration(s.lang, r.Timestamp-world.Start.MS()))
			}
		}
		if len(out.Facts) == 0 {
			break
		}
		out.add(s.say("fact.batch"), fmt.Sprintf("%d–%d · %s", b.BaseOffset, b.LastOffset(),
			i18n.Bytes(s.lang, int64(b.Size()))))
		out.add(s.say("fact.position"), s.say("fact.n", "n", int64(seg.Positions[j])))
		if h, ok := b.DeleteHorizon(); ok {
			out.add(s.say("fact.horizon"), i18n.Duration(s.lang, h-world.Start.MS()))
		}
		return
	}
	out.add(s.say("fact.state"), s.say("fact.gone"))
}

// text shows a key or a value; null is told from the empty one.
func text(p []byte, most int) string {
	switch {
	case p == nil:
		return "null"
	case len(p) == 0:
		return "\"\""
	case len(p) > most:
		return string(p[:most]) + "…"
	}
	return string(p)
}

// logVerbs are what can be done to the selected thing at this moment, and in the sandbox what
// can be done at all. One that cannot act says why.
func (s *Session) logVerbs() []Control {
	sel := s.selection()
	w := s.nowWorld()
	var out []Control
	add := func(id, line, off string) {
		c := Control{ID: id, Label: s.say("verb-button." + id), Line: "do " + line}
		if off != "" {
			c.Off, c.Reason = true, s.say(off)
		}
		out = append(out, c)
	}
	if len(w.Brokers) == 0 {
		return nil
	}
	node := max(sel.Node, 1)
	b := node.String()
	switch sel.Kind {
	case scene.SelectMessage:
		off := "verb-off.arrived"
		for i := range w.Messages {
			if w.Messages[i].ID == sel.ID && !w.Messages[i].Arrived {
				off = ""
			}
		}
		add("drop", fmt.Sprintf("drop m%d", sel.ID), off)
		add("delay", fmt.Sprintf("delay m%d by=200ms", sel.ID), off)
		return out
	case scene.SelectNothing:
		if i := s.run.stopAt(s.beat); !s.run.forked && (i < 0 || !s.run.stops[i].Sandbox) {
			return nil
		}
	case scene.SelectBroker:
		up, down := "", "verb-off.up"
		for i := range w.Brokers {
			if w.Brokers[i].ID == node && !w.Brokers[i].Up {
				up, down = "verb-off.down", ""
			}
		}
		add("stop", "stop "+b, up)
		add("kill", "kill "+b, up)
		add("start", "start "+b, down)
		return out
	case scene.SelectRecord, scene.SelectSegment:
		if l := replica(w, &sel); l != nil && int(sel.Topic) < len(w.Topics) {
			off := ""
			switch {
			case !w.Topics[sel.Topic].Config.Delete:
				off = "verb-off.no-delete"
			case sel.ID <= l.LogStart || sel.ID > l.HW:
				off = "verb-off.outside"
			}
			add("delete-records", fmt.Sprintf("delete-records %s partition=%d before=%d",
				w.Topics[sel.Topic].Name, sel.Part, sel.ID), off)
		}
	}
	if len(w.Producers) > 0 && len(w.Topics) > 0 {
		add("produce", fmt.Sprintf("produce %s %s count=100 key=%s size=5000",
			w.Producers[0].Client.Name, w.Topics[0].Name, "new-%d"), "")
	}
	off := "verb-off.not-compacted"
	if len(w.Topics) > 0 && w.Topics[0].Config.Compact {
		off = ""
	}
	add("clean", "clean "+b, off)
	add("wait", "wait 10s", "")
	return out
}
