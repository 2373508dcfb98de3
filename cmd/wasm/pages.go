//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"path"
	"strings"

	"highwater/viz/app"
	"highwater/viz/i18n"
	"highwater/viz/svg"
)

// languages of the pages, the first one for a reader whose browser asks for neither.
var languages = []string{"en", "ru"}

// posterShapes are the two forms of a still picture: beside the side panel, and on a phone.
var posterShapes = []struct {
	name string
	w, h float32
	ui   string
}{
	{"wide", 1072, 690, ""},
	{"tall", 390, 420, "figure"},
}

// themes of a poster; the reader's system chooses.
var themes = []string{"light", "dark"}

// page is what web/index.html is filled with: one lesson in one language.
type page struct {
	Lang   string
	Auto   bool // the language is the browser's to choose
	Lesson string
	Title  string
	Claim  string
	Alt    string // the poster in words
	Stops  []app.StopItem
	Up     string // from this page to the root of the site, "" or "../../"
	Build  string
	Size   int
	Watch  bool

	CSS, Modules                 []string
	Early, Main, Loader, Program string
	Posters                      map[string]string // "wide-light" → file
	Lessons                      []link
	Languages                    []link

	words map[string]string
}

// link is a page of this site as others refer to it.
type link struct{ Lang, Title, Href string }

// T is a text of the page, for the template. A key without text stays visible, and a test that
// looks for keys in pages fails.
func (p page) T(key string) string {
	if s, ok := p.words[key]; ok {
		return s
	}
	return "page." + key
}

// A is the address of an asset, seen from this page.
func (p page) A(name string) string { return p.Up + path.Join(assetDir, name) }

// Policy is the same rule that the server sends, for hosts that send none.
func (p page) Policy() string { return policy }

// guide answers what the pages must know of lessons and words.
type guide struct {
	lessons []app.Source
	texts   string
}

func (g guide) open(lang, theme, ui string, chrome app.Chrome) (*app.Session, error) {
	return app.New(app.Options{
		Lessons: g.lessons, Texts: g.texts,
		Chrome: chrome, Lang: lang, Theme: theme, Motion: "none", UI: ui,
	})
}

// pageWords are the labels of the page in every language, by the key without its "page.".
func (g guide) pageWords() (map[string]map[string]string, error) {
	texts, err := i18n.Parse(g.texts)
	if err != nil {
		return nil, fmt.Errorf("assets/texts.txt: %w", err)
	}
	all := map[string]map[string]string{}
	for _, lang := range languages {
		all[lang] = map[string]string{}
		for _, key := range texts.Keys() {
			if name, ok := strings.CutPrefix(key, "page."); ok {
				all[lang][name] = texts.Say(i18n.Lang(lang), key)
			}
		}
	}
	return all, nil
}

// wordsModule is a script with the words: they are needed before the program has arrived, to say
// how far it is or why it cannot come.
func wordsModule(words map[string]map[string]string) (string, error) {
	text, err := json.Marshal(words)
	return "export const words = " + string(text) + ";\n", err
}

// addPages renders a page for every lesson and language, and one for the bare address.
func (s site) addPages(g guide, src sources, a assets, words map[string]map[string]string) error {
	tmpl, err := template.New("index.html").Parse(src.template)
	if err != nil {
		return fmt.Errorf("web/index.html: %w", err)
	}
	for i, lang := range languages {
		session, err := g.open(lang, "light", "", app.Canvas)
		if err != nil {
			return err
		}
		for j, lesson := range session.Status().Lessons {
			p := page{
				Lang: lang, Up: "../../", words: words[lang],
				Build: a.build, Size: a.size, Watch: src.watched,
				CSS: a.css, Modules: a.modules,
				Early: a.early, Main: a.main, Loader: a.loader, Program: a.program,
			}
			if err := s.describe(&p, g, lesson); err != nil {
				return fmt.Errorf("lesson %s: %w", lesson.ID, err)
			}
			if err := s.render(tmpl, p, path.Join(lang, lesson.ID, "index.html")); err != nil {
				return err
			}
			if i == 0 && j == 0 {
				p.Up, p.Auto = "", true
				if err := s.render(tmpl, p, "index.html"); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// describe fills in what one lesson says of itself, and draws its posters.
func (s site) describe(p *page, g guide, lesson app.LessonItem) error {
	p.Posters = map[string]string{}
	for _, theme := range themes {
		for _, shape := range posterShapes {
			session, err := g.open(p.Lang, theme, shape.ui, app.Canvas)
			if err != nil {
				return err
			}
			if err := session.Do(lesson.Line); err != nil {
				return err
			}
			var picture bytes.Buffer
			if err := svg.Write(&picture, session.Frame(shape.w, shape.h),
				svg.Options{Lang: p.Lang}); err != nil {
				return err
			}
			kind := shape.name + "-" + theme
			name := strings.Join([]string{lesson.ID, p.Lang, kind}, "-") + ".svg"
			p.Posters[kind] = s.asset(name, picture.Bytes())
			st := session.Status()
			p.Lesson, p.Title, p.Claim = st.Lesson, st.Title, st.Claim
			p.Alt, p.Stops = st.Description, st.Stops
			p.Lessons = nil
			for _, l := range st.Lessons {
				p.Lessons = append(p.Lessons, link{p.Lang, l.Title, path.Join(p.Lang, l.ID) + "/"})
			}
		}
	}
	for _, lang := range languages {
		p.Languages = append(p.Languages, link{lang, lang, path.Join(lang, p.Lesson) + "/"})
	}
	return nil
}

func (s site) render(tmpl *template.Template, p page, name string) error {
	var out bytes.Buffer
	if err := tmpl.Execute(&out, p); err != nil {
		return fmt.Errorf("web/index.html: %w", err)
	}
	s.page(name, out.Bytes())
	return nil
}
