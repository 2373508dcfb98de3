package tests

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/lesson"
	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/trace"
	"highwater/core/world"
)

// The numbers below were seen on a live cluster of three brokers; the lessons show the same. They
// are asked of the simulated disks here, whatever the lessons' own files say.

// tale is a lesson that was played.
type tale struct {
	t *testing.T
	r *lesson.Run
}

func tell(t *testing.T, name, variant string, own ...lesson.Setting) tale {
	t.Helper()
	l, err := openLesson(name)
	require.NoError(t, err)
	r, err := l.Play(variant, own)
	require.NoError(t, err)
	return tale{t, r}
}

// at is the world at a stop.
func (s tale) at(stop string) *world.World {
	s.t.Helper()
	i := slices.IndexFunc(s.r.Stops, func(x lesson.Stop) bool { return x.ID == stop })
	require.GreaterOrEqual(s.t, i, 0, "there is no stop %s", stop)
	return s.r.Timeline.World(s.r.Stops[i].Step)
}

func (s tale) end() *world.World { return s.r.Timeline.World(s.r.Timeline.Len()) }

// when is the first world of which something is true.
func (s tale) when(what string, true func(*world.World) bool) *world.World {
	s.t.Helper()
	for n := 0; n <= s.r.Timeline.Len(); n++ {
		if w := s.r.Timeline.World(n); len(w.Topics) > 0 && true(w) {
			return w
		}
	}
	require.Fail(s.t, "it never comes to this", what)
	return nil
}

func disk(w *world.World) *log.Log { return w.LeaderReplica(0, 0).Log }

// listing is what ls says of the .log files: "0:1044420 206:1044420 412:953160".
func listing(l *log.Log) (out string) {
	for i := range l.Segments {
		out += fmt.Sprintf(" %d:%d", l.Segments[i].BaseOffset, l.Segments[i].Size)
	}
	return out[min(1, len(out)):]
}

// rec is a record as a reader sees it.
type rec struct {
	offset     int64
	key, value string
	tombstone  bool
}

// readable are the records that a consumer gets from the beginning to the high watermark.
func readable(t *testing.T, l *log.Log) (out []rec) {
	t.Helper()
	for from := l.LogStart; from < l.HW; {
		got := l.Fetch(from, log.ReadUncommitted, 1<<20)
		require.NotEmpty(t, got.Batches, "nothing at %d", from)
		for _, b := range got.Batches {
			if b.Control() {
				continue
			}
			recs, err := b.Records()
			require.NoError(t, err)
			for _, r := range recs {
				out = append(out, rec{r.Offset, string(r.Key), string(r.Value), r.Value == nil})
			}
		}
		from = got.Batches[len(got.Batches)-1].NextOffset()
	}
	return out
}

// TestSegmentsOfALiveCluster: 600 records of 5000 bytes, one a batch of 5070 bytes, fill files at
// 0, 206 and 412.
func TestSegmentsOfALiveCluster(t *testing.T) {
	s := tell(t, "segments", "none")
	l := disk(s.end())
	assert.Equal(t, int64(600), l.LogEndOffset())
	assert.Equal(t, "0:1044420 206:1044420 412:953160", listing(l))
	for i := range l.Segments {
		for _, b := range l.Segments[i].Batches {
			require.Equal(t, 5070, b.Size())
			require.Equal(t, int32(1), b.Count)
		}
	}
	assert.Equal(t, 206*5070, 1_044_420)
	assert.Equal(t, 188*5070, 953_160)

	// A topic whose segments would be smaller than a mebibyte is refused, in Kafka's words.
	step := s.r.Timeline.Step(2)
	require.NotEmpty(t, step.Events)
	assert.Equal(t, world.ConfigRefused, step.Events[0].Kind)
	assert.Equal(t, errcode.InvalidConfig, step.Events[0].Code)
	assert.Equal(t, "Invalid value 2048 for configuration segment.bytes: "+
		"Value must be at least 1048576", step.Words)
}

// TestSnappyOfALiveCluster: the same records with snappy take 331 to 350 bytes each, depending on
// the encoder, so all of them lie in one file.
func TestSnappyOfALiveCluster(t *testing.T) {
	l := disk(tell(t, "segments", "snappy").end())
	require.Len(t, l.Segments, 1)
	batches := l.Segments[0].Batches
	require.Len(t, batches, 600)
	for i := range batches {
		require.Equal(t, record.Snappy, batches[i].Codec())
		require.GreaterOrEqual(t, batches[i].Size(), 331)
		require.LessOrEqual(t, batches[i].Size(), 350)
	}
	rolls := 1_048_576 / batches[0].Size() / 206
	assert.InDelta(t, 15, rolls, 1, "segments roll some fifteen times later")
}

// TestRetentionOfALiveCluster: written within two seconds, all three segments go at one check, and
// an empty one begins at 600; written slowly, the earliest offset passes 206 and 412 first.
func TestRetentionOfALiveCluster(t *testing.T) {
	fast := tell(t, "retention", "fast")
	l := disk(fast.at("written"))
	assert.Equal(t, "0:1044420 206:1044420 412:953160", listing(l))
	assert.Equal(t, []int64{0, 600}, []int64{l.LogStart, l.HW})

	l = disk(fast.when("a check took something", func(w *world.World) bool {
		return disk(w).LogStart > 0
	}))
	assert.Equal(t, "600:0", listing(l))
	assert.Equal(t, []int64{600, 600}, []int64{l.LogStart, l.HW})
	var doomed []string
	for _, d := range l.Doomed {
		if d.Size > 10_000 { // the indexes are smaller
			doomed = append(doomed, fmt.Sprint(d.Name, " ", d.Size))
		}
		assert.Equal(t, int64(60_000), d.Due-d.DeletedAt, "file.delete.delay.ms")
	}
	assert.Equal(t, []string{"00000000000000000000.log.deleted 1044420",
		"00000000000000000206.log.deleted 1044420",
		"00000000000000000412.log.deleted 953160"}, doomed)
	assert.Empty(t, disk(fast.end()).Doomed, "after the delay they are gone")

	var starts []int64
	slow := tell(t, "retention", "slow")
	for n := 4; n <= slow.r.Timeline.Len(); n++ {
		starts = append(starts, disk(slow.r.Timeline.World(n)).LogStart)
	}
	assert.Equal(t, []int64{0, 206, 412, 600}, slices.Compact(starts))
}

