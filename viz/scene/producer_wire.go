package scene

import (
	"highwater/core/errcode"
	"highwater/core/producer"
	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/theme"
)

// token is a message as it is seen: on its way, at the broker's door, or breaking.
type token struct {
	m      *world.Message
	key    batchKey // the row that it travels in
	later  batchKey // the row at the end of the step
	part   int
	of     int     // parts of the message
	pos    float32 // 0 at the sender, 1 at the receiver
	alpha  float32 // less than 1 on its way in or out
	broken float32 // 0 whole, 1 broken
	door   bool    // it has arrived and waits at the broker
	busy   bool    // it is being worked on
	again  bool    // a retry
	old    bool    // it broke some steps ago
}

// wayOf is how far a message has come on its way. One that will be lost does not come further than
// the place where it breaks, but never goes back.
func (t *tale) wayOf(w *world.World, m *world.Message, now float64) float32 {
	if m.Arrived {
		return 1
	}
	sent, due := sinceStart(m.Sent), sinceStart(m.Due)
	way := float32(1)
	if due > sent {
		way = theme.Clamp(float32((now - sent) / (due - sent)))
	}
	lost, doomed := m.Lost, t.doomed[m.ID]
	if lost == why.None && isCut(w, m.From, m.To) {
		lost = why.LinkCut
	}
	switch {
	case lost == why.None:
		return way
	case lost == why.DroppedByCommand && doomed > 0.5:
		return doomed
	case lost == why.DroppedByCommand: // its time has been halved
		return way * 0.5
	}
	return min(way, max(breakOf(lost), doomed))
}

// breakOf is the part of the way that a message makes before it is lost.
func breakOf(lost why.Why) float32 {
	switch lost {
	case why.LinkCut:
		return cutAt
	case why.ConnClosed:
		return 0.7
	}
	return 0.5
}

// isCut tells that the link between two nodes is cut.
func isCut(w *world.World, a, b world.NodeID) bool {
	for _, k := range w.Cuts {
		if k.A == min(a, b) && k.B == max(a, b) {
			return true
		}
	}
	return false
}

// cutAt is where a cut link has its gap, as a part of the way from the client.
const cutAt = 0.62

func sinceStart(t world.Time) float64 { return float64(t - world.Start) }

// clock is the time now, between the worlds before and after, in microseconds since the start.
func clockOf(in *Input) float64 {
	a, b := sinceStart(in.Before.Now), sinceStart(in.After.Now)
	if in.Phase >= 1 || a == b {
		return b
	}
	still := in.Beat.Still()
	if still <= 0 {
		still = 1
	}
	d := (b - a) * float64(theme.InOut(in.Phase/still))
	return a + d
}

// tokensOf lists the messages between the two of a band at this moment.
func (x *net) tokensOf(b *band) []token {
	var out []token
	after, before := x.in.After, x.in.Before
	for i := range before.Messages {
		m := &before.Messages[i]
		if !concerns(m, b) {
			continue
		}
		if n := after.Message(m.ID); n != nil {
			out = x.token(out, before, n, m, 1)
			continue
		}
		if x.in.Phase < 1 {
			out = x.ending(out, before, m)
		}
	}
	for i := range after.Messages {
		m := &after.Messages[i]
		if concerns(m, b) && (before == after || before.Message(m.ID) == nil) && x.in.Phase < 1 {
			out = x.token(out, after, m, m, x.eventAt(world.Sent, m.ID))
		}
	}
	return append(out, x.remains(b)...)
}

// token adds a message with its parts: m as it is in world w, was as it was before the step.
func (x *net) token(out []token, w *world.World, m, was *world.Message, alpha float32) []token {
	if alpha <= 0 {
		return out
	}
	t := token{m: m, alpha: alpha, door: m.Arrived,
		pos: x.in.Cast.tale.wayOf(x.in.After, m, x.clock)}
	if m.Arrived && !was.Arrived && x.eventAt(world.Arrived, m.ID) < 1 {
		t.pos, t.door = x.in.Cast.tale.wayOf(w, was, x.clock), false
	}
	t.busy = t.door && isBusy(x.in.After, m)
	return x.parted(out, w, t)
}

// parted adds a token for each part of a message.
func (x *net) parted(out []token, w *world.World, t token) []token {
	t.of = max(len(t.m.Request.Parts), len(t.m.Response.Parts), 1)
	for i := range t.of {
		t.part = i
		t.key = x.keyOf(w, x.stepOf(w), t.m, i)
		t.later = t.key
		if x.in.After.Message(t.m.ID) != nil {
			t.later = x.keyOf(x.in.After, x.step, t.m, i)
		}
		out = append(out, t)
	}
	return out
}

func (x *net) stepOf(w *world.World) int {
	if w == x.in.After {
		return x.step
	}
	return x.step - 1
}

