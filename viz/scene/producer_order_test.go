package scene

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/assets"
	"highwater/viz/i18n"
)

// sends makes calls of send from "a b c".
func sends(list string) []taleSend {
	var out []taleSend
	for _, s := range strings.Fields(list) {
		out = append(out, taleSend{client: 101, rec: taleRecord{val: s, noKey: true}})
	}
	return out
}

func reads(list string) []taleRecord {
	var out []taleRecord
	for _, s := range strings.Fields(list) {
		out = append(out, taleRecord{val: s, noKey: true})
	}
	return out
}

// TestJudgement: the word on an order comes from what was sent and what is read, and from nothing
// else.
func TestJudgement(t *testing.T) {
	texts, err := i18n.Parse(assets.Texts)
	require.NoError(t, err)
	in := &Input{Texts: texts, Lang: i18n.EN, Cast: &Cast{tale: &tale{}}}
	for _, c := range []struct{ sent, read, want string }{
		{"a b c", "", "nothing to read yet"},
		{"a b c", "a b c", "as sent"},
		{"a b c", "a b", "as sent"},
		{"a b c", "a b b c", "b twice"},
		{"a b c", "a c b", "c before b"},
		{"a b c d", "a c d b", "c before b"},
		{"a b c", "a c", "b is missing"},
		{"a b b", "a b b", "b: send was called twice"},
		{"a b c", "a c b b", "b twice; c before b"},
		{"a b b c", "a b c", "b is missing"},
		{"a b", "a x b", "as sent"},
	} {
		v := compareOrder(sends(c.sent), reads(c.read))
		word, _ := v.word(in)
		require.Equal(t, c.want, word, "sent %s, read %s", c.sent, c.read)
		require.Len(t, v.cells, len(strings.Fields(c.read)))
	}
}

// TestJudgementOfAnyOrder: an order is "as sent" exactly if it is the sends in their order without
// a hole, and every record that is too much is found.
func TestJudgementOfAnyOrder(t *testing.T) {
	texts, err := i18n.Parse(assets.Texts)
	require.NoError(t, err)
	in := &Input{Texts: texts, Lang: i18n.EN, Cast: &Cast{tale: &tale{}}}
	rapid.Check(t, func(rt *rapid.T) {
		sent := "a b c d e"
		n := rapid.IntRange(1, 7).Draw(rt, "n")
		var list []string
		for range n {
			list = append(list, rapid.SampledFrom(strings.Fields(sent)).Draw(rt, "r"))
		}
		v := compareOrder(sends(sent), reads(strings.Join(list, " ")))
		word, _ := v.word(in)
		require.Equal(rt, strings.HasPrefix(sent, strings.Join(list, " ")), word == "as sent",
			"%v: %s", list, word)
		seen := map[string]bool{}
		twice := 0
		for _, s := range list {
			if seen[s] {
				twice++
			}
			seen[s] = true
		}
		require.Len(rt, v.twice, twice)
	})
}

// TestRunsAreFolded: three or more records that nobody needs to tell apart are one cell.
func TestRunsAreFolded(t *testing.T) {
	in := &Input{Cast: &Cast{keys: map[string]int{"k": 0}}}
	var cells []orderCell
	for _, k := range strings.Fields("x1 x2 x3 x4 k x5 x6") {
		cells = append(cells, orderCell{rec: taleRecord{key: k, val: "v"}})
	}
	got := foldCells(in, cells)
	require.Len(t, got, 4)
	require.Equal(t, 4, got[0].n)
	require.Equal(t, "k", got[1].rec.key)
	require.Zero(t, got[3].n)
}
