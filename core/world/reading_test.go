package world

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/log"
	"highwater/core/record"
)

// transactions is a log with a committed, an aborted and an open transaction among plain records.
func transactions(t *testing.T) *log.Log {
	cfg, err := log.DefaultConfig().WithAll("internal.segment.bytes", "300")
	require.NoError(t, err)
	l := log.New("t-0", cfg, 1)
	write := func(pid int64, seq int32, key, value string) {
		spec := record.NewSpec(record.None)
		if pid > 0 {
			spec.ProducerID, spec.ProducerEpoch, spec.BaseSequence = pid, 0, seq
			spec.Transactional = true
		}
		r := record.Record{Timestamp: 1, Key: []byte(key)}
		if value != "" {
			r.Value = []byte(value)
		}
		_, code := l.AppendLeader(record.Build(spec, []record.Record{r}), 0, 1)
		require.Zero(t, code)
		l.RaiseHW(l.EndOffset)
	}
	end := func(pid int64, commit bool) {
		_, code := l.AppendMarker(log.Marker{ProducerID: pid, Commit: commit}, 0, 1)
		require.Zero(t, code)
		l.RaiseHW(l.EndOffset)
	}
	write(0, 0, "plain", "1")
	write(7, 0, "a", "committed")
	write(8, 0, "a", "poison")
	write(8, 1, "b", "poison")
	end(7, true)
	end(8, false)
	write(8, 2, "b", "after the abort")
	end(8, true)
	write(0, 0, "plain", "")
	write(9, 0, "c", "undecided")
	write(0, 0, "d", "above the open transaction")
	require.Greater(t, len(l.Segments), 2, "an abort and its data lie in different segments")
	return l
}

func TestReadersSeeWhatTheirIsolationShows(t *testing.T) {
	l := transactions(t)
	all := Read(l, false)
	require.Equal(t, []Row{{"a", "poison", 2}, {"b", "after the abort", 6}, {"c", "undecided", 9},
		{"d", "above the open transaction", 10}}, all.Rows)
	require.Equal(t, Reading{From: 0, Next: 11, Records: 8, Tombstones: 1, Keys: 4, Rows: all.Rows},
		all)

	committed := Read(l, true)
	require.Equal(t, []Row{{"a", "committed", 1}, {"b", "after the abort", 6}}, committed.Rows)
	require.Equal(t, int64(9), committed.Next, "the last stable offset is where reading ends")
	require.Equal(t, int64(4), committed.Records)
}

func TestALongTableIsCutAndCounted(t *testing.T) {
	l := log.New("t-0", log.DefaultConfig(), 1)
	for i := range 100 {
		b := record.Build(record.NewSpec(record.None), []record.Record{{Timestamp: 1,
			Key: []byte{byte(i)}, Value: make([]byte, 200)}})
		_, code := l.AppendLeader(b, 0, 1)
		require.Zero(t, code)
	}
	require.Zero(t, Read(l, false).Records, "nothing is below the high watermark")
	l.RaiseHW(l.EndOffset)
	r := Read(l, false)
	require.Equal(t, int64(100), r.Keys)
	require.Len(t, r.Rows, RowsMax)
	require.Less(t, len(r.Rows[0].Value), 60)
}
