package casefile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/log"
)

func mustParse(t *testing.T, src string) *Case {
	c, err := Parse("x.case", []byte(src))
	require.NoError(t, err)
	return c
}

// TestRunStopsAtTheFirstDifference: a missing line, a line too many and another line are told.
func TestRunStopsAtTheFirstDifference(t *testing.T) {
	for _, c := range []struct {
		src, want, got string
		line           int
	}{
		{head + "append L k=v\n  ok 0..1\n", "ok 0..1", "ok 0..0", 9},
		{head + "append L k=v\n", "", "ok 0..0", 9},
		{head + "epochs L\n  none\n  none\n", "none", "", 10},
		{head + "tick 5\nhw L 9\n  ok 9\nroll L\n  ok 0\n", "ok 9", "ok 0", 10},
	} {
		r, err := Run(mustParse(t, c.src))
		require.NoError(t, err)
		require.False(t, r.Passed)
		require.Equal(t, [2]string{c.want, c.got}, [2]string{r.Want, r.Got})
		require.Equal(t, c.line, r.Line)
	}
	r, err := Run(mustParse(t, head+"append L k=v\n  ok 0..0\n"))
	require.NoError(t, err)
	require.Equal(t, Result{Name: "t/x", Passed: true, Ops: 2}, r)
}

// everyOperation gives each operation something to do.
const everyOperation = head + `log F cleanup.policy=compact
  ok
config F cleanup.policy=compact,delete
  ok
leaderepoch 3 L
  ok
append L pid=1 epoch=0 seq=0 txn a=1
  ok 0..0
append L pid=1 epoch=0 seq=0 txn a=1
  ok 0..0 duplicate
append L pid=1 epoch=0 seq=9 txn a=1
  error OUT_OF_ORDER_SEQUENCE_NUMBER
marker L pid=1 epoch=0 abort coordinator=4 tv=0
  ok 1..1
appendraw L 00
  error INVALID_RECORD
hw L
  ok 2
aborted L
  segment 0 pid=1 0..1 lso=2
read L committed
  position=2
read L uncommitted
  0:a=1@1700000000000
  position=2
fetch F L
  ok 0..1 leo=2 hw=2
fetch F L
  ok none leo=2 hw=2
epochs F
  3 0
roll F
  ok 2
clean F map=2
  ok dirty=0 uncleanable=2 clean=0 cleanable=148 eligible=yes next=2
clean F
  nothing dirty=2 uncleanable=2 clean=139 cleanable=0 eligible=no
truncate L 9
  ok nothing leo=2
truncate L 1
  ok cut leo=1
restart L clean
  ok leo=1
restart L unclean recovery=1
  ok leo=1
dropsnapshots L
  ok leo=1
deleterecords L -1
  ok start=1
logstart L 1
  ok start=1
logstart L 7
  error OFFSET_OUT_OF_RANGE
expire L
  ok 1
retention L
  ok 0 start=1
truncatefully L 5
  ok leo=5
state L
  start=5 hw=5 lso=5 leo=5 dirty=-
batches L
  segment 5 size=0
files L
  00000000000000000005.log 0 -
  leader-epoch-checkpoint 4 300a300a
appendfollower L ff
  ok nothing
`

// TestEveryOperationHasAnOutcome runs each operation at least once.
func TestEveryOperationHasAnOutcome(t *testing.T) {
	c := mustParse(t, everyOperation)
	r, err := Run(c)
	require.NoError(t, err)
	require.True(t, r.Passed, "%d: %s\nwant %s\ngot  %s", r.Line, r.Op, r.Want, r.Got)
	used := map[Verb]bool{}
	for i := range c.Ops {
		used[c.Ops[i].Verb] = true
	}
	for _, v := range verbs() {
		require.True(t, used[Verb(v)] || v == "tick", "%s is not tried", v)
	}
}

