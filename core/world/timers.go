package world

// Push adds a timer and returns its sequence number.
func (w *World) Push(t Timer) uint64 {
	t.Seq = w.NextTimer
	w.NextTimer++
	h := append(w.Timers, t)
	for i := len(h) - 1; i > 0; {
		parent := (i - 1) / 2
		if !h[i].before(h[parent]) {
			break
		}
		h[i], h[parent] = h[parent], h[i]
		i = parent
	}
	w.Timers = h
	return t.Seq
}

// Peek returns the timer that falls due first.
func (w *World) Peek() (Timer, bool) {
	if len(w.Timers) == 0 {
		return Timer{}, false
	}
	return w.Timers[0], true
}

// Pop removes the timer that falls due first.
func (w *World) Pop() (Timer, bool) {
	if len(w.Timers) == 0 {
		return Timer{}, false
	}
	first := w.Timers[0]
	last := len(w.Timers) - 1
	w.Timers[0] = w.Timers[last]
	w.Timers = w.Timers[:last]
	w.sink(0)
	return first, true
}

// Drop removes every timer that the test names.
func (w *World) Drop(gone func(Timer) bool) {
	kept := w.Timers[:0]
	for _, t := range w.Timers {
		if !gone(t) {
			kept = append(kept, t)
		}
	}
	w.Timers = kept
	for i := len(kept)/2 - 1; i >= 0; i-- {
		w.sink(i)
	}
}

func (w *World) sink(i int) {
	h := w.Timers
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h); child++ {
			if h[child].before(h[least]) {
				least = child
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

func (t Timer) before(u Timer) bool {
	if t.Due != u.Due {
		return t.Due < u.Due
	}
	return t.Seq < u.Seq
}
