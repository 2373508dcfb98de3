package tests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "highwater/"

// rule is what one line of rules.txt allows.
type rule struct{ allow, deny []string }

// TestImports holds every package of the module to rules.txt: arrows of import point down.
func TestImports(t *testing.T) {
	rules := readRules(t)
	for _, dir := range goDirs(t) {
		pkg := filepath.ToSlash(dir)
		r, known := findRule(rules, pkg)
		if !known {
			t.Errorf("%s: not in tests/rules.txt, so it may import nothing: add a line", pkg)
			continue
		}
		for file, imports := range importsOf(t, dir) {
			for _, path := range imports {
				if !r.allows(path) {
					t.Errorf("%s imports %s, which tests/rules.txt does not allow", file, path)
				}
			}
		}
	}
}

func readRules(t *testing.T) map[string]rule {
	text, err := os.ReadFile("rules.txt")
	require.NoError(t, err)
	rules := map[string]rule{}
	var std []string
	for n, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, rest, ok := strings.Cut(line, ":")
		require.True(t, ok, "rules.txt:%d: want `package: imports`", n+1)
		var r rule
		for _, word := range strings.Fields(rest) {
			switch {
			case word == "std":
				r.allow = append(r.allow, std...)
			case strings.HasPrefix(word, "!"):
				r.deny = append(r.deny, word[1:])
			default:
				r.allow = append(r.allow, word)
			}
		}
		if name == "std" {
			std = r.allow
			continue
		}
		rules[name] = r
	}
	return rules
}

// findRule gives the line of the package itself, or else of its nearest listed parent
// that is a wildcard for its children (cmd, tests).
func findRule(rules map[string]rule, pkg string) (rule, bool) {
	if r, ok := rules[pkg]; ok {
		return r, true
	}
	top, _, _ := strings.Cut(pkg, "/")
	r, ok := rules[top]
	return r, ok && len(r.allow) == 1 && r.allow[0] == "*"
}

func (r rule) allows(path string) bool {
	path = strings.TrimPrefix(path, module)
	path = strings.TrimPrefix(path, "github.com/")
	under := func(list []string) bool {
		for _, a := range list {
			exact := path == a
			module := strings.Contains(a, "/") && strings.HasPrefix(path, a+"/")
			tree := (a == "core" || a == "viz") && strings.HasPrefix(path, a+"/")
			if a == "*" || exact || (module && !stdlib(path)) || tree {
				return true
			}
		}
		return false
	}
	return under(r.allow) && !under(r.deny)
}

// stdlib tells packages of the standard library, which are listed one by one, from modules.
func stdlib(path string) bool {
	_, err := os.Stat(filepath.Join(goroot, "src", path))
	return err == nil
}

// importsOf lists the imports of the non-test files of a folder, whatever their build tags.
func importsOf(t *testing.T, dir string) map[string][]string {
	out := map[string][]string{}
	entries, err := os.ReadDir(filepath.Join(root, dir))
	require.NoError(t, err)
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		file := filepath.Join(root, dir, name)
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			out[filepath.Join(dir, name)] = append(out[filepath.Join(dir, name)], path)
		}
	}
	return out
}

// goDirs lists the folders of the module that hold Go files which are not tests.
func goDirs(t *testing.T) []string {
	seen := map[string]bool{}
	var dirs []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root &&
			(strings.HasPrefix(name, ".") || name == "testdata" || name == "dist") {
			return filepath.SkipDir
		}
		rel, _ := filepath.Rel(root, filepath.Dir(path))
		isCode := strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
		if isCode && !seen[rel] {
			seen[rel] = true
			dirs = append(dirs, rel)
		}
		return nil
	})
	require.NoError(t, err)
	return dirs
}

// inspectFile parses one file and calls f on every node.
func inspectFile(t *testing.T, path string, f func(fset *token.FileSet, n ast.Node)) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	require.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		if n != nil {
			f(fset, n)
		}
		return true
	})
}
