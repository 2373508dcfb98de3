package app

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"highwater/core/lesson"
	"highwater/core/line"
	"highwater/viz/i18n"
	"highwater/viz/scene"
)

// Do performs one line and is the only entrance for everything that a learner does: the lines of
// core/line's table, the world's verbs with or without a "do" before them. An error says what was
// wrong in English; Status tells it in the session's language.
func (s *Session) Do(text string) error {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	err := s.perform(strings.TrimSpace(strings.TrimPrefix(text, "do ")), text)
	if err != nil {
		s.console = Console{Line: text, Error: s.words(err)}
		s.changed()
	}
	return err
}

func (s *Session) perform(text, whole string) error {
	l, err := line.Parse(text)
	if err != nil {
		return err
	}
	v, _ := line.Find(l.Verb)
	switch v.Group {
	case line.OnWorld:
		return s.act(text)
	case line.OnLook:
		return s.look(l, whole)
	case line.OnStory:
		if l.Verb == "lesson" || l.Verb == "variant" {
			break
		}
		return &line.Error{Key: line.ErrNotWorld, Col: 1, Got: l.Verb}
	}
	return s.move(l)
}

// move performs the verbs of the playhead; the others are set's.
func (s *Session) move(l line.Line) error {
	switch l.Verb {
	case "play":
		s.playing = true
		s.changed()
	case "pause":
		s.playing, s.aim = false, aim{}
		s.changed()
	case "toggle":
		s.toggle()
	case "step":
		s.stepBy(int(max(l.Number("steps", 1), 1)))
	case "back":
		s.stepBy(-int(max(l.Number("steps", 1), 1)))
	case "next":
		s.stopBy(1)
	case "prev":
		s.stopBy(-1)
	case "begin":
		s.rest(0)
	case "end":
		s.rest(s.run.plan.Total)
	case "seek":
		return s.seek(l)
	case "speed":
		return s.setSpeed(l.Value("factor"))
	case "undo":
		return s.undo()
	case "redo":
		return s.redo()
	case "future":
		return s.future()
	default:
		return s.settings(l)
	}
	return nil
}

// settings performs the verbs that change what is shown and how.
func (s *Session) settings(l line.Line) error {
	switch l.Verb {
	case "lang":
		s.lang = i18n.EN
		if l.Value("lang") == "ru" {
			s.lang = i18n.RU
		}
	case "theme":
		s.theme = l.Value("theme")
	case "motion":
		s.motion = l.Value("motion")
		s.settle()
	case "ui":
		s.form = l.Value("ui")
	case "lesson":
		return s.open(l.Value("lesson"), "", nil)
	case "variant":
		return s.setVariant(l.Value("name"))
	case "set":
		return s.set(l)
	case "compare":
		return s.compare(l.Value("variant"))
	case "answer":
		return s.answer(l.Value("question"), int(l.Number("choice", 0)))
	case "select":
		return s.pick(l.Value("thing"))
	case "why":
		key := l.Value("key")
		s.opened[key] = !s.opened[key]
	case "hover":
		return nil
	case "scroll":
		return s.scroll(l.Value("dx"))
	case "zoom":
		s.zoom(l.Value("how"))
	case "panel":
		return s.openList(l.Value("name"))
	case "walk":
		return s.walk(direction(l))
	case "follow":
		return s.event(direction(l))
	case "link":
		s.OpenLink(l.Value("link"))
	default:
		return fmt.Errorf("%s belongs into a lesson file", l.Verb)
	}
	s.changed()
	return nil
}

// direction is 1, or -1 for what was before.
func direction(l line.Line) int {
	if l.Value("way") == "prev" {
		return -1
	}
	return 1
}

func (s *Session) seek(l line.Line) error {
	if id := l.Value("stop"); id != "" {
		i := s.run.findStop(id)
		if i < 0 {
			return s.unknownStop(id)
		}
		s.rest(s.run.stopBeat(i))
		return nil
	}
	if text := l.Value("beat"); text != "" {
		beat, err := strconv.ParseFloat(text, 32)
		if err != nil || beat != beat {
			return &line.Error{Key: line.ErrNumber, Got: text}
		}
		s.rest(float32(beat))
		return nil
	}
	s.rest(s.run.plan.Beat(int(l.Number("step", 0))))
	return nil
}

// speeds are the factors of playback.
var speeds = [...]struct {
	name string
	f    float32
}{{"1/4", 0.25}, {"1/2", 0.5}, {"1", 1}, {"2", 2}, {"4", 4}, {"8", 8}}

func (s *Session) setSpeed(text string) error {
	for _, sp := range speeds {
		if sp.name == text {
			s.speed = sp.f
			s.changed()
			return nil
		}
	}
	f, err := strconv.ParseFloat(text, 32)
	if err != nil || !(f >= 0.25 && f <= 8) {
		return &line.Error{Key: line.ErrChoice, Got: text, Want: "1/4, 1/2, 1, 2, 4, 8"}
	}
	s.speed = float32(f)
	s.changed()
	return nil
}

func (s *Session) setVariant(id string) error {
	r := s.run
	if _, ok := r.lesson.Variant(id); !ok {
		var names []string
		for _, v := range r.lesson.Variants {
			names = append(names, v.ID)
		}
		return &line.Error{Key: line.ErrChoice, Got: id, Want: strings.Join(names, ", "),
			Hint: line.Nearest(id, names)}
	}
	return s.replay(r.lesson, id, r.own)
}

