package sim

import (
	"highwater/core/check"
	"highwater/core/cleaner"
	"highwater/core/line"
	"highwater/core/log"
	"highwater/core/why"
	"highwater/core/world"
)

// cleanerWakes is one turn of a cleaner thread (CleanerThread.cleanFilthiestLog): the filthiest log
// is cleaned, then retention runs on every compacted log. When a log was cleaned the thread goes
// on at once, otherwise it sleeps log.cleaner.backoff.ms.
func (a *act) cleanerWakes(t world.Timer) {
	b := a.w.Broker(t.Node)
	if b == nil || !b.Up {
		return
	}
	cleaned := a.cleanFilthiest(b)
	quiet := world.Never
	for i := range b.Replicas {
		r := &b.Replicas[i]
		if !r.Log.Config.Compact {
			continue
		}
		a.retain(b, r)
		quiet = min(quiet, retentionFrom(r.Log), a.cleanableFrom(r))
	}
	if cleaned {
		b.CleanerPhase = a.w.Now
		t.Due = a.w.Now
		a.w.Push(t)
		return
	}
	a.again(t, b, quiet)
}

// cleanFilthiest cleans the eligible log with the highest dirty ratio, if there is one.
func (a *act) cleanFilthiest(b *world.Broker) bool {
	var choices []cleaner.Choice
	var which []int
	for i := range b.Replicas {
		if r := &b.Replicas[i]; r.Log.Config.Compact && !r.Uncleanable {
			choices = append(choices, cleaner.Select(r.Log, a.w.Now.MS()))
			which = append(which, i)
		}
	}
	best := cleaner.Filthiest(choices)
	if best < 0 {
		return false
	}
	a.pass(b, &b.Replicas[which[best]])
	return true
}

// cleanableFrom is the earliest moment at which time alone can make a log eligible: when the
// segment that holds the cleaner up is old enough, or the oldest dirty one too old.
func (a *act) cleanableFrom(r *world.Replica) world.Time {
	if r.Uncleanable {
		return world.Never
	}
	c := cleaner.Select(r.Log, a.w.Now.MS())
	if c.Eligible {
		return a.w.Now
	}
	at := world.Never
	if c.OldestDirty >= 0 && !c.MustCleanNow {
		at = later(c.OldestDirty, r.Log.Config.MaxCompactionLagMs+1)
	}
	if c.BoundBy == why.BoundByMinCompactionLag {
		for i := range r.Log.Segments {
			if s := &r.Log.Segments[i]; s.BaseOffset == c.BoundSegment {
				at = min(at, later(s.LargestTimestamp(), r.Log.Config.MinCompactionLagMs))
			}
		}
	}
	return at
}

// cleanNow wakes the cleaner of a broker out of turn. If nothing is cleaned it says why.
func (a *act) cleanNow(c *world.Command) error {
	b, err := a.upBroker(c.Node)
	if err != nil {
		return err
	}
	topic := int32(-1)
	if c.Topic != "" {
		if topic, err = a.topic(c.Topic); err != nil {
			return err
		}
	}
	done, asked := false, false
	for i := range b.Replicas {
		r := &b.Replicas[i]
		if topic >= 0 && r.Topic != topic || c.Part >= 0 && r.Part != c.Part {
			continue
		}
		asked = true
		if choice := cleaner.Select(r.Log, a.w.Now.MS()); choice.Eligible && !r.Uncleanable {
			a.pass(b, r)
			done = true
		} else {
			a.skipped(b, r, &choice)
		}
	}
	if !asked {
		return &line.Error{Key: line.ErrNoPartition, Got: c.Topic}
	}
	if done {
		b.CleanerPhase = a.w.Now
		a.w.Skipped = true
		a.rearm()
	}
	return nil
}

// skipped says why a log is not cleaned now.
func (a *act) skipped(b *world.Broker, r *world.Replica, c *cleaner.Choice) {
	e := about(world.CleanSkipped, b.ID, r)
	e.From, e.To, e.Why, e.A, e.B = c.FirstDirty, c.FirstUncleanable, c.Why, c.A, c.B
	e.C = c.CleanableBytes
	switch l := r.Log; {
	case r.Uncleanable:
		e.Why = why.MarkedUncleanable
	case !l.Config.Compact:
		e.Why = why.NotCompacted
	case !c.Nothing():
	case c.BoundBy == why.BoundByMinCompactionLag:
		s := &l.Segments[l.SegmentIndex(c.BoundSegment)]
		e.Why = c.BoundBy
		e.A, e.B = a.w.Now.MS()-s.LargestTimestamp(), l.Config.MinCompactionLagMs
	case c.Bound < l.ActiveSegment().BaseOffset:
		e.Why, e.A, e.B = c.BoundBy, c.Bound, c.FirstUncleanable
	case len(l.Segments) == 1:
		e.Why, e.A, e.B = why.BoundByActiveSegment, l.ActiveSegment().BaseOffset, l.EndOffset
	default:
		e.Why, e.A, e.B = why.NothingToClean, c.FirstDirty, c.FirstUncleanable
	}
	a.emit(e)
}

