package casefile

import (
	"fmt"

	"highwater/core/cleaner"
	"highwater/core/errcode"
	"highwater/core/log"
	"highwater/core/record"
)

// Result is the outcome of one case.
type Result struct {
	Name   string
	Passed bool
	// Ops counts the operations that gave what Kafka gave.
	Ops int
	// Line is the line of the first difference, Op the operation there. Want is what Kafka had,
	// Got what was had here; a line that is missing on one side is empty.
	Line      int
	Op        string
	Want, Got string
}

// neverFull is an offset map with room for every key of a case.
const neverFull = 1 << 40

// Run carries out a case and compares every outcome, until the first line that differs. An error
// means that the case itself cannot be run: an unknown version or a wrong config.
func Run(c *Case) (Result, error) {
	res := Result{Name: c.Name}
	r := runner{c: c, now: c.Clock, logs: map[string]*log.Log{}}
	if err := r.configure(); err != nil {
		return res, err
	}
	for i := range c.Ops {
		op := &c.Ops[i]
		got, err := r.do(op)
		if err != nil {
			return res, err
		}
		if n := differs(op.Want, got); n >= 0 {
			res.Line, res.Op = op.WantLine+n, op.Text
			res.Want, res.Got = lineOf(op.Want, n), lineOf(got, n)
			return res, nil
		}
		res.Ops++
	}
	res.Passed = true
	return res, nil
}

// differs is the index of the first line that is not the same, or -1.
func differs(want, got []string) int {
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			return i
		}
	}
	return -1
}

