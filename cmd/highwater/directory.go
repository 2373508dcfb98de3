package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"highwater/core/log"
)

// readDirectory reads the files of a partition directory.
func readDirectory(dir string) ([]log.File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, plain(err)
	}
	var files []log.File
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return nil, plain(err)
		}
		if !info.Mode().IsRegular() || e.Name() == expectFile {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if info.Size() > math.MaxInt32 {
			return nil, fmt.Errorf("%s has %d bytes; no file of a partition has more than %d",
				path, info.Size(), math.MaxInt32)
		}
		data, err := readLimited(path, math.MaxInt32)
		if err != nil {
			return nil, err
		}
		files = append(files, log.File{Name: e.Name(), Data: data,
			Modified: info.ModTime().UnixMilli()})
	}
	return files, nil
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

// writeDirectory writes files with their modification times.
func writeDirectory(dir string, files []log.File) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return plain(err)
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return plain(err)
		}
		at := time.UnixMilli(f.Modified)
		if err := os.Chtimes(path, at, at); err != nil {
			return plain(err)
		}
	}
	return nil
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
