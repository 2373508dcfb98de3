package font_test

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/viz/font"
)

var faces = []font.Face{font.Sans, font.SansBold, font.Mono, font.MonoBold}

func TestFacesHaveTheCharactersInUse(t *testing.T) {
	letters := "abcxyzABCXYZабвъэюяёАБВЪЭЮЯЁ0123456789"
	signs := "∅×·…—–→←↑↓↔≤≥≠≈½¼¾№«»„“”‘’−∞√✓✗€±µ°⁶₂•\u00A0\u202F\u2009"
	for _, f := range faces {
		for _, r := range letters + signs {
			assert.Truef(t, font.Has(f, r), "%v lacks %q", f, r)
		}
		assert.False(t, font.Has(f, '漢'))
	}
	for _, r := range "─│┌┐└┘├┤┬┴┼" {
		assert.True(t, font.Has(font.Mono, r))
	}
}

func TestDigitsStandInColumns(t *testing.T) {
	for _, f := range faces {
		want := font.Measure(f, 13, "0")
		for d := '1'; d <= '9'; d++ {
			assert.Equalf(t, want, font.Measure(f, 13, string(d)), "%v %c", f, d)
		}
	}
	assert.Equal(t, font.Measure(font.Mono, 11, "iiii"), font.Measure(font.Mono, 11, "ЩЩЩЩ"))
}

// TestMeasuresAreFixed holds the numbers that every layout stands on. They change only with the
// files in assets/fonts.
func TestMeasuresAreFixed(t *testing.T) {
	got := ""
	for _, f := range faces {
		for _, s := range []string{"Broker 1", "Пачка 1\u202F044\u202F420 байт", "0123456789"} {
			got += fmt.Sprintf("%v %v; ", f, font.Measure(f, 13, s))
		}
		got += fmt.Sprintf("%v %v %v %v\n", font.Ascent(f, 20), font.Descent(f, 20),
			font.CapHeight(f, 20), font.XHeight(f, 20))
	}
	assert.Equal(t, measured, got)
}

func TestMeasureIsTheSumOfLetters(t *testing.T) {
	s := "Ещё 3 records, LEO → 14"
	for _, f := range faces {
		last := float32(-1)
		n := 0
		for x, r := range font.Letters(f, 17, s) {
			require.Greater(t, x, last)
			last = x
			n += utf8.RuneLen(r)
			assert.Equal(t, font.Measure(f, 17, s[:n-utf8.RuneLen(r)]), x)
		}
	}
}

func TestInkLiesWhereLettersAre(t *testing.T) {
	x0, y0, x1, y1 := font.Ink(font.Sans, 20, "H")
	assert.Less(t, x0, x1)
	assert.InDelta(t, -font.CapHeight(font.Sans, 20), y0, 0.1)
	assert.InDelta(t, 0, y1, 0.1)
	_, _, _, low := font.Ink(font.Sans, 20, "щp")
	assert.Greater(t, low, float32(3), "descenders reach below the baseline")
	x0, y0, x1, y1 = font.Ink(font.Sans, 20, "   ")
	assert.Zero(t, x1-x0+y1-y0, "spaces leave no ink")
	left, _, _, _ := font.Ink(font.Sans, 20, " H")
	assert.Greater(t, left, font.Measure(font.Sans, 20, " ")-1, "nor do they count at the start")
}

func TestEllipsis(t *testing.T) {
	name := "00000000000000000206.log"
	mono := func(n int) float32 { return font.Measure(font.Mono, 12, strings.Repeat("0", n)) }
	for _, c := range []struct {
		width      float32
		tail, head string
	}{
		{mono(24), name, name},
		{mono(23), "0000000000000000020620"[:0] + name[:22] + "…", "…" + name[2:]},
		{mono(9), "00000000…", "…0206.log"},
		{mono(1), "…", "…"},
		{mono(1) - 0.1, "", ""},
		{0, "", ""},
	} {
		assert.Equal(t, c.tail, font.Ellipsis(font.Mono, 12, name, c.width))
		assert.Equal(t, c.head, font.EllipsisHead(font.Mono, 12, name, c.width))
	}
	assert.Equal(t, "Broker…", font.Ellipsis(font.Mono, 12, "Broker 1, leader", mono(8)),
		"no space before the sign")
}

func TestEllipsisAlwaysFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(faces).Draw(t, "face")
		s := rapid.StringN(0, 40, -1).Draw(t, "text")
		width := rapid.Float32Range(0, 300).Draw(t, "width")
		for _, cut := range []string{font.Ellipsis(f, 13, s, width),
			font.EllipsisHead(f, 13, s, width)} {
			if m := font.Measure(f, 13, cut); m > width {
				t.Fatalf("%q is %v wide, the box %v", cut, m, width)
			}
		}
	})
}

func lines(list []font.Line) []string {
	var out []string
	for _, l := range list {
		s := ""
		for _, span := range l.Spans {
			s += span.Text
		}
		out = append(out, s)
	}
	return out
}

func TestWrapBreaksWhereAReaderWould(t *testing.T) {
	mono := func(n int) float32 { return font.Measure(font.Mono, 12, strings.Repeat("0", n)) }
	for _, c := range []struct {
		text string
		n    int
		want []string
	}{
		{"", 10, nil},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two three", 13, []string{"one two three"}},
		{"one\ntwo", 20, []string{"one", "two"}},
		{"one\n\ntwo", 20, []string{"one", "", "two"}},
		{"ключ — это", 6, []string{"ключ —", "это"}},
		{"ab ключ — это", 7, []string{"ab", "ключ —", "это"}},
		{"ключ в log", 6, []string{"ключ", "в log"}},
		{"12\u00A0345 B", 6, []string{"12\u00A0345", "B"}},
		{"`min.cleanable.dirty.ratio` x", 16, []string{"min.cleanable.", "dirty.ratio x"}},
		{"abcdefgh", 3, []string{"abc", "def", "gh"}},
		{"see abcdefgh", 5, []string{"see", "abcde", "fgh"}},
	} {
		assert.Equalf(t, c.want, lines(font.Wrap(font.Mono, 12, c.text, mono(c.n))), "%q", c.text)
	}
}

func TestWrapKnowsCodeAndEmphasis(t *testing.T) {
	line := font.Wrap(font.Sans, 13, "a *bold* and `code b`, 2 * 3 and \\`x\\` *open", 1000)[0]
	var got []string
	for _, s := range line.Spans {
		got = append(got, fmt.Sprintf("%v %v %q", s.Face, s.Code, s.Text))
	}
	assert.Equal(t, []string{
		`sans false "a "`, `sans-bold false "bold"`, `sans false " and "`, `mono true "code b"`,
		"sans false \", 2 * 3 and `x` *open\"",
	}, got)
	assert.Equal(t, "a bold and code", font.Plain("a *bold* and `code`"))
	last := line.Spans[len(line.Spans)-1]
	assert.Equal(t, line.W, last.X+last.W)
}

// TestWrapLosesNothing: whatever the text, no line is wider than the box unless it is a single
// character, and every character but the spaces at the breaks is there, in order.
func TestWrapLosesNothing(t *testing.T) {
	word := rapid.StringMatching("[a-zА-я0-9.,`*—-]{1,14}")
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(faces).Draw(t, "face")
		px := rapid.SampledFrom([]float32{11, 12, 13, 15, 20}).Draw(t, "px")
		s := strings.Join(rapid.SliceOfN(word, 0, 20).Draw(t, "words"),
			rapid.SampledFrom([]string{" ", "  ", "\n"}).Draw(t, "space"))
		width := rapid.Float32Range(1, 400).Draw(t, "width")
		list := font.Wrap(f, px, s, width)
		for _, l := range list {
			text, sum := "", float32(0)
			for _, span := range l.Spans {
				text += span.Text
				if span.X != sum || span.W != font.Measure(span.Face, px, span.Text) {
					t.Fatalf("span %+v does not stand where the one before it ends (%v)", span, sum)
				}
				sum = span.X + span.W
			}
			if l.W > width && utf8.RuneCountInString(text) > 1 {
				t.Fatalf("line %q is %v wide, the box %v", text, l.W, width)
			}
		}
		bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got := bare(strings.Join(lines(list), " ")); got != bare(font.Plain(s)) {
			t.Fatalf("got %q, want %q", got, font.Plain(s))
		}
	})
}

