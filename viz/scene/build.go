package scene

import (
	"highwater/viz/draw"
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
	if in.Dialog != nil {
		k.Faded(0.999, func() { content(k, in, p) }) // under a veil, to be guessed only
		dialog(k, in)
	} else {
		content(k, in, p)
	}
	if in.Tip != "" {
		k.Tip(in.Hover, in.Tip, draw.B(0, 0, in.W, in.H))
	}
	pen.Done()
}

// content draws the parts that the form has.
func content(k ui.Kit, in *Input, p plan) {
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
}

// besideLeast is the height in which two stages can stand above each other.
const besideLeast = 220

func stageRoom(b draw.Box) draw.Box { return draw.B(b.X, b.Y+16, b.W, b.H-24) }

// stages draws the stage, or two of them above each other.
func stages(k ui.Kit, in *Input, area draw.Box, f form) {
	one := func(in *Input, b draw.Box) {
		k.Clipped(b, func() {
			drawStage(k, in, b, f)
		})
	}
	if in.Screen == "producer" {
		k.Clipped(area, func() { producers(k, in, area, f) })
		return
	}
	if in.Beside == nil || area.H < besideLeast {
		one(in, area)
		return
	}
	top, bottom := area.CutTop(area.H/2-6, 12)
	one(in, top)
	y := top.Bottom() + 6
	k.Line(draw.Edge(in.Theme.Line, 1), draw.P(area.X+24, y), draw.P(area.Right()-24, y))
	one(in.Beside, bottom)
}
