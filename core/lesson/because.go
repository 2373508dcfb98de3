package lesson

import (
	"highwater/core/chain"
	"highwater/core/line"
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
	return nil, &line.Error{Key: line.ErrChoice, Got: clip(key), Want: "refuse, roll, segment-full",
		Hint: line.Nearest(key, askable())}
}

// askable are the keys of everything that can have a reason, and of the reasons.
func askable() []string {
	var keys []string
	for _, k := range world.Kinds() {
		keys = append(keys, k.String())
	}
	for _, r := range why.All() {
		keys = append(keys, r.Key())
	}
	return keys
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
