//go:build !js

// Command wasm is Highwater in the browser. Compiled for js/wasm it is the program that the page
// loads; run natively it builds that program from the same package, makes the site around it and
// serves it on this machine, or writes it into a folder for any host.
//
//	go run ./cmd/wasm                 serve on a loopback address
//	go run ./cmd/wasm -o public       write a static site
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

// usualAddr is used unless another address is asked for.
const usualAddr = "127.0.0.1:8080"

func main() {
	addr := flag.String("addr", usualAddr, "serve on this `address`; port 0 takes a free one")
	out := flag.String("o", "", "write the site into this `folder` and end")
	watch := flag.Bool("watch", false, "build again and reload pages when a source changes")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./cmd/wasm "+
			"[-addr ADDRESS] [-watch] | -o FOLDER")
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := run(*addr, *out, *watch, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
}

func run(addr, out string, watch bool, rest []string) error {
	if len(rest) > 0 {
		return fmt.Errorf("%q is one word too many: see -help", rest[0])
	}
	if out != "" && watch {
		return errors.New("-watch serves and -o writes: choose one of them")
	}
	place, err := findCheckout()
	if err != nil {
		return err
	}
	if out != "" {
		return export(place, out)
	}
	// The address first: a taken port should be told before a minute of compiling.
	l, err := listen(addr, addr == usualAddr)
	if err != nil {
		return err
	}
	defer l.Close()
	fmt.Println("building the program for the browser (the first time takes a minute)")
	built, err := build(place, light, watch)
	if err != nil {
		return err
	}
	var v server
	v.current.Store(&built)
	if watch {
		w := newWatcher(place.root)
		v.watch = w
		go w.run(func() error {
			again, err := build(place, light, watch)
			if err == nil {
				v.current.Store(&again)
			}
			return err
		})
	}
	fmt.Printf("Highwater is at http://%s/ (end with Ctrl+C)\n", l.Addr())
	return serve(&http.Server{Handler: &v, ReadHeaderTimeout: 10 * time.Second}, l)
}

func export(place checkout, out string) error {
	if _, err := readManifest(out); err != nil {
		return err
	}
	fmt.Println("building, and compressing as far as it goes (a minute or two)")
	built, err := build(place, full, false)
	if err != nil {
		return err
	}
	if err := built.write(out); err != nil {
		return err
	}
	abs, err := filepath.Abs(out)
	if err != nil {
		abs = out
	}
	fmt.Printf("%d files in %s\n", len(built), abs)
	for _, name := range sorted(built) {
		if f := built[name]; f.mime == mimes[".wasm"] {
			fmt.Printf("the program: %.2f MB, %.2f MB in brotli, %.2f MB in gzip\n",
				megabytes(f.body), megabytes(f.packed["br"]), megabytes(f.packed["gzip"]))
		}
	}
	fmt.Println("serve .br and .gz beside the files with their Content-Encoding, and .wasm as " +
		"application/wasm; _headers has the other response headers")
	return nil
}

func megabytes(b []byte) float64 { return float64(len(b)) / 1e6 }

// build compiles the program and assembles the site around it.
func build(place checkout, e effort, watched bool) (site, error) {
	src, err := place.readSources()
	if err != nil {
		return nil, err
	}
	src.watched = watched
	linked, err := place.compile()
	if err != nil {
		return nil, err
	}
	if src.program, err = slim(linked); err != nil { // another toolchain: larger, not worse
		fmt.Fprintf(os.Stderr, "the program stays larger than it could be: %v\n", err)
		src.program = linked
	}
	if src.loader, err = place.loader(); err != nil {
		return nil, err
	}
	s, _, err := assemble(src)
	if err != nil {
		return nil, err
	}
	return s, s.pack(e)
}

// assemble makes the site from its sources.
func assemble(src sources) (site, assets, error) {
	s, g := site{}, guide{lessons: src.lessons, texts: src.texts}
	words, err := g.pageWords()
	if err != nil {
		return nil, assets{}, err
	}
	if src.js["words.js"], err = wordsModule(words); err != nil {
		return nil, assets{}, err
	}
	src.css["a-tokens.css"] = tokensCSS()
	a, err := s.addAssets(src)
	if err != nil {
		return nil, assets{}, err
	}
	return s, a, s.addPages(g, src, a, words)
}

// serve answers until the user interrupts the program.
func serve(h *http.Server, l net.Listener) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	go func() {
		<-ctx.Done()
		_ = h.Close() // readers of a local page need no farewell
	}()
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
