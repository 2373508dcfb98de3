package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"highwater/assets"
	"highwater/viz/app"
	"highwater/viz/draw"
	"highwater/viz/soft"
	"highwater/viz/svg"
	"highwater/viz/theme"
)

const shotHelp = `
Draws a moment of a lesson. A GIF plays from the stop before up to that moment.

  -o FILE          the picture, in the format of its ending: .svg, .png or .gif
  -at STOP         a stop of the lesson, or the number of a step (the first stop)
  -variant V       a variant of the lesson (the first)
  -size WxH        width and height in points, each from 200 to 4096 (1440x900)
  -scale N         pixels a point, for .png and .gif, from 0.25 to 4 (1)
  -theme T         light, dark or contrast (light)
  -lang L          ru or en (en)
  -ui FORM         figure, player or lab: what is around the stage`

// Limits of a picture, in points, and in pixels.
const (
	shotMin   = 200
	shotMax   = 4096
	pixelsPNG = 1 << 26
	pixelsGIF = 1 << 22
)

// shotFlags is what a picture is asked for.
type shotFlags struct {
	lesson, at, variant, size, theme, lang, ui, out string
	scale                                           float64
	w, h                                            int
}

// runShot draws a moment of a lesson as SVG, PNG or GIF. A GIF shows how the moment came about: it
// plays from the stop before.
func runShot(args []string, out io.Writer) (int, error) {
	o, err := parseShot(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(out, "usage: highwater shot LESSON [flags]"+shotHelp)
		return exitOK, nil
	}
	if err != nil {
		return exitUsage, err
	}
	s, err := shotSession(o)
	if err != nil {
		return exitUsage, err
	}
	file, err := os.Create(o.out)
	if err != nil {
		return exitUsage, plain(err)
	}
	err = writeShot(file, s, o)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return exitUsage, plain(err)
	}
	fmt.Fprintf(out, "%s: %s at %s, %d×%d\n", o.out, o.lesson, s.Status().Stop, o.w, o.h)
	return exitOK, nil
}

func parseShot(args []string) (*shotFlags, error) {
	o := &shotFlags{}
	f := newFlags("shot")
	f.StringVar(&o.at, "at", "", "stop or step")
	f.StringVar(&o.variant, "variant", "", "variant")
	f.StringVar(&o.size, "size", "1440x900", "width x height in points")
	f.StringVar(&o.theme, "theme", "light", "light, dark or contrast")
	f.StringVar(&o.lang, "lang", "en", "ru or en")
	f.StringVar(&o.ui, "ui", "", "figure, player or lab")
	f.StringVar(&o.out, "o", "", "file that ends in .svg, .png or .gif")
	f.Float64Var(&o.scale, "scale", 1, "pixels a point, for .png and .gif")
	rest, err := parseMixed(f, args)
	if err != nil {
		return nil, err
	}
	if len(rest) != 1 {
		return nil, errors.New("want the name of one lesson; highwater lessons lists them")
	}
	o.lesson = rest[0]
	return o, o.check()
}

func (o *shotFlags) check() error {
	w, h, ok := strings.Cut(o.size, "x")
	var err1, err2 error
	o.w, err1 = strconv.Atoi(w)
	o.h, err2 = strconv.Atoi(h)
	one := func(name, v string, of ...string) error {
		for _, s := range of {
			if s == v {
				return nil
			}
		}
		return fmt.Errorf("-%s %s: want %s", name, v, strings.Join(of, ", "))
	}
	switch {
	case !ok || err1 != nil || err2 != nil:
		return fmt.Errorf("-size %s: want WIDTHxHEIGHT, such as 1440x900", o.size)
	case o.w < shotMin || o.h < shotMin || o.w > shotMax || o.h > shotMax:
		return fmt.Errorf("-size %s: each side is from %d to %d", o.size, shotMin, shotMax)
	case !(o.scale >= 0.25 && o.scale <= 4):
		return fmt.Errorf("-scale %g: want 0.25 to 4", o.scale)
	case o.out == "":
		return errors.New("want -o FILE.svg, FILE.png or FILE.gif")
	}
	if err := one("theme", o.theme, "light", "dark", "contrast"); err != nil {
		return err
	}
	if err := one("lang", o.lang, "ru", "en"); err != nil {
		return err
	}
	if err := one("ui", o.ui, "figure", "player", "lab"); o.ui != "" && err != nil {
		return err
	}
	switch ext := filepath.Ext(o.out); ext {
	case ".svg":
		return nil
	case ".png":
		return o.fits(pixelsPNG)
	case ".gif":
		return o.fits(pixelsGIF)
	default:
		return fmt.Errorf("-o %s: a picture ends in .svg, .png or .gif, not in %q", o.out, ext)
	}
}

