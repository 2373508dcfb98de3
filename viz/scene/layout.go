package scene

import "highwater/viz/draw"

// form is one of the shapes that a frame can have.
type form uint8

const (
	formFull   form = iota // stage and side panel above the transport
	formUnder              // the side panel under the stage
	formFigure             // the figure of an article, and of a phone
	formCanvas             // stage and timeline; a page draws the rest
)

// plan is where the parts of a frame are. A part that the form does not have is empty.
type plan struct {
	form                           form
	header, stage, side, transport draw.Box
}

// Sizes of the parts, in points.
const (
	headerHeight    = 56
	sideWidth       = 368
	transportHeight = 150
	figureHeader    = 48
	figureTransport = 76
	underWidth      = 900
	figureWidth     = 560
	figureHeight    = 600
)

// arrange chooses the form for a size and cuts the frame into its parts.
func arrange(in *Input) plan {
	all := draw.B(0, 0, in.W, in.H)
	p := plan{form: formFull}
	switch {
	case in.Chrome == Canvas:
		p.form = formCanvas
	case in.Figure || in.W < figureWidth || in.H < figureHeight:
		p.form = formFigure
	case in.W < underWidth:
		p.form = formUnder
	}
	switch p.form {
	case formCanvas:
		h := min(float32(transportHeight-24), in.H*0.3)
		if in.Figure || in.W < figureWidth || in.H < 300 {
			h = 0
		}
		p.transport, p.stage = all.CutBottom(h, 0)
	case formFigure:
		p.header, all = all.CutTop(figureHeader, 0)
		h := float32(figureTransport)
		if in.W < figureWidth {
			h = 112
		}
		p.transport, p.stage = all.CutBottom(h, 0)
	case formUnder:
		p.header, all = all.CutTop(headerHeight, 0)
		p.transport, all = all.CutBottom(transportHeight, 0)
		p.side, p.stage = all.CutBottom(all.H*0.44, 0)
	default:
		p.header, all = all.CutTop(headerHeight, 0)
		p.transport, all = all.CutBottom(transportHeight, 0)
		p.side, p.stage = all.CutRight(sideWidth, 0)
	}
	return p
}
