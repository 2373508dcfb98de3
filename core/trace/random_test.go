package trace

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/check"
	"highwater/core/line"
)

// TestRandomHistoriesKeepEveryInvariant draws lines that a curious reader might type, in any order,
// and looks that nothing breaks, that refused lines change nothing, and that the journal alone
// brings back the same history.
func TestRandomHistoriesKeepEveryInvariant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := NewPlayer(Empty(Journal{}), 0)
		brokers := rapid.IntRange(1, 3).Draw(t, "brokers")
		seed := rapid.IntRange(0, 99).Draw(t, "seed")
		require.NoError(t, p.Do(fmt.Sprintf("cluster brokers=%d seed=%d "+
			"log.cleaner.backoff.ms=1000 log.retention.check.interval.ms=2000 "+
			"log.initial.task.delay.ms=500", brokers, seed), StepsMax))
		for _, l := range []string{
			"topic state cleanup.policy=compact internal.segment.bytes=700 " +
				"min.cleanable.dirty.ratio=0.1 delete.retention.ms=3000",
			fmt.Sprintf("topic facts internal.segment.bytes=900 retention.ms=9000 replicas=%d "+
				"file.delete.delay.ms=1000", brokers),
			"producer app enable.idempotence=false linger.ms=0",
			"producer safe linger.ms=0",
		} {
			require.NoError(t, p.Do(l, StepsMax))
		}
		for n := range rapid.IntRange(1, 14).Draw(t, "lines") {
			text := drawLine(t, n, brokers)
			before, steps := p.World().Hash(), p.Len()
			if err := p.Do(text, StepsMax); err != nil {
				require.Equal(t, before, p.World().Hash(), text)
				require.Equal(t, steps, p.Len(), text)
				var wrong *line.Error
				require.ErrorAs(t, err, &wrong, text)
			}
			require.Empty(t, check.All(p.World()), "%s\n%s", text, p.World())
		}
		tl := p.Timeline()
		for n := 1; n <= tl.Len(); n++ {
			require.Empty(t, tl.Step(n).Broken, "step %d", n)
		}
		again, err := Play(tl.Journal())
		require.NoError(t, err)
		require.Equal(t, tl.World(tl.Len()).Hash(), again.World(again.Len()).Hash())
	})
}

// drawLine draws one line; some of them cannot be done at that moment.
func drawLine(t *rapid.T, n, brokers int) string {
	who := rapid.SampledFrom([]string{"app", "safe"}).Draw(t, "who")
	topic := rapid.SampledFrom([]string{"state", "facts"}).Draw(t, "topic")
	broker := rapid.IntRange(1, brokers).Draw(t, "broker")
	count := rapid.IntRange(1, 30).Draw(t, "count")
	switch rapid.IntRange(0, 11).Draw(t, "what") {
	case 0, 1, 2:
		return fmt.Sprintf("produce %s %s key=k-%%d first=%d count=%d value=v%d every=7ms", who,
			topic, rapid.IntRange(0, 9).Draw(t, "first"), count, n)
	case 3:
		return fmt.Sprintf("produce %s state records=(k-%d, k-%d)", who, count%10, count%7)
	case 4:
		return fmt.Sprintf("send %s %s key=k-%d size=%d", who, topic, count, count*10)
	case 5, 6:
		return fmt.Sprintf("wait %dms", rapid.IntRange(1, 12_000).Draw(t, "ms"))
	case 7:
		return fmt.Sprintf("clean b%d", broker)
	case 8:
		return fmt.Sprintf("%s b%d", rapid.SampledFrom([]string{"stop", "kill", "start"}).
			Draw(t, "power"), broker)
	case 9:
		return fmt.Sprintf("delete-records %s before=%d", topic, count)
	case 10:
		return fmt.Sprintf("alter %s %s", topic, rapid.SampledFrom([]string{"retention.ms=1000",
			"cleanup.policy=(compact, delete)", "internal.segment.bytes=300",
			"retention.bytes=2000", "delete.retention.ms=0", "segment.bytes=5"}).
			Draw(t, "setting"))
	default:
		return rapid.SampledFrom([]string{"wait until=quiet", "wait until=change",
			"consume c facts", "drop m3", "restart app", "crash app"}).Draw(t, "other")
	}
}
