package sim

import (
	"math"
	"strings"

	"highwater/core/log"
	"highwater/core/why"
	"highwater/core/world"
)

// startTasks schedules the background tasks of a broker that has just started. The cleaner's
// threads look at once; the retention check first waits for log.initial.task.delay.ms
// (LogManager.startup).
func (a *act) startTasks(b *world.Broker) {
	w := a.w
	b.Started, b.CleanerPhase = w.Now, w.Now
	for _, k := range [...]world.TimerKind{world.TimerRetention, world.TimerProducerExpiry} {
		w.Push(world.Timer{Due: a.grid(b, k), Kind: k, Node: b.ID})
	}
	w.Push(world.Timer{Due: w.Now.Add(world.Span(w.Cluster.CleanerBackoffMS) * world.Millisecond),
		Kind: world.TimerCleaner, Node: b.ID})
}

// grid is the next moment after now at which a periodic task of a broker is due.
func (a *act) grid(b *world.Broker, k world.TimerKind) world.Time {
	c := &a.w.Cluster
	base, every := b.Started, c.RetentionCheckMS
	switch k {
	case world.TimerRetention:
		base = base.Add(world.Span(c.InitialDelayMS) * world.Millisecond)
	case world.TimerCleaner:
		base, every = b.CleanerPhase, c.CleanerBackoffMS
	case world.TimerProducerExpiry:
		every = c.ExpiryCheckMS
	}
	return next(base, every, a.w.Now)
}

// next is the first of base, base+every, base+2·every … after now.
func next(base world.Time, everyMS int64, now world.Time) world.Time {
	if base > now {
		return base
	}
	every := world.Time(everyMS) * 1000
	return base + ((now-base)/every+1)*every
}

// again schedules a periodic task after it ran. When it did nothing and nothing can come of it
// before the moment quiet, the checks up to then are left out: they could not do anything either.
func (a *act) again(t world.Timer, b *world.Broker, quiet world.Time) {
	t.Due = a.grid(b, t.Kind)
	if !a.quiet && quiet > t.Due {
		a.w.Skipped = true
		if quiet == world.Never {
			t.Due = world.Never
		} else {
			now := a.w.Now
			a.w.Now = quiet - 1
			t.Due = a.grid(b, t.Kind)
			a.w.Now = now
		}
	}
	a.w.Push(t)
}

// rearm brings periodic tasks back that were moved on, since something has happened.
func (a *act) rearm() {
	w := a.w
	if !w.Skipped {
		return
	}
	w.Skipped = false
	var back []world.Timer
	w.Drop(func(t world.Timer) bool {
		b := w.Broker(t.Node)
		periodic := t.Kind == world.TimerRetention || t.Kind == world.TimerCleaner ||
			t.Kind == world.TimerProducerExpiry
		if !periodic || b == nil || t.Due <= a.grid(b, t.Kind) {
			return false
		}
		t.Due = a.grid(b, t.Kind)
		back = append(back, t)
		return true
	})
	for _, t := range back {
		w.Push(t)
	}
}

// later is the moment at which ms is over, or Never if that is beyond all time.
func later(ms, plus int64) world.Time {
	if ms < 0 || plus > math.MaxInt64/2000-ms {
		return world.Never
	}
	return world.FromMS(ms + plus)
}

// retentionCheck is kafka-log-retention: every log without compact (LogManager.cleanupLogs).
func (a *act) retentionCheck(t world.Timer) {
	b := a.w.Broker(t.Node)
	if b == nil || !b.Up {
		return
	}
	quiet := world.Never
	for i := range b.Replicas {
		r := &b.Replicas[i]
		if r.Log.Config.Compact {
			continue
		}
		a.retain(b, r)
		quiet = min(quiet, retentionFrom(r.Log))
	}
	a.again(t, b, quiet)
}

// retentionFrom is the earliest moment at which time alone lets retention remove something.
func retentionFrom(l *log.Log) world.Time {
	first := &l.Segments[0]
	if !l.Config.Delete || l.Config.RetentionMs < 0 || len(l.Segments) == 1 && first.Size == 0 {
		return world.Never
	}
	return later(first.LargestTimestamp(), l.Config.RetentionMs+1)
}

