package story

import (
	"math/bits"
	"sort"

	"highwater/core/world"
)

// Source is a run: trace.Timeline is one.
type Source interface {
	Len() int
	Step(n int) world.Step
}

// Beat is the place of one step on the axis of playback, in seconds at speed 1.
type Beat struct {
	Start, Dur float32
	// Clock is the part of Dur, at its beginning, in which only the clock runs.
	Clock float32
	// Fly is the part of Dur after Clock in which messages travel, before anything happens.
	Fly float32
	// Rest is the time after Dur in which nothing moves, so that stops at one step are apart.
	Rest float32
}

// End is the moment at which the step is complete.
func (b Beat) End() float32 { return b.Start + b.Dur }

// Still is the phase of the step up to which only time passes.
func (b Beat) Still() float32 {
	if b.Dur <= 0 {
		return 0
	}
	return min((b.Clock+b.Fly)/b.Dur, 1)
}

// Plan is the beats of a run: Beats[n-1] leads from world n-1 to world n.
type Plan struct {
	Beats []Beat
	// Lead is the rest before the first step.
	Lead  float32
	Total float32
}

// StopRest is the distance of two stops that are at the same step.
const StopRest = 0.4

// Pace scales the steps From < n ≤ To of a plan by Percent.
type Pace struct{ From, To, Percent int }

// Make lays the steps of a run out one after the other. The stops are those of a lesson, ascending;
// all but the first of the stops at one step get a rest of their own.
func Make(src Source, paces []Pace, stops []int) Plan {
	p := Plan{Beats: make([]Beat, 0, src.Len())}
	p.Lead = restOf(0, stops)
	p.Total = p.Lead
	before := world.Start
	for n := 1; n <= src.Len(); n++ {
		st := src.Step(n)
		b := beatOf(st, st.At-before)
		for _, pc := range paces {
			if n > pc.From && n <= pc.To && pc.Percent > 0 {
				b.Dur = b.Dur * float32(pc.Percent) / 100
				b.Clock = b.Clock * float32(pc.Percent) / 100
				b.Fly = b.Fly * float32(pc.Percent) / 100
			}
		}
		b.Start, b.Rest = p.Total, restOf(n, stops)
		p.Total += b.Dur + b.Rest
		p.Beats = append(p.Beats, b)
		before = st.At
	}
	return p
}

func restOf(step int, stops []int) float32 {
	n := 0
	for _, s := range stops {
		if s == step {
			n++
		}
	}
	return float32(max(n-1, 0)) * StopRest
}

// near is the precision of the axis: closer moments are the same.
const near = 1e-3

// At returns the step that is playing at a beat and how far it is: world step-1 becomes world step
// as phase goes from 0 to 1. A beat at which a step is complete belongs to that step.
func (p *Plan) At(beat float32) (step int, phase float32) {
	if len(p.Beats) == 0 || beat <= p.Lead+near {
		return 0, 1
	}
	n := sort.Search(len(p.Beats), func(i int) bool {
		return p.Beats[i].End()+p.Beats[i].Rest >= beat-near
	})
	if n == len(p.Beats) {
		return n, 1
	}
	b := p.Beats[n]
	switch {
	case beat >= b.End()-near:
		return n + 1, 1
	case beat <= b.Start+near:
		return n, 1
	}
	return n + 1, (beat - b.Start) / b.Dur
}

// Beat returns the moment at which step n is complete; 0 is the beginning.
func (p *Plan) Beat(step int) float32 {
	if step <= 0 || len(p.Beats) == 0 {
		return 0
	}
	return p.Beats[min(step, len(p.Beats))-1].End()
}

// Stop returns the moment of stop i of a list of steps, ascending.
func (p *Plan) Stop(stops []int, i int) float32 {
	same := 0
	for j := i - 1; j >= 0 && stops[j] == stops[i]; j-- {
		same++
	}
	return p.Beat(stops[i]) + float32(same)*StopRest
}

