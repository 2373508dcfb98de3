package world

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/errcode"
	"highwater/core/why"
)

func oneTopic() *World {
	w := New()
	w.Topics = []Topic{{Name: "t", Parts: []Partition{{}, {}}}}
	return w
}

func TestRunsOfBatchesArePrintedAsOneLine(t *testing.T) {
	w := oneTopic()
	events := []Event{
		{Kind: Appended, Node: 1, From: 0, To: 0, A: 70},
		{Kind: Appended, Node: 1, From: 1, To: 2, A: 90},
		{Kind: Rolled, Node: 1, From: 3, Why: why.SegmentFull, A: 160, B: 70, C: 200, D: 160},
		{Kind: Appended, Node: 1, From: 3, To: 3, A: 70, C: 3},
		{Kind: Appended, Node: 1, Part: 1, From: 4, To: 4, A: 70, C: 3},
	}
	require.Equal(t, []string{
		"b1 t-0 append 0..2 2 batches 160 B",
		"b1 t-0 roll 00000000000000000003 after 160 B segment-full (160, 70, 200)",
		"b1 t-0 append 3 70 B",
		"b1 t-1 append 4 70 B",
	}, w.Lines(events))
}

func TestRunsOfRecordsListTheirOffsets(t *testing.T) {
	w := oneTopic()
	var events []Event
	for _, o := range []int64{0, 1, 2, 7, 9, 10} {
		events = append(events, Event{Kind: RecordRemoved, Node: 1, From: o,
			Why: why.RecordSuperseded})
	}
	require.Equal(t, []string{"b1 t-0 drop 6 records 0..2,7,9..10 record-superseded"},
		w.Lines(events))
	events = nil
	for o := range int64(40) {
		events = append(events, Event{Kind: RecordRemoved, Node: 1, From: 2 * o,
			Why: why.RecordSuperseded})
	}
	require.Equal(t, "b1 t-0 drop 40 records 0,2,4,6,8,10,12,14,16,18,20,22,… record-superseded",
		w.Lines(events)[0])
}

func TestEveryKindHasAKeyOfItsOwnAndALine(t *testing.T) {
	w := oneTopic()
	seen := map[string]bool{}
	for _, k := range Kinds() {
		require.NotEmpty(t, k.String())
		require.NotContains(t, k.String(), "kind-")
		require.False(t, seen[k.String()], k.String())
		seen[k.String()] = true
		e := Event{Kind: k, Node: 1, From: 1, To: 2, A: 3, B: 4, C: 5,
			Why: why.SegmentFull, Code: errcode.InvalidConfig}
		require.Contains(t, w.Lines([]Event{e})[0], k.String())
	}
	require.Equal(t, "kind-255", Kind(255).String())
}

func TestHashSeesEveryEvent(t *testing.T) {
	a := Step{N: 1, Events: []Event{{Kind: Appended, From: 1}}}
	b := Step{N: 1, Events: []Event{{Kind: Appended, To: 1}}}
	require.NotEqual(t, a.Link(0), b.Link(0))
	require.NotEqual(t, a.Link(0), a.Link(1))
	require.Equal(t, a.Link(5), a.Link(5))
}
