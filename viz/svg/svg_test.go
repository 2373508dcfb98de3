package svg_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/viz/draw"
	"highwater/viz/drawtest"
	"highwater/viz/font"
	"highwater/viz/svg"
	"highwater/viz/theme"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestStage(t *testing.T) {
	for _, name := range []string{"light", "dark"} {
		th, _ := theme.Named(name)
		got := svg.String(drawtest.Stage(th))
		file := "testdata/stage-" + name + ".svg"
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), got)
		assert.Equal(t, got, svg.String(drawtest.Stage(th)), "the same bytes every time")
	}
}

// tags reads the file as XML and returns how often each element occurs, and all text.
func tags(t require.TestingT, s string) (map[string]int, string) {
	count, text := map[string]int{}, ""
	d := xml.NewDecoder(strings.NewReader(s))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return count, text
		}
		require.NoError(t, err)
		switch x := token.(type) {
		case xml.StartElement:
			count[x.Name.Local]++
		case xml.CharData:
			text += string(x)
		}
	}
}

func TestItIsXMLWithANameAndADescription(t *testing.T) {
	s := svg.String(drawtest.Stage(theme.Light()))
	count, text := tags(t, s)
	assert.Equal(t, 1, count["title"])
	assert.Equal(t, 1, count["desc"])
	assert.Equal(t, 1, count["clipPath"])
	assert.Contains(t, text, "Два прохода cleaner & one more <log>")
	assert.Equal(t, 1, strings.Count(s, "://"), "nothing but the name of the format")
}

func TestAnyTextIsWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := draw.New(100, 100, draw.Hex(0xFFFFFF))
		f.Title, f.Say = rapid.String().Draw(t, "title"), "]]> & <x>"
		p := draw.On(f)
		p.Text(1, 50, rapid.String().Draw(t, "text"), draw.Words{Px: 13, Colour: draw.Hex(0)})
		p.Done()
		tags(t, svg.String(f))
	})
}

func TestFontsComeWithTheFileIfWanted(t *testing.T) {
	f := draw.New(100, 100, draw.Hex(0xFFFFFF))
	p := draw.On(f)
	p.Text(1, 50, "x", draw.Words{Face: font.Mono, Px: 13, Colour: draw.Hex(0)})
	p.Done()
	var b strings.Builder
	require.NoError(t, svg.Write(&b, f, svg.Options{Fonts: true, Lang: "ru"}))
	assert.Equal(t, 1, strings.Count(b.String(), "@font-face"), "only the faces in use")
	assert.Contains(t, b.String(), `xml:lang="ru"`)
	assert.NotContains(t, svg.String(f), "@font-face")
}

func TestPicturesCanShareADocument(t *testing.T) {
	var b strings.Builder
	f := drawtest.Stage(theme.Light())
	require.NoError(t, svg.Write(&b, f, svg.Options{Bare: true, ID: "fig2-"}))
	assert.NotContains(t, b.String(), "<style>")
	assert.Contains(t, b.String(), `clip-path="url(#fig2-c1)"`)
	assert.Equal(t, strings.Count(b.String(), ` id="`), strings.Count(b.String(), ` id="fig2-`))
}

func TestNumbersAreRounded(t *testing.T) {
	f := draw.New(100, 100, draw.Hex(0xFFFFFF))
	p := draw.On(f)
	p.Line(draw.Edge(draw.RGBA{A: 51}, 1.26), draw.P(-0.04, -0.06), draw.P(3.14159, -2.96))
	p.Done()
	assert.Contains(t, svg.String(f), `<path d="M0 -0.1L3.1 -3" fill="none" stroke="#000000" `+
		`stroke-opacity="0.2" stroke-width="1.3"`)
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestAWriterThatFailsIsHeard(t *testing.T) {
	err := svg.Write(full{}, drawtest.Stage(theme.Light()), svg.Options{})
	assert.ErrorContains(t, err, "disk full")
}

func BenchmarkWrite(b *testing.B) {
	f := drawtest.Crowd(theme.Light(), 960, 600, 1200, 30)
	for b.Loop() {
		if err := svg.Write(io.Discard, f, svg.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
