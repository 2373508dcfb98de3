package record_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"runtime"
	"testing"

	"github.com/klauspost/compress/s2"
	"github.com/stretchr/testify/require"

	"highwater/core/record"
)

// sealed gives a copy with a right CRC, so that only what the test damaged is wrong.
func sealed(p []byte) []byte {
	p = bytes.Clone(p)
	sum := crc32.Checksum(p[21:], crc32.MakeTable(crc32.Castagnoli))
	binary.BigEndian.PutUint32(p[17:], sum)
	return p
}

// withBlob puts another compressed blob behind the header of a batch.
func withBlob(c record.Codec, count uint32, blob []byte) []byte {
	one := []record.Record{{Timestamp: t0, Key: []byte("k")}}
	p := record.Build(record.NewSpec(c), one).Bytes[:record.HeaderSize:record.HeaderSize]
	p = append(p, blob...)
	binary.BigEndian.PutUint32(p[8:], uint32(len(p)-record.LogOverhead))
	binary.BigEndian.PutUint32(p[57:], count)
	return sealed(p)
}

func put32(p []byte, at int, v uint32) []byte {
	p = bytes.Clone(p)
	binary.BigEndian.PutUint32(p[at:], v)
	return p
}

// read does all that a reader does with the first batch.
func read(p []byte) error {
	b, err := record.Parse(p)
	if err != nil {
		return err
	}
	if err := b.CheckCRC(); err != nil {
		return err
	}
	_, err = b.Records()
	return err
}

// TestDamage: what is wrong has Kafka's name and a place.
func TestDamage(t *testing.T) {
	txn := record.Build(txnSpec(), txnRecords).Bytes
	set := func(at int, v byte) []byte {
		p := bytes.Clone(txn)
		p[at] = v
		return sealed(p)
	}
	tests := []struct {
		name string
		p    []byte
		kind record.Kind
		at   int64
	}{
		{"nothing", nil, record.Incomplete, 0},
		{"sixteen bytes", txn[:16], record.Incomplete, 0},
		{"half a header", txn[:40], record.Incomplete, 0},
		{"the last byte is missing", txn[:len(txn)-1], record.Incomplete, 0},
		{"length 0", put32(txn, 8, 0), record.CorruptRecord, 8},
		{"negative length", put32(txn, 8, 1<<31), record.CorruptRecord, 8},
		{"length 13", put32(txn, 8, 13), record.CorruptRecord, 8},
		{"length below a header", put32(txn, 8, 48), record.CorruptRecord, 8},
		{"length beyond everything", put32(txn, 8, 1<<31-1), record.Incomplete, 0},
		{"a flipped bit", put32(txn, 60, 0x12345678), record.CorruptRecord, 17},
		{"negative count", sealed(put32(txn, 57, 1<<32-1)), record.InvalidRecord, 57},
		{"one record more", sealed(put32(txn, 57, 3)), record.InvalidRecord, 86},
		{"one record less", sealed(put32(txn, 57, 1)), record.InvalidRecord, 70},
		{"codec 7", set(22, 7), record.IllegalArgument, 21},
		{"a blob that is none", set(22, 1), record.Decompression, 61},
		{"a length that is too large", set(61, 100), record.InvalidRecord, 61},
		{"a length that is too small", set(61, 0x0c), record.InvalidRecord, 70},
		{"a negative length", set(61, 0x01), record.InvalidRecord, 70},
		{"a key beyond the end", set(65, 0x7e), record.InvalidRecord, 66},
		{"a value beyond the end", set(68, 0x7e), record.InvalidRecord, 69},
		{"a negative number of headers", set(69, 0x01), record.InvalidRecord, 70},
		{"more headers than bytes", set(69, 0x7e), record.InvalidRecord, 70},
		{"a header without a key", set(79, 0x01), record.InvalidRecord, 79},
	}
	for _, tt := range tests {
		err := read(tt.p)
		var e *record.Error
		require.ErrorAs(t, err, &e, tt.name)
		require.Equal(t, tt.kind, e.Kind, "%s: %v", tt.name, err)
		require.Equal(t, tt.at, e.Position, "%s: %v", tt.name, err)
		require.Equal(t, int64(-1), e.Decoded, tt.name)
	}
}