// keyOf is the row of a message in a world.
func (x *net) keyOf(w *world.World, step int, m *world.Message, part int) batchKey {
	client := m.From
	if m.Answer {
		client = m.To
	}
	life, _ := x.in.Cast.tale.lifeAt(client, step)
	if k, ok := rowKey(w, m, part, life); ok {
		return k
	}
	return batchKey{client, orphanLife, producer.BatchID(m.ID)}
}

// isBusy tells that the broker is at work on a request.
func isBusy(w *world.World, m *world.Message) bool {
	for i := range w.Conns {
		if w.Conns[i].Busy == m.ID {
			return true
		}
	}
	return false
}

// ending is a message that arrives or breaks in this step.
func (x *net) ending(out []token, w *world.World, m *world.Message) []token {
	lost := x.eventAt(world.Lost, m.ID)
	came := x.eventAt(world.Arrived, m.ID)
	t := token{m: m, pos: x.in.Cast.tale.wayOf(w, m, x.clock), alpha: 1, door: m.Arrived}
	switch {
	case x.has(world.Lost, m.ID):
		t.broken = lost
		if k := x.keyOf(w, x.step-1, m, 0); k.life == orphanLife {
			t.alpha = 1 - theme.Phase(lost, 0.5, 1) // its row goes with it
		}
	case x.has(world.Arrived, m.ID):
		t.alpha = 1 - came
	default: // it was at the broker, and is answered or forgotten
		t.alpha = 1 - x.turn(m.To)
		t.busy = true
	}
	if t.alpha <= 0 {
		return out
	}
	return x.parted(out, w, t)
}

// remains are the pieces of what was lost: they lie there as long as the client waits for that very
// request, and at least until the next step.
func (x *net) remains(b *band) []token {
	var out []token
	t := x.in.Cast.tale
	for i := range t.losses {
		l := &t.losses[i]
		now := x.step
		if x.in.Phase < 1 {
			now--
		}
		if l.step > now || l.key.life == orphanLife || !concerns(&l.m, b) {
			continue
		}
		alpha, after := x.missed(x.in.Before, l), x.missed(x.in.After, l)
		if l.step == now {
			alpha = 1
		}
		if x.in.Phase < 1 {
			alpha = draw.Lerp(alpha, after, theme.Clamp(x.in.Phase/remainsFade))
		}
		if alpha > 0 {
			out = append(out, token{m: &l.m, key: l.key, later: l.key, of: 1, broken: 1, pos: l.pos,
				alpha: alpha, old: l.step < now})
		}
	}
	return out
}

// missed is 1 while the client waits in a world for the answer that a loss has taken away.
func (x *net) missed(w *world.World, l *taleLoss) float32 {
	client, id := l.m.From, l.m.Request.ID
	if l.m.Answer {
		client, id = l.m.To, l.m.Response.Request
	}
	p := clientOf(w, client)
	if p == nil || p.Client.Closed || !connected(w, l.m.Conn) {
		return 0
	}
	for i := range p.Client.Nodes {
		for j := range p.Client.Nodes[i].InFlight {
			if p.Client.Nodes[i].InFlight[j].ID == id {
				return 1
			}
		}
	}
	return 0
}

// remainsFade is the phase of the next step at which pieces that nobody misses are gone.
const remainsFade = 0.3

// eventAt is how far the event of a kind about a message is; 1 without such an event.
func (x *net) eventAt(k world.Kind, msg int64) float32 {
	for i, win := range x.wins {
		if e := &x.in.Step.Events[i]; e.Kind == k && e.Msg == msg {
			return win.Ease(x.in.Phase)
		}
	}
	return 1
}

func (x *net) has(k world.Kind, msg int64) bool {
	for i := range x.in.Step.Events {
		if e := &x.in.Step.Events[i]; e.Kind == k && e.Msg == msg {
			return true
		}
	}
	return false
}

// turn is how far a step is for a node: up to the middle of its first event it shows the world
// before, from there on the world after.
func (x *net) turn(node world.NodeID) float32 {
	if x.in.Phase >= 1 {
		return 1
	}
	first, last := float32(2), float32(0)
	for i, win := range x.wins {
		if e := &x.in.Step.Events[i]; e.Node == node && e.Kind != world.Arrived {
			first, last = min(first, win.From), max(last, win.To)
		}
	}
	if last == 0 {
		return theme.Phase(x.in.Phase, x.in.Beat.Still(), 1)
	}
	return theme.Phase(x.in.Phase, first, min(last, first+0.35))
}

// codeOf is the error that an answer carries for a part.
func codeOf(m *world.Message, part int) errcode.Code {
	if part < len(m.Response.Parts) {
		return m.Response.Parts[part].Code
	}
	return m.Response.Code
}
