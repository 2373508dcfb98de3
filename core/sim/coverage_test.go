package sim_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/lesson"
	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/why"
	"highwater/core/world"
)

// sight is one event of a story with everything that is needed to say what it shows.
type sight struct {
	e         world.Event
	step      world.Step
	before    *log.Log // the partition's log before the step
	after     *log.Log // and after it
	expired   bool     // a producer was forgotten before
	reactions []world.Event
}

// outcomes are what can become of a batch: what the broker decides, what the client does. Left out
// are those that need a transaction, a second leader, or a broker before 2.5.
var outcomes = map[string]func(s *sight) bool{
	"in order": func(s *sight) bool { return s.appended(why.SequenceNext) },
	"duplicate that is remembered": func(s *sight) bool {
		return s.e.Kind == world.Duplicate && !s.nowhere()
	},
	"duplicate older than the window": func(s *sight) bool {
		return s.refused(why.SequenceBehind) && s.older()
	},
	"duplicate older than the window, next": func(s *sight) bool {
		return s.refused(why.SequenceBehind) && s.older() &&
			s.then(world.ClientBumpWanted, why.BumpLost) &&
			s.then(world.Appended, why.SequenceNewEpoch)
	},
	"part of a remembered batch": func(s *sight) bool {
		return s.refused(why.SequenceBehind) && s.overlaps()
	},
	"gap, predecessor under way": func(s *sight) bool {
		return s.refused(why.SequenceGap) && s.then(world.ClientRetry, why.RetryPredecessor)
	},
	"gap, predecessor lost": func(s *sight) bool {
		return s.refused(why.SequenceGap) && s.then(world.ClientRetry, why.RetryLost)
	},
	"unknown producer, sequence 0": func(s *sight) bool {
		return s.appended(why.SequenceFirst) && s.sequence() == 0
	},
	"unknown producer, later sequence": func(s *sight) bool {
		return s.appended(why.SequenceFirst) && s.sequence() > 0 && !s.expired
	},
	"unknown producer, later sequence, 4.5": func(s *sight) bool {
		return s.refused(why.SequenceUnknownNotZero)
	},
	"new epoch, sequence 0":     func(s *sight) bool { return s.appended(why.SequenceNewEpoch) },
	"new epoch, later sequence": func(s *sight) bool { return s.refused(why.SequenceNotZero) },
	"lower epoch": func(s *sight) bool {
		return s.refused(why.EpochStale) && s.then(world.ClientFailed, why.FailDefinite)
	},
	"0 after 2147483647": func(s *sight) bool {
		return s.appended(why.SequenceNext) && s.sequence() == 0
	},
	"ISR too small": func(s *sight) bool {
		return s.refused(why.TooFewInSync) && s.then(world.ClientRetry, why.RetryError)
	},
	"ISR shrank after the append": func(s *sight) bool {
		return s.refused(why.TooFewAfterAppend) && s.then(world.Duplicate, why.SequenceDuplicate)
	},
	"replicas too slow": func(s *sight) bool {
		return s.refused(why.ReplicasTooSlow) && s.then(world.Duplicate, why.SequenceDuplicate)
	},
	"request lost": func(s *sight) bool {
		return s.lost(0) && s.then(world.ClientRetry, why.RetryTimeout)
	},
	"response lost, idempotent": func(s *sight) bool {
		return s.lost(1) && s.then(world.Duplicate, why.SequenceDuplicate)
	},
	"response lost, plain": func(s *sight) bool {
		return s.lost(1) && s.then(world.Appended, why.NoProducer)
	},
	"straggler, already written": func(s *sight) bool {
		return s.e.Kind == world.Duplicate && s.nowhere()
	},
	"straggler, beyond the window": func(s *sight) bool {
		return s.refused(why.SequenceBehind) && s.nowhere()
	},
	"straggler of an old epoch": func(s *sight) bool {
		return s.refused(why.EpochStale) && s.nowhere()
	},
	"straggler, plain": func(s *sight) bool { return s.appended(why.NoProducer) && s.nowhere() },
	"too large, several records": func(s *sight) bool {
		return s.refused(why.BatchTooLarge) && s.then(world.ClientSplit, why.SplitTooLarge)
	},
	"too large, one record": func(s *sight) bool {
		return s.refused(why.BatchTooLarge) && s.then(world.ClientBumpWanted, why.BumpFailed)
	},
	"not authorized": func(s *sight) bool {
		return s.refused(why.NotAuthorized) && s.then(world.ClientFailed, why.FailDefinite)
	},
	"data deleted, state kept": func(s *sight) bool {
		return s.appended(why.SequenceNext) && s.before.LogStart == s.before.EndOffset &&
			s.before.EndOffset > 0
	},
	"state expired": func(s *sight) bool {
		return s.appended(why.SequenceFirst) && s.expired
	},
}

