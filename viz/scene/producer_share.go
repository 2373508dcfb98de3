package scene

import (
	"highwater/core/world"
	"highwater/viz/draw"
)

// netShare is how the height of a scene is shared out: its parts grow together as far as there is
// room, and no panel is higher than what it can hold.
type netShare struct {
	row    float32 // of a batch
	log    float32 // a log with its ruler, pennants and name
	order  float32 // a row of the order; 0 is as the area says
	gap    float32 // between two runs, and between the brokers of one
	under  float32 // between them and the order
	legend float32
}

// The least share, in which parts still have all that they say, and the largest one.
var (
	leastShare = netShare{row: 66, log: 150, order: orderTall, gap: 14, under: 4}
	mostShare  = netShare{row: 88, log: 204, order: 66, gap: 24, under: 24}
)

func (s netShare) lerp(o netShare, t float32) netShare {
	return netShare{row: draw.Lerp(s.row, o.row, t), log: draw.Lerp(s.log, o.log, t),
		order: draw.Lerp(s.order, o.order, t), gap: draw.Lerp(s.gap, o.gap, t),
		under: draw.Lerp(s.under, o.under, t), legend: s.legend}
}

// netZoom is how much larger than in a usual window a scene is drawn: on a large screen words and
// boxes grow together, in steps of an eighth.
func netZoom(area draw.Box, sides int) float32 {
	const w, h, most = 1100, 672, 2.25
	k := min(area.W/w, area.H/(h+float32(sides-1)*230), most)
	return max(float32(int(k*8))/8, 1)
}

// shareOut finds the largest share with which all fits, and what is left of the height then.
func (x *net) shareOut(area draw.Box, o *order, sides int) (netShare, float32) {
	s := leastShare
	s.order = o.rowHeight(area)
	if area.W < netUpwardWidth || area.H < 560 {
		s.under = 0
		return s, 0
	}
	total := func(s netShare) float32 {
		h := x.sideHeight(area, &s, sides)
		o.row = s.order
		return h*float32(sides) + s.gap*float32(sides-1) + s.under + o.height(area) + s.legend
	}
	if s.legend = legendRow + 12; total(s) > area.H {
		s.legend = 0
	}
	if total(s) > area.H {
		s.under = 0
		return s, 0
	}
	lo, hi := float32(0), float32(1)
	if total(s.lerp(mostShare, 1)) <= area.H {
		lo = 1
	}
	for n := 0; n < 12 && lo < 1; n++ {
		if m := (lo + hi) / 2; total(s.lerp(mostShare, m)) <= area.H {
			lo = m
		} else {
			hi = m
		}
	}
	s = s.lerp(mostShare, lo)
	return s, area.H - total(s)
}

// sideHeight is what one run wants of the height.
func (x *net) sideHeight(area draw.Box, s *netShare, sides int) float32 {
	_, broker := netWidths(area.W)
	bands := x.bandsOf(x.in.After)
	most := float32(0)
	for i := range bands {
		most = max(most, x.wants(&bands[i], broker, s))
	}
	n := float32(max(len(bands), 1))
	h := most*n + s.gap*(n-1)
	if sides > 1 {
		h += 24 // the name of the variant
	}
	return h
}

// netWidths are the widths of a client and of a broker.
func netWidths(w float32) (client, broker float32) {
	client = min(max(w*0.29, 176), 340)
	broker = min(max(w*0.385, 256), 560)
	if w > 980 {
		broker = min(w*0.42, 560)
	}
	return client, broker
}

// wants is the height beyond which a band would only be empty.
func (x *net) wants(b *band, broker float32, s *netShare) float32 {
	return max(x.clientWants(b, s), x.brokerWants(b, broker, s.log))
}

// brokerWants is the height of a broker's card with logs of a height, and the largest reason that
// it ever gives.
func (x *net) brokerWants(b *band, width, log float32) float32 {
	h := float32(46)
	for _, id := range b.parts {
		h += x.memoryRoom(true) + log + x.reasonRoom(b.node, id, width-28)
		if p := x.in.After.Partition(id.topic, id.part); p != nil && len(p.Replicas) > 1 {
			h += replicasRow
		}
		if len(b.parts) > 1 {
			h += 20
		}
	}
	return h
}

// clientWants is the height of a client's card with all the rows that it ever has.
func (x *net) clientWants(b *band, s *netShare) float32 {
	return float32(x.mostRows(b))*s.row + 122
}

// reasonRoom is the height of the largest reason that a partition gives in the whole run.
func (x *net) reasonRoom(node world.NodeID, id partID, width float32) float32 {
	most := float32(0)
	words := x.in.Cast.tale.words
	for i := range words {
		w := &words[i]
		if w.e.Node == node && w.e.Topic == id.topic && w.e.Part == id.part {
			most = max(most, x.reasonOf(w).height(x, width)+14)
		}
	}
	return most
}