// seconds is how long one event of a kind plays; kinds that are not here accompany others.
func seconds(k world.Kind) float32 {
	switch k {
	case world.Appended, world.Duplicate, world.ConfigSet, world.TopicMade, world.ClientMade,
		world.ClientGone, world.OffsetsListed, world.LeaderChanged, world.ISRChanged,
		world.Rolled, world.FileGone, world.SegmentRemoved, world.LogStartMoved,
		world.Truncated, world.Faulted, world.ClientAcked, world.ClientRetry, world.ClientEpoch,
		world.ClientRewritten, world.ClientTimeout, world.ClientExpired:
		return 0.5
	case world.Refused, world.ConfigRefused, world.ConsumerRead, world.ClientFailed, world.Lost,
		world.BrokerDown, world.BrokerUp, world.CleanSkipped, world.CleanFailed, world.Fetched:
		return 0.7
	case world.CleanStarted, world.CleanDone:
		return 0.3
	case world.MapBuilt:
		return 0.9
	case world.GroupSwapped:
		return 0.6
	case world.RecordRemoved, world.RecordKept, world.HorizonSet, world.BatchEmptied:
		return 0.6
	case world.Sent, world.Arrived:
		return 0.25
	}
	return 0
}

// burst is how long n events of one kind play together: their number is felt, not waited for.
func burst(one float32, n int) float32 {
	if n <= 1 {
		return one
	}
	return one * (1 + 0.38*float32(bits.Len(uint(n-1))))
}

func beatOf(st world.Step, passed world.Time) Beat {
	var b Beat
	counts := countKinds(st.Events)
	for k, n := range counts {
		if n > 0 {
			b.Dur += burst(seconds(world.Kind(k)), n)
		}
	}
	if clockRuns(st) {
		b.Clock = clockSeconds(world.Span(passed))
		b.Dur += b.Clock
	}
	if b.Clock == 0 && passed > 0 {
		b.Fly = flySeconds(st)
		b.Dur += b.Fly
	}
	b.Dur = min(max(b.Dur, 0.25), 4.5)
	return b
}

// flySeconds is how long a short time takes to pass, in which messages are on their way: as long
// as a flight if one arrives at its end.
func flySeconds(st world.Step) float32 {
	switch st.Cause.Kind {
	case world.CauseMessage:
		return 0.7
	case world.CauseTimer:
		if st.Cause.Timer >= world.TimerClient {
			return 0.4
		}
		return 0
	}
	for _, e := range st.Events {
		if e.Kind == world.Waited {
			return 0.6
		}
	}
	return 0
}

func countKinds(events []world.Event) [256]int {
	var counts [256]int
	for _, e := range events {
		counts[e.Kind]++
	}
	return counts
}

// clockRuns reports whether the time of the step passed before its events, not during them.
func clockRuns(st world.Step) bool {
	if st.Cause.Kind == world.CauseTimer {
		return true
	}
	for _, e := range st.Events {
		if e.Kind == world.Waited {
			return true
		}
	}
	return false
}

// clockSeconds is how long the clock whirls for a jump of simulated time.
func clockSeconds(s world.Span) float32 {
	switch {
	case s < 300*world.Millisecond:
		return 0
	case s < 2*world.Second:
		return 0.4
	case s < world.Hour:
		return 0.8
	}
	return 1.2
}

// Window is when an event of a step happens, in phases of the step.
type Window struct{ From, To float32 }

// Ease returns how far the event is at a phase, 0 before its window and 1 behind it.
func (w Window) Ease(phase float32) float32 {
	switch {
	case phase >= w.To:
		return 1
	case phase <= w.From:
		return 0
	}
	return (phase - w.From) / (w.To - w.From)
}

// Windows gives every event of a step its window. Events happen in their order; one that only
// accompanies others (a watermark that moves with an append) shares the window of the last one.
func Windows(st world.Step, b Beat, out []Window) []Window {
	out = out[:0]
	total := float32(0)
	counts := countKinds(st.Events)
	for _, e := range st.Events {
		total += weight(e.Kind, counts[e.Kind])
	}
	start := float32(0)
	if b.Dur > 0 {
		start = b.Still()
	}
	room := 1 - start
	at, last := start, Window{start, 1}
	for _, e := range st.Events {
		w := weight(e.Kind, counts[e.Kind])
		if w == 0 || total == 0 {
			out = append(out, last)
			continue
		}
		len := room * w / total
		// A window of a burst is longer than its turn, so that arrivals overlap and each is seen.
		last = Window{at, min(max(at+len, at+0.14*room), 1)}
		if counts[e.Kind] == 1 {
			last.To = min(at+len, 1)
		}
		at += len
		out = append(out, last)
	}
	return out
}

func weight(k world.Kind, n int) float32 {
	if n == 0 {
		return 0
	}
	return burst(seconds(k), n) / float32(n)
}