// TestVarintTooLong: Kafka throws IllegalArgumentException for the length of a plain record and
// InvalidRecordException for everything inside one.
func TestVarintTooLong(t *testing.T) {
	long := bytes.Repeat([]byte{0xff}, 12)
	var e *record.Error
	require.ErrorAs(t, read(withBlob(record.None, 1, long)), &e)
	require.Equal(t, record.IllegalArgument, e.Kind)
	inside := append([]byte{0x16, 0}, long[:10]...)
	require.ErrorAs(t, read(withBlob(record.None, 1, inside)), &e)
	require.Equal(t, record.InvalidRecord, e.Kind)
}

// TestOldFormats: genuine messages of formats 0 and 1 are read, their CRC is another one.
func TestOldFormats(t *testing.T) {
	v0, _ := hex.DecodeString("0000000000000064000000174e17c1aa" +
		"0000000000036f6c6400000006666f726d6174")
	v1, _ := hex.DecodeString("00000000000000640000001f6e1f61b7" +
		"01000000018bcfe56820000000036f6c6400000006666f726d6174")
	for magic, p := range [][]byte{v0, v1} {
		b, err := record.Parse(p)
		require.NoError(t, err)
		require.NoError(t, b.CheckCRC())
		require.Equal(t, int8(magic), b.Magic)
		require.Equal(t, int64(100), b.BaseOffset)
		require.Equal(t, int64(100), b.LastOffset())
		recs, err := b.Records()
		require.NoError(t, err)
		timestamp := record.NoTimestamp
		if magic == 1 {
			timestamp = t0 + 32
		}
		require.Equal(t, []record.Record{
			{Offset: 100, Timestamp: timestamp, Key: []byte("old"), Value: []byte("format")},
		}, recs)

		rebuilt := record.Rebuild(b, recs, 0, false)
		require.Equal(t, int8(2), rebuilt.Magic)
		back, err := rebuilt.Records()
		require.NoError(t, err)
		require.Equal(t, recs, back)

		compressed := bytes.Clone(p)
		compressed[17] = byte(record.Gzip)
		b, err = record.Parse(compressed)
		require.NoError(t, err)
		_, err = b.Records()
		var e *record.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, record.OldFormat, e.Kind)
	}
	b, err := record.Parse(v1)
	require.NoError(t, err)
	b.Bytes = put32(b.Bytes, 26, 1000)
	_, err = b.Records()
	require.Error(t, err)
}

// bodyOf is the encoded records of a plain batch, to be framed by hand.
func bodyOf(recs []record.Record) []byte {
	return record.Build(record.NewSpec(record.None), recs).Bytes[record.HeaderSize:]
}

// TestSnappyFraming: snappy-java's reader also takes a raw block and repeated stream headers.
func TestSnappyFraming(t *testing.T) {
	// A run of one byte and one of seven: copies that overlap what they write.
	value := append(make([]byte, 3000), bytes.Repeat([]byte("seven.."), 300)...)
	recs := []record.Record{{Timestamp: t0, Key: []byte("k"), Value: value}}
	raw := bodyOf(recs)
	header, _ := hex.DecodeString("82534e41505059000000000100000001")
	framed := func(parts ...[]byte) (p []byte) {
		for _, part := range parts {
			p = append(p, header...)
			enc := s2.EncodeSnappyBest(nil, part)
			p = binary.BigEndian.AppendUint32(p, uint32(len(enc)))
			p = append(p, enc...)
		}
		return p
	}
	for name, blob := range map[string][]byte{
		"one raw block":    s2.EncodeSnappyBest(nil, raw),
		"one stream":       framed(raw),
		"repeated headers": framed(raw[:10], raw[10:20], raw[20:]),
	} {
		b, err := record.Parse(withBlob(record.Snappy, 1, blob))
		require.NoError(t, err, name)
		got, err := b.Records()
		require.NoError(t, err, name)
		require.Equal(t, recs, got, name)
	}
}

