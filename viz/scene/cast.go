package scene

import (
	"sort"

	"highwater/core/log"
	"highwater/core/world"
)

// Source is a run: trace.Timeline is one.
type Source interface {
	Len() int
	Step(n int) world.Step
	World(n int) *world.World
}

// Cast knows the keys of a run in the order of their first appearance, and which offsets hold
// records that a reader wants to tell apart. It depends on the run only, never on a moment, so a
// key keeps its colour and a column its width from the first step to the last.
type Cast struct {
	keys   map[string]int // order of first appearance
	counts map[string]int // how often it was written
	single map[int]int    // by step: values whose key is written once
	parts  []castPart
	ends   []castEnd
	prefix map[int32][2]string // common beginnings of keys and values, by topic
	tale   *tale               // what was sent, and what became of it
}

type castPart struct {
	topic, part int32
	plain       []stretch // ascending
}

// stretch is offsets [from, to) that hold many records of one kind.
type stretch struct{ from, to int64 }

// castEnd remembers where a segment ended that now waits as .deleted.
type castEnd struct {
	node        world.NodeID
	topic, part int32
	base        int64
	size        int64
	end         int64
	why         world.Event
}

// tinted is how many keys have a colour of their own.
const tinted = 8

// plainMin is how many records of one kind in a row are drawn as a run.
const plainMin = 6

// castSteps bounds how many worlds are looked at: a run of thousands of steps is sampled.
const castSteps = 600

// NewCast reads a run from its first step to its last.
func NewCast(src Source, cache *Cache) *Cast {
	c := &Cast{keys: map[string]int{}, counts: map[string]int{}, prefix: map[int32][2]string{}}
	var seen []castRecord
	stride := 1 + src.Len()/castSteps
	next := map[[2]int32]int64{}
	for n := 1; n <= src.Len(); n++ {
		st := src.Step(n)
		appends, leaves := interesting(st)
		if !appends && !leaves || n%stride != 0 && n != src.Len() && !leaves {
			continue
		}
		w := src.World(n)
		if appends || stride > 1 {
			seen = c.read(w, n, next, seen, cache)
		}
		if leaves {
			c.remember(src.World(n-1), st)
		}
	}
	c.tale = newTale(src, cache)
	for i := range c.tale.sends { // before logs, so that both sides of a comparison agree
		if r := &c.tale.sends[i]; !r.rec.noKey && r.batch > 0 {
			c.name(r.rec.key)
		}
	}
	c.classify(seen)
	return c
}

// castRecord is a record as it was first seen.
type castRecord struct {
	topic, part int32
	off         int64
	step        int
	key, val    string
	special     bool // not a plain value
}

func interesting(st world.Step) (appends, leaves bool) {
	for i := range st.Events {
		switch st.Events[i].Kind {
		case world.Appended, world.Fetched:
			appends = true
		case world.SegmentRemoved, world.GroupSwapped:
			leaves = true
		}
	}
	return appends, leaves
}

// read takes in the records that every partition has got since the last look.
func (c *Cast) read(w *world.World, step int, next map[[2]int32]int64, seen []castRecord,
	cache *Cache) []castRecord {
	for b := range w.Brokers {
		for r := range w.Brokers[b].Replicas {
			rep := &w.Brokers[b].Replicas[r]
			id := [2]int32{rep.Topic, rep.Part}
			end := rep.Log.EndOffset
			if end <= next[id] || len(seen) > decodeMax {
				continue
			}
			from := next[id]
			for s := range rep.Log.Segments {
				cache.each(&rep.Log.Segments[s], from, end, func(r *rec) {
					seen = c.note(seen, step, id, r)
				})
			}
			next[id] = end
		}
	}
	return seen
}

func (c *Cast) note(seen []castRecord, step int, id [2]int32, r *rec) []castRecord {
	if !r.noKey && (r.kind == recValue || r.kind == recTombstone) {
		c.counts[r.key]++
	}
	key := r.key
	if r.noKey {
		key = ""
	}
	return append(seen, castRecord{topic: id[0], part: id[1], off: r.off, step: step, key: key,
		val:     r.val,
		special: r.kind != recValue || r.txn})
}

// classify finds the runs of plain records: values of a burst whose key is written once, or that
// have none. The other keys get their numbers in the order of their first appearance.
func (c *Cast) classify(seen []castRecord) {
	c.bursts(seen)
	for i := range seen {
		if r := &seen[i]; r.key != "" && !c.plain(r) {
			c.name(r.key)
		}
	}
	sort.SliceStable(seen, func(i, j int) bool {
		a, b := &seen[i], &seen[j]
		if a.topic != b.topic {
			return a.topic < b.topic
		}
		if a.part != b.part {
			return a.part < b.part
		}
		return a.off < b.off
	})
	for i := 0; i < len(seen); {
		j := i
		for j < len(seen) && seen[j].topic == seen[i].topic && seen[j].part == seen[i].part {
			j++
		}
		c.parts = append(c.parts, c.partOf(seen[i:j]))
		c.learnPrefix(seen[i:j])
		i = j
	}
}

