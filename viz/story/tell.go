package story

import (
	"fmt"

	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/i18n"
)

// salience orders the kinds of events by how much a step is about them: of a step with many events
// the first two kinds of this list are told.
var salience = [...]world.Kind{
	world.ConfigRefused, world.Refused, world.Duplicate, world.ClientFailed, world.Lost,
	world.ClientTimeout, world.ClientExpired, world.CleanFailed, world.CleanDone,
	world.CleanSkipped, world.SegmentRemoved, world.FileGone, world.Truncated,
	world.LeaderChanged, world.ISRChanged, world.BrokerDown, world.BrokerUp, world.Appended,
	world.Rolled, world.Fetched, world.ConsumerRead, world.OffsetsListed, world.ClientRetry,
	world.ClientRewritten, world.ClientEpoch, world.ClientAcked, world.Faulted,
	world.Disconnected, world.ClientDisconnected, world.Connected,
	world.ClientBlocked, world.ClientMuted, world.ClientLate, world.ClientSplit,
	world.ClientUnresolved, world.ClientResolved, world.ClientBumpWanted, world.Sent,
	world.Arrived, world.ClientDrained, world.ClientAppended, world.SendDone,
	world.ClientBatchFull, world.ClientPartition, world.ClientMetadata, world.ClientConnecting,
	world.ClientConnected, world.ProducerExpired, world.ConfigSet, world.TopicMade,
	world.ClientMade, world.ClientGone, world.ClusterMade, world.LogStartMoved,
	world.HighWatermarkMoved, world.LastStableMoved, world.CleanStarted, world.MapBuilt,
	world.RecordRemoved, world.RecordKept, world.HorizonSet, world.BatchEmptied,
	world.GroupSwapped, world.Waited,
}

// Tell says what happened in a step, in one or two sentences. w is the world after the step.
func Tell(t *i18n.Texts, lang i18n.Lang, w *world.World, st world.Step) string {
	out, told := "", 0
	for _, k := range salience {
		first, n := -1, 0
		for i := range st.Events {
			if st.Events[i].Kind == k {
				if first < 0 {
					first = i
				}
				n++
			}
		}
		if n == 0 {
			continue
		}
		s := tellKind(t, lang, w, st, first, n)
		if out != "" {
			out += " "
		}
		out += s
		if told++; told == 2 {
			break
		}
	}
	if out == "" {
		return t.Say(lang, "event.nothing")
	}
	return out
}

// ofAnswer tells that an event of a message is about a response of a broker.
func ofAnswer(e world.Event) bool {
	switch e.Kind {
	case world.Sent, world.Lost:
		return e.Node < world.FirstClient
	case world.Arrived:
		return e.Node >= world.FirstClient
	}
	return false
}

// tellKind tells n events of a kind, of which the first is at index i.
func tellKind(t *i18n.Texts, lang i18n.Lang, w *world.World, st world.Step, i, n int) string {
	e := st.Events[i]
	last, sum := e, int64(0)
	for _, o := range st.Events[i:] {
		if o.Kind == e.Kind {
			last = o
			sum += o.A
		}
	}
	key := "event." + e.Kind.String()
	if ofAnswer(e) && t.Has(key+"-answer") {
		key += "-answer"
	}
	if n > 1 && t.Has(key+"-many") {
		key += "-many"
	}
	args := append(Args(w, e), "n", n, "last", last.To, "sum", sum)
	return t.Say(lang, key, args...)
}

// Args are the placeholders that a text about an event may use: its numbers by their letters, and
// names of what it is about.
func Args(w *world.World, e world.Event) []any {
	if e.Kind == world.CleanStarted && e.Topic >= 0 && int(e.Topic) < len(w.Topics) {
		// The reasons of a choice compare D with the topic's limit.
		c := &w.Topics[e.Topic].Config
		e.A, e.B = e.D, c.MinCleanableDirtyPPM
		if e.Why == why.MaxCompactionLagPassed {
			e.B = c.MaxCompactionLagMs
		}
	}
	switch e.Why {
	case why.TombstoneWaits, why.TombstoneExpired, why.MarkerWaits, why.MarkerExpired:
		e.A, e.B = e.A-world.Start.MS(), e.B-world.Start.MS() // since the beginning
	case why.TombstoneGetsHorizon, why.MarkerGetsHorizon, why.BatchGetsHorizon:
		e.A -= world.Start.MS()
	}
	return []any{
		"from", e.From, "to", e.To, "a", e.A, "b", e.B, "c", e.C, "d", e.D,
		"base", fmt.Sprintf("%020d", e.From), "old", fmt.Sprintf("%020d", e.To),
		"topic", topicName(w, e.Topic), "part", int(e.Part), "node", w.Name(e.Node),
		"peer", w.Name(e.Peer), "code", e.Code.String(), "why", e.Why.Key(), "msg", e.Msg,
		"setting", setting(w, e),
	}
}

func setting(w *world.World, e world.Event) string {
	if e.Kind != world.ConfigSet || e.Topic < 0 || int(e.Topic) >= len(w.Topics) {
		return ""
	}
	list := w.Topics[e.Topic].Settings
	if e.A < 0 || int(e.A) >= len(list) {
		return ""
	}
	return list[e.A].Key + "=" + list[e.A].Value
}

func topicName(w *world.World, topic int32) string {
	if topic < 0 || int(topic) >= len(w.Topics) {
		return ""
	}
	return w.Topics[topic].Name
}
