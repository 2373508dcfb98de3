//go:build !js

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// modulePath is the module whose checkout the site is built from.
const modulePath = "highwater"

// checkout is where the sources are and which tool builds them.
type checkout struct {
	root   string // folder of go.mod
	goroot string // the toolchain's own folder, which also holds the loader
	tool   string // the go command
}

// findCheckout asks the go tool, because it also knows of workspaces and GOFLAGS.
func findCheckout() (checkout, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return checkout{}, errors.New("the go command is not in PATH: install Go from " +
			"https://go.dev/dl and open a new terminal")
	}
	env, err := goOutput(tool, ".", "env", "GOMOD", "GOROOT")
	if err != nil {
		return checkout{}, err
	}
	mod, goroot, _ := strings.Cut(strings.TrimRight(env, "\r\n"), "\n")
	mod, goroot = strings.TrimSpace(mod), strings.TrimSpace(goroot)
	if mod == "" || mod == os.DevNull || !isModule(mod, modulePath) {
		return checkout{}, errors.New("this folder is not inside the checkout of Highwater: " +
			"change to it and run `go run ./cmd/wasm` there")
	}
	return checkout{root: filepath.Dir(mod), goroot: goroot, tool: tool}, nil
}

func isModule(goMod, want string) bool {
	text, err := os.ReadFile(goMod)
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
			return strings.TrimSpace(name) == want
		}
	}
	return false
}

// loader is wasm_exec.js of the compiler at hand: the two must be of one version, so it is copied
// from the toolchain each time and never kept in the repository. Go moved it in version 1.24.
func (c checkout) loader() ([]byte, error) {
	var last error
	for _, dir := range []string{"lib", "misc"} {
		text, err := os.ReadFile(filepath.Join(c.goroot, dir, "wasm", "wasm_exec.js"))
		if err == nil {
			return text, nil
		}
		last = err
	}
	return nil, fmt.Errorf("the Go installation has no WebAssembly loader: %w "+
		"(some distributions put it in a package of its own; the one from go.dev has it)", last)
}

// packing tells the compiler not to copy small functions of the engine and of the libraries into
// their callers: a tenth of what every reader downloads is such copies. It still does so in this
// program's own packages, in the runtime and where bytes and numbers are worked on.
var packing = []string{"all=-l", "runtime=", "internal/...=", "highwater/...=", "strings=",
	"slices=", "math/...=", "encoding/binary=", "github.com/hajimehoshi/ebiten/v2="}

// compile builds this same package for the browser and returns the program's bytes.
func (c checkout) compile() ([]byte, error) {
	dir, err := os.MkdirTemp("", "highwater-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "highwater.wasm")
	// No version-control stamp: the build must not need git, and equal sources must give equal
	// bytes, for the file's name is made from them.
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", out}
	for _, p := range packing {
		args = append(args, "-gcflags="+p)
	}
	cmd := exec.Command(c.tool, append(args, "./cmd/wasm")...)
	cmd.Dir = c.root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling for the browser: %w\n%s", err, bytes.TrimSpace(text))
	}
	return os.ReadFile(out)
}

func goOutput(tool, dir string, args ...string) (string, error) {
	var out, complaint bytes.Buffer
	cmd := exec.Command(tool, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &complaint
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err,
			bytes.TrimSpace(complaint.Bytes()))
	}
	return out.String(), nil
}
