//go:build unix

package main

import (
	"os"
	"syscall"
)

// mapped gives the bytes of a file without reading them: the system brings them in when they are
// looked at, and may take their memory back. The map stays until the program ends.
func mapped(f *os.File, size int64) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_PRIVATE)
}