// TestCompactionOfALiveCluster: 34 readable records before, 258 after the first pass with both
// tombstones where they were, 506 after the second one without them.
func TestCompactionOfALiveCluster(t *testing.T) {
	s := tell(t, "compaction", "short")
	counts := func(w *world.World) (all, fillers int, tombstones []int64, live map[string]string) {
		live = map[string]string{}
		for _, r := range readable(t, disk(w)) {
			all++
			switch {
			case r.tombstone:
				tombstones = append(tombstones, r.offset)
			case len(r.value) == 5000:
				fillers++
			default:
				live[r.key] = r.value
			}
		}
		return all, fillers, tombstones, live
	}
	all, _, tombstones, _ := counts(s.at("before"))
	assert.Equal(t, 34, all)
	assert.Equal(t, []int64{32, 33}, tombstones)

	newest := map[string]string{}
	for k := 1; k <= 6; k++ {
		newest[fmt.Sprintf("biz-key-%d", k)] = "round3"
	}
	all, fillers, tombstones, live := counts(s.at("read258"))
	assert.Equal(t, []int{258, 250}, []int{all, fillers})
	assert.Equal(t, []int64{32, 33}, tombstones)
	assert.Equal(t, newest, live)

	all, fillers, tombstones, live = counts(s.at("read506"))
	assert.Equal(t, []int{506, 500}, []int{all, fillers})
	assert.Empty(t, tombstones)
	assert.Equal(t, newest, live)

	sizes := map[int]bool{}
	l := disk(s.at("before"))
	for _, b := range l.Segments[0].Batches {
		sizes[b.Size()] = true
	}
	assert.Equal(t, map[int]bool{83: true, 77: true}, sizes, "a value of eight bytes, a tombstone")
}

// TestCodecsOfALiveCluster: 3000 records of some 300 bytes of JSON, sent without waiting, take less
// and less room uncompressed, with lz4, gzip and zstd; small batches take more than large ones; and
// one small record that is compressed alone may even grow.
func TestCodecsOfALiveCluster(t *testing.T) {
	t.Parallel()
	stored := func(codec string, batch int) int64 {
		p := trace.NewPlayer(trace.Empty(trace.Journal{}), 0)
		for _, l := range []string{"cluster version=4.2", "topic orders",
			fmt.Sprintf("producer app compression.type=%s batch.size=%d linger.ms=5", codec, batch),
			"send app orders count=3000 size=300 fill=json", "flush app", "wait until=quiet"} {
			require.NoError(t, p.Do(l, trace.StepsMax), l)
		}
		l := disk(p.World())
		require.Equal(t, int64(3000), l.HW)
		return l.SizeInBytes()
	}
	none, lz4 := stored("none", 16384), stored("lz4", 16384)
	gzip, zstd := stored("gzip", 16384), stored("zstd", 16384)
	assert.Equal(t, int64(930_538), none, "as Kafka's own client batched them")
	assert.Greater(t, none, 3*lz4)
	assert.Greater(t, lz4, gzip)
	assert.Greater(t, gzip, zstd)
	assert.Greater(t, 3*stored("lz4", 2048), 4*lz4, "small batches compress badly")

	one := []record.Record{{Key: []byte("k"), Value: []byte("a short value")}}
	plain := record.Build(record.NewSpec(record.None), one)
	assert.Greater(t, record.Build(record.NewSpec(record.Gzip), one).Size(), plain.Size())
}

// TestALostResponse: a producer that does not number its records writes the record again; one that
// does is told the offset that it has.
func TestALostResponse(t *testing.T) {
	values := func(variant string) (out []string) {
		for _, r := range readable(t, disk(tell(t, "lost-response", variant).end())) {
			out = append(out, r.key+" "+r.value)
		}
		return out
	}
	assert.Equal(t, []string{"#42 created", "#42 paid", "#42 paid"}, values("plain")[:3])
	assert.Equal(t, []string{"#42 created", "#42 paid"}, values("idempotent")[:2])
	assert.NotContains(t, values("idempotent")[2:], "#42 paid")
}

// TestThreeInFlight: of three requests under way the first fails. Plain, the second and the third
// land at 10 and 11 and the first at 12; numbered, 10, 11 and 12 hold them as they were sent.
func TestThreeInFlight(t *testing.T) {
	from10 := func(variant string) (out []string) {
		for _, r := range readable(t, disk(tell(t, "reorder", variant).end())) {
			if r.offset >= 10 && r.offset <= 12 {
				out = append(out, fmt.Sprint(r.offset, " ", r.key, " ", r.value))
			}
		}
		return out
	}
	assert.Equal(t, []string{"10 #77 shipped", "11 #99 created", "12 #42 paid"}, from10("plain"))
	assert.Equal(t, []string{"10 #42 paid", "11 #77 shipped", "12 #99 created"},
		from10("idempotent"))
}