// set changes parameters of the lesson: the learner's own values.
func (s *Session) set(l line.Line) error {
	own := append([]lesson.Setting(nil), s.run.own...)
	for _, a := range l.Args {
		own = setOwn(own, a.Key, a.Text())
	}
	return s.replay(s.run.lesson, s.run.variant, own)
}

func setOwn(own []lesson.Setting, name, value string) []lesson.Setting {
	for i := range own {
		if own[i].Name == name {
			own[i].Value = value
			return own
		}
	}
	return append(own, lesson.Setting{Name: name, Value: value})
}

// replay plays the lesson otherwise and stays at the same stop.
func (s *Session) replay(l *lesson.Lesson, variant string, own []lesson.Setting) error {
	r, err := s.play(l, variant, own)
	if err != nil {
		return err
	}
	s.settle()
	beat := s.aligned(r)
	s.beside, s.undone = s.besideFor(r), nil
	s.show(r)
	s.rest(beat)
	return nil
}

// besideFor keeps the comparison when the variant changes: the other side becomes the old one.
func (s *Session) besideFor(r *run) *run {
	if s.beside == nil {
		return nil
	}
	if s.beside.variant == r.variant {
		return s.base
	}
	return s.beside
}

// compare shows another variant beside this one, or puts it away.
func (s *Session) compare(id string) error {
	l := s.run.lesson
	if s.beside != nil && (id == "" || id == s.beside.variant) {
		s.beside = nil
		s.changed()
		return nil
	}
	if id == "" {
		for _, v := range l.Variants {
			if v.ID != s.run.variant {
				id = v.ID
				break
			}
		}
	}
	if id == "" || id == s.run.variant {
		return s.refuse("error.nothing-to-compare")
	}
	if _, ok := l.Variant(id); !ok {
		return s.setVariant(id)
	}
	r, err := s.play(l, id, s.run.own)
	if err != nil {
		return err
	}
	s.beside = r
	s.changed()
	return nil
}

func (s *Session) answer(id string, choice int) error {
	for _, st := range s.run.stops {
		if st.Ask != nil && st.ID == id {
			if choice > len(st.Ask.Answers) {
				return &line.Error{Key: line.ErrRange, Got: strconv.Itoa(choice),
					Want: fmt.Sprintf("0 to %d", len(st.Ask.Answers))}
			}
			s.answers[id] = choice
			s.changed()
			return nil
		}
	}
	return s.unknownStop(id)
}

func (s *Session) scroll(dx string) error {
	f, err := strconv.ParseFloat(dx, 32)
	if err != nil || f != f {
		return &line.Error{Key: line.ErrNumber, Got: dx}
	}
	s.view.Pan = min(max(s.view.Pan+float32(f), 0), 1e7)
	s.changed()
	return nil
}

// zoom changes how many offsets the stage shows.
func (s *Session) zoom(how string) {
	const factor, most = 1.6, 4096
	old := s.view.Zoom
	switch how {
	case "in":
		s.view.Zoom = min(old*factor, most)
	case "out":
		s.view.Zoom = max(old/factor, 1)
	default:
		s.view = scene.View{Zoom: 1}
	}
	if how != "fit" && old > 0 { // the middle of the view stays where it is
		half := s.size.X * 0.36
		s.view.Pan = max((s.view.Pan+half)*s.view.Zoom/old-half, 0)
		s.view.Pan = min(s.view.Pan, 2*half*(s.view.Zoom-1))
	}
}

func (s *Session) unknownStop(id string) error {
	var names []string
	for _, st := range s.run.stops {
		names = append(names, st.ID)
	}
	return &line.Error{Key: line.ErrChoice, Got: id, Want: strings.Join(names, ", "),
		Hint: line.Nearest(id, names)}
}

func (s *Session) unknownLesson(id string) error {
	var names []string
	for _, l := range s.lessons {
		names = append(names, l.ID)
	}
	return &line.Error{Key: line.ErrChoice, Got: id, Want: strings.Join(names, ", "),
		Hint: line.Nearest(id, names)}
}

// refusal is an error of the session itself: English for those who call it, in the console a text.
type refusal struct{ key, english string }

func (r *refusal) Error() string { return r.english }

func (s *Session) refuse(key string) error {
	return &refusal{key, s.texts.Say(i18n.EN, key)}
}

// words tells an error in the session's language.
func (s *Session) words(err error) string {
	var r *refusal
	if errors.As(err, &r) {
		return s.say(r.key)
	}
	var e *line.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	out := s.say("line."+e.Key, "got", visible(e.Got))
	want := e.Want
	if e.Form != "" {
		want = s.say("want."+e.Form, "low", e.Low, "high", e.High, "want", e.Want)
	}
	if want != "" {
		out += " " + s.say("line.want", "want", want)
	}
	if e.Hint != "" {
		out += " " + s.say("line.hint", "hint", e.Hint)
	}
	return out
}

// visible writes what cannot be printed as Go does.
func visible(text string) string {
	quoted := strconv.Quote(text)
	if quoted[1:len(quoted)-1] == text || strings.ContainsAny(text, `"\\`) {
		return text
	}
	return quoted[1 : len(quoted)-1]
}
