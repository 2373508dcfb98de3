package i18n_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"pgregory.net/rapid"

	"highwater/viz/i18n"
)

const sample = `# a comment

why.gap
ru: Брокер ждёт {want} от pid {pid:id}.
en: The broker expects {want} next for pid {pid:id}.

n.records plural={n}
ru: {n} запись | {n} записи | {n} записей
en: {n} record | {n} records

two.counts
ru: {a} {a|файл|файла|файлов}, {b:bytes}, {t:ms}, {b:size}, {name}
en: {a} {a|file|files}, {b:bytes}, {t:ms}, {b:size}, {name}

term
all: LEO

half
en: only English
`

func parse(t require.TestingT, src string) *i18n.Texts {
	texts, err := i18n.Parse(src)
	require.NoError(t, err)
	return texts
}

type code int16

func (code) String() string { return "UNKNOWN_PRODUCER_ID" }

func TestTextsAreFilledIn(t *testing.T) {
	x := parse(t, sample)
	for _, c := range []struct{ want, got string }{
		{"Брокер ждёт 12\u202F288 от pid 12288.",
			x.Say(i18n.RU, "why.gap", "want", 12288, "pid", int64(12288))},
		{"The broker expects {want} next for pid 7.", x.Say(i18n.EN, "why.gap", "pid", 7)},
		{"1 запись", x.Say(i18n.RU, "n.records", "n", 1)},
		{"22 записи", x.Say(i18n.RU, "n.records", "n", 22)},
		{"12 записей", x.Say(i18n.RU, "n.records", "n", int16(12))},
		{"1 record", x.Say(i18n.EN, "n.records", "n", uint32(1))},
		{"0 records", x.Say(i18n.EN, "n.records", "n", 0)},
		{"3 файла, 953\u202F160\u00A0Б, 1\u00A0мин, 953\u00A0кБ, a",
			x.Say(i18n.RU, "two.counts", "a", 3, "b", 953160, "t", 60000, "name", "a")},
		{"1 file, 500\u00A0B, 5.25\u00A0s, 500\u00A0B, UNKNOWN_PRODUCER_ID", x.Say(i18n.EN, "two.counts",
			"a", 1, "b", 500, "t", 5250, "name", code(3))},
		{"LEO", x.Say(i18n.RU, "term")},
		{"only English", x.Say(i18n.RU, "half")},
		{"[none]", x.Say(i18n.RU, "none")},
		{"[none]", x.Say(i18n.EN, "none", "odd")},
	} {
		assert.Equal(t, c.want, c.got)
	}
	assert.True(t, x.Has("term"))
	assert.False(t, x.Has("none"))
	assert.Equal(t, []string{"why.gap", "n.records", "two.counts", "term", "half"}, x.Keys())
}

func TestMistakesSayWhereAndWhatWouldBeRight(t *testing.T) {
	for _, c := range [][2]string{
		{"Key",
			"line 1: a key has small letters, digits, dots and dashes, not \"Key\""},
		{"a\nb", "line 2: want ru:, en: or all: and a text, not \"b\""},
		{"a\nru:  ", "line 2: a has no text after ru:"},
		{"a\nde: x", "line 2: want ru:, en: or all: and a text, not \"de: x\""},
		{"a\nen: x\n\na\nen: y", "line 4: a stands on line 1 already"},
		{"a x", "line 1: after a key comes nothing or plural={n}, not \"x\""},
		{"a plural={}",
			"line 1: after a key comes nothing or plural={n}, not \"plural={}\""},
		{"a\nen: {n", "line 2: \"{n\" is not closed by }"},
		{"a\nen: {N}",
			"line 2: a placeholder has small letters, digits and dashes, not {N}"},
		{"a\nen: {}", "line 2: a placeholder has a name, {} has none"},
		{"a\nen: {n:x}",
			"line 2: {n:x}: a format is id, bytes, size or ms, not \"x\""},
	} {
		_, err := i18n.Parse(c[0])
		assert.EqualError(t, err, c[1])
	}
}

func TestCheckFindsWhatIsIncomplete(t *testing.T) {
	for _, c := range [][2]string{
		{"a\nru: я {n}\nen: I {n}", ""},
		{"ui.lang\nru: In English\nen: По-русски", ""},
		{"a\nall: LEO", ""},
		{"a\nru: я",
			"texts.txt:1: a: wants both ru: and en:, or all:"},
		{"a\nru: я {n}\nen: I {m}", "texts.txt:1: a: ru: fills in {n}, en: {m}"},
		{"a\nru: LEO\nen: LEO",
			"texts.txt:1: a: ru: has no Cyrillic; a term that is the same in both languages takes all:"},
		{"a\nru: я\nen: я", "texts.txt:1: a: en: has Cyrillic"},
		{"a\nall: я",
			"texts.txt:1: a: all: is for terms in Latin letters"},
		{"a\nru: {n|я}\nen: {n|I|we}",
			"texts.txt:1: a: ru: {n|…} has 1 forms, want 3"},
		{"a plural={n}\nru: я | мы\nen: I | we",
			"texts.txt:1: a: ru: has 2 forms, want 3 parted by ` | `"},
	} {
		got := ""
		for _, f := range parse(t, c[0]).Check() {
			got += f.String()
		}
		assert.Equal(t, c[1], got)
	}
}