func TestRunRefusesWhatItCannotSet(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"4.2", "1.0", `kafka "1.0" is not a version whose rules are known`},
		{"---", "config segment.ms=0\n---", "config segment.ms=0: "},
		{"log L", "log L colour=red", "config colour=red: "},
	} {
		_, err := Run(mustParse(t, strings.Replace(head, c.old, c.new, 1)))
		require.ErrorContains(t, err, c.want)
	}
}

// FuzzRun: whatever a case asks for, the run ends and says what happened.
func FuzzRun(f *testing.F) {
	f.Add("append L pid=1 epoch=0 seq=0 txn a=1 b\nmarker L pid=1 epoch=0 abort coordinator=0 tv=2\n" +
		"hw L\nroll L\nclean L map=2\nread L committed\nfiles L\n")
	f.Add("log F\nappend L a=1\nleaderepoch 2 L\nappend L a=2\nfetch F L\ntruncate L 1\nfetch F L\n" +
		"restart F unclean\nstate F\nbatches F\naborted F\nepochs F\n")
	f.Add("config L cleanup.policy=compact segment.index.bytes=24 index.interval.bytes=0\n" +
		"append L a=1@-1\ntick -7\nappend L a=1\nroll L\nhw L\nclean L\nretention L\nexpire L\n")
	f.Add("appendfollower L 00000000000000000000003affffffff02e99b8dd80000000000000000018bcfe56800" +
		"0000018bcfe56800ffffffffffffffffffffffffffff0000000110000000026b027600\ndropsnapshots L 0\n" +
		"deleterecords L -1\nlogstart L 1\ntruncatefully L 9\nrestart L clean\n")
	f.Fuzz(func(t *testing.T, ops string) {
		if strings.Contains(ops, "*") || len(ops) > 4000 {
			return
		}
		c, err := Parse("x.case", []byte(head+ops))
		if err != nil {
			return
		}
		r := runner{c: c, now: c.Clock, logs: map[string]*log.Log{}}
		if r.configure() != nil {
			return
		}
		for i := range c.Ops {
			if _, err := r.do(&c.Ops[i]); err != nil {
				return
			}
		}
	})
}

// TestLogsThatContradictEachOther: a broker led in epoch 5, then in epoch 1 and in 5 again. Its
// follower copies the batches, learns that its epoch ended before them, cuts them off and copies
// them again; Kafka's would never end.
func TestLogsThatContradictEachOther(t *testing.T) {
	r, err := Run(mustParse(t, head+"log M\n  ok\nleaderepoch 5 L\n  ok\nappend L a\n  ok 0..0\n"+
		"leaderepoch 1 L\n  ok\nappend L b\n  ok 1..1\nrestart L unclean recovery=2\n  ok leo=2\n"+
		"leaderepoch 5 L\n  ok\nfetch M L\n  ok\n"))
	require.NoError(t, err)
	require.Equal(t, "error the follower does not come to an end", r.Got)
}

// TestErrorsStayShort: a line of megabytes is not repeated, and the file is named.
func TestErrorsStayShort(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, text := range []string{"append  L " + long, long, "append L <" + long,
		"append L a=" + long + "%", "append " + long + " a", "hw L " + long,
		"log L " + long, "log L " + long + "=1",
		"log L segment.ms=" + long, "restart L unclean recovery=" + long, "appendraw L " + long} {
		c, err := Parse("x.case", []byte(head+text+"\n"))
		if err == nil {
			_, err = Run(c)
		}
		require.ErrorContains(t, err, "x.case:8: ", "%.30s", text)
		require.Less(t, len(err.Error()), 1500, "%.30s", text)
	}
	c, err := Parse("x.case", []byte("case t/x\nkafka 4.2\nclock 0\nconfig a.b="+long+"\n---\n"))
	require.NoError(t, err)
	_, err = Run(c)
	require.ErrorContains(t, err, "x.case: config a.b=xxx")
	require.Less(t, len(err.Error()), 1500)
}
