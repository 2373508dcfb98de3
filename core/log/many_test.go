package log

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// many is more than a partition usually sees of anything. What moves a whole list for each of
// them takes minutes.
const many = 100_000

// patience is far above what one sort takes, also on a busy machine.
const patience = 20 * time.Second

// crowd is a log in which many producers open a transaction each, their ids descending.
func crowd(t *testing.T, n int) *Log {
	t.Helper()
	l := New("t-0", conf(t), t0)
	s := l.ActiveSegment()
	for i := range n {
		b := who{id: int64(n - i), txn: true}.one(0, 1, t0).Assigned(int64(i), 0, false, t0)
		require.NoError(t, s.Append(&l.Config, t0, b))
	}
	l.setEnd(int64(n))
	return l
}

func ids(entries []Producer) []int64 {
	list := make([]int64, len(entries))
	for i := range entries {
		list[i] = entries[i].ID
	}
	return list
}

func TestManyProducersAreReplayed(t *testing.T) {
	files := crowd(t, many).Files()
	begin := time.Now()
	l, _, err := Load(files, LoadOptions{Config: conf(t), HW: -1, CleanerCheckpoint: -1, Now: t0})
	require.NoError(t, err)
	require.Less(t, time.Since(begin), patience)
	require.Len(t, l.Producers.Entries, many)
	require.True(t, slices.IsSorted(ids(l.Producers.Entries)))
	require.Len(t, l.Producers.Ongoing, many)
	newest, _ := l.Producers.Producer(1)
	require.EqualValues(t, many-1, newest.TxnFirstOffset)
	require.Nil(t, l.Producers.lateAt)
}

// TestManyTransactionsEnd: all of them are open at once; then the markers come, the oldest last.
func TestManyTransactionsEnd(t *testing.T) {
	const n = many / 10
	state := ProducerState{}
	var done []CompletedTxn
	for i := range n {
		state.Ongoing = append(state.Ongoing, Txn{ProducerID: int64(n - i),
			FirstOffset: int64(i), LastOffset: -1})
		done = append(done, CompletedTxn{ProducerID: int64(i + 1), FirstOffset: int64(n - 1 - i),
			LastOffset: int64(n + i)})
	}
	one := state
	one.Ongoing = slices.Clone(state.Ongoing)
	for _, c := range done {
		require.True(t, one.complete(c))
	}
	require.True(t, state.completeAll(done))
	require.Empty(t, state.Ongoing)
	require.Equal(t, one.Unreplicated, state.Unreplicated)
	require.False(t, state.completeAll(done[:1]), "it is not open any more")
}

// TestSnapshotsOfManyProducers: a broker writes them in the order of a hash map.
func TestSnapshotsOfManyProducers(t *testing.T) {
	var list []Producer
	for id := int64(many); id > 0; id-- {
		p := unknownProducer(id)
		p.Epoch, p.TxnFirstOffset = 1, 2*id
		list = append(list, p)
	}
	again := unknownProducer(many)
	again.Epoch = 2
	list = append(list, again)
	begin := time.Now()
	var s ProducerState
	s.load(list)
	require.Less(t, time.Since(begin), patience)
	require.True(t, slices.IsSorted(ids(s.Entries)))
	require.Len(t, s.Entries, many)
	require.EqualValues(t, 2, s.Entries[many-1].Epoch, "the later one of an id counts")
	require.EqualValues(t, 2, s.Ongoing[0].FirstOffset)
	require.Len(t, s.Ongoing, many)
}

// TestManyEpochs: neither their number nor their order costs more than one sort, and only a line
// that is wrong is quoted.
func TestManyEpochs(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "0\n%d\n", 10*many)
	for i := 10*many - 1; i > 0; i-- {
		fmt.Fprintf(&b, "%d %d\n", i, i)
	}
	text := b.String() + "7 70\n"
	begin := time.Now()
	cache, err := parseEpochs([]byte(text))
	require.NoError(t, err)
	require.Less(t, time.Since(begin), patience)
	require.Len(t, cache.Entries, 10*many-1)
	require.Equal(t, EpochEntry{Epoch: 7, StartOffset: 70}, cache.Entries[6])
	require.Less(t, testing.AllocsPerRun(1, func() { _, _ = parseEpochs([]byte(text)) }),
		float64(3*10*many))
	_, err = parseEpochs([]byte(text + "0 0\n"))
	var bad *LoadError
	require.ErrorAs(t, err, &bad)
	require.EqualValues(t, 2, bad.Position)
	_, err = parseEpochs([]byte("0\n1\n" + strings.Repeat("x", 1<<20) + "\n"))
	require.ErrorAs(t, err, &bad)
	require.EqualValues(t, 4, bad.Position)
	require.Less(t, len(bad.Text), 100)
}

// TestEachFile: the files in pieces are the files, and an error ends the visit.
func TestEachFile(t *testing.T) {
	l := story(t)
	l.TopicID = [16]byte{1}
	var files []File
	require.NoError(t, l.EachFile(func(name string, at int64, pieces iter.Seq[[]byte]) error {
		var data []byte
		for p := range pieces {
			data = append(data, p...)
		}
		files = append(files, File{Name: name, Data: data, Modified: at})
		return nil
	}))
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	require.Equal(t, len(l.Files()), len(files))
	for i, f := range l.Files() {
		require.Equal(t, f.Name, files[i].Name)
		require.Equal(t, f.Modified, files[i].Modified)
		require.Equal(t, string(f.Data), string(files[i].Data), f.Name)
	}
	for stop := range files {
		n := 0
		err := l.EachFile(func(string, int64, iter.Seq[[]byte]) error {
			if n++; n > stop {
				return errors.New("enough")
			}
			return nil
		})
		require.EqualError(t, err, "enough")
		require.Equal(t, stop+1, n)
	}
}
