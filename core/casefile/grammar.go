package casefile

import (
	"encoding/hex"
	"strings"
)

// unbounded is the highest number of words of an operation that ends in a list.
const unbounded = 1 << 30

// grammar is the form of one operation.
type grammar struct {
	verb  Verb
	usage string
	// min and max are the numbers of words after the verb, logAt is the place of the replica.
	min, max, logAt int
	parse           func(p *parser, op *Op, args []string) error
}

// operations lists every operation and query in the order of the documentation.
func operations() []grammar {
	return []grammar{
		{VerbLog, "log NAME [config=value ...]", 1, unbounded, 0, (*parser).settings},
		{VerbConfig, "config NAME config=value ...", 2, unbounded, 0, (*parser).settings},
		{VerbTick, "tick MS", 1, 1, -1, (*parser).ticks},
		{VerbLeaderEpoch, "leaderepoch N [LOG]", 1, 2, 1, (*parser).leaderEpoch},
		{VerbAppend, "append LOG [pid= epoch= seq=] [txn] RECORD...", 2, unbounded, 0,
			(*parser).append},
		{VerbAppendRaw, "appendraw LOG HEX", 2, 2, 0, (*parser).raw},
		{VerbAppendFollower, "appendfollower LOG HEX", 2, 2, 0, (*parser).raw},
		{VerbMarker, "marker LOG pid= epoch= commit|abort coordinator=N tv=V", 6, 6, 0,
			(*parser).marker},
		{VerbHW, "hw LOG [OFFSET]", 1, 2, 0, (*parser).optionalOffset},
		{VerbRoll, "roll LOG", 1, 1, 0, (*parser).nothing},
		{VerbClean, "clean LOG [map=SLOTS]", 1, 2, 0, (*parser).slots},
		{VerbExpire, "expire LOG", 1, 1, 0, (*parser).nothing},
		{VerbFetch, "fetch FOLLOWER LEADER", 2, 2, 0, (*parser).nothing},
		{VerbTruncate, "truncate LOG OFFSET", 2, 2, 0, (*parser).optionalOffset},
		{VerbTruncateFully, "truncatefully LOG OFFSET", 2, 2, 0, (*parser).optionalOffset},
		{VerbRestart, "restart LOG clean | unclean [recovery=N]", 2, 3, 0, (*parser).restart},
		{VerbDropSnapshots, "dropsnapshots LOG [FROM]", 1, 2, 0, (*parser).optionalOffset},
		{VerbRetention, "retention LOG", 1, 1, 0, (*parser).nothing},
		{VerbDeleteRecords, "deleterecords LOG OFFSET", 2, 2, 0, (*parser).anyOffset},
		{VerbLogStart, "logstart LOG OFFSET", 2, 2, 0, (*parser).optionalOffset},

		{VerbBatches, "batches LOG", 1, 1, 0, (*parser).nothing},
		{VerbState, "state LOG", 1, 1, 0, (*parser).nothing},
		{VerbAborted, "aborted LOG", 1, 1, 0, (*parser).nothing},
		{VerbEpochs, "epochs LOG", 1, 1, 0, (*parser).nothing},
		{VerbRead, "read LOG committed|uncommitted", 2, 2, 0, (*parser).read},
		{VerbFiles, "files LOG", 1, 1, 0, (*parser).nothing},
	}
}

func grammarOf(v Verb) (grammar, bool) {
	for _, g := range operations() {
		if g.verb == v {
			return g, true
		}
	}
	return grammar{}, false
}

func verbs() []string {
	var out []string
	for _, g := range operations() {
		out = append(out, string(g.verb))
	}
	return out
}

func (p *parser) nothing(*Op, []string) error { return nil }

func (p *parser) settings(op *Op, args []string) error {
	for _, w := range args[1:] {
		s, err := p.setting(w)
		if err != nil {
			return err
		}
		op.Settings = append(op.Settings, s)
	}
	return nil
}

func (p *parser) ticks(op *Op, args []string) (err error) {
	op.N, err = p.number("ms", args[0], 64)
	return err
}

func (p *parser) leaderEpoch(op *Op, args []string) (err error) {
	op.N, err = p.number("epoch", args[0], 32)
	if err == nil && op.N < 0 {
		return p.errorf("epoch %d is negative", op.N)
	}
	return err
}

func (p *parser) optionalOffset(op *Op, args []string) (err error) {
	if len(args) < 2 {
		return nil
	}
	op.HasN = true
	op.N, err = p.offset("offset", args[1])
	return err
}

func (p *parser) anyOffset(op *Op, args []string) (err error) {
	op.HasN = true
	op.N, err = p.number("offset", args[1], 64)
	return err
}

func (p *parser) slots(op *Op, args []string) (err error) {
	if len(args) < 2 {
		return nil
	}
	value, ok := strings.CutPrefix(args[1], "map=")
	if !ok {
		return p.errorf("%q is not map=SLOTS", args[1])
	}
	op.HasN = true
	if op.N, err = p.number("slots", value, 32); err == nil && op.N < 2 {
		return p.errorf("a map of %d slots cannot take one key: floor(0.9 x %d) is 0", op.N, op.N)
	}
	return err
}

func (p *parser) restart(op *Op, args []string) (err error) {
	op.Clean = args[1] == "clean"
	switch {
	case op.Clean && len(args) == 2, args[1] == "unclean" && len(args) == 2:
		return nil
	case args[1] == "unclean" && strings.HasPrefix(args[2], "recovery="):
		op.HasN = true
		op.N, err = p.offset("recovery", args[2][len("recovery="):])
		return err
	}
	return p.errorf("wanted: restart LOG clean | unclean [recovery=N]")
}

func (p *parser) read(op *Op, args []string) error {
	op.Committed = args[1] == "committed"
	if !op.Committed && args[1] != "uncommitted" {
		return p.errorf("%q is neither `committed` nor `uncommitted`", args[1])
	}
	return nil
}

func (p *parser) raw(op *Op, args []string) (err error) {
	if op.Raw, err = hex.DecodeString(args[1]); err != nil {
		return p.errorf("the bytes are not hex: %v", err)
	}
	return nil
}

func (p *parser) marker(op *Op, args []string) error {
	switch args[3] {
	case "commit", "abort":
		op.Commit = args[3] == "commit"
	default:
		return p.errorf("%q is neither `commit` nor `abort`", args[3])
	}
	fields := []struct {
		word, key string
		bits      int
		set       func(int64)
	}{
		{args[1], "pid=", 64, func(n int64) { op.ProducerID = n }},
		{args[2], "epoch=", 16, func(n int64) { op.ProducerEpoch = int16(n) }},
		{args[4], "coordinator=", 32, func(n int64) { op.CoordinatorEpoch = int32(n) }},
		{args[5], "tv=", 8, func(n int64) { op.TransactionVersion = int(n) }},
	}
	for _, f := range fields {
		value, ok := strings.CutPrefix(f.word, f.key)
		if !ok {
			return p.errorf("%q stands where %sN is wanted", f.word, f.key)
		}
		n, err := p.number(f.key, value, f.bits)
		if err != nil {
			return err
		}
		f.set(n)
	}
	if op.TransactionVersion < 0 || op.TransactionVersion > 2 {
		return p.errorf("tv=%d: the transaction versions are 0, 1, 2", op.TransactionVersion)
	}
	return nil
}
