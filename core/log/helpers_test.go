package log

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/record"
)

const t0 = 1_700_000_000_000

// conf is the default configuration with settings given as key, value, ...
func conf(t testing.TB, pairs ...string) Config {
	t.Helper()
	c, err := DefaultConfig().WithAll(pairs...)
	require.NoError(t, err)
	return c
}

// small is a log whose segments are full after a few records.
func small(t testing.TB, segmentBytes string, pairs ...string) *Log {
	t.Helper()
	return New("t-0", conf(t, append(pairs, "internal.segment.bytes", segmentBytes)...), t0)
}

// kv is a record at a time.
func kv(key, value string, ts int64) record.Record {
	r := record.Record{Timestamp: ts, Key: []byte(key)}
	if value != "" {
		r.Value = []byte(value)
	}
	return r
}

// batch builds what a client without a producer id sends.
func batch(recs ...record.Record) record.Batch {
	return sent(record.NewSpec(record.None), recs...)
}

func sent(spec record.Spec, recs ...record.Record) record.Batch {
	for i := range recs {
		recs[i].Offset = int64(i)
	}
	return record.Build(spec, recs)
}

// who is an idempotent or transactional producer.
type who struct {
	id    int64
	epoch int16
	txn   bool
}

func (w who) batch(seq int32, recs ...record.Record) record.Batch {
	spec := record.NewSpec(record.None)
	spec.ProducerID, spec.ProducerEpoch, spec.BaseSequence = w.id, w.epoch, seq
	spec.Transactional = w.txn
	return sent(spec, recs...)
}

// one is a batch of n records.
func (w who) one(seq int32, n int, ts int64) record.Batch {
	recs := make([]record.Record, n)
	for i := range recs {
		recs[i] = kv("k", "v", ts)
	}
	return w.batch(seq, recs...)
}

// put appends and demands success.
func put(t testing.TB, l *Log, b record.Batch, now int64) AppendResult {
	t.Helper()
	res, code := l.AppendLeader(b, 0, now)
	require.Equal(t, errcode.None, code, "%s %s", res.Why, res.Text)
	return res
}

// end appends a marker and demands success.
func end(t testing.TB, l *Log, w who, commit bool, tv int, now int64) AppendResult {
	t.Helper()
	res, code := l.AppendMarker(Marker{ProducerID: w.id, Epoch: w.epoch, Commit: commit,
		TransactionVersion: tv}, 0, now)
	require.Equal(t, errcode.None, code, "%s", res.Why)
	return res
}

func bases(l *Log) []int64 {
	var b []int64
	for i := range l.Segments {
		b = append(b, l.Segments[i].BaseOffset)
	}
	return b
}

func sizes(l *Log) []int32 {
	var b []int32
	for i := range l.Segments {
		b = append(b, l.Segments[i].Size)
	}
	return b
}

func fileOf(t testing.TB, l *Log, name string) []byte {
	t.Helper()
	for _, f := range l.Files() {
		if f.Name == name {
			return f.Data
		}
	}
	t.Fatalf("no file %s", name)
	return nil
}

func offsets(batches []record.Batch) []int64 {
	var o []int64
	for i := range batches {
		o = append(o, batches[i].BaseOffset)
	}
	return o
}
