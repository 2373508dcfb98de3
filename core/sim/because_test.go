package sim_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/trace"
	"highwater/core/why"
	"highwater/core/world"
)

// chain prints why an event happened: kinds and reasons, down to a line.
func chain(tl *trace.Timeline, step, event int) string {
	var parts []string
	for _, l := range tl.Because(step, event) {
		if l.Event == trace.Line {
			parts = append(parts, tl.Step(l.Step).Cause.Line)
			continue
		}
		e := tl.Step(l.Step).Events[l.Event]
		s := e.Kind.String()
		if e.Why != why.None {
			s += " " + e.Why.String()
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " <- ")
}

// TestWhyEndsAtALine: for every refusal, duplicate, retry, loss, failure and new epoch of every
// story the chain of causes ends at a line that somebody gave.
func TestWhyEndsAtALine(t *testing.T) {
	files, err := filepath.Glob(stories)
	require.NoError(t, err)
	for _, file := range files {
		for _, r := range play(t, file) {
			tl := r.Timeline
			for i := 1; i <= min(tl.Len(), 200); i++ {
				for k, e := range tl.Step(i).Events {
					switch e.Kind {
					case world.Refused, world.Duplicate, world.ClientRetry, world.Lost,
						world.ClientFailed, world.ClientEpoch, world.ClientSplit,
						world.ClientTimeout, world.ClientExpired, world.ClientUnresolved:
					default:
						continue
					}
					links := tl.Because(i, k)
					require.NotEmpty(t, links, "%s step %d %s %s", file, i, e.Kind, e.Why)
					last := links[len(links)-1]
					require.Equal(t, trace.Line, last.Event, "%s step %d %s %s: %s", file, i,
						e.Kind, e.Why, chain(tl, i, k))
				}
			}
		}
	}
}

// TestWhy reads the chains that a person will read.
func TestWhy(t *testing.T) {
	for _, c := range []struct {
		story string
		kind  world.Kind
		why   why.Why
		want  string
	}{
		{"s03-lost-response", world.Duplicate, why.SequenceDuplicate, "arrive <- send <- " +
			"p-drain sequence-kept <- p-retry retry-timeout <- p-timeout request-overdue <- " +
			"lost dropped-by-command <- fault dropped-by-command <- drop last"},
		{"s06-first-of-five-fails", world.ClientRetry, why.RetryPredecessor, "arrive <- " +
			"refuse sequence-gap <- refuse too-few-in-sync <- isr out-of-isr-by-command <- " +
			"isr b3 out"},
		{"s08-lost-by-the-broker", world.ClientEpoch, why.EpochRaised, "p-bump-wanted bump-lost " +
			"<- arrive <- refuse sequence-gap <- truncate power-lost <- kill b1 losing=1"},
		{"s21-definitive-failure", world.ClientFailed, why.FailDefinite, "arrive <- " +
			"refuse batch-too-large <- topic <- topic t max.message.bytes=1000"},
		{"e27-not-authorized", world.ClientFailed, why.FailDefinite, "arrive <- " +
			"refuse not-authorized <- fault denied-by-command <- acl p deny t"},
	} {
		t.Run(c.story, func(t *testing.T) {
			tl := play(t, "testdata/producer/"+c.story+".txt")[0].Timeline
			for i := 1; i <= tl.Len(); i++ {
				for k, e := range tl.Step(i).Events {
					if e.Kind == c.kind && e.Why == c.why {
						require.Equal(t, c.want, chain(tl, i, k))
						return
					}
				}
			}
			t.Fatal("no such event")
		})
	}
}
