package app

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"highwater/core/lesson"
	"highwater/core/trace"
)

// Link names the present moment: "#lesson=…&at=…", with the journal if the learner has acted.
func (s *Session) Link() string { return s.linkTo(s.place()) }

// linkTo names another moment of the present run.
func (s *Session) linkTo(place string) string {
	r := s.run
	var b strings.Builder
	add := func(name, value string) {
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(name + "=" + escape(value))
	}
	add("lesson", r.lesson.ID)
	if r.variant != "" {
		add("variant", r.variant)
	}
	if r.forked || len(r.own) > 0 {
		if r.journal == "" {
			r.journal = r.tl.Journal().Link()
		}
		add("j", r.journal)
	}
	add("at", place)
	add("lang", string(s.lang))
	if s.theme != "auto" {
		add("theme", s.theme)
	}
	if s.motion != "auto" {
		add("motion", s.motion)
	}
	if s.form != "" {
		add("ui", s.form)
	}
	return "#" + b.String()
}

// place names the moment: a stop if the playhead rests on one, else the step.
func (s *Session) place() string {
	n, still := s.step()
	if i := s.run.stopAt(s.beat); still && i >= 0 && s.run.stops[i].Step == n {
		return s.run.stops[i].ID
	}
	return strconv.Itoa(n)
}

// OpenLink opens the moment that a link names, or the nearest sensible one. What could not be read
// is said in Status.Alert and returned.
func (s *Session) OpenLink(link string) error {
	var faults []string
	fault := func(key string, args ...any) { faults = append(faults, s.say(key, args...)) }
	p := splitLink(link, fault)
	s.take(p, fault)
	id := p["lesson"]
	if id == "" {
		id = s.run.lesson.ID
	}
	if err := s.openAt(id, p, fault); err != nil {
		fault("link.lesson", "lesson", id)
	}
	s.alert = strings.Join(faults, " ")
	s.changed()
	if s.alert != "" {
		return errors.New(s.alert)
	}
	return nil
}

// linkNames are what a link may say; other names belong to the page and are let be.
var linkNames = [...]string{"lesson", "variant", "j", "at", "lang", "theme", "motion", "ui",
	"speed"}

func splitLink(link string, fault func(key string, args ...any)) map[string]string {
	p := map[string]string{}
	if i := strings.IndexByte(link, '#'); i >= 0 {
		link = link[i+1:]
	}
	for _, item := range strings.Split(link, "&") {
		name, value, ok := strings.Cut(item, "=")
		for _, n := range linkNames {
			if n != name || !ok {
				continue
			}
			v, ok := unescape(value)
			if !ok {
				fault("link.value", "name", name, "value", short(value))
				continue
			}
			p[name] = v
		}
	}
	return p
}

// take sets language, theme and the like.
func (s *Session) take(p map[string]string, fault func(key string, args ...any)) {
	set := func(name string) {
		v := p[name]
		if v == "" || name == "lang" && v == "auto" {
			return
		}
		if name == "theme" && v == "contrast" {
			s.theme = v
			return
		}
		if err := s.perform(name+" "+v, ""); err != nil {
			fault("link.value", "name", name, "value", short(v))
		}
	}
	for _, name := range [...]string{"lang", "theme", "motion", "ui", "speed"} {
		set(name)
	}
}

func short(v string) string {
	if len(v) > 24 {
		return strings.ToValidUTF8(v[:24], "") + "…"
	}
	return v
}

// openAt opens lesson, variant, journal and moment.
func (s *Session) openAt(id string, p map[string]string, fault func(string, ...any)) error {
	var j trace.Journal
	var own []lesson.Setting
	if text := p["j"]; text != "" {
		var err error
		if j, err = trace.ParseLink(text); err != nil {
			fault("link.journal", "error", err.Error())
		}
		for _, set := range j.Set {
			name, value, _ := strings.Cut(set, "=")
			own = setOwn(own, name, value)
		}
	}
	err := s.open(id, p["variant"], own)
	if err != nil && len(own) > 0 {
		fault("link.journal", "error", err.Error())
		err = s.open(id, p["variant"], nil)
	}
	if err != nil && p["variant"] != "" && s.open(id, "", own) == nil {
		fault("link.value", "name", "variant", "value", short(p["variant"]))
		err = nil
	}
	if err != nil {
		return err
	}
	if len(j.Lines) > 0 {
		s.rejoin(j, fault)
	}
	if at := p["at"]; at != "" && !s.goToPlace(at) {
		fault("link.value", "name", "at", "value", short(at))
	}
	return nil
}

// goToPlace rests at a stop or a step by its name.
func (s *Session) goToPlace(at string) bool {
	if i := s.run.findStop(at); i >= 0 {
		s.rest(s.run.stopBeat(i))
		return true
	}
	n, err := strconv.Atoi(at)
	if err != nil || n < 0 {
		return false
	}
	s.rest(s.run.plan.Beat(min(n, s.run.tl.Len())))
	return n <= s.run.tl.Len()
}

const hexDigits = "0123456789ABCDEF"

// escape writes a value as the fragment of an address may hold it.
func escape(v string) string {
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		c := v[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			strings.IndexByte("-_.~/", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteString("%" + string(hexDigits[c>>4]) + string(hexDigits[c&15]))
		}
	}
	return b.String()
}

// unescape is the inverse of escape; ok is false if a % is not followed by two hexadecimal digits
// or the text is not UTF-8.
func unescape(v string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		if v[i] != '%' {
			b.WriteByte(v[i])
			continue
		}
		if i+2 >= len(v) {
			return "", false
		}
		n, err := strconv.ParseUint(v[i+1:i+3], 16, 8)
		if err != nil {
			return "", false
		}
		b.WriteByte(byte(n))
		i += 2
	}
	return b.String(), utf8.ValidString(b.String())
}
