package tests

import (
	"bufio"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/assets"
	"highwater/core/lesson"
	"highwater/core/why"
	"highwater/core/world"
)

// played calls f for every step of every lesson and story under every variant, and with every
// value that a lesson offers to change.
func played(t *testing.T, f func(name string, w *world.World, s world.Step)) {
	t.Helper()
	run := func(l *lesson.Lesson, variant string, own []lesson.Setting) {
		r, err := l.Play(variant, own)
		require.NoError(t, err, l.Name)
		w := r.Timeline.World(r.Timeline.Len())
		for n := 1; n <= r.Timeline.Len(); n++ {
			f(l.Name, w, r.Timeline.Step(n))
		}
	}
	all := func(file string) {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		l, err := lesson.Parse(filepath.Base(file), src)
		require.NoError(t, err)
		run(l, "", nil)
		for i := range l.Variants {
			run(l, l.Variants[i].ID, nil)
		}
		for _, p := range l.Params {
			for _, v := range p.Values {
				run(l, "", []lesson.Setting{{Name: p.Name, Value: v}})
			}
		}
	}
	for _, name := range assets.LessonNames() {
		all(filepath.Join(root, "assets", "lessons", name+".lesson"))
	}
	stories, err := filepath.Glob(filepath.Join(root, "core", "sim", "testdata", "*", "*.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, stories)
	for _, file := range stories {
		all(file)
	}
}

// asserted are the names of package why and package world that unit tests below core/ mention, and
// the texts of these tests and of their golden files, in which keys of reasons stand.
func asserted(t *testing.T) (idents map[string]bool, golden string) {
	t.Helper()
	idents = map[string]bool{}
	var kept strings.Builder
	for _, name := range files(t) {
		path := filepath.Join(root, name)
		switch {
		case !strings.HasPrefix(name, "core/"):
		case strings.HasSuffix(name, "_test.go"):
			inspectFile(t, path, func(_ *token.FileSet, n ast.Node) {
				switch n := n.(type) {
				case *ast.BasicLit:
					kept.WriteString(literal(n) + "\n")
				case *ast.SelectorExpr:
					from, ok := n.X.(*ast.Ident)
					if ok && (from.Name == "why" || from.Name == "world") {
						idents[from.Name+"."+n.Sel.Name] = true
					}
				}
			})
		case strings.Contains(name, "/testdata/") && filepath.Ext(name) == ".txt":
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			kept.Write(text)
		}
	}
	return idents, kept.String()
}

// constants maps the keys of a table to the names of its constants: both stand in one order.
func constants(t *testing.T, dir string, typ string) map[string]string {
	t.Helper()
	out := map[string]string{}
	paths, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	require.NoError(t, err)
	for _, path := range paths {
		var names, keys []string
		inspectFile(t, path, func(_ *token.FileSet, n ast.Node) {
			switch n := n.(type) {
			case *ast.GenDecl:
				if found := enum(n, typ); found != nil {
					names = found
				}
			case *ast.ValueSpec:
				if len(n.Names) == 1 && strings.HasSuffix(n.Names[0].Name, "Keys") {
					for _, e := range n.Values[0].(*ast.CompositeLit).Elts {
						keys = append(keys, literal(e))
					}
				}
			}
		})
		for i := range min(len(names), len(keys)) {
			out[keys[i]] = names[i]
		}
	}
	return out
}

// enum returns the names of an iota block of constants of a type, or nil.
func enum(d *ast.GenDecl, typ string) []string {
	if d.Tok != token.CONST {
		return nil
	}
	first := d.Specs[0].(*ast.ValueSpec)
	id, ok := first.Type.(*ast.Ident)
	if !ok || id.Name != typ {
		return nil
	}
	var names []string
	for _, s := range d.Specs {
		for _, n := range s.(*ast.ValueSpec).Names {
			names = append(names, n.Name)
		}
	}
	return names
}

// unreached reads the list of what no test reaches yet: a name, a space, the reason why.
func unreached(t *testing.T) map[string]string {
	t.Helper()
	f, err := os.Open("unreached.txt")
	require.NoError(t, err)
	defer f.Close()
	list := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		l := strings.TrimSpace(s.Text())
		if l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		name, because, _ := strings.Cut(l, " ")
		require.Greater(t, len(because), 20, "unreached.txt: %s: say why", name)
		list[name] = because
	}
	return list
}

// TestEveryReasonIsReached: each reason and each kind of event that the program can give is given
// by some lesson or story, or asked for by a unit test below core/. What is not reached stands in
// unreached.txt with the reason why; the list may only become shorter.
func TestEveryReasonIsReached(t *testing.T) {
	t.Parallel()
	reached := map[string]bool{}
	played(t, func(_ string, _ *world.World, s world.Step) {
		for _, e := range s.Events {
			reached["why "+e.Why.Key()] = true
			reached["kind "+e.Kind.String()] = true
		}
	})
	idents, golden := asserted(t)
	words := map[string]bool{}
	for _, w := range keyWord.FindAllString(golden, -1) {
		words[w] = true
	}
	reasons, kinds := constants(t, "core/why", "Why"), constants(t, "core/world", "Kind")
	require.Len(t, reasons, len(why.All()), "the tables of package why are read wrongly")
	require.Len(t, kinds, len(world.Kinds())+1)
	var missing []string
	for _, w := range why.All() {
		if k := w.Key(); !reached["why "+k] && !idents["why."+reasons[k]] && !words[k] {
			missing = append(missing, "why."+k)
		}
	}
	for _, k := range world.Kinds() {
		if k := k.String(); !reached["kind "+k] && !idents["world."+kinds[k]] {
			missing = append(missing, "event."+k)
		}
	}
	list := unreached(t)
	for _, name := range missing {
		assertOK(t, list[name] != "", "%s: no lesson, story or test reaches it", name)
	}
	for name := range list {
		assertOK(t, slices.Contains(missing, name), "unreached.txt: %s is reached: take it out",
			name)
	}
}

var keyWord = regexp.MustCompile(`[a-z]+(-[a-z]+)+`)
