//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"runtime"
	"sync"

	"github.com/andybalholm/brotli"
)

// effort is how hard to compress: little when a reader on this machine waits for the page, all
// there is when a folder is made for a host.
type effort struct{ brotli, gzip int }

var (
	light = effort{brotli: 2, gzip: gzip.BestSpeed}
	full  = effort{brotli: brotli.BestCompression, gzip: gzip.BestCompression}
)

// pack adds compressed forms to every file that becomes smaller by it, on all processors.
func (s site) pack(e effort) error {
	work := make(chan *file)
	errs := make(chan error, runtime.NumCPU())
	var wg sync.WaitGroup
	for range runtime.NumCPU() {
		wg.Go(func() {
			for f := range work {
				if err := f.pack(e); err != nil {
					errs <- err
					for range work { // let the sender end
					}
				}
			}
		})
	}
	for _, name := range s.bySize() {
		work <- s[name]
	}
	close(work)
	wg.Wait()
	close(errs)
	return <-errs
}

// bySize starts with the largest file, so that no processor is left alone with it at the end.
func (s site) bySize() []string {
	names := sorted(s)
	largest := 0
	for i, name := range names {
		if len(s[name].body) > len(s[names[largest]].body) {
			largest = i
		}
	}
	if len(names) > 0 {
		names[0], names[largest] = names[largest], names[0]
	}
	return names
}

func (f *file) pack(e effort) error {
	f.packed = map[string][]byte{}
	var br bytes.Buffer
	if err := squeeze(brotliWriter(&br, e.brotli), f.body); err != nil {
		return err
	}
	f.keep("br", br.Bytes())
	var gz bytes.Buffer
	w, err := gzip.NewWriterLevel(&gz, e.gzip)
	if err != nil {
		return err
	}
	if err := squeeze(w, f.body); err != nil {
		return err
	}
	f.keep("gzip", gz.Bytes())
	return nil
}

// window is the largest distance, in bits, over which brotli may refer back; every browser has it.
const window = 24

func brotliWriter(w io.Writer, quality int) io.WriteCloser {
	return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: quality, LGWin: window})
}

func (f *file) keep(coding string, packed []byte) {
	if len(packed) < len(f.body)-len(f.body)/20 {
		f.packed[coding] = packed
	}
}

func squeeze(w io.WriteCloser, body []byte) error {
	if _, err := w.Write(body); err != nil {
		return err
	}
	return w.Close()
}
