package app

import (
	"highwater/core/errcode"
	"highwater/core/world"
	"highwater/viz/scene"
)

// The timeline of a producers' scene: a lane for every client, one for the network, one for every
// broker that decides something.

// netMarks are what clients and brokers do that is worth a mark.
func netMark(e *world.Event) bool {
	switch e.Kind {
	case world.ClientDrained, world.ClientAcked, world.ClientRetry, world.ClientFailed,
		world.ClientExpired, world.ClientEpoch, world.ClientGone, world.ClientMade,
		world.Appended, world.Duplicate, world.Refused, world.BrokerUp, world.ISRChanged:
		return true
	}
	return false
}

// netLanes lays the events of a run on lanes.
func (s *Session) netLanes(r *run) []scene.TrackLane {
	var clients, brokers []scene.TrackLane
	wire := wires{lane: scene.TrackLane{Name: s.say("track.network")}, sent: map[int64]sending{}}
	lane := func(list *[]scene.TrackLane, name string) *scene.TrackLane {
		for i := range *list {
			if (*list)[i].Name == name {
				return &(*list)[i]
			}
		}
		*list = append(*list, scene.TrackLane{Name: name})
		return &(*list)[len(*list)-1]
	}
	for n := 1; n <= r.tl.Len(); n++ {
		st := r.tl.Step(n)
		b := r.plan.Beats[n-1]
		for i := range st.Events {
			e := &st.Events[i]
			s.span(&wire, e, b.End())
			if !netMark(e) {
				continue
			}
			var l *scene.TrackLane
			switch {
			case e.Node >= world.FirstClient:
				l = lane(&clients, s.world(r, n).Name(e.Node))
			case e.Kind == world.Appended && e.Peer < world.FirstClient:
				continue
			default:
				l = lane(&brokers, s.say("stage.broker", "n", int(e.Node)))
			}
			l.Marks = append(l.Marks, scene.Mark{At: b.End(), Tone: netTone(e.Kind),
				Line: "seek " + itoa(n), Tip: s.tell(r, n)})
		}
	}
	out := append(clients, wire.lane)
	return s.withDowns(r, append(out, brokers...))
}

// wires collects the ways of messages.
type wires struct {
	lane  scene.TrackLane
	sent  map[int64]sending
	names []wireName // of the spans, as far as they are messages
}

// sending is a message that has left.
type sending struct {
	at     float32
	answer bool
	tone   scene.Tone
}

// wireName counts the messages of a span.
type wireName struct{ requests, answers int }

// span makes a span of a message's way, from the step that sent it to the one that ends it.
// Messages of one kind that are under way at the same time share one; where kinds meet, the later
// one begins where the earlier one ends.
func (s *Session) span(x *wires, e *world.Event, at float32) {
	switch e.Kind {
	case world.Sent:
		m := sending{at: at, answer: e.Node < world.FirstClient, tone: scene.ToneFlight}
		switch {
		case m.answer && e.Code != errcode.None:
			m.tone = scene.ToneWait
		case m.answer:
			m.tone = scene.ToneLive
		}
		x.sent[e.Msg] = m
	case world.Arrived, world.Lost:
		m, ok := x.sent[e.Msg]
		if !ok {
			return
		}
		sp, n := scene.Span{From: m.at, To: at, Tone: m.tone}, wireName{requests: 1}
		if m.answer {
			n = wireName{answers: 1}
		}
		if e.Kind == world.Lost {
			sp.Tone = scene.ToneGone
		}
		for k := len(x.names); k > 0; k-- {
			last := x.lane.Spans[k-1]
			if last.To <= sp.From {
				break
			}
			if last.Tone != sp.Tone {
				sp.From = last.To
				break
			}
			sp.From, sp.To = min(sp.From, last.From), max(sp.To, last.To)
			n.requests, n.answers = n.requests+x.names[k-1].requests,
				n.answers+x.names[k-1].answers
			x.lane.Spans, x.names = x.lane.Spans[:k-1], x.names[:k-1]
		}
		if sp.To <= sp.From {
			return
		}
		sp.Label = s.spanLabel(sp.Tone, n)
		x.lane.Spans, x.names = append(x.lane.Spans, sp), append(x.names, n)
	}
}

// spanLabel says what a span is of.
func (s *Session) spanLabel(tone scene.Tone, n wireName) string {
	switch {
	case tone == scene.ToneGone && n.answers+n.requests > 1:
		return s.say("track.lost")
	case tone == scene.ToneGone && n.answers > 0:
		return s.say("track.lost-answer")
	case tone == scene.ToneGone:
		return s.say("track.lost-request")
	case tone == scene.ToneWait:
		return s.say("track.refusals", "n", n.answers)
	case n.answers > 0:
		return s.say("track.answers", "n", n.answers)
	}
	return s.say("track.requests", "n", n.requests)
}

func netTone(k world.Kind) scene.Tone {
	switch k {
	case world.Appended, world.ClientAcked, world.BrokerUp:
		return scene.ToneLive
	case world.ClientDrained:
		return scene.ToneFlight
	case world.ClientRetry, world.Duplicate, world.ISRChanged, world.ClientEpoch:
		return scene.ToneWait
	case world.Refused, world.ClientFailed, world.ClientExpired, world.ClientGone:
		return scene.ToneGone
	}
	return scene.TonePlain
}

// withDowns adds the times in which brokers were down to their lanes.
func (s *Session) withDowns(r *run, lanes []scene.TrackLane) []scene.TrackLane {
	for _, d := range s.downs(r) {
		found := false
		for i := range lanes {
			if lanes[i].Name == d.Name {
				lanes[i].Spans = append(lanes[i].Spans, d.Spans...)
				found = true
			}
		}
		if !found {
			lanes = append(lanes, d)
		}
	}
	return lanes
}
