package scene

import (
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/story"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// net is the part of a frame where clients, wires and brokers are.
//
//	┌ client ──────┐              ┌ broker ────────────┐
//	│ seq 1  #42   │▢▶ ·········  │ remembers [0][1]   │   a batch has one row from the
//	│ seq 2  #77   │····· ▢▶ ···  │ log  ▢▢▢▢          │   list of its client to the door
//	│ seq 3  #99   │ ◀▢ ········  │ why?               │   of the broker, and whatever is
//	└──────────────┘              └────────────────────┘   under way of it is in that row
//	 sent  ▢▢▢▢▢
//	 read  ▢▢▢▢       as sent
//
// Left is what a client believes, right what is true.
type net struct {
	ui.Kit
	in    *Input
	form  form
	size  netSize
	wins  []story.Window
	step  int     // of the later world
	clock float64 // microseconds since the start
	menu  draw.Box
	share netShare
	m     *moment // of the logs
}

// netSize is how much a row can say.
type netSize uint8

const (
	netRoomy  netSize = iota // two lines a row
	netTight                 // one line a row
	netUpward                // a phone: columns instead of rows
)

// Widths and heights of the parts, in points.
const (
	netUpwardWidth = 520
	netWidest      = 1800 // a longer wire would only be empty
	rowRoomy       = 52
	logLeast       = 71 // the least height of a log
	replicasRow    = 30
	rowTight       = 30
	rowLeast       = 24
	orderRow       = 38
	orderTall      = 46
	wireHead       = 22
)

func newNet(k ui.Kit, in *Input, f form) *net {
	x := &net{Kit: k, in: in, form: f, step: in.Step.N, clock: clockOf(in), share: leastShare}
	if in.Phase < 1 {
		x.wins = story.Windows(in.Step, in.Beat, nil)
	}
	return x
}

// producers fills the area with the clients and brokers of a run, or of two of them above each
// other, and with the order in which the records were sent and are read.
func producers(k ui.Kit, in *Input, area draw.Box, f form) {
	sides := []*Input{in}
	if in.Beside != nil {
		sides = append(sides, in.Beside)
	}
	zoom := netZoom(area, len(sides))
	k.Scaled(draw.P(area.X, area.Y), zoom, func() {
		area.W, area.H = area.W/zoom, area.H/zoom
		area = area.Pad(netMargin(f), 0)
		if over := area.W - netWidest; over > 0 {
			area = area.Pad(over/2, 0)
		}
		netSides(k, in, sides, area, f)
	})
}

// netSides draws one run, or two, and what comes of them.
func netSides(k ui.Kit, in *Input, sides []*Input, area draw.Box, f form) {
	x := newNet(k, in, f)
	if len(in.After.Topics) == 0 && len(in.After.Producers) == 0 {
		w := in.Theme.Words(theme.Lead).In(in.Theme.Mute).At(draw.Middle)
		k.At(draw.Labels, func() { k.TextIn(area, in.say("stage.empty"), w) })
		return
	}
	o := newOrder(k, sides, f)
	if area.H-o.height(area) < float32(len(sides))*leastSide(area) {
		if len(sides) > 1 { // there is room only for what comes of it
			o.draw(draw.B(area.X, area.Y, area.W, min(o.height(area), area.H)))
			return
		}
		o.lines = nil
	}
	sh, left := x.shareOut(area, o, len(sides))
	o.row = sh.order
	area.Y += min(left*0.3, 28)
	area.H -= min(left*0.3, 28)
	under := o.height(area) + sh.legend
	gap := sh.gap
	each := (area.H - under - sh.under - gap*float32(len(sides)-1)) / float32(len(sides))
	y := area.Y
	for i, side := range sides {
		s := newNet(k, side, f)
		s.share = sh
		b := draw.B(area.X, y, area.W, each)
		if len(sides) > 1 {
			b = s.title(b)
		}
		y = s.draw(b) + gap
		if i == 0 {
			x.menu = s.menu
		}
	}
	y += sh.under - gap
	o.draw(draw.B(area.X, y, area.W, o.height(area)))
	if sh.legend > 0 {
		x.legend(draw.B(area.X, y+o.height(area)+sh.legend-legendRow, area.W, legendRow))
	}
	x.verbs(area)
}

// leastSide is the height without which one side cannot be drawn at all.
func leastSide(area draw.Box) float32 {
	if area.W < netUpwardWidth {
		return 141
	}
	return 112
}

func netMargin(f form) float32 {
	if f == formFigure {
		return 16
	}
	return 24
}

// title names the variant of one side of a comparison and returns the room under it.
func (x *net) title(b draw.Box) draw.Box {
	head, rest := b.CutTop(20, 4)
	x.At(draw.Labels, func() {
		x.Kit.Tag(head.X, head.Y, 20, x.in.Name, x.T.State, x.T.Words(theme.Small).Bold())
	})
	return rest
}

// draw fills a box with the bands of one run and returns where they end.
func (x *net) draw(b draw.Box) float32 {
	bands := x.bandsOf(x.in.After)
	if b.W < netUpwardWidth {
		x.size = netUpward
		return x.upward(b, bands)
	}
	client, broker := netWidths(b.W)
	gap := float32(14)
	if b.H < 330 {
		gap = 10
	}
	each := (b.H - gap*float32(max(len(bands)-1, 0))) / float32(max(len(bands), 1))
	for i := range bands {
		each = min(each, x.wants(&bands[i], broker, &x.share))
	}
	for i := range bands {
		y := b.Y + float32(i)*(each+gap)
		v := view{band: &bands[i], client: draw.B(b.X, y, client, each),
			wire:   draw.B(b.X+client, y, b.W-client-broker, each),
			broker: draw.B(b.Right()-broker, y, broker, each)}
		v.head = i == 0 || bands[i-1].client != bands[i].client
		v.card = v.client
		for j := i + 1; j < len(bands) && bands[j].client == bands[i].client; j++ {
			v.card.H += each + gap
		}
		v.broker.H = min(each, x.brokerWants(v.band, broker, mostShare.log))
		if v.head && v.card.H <= each { // alone, it is no higher than its list
			v.client.H = min(v.client.H, x.clientWants(v.band, &x.share))
			v.card.H = v.client.H
		}
		x.band(&v)
	}
	return b.Y + float32(len(bands))*(each+gap) - gap
}

// view is where the parts of a band are.
type view struct {
	*band
	client, wire, broker draw.Box
	card                 draw.Box // of the client, over all its bands
	list                 draw.Box // the rows, within client
	pipe                 draw.Box // the ground of the connection
	head                 bool     // the client's own head stands in this band
	rowH                 float32
	rows                 []placed
}

// placed is a row at its place, which may be on the way to another one.
type placed struct {
	row
	y     float32 // of its middle
	alpha float32
}

// band draws one client, one broker, and what is between them.
func (x *net) band(v *view) {
	x.size = netRoomy
	if v.broker.H < 300 {
		x.size = netTight
	}
	x.clientCard(v)
	x.place(v)
	x.wire(v)
	for i := range v.rows {
		x.clientRow(v, &v.rows[i])
	}
	for _, t := range x.tokensOf(v.band) {
		x.message(v, &t)
	}
	x.brokerCard(v)
}

// place puts the rows of the worlds before and after on their way between their places.
func (x *net) place(v *view) {
	if v.band.client == 0 {
		return
	}
	most := x.mostRows(v.band)
	v.rowH = min(max(v.list.H/float32(max(most, 1)), rowTight-4), x.share.row)
	if v.rowH < 44 {
		v.rowH = min(v.rowH, 42)
	}
	room := max(int((v.list.H+2)/v.rowH), 1)
	after := fold(x.rowsOf(x.in.After, x.step, v.band), room)
	if x.in.Phase >= 1 {
		v.rows = v.settle(after, after, 1)
		return
	}
	before := fold(x.rowsOf(x.in.Before, x.step-1, v.band), room)
	v.rows = v.settle(before, after, theme.InOut(x.turn(v.band.client)))
}

// mostRows is how many rows the band has at most in the whole run, so that rows keep their height.
func (x *net) mostRows(b *band) int {
	count := map[int32]int{}
	most, client := 2, b.client
	if lives := x.in.Cast.tale.lives; client == 0 && len(lives) > 0 {
		client = lives[0].client
	}
	for i := range x.in.Cast.tale.batches {
		t := &x.in.Cast.tale.batches[i]
		if t.client != client {
			continue
		}
		for _, id := range b.parts {
			if id.topic == t.topic && id.part == t.part {
				count[t.life]++
				most = max(most, count[t.life]+1)
			}
		}
	}
	return most
}

// fold leaves rows out if there is no room for all: first the oldest that are done, then the
// newest in the queue.
func fold(rows []row, room int) []row {
	over := len(rows) - room
	if over <= 0 {
		return rows
	}
	var out []row
	for i := range rows {
		if over > 0 && rows[i].state == rowDone {
			over--
			continue
		}
		out = append(out, rows[i])
	}
	return out[:min(len(out), room)]
}

// settle gives every row of two lists its place: 0 as in the first one, 1 as in the second one.
func (v *view) settle(before, after []row, t float32) []placed {
	at := func(i int) float32 { return v.list.Y + (float32(i)+0.5)*v.rowH }
	var out []placed
	for i := range after {
		p := placed{row: after[i], y: at(i), alpha: t}
		for j := range before {
			if before[j].key == after[i].key {
				p.y, p.alpha = draw.Lerp(at(j), at(i), t), 1
				if t < 0.5 {
					p.row = before[j]
				}
			}
		}
		out = append(out, p)
	}
	for j := range before {
		if !hasRow(after, before[j].key) && t < 1 {
			out = append(out, placed{row: before[j], y: at(j), alpha: 1 - t})
		}
	}
	return out
}

func hasRow(rows []row, k batchKey) bool {
	for i := range rows {
		if rows[i].key == k {
			return true
		}
	}
	return false
}

// rowAt is the middle of the row of a batch; without such a row, that of the last one.
func (v *view) rowAt(k batchKey) float32 {
	y := v.list.Y + v.rowH/2
	for i := range v.rows {
		if v.rows[i].key == k {
			return v.rows[i].y
		}
		y = max(y, v.rows[i].y)
	}
	return y
}

// world is what a node shows now: the world before, until the step has come to it.
func (x *net) world(node world.NodeID) *world.World {
	if x.turn(node) < 0.5 {
		return x.in.Before
	}
	return x.in.After
}
