package sim_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/check"
	"highwater/core/line"
	"highwater/core/producer"
	"highwater/core/sim"
	"highwater/core/world"
)

// network is a world with one producer and one partition of three replicas, driven by lines.
type network struct {
	w     *world.World
	lines []string
	sent  int
}

// newNetwork has acknowledged record 0, so that the broker knows the producer.
func newNetwork(t require.TestingT, settings string) *network {
	n := &network{w: world.New()}
	for _, text := range []string{"cluster brokers=3 latency=1ms", "topic t replicas=3 " +
		"min.insync.replicas=2", "producer p linger.ms=0 delivery.timeout.ms=86400000 " +
		"request.timeout.ms=5000 " + settings} {
		require.NoError(t, n.do(text))
	}
	n.send(t, 1)
	require.NoError(t, n.do("wait until=quiet"))
	return n
}

// do gives one line to the world and lets it run as far as the line says.
func (n *network) do(text string) error {
	l, err := line.Parse(text)
	if err != nil {
		return err
	}
	c, err := l.Command()
	if err != nil {
		return err
	}
	if _, err = sim.Do(n.w, c); err != nil {
		return err
	}
	n.lines = append(n.lines, text)
	for {
		if _, more := sim.Next(n.w); !more {
			return nil
		}
	}
}

func (n *network) send(t require.TestingT, count int) {
	require.NoError(t, n.do(fmt.Sprintf("send p t value=%%d first=%d count=%d", n.sent, count)))
	n.sent += count
}

// fault draws one thing that can happen. A line that is not possible at the moment does nothing.
func (n *network) fault(draw func(name string, most int) int) string {
	switch draw("what", 9) {
	case 0:
		return "drop first"
	case 1:
		return "drop last"
	case 2:
		return fmt.Sprintf("delay first by=%dms", 1+draw("delay", 8000))
	case 3:
		return fmt.Sprintf("delay last by=%dms", 1+draw("delay", 8000))
	case 4:
		return "disconnect p b1"
	case 5:
		return fmt.Sprintf("stall p b1 for=%dms", 1+draw("stall", 12000))
	case 6, 7:
		return "isr b" + strconv.Itoa(2+draw("follower", 1)) + " " +
			[]string{"in", "out", "slow"}[draw("isr", 2)]
	default:
		return fmt.Sprintf("wait %dus", 1+draw("wait", 3000)*[]int{1, 10, 1000}[draw("unit", 2)])
	}
}

// turn sends, or lets something happen, or lets a moment pass.
func (n *network) turn(t require.TestingT, draw func(name string, most int) int) {
	switch draw("turn", 3) {
	case 0, 1:
		n.send(t, 1+draw("records", 2))
	case 2:
		_ = n.do(n.fault(draw))
	case 3:
		require.NoError(t, n.do(fmt.Sprintf("wait %dus", 1+draw("us", 2500))))
	}
}

// heal ends all faults and waits until the client has an answer for everything.
func (n *network) heal(t require.TestingT) {
	_ = n.do("isr b2 in")
	_ = n.do("isr b3 in")
	require.NoError(t, n.do("wait until=quiet"))
	require.Empty(t, check.All(n.w), n.story())
}

// written are the numbers of the records in the leader's log, in order.
func (n *network) written(t require.TestingT) []int {
	var out []int
	l := n.w.LeaderReplica(0, 0).Log
	for i := range l.Segments {
		for _, b := range l.Segments[i].Batches {
			recs, err := b.Records()
			require.NoError(t, err)
			for _, r := range recs {
				number, err := strconv.Atoi(string(r.Value))
				require.NoError(t, err)
				out = append(out, number)
			}
		}
	}
	return out
}

// story is the history as lines that can be played again.
func (n *network) story() string { return "\n" + strings.Join(n.lines, "\n") }

// TestIdempotenceKeepsEachOnceInOrder: within its limits (a first batch acknowledged, no restart of
// the broker, no other leader, no delivery timeout) every record is in the log once, in the order
// of the sends, whatever the network and the replicas do.
func TestIdempotenceKeepsEachOnceInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := newNetwork(t, fmt.Sprintf("max.in.flight.requests.per.connection=%d",
			rapid.IntRange(1, 5).Draw(t, "flight")))
		draw := func(name string, most int) int { return rapid.IntRange(0, most).Draw(t, name) }
		for range rapid.IntRange(1, 30).Draw(t, "turns") {
			n.turn(t, draw)
		}
		n.heal(t)
		got := n.written(t)
		for i, number := range got {
			require.Equal(t, i, number, "%v%s", got, n.story())
		}
		require.Len(t, got, n.sent, n.story())
		p := n.w.Producer("p")
		require.Equal(t, int64(n.sent), p.Acked, n.story())
		require.Equal(t, int16(0), p.Client.ProducerID.Epoch, "no reason for a new epoch"+n.story())
	})
}

// search plays random histories without idempotence until one is broken as asked.
func search(t *testing.T, settings string, broken func(numbers []int) bool) string {
	for seed := range uint64(2000) {
		rand := producer.Rand(seed)
		n := newNetwork(t, settings+" enable.idempotence=false")
		draw := func(_ string, most int) int { return int(rand.Below(int64(most) + 1)) }
		for range 12 {
			n.turn(t, draw)
		}
		n.heal(t)
		if broken(n.written(t)) {
			t.Logf("history %d of the search:%s\n%v", seed, n.story(), n.written(t))
			return n.story()
		}
	}
	return ""
}

func twice(numbers []int) bool {
	sorted := slices.Sorted(slices.Values(numbers))
	return len(slices.Compact(sorted)) < len(numbers)
}

func reordered(numbers []int) bool {
	seen := -1
	for _, n := range numbers {
		if n < seen {
			return true
		}
		seen = max(seen, n)
	}
	return false
}

// TestSearchFindsWhatIdempotencePrevents: without it the same faults write records twice and change
// their order; one request in flight keeps the order of the client's own sends, not the count.
func TestSearchFindsWhatIdempotencePrevents(t *testing.T) {
	require.NotEmpty(t, search(t, "", twice), "no history with a duplicate")
	require.NotEmpty(t, search(t, "", func(n []int) bool { return reordered(n) && !twice(n) }),
		"no history with another order and nothing else")
	require.NotEmpty(t, search(t, "max.in.flight.requests.per.connection=1", twice),
		"no history with a duplicate, one request in flight")
}

// TestEqualHistoriesAreEqual: the same lines give the same world, and a clone goes on alike.
func TestEqualHistoriesAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := newNetwork(t, "")
		draw := func(name string, most int) int { return rapid.IntRange(0, most).Draw(t, name) }
		for range rapid.IntRange(1, 15).Draw(t, "turns") {
			n.turn(t, draw)
		}
		again := &network{w: world.New()}
		for _, text := range n.lines {
			require.NoError(t, again.do(text))
		}
		alike(t, n.w, again.w)
		clone := &network{w: n.w.Clone()}
		require.NoError(t, clone.do("wait 10s"))
		require.NoError(t, n.do("wait 10s"))
		alike(t, n.w, clone.w)
	})
}

// alike compares worlds up to what their logs keep for speed.
func alike(t require.TestingT, a, b *world.World) {
	require.Equal(t, a.Hash(), b.Hash())
	require.Equal(t, a.String(), b.String())
	require.Equal(t, a.Producers, b.Producers)
	require.Equal(t, a.Messages, b.Messages)
	require.Equal(t, a.Conns, b.Conns)
	require.Equal(t, a.Timers, b.Timers)
	require.Equal(t, a.Topics, b.Topics)
}
