package draw

// Scaled magnifies all that do writes by k about a point. Words and boxes grow together, so what
// fits in the small fits in the large. Layers and clips around it stay as they are.
func (p *Pen) Scaled(at Pt, k float32, do func()) {
	ops, hits, pts, boxes := len(p.Ops), len(p.Hits), len(p.Pts), len(p.Boxes)
	clip := p.clip
	if k != 1 { // a box of its own, so that no clip of before is taken for one of within
		p.Boxes = append(p.Boxes, p.Boxes[clip].about(at, 1/k))
		p.clip = uint16(len(p.Boxes) - 1)
	}
	do()
	p.clip = clip
	if k == 1 {
		return
	}
	for i := ops; i < len(p.Ops); i++ {
		o := &p.Ops[i]
		o.X, o.Y = at.X+(o.X-at.X)*k, at.Y+(o.Y-at.Y)*k
		for _, v := range [...]*float32{&o.W, &o.H, &o.R, &o.Stroke, &o.Dash, &o.Gap, &o.Px} {
			*v *= k
		}
	}
	for i := hits; i < len(p.Hits); i++ {
		p.Hits[i].Box = p.Hits[i].Box.about(at, k)
	}
	for i := pts; i < len(p.Pts); i++ {
		p.Pts[i] = Pt{at.X + (p.Pts[i].X-at.X)*k, at.Y + (p.Pts[i].Y-at.Y)*k}
	}
	for i := boxes; i < len(p.Boxes); i++ {
		p.Boxes[i] = p.Boxes[i].about(at, k)
	}
}

// about is a box magnified about a point.
func (b Box) about(at Pt, k float32) Box {
	return Box{at.X + (b.X-at.X)*k, at.Y + (b.Y-at.Y)*k, b.W * k, b.H * k}
}
