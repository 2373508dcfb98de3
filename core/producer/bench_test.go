package producer

import (
	"testing"

	"highwater/core/record"
)

// busy is a warm client with five numbered batches on the wire and twenty in its queue.
func busy(b *testing.B) *rig {
	r := &rig{c: New("p", DefaultConfig(), 1), now: 1000 * Millisecond}
	r.c.Config.LingerMS = 0
	r.c.Config.BatchSize = 100
	r.c.Warm(r.now, []TopicMeta{{0, 1}}, []Leader{{TP: p0, Node: 1}}, []int32{1})
	r.c.Identify(1)
	for range 25 {
		r.c.Send(r.now, p0, record.Record{Value: make([]byte, 60), Timestamp: -1})
		for e := r.c.RunOnce(r.now); !e.None(); e = r.c.RunOnce(r.now) {
		}
	}
	return r
}

func BenchmarkSendAndAnswer(b *testing.B) {
	r := busy(b)
	node := &r.c.Nodes[0]
	offset := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		q := node.InFlight[0]
		r.c.OnResponse(r.now, Response{Request: q.ID, Node: 1,
			Parts: []ResponsePart{{TP: p0, BaseOffset: offset}}})
		offset++
		r.c.RunOnce(r.now)
		r.c.Send(r.now, p0, record.Record{Value: make([]byte, 60), Timestamp: -1})
	}
}

func BenchmarkIdleIteration(b *testing.B) {
	r := busy(b)
	b.ReportAllocs()
	for b.Loop() {
		r.c.RunOnce(r.now)
	}
}

func BenchmarkClone(b *testing.B) {
	r := busy(b)
	b.ReportAllocs()
	for b.Loop() {
		_ = r.c.Clone()
	}
}
