package scene

// An axis maps offsets to x. It is piecewise linear: records that a reader wants to tell apart get
// a column each, long runs of records of one kind get narrow columns or share a pixel, and offsets
// that no replica holds any more get a short piece of their own. Order is never changed, and all
// lanes of a stage share one axis, so a hole or a lag is seen as shape.

// pieceKind says what a stretch of offsets is made of.
type pieceKind uint8

const (
	pieceCells pieceKind = iota // records to be told apart
	pieceRun                    // many records of one kind
	pieceGone                   // nothing on any replica
	pieceTail                   // the room behind the end
)

// piece is a stretch of offsets [from, to) and, once fitted, its place.
type piece struct {
	kind     pieceKind
	from, to int64
	x, w     float64
}

func (p piece) count() float64 { return float64(p.to - p.from) }

// pitch is the width of one offset's column.
func (p piece) pitch() float64 {
	if p.to == p.from {
		return p.w
	}
	return p.w / p.count()
}

// Widths, in points. A column of pitchFull holds a cell with a key and a value.
const (
	pitchFull = 50.0
	pitchMin  = 4.0
	tailWidth = 104.0
	goneWidth = 72.0
	goneMin   = 34.0
	runMin    = 92.0 // on a wide stage; a tenth of a narrow one
)

// axis is a fitted list of pieces; lo and hi are the first offset and the end.
type axis struct {
	pieces []piece
	x, w   float64
	full   float64 // a column that wants nothing more
	run    float64 // the least width of a run
	next   float64 // the column of the next offset to come
}

// fit gives every piece its width so that all of them fill at most width points from x on.
func fit(pieces []piece, x, width float64) axis { return fitFull(pieces, x, width, pitchFull) }

// fitFull is fit with columns as wide as full where there is room.
func fitFull(pieces []piece, x, width, full float64) axis {
	a := axis{pieces: pieces, x: x, w: width, full: full, run: min(runMin, max(width*0.1, 36))}
	var cells, runs, gones, nRuns, tail float64
	for _, p := range pieces {
		switch p.kind {
		case pieceCells:
			cells += p.count()
		case pieceRun:
			runs += p.count()
			nRuns++
		case pieceGone:
			gones++
		case pieceTail:
			tail = min(tailWidth, width/7)
		}
	}
	rest := width - tail
	gone := share(gones, goneWidth, goneMin, rest/4)
	rest -= gone * gones
	a.next = full
	pitch, slim := pitches(cells, runs, nRuns*a.run, rest, full)
	if n := len(pieces); n > 1 {
		a.next = min(pitch, full)
		if pieces[n-2].kind == pieceRun {
			a.next = min(slim, full)
		}
	}
	a.place(pitch, slim, gone, tail)
	a.spread(width, cells+runs == 0)
	return a
}

// share is the width of each of n equal things: full, or less so that they keep within limit.
func share(n, full, least, limit float64) float64 {
	if n == 0 || n*full <= limit {
		return full
	}
	return max(min(limit/n, full), min(least, limit))
}

// pitches divides rest between cells and runs: the columns of single records, and those of runs.
func pitches(cells, runs, least, rest, full float64) (pitch, slim float64) {
	if cells+runs == 0 {
		return full, full
	}
	if (cells+runs)*full <= rest {
		return full, full
	}
	if cells == 0 {
		return full, rest / runs
	}
	if runs == 0 {
		return rest / cells, rest / cells
	}
	// Runs get at least a readable width each, but never more than half of the stage; what cells
	// cannot use goes back to the runs.
	forRuns := min(max(least, rest/3), rest/2)
	pitch = min((rest-forRuns)/cells, full)
	forRuns = rest - pitch*cells
	slim = min(forRuns/runs, pitch)
	if pitch < pitchMin {
		pitch = rest / (cells + runs)
		slim = pitch
	}
	return pitch, slim
}

