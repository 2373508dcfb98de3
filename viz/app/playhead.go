package app

// aim is a moment that the playhead is moving to by itself.
type aim struct {
	on   bool
	beat float32
	rate float32 // beats a second at speed 1
}

// Longest times that a move to another stop takes, in seconds at speed 1.
const (
	forwardMost = 6.0
	backMost    = 1.5
	backRate    = 2.0
)

// rest puts the playhead to a moment and stops there.
func (s *Session) rest(beat float32) {
	s.beat = min(max(beat, 0), s.run.plan.Total)
	s.playing, s.aim = false, aim{}
	s.changed()
}

// goTo moves the playhead to a moment in view of the learner; without motion, at once.
func (s *Session) goTo(beat float32) {
	beat = min(max(beat, 0), s.run.plan.Total)
	if s.reduced() {
		s.rest(beat)
		return
	}
	s.playing = false
	d := beat - s.beat
	a := aim{on: true, beat: beat, rate: max(1, d/forwardMost)}
	if d < 0 {
		a.rate = max(backRate, -d/backMost)
	}
	if d == 0 {
		a = aim{}
	}
	s.aim = a
	s.changed()
}

// settle finishes a move that is under way, so that the next one begins where it would have ended.
func (s *Session) settle() {
	if s.aim.on {
		s.beat, s.aim = s.aim.beat, aim{}
	}
}

// advance moves the playhead by dt seconds.
func (s *Session) advance(dt float32) {
	switch {
	case s.aim.on:
		d := dt * s.speed * s.aim.rate
		if s.aim.beat >= s.beat {
			s.beat = min(s.beat+d, s.aim.beat)
		} else {
			s.beat = max(s.beat-d, s.aim.beat)
		}
		if s.beat == s.aim.beat {
			s.aim = aim{}
		}
		s.changed()
	case s.playing:
		s.playOn(dt * s.speed)
		s.changed()
	}
}

// playOn plays and pauses at the next stop: there is something to read.
func (s *Session) playOn(d float32) {
	r := s.run
	next := r.plan.Total
	if i := r.stopAt(s.beat) + 1; i < len(r.stops) {
		next = r.stopBeat(i)
	}
	s.beat += d
	if s.beat >= next {
		s.beat, s.playing = next, false
	}
}

// toggle plays or pauses; at the end it begins again.
func (s *Session) toggle() {
	switch {
	case s.playing || s.aim.on:
		s.playing, s.aim = false, aim{}
	case s.beat >= s.run.plan.Total-1e-3:
		s.beat, s.playing = 0, true
	default:
		s.playing = true
	}
	if s.playing && s.reduced() {
		s.playing = false
		s.stopBy(1)
	}
	s.changed()
}

// step is the last step that is complete, and whether the playhead rests on it.
func (s *Session) step() (n int, still bool) {
	n, phase := s.run.plan.At(s.beat)
	if phase < 1 {
		return n - 1, false
	}
	return n, true
}

// stepBy goes on or back by steps.
func (s *Session) stepBy(d int) {
	s.settle()
	n, still := s.step()
	if d < 0 && !still {
		n++
	}
	n = min(max(n+d, 0), s.run.tl.Len())
	if n == 0 {
		s.goTo(0)
		return
	}
	s.goTo(s.run.plan.Beat(n))
}

// stopBy goes to the next stop or to the one before.
func (s *Session) stopBy(d int) {
	s.settle()
	r := s.run
	i := r.stopAt(s.beat)
	if d < 0 && i >= 0 && s.beat > r.stopBeat(i)+2e-3 {
		d++
	}
	i += d
	switch {
	case i < 0:
		s.goTo(0)
	case i >= len(r.stops):
		s.goTo(r.plan.Total)
	default:
		s.goTo(r.stopBeat(i))
	}
}

// aligned is the moment of another run that corresponds to the present one: the same part of the
// way between the same two stops.
func (s *Session) aligned(o *run) float32 {
	r := s.run
	i := r.stopAt(s.beat)
	from, to := float32(0), r.plan.Total
	if i >= 0 {
		from = r.stopBeat(i)
	}
	if i+1 < len(r.stops) {
		to = r.stopBeat(i + 1)
	}
	part := float32(0)
	if to > from {
		part = (s.beat - from) / (to - from)
	}
	a, b := float32(0), o.plan.Total
	if i >= 0 {
		if j := o.findStop(r.stops[i].ID); j >= 0 {
			a = o.stopBeat(j)
		}
	}
	if i+1 < len(r.stops) {
		if j := o.findStop(r.stops[i+1].ID); j >= 0 {
			b = o.stopBeat(j)
		}
	}
	return a + float32(part*(b-a))
}

// findStop returns the index of a stop, -1 if there is none of that name.
func (r *run) findStop(id string) int {
	for i := range r.stops {
		if r.stops[i].ID == id {
			return i
		}
	}
	return -1
}
