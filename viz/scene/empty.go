package scene

import (
	"highwater/core/errcode"
	"highwater/core/world"
	"highwater/viz/draw"
	"highwater/viz/theme"
	"highwater/viz/ui"
)

// empty says that nothing is there yet, or what was refused.
func (s *stage) empty(area draw.Box) {
	if code := refused(&s.in.Step); code != errcode.None {
		s.refusal(area, code)
		return
	}
	w := s.in.Theme.Words(theme.Lead).In(s.in.Theme.Mute).At(draw.Middle)
	s.At(draw.Labels, func() { s.TextIn(area.Pad(16, 0), s.in.say("stage.empty"), w) })
}

// refused is the error with which a step answered a line, None if it did what was asked.
func refused(st *world.Step) errcode.Code {
	for i := range st.Events {
		if k := st.Events[i].Kind; k == world.ConfigRefused || k == world.Refused {
			return st.Events[i].Code
		}
	}
	return errcode.None
}

// refusal shows a line that was refused and Kafka's own words for it.
func (s *stage) refusal(area draw.Box, code errcode.Code) {
	t := s.in.Theme
	width := min(area.W-2*s.margin(), 640)
	inner := width - 48
	data, words := t.Data(theme.Body), t.Data(theme.Small).In(t.Mute)
	leadData, leadWords := theme.Leading(theme.Body), theme.Leading(theme.Small)
	line := s.in.Step.Cause.Line
	h1 := draw.RichHeight(line, data, inner-18, leadData)
	h2 := draw.RichHeight(s.in.Step.Words, words, inner, leadWords)
	height := 24 + h1 + 20 + 26 + 10 + h2 + 22
	own := s.in.Step.Words
	if height > area.H { // the words are in the caption, too
		own, height = "", height-h2-10
	}
	b := draw.B(area.X+(area.W-width)/2, area.Y+max((area.H-height)*0.42, 0), width, height)
	appear := theme.Out(theme.Clamp(s.m.t * 1.5))
	s.At(draw.Boxes, func() {
		s.Rect(b, draw.Fill(t.Card).Edged(t.Line, 1.2).Round(12))
	})
	s.At(draw.Labels, func() {
		s.Icon(ui.Right, draw.P(b.X+28, b.Y+24+h1/2), 9, t.Mute)
		s.Rich(draw.B(b.X+42, b.Y+24, inner-18, h1), line, data, leadData, draw.RGBA{})
	})
	y := b.Y + 24 + h1 + 20
	stamp := func() {
		s.At(draw.Labels, func() {
			s.Tag(b.X+24, y, 26, code.String(), t.Gone, t.Data(theme.Small).Bold())
			s.Rich(draw.B(b.X+24, y+36, inner, h2), own, words, leadWords, draw.RGBA{})
		})
	}
	if appear < 1 {
		s.Faded(appear, stamp)
		return
	}
	stamp()
}