func lineOf(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// runner is the state of a case that is being carried out.
type runner struct {
	c      *Case
	config log.Config
	now    int64
	epoch  int32
	logs   map[string]*log.Log
}

func (r *runner) configure() error {
	rules, ok := log.RulesOf(log.Version(r.c.Kafka))
	if !ok {
		return fmt.Errorf("%s: kafka %q is not a version whose rules are known",
			r.c.File, clip(r.c.Kafka))
	}
	r.config = log.DefaultConfig()
	r.config.Rules = rules
	for _, s := range r.c.Config {
		c, err := r.config.With(s.Key, s.Value)
		if err != nil {
			return fmt.Errorf("%s: %w", r.c.File, s.wrong(err))
		}
		r.config = c
	}
	return nil
}

// with sets configs of one replica, which all must be right before any takes effect.
func (r *runner) with(c log.Config, op *Op) (log.Config, error) {
	for _, s := range op.Settings {
		next, err := c.With(s.Key, s.Value)
		if err != nil {
			return c, fmt.Errorf("%s:%d: %w", r.c.File, op.Line, s.wrong(err))
		}
		c = next
	}
	return c, nil
}

func (s *Setting) wrong(err error) error {
	return fmt.Errorf("config %s=%s: %s", clip(s.Key), clip(s.Value), clip(err.Error()))
}

// do carries out one operation and says its outcome.
func (r *runner) do(op *Op) ([]string, error) {
	if op.Verb == VerbLog || op.Verb == VerbConfig {
		return r.setUp(op)
	}
	l := r.logs[op.Log]
	switch op.Verb {
	case VerbTick:
		r.now += op.N
		return nil, nil
	case VerbLeaderEpoch:
		r.epoch = int32(op.N)
		if l != nil {
			l.Epochs.Assign(r.epoch, l.EndOffset)
		}
		return one("ok"), nil
	case VerbBatches:
		return Batches(l, r.c.Decoded), nil
	case VerbState:
		return State(l), nil
	case VerbAborted:
		return Aborted(l), nil
	case VerbEpochs:
		return Epochs(l), nil
	case VerbRead:
		l.PlaceHW()
		return Read(l, op.Committed), nil
	case VerbFiles:
		return Files(l), nil
	}
	return r.change(op, l)
}

func one(format string, args ...any) []string { return []string{fmt.Sprintf(format, args...)} }

func (r *runner) setUp(op *Op) ([]string, error) {
	if op.Verb == VerbConfig {
		l := r.logs[op.Log]
		c, err := r.with(l.Config, op)
		l.Config = c
		return one("ok"), err
	}
	c, err := r.with(r.config, op)
	if err != nil {
		return nil, err
	}
	r.logs[op.Log] = log.New(op.Log+"-0", c, r.now)
	return one("ok"), nil
}

// change carries out an operation on a replica.
func (r *runner) change(op *Op, l *log.Log) ([]string, error) {
	switch op.Verb {
	case VerbAppend, VerbAppendRaw, VerbAppendFollower, VerbMarker:
		return r.write(op, l), nil
	case VerbHW:
		if !op.HasN {
			op.N = l.EndOffset
		}
		return one("ok %d", l.SetHW(op.N)), nil
	case VerbRoll:
		l.Roll(r.now)
		return one("ok %d", l.ActiveSegment().BaseOffset), nil
	case VerbClean:
		return r.clean(op, l), nil
	case VerbExpire:
		l.ExpireProducers(r.now)
		return one("ok %d", len(l.Producers.Entries)), nil
	case VerbFetch:
		return r.fetch(l, r.logs[op.From]), nil
	case VerbRetention:
		removed := l.DeleteOldSegments(r.now)
		return one("ok %d start=%d", len(removed.Removed), l.LogStart), nil
	case VerbDeleteRecords:
		if code, _ := l.DeleteRecords(op.N); code != errcode.None {
			return one("error %s", code), nil
		}
		return one("ok start=%d", l.LogStart), nil
	case VerbLogStart:
		if code, _ := l.RaiseLogStart(op.N); code != errcode.None {
			return one("error %s", code), nil
		}
		return one("ok start=%d", l.LogStart), nil
	case VerbTruncate, VerbTruncateFully:
		return r.truncate(op, l), nil
	default:
		return r.reload(op, l)
	}
}

// write carries out the four kinds of append.
func (r *runner) write(op *Op, l *log.Log) []string {
	var res log.AppendResult
	var code errcode.Code
	switch op.Verb {
	case VerbAppend:
		res, code = l.AppendLeader(r.batch(op), r.epoch, r.now)
	case VerbAppendRaw:
		res, code = l.AppendBytes(op.Raw, log.AppendInput{LeaderEpoch: r.epoch, Now: r.now})
	case VerbAppendFollower:
		res, code = l.AppendFollowerBytes(op.Raw, r.epoch, r.now)
	default:
		res, code = l.AppendMarker(log.Marker{
			ProducerID: op.ProducerID, Epoch: op.ProducerEpoch, Commit: op.Commit,
			CoordinatorEpoch:   op.CoordinatorEpoch,
			TransactionVersion: op.TransactionVersion,
		}, r.epoch, r.now)
	}
	switch {
	case code != errcode.None:
		return one("error %s", code)
	case res.First < 0:
		return one("ok nothing")
	case res.Duplicate:
		return one("ok %d..%d duplicate", res.First, res.Last)
	}
	return one("ok %d..%d", res.First, res.Last)
}

// batch builds what a client sends.
func (r *runner) batch(op *Op) record.Batch {
	spec := record.NewSpec(record.None)
	spec.ProducerID, spec.ProducerEpoch = op.ProducerID, op.ProducerEpoch
	spec.BaseSequence, spec.Transactional = op.BaseSequence, op.Transactional
	records := make([]record.Record, len(op.Records))
	for i := range op.Records {
		records[i] = op.Records[i].Record
		records[i].Offset = int64(i)
		if !op.Records[i].HasTimestamp {
			records[i].Timestamp = r.now
		}
	}
	return record.Build(spec, records)
}

// clean makes one pass, whether or not the log would be selected.
func (r *runner) clean(op *Op, l *log.Log) []string {
	s := cleaner.Settings{Slots: neverFull}
	if op.HasN {
		s.Slots = op.N
	}
	plan := cleaner.Walk(l, s, r.now, nil)
	cleaner.Apply(l, &plan)
	c := &plan.Choice
	line := fmt.Sprintf(" dirty=%d uncleanable=%d", c.FirstDirty, c.FirstUncleanable)
	if !r.c.Decoded {
		ready := "no"
		if c.Ready {
			ready = "yes"
		}
		line += fmt.Sprintf(" clean=%d cleanable=%d eligible=%s",
			c.CleanBytes, c.CleanableBytes, ready)
	}
	switch {
	case plan.Death != nil:
		return one("error %s", plan.Death.Text)
	case c.Nothing():
		return one("nothing%s", line)
	}
	return one("ok%s next=%d", line, plan.EndOffset)
}

// truncate cuts the log, and lowers the cleaner's checkpoint where a broker would.
func (r *runner) truncate(op *Op, l *log.Log) []string {
	if op.Verb == VerbTruncateFully {
		l.TruncateFully(op.N, r.now)
		return one("ok leo=%d", l.EndOffset)
	}
	if t := l.TruncateTo(op.N, r.now); !t.Cut {
		return one("ok nothing leo=%d", l.EndOffset)
	}
	return one("ok cut leo=%d", l.EndOffset)
}

// reload stops a replica and starts it again.
func (r *runner) reload(op *Op, l *log.Log) ([]string, error) {
	var err error
	switch {
	case op.Verb == VerbDropSnapshots:
		_, err = l.DropSnapshots(op.N, r.now)
	case op.Clean:
		_, err = l.Restart(true, l.EndOffset, r.now)
	default:
		_, err = l.Restart(false, op.N, r.now)
	}
	if err != nil {
		return one("error %v", err), nil
	}
	return one("ok leo=%d", l.EndOffset), nil
}
