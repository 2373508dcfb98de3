package chain_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/chain"
	"highwater/core/lesson"
	"highwater/core/trace"
	"highwater/core/why"
	"highwater/core/world"
)

// three is a cluster with a topic that needs two replicas, and a producer with one acknowledged
// batch.
func three(settings string) []string {
	return []string{"cluster brokers=3 latency=5ms",
		"topic t replicas=3 min.insync.replicas=2",
		"producer p linger.ms=0 highwater.jitter=false " + settings,
		"produce p t value=a"}
}

func played(t *testing.T, lines ...string) *trace.Timeline {
	p := trace.NewPlayer(trace.Empty(trace.Journal{}), 0)
	for _, l := range lines {
		require.NoError(t, p.Do(l, trace.StepsMax), l)
	}
	return p.Timeline()
}

// last finds the last event that is of a kind or has a reason.
func last(t *testing.T, tl *trace.Timeline, key string) (step, event int) {
	for n := tl.Len(); n > 0; n-- {
		events := tl.Step(n).Events
		for i := len(events) - 1; i >= 0; i-- {
			if events[i].Kind.String() == key || events[i].Why.Key() == key {
				return n, i
			}
		}
	}
	require.Fail(t, "nothing is called "+key)
	return 0, 0
}

// told prints a chain: each reason, with the setting behind it, and the command at the end.
func told(list []chain.Link) string {
	var out []string
	for _, l := range list {
		s := l.Event.Why.Key()
		if l.Event.Why == why.None {
			s = l.Event.Kind.String()
		}
		if l.Setting.Key != "" {
			s += " " + l.Setting.Key + "=" + l.Setting.Value
		}
		if l.Setting.Line != "" {
			verb, _, _ := strings.Cut(l.Setting.Line, " ")
			s += " by " + verb
		}
		if l.Line != "" {
			s += " <- " + l.Line
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

const flightOfTwo = "send p t count=2 value=b%d every=1ms"

// TestChainsEndAtACommandOrASetting tells whole chains.
func TestChainsEndAtACommandOrASetting(t *testing.T) {
	out := []string{"isr b2 out", "isr b3 out", flightOfTwo, "wait until=change", "isr b2 in",
		"wait until=quiet"}
	dropped := []string{"send p t value=b", "wait 17ms", "drop last", "wait until=quiet"}
	for _, c := range []struct {
		name, of string
		lines    []string
		want     []string
	}{
		{"a gap", "sequence-gap", append(three(""), out...), []string{
			"sequence-gap", "too-few-in-sync min.insync.replicas=2 by topic",
			"out-of-isr-by-command <- isr b3 out"}},
		{"a repeat that is recognised", "duplicate", append(three(""), dropped...), []string{
			"sequence-duplicate", "retry-timeout retry.backoff.ms=100",
			"request-overdue request.timeout.ms=30000", "dropped-by-command",
			"dropped-by-command <- drop last"}},
		{"a repeat that is written", "no-producer", append(three("enable.idempotence=false"),
			dropped...), []string{
			"no-producer enable.idempotence=false by producer",
			"retry-timeout retry.backoff.ms=100", "request-overdue request.timeout.ms=30000",
			"dropped-by-command", "dropped-by-command <- drop last"}},
		{"a broken connection", "retry-disconnect", append(three(""), "send p t value=b",
			"disconnect p b1"), []string{
			"retry-disconnect retry.backoff.ms=100", "connection-lost", "conn-closed-by-command",
			"conn-closed-by-command <- disconnect p b1"}},
		{"a dead broker", "retry-disconnect", append(three(""), "send p t value=b", "kill b1"),
			[]string{"retry-disconnect retry.backoff.ms=100", "connection-lost", "broker-is-down",
				"broker-killed <- kill b1"}},
		{"behind a lost one", "behind-lost", append(three(""), flightOfTwo, "drop first",
			"wait 10ms"), []string{"behind-lost", "dropped-by-command <- drop first"}},
		{"an unknown producer", "sequence-behind", append(three("")[:3], out...), []string{
			"sequence-behind", "sequence-first", "too-few-in-sync min.insync.replicas=2 by topic",
			"out-of-isr-by-command <- isr b3 out"}},
		{"a deadline", "fail-deadline", append(
			three("delivery.timeout.ms=900 request.timeout.ms=800"), "cut p b1", "send p t value=b",
			"wait 2s"), []string{
			"fail-deadline delivery.timeout.ms=900 by producer",
			"fail-deadline delivery.timeout.ms=900 by producer",
			"expired-in-retry delivery.timeout.ms=900 by producer",
			"retry-timeout retry.backoff.ms=100",
			"request-overdue request.timeout.ms=800 by producer",
			"link-cut", "link-cut-by-command <- cut p b1"}},
		{"one at a time", "hold-muted", append(
			three("enable.idempotence=false max.in.flight.requests.per.connection=1"),
			"send p t value=b"), []string{
			"hold-muted max.in.flight.requests.per.connection=1 by producer <- send p t value=b"}},
		{"replicas that are too slow", "retry-timeout", append(three("request.timeout.ms=500"),
			"isr b2 slow", "send p t value=b", "wait 600ms"), []string{
			"retry-timeout retry.backoff.ms=100",
			"request-overdue request.timeout.ms=500 by producer",
			"follower-slowed <- isr b2 slow"}},
		{"lost data", "epoch-raised", []string{"cluster latency=1ms", "topic t",
			"producer p linger.ms=0 highwater.jitter=false", "produce p t value=a",
			"produce p t value=b", "kill b1 losing=1", "start b1", "send p t value=c",
			"wait until=quiet"}, []string{"epoch-raised", "bump-lost",
			"retry-lost", "sequence-gap", "power-lost", "broker-killed <- kill b1 losing=1"}},
		{"a broker's default", "segment-full", []string{
			"cluster log.segment.bytes=1048576", "topic t", "producer p linger.ms=0",
			"produce p t count=300 size=5000"}, []string{
			"segment-full segment.bytes=1048576 by cluster <- produce p t count=300 size=5000"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tl := played(t, c.lines...)
			step, event := last(t, tl, c.of)
			require.Equal(t, strings.Join(c.want, "\n"), told(chain.Of(tl, step, event)))
		})
	}
}

// TestWaitsHaveChains: a batch that waits is no event; its chain begins with what keeps it.
func TestWaitsHaveChains(t *testing.T) {
	head := three("")
	head[2] = "producer p linger.ms=50 highwater.jitter=false"
	tl := played(t, append(head, "isr b2 out", "isr b3 out", "send p t value=b",
		"wait 70ms")...)
	client := tl.World(tl.Len()).Producers[0].ID
	wait := world.Event{Node: client, From: 2, Why: why.HoldBackoff}
	require.Equal(t, strings.Join([]string{"hold-backoff retry.backoff.ms=100",
		"retry-error retry.backoff.ms=100", "too-few-in-sync min.insync.replicas=2 by topic",
		"out-of-isr-by-command <- isr b3 out"}, "\n"), told(chain.OfWait(tl, tl.Len(), wait)))
	wait.Why = why.HoldLinger
	require.Equal(t, "hold-linger linger.ms=50 by producer",
		told(chain.OfWait(tl, tl.Len(), wait)))
	require.Len(t, chain.OfWait(tl, 0, wait), 1, "before everything there is nothing to find")
}

// mustRest are kinds of events whose chain has to end at a command or a setting.
var mustRest = []world.Kind{world.Refused, world.Duplicate, world.Lost, world.ClientRetry,
	world.ClientFailed, world.ClientBlocked, world.ClientMuted, world.Disconnected,
	world.ISRChanged, world.ClientTimeout, world.ClientExpired, world.Truncated}

// TestEveryRefusalRetryAndLossRests: in all lessons and stories a chain goes strictly back, and
// whatever a reader will ask about comes to rest at a command that somebody gave or at a setting.
func TestEveryRefusalRetryAndLossRests(t *testing.T) {
	rests := 0
	each(t, func(name string, tl *trace.Timeline) {
		for n := 1; n <= min(tl.Len(), 300); n++ {
			for i, e := range tl.Step(n).Events {
				if e.Why == why.None {
					continue
				}
				list := chain.Of(tl, n, i)
				grounded := false
				for k, l := range list {
					grounded = grounded || l.Line != "" || l.Setting.Key != ""
					require.Equal(t, tl.Step(l.Step).Events[l.Ref.Event], l.Event)
					require.True(t, k == 0 || earlier(l.Ref, list[k-1].Ref), "%s %d", name, n)
				}
				for _, k := range mustRest {
					if k == e.Kind {
						rests++
						require.True(t, grounded, "%s step %d: %s", name, n, told(list))
					}
				}
			}
		}
	})
	require.Greater(t, rests, 200)
}

func earlier(a, b chain.Ref) bool {
	return a.Step < b.Step || a.Step == b.Step && a.Event < b.Event
}

// each plays every lesson and story under every variant.
func each(t *testing.T, see func(name string, tl *trace.Timeline)) {
	for _, pattern := range []string{"../../assets/lessons/*.lesson", "../sim/testdata/*/*.txt"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			l, err := lesson.Parse(filepath.Base(file), src)
			require.NoError(t, err)
			ids := []string{""}
			for _, v := range l.Variants[min(1, len(l.Variants)):] {
				ids = append(ids, v.ID)
			}
			for _, id := range ids {
				tl, _, err := l.Run(id)
				require.NoError(t, err)
				see(l.ID+" "+id, tl)
			}
		}
	}
}
