package scene

import (
	"highwater/viz/draw"
	"highwater/viz/ui"
)

// verbs offers what can be done to the selected thing beside it.
func (x *net) verbs(area draw.Box) {
	if x.menu.Empty() || x.in.Panel == nil || len(x.in.Panel.Verbs) == 0 || x.in.Dialog != nil {
		return
	}
	const h, gap, pad = 28, 6, 8
	list := x.in.Panel.Verbs
	most := min(area.W-2*pad, 340)
	width, rows, at := float32(0), float32(1), float32(0)
	for _, it := range list {
		w := min(x.ChipWidth(it.Label), most)
		if at > 0 && at+w > most {
			rows, at = rows+1, 0
		}
		at += w + gap
		width = max(width, at-gap)
	}
	b := draw.B(x.menu.X, x.menu.Bottom()+8, width+2*pad, rows*(h+gap)-gap+2*pad)
	if b.Bottom() > area.Bottom()-4 {
		b.Y = x.menu.Y - b.H - 8
	}
	b.X = max(min(b.X, area.Right()-b.W), area.X)
	b.Y = max(b.Y, area.Y)
	x.At(draw.Over, func() {
		x.Glow(b, 9, 6, x.T.Shade.Fade(0.25))
		x.Rect(b, draw.Fill(x.T.Card).Edged(x.T.Focus, 1.3).Round(10).MayCross())
		x.Hit(draw.Hit{Box: b})
		px, y := b.X+pad, b.Y+pad
		for _, it := range list {
			w := min(x.ChipWidth(it.Label), most)
			if px > b.X+pad && px+w > b.X+pad+most {
				px, y = b.X+pad, y+h+gap
			}
			x.Chip(draw.B(px, y, w, h), it.Label, ui.Say{Line: it.Line, Tip: it.Tip, Name: it.Label,
				Off: it.Off})
			px += w + gap
		}
	})
}
