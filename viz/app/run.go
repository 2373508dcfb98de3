package app

import (
	"highwater/core/chain"
	"highwater/core/lesson"
	"highwater/core/trace"
	"highwater/core/world"
	"highwater/viz/i18n"
	"highwater/viz/scene"
	"highwater/viz/story"
)

// run is a timeline with everything that follows from it: the beats, the stops, the cast.
type run struct {
	lesson  *lesson.Lesson
	variant string
	own     []lesson.Setting // what the learner changed
	tl      *trace.Timeline
	stops   []lesson.Stop
	steps   []int // of the stops
	plan    story.Plan
	cast    *scene.Cast
	lanes   []scene.TrackLane
	lanesIn i18n.Lang
	told    []string // sentences of steps, in toldIn
	toldIn  i18n.Lang
	chains  map[chain.Ref][]chain.Link // of whys that were shown

	followed *followed // the steps of the thing that was selected last
	forked   bool
	fork     int      // the step up to which it is the lesson's
	lines    []string // what the learner did
	journal  string   // the timeline's journal as a link has it, once asked for
	before   *run     // what it was made from
	at       float32  // where the playhead was then
}

// play runs a lesson under a variant with the learner's own values.
func (s *Session) play(l *lesson.Lesson, variant string, own []lesson.Setting) (*run, error) {
	if variant == "" && len(l.Variants) > 0 {
		variant = l.Variants[0].ID
	}
	key := l.ID + " " + variant
	for _, o := range own {
		key += " " + o.Name + "=" + o.Value
	}
	if r, ok := s.played[key]; ok {
		return r, nil
	}
	p, err := l.Play(variant, own)
	if err != nil {
		return nil, err
	}
	r := &run{lesson: l, variant: variant, own: own, tl: p.Timeline, stops: p.Stops}
	s.finish(r)
	if len(s.played) >= playedMax {
		s.played = map[string]*run{}
	}
	s.played[key] = r
	return r, nil
}

// playedMax is how many played lessons are kept, so that returning to one costs nothing.
const playedMax = 12

// finish derives what hangs on the timeline.
func (s *Session) finish(r *run) {
	var paces []story.Pace
	from := 0
	r.steps = r.steps[:0]
	for _, st := range r.stops {
		if st.Pace != 0 && st.Pace != 100 {
			paces = append(paces, story.Pace{From: from, To: st.Step, Percent: st.Pace})
		}
		from = st.Step
		r.steps = append(r.steps, st.Step)
	}
	r.plan = story.Make(r.tl, paces, r.steps)
	r.cast = scene.NewCast(r.tl, s.cache)
	r.lanes = nil
}

// stopAt returns the index of the last stop at or before a beat, -1 if there is none.
func (r *run) stopAt(beat float32) int {
	at := -1
	for i := range r.stops {
		if r.plan.Stop(r.steps, i) <= beat+2e-3 {
			at = i
		}
	}
	return at
}

// stopBeat is the moment of a stop.
func (r *run) stopBeat(i int) float32 { return r.plan.Stop(r.steps, i) }

// worlds remembers the last worlds that were asked for.
type worlds struct {
	of   [6]*run
	n    [6]int
	w    [6]*world.World
	next int
}

// world returns the world after step n of a run, to be read only.
func (s *Session) world(r *run, n int) *world.World {
	for i := range s.worlds.w {
		if s.worlds.of[i] == r && s.worlds.n[i] == n && s.worlds.w[i] != nil {
			return s.worlds.w[i]
		}
	}
	i := s.worlds.next
	s.worlds.next = (i + 1) % len(s.worlds.w)
	s.worlds.of[i], s.worlds.n[i], s.worlds.w[i] = r, n, r.tl.World(n)
	return s.worlds.w[i]
}

// open shows a lesson from its first stop.
func (s *Session) open(id, variant string, own []lesson.Setting) error {
	for _, l := range s.lessons {
		if l.ID == id {
			r, err := s.play(l, variant, own)
			if err != nil {
				return err
			}
			s.show(r)
			s.answers, s.select_, s.view = map[string]int{}, "", scene.View{Zoom: 1}
			s.beside, s.undone, s.panel = nil, nil, ""
			s.opened = map[string]bool{}
			s.rest(0)
			if len(r.stops) > 0 {
				s.rest(r.stopBeat(0))
			}
			return nil
		}
	}
	return s.unknownLesson(id)
}

// show makes a run the present one and the lesson's own future.
func (s *Session) show(r *run) {
	s.run, s.base = r, r
	s.changed()
}
