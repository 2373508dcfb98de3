package app

import (
	"highwater/core/sim"
	"highwater/viz/scene"
)

// producerScreen is the name of the scene of clients, wires and brokers.
const producerScreen = "producer"

// network adds to a moment what the scene of producers needs besides: what the brokers will say of
// the requests that are on their way.
func (s *Session) network(in *scene.Input) {
	in.Foreseen[1] = sim.Foresee(in.After)
	if in.Phase < 1 {
		in.Foreseen[0] = sim.Foresee(in.Before)
	}
}
