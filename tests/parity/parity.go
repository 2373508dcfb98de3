package parity

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"highwater/assets"
	"highwater/core/lesson"
	"highwater/core/record"
	"highwater/core/world"
	"highwater/viz/app"
	"highwater/viz/soft"
)

// Print writes all lines. root is the folder of the checkout, where the stories of producers and
// of storage are.
func Print(w io.Writer, root string) error {
	if err := codecs(w); err != nil {
		return err
	}
	if err := lessons(w); err != nil {
		return err
	}
	if err := pictures(w); err != nil {
		return err
	}
	return stories(w, root)
}

// start is when the first record is written, in ms.
const start = 1_700_000_000_000

// codecs compresses records of several kinds and sizes with every codec and reads them again.
func codecs(w io.Writer) error {
	for codec := record.None; codec <= record.Zstd; codec++ {
		for _, kind := range [...]string{"letters", "json", "noise"} {
			for _, n := range [...]int{1, 100, 3000} {
				recs := make([]record.Record, n)
				for i := range recs {
					recs[i] = record.Record{Offset: int64(i), Timestamp: start + int64(i),
						Key: fmt.Appendf(nil, "key-%d", i%7), Value: value(kind, i)}
				}
				b := record.Build(record.NewSpec(codec), recs)
				back, err := b.Records()
				if err != nil || len(back) != n {
					return fmt.Errorf("%v %s %d: read back %d: %w", codec, kind, n, len(back), err)
				}
				fmt.Fprintf(w, "codec %v %s %d records -> %d B %x\n", codec, kind, n, b.Size(),
					sha256.Sum256(b.Bytes))
			}
		}
	}
	return nil
}

// value is some payload that compresses well, fairly or not at all.
func value(kind string, i int) []byte {
	switch kind {
	case "letters":
		return []byte(strings.Repeat("x", 300))
	case "json":
		return fmt.Appendf(nil, `{"order":%d,"user":"u-%d","total":"%d.%02d","lines":[%d,%d]}`,
			100_000+i, i*i%977, i%90, i%100, i*7%1000, i*13%1000)
	}
	sum := sha256.Sum256(fmt.Append(nil, i))
	return sum[:]
}

// lessons plays every lesson under every variant.
func lessons(w io.Writer) error {
	for _, name := range assets.LessonNames() {
		src, err := fs.ReadFile(assets.Lessons(), name+".lesson")
		if err != nil {
			return err
		}
		err = each(name+".lesson", src, func(r *lesson.Run) error {
			at := name + " " + r.Variant.ID
			tl := r.Timeline
			for n := 1; n <= tl.Len(); n++ {
				s := tl.Step(n)
				fmt.Fprintf(w, "%s step %d @%s %016x\n", at, n, s.At, s.Hash)
			}
			for _, s := range r.Stops {
				moment(w, at+" stop "+s.ID, tl.World(s.Step))
				fmt.Fprintf(w, "%s stop %s says %s\n", at, s.ID, sum([]byte(s.Say.RU+s.Say.EN)))
			}
			fmt.Fprintf(w, "%s link %s\n", at, tl.Journal().Link())
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// each plays a lesson or story under each of its variants.
func each(name string, src []byte, do func(*lesson.Run) error) error {
	l, err := lesson.Parse(name, src)
	if err != nil {
		return err
	}
	variants := []string{""}
	for i, v := range l.Variants {
		variants = append(variants[:i], v.ID)
	}
	for _, v := range variants {
		r, err := l.Play(v, nil)
		if err != nil {
			return err
		}
		if err := do(r); err != nil {
			return err
		}
	}
	return nil
}

// moment prints the world and every file that it would have on disk.
func moment(w io.Writer, at string, wd *world.World) {
	fmt.Fprintf(w, "%s world %016x %s\n", at, wd.Hash(), sum([]byte(wd.String())))
	for i := range wd.Brokers {
		b := &wd.Brokers[i]
		for j := range b.Replicas {
			rep := &b.Replicas[j]
			for _, f := range rep.Log.Files() {
				fmt.Fprintf(w, "%s %s %s %s %d B %s\n", at, b.ID, wd.PartName(rep.Topic, rep.Part),
					f.Name, len(f.Data), sum(f.Data))
			}
		}
	}
}

func sum(p []byte) string {
	h := fnv.New64a()
	h.Write(p)
	return fmt.Sprintf("%016x", h.Sum64())
}

// Sources are the lessons that ship, as a session takes them.
func Sources() ([]app.Source, error) {
	var list []app.Source
	for _, name := range assets.LessonNames() {
		src, err := fs.ReadFile(assets.Lessons(), name+".lesson")
		if err != nil {
			return nil, err
		}
		list = append(list, app.Source{Name: name + ".lesson", Text: string(src)})
	}
	return list, nil
}

// pictures shows each lesson at its stops, and on the way between two of them, in words and pixels.
func pictures(w io.Writer) error {
	sources, err := Sources()
	if err != nil {
		return err
	}
	for i, o := range []app.Options{{Lang: "ru", Theme: "light"}, {Lang: "en", Theme: "dark"}} {
		o.Lessons, o.Texts = sources, assets.Texts
		s, err := app.New(o)
		if err != nil {
			return err
		}
		for _, l := range s.Status().Lessons {
			if err := s.Do(l.Line); err != nil {
				return err
			}
			variants := s.Status().Variants
			if len(variants) > 0 {
				if err := s.Do(variants[i%len(variants)].Line); err != nil {
					return err
				}
			}
			if err := film(w, s, l.ID+" "+s.Status().Variant+" "+o.Lang+" "+o.Theme); err != nil {
				return err
			}
		}
	}
	return nil
}

// film goes through the stops of the lesson that is open.
func film(w io.Writer, s *app.Session, name string) error {
	before := 0.0
	for i, st := range s.Status().Stops {
		for _, beat := range [...]float64{(before*0.37 + st.Beat*0.63), st.Beat} {
			if err := s.Do(fmt.Sprintf("seek beat=%.3f", beat)); err != nil {
				return err
			}
			status, err := json.Marshal(s.Status())
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s beat %.3f status %s", name, beat, sum(status))
			if i%3 == 0 { // pixels cost more than words
				img := soft.Image(s.Frame(760, 460), 1)
				fmt.Fprintf(w, " pixels %s", sum(img.Pix))
			}
			fmt.Fprintln(w)
		}
		before = st.Beat
	}
	return nil
}

// stories plays the scenarios of the simulator's own tests.
func stories(w io.Writer, root string) error {
	files, err := filepath.Glob(filepath.Join(root, "core", "sim", "testdata", "*", "*.txt"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%d stories below %s: %w", len(files), root, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		err = each(filepath.Base(file), src, func(r *lesson.Run) error {
			tl := r.Timeline
			fmt.Fprintf(w, "%s %s %d steps %016x\n", filepath.ToSlash(name), r.Variant.ID, tl.Len(),
				tl.Step(tl.Len()).Hash)
			moment(w, filepath.ToSlash(name)+" "+r.Variant.ID, tl.World(tl.Len()))
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
