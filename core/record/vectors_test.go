package record_test

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/record"
)

const t0 = 1_700_000_000_000

// vectors are batches as Kafka wrote them.
func vectors(t testing.TB) map[string][]byte {
	text, err := os.ReadFile("testdata/vectors.txt")
	require.NoError(t, err)
	found := map[string][]byte{}
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' {
			continue
		}
		name, digits, ok := strings.Cut(strings.TrimSpace(line), " ")
		require.True(t, ok)
		p, err := hex.DecodeString(digits)
		require.NoError(t, err)
		found[name] = p
	}
	return found
}

// kafkaLogs are .log files that Kafka wrote, by name.
func kafkaLogs(t testing.TB) map[string][]byte {
	names, err := filepath.Glob("testdata/logs/*.log")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	logs := map[string][]byte{}
	for _, name := range names {
		logs[filepath.Base(name)], err = os.ReadFile(name)
		require.NoError(t, err)
	}
	return logs
}

// eachBatch walks over encoded batches, which must be valid.
func eachBatch(t testing.TB, p []byte, f func(b record.Batch)) {
	for len(p) > 0 {
		b, err := record.Parse(p)
		require.NoError(t, err)
		require.NoError(t, b.CheckCRC())
		f(b)
		p = p[b.Size():]
	}
}

func txnSpec() record.Spec {
	spec := record.NewSpec(record.None)
	spec.BaseOffset, spec.LeaderEpoch = 5, 2
	spec.ProducerID, spec.ProducerEpoch, spec.BaseSequence = 4000, 3, 7
	spec.Transactional = true
	return spec
}

var txnRecords = []record.Record{
	{Offset: 5, Timestamp: t0, Key: []byte("k1")},
	{
		Offset: 6, Timestamp: t0 + 5, Value: []byte("v2"),
		Headers: []record.RecordHeader{{Key: []byte("h"), Value: []byte{1}}, {Key: []byte("n")}},
	},
}

// TestWrittenLikeKafka builds each uncompressed vector from what it says.
func TestWrittenLikeKafka(t *testing.T) {
	want := vectors(t)
	plain := []record.Record{{Timestamp: t0, Key: []byte("k"), Value: []byte("v")}}
	marker := record.Marker{
		Offset: 9, Timestamp: t0, LeaderEpoch: 2, ProducerID: 4000, ProducerEpoch: 3,
		CoordinatorEpoch: 11,
	}
	commit := marker
	commit.Commit = true
	data := record.Build(txnSpec(), txnRecords)
	tombstoneSpec := record.NewSpec(record.None)
	tombstoneSpec.BaseOffset = 3
	tombstones := []record.Record{{Offset: 3, Timestamp: t0, Key: []byte("k")}}
	tombstone := record.Build(tombstoneSpec, tombstones)

	got := map[string]record.Batch{
		"plain":             record.Build(record.NewSpec(record.None), plain),
		"transactional":     data,
		"abort":             record.EndMarker(marker),
		"commit":            record.EndMarker(commit),
		"empty":             record.Empty(data.Header),
		"tombstone":         tombstone,
		"tombstone-horizon": record.Rebuild(tombstone, tombstones, t0+100_000+86_400_000, true),
	}
	for name, b := range got {
		require.Equal(t, hex.EncodeToString(want[name]), hex.EncodeToString(b.Bytes), name)
		parsed, err := record.Parse(want[name])
		require.NoError(t, err, name)
		require.Equal(t, parsed.Header, b.Header, name)
	}
}

// TestCompressedVectors: every codec's blob gives the same record; the LZ4 one is also written
// with Kafka's very bytes, since both sides use the reference algorithm.
func TestCompressedVectors(t *testing.T) {
	value := bytes.Repeat([]byte("v"), 64)
	want := []record.Record{{Timestamp: t0, Key: []byte("k"), Value: value}}
	for c := record.Gzip; c <= record.Zstd; c++ {
		b, err := record.Parse(vectors(t)[c.String()])
		require.NoError(t, err)
		require.NoError(t, b.CheckCRC())
		require.Equal(t, c, b.Codec())
		recs, err := b.Records()
		require.NoError(t, err)
		require.Equal(t, want, recs, c)

		own := record.Build(record.NewSpec(c), want)
		require.NoError(t, own.CheckCRC())
		recs, err = own.Records()
		require.NoError(t, err)
		require.Equal(t, want, recs, c)
		if c == record.LZ4 {
			require.Equal(t, b.Bytes, own.Bytes)
		}
	}
}

// TestKafkaFilesRoundTrip decodes every batch of real segments and encodes it again.
func TestKafkaFilesRoundTrip(t *testing.T) {
	batches := 0
	for name, p := range kafkaLogs(t) {
		eachBatch(t, p, func(b record.Batch) {
			batches++
			recs, err := b.Records()
			require.NoError(t, err)
			if b.Count == 0 {
				require.Equal(t, b.Bytes, record.Empty(b.Header).Bytes, name)
				return
			}
			again := rewritten(b, recs)
			if c := b.Codec(); c == record.None || c == record.LZ4 {
				require.Equal(t, b.Bytes, again.Bytes, "%s at %d", name, b.BaseOffset)
				return
			}
			back, err := again.Records()
			require.NoError(t, err)
			require.Equal(t, recs, back)
		})
	}
	require.Greater(t, batches, 200)
}

// rewritten builds a batch from what another one says.
func rewritten(b record.Batch, recs []record.Record) record.Batch {
	spec := record.Spec{
		BaseOffset: b.BaseOffset, LeaderEpoch: b.LeaderEpoch, Codec: b.Codec(),
		LogAppendTime: b.LogAppendTime(), AppendTime: b.MaxTimestamp,
		Transactional: b.Transactional(), Control: b.Control(),
		ProducerID: b.ProducerID, ProducerEpoch: b.ProducerEpoch, BaseSequence: b.BaseSequence,
		LastOffset: b.LastOffset(), HasLastOffset: true,
	}
	spec.DeleteHorizon, spec.HasDeleteHorizon = b.DeleteHorizon()
	if !b.LogAppendTime() {
		return record.Build(spec, recs)
	}
	// A leader leaves the deltas as the client wrote them and sets type and time afterwards.
	spec.LogAppendTime = false
	client, err := b.WithMaxTimestamp(false, b.MaxTimestamp).Records()
	if err != nil {
		panic(err)
	}
	return record.Build(spec, client).WithMaxTimestamp(true, b.MaxTimestamp)
}

// TestSentBytes: what clients and followers were sent decodes, whatever the log thought of it.
func TestSentBytes(t *testing.T) {
	text, err := os.ReadFile("testdata/sent.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' {
			continue
		}
		p, err := hex.DecodeString(strings.TrimSpace(line))
		require.NoError(t, err)
		for len(p) > 0 {
			b, err := record.Parse(p)
			require.NoError(t, err)
			if b.CheckCRC() == nil && b.Codec() == record.None && b.Count > 0 {
				if recs, err := b.Records(); err == nil && !b.LogAppendTime() {
					require.Equal(t, b.Bytes, rewritten(b, recs).Bytes)
				}
			}
			p = p[b.Size():]
		}
	}
}
