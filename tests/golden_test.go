package tests

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/assets"
	"highwater/viz/app"
	"highwater/viz/soft"
	"highwater/viz/svg"
)

// After a change of the picture: go test ./tests -run Golden -args -rewrite, and then look at what
// changed in tests/golden.
var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

const goldens = "golden"

// keeper compares files with those of a folder of tests/golden, or writes them.
type keeper struct {
	dir  string
	mu   sync.Mutex
	seen map[string]bool
}

func keep(t *testing.T, dir string) *keeper {
	k := &keeper{dir: filepath.Join(goldens, dir), seen: map[string]bool{}}
	if *rewrite {
		require.NoError(t, os.MkdirAll(k.dir, 0o755))
	}
	t.Cleanup(func() { k.noOthers(t) })
	return k
}

// text compares a text, and names the first line that differs.
func (k *keeper) text(t *testing.T, name, got string) {
	t.Helper()
	want := k.file(t, name, []byte(got))
	if string(want) == got {
		return
	}
	a, b := lines(string(want)), lines(got)
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			t.Errorf("%s/%s:%d:\nwant %s\ngot  %s", k.dir, name, i+1, at(a, i), at(b, i))
			return
		}
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "(nothing)"
}

// file returns what the golden file holds, after it was written anew if that was asked for.
func (k *keeper) file(t *testing.T, name string, got []byte) []byte {
	t.Helper()
	k.mu.Lock()
	k.seen[name] = true
	k.mu.Unlock()
	path := filepath.Join(k.dir, name)
	if *rewrite {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v: go test ./tests -run Golden -args -rewrite makes it", err)
	}
	return want
}

// noOthers finds golden files that nothing stands behind any more.
func (k *keeper) noOthers(t *testing.T) {
	entries, err := os.ReadDir(k.dir)
	require.NoError(t, err)
	for _, e := range entries {
		if k.seen[e.Name()] {
			continue
		}
		if *rewrite {
			require.NoError(t, os.Remove(filepath.Join(k.dir, e.Name())))
			continue
		}
		t.Errorf("%s/%s: there is no such moment any more", k.dir, e.Name())
	}
}

// TestGoldenPixels: what the software painter paints at every stop, in the three sizes, light and
// dark, in both languages.
func TestGoldenPixels(t *testing.T) {
	k := keep(t, "pixels")
	for _, name := range assets.LessonNames() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows := map[string][]string{}
			var order []string
			for _, l := range looks(light, dark) {
				s := session(t, l.options())
				everyStop(t, s, name, func(m moment) {
					for _, z := range forms {
						row := m.String() + " " + z.String()
						if len(rows[row]) == 0 {
							order = append(order, row)
						}
						img := soft.Image(s.Frame(z.w, z.h), 1)
						rows[row] = append(rows[row], fmt.Sprintf(" %s=%08x", l, sum(img.Pix)))
					}
				})
			}
			var b strings.Builder
			for _, row := range order {
				b.WriteString(row + strings.Join(rows[row], "") + "\n")
			}
			k.text(t, name+".txt", b.String())
		})
	}
}

func sum(p []byte) uint32 {
	h := fnv.New32a()
	h.Write(p)
	return h.Sum32()
}

// TestGoldenSVG: the picture of every stop as text, in both languages. One size and the light theme
// stand for the others, whose pixels are compared above.
func TestGoldenSVG(t *testing.T) {
	k := keep(t, "svg")
	for _, name := range assets.LessonNames() {
		for _, l := range looks(light) {
			t.Run(name+"/"+l.lang, func(t *testing.T) {
				t.Parallel()
				s := session(t, l.options())
				everyStop(t, s, name, func(m moment) {
					file := strings.ReplaceAll(m.String(), "/", ".") + "." + l.lang + ".svg"
					k.text(t, strings.ReplaceAll(file, "..", "."), svg.String(s.Frame(760, 460)))
				})
			})
		}
	}
}

// pictures are moments to look at: a name, a size, a language, a theme, and the lines that lead
// there.
const pictures = `
../../../docs/compaction 1440x900 en light lesson compaction; seek stop=pass
segments-full       1440x900 ru light    lesson segments; seek stop=full
segments-roll       1440x900 en dark     lesson segments; seek stop=roll
segments-guess       390x844 ru light    lesson segments; seek stop=guess
segments-beside     1440x900 en light    lesson segments; compare; seek stop=roll
retention-taken     1440x900 ru dark     lesson retention; seek stop=taken
retention-article    760x460 en light    lesson retention; seek stop=taken
compaction-pass     1440x900 ru light    lesson compaction; seek stop=pass
compaction-high     1440x900 en contrast lesson compaction; seek stop=pass
compaction-read      390x844 ru dark     lesson compaction; seek stop=read258
compaction-selected 1440x900 en light    lesson compaction; seek stop=pass; select accounts-0/b1/3
calendar-quiet      1440x900 ru dark     lesson tombstone-calendar; seek stop=quiet
lost-sent           1440x900 ru light    lesson lost-response; seek stop=sent
lost-beside         1440x900 en dark     lesson lost-response; compare; seek stop=timeout
lost-guess           390x844 en light    lesson lost-response; seek stop=guess
reorder-flight      1440x900 en light    lesson reorder; seek stop=flight
reorder-article      760x460 ru dark     lesson reorder; variant idempotent; seek stop=order
idempotence-first   1440x900 ru contrast lesson idempotence; seek stop=first
first-accepted       760x460 en light    lesson first-sequence; seek stop=accepted
five-window         1440x900 ru light    lesson five-in-flight; seek stop=window
beyond-twice        1440x900 en dark     lesson beyond-idempotence; seek stop=twice
lessons              760x460 ru light    lesson reorder; panel lessons
`

// TestGoldenPictures compares a few pictures pixel by pixel, so that there is something to look at
// beside the hashes.
func TestGoldenPictures(t *testing.T) {
	k := keep(t, "png")
	for _, row := range lines(strings.TrimSpace(pictures)) {
		var name, lang, theme string
		var z size
		_, err := fmt.Sscanf(row, "%s %fx%f %s %s", &name, &z.w, &z.h, &lang, &theme)
		require.NoError(t, err, row)
		_, script, _ := strings.Cut(row, " "+theme+" ")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := session(t, app.Options{Lang: lang, Theme: theme, Motion: "none"})
			for l := range strings.SplitSeq(script, ";") {
				say(t, s, l)
			}
			got := soft.Image(s.Frame(z.w, z.h), 1)
			var b bytes.Buffer
			e := png.Encoder{CompressionLevel: png.BestCompression}
			require.NoError(t, e.Encode(&b, got))
			want, err := png.Decode(bytes.NewReader(k.file(t, name+".png", b.Bytes())))
			require.NoError(t, err)
			require.Equal(t, got.Bounds(), want.Bounds())
			same := image.NewRGBA(want.Bounds())
			draw.Draw(same, same.Bounds(), want, image.Point{}, draw.Src)
			n, first := 0, image.Point{}
			for i := range got.Pix {
				if got.Pix[i] != same.Pix[i] {
					if n++; n == 1 {
						first = image.Pt(i%got.Stride/4, i/got.Stride)
					}
				}
			}
			assertOK(t, n == 0, "%d bytes of pixels differ, the first at %v", n, first)
		})
	}
}