// place walks the pieces from left to right. Short runs are widened to a readable width at the
// cost of the long ones.
func (a *axis) place(pitch, slim, gone, tail float64) {
	least := 0.0
	var short, long float64 // widths of runs below and above the least width
	limit := a.runWidth(slim)
	for n := range a.pieces {
		if a.pieces[n].kind == pieceRun {
			least++
		}
	}
	if least > 0 {
		least = min(a.run, limit/least*0.6)
	}
	for n := range a.pieces {
		p := &a.pieces[n]
		switch p.kind {
		case pieceCells:
			p.w = p.count() * pitch
		case pieceRun:
			p.w = p.count() * slim
			if floor := min(least, p.count()*a.full); p.w < floor {
				short += floor - p.w
				p.w = floor
			} else if p.w > least {
				long += p.w - least
			}
		case pieceGone:
			p.w = gone
		case pieceTail:
			p.w = tail
		}
	}
	x := a.x
	for n := range a.pieces {
		p := &a.pieces[n]
		if p.kind == pieceRun && p.w > least && long > 0 {
			p.w -= short * (p.w - least) / long
		}
		p.x = x
		x += p.w
	}
}

// spread gives the tail what is left of the width, within reason: an empty log may be wide.
func (a *axis) spread(width float64, empty bool) {
	n := len(a.pieces)
	if n == 0 || a.pieces[n-1].kind != pieceTail {
		return
	}
	most := 3 * a.full
	if used := a.pieces[n-1].x - a.x; empty || used < width/3 { // a short log has room before it
		most = max(9*a.full, width*0.62-used)
	}
	a.pieces[n-1].w = max(min(a.x+width-a.pieces[n-1].x, most), 20)
}

func (a *axis) runWidth(slim float64) float64 {
	sum := 0.0
	for _, p := range a.pieces {
		if p.kind == pieceRun {
			sum += p.count() * slim
		}
	}
	return sum
}

// at finds the piece that holds offset o: the last one that begins at or before it.
func (a *axis) at(o int64) piece {
	if len(a.pieces) == 0 {
		return piece{kind: pieceTail, x: a.x, w: a.w}
	}
	lo, hi := 0, len(a.pieces)-1
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if a.pieces[mid].from <= o {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return a.pieces[lo]
}

// left is the left edge of the column of offset o. Offsets that are still to come stand behind the
// end, one column each, as far as there is room.
func (a *axis) left(o int64) float64 {
	p := a.at(o)
	switch {
	case p.kind == pieceTail && o > p.to:
		return p.x + min(float64(o-p.to)*a.next, max(p.w, 0))
	case o <= p.from:
		return p.x
	case o >= p.to:
		return p.x + p.w
	}
	return p.x + float64(float64(o-p.from)*p.pitch())
}

// blend is the axis between two others: a picture that zooms moves every column.
type blend struct {
	a, b *axis
	t    float32
}

// far is where things are that are nowhere near the screen.
const far = 20_000

// at is the place of the left edge of the column of offset o, exactly.
func (m blend) at(o int64) float64 {
	if m.t <= 0 || m.a == m.b {
		return m.a.left(o)
	}
	if m.t >= 1 {
		return m.b.left(o)
	}
	x, y := m.a.left(o), m.b.left(o)
	return x + float64((y-x)*float64(m.t))
}

// left is the place of the left edge of the column of offset o, as near as it can be drawn.
func (m blend) left(o int64) float32 { return float32(min(max(m.at(o), -far), far)) }

// pitch is the width of the column of offset o.
func (m blend) pitch(o int64) float32 { return float32(m.at(o+1) - m.at(o)) }

// pitchOf is the mean width of the columns of [from, to).
func (m blend) pitchOf(from, to int64) float32 {
	return float32((m.at(to) - m.at(from)) / float64(to-from))
}

// x is the place of a point between two offsets.
func (m blend) x(pos float64) float32 {
	o := int64(pos)
	x := m.at(o)
	if part := pos - float64(o); part > 0 {
		x += float64((m.at(o+1) - x) * part)
	}
	return float32(min(max(x, -far), far))
}

// find is the offset whose column is at x, between from and to.
func (m blend) find(x float32, from, to int64) int64 {
	for from < to {
		mid := from + (to-from)/2
		if m.at(mid+1) <= float64(x) {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from
}
