//go:build !js

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// manifest lists the files of a written site. A folder that has one may be written again, and
// what the new site no longer has is taken away; a folder with other things in it is left alone.
const manifest = "highwater-files.txt"

// suffixes are how hosts name a file's compressed form beside it.
var suffixes = map[string]string{"br": ".br", "gzip": ".gz"}

// write puts the site into a folder for any host that serves files.
func (s site) write(dir string) error {
	old, err := readManifest(dir)
	if err != nil {
		return err
	}
	s.page("_headers", hostHeaders())
	written := map[string]bool{manifest: true}
	for _, name := range sorted(s) {
		f := s[name]
		if err := put(dir, name, f.body); err != nil {
			return err
		}
		written[name] = true
		for coding, body := range f.packed {
			packed := name + suffixes[coding]
			if err := put(dir, packed, body); err != nil {
				return err
			}
			written[packed] = true
		}
	}
	for _, name := range old {
		if !written[name] {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil &&
				!errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return put(dir, manifest, []byte(strings.Join(sorted(written), "\n")+"\n"))
}

// readManifest returns the files that an earlier run wrote into the folder.
func readManifest(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, manifest))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not empty and was not written by this command: "+
			"name another folder, or empty it", dir)
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for line := range strings.Lines(string(text)) {
		name := strings.TrimSpace(line)
		if name == "" {
			continue
		}
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("%s: %q leads out of the folder", manifest, name)
		}
		names = append(names, name)
	}
	return names, nil
}

func put(dir, name string, body []byte) error {
	to := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, body, 0o644)
}

// hostHeaders is the file from which several static hosts take their response headers; others
// need the same lines in their own configuration.
func hostHeaders() []byte {
	var b strings.Builder
	b.WriteString("/*\n")
	for _, h := range commonHeaders {
		fmt.Fprintf(&b, "  %s: %s\n", h[0], h[1])
	}
	fmt.Fprintf(&b, "/%s/*\n  Cache-Control: %s\n", assetDir, cacheForever)
	return []byte(b.String())
}