// pass decides one pass of the cleaner, does it, and tells every step of it.
func (a *act) pass(b *world.Broker, r *world.Replica) {
	slots := a.w.Cluster.DedupeBuffer / a.w.Cluster.CleanerThreads / cleaner.SlotSize
	plan := cleaner.Decide(r.Log, cleaner.Settings{Slots: slots}, a.w.Now.MS())
	before := r.Log.Clone()
	e := about(world.CleanStarted, b.ID, r)
	e.From, e.To, e.Why = plan.Choice.FirstDirty, plan.Choice.FirstUncleanable, plan.Choice.Why
	e.A, e.B, e.C = plan.Choice.CleanBytes, plan.Choice.CleanableBytes, plan.Choice.RatioPPM()
	e.D = plan.Choice.A
	a.emit(e)
	e = about(world.MapBuilt, b.ID, r)
	e.From, e.To, e.A, e.B = plan.Choice.FirstDirty, plan.EndOffset, plan.Stats.Keys, plan.Usable
	if plan.Full {
		e.Why = why.BoundByFullMap
	}
	a.emit(e)
	for i := range plan.Groups {
		a.group(b, r, before, &plan.Groups[i])
	}
	cleaner.Apply(r.Log, &plan)
	a.passDone(b, r, before, &plan)
	a.scheduleDelete(b, r)
	a.broken = append(a.broken, check.Pass(b.ID, r, before, plan.EndOffset, a.w.Now.MS())...)
	a.w.Work += plan.Stats.BytesBefore/2000 + plan.Stats.RecordsBefore
}

func (a *act) passDone(b *world.Broker, r *world.Replica, before *log.Log, p *cleaner.Plan) {
	if d := p.Death; d != nil {
		r.Uncleanable = true
		e := about(world.CleanFailed, b.ID, r)
		e.From, e.Why, e.A, e.B = d.Offset, d.Why, d.A, d.B
		a.words = d.Text
		a.emit(e)
		return
	}
	e := about(world.CleanDone, b.ID, r)
	e.From, e.To = max(before.CleanerCheckpoint, 0), p.EndOffset
	e.A, e.B = p.Stats.BytesBefore, p.Stats.BytesAfter
	e.C = p.Stats.RecordsBefore - p.Stats.RecordsAfter
	a.emit(e)
}

// group tells what becomes of the records of a group, and of the group.
func (a *act) group(b *world.Broker, r *world.Replica, before *log.Log, g *cleaner.Group) {
	for i := range g.Batches {
		v := &g.Batches[i]
		s := &before.Segments[before.SegmentIndex(v.Segment)]
		a.batch(about(world.None, b.ID, r), s, v)
	}
	first, last := &before.Segments[g.From], &before.Segments[g.To-1]
	e := about(world.GroupSwapped, b.ID, r)
	e.From, e.To = first.BaseOffset, last.BaseOffset
	e.A, e.B, e.C = g.BytesBefore, g.BytesAfter, int64(g.To-g.From)
	a.emit(e)
}

func (a *act) batch(e world.Event, s *log.Segment, v *cleaner.BatchVerdict) {
	h := &s.Batches[v.Index].Header
	e.To = h.LastOffset()
	if len(v.Records) == 0 && v.Dropped > 0 {
		e.Kind, e.From, e.Why, e.A, e.B = world.RecordRemoved, h.BaseOffset, v.Why, v.A, v.B
		a.emit(e)
	}
	for _, rv := range v.Records {
		e.From, e.Why, e.A, e.B = rv.Offset, rv.Why, rv.A, rv.B
		switch {
		case !rv.Keep:
			e.Kind = world.RecordRemoved
		case lingers(rv.Why):
			e.Kind = world.RecordKept
		default:
			continue
		}
		a.emit(e)
	}
	e.From, e.Why = h.BaseOffset, why.None
	if v.HasHorizon {
		e.Kind, e.A, e.B = world.HorizonSet, v.Horizon, v.Horizon-a.w.Now.MS()
		a.emit(e)
	}
	if v.Action == cleaner.Empty {
		e.Kind, e.Why, e.A, e.B = world.BatchEmptied, v.Why, v.A, v.B
		a.emit(e)
	}
}

// lingers tells the records whose staying a reader may wonder about.
func lingers(w why.Why) bool {
	switch w {
	case why.TombstoneGetsHorizon, why.TombstoneWaits, why.MarkerHasData, why.MarkerGetsHorizon,
		why.MarkerWaits:
		return true
	default:
		return false
	}
}

// Explain says what the cleaner thinks of a replica: from where to where it could clean, what holds
// it there, the ratio, and whether it would be picked.
func Explain(w *world.World, r *world.Replica) []string {
	c := cleaner.Select(r.Log, w.Now.MS())
	verdict := "no"
	if c.Eligible {
		verdict = "yes"
	}
	return []string{
		"dirty from " + itoa(c.FirstDirty) + ", bound " + itoa(c.Bound) + " by " +
			c.BoundBy.String() + ", whole segments up to " + itoa(c.FirstUncleanable),
		"clean " + itoa(c.CleanBytes) + " B, cleanable " + itoa(c.CleanableBytes) + " B, ratio " +
			itoa(c.RatioPPM()) + " ppm of " + itoa(r.Log.Config.MinCleanableDirtyPPM),
		"eligible: " + verdict + ", " + c.Why.String(),
	}
}