// fits checks that the picture does not have more pixels than memory has room for.
func (o *shotFlags) fits(most float64) error {
	if n := float64(o.w) * float64(o.h) * o.scale * o.scale; n > most {
		return fmt.Errorf("-size %s -scale %g: %.0f pixels, a %s has at most %.0f", o.size, o.scale,
			n, filepath.Ext(o.out), most)
	}
	return nil
}

// lessonSources are the lessons that ship, as text.
func lessonSources() ([]app.Source, error) {
	var list []app.Source
	for _, n := range assets.LessonNames() {
		src, err := fs.ReadFile(assets.Lessons(), n+".lesson")
		if err != nil {
			return nil, err
		}
		list = append(list, app.Source{Name: n + ".lesson", Text: string(src)})
	}
	return list, nil
}

// shotSession opens the lesson and goes to the moment.
func shotSession(o *shotFlags) (*app.Session, error) {
	l, err := openLesson(o.lesson)
	if err == nil {
		_, err = l.Settings(o.variant, nil)
	}
	if err != nil {
		return nil, err
	}
	sources, err := lessonSources()
	if err != nil {
		return nil, err
	}
	s, err := app.New(app.Options{Lessons: sources, Texts: assets.Texts, Lang: o.lang,
		Theme:  o.theme,
		Motion: "full", UI: o.ui})
	if err != nil {
		return nil, err
	}
	lines := []string{"lesson " + o.lesson}
	if o.variant != "" {
		lines = append(lines, "variant "+o.variant)
	}
	for _, l := range lines {
		if err := s.Do(l); err != nil {
			return nil, err
		}
	}
	return s, o.goTo(s)
}

// goTo goes to the moment.
func (o *shotFlags) goTo(s *app.Session) error {
	n, err := strconv.Atoi(o.at)
	switch last := s.Status().Steps; {
	case o.at == "":
		return nil
	case err != nil:
		return s.Do("seek stop=(" + o.at + ")")
	case n < 0 || n > last:
		return fmt.Errorf("-at %d: the lesson has the steps 0 to %d", n, last)
	}
	return s.Do("seek " + o.at)
}

func writeShot(w io.Writer, s *app.Session, o *shotFlags) error {
	switch filepath.Ext(o.out) {
	case ".png":
		return soft.PNG(w, s.Frame(float32(o.w), float32(o.h)), float32(o.scale))
	case ".gif":
		return writeGIF(w, s, o)
	}
	return svg.Write(w, s.Frame(float32(o.w), float32(o.h)), svg.Options{Fonts: true, Lang: o.lang})
}

// Frames of a GIF: its rate, how long it lasts at most, and how long it rests at the end.
const (
	gifRate  = 15
	gifMost  = 10.0
	gifRests = 1.2
)

// writeGIF plays from the stop before the moment, or from the beginning, up to it.
func writeGIF(w io.Writer, s *app.Session, o *shotFlags) error {
	end := s.Status().Beat
	begin := 0.0
	for _, st := range s.Status().Stops {
		if st.Beat < end-0.5 {
			begin = st.Beat
		}
	}
	move := min(end-begin, gifMost)
	frames := int(move*gifRate) + 1
	total := frames + int(gifRests*gifRate)
	n := 0
	name := o.theme
	if name == "contrast" {
		name = "high"
	}
	t, _ := theme.Named(name)
	var fault error
	next := func() *draw.Frame {
		if n > total {
			return nil
		}
		part := min(float64(n)/float64(frames), 1)
		n++
		if err := s.Do(fmt.Sprintf("seek beat=%.4f", begin+(end-begin)*part)); err != nil {
			fault = err
			return nil
		}
		return s.Frame(float32(o.w), float32(o.h))
	}
	return errors.Join(soft.GIF(w, t, float32(o.scale), gifRate, next), fault)
}
