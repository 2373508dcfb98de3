package app

import (
	"fmt"
	"strings"

	"highwater/core/line"
	"highwater/core/sim"
	"highwater/core/trace"
	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/scene"
)

// producerScreen is the name of the scene of clients, wires and brokers.
const producerScreen = "producer"

// network adds to a moment what the scene of producers needs besides: what the brokers will say of
// the requests that are on their way.
func (s *Session) network(in *scene.Input) {
	in.Foreseen[1] = sim.Foresee(in.After)
	if in.Phase < 1 {
		in.Foreseen[0] = sim.Foresee(in.Before)
	}
}

// onNetwork tells that the lesson is about clients and what is between them and brokers.
func (s *Session) onNetwork() bool { return s.run.lesson.Screen == producerScreen }

// still is the picture's input at the last complete step.
func (s *Session) still() *scene.Input {
	n, _ := s.step()
	return s.input(s.run, s.run.plan.Beat(n), 0, 0)
}

// netThing reads the name of a client (orders), of its connection to a broker (orders/b1) or of one
// of its batches (orders/B3).
func netThing(thing string, w *world.World) (scene.Selection, bool) {
	name, rest, more := strings.Cut(thing, "/")
	p := w.Producer(name)
	if p == nil {
		return scene.Selection{}, false
	}
	sel := scene.Selection{Kind: scene.SelectClient, Node: p.ID, Topic: -1}
	if !more {
		return sel, true
	}
	if len(rest) < 2 || !isDigits(rest[1:]) {
		return sel, false
	}
	var id int64
	if _, err := fmt.Sscan(rest[1:], &id); err != nil {
		return sel, false
	}
	sel.ID = id
	switch rest[0] {
	case 'b':
		sel.Kind = scene.SelectLink
		return sel, w.Broker(world.NodeID(id)) != nil
	case 'B':
		sel.Kind = scene.SelectBatch
	default:
		return sel, false
	}
	return sel, true
}

// netFacts describes a client, a connection, a batch or a message of the producers' scene.
func (s *Session) netFacts(w *world.World, sel *scene.Selection, out *Selected) bool {
	switch sel.Kind {
	case scene.SelectBatch:
		out.Kind = "batch"
		var facts []scene.Fact
		out.Title, facts = scene.BatchFacts(s.still(), sel.Node, sel.ID)
		out.addFacts(facts)
	case scene.SelectClient:
		s.clientFacts(w, sel, out)
	case scene.SelectLink:
		s.linkFacts(w, sel, out)
	default:
		return false
	}
	return true
}

func (s *Selected) addFacts(facts []scene.Fact) {
	for _, f := range facts {
		s.add(f.Name, f.Value)
	}
}

func (s *Session) clientFacts(w *world.World, sel *scene.Selection, out *Selected) {
	out.Kind, out.Title = "client", w.Name(sel.Node)
	p := w.Producer(out.Title)
	if p == nil {
		return
	}
	c := &p.Client.Config
	acks := fmt.Sprint(c.Acks)
	if c.Acks == -1 {
		acks = "all"
	}
	out.add("enable.idempotence", fmt.Sprint(c.EnableIdempotence))
	out.add("acks", acks)
	out.add("max.in.flight…", fmt.Sprint(c.MaxInFlight))
	out.add("request.timeout.ms", fmt.Sprint(c.RequestTimeoutMS))
	out.add("delivery.timeout.ms", fmt.Sprint(c.DeliveryTimeoutMS))
	out.add(s.say("fact.sends"), s.say("fact.sends-of", "n", p.Sent, "acked", p.Acked, "failed",
		p.Failed))
}

func (s *Session) linkFacts(w *world.World, sel *scene.Selection, out *Selected) {
	b := world.NodeID(sel.ID)
	out.Kind, out.Title = "link", w.Name(sel.Node)+" – "+b.String()
	up, down := 0, 0
	for i := range w.Messages {
		m := &w.Messages[i]
		switch {
		case m.Arrived:
		case m.From == sel.Node && m.To == b:
			up++
		case m.From == b && m.To == sel.Node:
			down++
		}
	}
	out.add(s.say("fact.requests"), fmt.Sprint(up))
	out.add(s.say("fact.answers"), fmt.Sprint(down))
	out.add("latency", w.Cluster.Latency.String())
}

