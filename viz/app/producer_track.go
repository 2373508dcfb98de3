package app

import (
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
	wire := scene.TrackLane{Name: s.say("track.network")}
	lane := func(list *[]scene.TrackLane, name string) *scene.TrackLane {
		for i := range *list {
			if (*list)[i].Name == name {
				return &(*list)[i]
			}
		}
		*list = append(*list, scene.TrackLane{Name: name})
		return &(*list)[len(*list)-1]
	}
	sent := map[int64]float32{}
	for n := 1; n <= r.tl.Len(); n++ {
		st := r.tl.Step(n)
		b := r.plan.Beats[n-1]
		for i := range st.Events {
			e := &st.Events[i]
			s.wireSpan(&wire, sent, e, b.End())
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
	out := append(clients, wire)
	return s.withDowns(r, append(out, brokers...))
}

// wireSpan makes a span of a message's way, from the step that sent it to the one that ends it.
// Messages that are under way at the same time share one.
func (s *Session) wireSpan(l *scene.TrackLane, sent map[int64]float32, e *world.Event,
	at float32) {
	switch e.Kind {
	case world.Sent:
		sent[e.Msg] = at
	case world.Arrived, world.Lost:
		from, ok := sent[e.Msg]
		if !ok {
			return
		}
		sp := scene.Span{From: from, To: at, Tone: scene.ToneFlight}
		if e.Kind == world.Lost {
			sp.Tone, sp.Label = scene.ToneGone, s.say("track.lost")
		}
		for n := len(l.Spans); n > 0; n-- {
			last := l.Spans[n-1]
			if last.To <= sp.From || last.Tone != sp.Tone {
				break
			}
			sp.From, sp.To = min(sp.From, last.From), max(sp.To, last.To)
			l.Spans = l.Spans[:n-1]
		}
		l.Spans = append(l.Spans, sp)
	}
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
