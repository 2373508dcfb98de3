package scene

import (
	"fmt"

	"highwater/core/producer"
	"highwater/core/world"
)

// Table is a part of a producer's scene in words, for those who do not see it.
type Table struct {
	Title   string
	Columns []string
	Rows    []TableRow
}

// TableRow is one row, and the thing that it is about.
type TableRow struct {
	Cells []string
	Thing string
}

// Tables tells what a scene of producers shows at rest: what every client believes, what is on the
// wire, what brokers remember, and the order in which records are read.
func Tables(in *Input) []Table {
	x := &net{in: in, step: in.Step.N, clock: clockOf(in)}
	bands := x.bandsOf(in.After)
	var out []Table
	wire := Table{Title: in.say("table.wire"), Columns: []string{in.say("table.message"),
		in.say("table.from"), in.say("table.to"), in.say("table.holds"), in.say("table.verdict")}}
	for i := range bands {
		if bands[i].client != 0 {
			out = append(out, x.beliefs(&bands[i]))
			wire.Rows = append(wire.Rows, x.onTheWire(&bands[i])...)
		}
	}
	out = append(out, wire)
	for i := range bands {
		out = append(out, x.remembered(&bands[i])...)
	}
	return append(out, orderTable(in))
}

func (x *net) beliefs(b *band) Table {
	in := x.in
	p := clientOf(in.After, b.client)
	t := Table{Title: in.say("table.beliefs", "client", p.Client.Name, "id", x.identity(p),
		"part", x.partNames(b)), Columns: []string{in.say("table.batch"), in.say("table.holds"),
		in.say("table.belief"), in.say("net.in-log")}}
	for _, r := range x.rowsOf(in.After, x.step, b) {
		if r.state == rowOrphan {
			continue
		}
		t.Rows = append(t.Rows, TableRow{Cells: []string{fmt.Sprintf("B%d", r.key.id), x.named(&r),
			x.belief(&r), r.places()}, Thing: x.batchThing(&r)})
	}
	return t
}

func (x *net) onTheWire(b *band) []TableRow {
	var out []TableRow
	for _, t := range x.tokensOf(b) {
		if t.broken > 0 {
			continue
		}
		f := x.faceWords(&t)
		out = append(out, TableRow{Cells: []string{fmt.Sprintf("m%d", t.m.ID),
			x.in.After.Name(t.m.From), x.in.After.Name(t.m.To), x.wordsOf(f), f.caption},
			Thing: fmt.Sprintf("m%d", t.m.ID)})
	}
	return out
}

func (x *net) remembered(b *band) []Table {
	in := x.in
	var out []Table
	for _, id := range b.parts {
		l := logOf(in.After, b.node, id.topic, id.part)
		if l == nil {
			continue
		}
		t := Table{Title: in.say("table.memory", "n", int(b.node), "part",
			in.After.PartName(id.topic, id.part)), Columns: []string{"pid", "epoch",
			in.say("table.remembered"), in.say("table.next")}}
		for i := range l.Producers.Entries {
			p := &l.Producers.Entries[i]
			s := ""
			for _, c := range p.Cached() {
				s += fmt.Sprintf("[%d–%d] ", c.FirstSequence(), c.LastSequence)
			}
			t.Rows = append(t.Rows, TableRow{Cells: []string{fmt.Sprint(p.ID), fmt.Sprint(p.Epoch),
				s, fmt.Sprint(int64(p.LastSequence()) + 1)}})
		}
		out = append(out, t)
	}
	return out
}

func orderTable(in *Input) Table {
	t := Table{Title: in.say("order.title"), Columns: []string{"", in.say("table.records"),
		in.say("table.judgement")}}
	o := orderOf([]*Input{in})
	x := &net{in: in}
	for _, l := range o {
		s := ""
		for i := range l.cells {
			c := &l.cells[i]
			if i > 0 {
				s += ", "
			}
			if c.n > 0 {
				s += fmt.Sprintf("×%d", c.n)
				continue
			}
			s += x.named(&row{seq: -1, recs: []taleRecord{c.rec}})
			if c.state == cellMissing {
				s += " (" + in.say("net.not-in-log") + ")"
			}
		}
		t.Rows = append(t.Rows, TableRow{Cells: []string{l.name, s, l.word}})
	}
	return t
}

// BatchFacts are what a client holds of a batch.
func BatchFacts(in *Input, client world.NodeID, id int64) (title string, out []Fact) {
	x := &net{in: in, step: in.Step.N, clock: clockOf(in)}
	for _, b := range x.bandsOf(in.After) {
		if b.client != client {
			continue
		}
		for _, r := range x.rowsOf(in.After, x.step, &b) {
			if r.key.id != producer.BatchID(id) || r.state == rowOrphan {
				continue
			}
			out = append(out, Fact{in.say("fact.state"), x.belief(&r)})
			if r.seq >= 0 {
				out = append(out, Fact{"sequence", x.seqName(&r)},
					Fact{"epoch", fmt.Sprint(r.epoch)})
			}
			if r.attempts > 0 {
				out = append(out, Fact{in.say("fact.tries"), fmt.Sprint(r.attempts)})
			}
			if left := x.countdown(&r); left != "" {
				out = append(out, Fact{in.say("fact.waits"), left})
			}
			return in.say("fact.batch-of", "n", id, "what", x.named(&r)),
				append(out, Fact{in.say("net.in-log"), r.places()})
		}
	}
	return in.say("fact.batch-of", "n", id, "what", ""), nil
}

// MessageFacts are what a message carries, and what will become of it.
func MessageFacts(in *Input, m *world.Message) []Fact {
	x := &net{in: in, step: in.Step.N, clock: clockOf(in)}
	t := token{m: m, door: m.Arrived, busy: isBusy(in.After, m)}
	f := x.faceWords(&t)
	out := []Fact{{in.say("fact.carries"), x.wordsOf(f)}}
	if f.caption != "" {
		out = append(out, Fact{in.say("fact.then"), f.caption})
	}
	return out
}
