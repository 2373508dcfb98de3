package sim

import (
	"cmp"
	"slices"

	"highwater/core/producer"
	"highwater/core/why"
	"highwater/core/world"
)

// Foresee tells the verdicts on all batches that are on their way or wait at a broker, in the order
// in which they will be worked on if nothing else happens: the ones in front are taken to have had
// their verdicts already. The world stays as it is.
func Foresee(w *world.World) []world.Verdict {
	list := pending(w)
	if len(list) == 0 {
		return nil
	}
	a := act{w: w.Clone()}
	var out []world.Verdict
	for _, id := range list {
		m := a.w.Message(id)
		b := a.w.Broker(m.To)
		for i := range m.Request.Parts {
			a.events = a.events[:0]
			part := &m.Request.Parts[i]
			a.appendPart(b, m, part)
			out = append(out, a.foreseen(m.ID, part))
		}
	}
	return out
}

// foreseen reads the verdict off the event that an append has just told.
func (a *act) foreseen(msg int64, part *producer.RequestPart) world.Verdict {
	v := world.Verdict{Msg: msg, Topic: part.Topic, Part: part.Partition, First: -1, Last: -1}
	for i := range a.events {
		switch e := &a.events[i]; e.Kind {
		case world.Refused:
			v.Code, v.Why, v.Want, v.Got = e.Code, e.Why, e.A, e.B
		case world.Appended, world.Duplicate:
			v.Why, v.Duplicate = e.Why, e.Kind == world.Duplicate
			v.First, v.Last = e.From, e.To
		}
	}
	return v
}

// pending are the produce requests without a verdict that will reach a broker: those that wait in
// the queues of connections, then those on the way, by the time of their arrival.
func pending(w *world.World) []int64 {
	var list []int64
	for i := range w.Conns {
		for _, id := range w.Conns[i].Queue {
			if m := w.Message(id); m != nil && judged(w, m) {
				list = append(list, id)
			}
		}
	}
	type arrival struct {
		due world.Time
		id  int64
	}
	var way []arrival
	for i := range w.Messages {
		m := &w.Messages[i]
		if !m.Arrived && m.Lost == why.None && judged(w, m) {
			way = append(way, arrival{m.Due, m.ID})
		}
	}
	slices.SortFunc(way, func(x, y arrival) int {
		return cmp.Or(cmp.Compare(x.due, y.due), cmp.Compare(x.id, y.id))
	})
	for _, x := range way {
		list = append(list, x.id)
	}
	return list
}

// judged tells that a message is a produce request to a broker that is up.
func judged(w *world.World, m *world.Message) bool {
	b := w.Broker(m.To)
	return !m.Answer && m.Request.Kind == producer.Produce && b != nil && b.Up
}