// TestPluralsAreUnicodes compares the rules with those of Unicode CLDR.
func TestPluralsAreUnicodes(t *testing.T) {
	forms := map[i18n.Lang]map[plural.Form]int{
		i18n.RU: {plural.One: 0, plural.Few: 1, plural.Many: 2},
		i18n.EN: {plural.One: 0, plural.Other: 1},
	}
	for _, l := range i18n.Langs() {
		for n := range 1001 {
			form := plural.Cardinal.MatchPlural(language.Make(string(l)), n, 0, 0, 0, 0)
			want, ok := forms[l][form]
			require.True(t, ok)
			require.Equalf(t, want, l.Form(int64(n)), "%s %d", l, n)
			require.Equal(t, want, l.Form(int64(-n)))
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 5070: "5070", 12288: "12_288", 1044420: "1_044_420", -12345: "−12_345",
		-1: "−1", 1<<63 - 1: "9_223_372_036_854_775_807", -1 << 63: "−9_223_372_036_854_775_808",
	} {
		assert.Equal(t, want, thin(i18n.Number(n)))
	}
}

func thin(s string) string {
	out := ""
	for _, r := range s {
		switch r {
		case '\u202F':
			r = '_'
		case '\u00A0':
			r = ' '
		}
		out += string(r)
	}
	return out
}

func TestSizesAndDurations(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1.00 kB", 1044420: "1.04 MB", 953160: "953 kB",
		99_950: "100 kB", 99_949: "99.9 kB", 9_994: "9.99 kB", 9_995: "10.0 kB", 999_499: "999 kB",
		999_500: "1.00 MB",
		1 << 30: "1.07 GB", 1<<63 - 1: "9.22 EB", -1500: "−1.50 kB",
	} {
		assert.Equalf(t, want, thin(i18n.Size(i18n.EN, n)), "%d", n)
	}
	assert.Equal(t, "1,04 МБ", thin(i18n.Size(i18n.RU, 1044420)))
	for n, want := range map[int64]string{
		0: "0 ms", 100: "100 ms", 1000: "1 s", 5250: "5.25 s", 60_000: "1 min",
		61_001:    "1 min 1.001 s",
		3_600_000: "1 h", 86_400_000: "24 h", 93_851_000: "26 h 4 min 11 s", 604_800_000: "7 d",
		176_400_000: "2 d 1 h", -5000: "−5 s", 1<<63 - 1: "106_751_991_167 d 7 h 12 min 55.807 s",
	} {
		assert.Equalf(t, want, thin(i18n.Duration(i18n.EN, n)), "%d", n)
	}
	assert.Equal(t, "26 ч 4 мин 11,5 с", thin(i18n.Duration(i18n.RU, 93_851_500)))
	assert.Equal(t, "953_160 Б", thin(i18n.Bytes(i18n.RU, 953160)))
}

func TestShares(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 %", 10_000: "1 %", 501_136: "50.11 %", 1_000_000: "100 %", 99: "0.01 %", 49: "0 %",
		-25_000: "−2.5 %",
	} {
		assert.Equalf(t, want, thin(i18n.Share(i18n.EN, n)), "%d", n)
	}
	assert.Equal(t, "50,1 %", thin(i18n.Share(i18n.RU, 501_000)))
	assert.NotEmpty(t, i18n.Share(i18n.EN, -1<<63))
}

// TestDurationsAddUp: what a duration says in English is as long as what was asked.
func TestDurationsAddUp(t *testing.T) {
	units := map[string]float64{"ms": 1, "s": 1000, "min": 60000, "h": 3600000, "d": 86400000}
	rapid.Check(t, func(t *rapid.T) {
		ms := rapid.Int64Range(0, 1<<40).Draw(t, "ms")
		sum, rest := 0.0, thin(i18n.Duration(i18n.EN, ms))
		for rest != "" {
			var n float64
			var unit string
			_, err := fmt.Sscan(strip(rest), &n, &unit)
			require.NoError(t, err)
			sum += n * units[unit]
			rest = after(after(rest))
		}
		require.InDelta(t, float64(ms), sum, 0.01)
	})
}

func strip(s string) (out string) {
	for _, r := range s {
		if r != '_' {
			out += string(r)
		}
	}
	return out
}

// after drops a word and the space behind it.
func after(s string) string {
	for i, r := range s {
		if r == ' ' {
			return s[i+1:]
		}
	}
	return ""
}

func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Fuzz(func(t *testing.T, src string) {
		texts, err := i18n.Parse(src)
		if err != nil {
			return
		}
		texts.Check()
		for _, k := range texts.Keys() {
			for _, l := range i18n.Langs() {
				texts.Say(l, k, "n", 5, "a", "b")
			}
		}
	})
}

func BenchmarkSay(b *testing.B) {
	x := parse(b, sample)
	b.ReportAllocs()
	for b.Loop() {
		x.Say(i18n.RU, "why.gap", "want", 12288, "pid", 7)
	}
}
