package scene

import (
	"highwater/viz/draw"
	"highwater/viz/font"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

const dialogRow = 34

// dialog lists lessons or keys over the picture, or shows the link of the moment.
func dialog(k ui.Kit, in *Input) {
	d, t := in.Dialog, in.Theme
	all := draw.B(0, 0, in.W, in.H)
	w := min(in.W-32, 560)
	inner := w - 40
	words, data := t.Words(theme.Body), t.Data(theme.Small)
	text := draw.RichHeight(d.Text, words, inner, theme.Leading(theme.Body))
	pieces := chop(data, d.Data, inner-24, 8)
	h := 76 + float32(len(d.Items))*dialogRow + float32(len(d.Rows))*(dialogRow-8)
	if d.Text != "" {
		h += text + 12
	}
	if len(pieces) > 0 {
		h += float32(len(pieces))*18 + 24
	}
	h = min(h, in.H-32)
	b := draw.B((in.W-w)/2, (in.H-h)/2, w, h)
	k.At(draw.Over, func() {
		k.Rect(all, draw.Fill(t.Paper.Fade(0.72)).MayCross())
		k.Hit(draw.Hit{Box: all, Line: d.Close.Line, Say: d.Close.Label})
		k.Glow(b, 12, 18, t.Shade)
		k.Rect(b, draw.Fill(t.Card).Edged(t.Wood, 1.2).Round(12))
		k.Hit(draw.Hit{Box: b})
		head, rest := b.Pad(20, 14).CutTop(32, 8)
		k.TextIn(draw.B(head.X, head.Y, head.W-40, head.H), d.Title, t.Words(theme.Head).Bold())
		x := draw.B(head.Right()-28, head.Y+2, 28, 28)
		k.Round(x, ui.Cross, false, ui.Say{Line: d.Close.Line, Tip: d.Close.Label})
		if d.Text != "" {
			k.Rich(draw.B(rest.X, rest.Y, rest.W, text), d.Text, words, theme.Leading(theme.Body),
				draw.RGBA{})
			_, rest = rest.CutTop(text, 12)
		}
		if len(pieces) > 0 {
			rest = dialogData(k, in, rest, pieces)
		}
		dialogRows(k, in, rest)
	})
}

// chop breaks data that has no spaces into lines of a width, at most so many.
func chop(w draw.Words, s string, width float32, most int) []string {
	var out []string
	for s != "" && len(out) < most {
		n := 0
		for n < len(s) && w.Width(s[:n+1]) <= width {
			n++
		}
		if n == 0 {
			break
		}
		if len(out) == most-1 && n < len(s) {
			out = append(out, s[:n-1]+"…")
			break
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	return out
}

func dialogData(k ui.Kit, in *Input, rest draw.Box, pieces []string) draw.Box {
	t := in.Theme
	card, rest := rest.CutTop(float32(len(pieces))*18+16, 8)
	k.Rect(card, draw.Fill(t.Panel).Edged(t.Line, 1).Round(8))
	for i, line := range pieces {
		k.TextIn(draw.B(card.X+12, card.Y+8+float32(i)*18, card.W-24, 18), line,
			t.Data(theme.Small))
	}
	return rest
}

func dialogRows(k ui.Kit, in *Input, rest draw.Box) {
	d, t := in.Dialog, in.Theme
	y := rest.Y
	for i, it := range d.Items {
		row := draw.B(rest.X, y, rest.W, dialogRow-4)
		if row.Bottom() > rest.Bottom()+4 {
			return
		}
		w := t.Words(theme.Body)
		if it.On {
			k.Rect(row, draw.Fill(t.Panel).Edged(t.Wood, 1).Round(8))
			w = w.Bold()
		}
		text := it.Label
		if it.Off {
			w = w.In(t.Mute)
			if it.Tip != "" && it.Tip != it.Label {
				text += " — " + it.Tip
			}
		}
		if i == d.At && len(d.Items) > 1 {
			k.Rect(row.Inset(-1), draw.Edge(t.Focus, 2).Round(9))
		}
		k.TextIn(row.Pad(12, 0), font.Ellipsis(w.Face, w.Px, text, row.W-24), w)
		k.Hit(draw.Hit{Box: row, Line: it.Line, Tip: it.Tip, Say: text, Off: it.Off})
		y += dialogRow
	}
	for _, r := range d.Rows {
		row := draw.B(rest.X, y, rest.W, dialogRow-8)
		if row.Bottom() > rest.Bottom()+4 {
			return
		}
		left, right := row.CutLeft(min(110, row.W*0.35), 12)
		k.TextIn(left, r.Name, t.Data(theme.Small).Bold())
		k.TextIn(right, r.Value, t.Words(theme.Body))
		y += dialogRow - 8
	}
}