// TestBombs: neither a declared size nor a blob that decodes to very much decides how much
// memory is taken.
func TestBombs(t *testing.T) {
	big := []record.Record{{Timestamp: t0, Key: []byte("k"), Value: make([]byte, 20<<20)}}
	zstdLie, _ := hex.DecodeString("28b52ffda0ffffff3f010000")
	zstdWindow, _ := hex.DecodeString("28b52ffd0088010000")
	snappyLie := []byte{0xff, 0xff, 0xff, 0xff, 0x0f, 0x00, 0x61}
	bombs := map[string][]byte{
		"zstd declares 1 GiB":   withBlob(record.Zstd, 1, zstdLie),
		"zstd declares windows": withBlob(record.Zstd, 1, zstdWindow),
		"snappy declares 4 GiB": withBlob(record.Snappy, 1, snappyLie),
		"two billion records":   withBlob(record.None, 1<<31-1, bodyOf(txnRecords)),
	}
	for c := record.Gzip; c <= record.Zstd; c++ {
		bombs[c.String()+" of 20 MiB"] = record.Build(record.NewSpec(c), big).Bytes
	}
	const limit = 1 << 20
	for name, p := range bombs {
		s := record.Scratch{Limit: limit}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		b, err := record.Parse(p)
		require.NoError(t, err, name)
		err = b.Walk(&s, func(*record.Record) error { return nil })
		runtime.ReadMemStats(&after)
		require.Error(t, err, name)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2*len(p)+12*limit), name)
		var e *record.Error
		if errors.As(err, &e) && len(p) > 1000 {
			require.Equal(t, record.TooLarge, e.Kind, "%s: %v", name, err)
		}
	}
}

// TestVeryManyHeaders: a header of two bytes takes 48 in memory. More than a batch can sensibly
// have are refused before they are collected; who does not want them reads past any number.
func TestVeryManyHeaders(t *testing.T) {
	build := func(headers int) record.Batch {
		r := record.Record{Timestamp: t0, Headers: make([]record.RecordHeader, headers)}
		for i := range r.Headers {
			r.Headers[i].Key = []byte{}
		}
		return record.Build(record.NewSpec(record.Zstd), []record.Record{r, r})
	}
	count := func(headers int, s *record.Scratch) (records int, err error) {
		b := build(headers)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err = b.Walk(s, func(*record.Record) error { records++; return nil })
		runtime.ReadMemStats(&after)
		if s.SkipHeaders || err != nil {
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
		}
		return records, err
	}
	const half = record.HeadersLimit / 2
	n, err := count(half, &record.Scratch{})
	require.NoError(t, err)
	require.Equal(t, 2, n)
	_, err = count(record.HeadersLimit+1, &record.Scratch{})
	var e *record.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, record.TooLarge, e.Kind)
	require.Equal(t, "the records have more than 1048576 headers", e.Text)
	n, err = count(record.HeadersLimit+1, &record.Scratch{SkipHeaders: true})
	require.NoError(t, err)
	require.Equal(t, 2, n)
}

// TestControlRecords follows ControlRecordType.parse and EndTransactionMarker.deserialize.
func TestControlRecords(t *testing.T) {
	parse := func(key, value string) (record.Control, error) {
		k, _ := hex.DecodeString(key)
		v, _ := hex.DecodeString(value)
		return record.ParseControlRecord(&record.Record{Offset: 3, Timestamp: 4, Key: k, Value: v})
	}
	tests := []struct {
		key, value string
		kind       record.ControlType
		epoch      int32
		bad        bool
	}{
		{"00000000", "00000000000b", record.ControlAbort, 11, false},
		{"00000001", "00000000000b", record.ControlCommit, 11, false},
		{"00070001ffff", "00090000000b0000", record.ControlCommit, 11, false},
		{"00000002", "", record.ControlLeaderChange, 0, false},
		{"00000007", "", record.ControlUnknown, 0, false},
		{"0000ffff", "", record.ControlUnknown, 0, false},
		{"ffff0001", "00000000000b", 0, 0, true},
		{"000001", "00000000000b", 0, 0, true},
		{"00000001", "0000000000", 0, 0, true},
		{"00000001", "ffff0000000b", 0, 0, true},
	}
	for _, tt := range tests {
		c, err := parse(tt.key, tt.value)
		if tt.bad {
			var e *record.Error
			require.ErrorAs(t, err, &e, tt.key)
			require.Equal(t, record.InvalidRecord, e.Kind)
			continue
		}
		require.NoError(t, err, tt.key)
		want := record.Control{
			Type: tt.kind, Offset: 3, Timestamp: 4, CoordinatorEpoch: tt.epoch,
		}
		require.Equal(t, want, c)
	}

	marker := record.EndMarker(record.Marker{Offset: 9, ProducerID: 1, Commit: true})
	c, err := record.ParseControl(marker)
	require.NoError(t, err)
	require.True(t, c.EndsTransaction())
	c, err = record.ParseControl(record.Empty(marker.Header))
	require.NoError(t, err)
	require.Equal(t, record.ControlNone, c.Type)
}
