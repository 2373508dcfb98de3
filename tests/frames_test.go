package tests

import (
	"fmt"
	"strings"
	"testing"

	"highwater/assets"
	"highwater/viz/app"
)

// TestNothingIsCutOrPale: at every stop of every lesson, under every variant, in four sizes, four
// themes and two languages, no text is cut, covered, crossed, too small or too pale, and nothing
// that can be pressed is smaller than a finger needs.
func TestNothingIsCutOrPale(t *testing.T) {
	for _, name := range assets.LessonNames() {
		for _, l := range looks(light, dark, high, night) {
			t.Run(name+"/"+l.String(), func(t *testing.T) {
				t.Parallel()
				s := session(t, l.options())
				everyStop(t, s, name, func(m moment) {
					for _, z := range append(forms[:], smallest) {
						faultless(t, m.String(), s, z)
					}
				})
			})
		}
	}
}

// TestFiguresAndCanvases: the same for the stage alone, as the page shows it between its own
// controls, and for the bare figure in an article.
func TestFiguresAndCanvases(t *testing.T) {
	for _, name := range assets.LessonNames() {
		for _, l := range looks(light, night) {
			t.Run(name+"/"+l.String(), func(t *testing.T) {
				t.Parallel()
				o := l.options()
				o.Chrome = app.Canvas
				canvas := session(t, o)
				o = l.options()
				o.UI = "figure"
				figure := session(t, o)
				everyStop(t, canvas, name, func(m moment) {
					for _, z := range [...]size{{1000, 640}, {760, 400}, {390, 420}, {320, 300}} {
						faultless(t, m.String()+" canvas", canvas, z)
					}
				})
				everyStop(t, figure, name, func(m moment) {
					for _, z := range [...]size{{760, 460}, {390, 520}, {320, 480}} {
						faultless(t, m.String()+" figure", figure, z)
					}
				})
			})
		}
	}
}

// TestWhatLiesOverThePicture: questions that are answered, dialogs, things that are selected, a
// second variant beside the first, a future of one's own: none of them spoils a text.
func TestWhatLiesOverThePicture(t *testing.T) {
	for _, name := range assets.LessonNames() {
		for _, l := range looks(light) {
			t.Run(name+"/"+l.String(), func(t *testing.T) {
				t.Parallel()
				s := session(t, l.options())
				say(t, s, "lesson "+name)
				compare := len(s.Status().Variants) > 1
				for _, st := range s.Status().Stops {
					for _, lines := range overlays(s, st.ID, compare) {
						say(t, s, "lesson "+name, "motion none", "seek stop="+st.ID)
						say(t, s, lines...)
						for _, z := range append(forms[:], smallest) {
							faultless(t, fmt.Sprint(name, "/", st.ID, " ", lines), s, z)
						}
					}
				}
			})
		}
	}
}

// overlays are lines after which something more is to be seen at a stop.
func overlays(s *app.Session, stop string, compare bool) [][]string {
	_ = s.Do("seek stop=" + stop)
	st := s.Status()
	list := [][]string{{"panel lessons"}, {"panel keys"}, {"panel link"}, {"zoom in", "zoom in"},
		{"wait 3s"}}
	if compare {
		list = append(list, []string{"compare"})
	}
	if st.Question != nil {
		for _, a := range st.Question.Answers {
			list = append(list, []string{a.Line})
		}
		list = append(list, []string{st.Question.Skip})
	}
	for _, w := range st.Why {
		list = append(list, []string{w.Line})
	}
	for i, tab := range st.Tables {
		for j, row := range tab.Rows {
			if i < 2 && (j == 0 || j == len(tab.Rows)-1) && strings.HasPrefix(row.Line, "select") {
				list = append(list, []string{row.Line})
			}
		}
		for j, file := range tab.Files {
			if i == 0 && j == 0 {
				list = append(list, []string{file.Line})
			}
		}
	}
	return append(list, []string{"select b1"})
}
