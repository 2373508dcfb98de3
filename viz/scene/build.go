package scene

import (
	"highwater/viz/draw"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// Build fills a frame with the picture of a moment.
func Build(f *draw.Frame, in *Input) {
	f.Reset(in.W, in.H, in.Theme.Paper)
	pen := draw.On(f)
	k := ui.Kit{Pen: pen, T: in.Theme}
	p := arrange(in)
	if in.Panel != nil {
		f.Title = in.Panel.Title
		f.Say = in.Panel.Caption
	}
	switch p.form {
	case formFigure:
		figure(k, in, p)
	case formCanvas:
		stages(k, in, p.stage.Pad(0, 8), p.form)
		if !p.transport.Empty() {
			track(k, in, p.transport)
		}
	default:
		header(k, in, p.header)
		stages(k, in, stageRoom(p.stage), p.form)
		side(k, in, p.side, p.form)
		transport(k, in, p.transport)
	}
	if in.Dialog != nil {
		dialog(k, in)
	}
	if in.Tip != "" {
		k.Tip(in.Hover, in.Tip, draw.B(0, 0, in.W, in.H))
	}
	pen.Done()
}

func stageRoom(b draw.Box) draw.Box { return draw.B(b.X, b.Y+16, b.W, b.H-24) }

// stages draws the stage, or two of them above each other.
func stages(k ui.Kit, in *Input, area draw.Box, f form) {
	one := func(in *Input, b draw.Box) {
		k.Clipped(b, func() {
			drawStage(k, in, b, f)
		})
	}
	if in.Beside == nil {
		one(in, area)
		return
	}
	top, bottom := area.CutTop(area.H/2-6, 12)
	one(in, top)
	y := top.Bottom() + 6
	k.Line(draw.Edge(in.Theme.Line, 1), draw.P(area.X+24, y), draw.P(area.Right()-24, y))
	one(in.Beside, bottom)
}

// dialog lists lessons or keys over the picture.
func dialog(k ui.Kit, in *Input) {
	d, t := in.Dialog, in.Theme
	all := draw.B(0, 0, in.W, in.H)
	rows := len(d.Items) + len(d.Rows)
	const rowH = 34
	w := min(in.W-32, 560)
	h := min(in.H-32, float32(rows)*rowH+76)
	b := draw.B((in.W-w)/2, (in.H-h)/2, w, h)
	k.At(draw.Over, func() {
		k.Rect(all, draw.Fill(t.Paper.Fade(0.72)).MayCross())
		k.Hit(draw.Hit{Box: all, Line: d.Close.Line, Say: d.Close.Label})
		k.Glow(b, 12, 18, t.Shade)
		k.Rect(b, draw.Fill(t.Card).Edged(t.Wood, 1.2).Round(12))
		k.Hit(draw.Hit{Box: b})
		head, rest := b.Pad(20, 14).CutTop(32, 8)
		k.TextIn(head, d.Title, t.Words(theme.Head).Bold())
		x := draw.B(head.Right()-28, head.Y+2, 28, 28)
		k.Round(x, ui.Cross, false, ui.Say{Line: d.Close.Line, Tip: d.Close.Label})
		k.Clipped(rest, func() { dialogRows(k, in, rest, rowH) })
	})
}

func dialogRows(k ui.Kit, in *Input, rest draw.Box, rowH float32) {
	d, t := in.Dialog, in.Theme
	y := rest.Y
	for _, it := range d.Items {
		row := draw.B(rest.X, y, rest.W, rowH-4)
		if row.Bottom() > rest.Bottom() {
			return
		}
		w := t.Words(theme.Body)
		if it.On {
			k.Rect(row, draw.Fill(t.Panel).Edged(t.Wood, 1).Round(8))
			w = w.Bold()
		}
		k.TextIn(row.Pad(12, 0), it.Label, w)
		k.Hit(draw.Hit{Box: row, Line: it.Line, Tip: it.Tip, Say: it.Label})
		y += rowH
	}
	for _, r := range d.Rows {
		row := draw.B(rest.X, y, rest.W, rowH-8)
		if row.Bottom() > rest.Bottom() {
			return
		}
		left, right := row.CutLeft(150, 12)
		k.TextIn(left, r.Name, t.Data(theme.Small).Bold())
		k.TextIn(right, r.Value, t.Words(theme.Body))
		y += rowH - 6
	}
}
