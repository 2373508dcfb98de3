//go:build !js

package main

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// watchPath is the stream of events over which pages hear that there is a new build.
const watchPath = "/watch"

const pollEvery = 500 * time.Millisecond

// watcher looks at the modification times of the sources: no library, and it works on every file
// system.
type watcher struct {
	root string
	mu   sync.Mutex
	next chan struct{} // closed at the next build
}

func newWatcher(root string) *watcher {
	return &watcher{root: root, next: make(chan struct{})}
}

// run calls rebuild whenever a source has changed, for ever.
func (w *watcher) run(rebuild func() error) {
	last := w.stamp()
	for {
		time.Sleep(pollEvery)
		now := w.stamp()
		if now == last {
			continue
		}
		last = now
		start := time.Now()
		if err := rebuild(); err != nil {
			fmt.Fprintln(os.Stderr, "the page stays as it was:", err)
			continue
		}
		fmt.Printf("built again in %.1f s\n", time.Since(start).Seconds())
		w.mu.Lock()
		close(w.next)
		w.next = make(chan struct{})
		w.mu.Unlock()
	}
}

// stamp changes when a source is added, removed or written.
func (w *watcher) stamp() string {
	var count, sum int64
	for _, dir := range []string{"assets", "core", "viz", "cmd", "web"} {
		top := filepath.Join(w.root, dir)
		_ = filepath.WalkDir(top, func(p string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || strings.HasSuffix(p, "_test.go") {
				return nil
			}
			if info, err := e.Info(); err == nil {
				count++
				sum += info.ModTime().UnixNano() ^ info.Size()
			}
			return nil
		})
	}
	return fmt.Sprint(count, sum)
}

// ServeHTTP keeps a page's event stream open and sends one event at the next build.
func (w *watcher) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Content-Type", "text/event-stream")
	rw.Header().Set("Cache-Control", "no-store")
	fmt.Fprint(rw, ": waiting\n\n")
	if f, ok := rw.(http.Flusher); ok {
		f.Flush()
	}
	w.mu.Lock()
	next := w.next
	w.mu.Unlock()
	select {
	case <-next:
		fmt.Fprint(rw, "event: built\ndata: again\n\n")
	case <-r.Context().Done():
	}
}
