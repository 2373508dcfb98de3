//go:build !js

package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// policy allows this origin and nothing else. 'wasm-unsafe-eval' is what a browser demands to
// compile WebAssembly at all; scripts, styles and connections of others stay shut out.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; " +
	"img-src 'self' data: blob:; style-src 'self'; font-src 'self'; worker-src 'self'; " +
	"base-uri 'none'; form-action 'none'"

const (
	cacheForever = "public, max-age=31536000, immutable"
	cacheAsk     = "no-cache"
)

// commonHeaders go with every answer. The two that open resources to other origins let a figure
// live in a sandboxed frame, whose origin is opaque, and in a page that is isolated; all files
// are public.
var commonHeaders = [][2]string{
	{"Content-Security-Policy", policy},
	{"Access-Control-Allow-Origin", "*"},
	{"Cross-Origin-Resource-Policy", "cross-origin"},
	{"Referrer-Policy", "no-referrer"},
	{"X-Content-Type-Options", "nosniff"},
}

// server answers with the files of the current site; a rebuild swaps the site under it.
type server struct {
	current atomic.Pointer[site]
	watch   http.Handler // nil unless sources are watched
}

// ServeHTTP knows GET and HEAD, folders and their index pages, and two compressed forms.
func (v *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for _, h := range commonHeaders {
		w.Header().Set(h[0], h[1])
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	if v.watch != nil && r.URL.Path == watchPath {
		v.watch.ServeHTTP(w, r)
		return
	}
	files := *v.current.Load()
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if strings.HasSuffix(r.URL.Path, "/") || name == "" {
		name = path.Join(name, "index.html")
	}
	if f, ok := files[name]; ok {
		f.serve(w, r)
		return
	}
	if _, ok := files[path.Join(name, "index.html")]; ok {
		http.Redirect(w, r, "/"+name+"/", http.StatusMovedPermanently)
		return
	}
	http.Error(w, "there is no "+r.URL.Path+" on this site", http.StatusNotFound)
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.mime)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", cacheAsk)
	if f.forever {
		h.Set("Cache-Control", cacheForever)
	}
	body, coding := f.body, ""
	for _, c := range []string{"br", "gzip"} {
		if packed, ok := f.packed[c]; ok && accepts(r.Header.Get("Accept-Encoding"), c) {
			body, coding = packed, c
			break
		}
	}
	if coding == "" {
		h.Set("ETag", `"`+digest(f.body)+`"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
		return
	}
	h.Set("ETag", `"`+digest(f.body)+"-"+coding+`"`)
	if r.Header.Get("If-None-Match") == h.Get("ETag") {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Encoding", coding)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // a reader who has left is no error of ours
	}
}

// accepts reads an Accept-Encoding field: the coding is listed and its weight is not zero.
func accepts(field, coding string) bool {
	for part := range strings.SplitSeq(field, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			q, given := strings.CutPrefix(strings.TrimSpace(weight), "q=")
			f, err := strconv.ParseFloat(q, 64)
			return !given || err == nil && f > 0
		}
	}
	return false
}

// listen opens the address that the user named. The usual one may be taken by another run: then
// any free port will do, since the address is printed anyway.
func listen(addr string, usual bool) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	switch {
	case err == nil:
		return l, nil
	case !errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("-addr %s: %w: give an address of this machine and a port, "+
			"such as 127.0.0.1:8080", addr, err)
	case usual:
		host, _, _ := net.SplitHostPort(addr)
		return net.Listen("tcp", net.JoinHostPort(host, "0"))
	}
	host, _, _ := net.SplitHostPort(addr)
	return nil, fmt.Errorf("-addr %s: another program listens there: end it, or name another "+
		"port; with port 0 (-addr %s) a free one is chosen", addr, net.JoinHostPort(host, "0"))
}
