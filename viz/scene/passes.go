package scene

import (
	"strings"

	"highwater/core/log"
	"highwater/core/world"
	"highwater/viz/story"
)

// clean reads a cleaner's pass out of the step's events. Its three acts follow each other: the map
// is built, the line sweeps, the new files take their places.
func (m *moment) clean(l *lane) {
	if m.in.Phase >= 1 {
		return
	}
	var sw sweep
	var build, first, swap story.Window
	found, firstFate := false, true
	for i, win := range m.wins {
		e := &m.in.Step.Events[i]
		if !m.on(l, e) {
			continue
		}
		switch e.Kind {
		case world.MapBuilt:
			build, sw.keys, sw.slots = win, e.A, e.B
			sw.dirty = stretch{e.From, e.To}
		case world.RecordRemoved, world.RecordKept, world.HorizonSet, world.BatchEmptied:
			if firstFate {
				first, firstFate = win, false
			}
			if e.Kind != world.HorizonSet {
				sw.fates = append(sw.fates, fate{e.From, e.Kind == world.RecordRemoved, e.Why,
					e.A, e.B})
			}
		case world.GroupSwapped:
			m.widen(l, &sw, e, found)
			if !found {
				swap = win
			}
			swap.To, found = win.To, true
		}
	}
	if !found {
		return
	}
	if firstFate {
		first = story.Window{From: build.To, To: build.To}
	}
	sw.build = build.Ease(m.in.Phase)
	sw.line = story.Window{From: first.From, To: swap.From}.Ease(m.in.Phase)
	sw.swap = swap.Ease(m.in.Phase)
	l.sweep = &sw
}

// widen takes the segments of one group into the sweep.
func (m *moment) widen(l *lane, sw *sweep, e *world.Event, more bool) {
	end := e.To + 1
	for i := range l.before.Segments {
		if s := &l.before.Segments[i]; s.BaseOffset == e.To {
			end = segEnd(s)
		}
	}
	if !more {
		sw.from, sw.to = e.From, end
	}
	sw.from, sw.to = min(sw.from, e.From), max(sw.to, end)
	sw.before += e.A
	sw.after += e.B
}

// shelf lists the files under the lane that wait for file.delete.delay.ms. A segment is drawn
// once, for its .log.
func (m *moment) shelf(l *lane) {
	for i := range l.after.Doomed {
		d := &l.after.Doomed[i]
		if !isLog(d) {
			continue
		}
		x := m.doomedBox(l, d, 0)
		if sw := l.sweep; !findDoomed(l.before, d) {
			if sw == nil || d.Base < sw.from || d.Base >= sw.to {
				continue // the box of the segment itself sinks to the shelf
			}
			x.born = sw.swap
		}
		l.boxes = append(l.boxes, x)
	}
	if l.before == l.after {
		return
	}
	for i := range l.before.Doomed {
		d := &l.before.Doomed[i]
		if isLog(d) && !findDoomed(l.after, d) {
			gone := m.when(l, world.FileGone, func(e *world.Event) bool { return e.From == d.Base })
			l.boxes = append(l.boxes, m.doomedBox(l, d, gone))
		}
	}
}

func (m *moment) doomedBox(l *lane, d *log.DoomedFile, gone float32) segBox {
	x := segBox{base: d.Base, end: d.Base + 1, size: d.Size, state: boxDeleted, born: 1, closed: 1,
		sink: 1, dying: gone, doomed: d}
	if e, ok := m.in.Cast.endOf(l.node, l.topic, l.part, d.Base, d.Size); ok {
		x.end = e.end
	}
	x.edge = float64(x.end)
	return x
}

func isLog(d *log.DoomedFile) bool { return strings.HasSuffix(d.Name, ".log"+log.SuffixDeleted) }

func findDoomed(l *log.Log, d *log.DoomedFile) bool {
	for i := range l.Doomed {
		if o := &l.Doomed[i]; o.Name == d.Name && o.DeletedAt == d.DeletedAt && o.Size == d.Size {
			return true
		}
	}
	return false
}
