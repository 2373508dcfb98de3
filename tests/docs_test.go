package tests

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"highwater/assets"
)

// page reads a Markdown page of the checkout.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	require.NoError(t, err)
	return string(text)
}

var packageRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.*) \\|$")

// TestTheTableOfPackagesIsTrue: ARCHITECTURE.md lists every package with the first sentence of its
// own page, and nothing else.
func TestTheTableOfPackagesIsTrue(t *testing.T) {
	_, table, ok := strings.Cut(page(t, "ARCHITECTURE.md"), "<!-- packages -->")
	require.True(t, ok)
	table, _, ok = strings.Cut(table, "<!-- /packages -->")
	require.True(t, ok)
	listed := map[string]string{}
	for _, m := range packageRow.FindAllStringSubmatch(table, -1) {
		listed[m[1]] = m[2]
	}
	for _, dir := range goDirs(t) {
		name := filepath.ToSlash(dir)
		if strings.HasPrefix(name, "cmd/") || strings.HasPrefix(name, "tests") {
			continue
		}
		if says := synopsis(t, dir); listed[name] != says {
			t.Errorf("ARCHITECTURE.md has | `%s` | %s |\nthe package says   %s", name, listed[name],
				says)
		}
		delete(listed, name)
	}
	require.Empty(t, listed, "ARCHITECTURE.md lists what is not there")
}

// synopsis is what the first sentence of a package says that it does.
func synopsis(t *testing.T, dir string) string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	require.NoError(t, err)
	for _, path := range paths {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil,
			parser.ParseComments|parser.PackageClauseOnly)
		require.NoError(t, err)
		if f.Doc == nil || strings.HasSuffix(path, "_test.go") {
			continue
		}
		var p doc.Package
		says := strings.TrimPrefix(p.Synopsis(f.Doc.Text()), "Package "+f.Name.Name+" ")
		return string(unicode.ToUpper(rune(says[0]))) + says[1:]
	}
	return ""
}

var (
	goRun = regexp.MustCompile(`go run \./(cmd/[a-z]+)([^` + "`" + `\n#]*)`)
	flags = regexp.MustCompile(`(?:^|[ \[|])(-[a-z][a-z-]*)`)
	// highwater with a word behind it, as a table of commands has it.
	highwater = regexp.MustCompile("`highwater ([a-z]+)[^`]*`")
	places    = regexp.MustCompile("`((?:assets|cmd|core|tests|viz|web)/[A-Za-z0-9_./-]*)`")
)

// TestTheDocumentsNameWhatIsThere: the commands that the pages tell people to type exist, with
// these subcommands and flags, and so do the files and folders that they mention.
func TestTheDocumentsNameWhatIsThere(t *testing.T) {
	commands := 0
	for _, name := range []string{"README.md", "ARCHITECTURE.md", "LESSONS.md"} {
		text := page(t, name)
		for _, m := range goRun.FindAllStringSubmatch(text, -1) {
			commands++
			known := commandFlags(t, m[1])
			for _, f := range flags.FindAllStringSubmatch(m[2], -1) {
				assertOK(t, known[f[1][1:]], "%s: %s has no flag %s", name, m[1], f[1])
			}
			words := strings.Fields(m[2])
			if m[1] == "cmd/highwater" && len(words) > 0 {
				assertOK(t, known["run "+words[0]], "%s: no highwater %s", name, words[0])
			}
		}
		for _, m := range highwater.FindAllStringSubmatch(text, -1) {
			known := commandFlags(t, "cmd/highwater")
			assertOK(t, known["run "+m[1]], "%s: no highwater %s", name, m[1])
		}
		for _, m := range places.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "NAME") {
				continue // stands for any name
			}
			_, err := os.Stat(filepath.Join(root, strings.TrimSuffix(m[1], "/")))
			assertOK(t, err == nil, "%s: there is no %s", name, m[1])
		}
	}
	require.Greater(t, commands, 5, "the pages tell how to start the programs")
}

// commandFlags are the names of the flags that a command defines, and "run NAME" for its
// subcommands, as far as they stand in its source.
func commandFlags(t *testing.T, dir string) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	paths, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	require.NoError(t, err)
	require.NotEmpty(t, paths, "there is no %s", dir)
	for _, path := range paths {
		inspectFile(t, path, func(_ *token.FileSet, n ast.Node) {
			switch n := n.(type) {
			case *ast.CallExpr:
				for _, a := range n.Args[:min(2, len(n.Args))] {
					known[literal(a)] = true
				}
			case *ast.CompositeLit:
				if len(n.Elts) > 2 {
					known["run "+literal(n.Elts[0])] = true
				}
			}
		})
	}
	return known
}

var lessonRow = regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|")

// TestEveryLessonIsListed: in the reading order, in the index beside the lessons and on the first
// page, each once.
func TestEveryLessonIsListed(t *testing.T) {
	index, order := page(t, "assets/lessons/README.md"), page(t, "assets/lessons/order.txt")
	var rows []string
	for _, m := range regexp.MustCompile(`\(([a-z-]+)\.lesson\)`).FindAllStringSubmatch(index, -1) {
		rows = append(rows, m[1])
	}
	require.Equal(t, assets.LessonNames(), rows, "assets/lessons/README.md, in the reading order")
	var front []string
	for _, m := range lessonRow.FindAllStringSubmatch(page(t, "README.md"), -1) {
		front = append(front, m[1])
	}
	require.Equal(t, assets.LessonNames(), front, "README.md")
	var listed []string
	for _, l := range lines(order) {
		if l != "" && !strings.HasPrefix(l, "#") {
			listed = append(listed, l)
		}
	}
	require.Equal(t, assets.LessonNames(), listed, "assets/lessons/order.txt")
}
