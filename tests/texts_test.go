package tests

import (
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/assets"
	"highwater/core/check"
	"highwater/core/lesson"
	"highwater/core/line"
	"highwater/core/why"
	"highwater/core/world"
	"highwater/viz/story"
)

// text is one block of assets/texts.txt as a reader of the file sees it.
type text struct {
	key    string
	at     int
	ru, en string
	fills  []string // names in braces, sorted
}

var placeholder = regexp.MustCompile(`\{([a-z0-9-]+)[^}]*\}`)

// readTexts reads the file by itself, so that it does not trust the package that it examines.
func readTexts(t *testing.T) map[string]text {
	t.Helper()
	blocks := map[string]text{}
	var b text
	put := func() {
		if b.key != "" {
			slices.Sort(b.fills)
			b.fills = slices.Compact(b.fills)
			blocks[b.key] = b
		}
		b = text{}
	}
	for n, l := range strings.Split(assets.Texts, "\n") {
		l = strings.TrimRight(l, " ")
		switch {
		case strings.HasPrefix(l, "#"):
		case l == "":
			put()
		case b.key == "":
			b.key, _, _ = strings.Cut(l, " ")
			b.at = n + 1
			b.add(l)
		default:
			lang, say, _ := strings.Cut(l, ":")
			if lang == "ru" || lang == "all" {
				b.ru = strings.TrimSpace(say)
			}
			if lang == "en" || lang == "all" {
				b.en = strings.TrimSpace(say)
			}
			b.add(l)
		}
	}
	put()
	require.Greater(t, len(blocks), 300)
	return blocks
}

func (b *text) add(l string) {
	for _, m := range placeholder.FindAllStringSubmatch(l, -1) {
		b.fills = append(b.fills, m[1])
	}
}

// family is a group of texts that are found by the name of what they are about.
type family struct {
	prefix string
	names  []string // each needs a text
	others []string // may have one as well
	fills  []string // what the program fills in
}

func families() []family {
	event := names(story.Args(world.New(), world.Event{Topic: -1}))
	var reasons, kinds, many, asks, verbs []string
	for _, w := range why.All() {
		reasons = append(reasons, w.Key())
	}
	for _, k := range world.Kinds() {
		kinds = append(kinds, k.String())
		many = append(many, k.String()+"-many", k.String()+"-answer")
		asks = append(asks, k.String())
	}
	for _, v := range line.Verbs() {
		if v.Group != line.OnStory {
			verbs = append(verbs, v.Name)
		}
	}
	return []family{
		{"why.", reasons, nil, event},
		{"event.", kinds, append(many, "nothing"), append(event, "n", "last", "sum")},
		{"ask.", []string{"any"}, asks, event},
		{"invariant.", check.Names(), nil, nil},
		{"line.", line.Keys(), []string{"want", "hint"}, []string{"got", "want", "hint"}},
		{"want.", line.Forms(), nil, []string{"low", "high", "want"}},
		{"verb.", nil, verbs, nil},
		{"part.", parts(), nil, nil},
	}
}

// names are every other of a list of pairs.
func names(pairs []any) []string {
	var out []string
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, pairs[i].(string))
	}
	return out
}

