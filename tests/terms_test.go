package tests

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/assets"
	"highwater/core/lesson"
)

// russian calls f for each text that a reader of Russian reads: texts.txt and the lessons.
func russian(t *testing.T, f func(where, text string)) {
	t.Helper()
	for key, b := range readTexts(t) {
		if b.ru != b.en && !strings.Contains(key, ".lang") {
			f(fmt.Sprintf("texts.txt:%d: %s", b.at, key), b.ru)
		}
	}
	for _, name := range assets.LessonNames() {
		l, err := openLesson(name)
		require.NoError(t, err)
		say := func(where string, s lesson.Say) { f(name+": "+where, s.RU) }
		say("title", l.Title)
		say("claim", l.Claim)
		for _, v := range l.Variants {
			say("variant "+v.ID, v.Title)
		}
		for _, p := range l.Params {
			say("param "+p.Name, p.Title)
		}
		for i := range l.Blocks {
			b := &l.Blocks[i]
			at := fmt.Sprintf("line %d", b.At)
			for _, s := range b.Says {
				say(at, s.Say)
				say(at, s.Because)
			}
			for _, a := range b.Answers {
				say(at, a.Say)
			}
		}
	}
}

// terms reads terms.txt: words in Latin letters that Russian texts may use, and words that they
// avoid, each with the one that they use instead.
func terms(t *testing.T) (latin map[string]bool, avoid map[string]string) {
	t.Helper()
	f, err := os.Open("terms.txt")
	require.NoError(t, err)
	defer f.Close()
	latin, avoid = map[string]bool{}, map[string]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		l, _, _ := strings.Cut(s.Text(), "#")
		if use, not, ok := strings.Cut(l, " not "); ok {
			for _, n := range strings.Fields(not) {
				avoid[n] = strings.TrimSpace(use)
			}
			continue
		}
		for _, w := range strings.Fields(l) {
			latin[w] = true
		}
	}
	return latin, avoid
}

var (
	code      = regexp.MustCompile("`[^`]*`|\\$[a-z-]+")
	latinWord = regexp.MustCompile(`[A-Za-z][A-Za-z0-9._-]*`)
	// Names that are given to things: a KIP, an issue, a class or its method, an API, a setting, a
	// broker, a file.
	nameLike = regexp.MustCompile(`^(KIP-\d+|KAFKA-\d+|[A-Z][A-Za-z]+\.[a-z][A-Za-z]+|b\d|m0|` +
		`[A-Z][a-z]+([A-Z][a-z]+)+|[a-z]+(\.[a-z]+)+|[a-z_]+\.js|` +
		`[a-z.]+\.(log|deleted|index|timeindex|txnindex)|[A-Z]+(_[A-Z]+)+)$`)
)

// TestRussianTextsAreRussian: what stands in Latin letters outside code is one of Kafka's terms or
// a name.
func TestRussianTextsAreRussian(t *testing.T) {
	latin, _ := terms(t)
	used := map[string]bool{}
	russian(t, func(where, text string) {
		text = placeholder.ReplaceAllString(code.ReplaceAllString(text, ""), "0")
		for _, w := range latinWord.FindAllString(text, -1) {
			w = strings.TrimRight(w, ".-")
			used[w], used[strings.ToLower(w)] = true, true
			if !latin[w] && !latin[strings.ToLower(w)] && !nameLike.MatchString(w) {
				t.Errorf("%s: %q stands in Latin letters; a term goes into tests/terms.txt", where, w)
			}
		}
	})
	for w := range latin {
		assertOK(t, used[w], "terms.txt: no Russian text uses %q any more", w)
	}
}

// TestOneWordForOneThing: a thing has the same name wherever it is met.
func TestOneWordForOneThing(t *testing.T) {
	_, avoid := terms(t)
	require.NotEmpty(t, avoid)
	russian(t, func(where, text string) {
		text = code.ReplaceAllString(text, "")
		text = latinWord.ReplaceAllStringFunc(text, func(w string) string {
			if nameLike.MatchString(strings.TrimRight(w, ".-")) {
				return ""
			}
			return w
		})
		text = strings.ToLower(text)
		for not, use := range avoid {
			assertOK(t, !regexp.MustCompile(`(^|[^\p{L}])`+not).MatchString(text),
				"%s: says %q, where the others say %q", where, not, use)
		}
	})
}
