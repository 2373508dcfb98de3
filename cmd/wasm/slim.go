//go:build !js

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// What the binary format of WebAssembly says of modules and of their data (core specification 5.4
// and 5.5).
const (
	wasmHeader  = "\x00asm\x01\x00\x00\x00"
	dataSection = 11
	activeFirst = 0    // kind of a segment: placed at the start, into the first memory
	opI32Const  = 0x41 // where to
	opEnd       = 0x0b
	largest     = 1 << 28 // bytes of data that are believed
)

// slim makes the linked program some 13 % smaller to send and does not change what it does: the
// lines of the source that only tracebacks name are left out (Go's -w and -s keep them), and the
// data is put into few segments. The linker leaves out every eight zeros; with 100 000 segments
// their places weigh more in brotli than the zeros.
func slim(program []byte) ([]byte, error) {
	sections, err := readSections(program)
	if err != nil {
		return nil, err
	}
	out := []byte(wasmHeader)
	for _, s := range sections {
		body := s.body
		if s.id == dataSection {
			memory, err := readData(body)
			if err != nil {
				return nil, err
			}
			if err := forgetLines(memory); err != nil {
				return nil, err
			}
			body = writeData(memory)
		}
		out = binary.AppendUvarint(append(out, s.id), uint64(len(body)))
		out = append(out, body...)
	}
	return out, nil
}

type section struct {
	id   byte
	body []byte
}

func readSections(program []byte) ([]section, error) {
	rest, ok := bytes.CutPrefix(program, []byte(wasmHeader))
	if !ok {
		return nil, errors.New("not a WebAssembly module")
	}
	var all []section
	for len(rest) > 0 {
		id := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, fmt.Errorf("section %d of the module is cut", id)
		}
		rest = rest[1+n:]
		all = append(all, section{id, rest[:size]})
		rest = rest[size:]
	}
	return all, nil
}

// readData lays the segments out as the browser does.
func readData(body []byte) ([]byte, error) {
	count, n := binary.Uvarint(body)
	if n <= 0 {
		return nil, errors.New("the data section is cut")
	}
	body = body[n:]
	var memory []byte
	for i := range count {
		if len(body) < 2 || body[0] != activeFirst || body[1] != opI32Const {
			return nil, fmt.Errorf("data segment %d is of another kind", i)
		}
		at, n := binary.Uvarint(body[2:]) // signed in the format, but no address is negative
		if n <= 0 || at > largest || len(body) == 2+n || body[2+n] != opEnd {
			return nil, fmt.Errorf("data segment %d has no simple place", i)
		}
		body = body[2+n+1:]
		size, n := binary.Uvarint(body)
		if n <= 0 || size > uint64(len(body)-n) || at+size > largest {
			return nil, fmt.Errorf("data segment %d is cut", i)
		}
		if missing := int(at+size) - len(memory); missing > 0 {
			memory = append(memory, make([]byte, missing)...)
		}
		copy(memory[at:], body[n:n+int(size)])
		body = body[n+int(size):]
	}
	return memory, nil
}

// leastGap is how many zeros are worth a segment of their own.
const leastGap = 1024

// writeData is a data section of few segments that lays out that memory.
func writeData(memory []byte) []byte {
	var body []byte
	count := 0
	for at := 0; at < len(memory); {
		start := at + zeros(memory[at:])
		if start == len(memory) {
			break
		}
		end := start
		for at = start; at < len(memory); {
			if gap := zeros(memory[at:]); gap > 0 {
				if at += gap; gap >= leastGap {
					break
				}
				continue
			}
			at++
			end = at
		}
		count++
		body = appendAddress(append(body, activeFirst, opI32Const), uint64(start))
		body = binary.AppendUvarint(append(body, opEnd), uint64(end-start))
		body = append(body, memory[start:end]...)
	}
	return append(binary.AppendUvarint(nil, uint64(count)), body...)
}

// zeros counts the zeros at the start of p.
func zeros(p []byte) int { return len(p) - len(bytes.TrimLeft(p, "\x00")) }

// appendAddress writes a number that is not negative as a signed LEB128, whose bit 6 is the sign.
func appendAddress(dst []byte, v uint64) []byte {
	dst = binary.AppendUvarint(dst, v)
	if last := len(dst) - 1; dst[last]&0x40 != 0 {
		dst[last] |= 0x80
		dst = append(dst, 0)
	}
	return dst
}