// verbs is a list of controls that is being made.
type verbs struct {
	s    *Session
	list []Control
}

func (v *verbs) add(id, line, off string) {
	c := Control{ID: id, Label: v.s.say("verb-button." + id), Line: "do " + line}
	if off != "" {
		c.Off, c.Reason = true, v.s.say(off)
	}
	v.list = append(v.list, c)
}

// verbControls are what can be done to the selected thing at this moment, and where the world is
// the reader's own what can be done at all.
func (s *Session) verbControls() []Control {
	if w := s.nowWorld(); s.onNetwork() && len(w.Brokers) > 0 {
		sel := s.selection()
		if list, ok := s.netVerbs(w, &sel); ok {
			return list
		}
	}
	return s.logVerbs()
}

// netVerbs are what can be done to the selected thing in the scene of producers.
func (s *Session) netVerbs(w *world.World, sel *scene.Selection) ([]Control, bool) {
	v := &verbs{s: s}
	switch sel.Kind {
	case scene.SelectMessage:
		v.message(w.Message(sel.ID), sel.ID)
	case scene.SelectBatch:
		m := carrierOf(w, sel.Node, sel.ID)
		if m == nil {
			v.add("drop", "drop m0", "verb-off.nothing-on-the-way")
			v.add("delay", "delay m0 by=200ms", "verb-off.nothing-on-the-way")
		} else {
			v.message(m, m.ID)
		}
	case scene.SelectLink:
		v.link(w, w.Name(sel.Node), sel.Node, world.NodeID(sel.ID))
	case scene.SelectClient:
		v.client(w, sel.Node)
	case scene.SelectBroker:
		v.broker(w, sel)
	case scene.SelectNothing:
		if i := s.run.stopAt(s.beat); !s.run.forked && (i < 0 || !s.run.stops[i].Sandbox) {
			return nil, true
		}
		v.free(w)
	default:
		return nil, false
	}
	return v.list, true
}

func (v *verbs) message(m *world.Message, id int64) {
	off := ""
	switch {
	case m == nil || m.Arrived:
		off = "verb-off.arrived"
	case m.Lost != why.None:
		off = "verb-off.lost"
	}
	v.add("drop", fmt.Sprintf("drop m%d", id), off)
	v.add("delay", fmt.Sprintf("delay m%d by=200ms", id), off)
}

// carrierOf is the message that is under way with a batch, or with the answer to it.
func carrierOf(w *world.World, client world.NodeID, batch int64) *world.Message {
	for i := range w.Producers {
		p := &w.Producers[i]
		if p.ID != client {
			continue
		}
		for j := range p.Client.Batches {
			b := &p.Client.Batches[j]
			for k := range w.Messages {
				m := &w.Messages[k]
				if int64(b.ID) == batch && b.Request > 0 && (m.From == client &&
					m.Request.ID == b.Request || m.To == client && m.Answer &&
					m.Response.Request == b.Request) {
					return m
				}
			}
		}
	}
	return nil
}

func (v *verbs) link(w *world.World, name string, client, node world.NodeID) {
	cut, open := false, "verb-off.no-connection"
	for _, k := range w.Cuts {
		cut = cut || k.A == min(client, node) && k.B == max(client, node)
	}
	for i := range w.Conns {
		if c := &w.Conns[i]; c.Client == client && c.Node == node && c.Open && !c.Gone {
			open = ""
		}
	}
	pair := name + " " + node.String()
	if cut {
		v.add("heal", "heal "+pair, "")
	} else {
		v.add("cut", "cut "+pair, "")
	}
	v.add("stall", "stall "+pair+" for=200ms", open)
	v.add("disconnect", "disconnect "+pair, open)
}

func (v *verbs) client(w *world.World, id world.NodeID) {
	for i := range w.Producers {
		p := &w.Producers[i]
		if p.ID != id {
			continue
		}
		gone, lingers := "", "verb-off.nothing-lingers"
		if p.Client.Closed {
			gone = "verb-off.crashed"
		}
		for j := range p.Client.Partitions {
			if len(p.Client.Partitions[j].Deque) > 0 {
				lingers = gone
			}
		}
		v.send(w, p, gone)
		v.add("flush", "flush "+p.Client.Name, lingers)
		v.add("crash", "crash "+p.Client.Name, gone)
		v.add("restart", "restart "+p.Client.Name, "")
	}
}

