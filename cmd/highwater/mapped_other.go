//go:build !unix

package main

import (
	"errors"
	"os"
)

// mapped is not there on this system; files are read instead.
func mapped(*os.File, int64) ([]byte, error) { return nil, errors.ErrUnsupported }