func (s *sight) appended(reason why.Why) bool {
	return s.e.Kind == world.Appended && s.e.Why == reason
}

func (s *sight) refused(reason why.Why) bool {
	return s.e.Kind == world.Refused && s.e.Why == reason
}

func (s *sight) lost(answer int64) bool {
	return s.e.Kind == world.Lost && s.e.Why == why.DroppedByCommand && s.e.D == answer
}

// nowhere says that the answer of this step went to a connection that is gone.
func (s *sight) nowhere() bool {
	for _, e := range s.step.Events {
		if e.Kind == world.Lost && e.Why == why.ConnClosed && e.D == 1 {
			return true
		}
	}
	return false
}

// then says that a later event of the story is of that kind and reason.
func (s *sight) then(kind world.Kind, reason why.Why) bool {
	for _, e := range s.reactions {
		if e.Kind == kind && e.Why == reason {
			return true
		}
	}
	return false
}

// sequence is the base sequence of the batch that was appended, -1 if it has none.
func (s *sight) sequence() int32 {
	for i := range s.after.Segments {
		for _, b := range s.after.Segments[i].Batches {
			if b.BaseOffset == s.e.From {
				return b.BaseSequence
			}
		}
	}
	return record.NoSequence
}

// overlaps says that the refused sequences are partly those of a remembered batch.
func (s *sight) overlaps() bool {
	p, ok := s.before.Producers.Producer(s.e.C)
	if !ok {
		return false
	}
	for _, c := range p.Cached() {
		if s.e.From <= int64(c.LastSequence) && s.e.To >= int64(c.FirstSequence()) {
			return true
		}
	}
	return false
}

// older says that the refused sequences lie below all that are remembered.
func (s *sight) older() bool {
	p, ok := s.before.Producers.Producer(s.e.C)
	return ok && p.Count > 0 && p.Epoch == int16(s.e.D) &&
		s.e.To < int64(p.Cached()[0].FirstSequence())
}

// sights walks a played story.
func sights(r *lesson.Run, see func(*sight)) {
	tl := r.Timeline
	expired := false
	for i := 1; i <= tl.Len(); i++ {
		step := tl.Step(i)
		var before, after *world.World
		for k, e := range step.Events {
			expired = expired || e.Kind == world.ProducerExpired
			if e.Kind != world.Appended && e.Kind != world.Refused && e.Kind != world.Duplicate &&
				e.Kind != world.Lost {
				continue
			}
			if before == nil {
				before, after = tl.World(i-1), tl.World(i)
			}
			s := sight{e: e, step: step, expired: expired}
			s.reactions = append(s.reactions, step.Events[k+1:]...)
			for j := i + 1; j <= min(tl.Len(), i+40); j++ {
				s.reactions = append(s.reactions, tl.Step(j).Events...)
			}
			if l := before.LeaderReplica(e.Topic, e.Part); l != nil {
				s.before = l.Log
			}
			if l := after.LeaderReplica(e.Topic, e.Part); l != nil {
				s.after = l.Log
			}
			see(&s)
		}
	}
}

// TestStoriesReachEveryOutcome: each row of what can become of a batch is shown by some story.
func TestStoriesReachEveryOutcome(t *testing.T) {
	files, err := filepath.Glob(stories)
	require.NoError(t, err)
	where := map[string]string{}
	codes := map[errcode.Code]bool{}
	for _, file := range files {
		for _, r := range play(t, file) {
			if r.Timeline.Len() > 200 {
				continue // long waits for a deadline repeat what shorter stories show
			}
			sights(r, func(s *sight) {
				codes[s.e.Code] = true
				for name, shows := range outcomes {
					if where[name] == "" && s.before != nil && s.after != nil && shows(s) {
						where[name] = filepath.Base(file)
					}
				}
			})
		}
	}
	for name := range outcomes {
		require.NotEmpty(t, where[name], "no story shows: %s", name)
		t.Logf("%-40s %s", name, where[name])
	}
	for _, code := range []errcode.Code{errcode.OutOfOrderSequenceNumber,
		errcode.InvalidProducerEpoch, errcode.NotEnoughReplicas, errcode.RequestTimedOut,
		errcode.NotEnoughReplicasAfterAppend, errcode.MessageTooLarge,
		errcode.TopicAuthorizationFailed} {
		require.True(t, codes[code], code)
	}
}