// send offers one more record of the key that was sent last.
func (v *verbs) send(w *world.World, p *world.Producer, off string) {
	if len(w.Topics) == 0 {
		return
	}
	v.add("send", fmt.Sprintf("send %s %s key=#%d value=new", p.Client.Name, w.Topics[0].Name,
		100+p.Sent), off)
}

func (v *verbs) broker(w *world.World, sel *scene.Selection) {
	b := w.Broker(sel.Node)
	if b == nil {
		return
	}
	up, down := "", "verb-off.up"
	if !b.Up {
		up, down = "verb-off.down", ""
	}
	name := sel.Node.String()
	if p := w.Partition(sel.Topic, sel.Part); sel.Topic >= 0 && p != nil && p.Leader != sel.Node {
		in, out := "verb-off.out-of-isr", "verb-off.in-isr"
		for _, id := range p.ISR {
			if id == sel.Node {
				in, out = "", "verb-off.in-isr"
			}
		}
		if in != "" {
			out = ""
		}
		where := fmt.Sprintf(" %s partition=%d", w.Topics[sel.Topic].Name, sel.Part)
		v.add("isr-out", "isr "+name+" out"+where, first(in, up))
		v.add("isr-slow", "isr "+name+" slow"+where, first(in, up))
		v.add("isr-in", "isr "+name+" in"+where, first(out, up))
	}
	v.add("stop", "stop "+name, up)
	v.add("kill", "kill "+name, up)
	v.add("start", "start "+name, down)
}

// first is the first reason that is one.
func first(reasons ...string) string {
	for _, r := range reasons {
		if r != "" {
			return r
		}
	}
	return ""
}

// free is what can be done where the world is the reader's own.
func (v *verbs) free(w *world.World) {
	for i := range w.Producers {
		if p := &w.Producers[i]; !p.Client.Closed {
			v.send(w, p, "")
			break
		}
	}
	quiet := ""
	if calm(w) {
		quiet = "verb-off.quiet"
	}
	v.add("change", "wait until=change", quiet)
	v.add("quiet", "wait until=quiet", quiet)
	v.add("wait", "wait 10s", "")
}

// calm tells that nothing is on the way and no client has anything to do.
func calm(w *world.World) bool {
	if len(w.Messages) > 0 {
		return false
	}
	for i := range w.Producers {
		if c := &w.Producers[i].Client; !c.Closed && (len(c.Batches) > 0 || len(c.Calls) > 0) {
			return false
		}
	}
	return true
}

// goesOn is how long a world goes on by itself after somebody has acted on it.
const goesOn = "wait 40s until=quiet"

// follow lets time pass after a line that has set something going, so that what comes of it is
// seen: a lost answer is found out only when the client has waited for it.
func (s *Session) follow(tl *trace.Timeline, text string) *trace.Timeline {
	l, err := line.Parse(text)
	if err != nil || !s.onNetwork() {
		return tl
	}
	switch l.Verb {
	case "wait", "consume", "offsets", "topic", "producer", "cluster", "alter":
		return tl
	}
	w := tl.World(tl.Len())
	if w.Wait.Kind != world.WaitNone || calm(w) {
		return tl
	}
	after, err := tl.With(tl.Len(), goesOn)
	if err != nil {
		return tl
	}
	return after
}

// letGo takes the selection off a message that has been acted upon: it is soon gone.
func (s *Session) letGo() {
	if s.onNetwork() && s.selection().Kind == scene.SelectMessage {
		s.select_ = ""
	}
}

// besideChoice offers to see two variants at once, if there are two.
func (s *Session) besideChoice() *Choice {
	if len(s.run.lesson.Variants) < 2 {
		return nil
	}
	return &Choice{ID: "beside", Label: s.say("ui.compare"), Line: "compare",
		On: s.beside != nil}
}

// netTables are the parts of the producers' scene in words.
func (s *Session) netTables() []Table {
	if !s.onNetwork() {
		return nil
	}
	var out []Table
	for _, t := range scene.Tables(s.still()) {
		table := Table{Title: t.Title, Columns: t.Columns}
		for _, r := range t.Rows {
			row := Row{Cells: r.Cells}
			if r.Thing != "" {
				row.Line, row.On = "select "+r.Thing, s.select_ == r.Thing
			}
			table.Rows = append(table.Rows, row)
		}
		out = append(out, table)
	}
	return out
}