func TestPlaceRoundsToQuarters(t *testing.T) {
	for _, c := range []struct {
		x          float32
		whole, sub int
	}{{0, 0, 0}, {3.1, 3, 0}, {3.13, 3, 1}, {3.5, 3, 2}, {3.9, 4, 0}, {-0.25, -1, 3}, {-2, -2, 0}} {
		whole, sub := font.Place(c.x)
		assert.Equalf(t, [2]int{c.whole, c.sub}, [2]int{whole, sub}, "%v", c.x)
	}
}

func TestGlyphs(t *testing.T) {
	assert.Nil(t, font.Glyph(font.Sans, 13, ' ', 0))
	g := font.Glyph(font.Sans, 40, 'H', 0)
	require.NotNil(t, g)
	assert.Equal(t, byte(255), g.Pix[g.W*g.H/2+4], "the stem is solid")
	assert.InDelta(t, font.CapHeight(font.Sans, 40), float32(-g.Y), 1)
	assert.Same(t, g, font.Glyph(font.Sans, 40, 'H', 0), "made once")
	assert.NotEqual(t, g.Pix, font.Glyph(font.Sans, 40, 'H', 2).Pix)
	assert.NotNil(t, font.Glyph(font.Sans, 13, '漢', 0), "a character that is missing shows a sign")
}

// TestGlyphPixels holds the coverage of the letters, which is the same natively and in WebAssembly.
func TestGlyphPixels(t *testing.T) {
	h := fnv.New64a()
	for _, f := range faces {
		for _, px := range []float32{11, 13, 19.5, 40} {
			for i, r := range "aQ@gжЩё5∅→…%&" {
				if g := font.Glyph(f, px, r, i); g != nil {
					fmt.Fprint(h, g.X, g.Y, g.W, g.H)
					h.Write(g.Pix)
				}
			}
		}
	}
	assert.Equal(t, glyphHash, fmt.Sprintf("%016x", h.Sum64()))
}

func BenchmarkMeasure(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		font.Measure(font.Sans, 13, "Следующая пачка начнётся с offset 1 044 420")
	}
}

const paragraph = "Ключ `key-1` на offset 3 старше, чем на 7: читатель увидит его."

func BenchmarkWrapAgain(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		font.Wrap(font.Sans, 13, paragraph, 120)
	}
}

func BenchmarkWrapFirst(b *testing.B) {
	width := float32(120)
	for b.Loop() {
		width += 0.001
		font.Wrap(font.Sans, 13, paragraph, width)
	}
}

func BenchmarkGlyphFirst(b *testing.B) {
	px := float32(12)
	for b.Loop() {
		px += 1.0 / 64
		if px > 200 {
			px = 12
		}
		font.Glyph(font.Sans, px, 'ж', 1)
	}
}

func TestNothingIsAllocatedOnTheHotPath(t *testing.T) {
	font.Wrap(font.Sans, 13, "a *bold* word", 100)
	font.Glyph(font.Sans, 13, 'ж', 1)
	n := testing.AllocsPerRun(100, func() {
		font.Measure(font.Sans, 13, "Broker 1")
		font.Ink(font.Sans, 13, "Broker 1")
		font.Ellipsis(font.Sans, 13, "Broker 1", 1000)
		font.Wrap(font.Sans, 13, "a *bold* word", 100)
		font.Glyph(font.Sans, 13, 'ж', 1)
	})
	assert.Zero(t, n)
}
