package lesson

import (
	"fmt"

	"highwater/core/chain"
	"highwater/core/trace"
	"highwater/core/why"
	"highwater/core/world"
)

// because prints the chain behind the latest event that is of a kind or has a reason, both by their
// keys; without either the latest that has a reason at all.
func because(w *world.World, t *trace.Timeline, n int, key string) ([]string, error) {
	for ; n > 0; n-- {
		events := t.Step(n).Events
		for i := len(events) - 1; i >= 0; i-- {
			e := &events[i]
			if e.Why == why.None || key != "" && e.Kind.String() != key && e.Why.Key() != key {
				continue
			}
			return links(w, chain.Of(t, n, i)), nil
		}
	}
	return nil, fmt.Errorf("nothing with a reason is called %.40q so far: want the name of a "+
		"kind of event, such as refuse, or of a reason", key)
}

func links(w *world.World, list []chain.Link) []string {
	var out []string
	for i := range list {
		l := &list[i]
		out = append(out, w.Lines([]world.Event{l.Event})...)
		switch s := &l.Setting; {
		case s.Key != "" && s.Line != "":
			out = append(out, "  "+s.Key+"="+s.Value+" by: "+s.Line)
		case s.Key != "":
			out = append(out, "  "+s.Key+"="+s.Value+" by default")
		}
		if l.Line != "" {
			out = append(out, "  done by: "+l.Line)
		}
	}
	return out
}