// retain runs UnifiedLog.deleteOldSegments on a replica and tells what came of it.
func (a *act) retain(b *world.Broker, r *world.Replica) {
	res := r.Log.DeleteOldSegments(a.w.Now.MS())
	for _, roll := range res.Rolls {
		a.rolled(b, r, roll)
	}
	if res.LogStart != res.LogStartBefore {
		e := about(world.LogStartMoved, b.ID, r)
		e.From, e.To = res.LogStartBefore, res.LogStart
		if len(res.Removed) > 0 {
			first := &res.Removed[0]
			e.Why, e.A, e.B, e.C = first.Why, first.A, first.B, first.C
		}
		a.emit(e)
	}
	for _, rm := range res.Removed {
		e := about(world.SegmentRemoved, b.ID, r)
		e.From, e.To, e.Why = rm.Base, rm.Next-1, rm.Why
		e.A, e.B, e.C, e.D = rm.A, rm.B, rm.C, rm.Size
		a.emit(e)
	}
	a.w.Work += int64(len(res.Removed))
	a.scheduleDelete(b, r)
}

func (a *act) rolled(b *world.Broker, r *world.Replica, roll log.Roll) {
	e := about(world.Rolled, b.ID, r)
	e.From, e.To, e.Why = roll.Base, roll.Closed, roll.Why
	e.A, e.B, e.C = roll.A, roll.B, roll.C
	for i := range r.Log.Segments {
		if s := &r.Log.Segments[i]; s.BaseOffset == roll.Closed {
			e.D = int64(s.Size)
		}
	}
	a.emit(e)
}

// scheduleDelete makes sure that the broker comes back when the first .deleted file has waited
// long enough.
func (a *act) scheduleDelete(b *world.Broker, r *world.Replica) {
	due := world.Never
	for _, d := range r.Log.Doomed {
		due = min(due, world.FromMS(d.Due))
	}
	if due == world.Never {
		return
	}
	due = max(due, a.w.Now)
	for _, t := range a.w.Timers {
		if t.Kind == world.TimerFileDelete && t.Node == b.ID && t.Due <= due {
			return
		}
	}
	a.w.Push(world.Timer{Due: due, Kind: world.TimerFileDelete, Node: b.ID})
}

// deleteFiles removes the .deleted files whose delay is over.
func (a *act) deleteFiles(t world.Timer) {
	b := a.w.Broker(t.Node)
	if b == nil || !b.Up {
		return
	}
	for i := range b.Replicas {
		r := &b.Replicas[i]
		for _, d := range r.Log.DeleteDoomed(a.w.Now.MS()) {
			if !strings.HasSuffix(d.Name, ".log"+log.SuffixDeleted) {
				continue
			}
			e := about(world.FileGone, b.ID, r)
			e.From, e.A, e.B, e.Why = d.Base, d.Size, d.Due-d.DeletedAt, why.FileDeleteDelay
			a.emit(e)
		}
		a.scheduleDelete(b, r)
	}
}

// expireProducers forgets idle producers (ProducerStateManager.removeExpiredProducers).
func (a *act) expireProducers(t world.Timer) {
	b := a.w.Broker(t.Node)
	if b == nil || !b.Up {
		return
	}
	quiet := world.Never
	for i := range b.Replicas {
		r := &b.Replicas[i]
		now := a.w.Now.MS()
		for _, p := range r.Log.ExpireProducers(now) {
			e := about(world.ProducerExpired, b.ID, r)
			e.A, e.B, e.C = p.ID, now-p.LastTimestamp, r.Log.Config.ProducerIDExpirationMs
			e.Why = why.ProducerExpired
			a.emit(e)
		}
		for j := range r.Log.Producers.Entries {
			quiet = min(quiet, later(r.Log.Producers.Entries[j].LastTimestamp,
				r.Log.Config.ProducerIDExpirationMs))
		}
	}
	a.again(t, b, quiet)
}
