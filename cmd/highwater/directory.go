package main

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"highwater/core/log"
)

// mapFrom is the size from which a file is mapped instead of read: a partition may be larger than
// memory.
const mapFrom = 1 << 20

// readDirectory reads the files of a partition directory. What is no file is overlooked as a broker
// does, but not silently if it stands where a file of a segment should be. The files must not
// change as long as their bytes are in use.
func readDirectory(dir string) ([]log.File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, plain(err)
	}
	var files []log.File
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		info, err := os.Stat(path)
		if err == nil && !info.Mode().IsRegular() {
			err = fmt.Errorf("%s: %s", path, noFile(info.Mode()))
		}
		if err != nil && known(e.Name()) {
			return nil, plain(err)
		}
		if err != nil || e.Name() == expectFile {
			continue
		}
		if info.Size() > math.MaxInt32 {
			return nil, fmt.Errorf("%s has %d bytes; no file of a partition has more than %d",
				path, info.Size(), math.MaxInt32)
		}
		data, err := readFile(path, info.Size())
		if err != nil {
			return nil, plain(err)
		}
		files = append(files, log.File{Name: e.Name(), Data: data,
			Modified: info.ModTime().UnixMilli()})
	}
	return files, nil
}

// readFile reads a file, or maps a large one.
func readFile(path string, size int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size >= mapFrom {
		if data, err := mapped(f, size); err == nil {
			return data, nil
		}
	}
	data := make([]byte, size)
	n, err := io.ReadFull(f, data)
	if err == io.ErrUnexpectedEOF || err == io.EOF {
		err = nil // it became shorter meanwhile
	}
	return data[:n], err
}

// noFile says what stands in the place of a file.
func noFile(m os.FileMode) string {
	switch {
	case m.IsDir():
		return "it is a directory, not a file"
	case m&os.ModeNamedPipe != 0:
		return "it is a named pipe, not a file"
	case m&os.ModeSocket != 0:
		return "it is a socket, not a file"
	case m&os.ModeDevice != 0:
		return "it is a device, not a file"
	}
	return "it is not a file"
}

// newDirectory checks that a directory can be made at a path, or is there and empty.
func newDirectory(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case os.IsNotExist(err):
		return nil
	case err != nil:
		return plain(err)
	case len(entries) > 0:
		return fmt.Errorf("%s is not empty; name a directory that is not there yet", dir)
	}
	return nil
}

// outside checks that a path to be written does not lie in a directory that is only read.
func outside(dir, path string) error {
	dir, path = resolved(dir), resolved(path)
	if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
		return fmt.Errorf("%s lies in the directory that is read, which is never changed; name "+
			"another one", path)
	}
	return nil
}

// resolved is a path without links, as far as it exists.
func resolved(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real
	}
	if parent := filepath.Dir(abs); parent != abs {
		return filepath.Join(resolved(parent), filepath.Base(abs))
	}
	return abs
}

// writeDirectory writes files with their modification times.
func writeDirectory(dir string, files []log.File) error {
	return fillDirectory(dir, func(write log.FileVisitor) error {
		for _, f := range files {
			piece := func(yield func([]byte) bool) { yield(f.Data) }
			if err := write(f.Name, f.Modified, piece); err != nil {
				return err
			}
		}
		return nil
	})
}

// fillDirectory makes a directory and writes the files that are named to write, piece by piece.
// If that fails, the error says that the directory is not complete.
func fillDirectory(dir string, each func(write log.FileVisitor) error) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return plain(err)
	}
	begun := false
	err := each(func(name string, modified int64, pieces iter.Seq[[]byte]) error {
		begun = true
		path := filepath.Join(dir, name)
		if err := writePieces(path, pieces); err != nil {
			return plain(err)
		}
		at := time.UnixMilli(modified)
		return plain(os.Chtimes(path, at, at))
	})
	if err != nil && begun {
		return fmt.Errorf("%w; what is in %s is not complete", err, dir)
	}
	return err
}

// writePieces writes a new file; one that is there already stays as it is.
func writePieces(path string, pieces iter.Seq[[]byte]) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	for p := range pieces {
		if _, err = w.Write(p); err != nil {
			break
		}
	}
	if flushed := w.Flush(); err == nil {
		err = flushed
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// topicPartition splits the name of a partition directory.
func topicPartition(name string) (topic string, partition int, ok bool) {
	i := strings.LastIndexByte(name, '-')
	if i <= 0 {
		return "", 0, false
	}
	partition, err := strconv.Atoi(name[i+1:])
	return name[:i], partition, err == nil && partition >= 0
}