// name gives a key its number, once.
func (c *Cast) name(key string) {
	if _, ok := c.keys[key]; !ok {
		c.keys[key] = len(c.keys)
	}
}

func (c *Cast) partOf(recs []castRecord) castPart {
	p := castPart{topic: recs[0].topic, part: recs[0].part}
	for i := 0; i < len(recs); {
		j := i
		for j < len(recs) && c.plain(&recs[j]) {
			j++
		}
		if j-i >= plainMin || j > i && j == len(recs) || j > i && recs[i].key == "" {
			p.plain = append(p.plain, stretch{recs[i].off, recs[j-1].off + 1})
		}
		i = max(j, i+1)
	}
	return p
}

// bursts counts how many values with a key of their own each step brought.
func (c *Cast) bursts(seen []castRecord) {
	c.single = map[int]int{}
	for i := range seen {
		if r := &seen[i]; !r.special && (r.key == "" || c.counts[r.key] == 1) {
			c.single[r.step]++
		}
	}
}

func (c *Cast) plain(r *castRecord) bool {
	if r.special {
		return false
	}
	return r.key == "" || c.counts[r.key] == 1 && c.single[r.step] >= plainMin
}

// learnPrefix finds what all telling keys and values of a topic begin with, up to the last
// separator or digit boundary: narrow cells leave it out.
func (c *Cast) learnPrefix(recs []castRecord) {
	var keys, vals []string
	for i := range recs {
		if r := &recs[i]; !c.plain(r) && r.key != "" {
			keys = append(keys, r.key)
			if r.val != "" {
				vals = append(vals, r.val)
			}
		}
	}
	c.prefix[recs[0].topic] = [2]string{commonPrefix(keys), commonPrefix(vals)}
}

func commonPrefix(list []string) string {
	if len(list) < 2 {
		return ""
	}
	p := list[0]
	for _, s := range list[1:] {
		n := 0
		for n < len(p) && n < len(s) && p[n] == s[n] {
			n++
		}
		p = p[:n]
	}
	for n := len(p); n > 0; n-- { // not within a number or a rune
		if b := p[n-1]; (b < '0' || b > '9') && b < 0x80 {
			return p[:n]
		}
	}
	return ""
}

// remember notes where the segments end that a step takes away.
func (c *Cast) remember(before *world.World, st world.Step) {
	for _, e := range st.Events {
		if e.Kind != world.SegmentRemoved && e.Kind != world.GroupSwapped {
			continue
		}
		l := logOf(before, e.Node, e.Topic, e.Part)
		if l == nil {
			continue
		}
		for i := range l.Segments {
			s := &l.Segments[i]
			last := e.To
			if e.Kind == world.SegmentRemoved {
				last = e.From
			}
			if s.BaseOffset >= e.From && s.BaseOffset <= last {
				c.ends = append(c.ends, castEnd{node: e.Node, topic: e.Topic, part: e.Part,
					base: s.BaseOffset, size: int64(s.Size), end: segEnd(s), why: e})
			}
		}
	}
}

// logOf finds the log of a partition on a broker.
func logOf(w *world.World, node world.NodeID, topic, part int32) *log.Log {
	for b := range w.Brokers {
		if w.Brokers[b].ID != node {
			continue
		}
		for r := range w.Brokers[b].Replicas {
			if rep := &w.Brokers[b].Replicas[r]; rep.Topic == topic && rep.Part == part {
				return rep.Log
			}
		}
	}
	return nil
}

// endOf tells where the doomed segment of a base and size ended.
func (c *Cast) endOf(node world.NodeID, topic, part int32, base, size int64) (castEnd, bool) {
	for i := len(c.ends) - 1; i >= 0; i-- {
		e := c.ends[i]
		if e.node == node && e.topic == topic && e.part == part && e.base == base &&
			e.size == size {
			return e, true
		}
	}
	return castEnd{}, false
}

// Tint is the place of a key in the cycle of colours, -1 if it shares the neutral one.
func (c *Cast) Tint(key string) int {
	if n, ok := c.keys[key]; ok && n < tinted {
		return n
	}
	return -1
}

// plainIn lists the runs of a partition.
func (c *Cast) plainIn(topic, part int32) []stretch {
	for i := range c.parts {
		if c.parts[i].topic == topic && c.parts[i].part == part {
			return c.parts[i].plain
		}
	}
	return nil
}

// buries tells that files wait for their deletion at some moment of the run.
func (c *Cast) buries() bool { return len(c.ends) > 0 }
