//go:build !js

package main

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The table of functions that the linker writes and the runtime reads, as of Go 1.20
// (runtime.pcHeader, runtime._func):
//
//	header | names | files of packages | files | tables by pc | index, functions
//
// A function refers to its tables by their place among the tables by pc; 0 is no table.
const (
	tabMagic     = "\xf1\xff\xff\xff\x00\x00\x01\x08" // Go1.20 on, step of a pc 1, pointers of 8
	tabHeader    = 72
	tabCount     = 8  // in the header: the number of functions
	tabUnits     = 40 // and the places of the files of packages,
	tabByPC      = 56 // of the tables by pc
	tabFunctions = 64 // and of the index with the functions
	indexEntry   = 8  // pc, place of the function

	funcSP     = 16 // in a function: the table of the stack's height,
	funcFile   = 20 // of files,
	funcLine   = 24 // of lines,
	funcTables = 28 // the number of other tables,
	funcUnit   = 32 // where the files of its package begin,
	funcStart  = 36 // its first line
	funcSize   = 44 // and then the places of the other tables
)

// forgetLines removes from the laid out data of a program which line of which file each
// instruction comes from. It is what runtime.Caller and tracebacks print as "?:0"; the names of
// functions stay, and so does all that the runtime walks stacks with.
func forgetLines(memory []byte) error {
	t, err := findFunctions(memory)
	if err != nil {
		return err
	}
	keep := make([]bool, len(t.byPC))
	for i := range t.count {
		f, err := t.function(i)
		if err != nil {
			return err
		}
		for _, place := range append(f.tables, f.sp) {
			if err := t.keepTable(keep, place); err != nil {
				return err
			}
		}
	}
	for i := range t.count { // all is as expected: only now is anything changed
		f, _ := t.function(i)
		clear(f.bytes[funcFile:funcTables])
		clear(f.bytes[funcUnit : funcStart+4])
	}
	for i, kept := range keep {
		if !kept {
			t.byPC[i] = 0
		}
	}
	clear(t.files)
	return nil
}

// functions are the parts of the table that are read or cleared.
type functions struct {
	count int
	files []byte
	byPC  []byte
	index []byte // the functions are behind it, and their places count from its start
}

type function struct {
	bytes  []byte
	sp     uint32
	tables []uint32
}

// findFunctions looks for the one header whose numbers make sense.
func findFunctions(memory []byte) (functions, error) {
	for at := 0; at+tabHeader <= len(memory); at += 8 {
		tab := memory[at:]
		if string(tab[:len(tabMagic)]) != tabMagic {
			continue
		}
		count := binary.LittleEndian.Uint64(tab[tabCount:])
		units := binary.LittleEndian.Uint64(tab[tabUnits:])
		byPC := binary.LittleEndian.Uint64(tab[tabByPC:])
		index := binary.LittleEndian.Uint64(tab[tabFunctions:])
		if tabHeader <= units && units <= byPC && byPC <= index && index <= uint64(len(tab)) &&
			count > 0 && count < (uint64(len(tab))-index)/indexEntry {
			return functions{int(count), tab[units:byPC], tab[byPC:index], tab[index:]}, nil
		}
	}
	return functions{}, errors.New("the program has no table of functions of the known form")
}

func (t functions) function(i int) (f function, err error) {
	place := uint64(binary.LittleEndian.Uint32(t.index[i*indexEntry+4:]))
	if place+funcSize > uint64(len(t.index)) {
		return f, fmt.Errorf("function %d is outside of the table", i)
	}
	f.bytes = t.index[place:]
	f.sp = binary.LittleEndian.Uint32(f.bytes[funcSP:])
	more := uint64(binary.LittleEndian.Uint32(f.bytes[funcTables:]))
	if funcSize+4*more > uint64(len(f.bytes)) {
		return f, fmt.Errorf("the tables of function %d are outside of the table", i)
	}
	for k := range more {
		f.tables = append(f.tables, binary.LittleEndian.Uint32(f.bytes[funcSize+4*k:]))
	}
	return f, nil
}

// keepTable marks a table by pc: pairs of a step of the value and a step of the pc, until the
// value does not change (runtime.step). Equal tables are stored once, so that one of lines may
// serve as another as well; that one stays.
func (t functions) keepTable(keep []bool, place uint32) error {
	if place == 0 {
		return nil
	}
	for at := int(place); ; {
		start := at
		step, n := uvarint(t.byPC, at)
		at += n
		last := n > 0 && step == 0 && start > int(place)
		if !last {
			_, m := uvarint(t.byPC, at)
			if n == 0 || m == 0 {
				return fmt.Errorf("the table at %d is cut", place)
			}
			at += m
		}
		for k := start; k < at; k++ {
			keep[k] = true
		}
		if last {
			return nil
		}
	}
}

// uvarint reads the number there; its length is 0 where there is none.
func uvarint(p []byte, at int) (v uint64, n int) {
	if at >= len(p) {
		return 0, 0
	}
	v, n = binary.Uvarint(p[at:])
	return v, max(n, 0)
}
