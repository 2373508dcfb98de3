package tests

import (
	"go/ast"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// TestCoreIsDeterministic walks the typed syntax of core/: the same lines must give the same bytes
// on every machine, so nothing there may depend on map order, scheduling, floats or a clock.
func TestCoreIsDeterministic(t *testing.T) {
	cfg := &packages.Config{
		Dir: root,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports,
	}
	loaded, err := packages.Load(cfg, "./core/...")
	require.NoError(t, err)
	require.NotEmpty(t, loaded)
	for _, p := range loaded {
		require.Empty(t, p.Errors, p.PkgPath)
		w := walker{t: t, fset: p.Fset, info: p.TypesInfo}
		for _, file := range p.Syntax {
			ast.Inspect(file, w.visit)
			w.packageVars(file)
		}
	}
}

type walker struct {
	t    *testing.T
	fset *token.FileSet
	info *types.Info
}

func (w walker) report(n ast.Node, what string) {
	w.t.Errorf("%s: %s", w.fset.Position(n.Pos()), what)
}

func (w walker) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		w.report(n, "a goroutine in core: the world runs one step at a time")
	case *ast.SelectStmt, *ast.ChanType:
		w.report(n, "a channel in core: order must not depend on scheduling")
	case *ast.RangeStmt:
		if _, isMap := w.info.TypeOf(n.X).Underlying().(*types.Map); isMap {
			w.report(n, "range over a map: its order is random; keep a sorted slice")
		}
	case ast.Expr:
		w.float(n)
	}
	return true
}

func (w walker) float(e ast.Expr) {
	tv, ok := w.info.Types[e]
	if !ok || tv.Type == nil {
		return
	}
	basic, ok := tv.Type.Underlying().(*types.Basic)
	if ok && basic.Info()&(types.IsFloat|types.IsComplex) != 0 {
		w.report(e, "a floating-point value in core: use integers (parts per million, ms, bytes)")
	}
}

// packageVars allows tables and errors, which nobody assigns after start, and nothing that changes.
func (w walker) packageVars(file *ast.File) {
	assigned := func(obj types.Object) (at ast.Node) {
		ast.Inspect(file, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok {
				for _, lhs := range a.Lhs {
					if id := rootIdent(lhs); id != nil && w.info.Uses[id] == obj {
						at = a
					}
				}
			}
			return true
		})
		return at
	}
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.VAR {
			continue
		}
		for _, spec := range gen.Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				obj := w.info.Defs[name]
				if obj == nil || name.Name == "_" {
					continue
				}
				if at := assigned(obj); at != nil {
					w.report(at, name.Name+" of the package is changed: state belongs in a value")
				}
			}
		}
	}
}

// rootIdent gives the variable at the root of an assigned expression: v, v.f, v[i], (*v).
func rootIdent(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}
