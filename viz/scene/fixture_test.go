package scene

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/cleaner"
	"highwater/core/errcode"
	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/world"
)

// film is a run that a test assembles by hand from a real log: Source.
type film struct {
	t      testing.TB
	worlds []*world.World
	steps  []world.Step
}

func (f *film) Len() int                 { return len(f.steps) }
func (f *film) Step(n int) world.Step    { return f.steps[n-1] }
func (f *film) World(n int) *world.World { return f.worlds[n].Clone() }

// newFilm makes a topic with settings "a=b c=d" on so many brokers.
func newFilm(t testing.TB, brokers int, settings string) *film {
	w := world.New()
	cfg := log.DefaultConfig()
	top := world.Topic{Name: "orders", Parts: []world.Partition{{Leader: 1}}}
	for _, s := range strings.Fields(settings) {
		k, v, _ := strings.Cut(s, "=")
		var err error
		cfg, err = cfg.With(k, v)
		require.NoError(t, err)
		top.Settings = append(top.Settings, world.Setting{Key: k, Value: v})
	}
	top.Config = cfg
	for n := 1; n <= brokers; n++ {
		id := world.NodeID(n)
		l := log.New("orders-0", cfg, w.Now.MS())
		w.Brokers = append(w.Brokers, world.Broker{ID: id, Up: true,
			Replicas: []world.Replica{{Log: l}}})
		top.Parts[0].Replicas = append(top.Parts[0].Replicas, id)
		top.Parts[0].ISR = append(top.Parts[0].ISR, id)
	}
	w.Topics = []world.Topic{top}
	return &film{t: t, worlds: []*world.World{w}}
}

// shoot makes one step: do changes the world and returns what happened.
func (f *film) shoot(cause world.Cause, do func(w *world.World) []world.Event) {
	w := f.worlds[len(f.worlds)-1].Clone()
	ev := do(w)
	f.worlds = append(f.worlds, w)
	f.steps = append(f.steps, world.Step{N: len(f.steps) + 1, At: w.Now, Cause: cause, Events: ev})
}

type kv struct {
	key, value string
	null       bool
}

func fillers(prefix string, n, size int) []kv {
	out := make([]kv, n)
	for i := range out {
		out[i].value = strings.Repeat("x", size)
		if prefix != "" {
			out[i].key = fmt.Sprintf("%s-%03d", prefix, i)
		}
	}
	return out
}

// produce appends records, one a batch, every so many milliseconds, to every replica.
func (f *film) produce(every int64, recs ...kv) {
	f.shoot(world.Cause{Line: "produce"}, func(w *world.World) (ev []world.Event) {
		for _, r := range recs {
			w.Now = w.Now.Add(world.Span(every) * world.Millisecond)
			rec := record.Record{Timestamp: w.Now.MS(), Value: []byte(r.value)}
			if r.key != "" {
				rec.Key = []byte(r.key)
			}
			if r.null {
				rec.Value = nil
			}
			for b := range w.Brokers {
				l := w.Brokers[b].Replicas[0].Log
				res, code := l.AppendLeader(record.Build(record.NewSpec(record.None),
					[]record.Record{rec}), 0, w.Now.MS())
				require.Equal(f.t, errcode.None, code)
				l.SetHW(l.EndOffset)
				for _, roll := range res.Rolls {
					ev = append(ev, world.Event{Kind: world.Rolled, Node: w.Brokers[b].ID,
						From: roll.Base, To: roll.Closed, A: roll.A, B: roll.B, C: roll.C,
						Why: roll.Why})
				}
				ev = append(ev, world.Event{Kind: world.Appended, Node: w.Brokers[b].ID,
					From: res.First, To: res.Last})
			}
		}
		return ev
	})
}

// wait lets time pass.
func (f *film) wait(ms int64) {
	f.shoot(world.Cause{Line: "wait"}, func(w *world.World) []world.Event {
		from := w.Now
		w.Now = w.Now.Add(world.Span(ms) * world.Millisecond)
		return []world.Event{{Kind: world.Waited, Topic: -1, From: int64(from), To: int64(w.Now)}}
	})
}