// parts are the headings under which the lessons stand.
func parts() []string {
	seen := map[string]bool{}
	for _, name := range assets.LessonNames() {
		l, err := openLesson(name)
		if err == nil {
			seen[l.Part] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

func openLesson(name string) (*lesson.Lesson, error) {
	src, err := os.ReadFile(filepath.Join(root, "assets", "lessons", name+".lesson"))
	if err != nil {
		return nil, err
	}
	return lesson.Parse(name+".lesson", src)
}

// TestEverythingThatHappensHasWords: each reason, kind of event, invariant, mistake in a line and
// part has its text, each such text has something that it is about, and a text asks for nothing
// that the program would not fill in.
func TestEverythingThatHappensHasWords(t *testing.T) {
	texts := readTexts(t)
	for _, f := range families() {
		for _, n := range f.names {
			assertOK(t, texts[f.prefix+n].key != "", "nothing is said about %s%s", f.prefix, n)
		}
		known := append(slices.Clone(f.names), f.others...)
		for key, b := range texts {
			rest, mine := strings.CutPrefix(key, f.prefix)
			if !mine {
				continue
			}
			assertOK(t, slices.Contains(known, rest), "texts.txt:%d: %s is about nothing", b.at,
				key)
			for _, n := range b.fills {
				assertOK(t, slices.Contains(f.fills, n), "texts.txt:%d: %s: nobody fills in {%s}",
					b.at, key, n)
			}
		}
	}
}

// TestCallsFillInWhatTextsAsk looks at each place in the code that names a text: the text is
// there, and what stands in its braces is given, no more and no less.
func TestCallsFillInWhatTextsAsk(t *testing.T) {
	texts := readTexts(t)
	rooms := map[string]bool{} // what stands before the first dot of a key
	for key := range texts {
		room, _, _ := strings.Cut(key, ".")
		rooms[room] = true
	}
	calls := 0
	for _, name := range goFiles(t) {
		inViz := strings.HasPrefix(name, "viz/") || strings.HasPrefix(name, "cmd/wasm/")
		if !inViz || strings.HasSuffix(name, "_test.go") {
			continue
		}
		inspectFile(t, filepath.Join(root, name), func(fset *token.FileSet, n ast.Node) {
			switch n := n.(type) {
			case *ast.BasicLit:
				key := literal(n)
				room, rest, ok := strings.Cut(key, ".")
				if ok && rooms[room] && keyLike.MatchString(rest) && !isFile(key) {
					assertOK(t, texts[key].key != "", "%s: no text %s", fset.Position(n.Pos()), key)
				}
			case *ast.CallExpr:
				calls += checkCall(t, fset, n, texts)
			}
		})
	}
	require.Greater(t, calls, 100, "the calls were not found")
}

var keyLike = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func isFile(s string) bool {
	switch filepath.Ext(s) {
	case ".html", ".js", ".css", ".txt", ".wasm", ".svg", ".png", ".log":
		return true
	}
	return false
}

func literal(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	s, err := strconv.Unquote(lit.Value)
	if err != nil {
		return ""
	}
	return s
}

// checkCall compares the arguments behind a key with the braces of its text.
func checkCall(t *testing.T, fset *token.FileSet, c *ast.CallExpr, texts map[string]text) int {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "say" && sel.Sel.Name != "Say" || c.Ellipsis.IsValid() {
		return 0
	}
	for i, a := range c.Args {
		b, known := texts[literal(a)]
		if !known {
			continue
		}
		var given []string
		for j := i + 1; j < len(c.Args); j += 2 {
			given = append(given, literal(c.Args[j]))
		}
		slices.Sort(given)
		assertOK(t, slices.Equal(b.fills, given), "%s: %s asks for %v, given is %v",
			fset.Position(c.Pos()), b.key, b.fills, given)
		return 1
	}
	return 0
}

// TestThePageHasItsWords: a text that the page asks for is there, one that nobody asks for is not.
func TestThePageHasItsWords(t *testing.T) {
	texts := readTexts(t)
	asked := map[string]bool{}
	for _, name := range files(t) {
		var calls *regexp.Regexp
		switch {
		case strings.HasPrefix(name, "web/js/"):
			calls = pageCalls
		case strings.HasPrefix(name, "web/") && strings.HasSuffix(name, ".html"):
			calls = pageMarks
		default:
			continue
		}
		src, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		for _, m := range calls.FindAllStringSubmatch(string(src), -1) {
			key := strings.Join(m[1:], "")
			asked[key] = true
			if !strings.HasSuffix(key, "-") { // else the rest of the key is put together
				assertOK(t, texts["page."+key].key != "", "%s: there is no text page.%s", name, key)
			}
		}
	}
	for key, b := range texts {
		rest, mine := strings.CutPrefix(key, "page.")
		if !mine {
			continue
		}
		found := asked[rest]
		for i, r := range rest {
			found = found || r == '-' && asked[rest[:i+1]]
		}
		assertOK(t, found, "texts.txt:%d: no page asks for %s", b.at, key)
	}
}

var (
	pageCalls = regexp.MustCompile(`\bt\(\s*["'` + "`" + `]([a-z0-9-]+)|\blabel: "([a-z-]+)"`)
	pageMarks = regexp.MustCompile(`\.T "([a-z0-9-]+)"|data-t(?:-label)?="([a-z0-9-]+)"`)
)
