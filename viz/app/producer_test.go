package app

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"highwater/core/world"
	"highwater/viz/draw"
)

// control finds a verb of the moment.
func control(t *testing.T, s *Session, id string) Control {
	for _, c := range s.Status().Verbs {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("no verb %s: %v", id, s.Status().Verbs)
	return Control{}
}

// hitOf finds the middle of what answers to a line in the picture.
func hitOf(t *testing.T, s *Session, line string) draw.Pt {
	f := s.Frame(1440, 900)
	for i := len(f.Hits) - 1; i >= 0; i-- {
		if h := &f.Hits[i]; h.Line == line {
			return h.Box.Mid()
		}
	}
	t.Fatalf("nothing says %q", line)
	return draw.Pt{}
}

func click(s *Session, p draw.Pt) {
	s.Pointer(p.X, p.Y, PointerMove)
	s.Pointer(p.X, p.Y, PointerDown)
	s.Pointer(p.X, p.Y, PointerUp)
}

// records counts what is in the first log at the end of the run.
func records(s *Session) int64 {
	w := s.run.tl.World(s.run.tl.Len())
	return w.Brokers[0].Replicas[0].Log.EndOffset
}

// TestLosingAResponseByPointing: a reader points at a response and loses it, sees the retry, takes
// it back, turns idempotence on and does the same again.
func TestLosingAResponseByPointing(t *testing.T) {
	for variant, want := range map[string]int64{"plain": 3, "idempotent": 2} {
		s := open(t, Options{})
		do(t, s, "lesson lost-response", "variant "+variant, "motion none", "seek stop=sent")
		click(s, hitOf(t, s, "select m4"))
		require.Equal(t, "message", s.Status().Selected.Kind)
		click(s, hitOf(t, s, "do drop m4"))
		st := s.Status()
		require.NotNil(t, st.Fork)
		require.Equal(t, []string{"drop m4"}, st.Fork.Lines)
		require.Equal(t, st.Steps, st.Step, "time goes on by itself")
		require.Equal(t, want, records(s), variant)
		kinds := map[world.Kind]int{}
		for n := st.Fork.Step; n <= st.Steps; n++ {
			for _, e := range s.run.tl.Step(max(n, 1)).Events {
				kinds[e.Kind]++
			}
		}
		assert.Equal(t, 1, kinds[world.ClientRetry])
		assert.Equal(t, variant == "idempotent", kinds[world.Duplicate] == 1)
		do(t, s, "undo")
		require.Nil(t, s.Status().Fork)
		require.Equal(t, "sent", s.Status().Stop)
	}
}

// TestVerbsSayWhyTheyCannot: a verb that cannot act is there, is off, and has a reason.
func TestVerbsSayWhyTheyCannot(t *testing.T) {
	s := open(t, Options{})
	do(t, s, "lesson reorder", "seek stop=flight")
	for thing, want := range map[string][]string{
		"m15":               {"drop", "delay"},
		"m99":               {"drop!", "delay!"},
		"orders/b1":         {"cut", "stall", "disconnect"},
		"orders/b3":         {"cut", "stall", "disconnect"},
		"orders":            {"send", "flush!", "crash", "restart"},
		"orders/B2":         {"drop", "delay"},
		"orders/B1":         {"drop!", "delay!"},
		"order_events-0/b2": {"isr-out!", "isr-slow!", "isr-in", "stop", "kill", "start!"},
		"b1":                {"stop", "kill", "start!"},
	} {
		do(t, s, "select "+thing)
		var got []string
		for _, c := range s.Status().Verbs {
			id := c.ID
			if c.Off {
				id += "!"
				require.NotEmpty(t, c.Reason, "%s %s", thing, c.ID)
			}
			got = append(got, id)
		}
		assert.Equal(t, want, got, thing)
		do(t, s, "select")
	}
	for _, thing := range []string{"orders/b9", "orders/x1", "orders/", "orders/B", "billing"} {
		require.Error(t, s.Do("select "+thing), thing)
	}
}

// TestEveryVerbOfAThingWorks: whatever is offered and not off can be done and taken back.
func TestEveryVerbOfAThingWorks(t *testing.T) {
	s := open(t, Options{})
	do(t, s, "motion none")
	for _, at := range []string{"flight", "refused", "order"} {
		do(t, s, "lesson reorder", "seek stop="+at)
		things := []string{"orders/b1", "orders", "order_events-0/b2", "order_events-0/b3", "b1"}
		for _, tab := range s.Status().Tables {
			for _, r := range tab.Rows {
				if thing, ok := strings.CutPrefix(r.Line, "select "); ok {
					things = append(things, thing)
				}
			}
		}
		for _, thing := range things {
			do(t, s, "select "+thing)
			for _, c := range s.Status().Verbs {
				if c.Off || c.ID == "produce" {
					continue
				}
				require.NoError(t, s.Do(c.Line), "%s at %s", thing, at)
				require.NoError(t, s.Do("undo"))
			}
			do(t, s, "select")
		}
	}
}

// TestTheSceneInWords: what the picture shows of clients, wire and brokers stands in tables whose
// rows select the thing.
func TestTheSceneInWords(t *testing.T) {
	s := open(t, Options{Lang: "en"})
	do(t, s, "lesson reorder", "variant idempotent", "seek stop=refused")
	titles := map[string]Table{}
	for _, tab := range s.Status().Tables {
		titles[strings.SplitN(tab.Title, ",", 2)[0]] = tab
	}
	wire, ok := titles["On the wire"]
	require.True(t, ok, titles)
	require.Len(t, wire.Rows, 3)
	verdicts := ""
	for _, r := range wire.Rows {
		require.NoError(t, s.Do(r.Line))
		require.Equal(t, "message", s.Status().Selected.Kind)
		verdicts += r.Cells[4] + "\n"
	}
	assert.Equal(t, 2, strings.Count(verdicts, "out of order: 1 is expected"), verdicts)
	order, ok := titles["Order: as sent"]
	require.True(t, ok)
	assert.Equal(t, "as sent so far, not in the log yet: 3", order.Rows[1].Cells[2])
	assert.Len(t, titles["orders"].Rows, 3)
}

// TestBothVariantsAtOnce: a comparison shows the rows of both, each with its own judgement.
func TestBothVariantsAtOnce(t *testing.T) {
	s := open(t, Options{Lang: "en"})
	do(t, s, "lesson lost-response", "compare idempotent", "seek stop=retry")
	for _, size := range [][2]float32{{1440, 900}, {760, 460}, {390, 844}} {
		f := s.Frame(size[0], size[1])
		text := ""
		for i := range f.Ops {
			text += f.Ops[i].Text + "\n"
		}
		assert.Contains(t, text, "#42 paid twice\n", size)
		assert.Contains(t, text, "as sent\n", size)
		assert.Contains(t, text, "Plain\n", size)
		assert.Contains(t, text, "Idempotent\n", size)
	}
}

// TestLanesOfTheNetwork: the timeline has a lane for the client, one for the network with what was
// lost, and one for the broker that decides.
func TestLanesOfTheNetwork(t *testing.T) {
	s := open(t, Options{Lang: "en"})
	do(t, s, "lesson lost-response")
	lanes := s.track().Lanes
	names := map[string]int{}
	for i, l := range lanes {
		names[l.Name] = i + 1
		for _, m := range l.Marks {
			require.NoError(t, s.Do(m.Line))
		}
	}
	require.NotZero(t, names["orders"])
	require.NotZero(t, names["Broker 1"])
	lost, end := 0, float32(0)
	for _, sp := range lanes[names["network"]-1].Spans {
		require.LessOrEqual(t, sp.From, sp.To)
		require.LessOrEqual(t, end, sp.From, "two spans of a lane overlap")
		require.NotEmpty(t, sp.Label)
		end = sp.To
		if sp.Label == "response lost" {
			lost++
		}
	}
	require.Equal(t, 1, lost)
}