// retain runs retention.
func (f *film) retain() {
	f.shoot(world.Cause{Kind: world.CauseTimer}, func(w *world.World) (ev []world.Event) {
		for b := range w.Brokers {
			l := w.Brokers[b].Replicas[0].Log
			res := l.DeleteOldSegments(w.Now.MS())
			for _, roll := range res.Rolls {
				ev = append(ev, world.Event{Kind: world.Rolled, Node: w.Brokers[b].ID,
					From: roll.Base, To: roll.Closed, Why: roll.Why})
			}
			for _, r := range res.Removed {
				ev = append(ev, world.Event{Kind: world.SegmentRemoved, Node: w.Brokers[b].ID,
					From: r.Base, To: r.Next - 1, D: r.Size, A: r.A, B: r.B, C: r.C, Why: r.Why})
			}
			ev = append(ev, world.Event{Kind: world.LogStartMoved, Node: w.Brokers[b].ID,
				From: res.LogStartBefore, To: res.LogStart})
		}
		return ev
	})
}

// sweepFiles deletes what has waited.
func (f *film) sweepFiles() {
	f.shoot(world.Cause{Kind: world.CauseTimer}, func(w *world.World) (ev []world.Event) {
		for b := range w.Brokers {
			for _, d := range w.Brokers[b].Replicas[0].Log.DeleteDoomed(w.Now.MS()) {
				ev = append(ev, world.Event{Kind: world.FileGone, Node: w.Brokers[b].ID,
					From: d.Base,
					A:    d.Size})
			}
		}
		return ev
	})
}

// clean makes a pass on every broker.
func (f *film) clean() {
	f.shoot(world.Cause{Kind: world.CauseTimer}, func(w *world.World) (ev []world.Event) {
		for b := range w.Brokers {
			l := w.Brokers[b].Replicas[0].Log
			id := w.Brokers[b].ID
			var fates []world.Event
			p := cleaner.Walk(l, cleaner.Settings{}, w.Now.MS(),
				func(_ *record.Batch, b *cleaner.BatchVerdict) {
					for _, v := range b.Records {
						if !v.Keep {
							fates = append(fates, world.Event{Kind: world.RecordRemoved, Node: id,
								From: v.Offset, To: v.Offset, Why: v.Why, A: v.A, B: v.B})
						}
					}
				})
			ev = append(ev, world.Event{Kind: world.CleanStarted, Node: id},
				world.Event{Kind: world.MapBuilt, Node: id, From: p.Choice.FirstDirty,
					To: p.EndOffset, A: 8, B: p.Usable})
			ev = append(ev, fates...)
			for _, g := range p.Groups {
				ev = append(ev, world.Event{Kind: world.GroupSwapped, Node: id,
					From: l.Segments[g.From].BaseOffset, To: l.Segments[g.To-1].BaseOffset,
					A: g.BytesBefore, B: g.BytesAfter})
			}
			cleaner.Apply(l, &p)
			ev = append(ev, world.Event{Kind: world.CleanDone, Node: id})
		}
		return ev
	})
}

// segmentsFilm: 600 records of 5000 bytes roll two segments; retention takes them.
func segmentsFilm(t testing.TB) *film {
	f := newFilm(t, 1, "segment.bytes=1048576 retention.ms=8000 segment.ms=3600000")
	f.produce(3, fillers("", 1, 5000)...)
	f.produce(3, fillers("", 9, 5000)...)
	f.produce(3, fillers("", 590, 5000)...)
	f.wait(10_000)
	f.retain()
	f.wait(60_000)
	f.sweepFiles()
	return f
}

// compactionFilm: eight keys in four rounds, two tombstones, fillers, a pass, fillers, a pass.
func compactionFilm(t testing.TB) *film {
	f := newFilm(t, 1, "cleanup.policy=compact min.cleanable.dirty.ratio=0.01 "+
		"delete.retention.ms=100 max.compaction.lag.ms=8000 segment.bytes=1048576")
	for round := range 4 {
		var recs []kv
		for k := 1; k <= 8; k++ {
			recs = append(recs, kv{key: fmt.Sprintf("biz-key-%d", k),
				value: fmt.Sprintf("round%d", round)})
		}
		f.produce(10, recs...)
	}
	f.produce(10, kv{key: "biz-key-7", null: true}, kv{key: "biz-key-8", null: true})
	f.produce(10, fillers("filler-a", 250, 5000)...)
	f.wait(3000)
	f.clean()
	f.produce(10, fillers("filler-b", 250, 5000)...)
	f.wait(3000)
	f.clean()
	return f
}
