//go:build !js

package main

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"mime"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"highwater/viz/app"
)

// file is one file of the site. Forever means that its name contains a hash of its content, so a
// browser may keep it without asking.
type file struct {
	body    []byte
	mime    string
	forever bool
	packed  map[string][]byte // content coding ("br", "gzip") → compressed body, if smaller
}

// site is everything that is served: slash-separated path → file.
type site map[string]*file

// assetDir holds what has a hashed name; pages are everywhere else.
const assetDir = "a"

// mimes are written down, because a machine's own table may lack or misname them, and a module
// that is not application/wasm cannot be compiled while it streams in.
var mimes = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".wasm": "application/wasm",
	".svg":  "image/svg+xml",
	".ttf":  "font/ttf",
	".txt":  "text/plain; charset=utf-8",
	".json": "application/json",
}

func typeOf(name string) string {
	if t, ok := mimes[path.Ext(name)]; ok {
		return t
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}

// page adds a file that keeps its name and is asked for anew each time.
func (s site) page(name string, body []byte) {
	s[name] = &file{body: body, mime: typeOf(name)}
}

// asset adds a file under a name made from its content and returns that name, without the folder.
func (s site) asset(name string, body []byte) string {
	ext := path.Ext(name)
	hashed := strings.TrimSuffix(path.Base(name), ext) + "." + digest(body) + ext
	s[path.Join(assetDir, hashed)] = &file{body: body, mime: typeOf(name), forever: true}
	return hashed
}

// digest is 80 bits of SHA-256 in lower-case letters and digits, which every host can serve.
func digest(body []byte) string {
	sum := sha256.Sum256(body)
	code := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:10])
	return strings.ToLower(code)
}

// sources are the files that the site is made of besides the program, read from the checkout so
// that an edit shows without a new build of this command.
type sources struct {
	template string
	css      map[string]string
	js       map[string]string
	fonts    map[string][]byte
	lessons  []app.Source
	texts    string
	program  []byte
	loader   []byte
	watched  bool // pages reload themselves when a source changes
}

func (c checkout) readSources() (sources, error) {
	var src sources
	page, err := os.ReadFile(filepath.Join(c.root, "web", "index.html"))
	if err != nil {
		return src, err
	}
	src.template = string(page)
	css, err := readFolder(filepath.Join(c.root, "web", "css"), ".css")
	if err != nil {
		return src, err
	}
	js, err := readFolder(filepath.Join(c.root, "web", "js"), ".js")
	if err != nil {
		return src, err
	}
	src.css, src.js = texts(css), texts(js)
	src.fonts, err = readFolder(filepath.Join(c.root, "assets", "fonts"), ".ttf")
	if err != nil {
		return src, err
	}
	words, err := os.ReadFile(filepath.Join(c.root, "assets", "texts.txt"))
	if err != nil {
		return src, err
	}
	src.texts = string(words)
	lessons, err := readFolder(filepath.Join(c.root, "assets", "lessons"), ".lesson")
	if err != nil {
		return src, err
	}
	order, err := os.ReadFile(filepath.Join(c.root, "assets", "lessons", "order.txt"))
	if err != nil {
		return src, err
	}
	for _, name := range ordered(lessons, string(order)) {
		src.lessons = append(src.lessons, app.Source{Name: name, Text: string(lessons[name])})
	}
	return src, nil
}

// ordered are the names of the lessons in their reading order, then those it does not list.
func ordered(lessons map[string][]byte, order string) []string {
	var names []string
	for line := range strings.Lines(order) {
		name := strings.TrimSpace(line) + ".lesson"
		if _, ok := lessons[name]; ok {
			names = append(names, name)
		}
	}
	for _, name := range sorted(lessons) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func readFolder(dir, ext string) (map[string][]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if e.IsDir() || path.Ext(e.Name()) != ext {
			continue
		}
		body, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files[e.Name()] = body
	}
	return files, nil
}

func texts(files map[string][]byte) map[string]string {
	out := make(map[string]string, len(files))
	for name, body := range files {
		out[name] = string(body)
	}
	return out
}

// assets are the hashed names that pages refer to.
type assets struct {
	css     []string
	early   string   // the script that runs before the page is first shown
	main    string   // the module that starts everything
	modules []string // the modules it imports, to be fetched at once
	loader  string
	program string
	size    int    // bytes of the program, for the progress indication
	build   string // names this build
}

// entry is the module that starts the page, earliest the plain script before it.
const (
	entry    = "main.js"
	earliest = "early.js"
)

// addAssets puts everything with a hashed name into the site, in the order of reference: fonts
// before styles, imported modules before those that import them.
func (s site) addAssets(src sources) (assets, error) {
	var a assets
	fonts := map[string]string{}
	for _, name := range sorted(src.fonts) {
		fonts[name] = s.asset(name, src.fonts[name])
	}
	for _, name := range sorted(src.css) {
		text, err := rewrite(src.css[name], fontRef, fonts)
		if err != nil {
			return a, fmt.Errorf("web/css/%s: %w", name, err)
		}
		a.css = append(a.css, s.asset(name, []byte(text)))
	}
	order, err := importOrder(src.js)
	if err != nil {
		return a, err
	}
	modules := map[string]string{}
	for _, name := range order {
		text, err := rewrite(src.js[name], importRef, modules)
		if err != nil {
			return a, fmt.Errorf("web/js/%s: %w", name, err)
		}
		modules[name] = s.asset(name, []byte(text))
		if name != entry {
			a.modules = append(a.modules, modules[name])
		}
	}
	a.main = modules[entry]
	a.early = s.asset(earliest, []byte(src.js[earliest]))
	a.loader = s.asset("wasm_exec.js", src.loader)
	a.program = s.asset("highwater.wasm", src.program)
	a.size = len(src.program)
	a.build = digest(src.program)[:8]
	return a, nil
}

var (
	fontRef   = regexp.MustCompile(`url\("\.\./fonts/([^"]+)"\)`)
	importRef = regexp.MustCompile(`(?m)^(?:import|export)[^"';]*"\./([^"]+)";`)
)

// rewrite replaces the file names that ref finds by their hashed names. Everything with a hashed
// name lies in one folder, so a name is the whole reference.
func rewrite(text string, ref *regexp.Regexp, names map[string]string) (string, error) {
	var missing error
	out := ref.ReplaceAllStringFunc(text, func(m string) string {
		name := ref.FindStringSubmatch(m)[1]
		hashed, ok := names[name]
		if !ok {
			missing = fmt.Errorf("it refers to %s, which is not there", name)
		}
		m = strings.Replace(m, "../fonts/"+name, name, 1)
		return strings.Replace(m, name, hashed, 1)
	})
	return out, missing
}

// importOrder sorts modules so that each comes after those that it imports.
func importOrder(js map[string]string) ([]string, error) {
	var order []string
	state := map[string]int{} // 1 while a module's imports are being visited, 2 after it
	var visit func(name string) error
	visit = func(name string) error {
		text, ok := js[name]
		switch {
		case !ok:
			return fmt.Errorf("web/js/%s is imported, but is not there", name)
		case state[name] == 2:
			return nil
		case state[name] == 1:
			return fmt.Errorf("web/js/%s imports itself by a detour", name)
		}
		state[name] = 1
		for _, m := range importRef.FindAllStringSubmatch(text, -1) {
			if err := visit(m[1]); err != nil {
				return err
			}
		}
		state[name] = 2
		order = append(order, name)
		return nil
	}
	return order, visit(entry)
}

func sorted[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
