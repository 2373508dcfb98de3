package casefile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/record"
)

const head = "case t/x\nkafka 4.2\nclock 1700000000000\nbytes exact\n---\nlog L\n  ok\n"

func TestParseReadsEveryPart(t *testing.T) {
	c, err := Parse("x.case", []byte("case t/x\nkafka 4.2\nclock 5\nbytes decoded\n"+
		"config cleanup.policy=compact\nnote some words\n\n# a remark\n---\nlog L segment.ms=7\n"+
		"  ok\nappend L pid=3 epoch=1 seq=-1 txn k=%00v;h;i=\"\"@-1 ~ ~=<a*40>\n  ok 0..2\n"+
		"tick -4\nmarker L pid=3 epoch=1 abort coordinator=2 tv=1\n  ok 3..3\n"))
	require.NoError(t, err)
	require.Equal(t, "t/x", c.Name)
	require.True(t, c.Decoded)
	require.Equal(t, []Setting{{"cleanup.policy", "compact"}}, c.Config)
	require.Equal(t, []string{"some words"}, c.Notes)
	require.Len(t, c.Ops, 4)
	require.Equal(t, []Setting{{"segment.ms", "7"}}, c.Ops[0].Settings)

	a := c.Ops[1]
	require.Equal(t, 12, a.Line)
	require.Equal(t, 13, a.WantLine)
	require.Equal(t, []string{"ok 0..2"}, a.Want)
	require.True(t, a.Transactional)
	require.Equal(t, int32(-1), a.BaseSequence)
	require.Equal(t, record.Record{
		Timestamp: -1, Key: []byte("k"), Value: []byte{0, 'v'},
		Headers: []record.RecordHeader{{Key: []byte("h")}, {Key: []byte("i"), Value: []byte{}}},
	}, a.Records[0].Record)
	require.Equal(t, Record{}, a.Records[1], "a null key and a null value")
	require.Equal(t, strings.Repeat("a", 40), string(a.Records[2].Value))

	require.Equal(t, int64(-4), c.Ops[2].N)
	m := c.Ops[3]
	require.False(t, m.Commit)
	require.Equal(t, int32(2), m.CoordinatorEpoch)
	require.Equal(t, 1, m.TransactionVersion)
}

func TestParseSaysWhereAndWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", "x.case:1: the header does not end"},
		{"kafka 4.2\nclock 5\n---\n", "x.case:3: the header has no line `case NAME`"},
		{"case a\nclock 5\n---\n", "x.case:3: the header has no line `kafka VERSION`"},
		{"case a\nkafka 4.2\n---\n", "x.case:3: the header has no line `clock MS`"},
		{"clock soon\n", `x.case:1: clock "soon" is not a number of ms`},
		{"bytes some\n", "x.case:1: bytes \"some\": it is `exact` or `decoded`"},
		{"config compact\n", `x.case:1: "compact" is not a config`},
		{"colour red\n", `x.case:1: "colour" is not a header line`},
		{head[:len(head)-len("log L\n  ok\n")] + "  ok\n", "x.case:6: an outcome stands before"},
		{head + "tick 1\n  ok\n", "x.case:9: `tick` has no outcome"},
		{head + "jump L\n", `x.case:8: "jump" is no operation; known are: log config`},
		{head + "roll\n", "x.case:8: wanted: roll LOG"},
		{head + "roll  L\n", "x.case:8: words are separated by one space"},
		{head + "roll M\n", "x.case:8: there is no replica \"M\" here: `log M` makes one"},
		{head + "fetch L M\n", "x.case:8: there is no replica \"M\" here"},
		{head + "hw L -1\n", "x.case:8: offset -1 is negative"},
		{head + "hw L x\n", `x.case:8: offset "x" is not a whole number of 64 bits`},
		{head + "clean L map=1\n", "x.case:8: a map of 1 slots cannot take one key"},
		{head + "clean L slots=9\n", `x.case:8: "slots=9" is not map=SLOTS`},
		{head + "restart L dirty\n", "x.case:8: wanted: restart LOG clean"},
		{head + "restart L clean recovery=1\n", "x.case:8: wanted: restart LOG clean"},
		{head + "read L all\n", "x.case:8: \"all\" is neither `committed` nor `uncommitted`"},
		{head + "append L pid=1\n", "x.case:8: the append has no record"},
		{head + "append L epoch=70000 a=1\n", `epoch "70000" is not a whole number of 16 bits`},
		{head + "append L a=\n", `x.case:8: record "a=": nothing where bytes should stand`},
		{head + "append L a=%0\n", `x.case:8: record "a=%0": '%' in "%0" must be written %25`},
		{head + "append L a=b/c\n", `x.case:8: record "a=b/c": '/' in "b/c" must be written %2f`},
		{head + "append L a=1@now\n", `the timestamp "now" is not a number of ms`},
		{head + "append L a=<x*99999999999>\n", `"99999999999" is not a count of 1 or more`},
		{head + "append L a=<x*2000000000>\n", "must stay below 67108864 bytes"},
		{head + "append L a=<xy*40>\n", `repeats "xy", which is not one character`},
		{head + "append L a=<x40>\n", `"<x40>" is not of the form <c*N>`},
		{head + "appendraw L 0g\n", "x.case:8: the bytes are not hex"},
		{head + "marker L pid=1 epoch=0 stop coordinator=0 tv=0\n", "`commit` nor `abort`"},
		{head + "marker L pid=1 seq=0 abort coordinator=0 tv=0\n", `"seq=0" stands where epoch=N`},
		{head + "marker L pid=1 epoch=0 abort coordinator=0 tv=3\n", "versions are 0, 1, 2"},
		{head + "leaderepoch -1\n", "x.case:8: epoch -1 is negative"},
	} {
		_, err := Parse("x.case", []byte(c.src))
		require.ErrorContains(t, err, c.want, "%q", c.src)
	}
}

// TestRecordsPrintAsTheyParse: what the lists write is what an append reads.
func TestRecordsPrintAsTheyParse(t *testing.T) {
	field := rapid.OneOf(
		rapid.SliceOfN(rapid.Byte(), 0, 40),
		rapid.Map(rapid.IntRange(30, 70), func(n int) []byte {
			return []byte(strings.Repeat("z", n))
		}),
		rapid.Map(rapid.IntRange(30, 70), func(n int) []byte { return make([]byte, n) }),
	)
	null := rapid.Map(rapid.Bool(), func(bool) []byte { return nil })
	rapid.Check(t, func(t *rapid.T) {
		r := record.Record{
			Timestamp: rapid.Int64().Draw(t, "ts"),
			Key:       rapid.OneOf(field, null).Draw(t, "key"),
			Value:     rapid.OneOf(field, null).Draw(t, "value"),
		}
		for range rapid.IntRange(0, 3).Draw(t, "headers") {
			r.Headers = append(r.Headers, record.RecordHeader{
				Key:   field.Draw(t, "name"),
				Value: rapid.OneOf(field, null).Draw(t, "header"),
			})
		}
		p := parser{budget: expandMax}
		back, err := p.record(string(AppendRecord(nil, &r)))
		require.NoError(t, err)
		require.Equal(t, Record{r, true}, back)
	})
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(head + "append L pid=1 epoch=0 seq=0 txn a=1;h=%01@5 ~ ~=\"\"\n  ok 0..2\n"))
	f.Add([]byte(head + "clean L map=4\n  ok dirty=0\nrestart L unclean recovery=3\n  ok leo=0\n"))
	f.Add([]byte(head + "marker L pid=1 epoch=0 commit coordinator=0 tv=2\nread L committed\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		c, err := Parse("x.case", src)
		if err != nil {
			var at *Error
			require.ErrorAs(t, err, &at)
			require.Positive(t, at.Line)
			return
		}
		require.NotEmpty(t, c.Name)
	})
}
