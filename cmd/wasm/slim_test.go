//go:build !js

package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestSlimRunsAlike compiles a program that grows stacks, collects garbage, recovers and looks at
// its callers, and runs it as the linker wrote it and slim. Only the places in the source differ.
func TestSlimRunsAlike(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		if os.Getenv("HIGHWATER_FULL") != "" {
			t.Fatal("HIGHWATER_FULL is set and there is no node here")
		}
		t.Skip("left out: no node on this machine")
	}
	place := theCheckout(t)
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.wasm")
	build := exec.Command(place.tool, "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w",
		"-o", whole, filepath.Join("testdata", "walk.go"))
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	said, err := build.CombinedOutput()
	require.NoError(t, err, string(said))
	program, err := os.ReadFile(whole)
	require.NoError(t, err)
	light, err := slim(program)
	require.NoError(t, err)
	thin := filepath.Join(dir, "thin.wasm")
	require.NoError(t, os.WriteFile(thin, light, 0o644))

	run := func(file string) string {
		node := exec.Command("node", "--stack-size=8192",
			filepath.Join(place.goroot, "lib", "wasm", "wasm_exec_node.js"), file)
		out, err := node.CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	before, after := run(whole), run(thin)
	require.Contains(t, before, "caller main.where true walk.go true\n")
	require.Contains(t, after, "caller main.where true ? false\n")
	rest := func(s string) string {
		_, r, _ := bytes.Cut([]byte(s), []byte("\n"))
		return string(r)
	}
	require.Equal(t, rest(before), rest(after))
	require.Contains(t, after, "frame main.deepest\n")
}

// TestDataIsLaidOutAlike: whatever the memory, the new segments give it back, and there are few.
func TestDataIsLaidOutAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var memory []byte
		for range rapid.IntRange(0, 6).Draw(t, "pieces") {
			memory = append(memory, make([]byte, rapid.IntRange(0, 3*leastGap).Draw(t, "gap"))...)
			memory = append(memory, rapid.SliceOfN(rapid.Byte(), 0, 90).Draw(t, "bytes")...)
		}
		body := writeData(memory)
		got, err := readData(body)
		require.NoError(t, err)
		require.True(t, bytes.Equal(bytes.TrimRight(memory, "\x00"), got))
		count, _ := binary.Uvarint(body)
		require.LessOrEqual(t, count, uint64(7))
	})
}

// FuzzSlim: what is no program of the linker is refused in words and never changed halfway.
func FuzzSlim(f *testing.F) {
	f.Add([]byte(wasmHeader))
	f.Add([]byte(wasmHeader + "\x0b\x07\x01\x00\x41\x08\x0b\x01x"))
	f.Add([]byte(wasmHeader + "\x0b\x02\xff\x01"))
	tab := make([]byte, 200)
	copy(tab, tabMagic)
	tab[tabCount], tab[tabUnits], tab[tabByPC], tab[tabFunctions] = 1, 72, 80, 90
	data := writeData(tab)
	f.Add(append([]byte(wasmHeader+"\x0b"), append(binary.AppendUvarint(nil, uint64(len(data))),
		data...)...))
	f.Fuzz(func(t *testing.T, program []byte) {
		light, err := slim(program)
		if err != nil {
			require.Nil(t, light)
			return
		}
		_, err = readSections(light)
		require.NoError(t, err)
	})
}
