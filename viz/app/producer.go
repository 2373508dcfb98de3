package app

import (
	"highwater/core/sim"
	"highwater/core/world"
	"highwater/viz/scene"
)

// producerScreen is the name of the scene of clients, wires and brokers.
const producerScreen = "producer"

// network adds to a moment what the scene of producers needs besides: what was lost last, and what
// the brokers will say of the requests that are on their way.
func (s *Session) network(r *run, n int, in *scene.Input) {
	last := n
	if in.Phase < 1 {
		last = n - 1
	}
	if last > 0 && loses(r.tl.Step(last)) {
		in.Past, in.PastWorld = r.tl.Step(last), s.world(r, last-1)
	}
	in.Foreseen[1] = sim.Foresee(in.After)
	if in.Phase < 1 {
		in.Foreseen[0] = sim.Foresee(in.Before)
	}
}

// loses tells that a step lost a message.
func loses(st world.Step) bool {
	for i := range st.Events {
		if st.Events[i].Kind == world.Lost {
			return true
		}
	}
	return false
}
