package tests

import (
	"bufio"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// root is the top of the checkout, seen from this folder; goroot the toolchain that runs the test.
var (
	root   = ".."
	goroot = goEnv("GOROOT")
)

const (
	lineMax = 100
	funcMax = 70
	fileMax = 500
)

func goEnv(name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		return runtime.GOROOT()
	}
	return strings.TrimSpace(string(out))
}

// files lists what the project consists of: everything git would keep.
func files(t *testing.T) []string {
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	out, err := cmd.Output()
	require.NoError(t, err, "git ls-files")
	var list []string
	for _, f := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if _, err := os.Stat(filepath.Join(root, f)); err == nil {
			list = append(list, f)
		}
	}
	require.NotEmpty(t, list)
	return list
}

func goFiles(t *testing.T) []string {
	var list []string
	for _, f := range files(t) {
		if strings.HasSuffix(f, ".go") {
			list = append(list, f)
		}
	}
	return list
}

// TestLines: a line fits a screen, a file one idea.
func TestLines(t *testing.T) {
	for _, name := range goFiles(t) {
		f, err := os.Open(filepath.Join(root, name))
		require.NoError(t, err)
		s := bufio.NewScanner(f)
		n := 0
		for s.Scan() {
			n++
			width := utf8.RuneCountInString(strings.ReplaceAll(s.Text(), "\t", "    "))
			vector := strings.HasSuffix(name, "_test.go") && longLiteral.MatchString(s.Text())
			if width > lineMax && !vector {
				t.Errorf("%s:%d: %d columns, at most %d", name, n, width, lineMax)
			}
			if unfinished.MatchString(s.Text()) {
				t.Errorf("%s:%d: unfinished: %s", name, n, s.Text())
			}
		}
		require.NoError(t, s.Err())
		require.NoError(t, f.Close())
		if n > fileMax {
			t.Errorf("%s: %d lines, at most %d: split it by idea", name, n, fileMax)
		}
	}
}

var (
	unfinished = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X)\b`)
	// longLiteral is a golden vector in a test: hex, base64 or a recorded line cannot be folded.
	longLiteral = regexp.MustCompile("[\"`][^\"`]{60,}[\"`]?")
)

// TestFunctions: a function fits a screen, an exported name says what it is.
func TestFunctions(t *testing.T) {
	for _, name := range goFiles(t) {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join(root, name), nil, parser.ParseComments)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			checkLength(t, fset, name, decl)
			if !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "cmd/") {
				checkComment(t, fset, name, decl)
			}
		}
	}
}

func checkLength(t *testing.T, fset *token.FileSet, name string, decl ast.Decl) {
	fn, ok := decl.(*ast.FuncDecl)
	if !ok || fn.Body == nil {
		return
	}
	lines := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1
	if lines > funcMax {
		t.Errorf("%s: %s has %d lines, at most %d", name, fn.Name.Name, lines, funcMax)
	}
}

func checkComment(t *testing.T, fset *token.FileSet, file string, decl ast.Decl) {
	complain := func(n ast.Node, name string) {
		t.Errorf("%s:%d: exported %s needs a comment that starts with its name",
			file, fset.Position(n.Pos()).Line, name)
	}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && exportedReceiver(d) && !says(d.Doc, d.Name.Name) {
			complain(d, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if ts, ok := spec.(*ast.TypeSpec); ok && ts.Name.IsExported() {
				if !says(d.Doc, ts.Name.Name) && !says(ts.Doc, ts.Name.Name) {
					complain(ts, ts.Name.Name)
				}
			}
		}
	}
}

// exportedReceiver reports whether the function is visible outside: methods of private types,
// and String and Error, whose meaning everybody knows, need no sentence.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	if n := d.Name.Name; n == "String" || n == "Error" {
		return false
	}
	e := d.Recv.List[0].Type
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if idx, ok := e.(*ast.IndexExpr); ok {
		e = idx.X
	}
	id, ok := e.(*ast.Ident)
	return ok && id.IsExported()
}

func says(doc *ast.CommentGroup, name string) bool {
	if doc == nil {
		return false
	}
	text := strings.TrimSpace(doc.Text())
	for _, article := range []string{"", "A ", "An ", "The "} {
		if strings.HasPrefix(text, article+name) {
			return true
		}
	}
	return false
}

// TestPackageDocs: every package opens with a page of its own.
func TestPackageDocs(t *testing.T) {
	for _, dir := range goDirs(t) {
		if strings.HasPrefix(dir, "cmd/") || strings.HasPrefix(dir, "tests") {
			continue
		}
		doc := filepath.Join(root, dir, "doc.go")
		if dir == "assets" {
			doc = filepath.Join(root, dir, "assets.go")
		}
		f, err := parser.ParseFile(token.NewFileSet(), doc, nil, parser.ParseComments)
		if !assertOK(t, err == nil, "%s has no doc.go", dir) {
			continue
		}
		assertOK(t, says(f.Doc, "Package "+f.Name.Name), "%s: want `// Package %s …`", doc,
			f.Name.Name)
	}
}

func assertOK(t *testing.T, ok bool, format string, args ...any) bool {
	t.Helper()
	if !ok {
		t.Errorf(format, args...)
	}
	return ok
}

// TestMarkdown: one title a page, and every link to a file leads somewhere.
func TestMarkdown(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`)
	for _, name := range files(t) {
		if !strings.HasSuffix(name, ".md") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		titles, code := 0, false
		for _, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "```") {
				code = !code
			}
			if !code && strings.HasPrefix(line, "# ") {
				titles++
			}
		}
		assertOK(t, titles == 1, "%s: %d titles, want one", name, titles)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			_, err := os.Stat(filepath.Join(root, filepath.Dir(name), m[1]))
			assertOK(t, err == nil, "%s: link to %s leads nowhere", name, m[1])
		}
	}
}

// TestNoBlobs keeps the checkout light: fonts and recorded data aside, nothing is over 1 MB.
func TestNoBlobs(t *testing.T) {
	for _, name := range files(t) {
		info, err := os.Stat(filepath.Join(root, name))
		require.NoError(t, err)
		if info.Mode()&fs.ModeType == 0 && !strings.HasPrefix(name, "assets/fonts/") {
			assertOK(t, info.Size() <= 1<<20, "%s: %d bytes, at most 1 MiB", name, info.Size())
		}
	}
}
