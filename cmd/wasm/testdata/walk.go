// Command walk uses what the runtime keeps about functions: it grows and walks stacks, collects
// garbage while pointers lie on them, recovers, and names its callers.
package main

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

type node struct {
	next *node
	name string
}

func main() {
	where()
	fmt.Println("depth", deep(3000, &node{name: "first"}))
	fmt.Println("recovered", fallen(5))
	pcs := make([]uintptr, 40)
	frames := runtime.CallersFrames(pcs[:callers(6, pcs)])
	for {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "main.") {
			fmt.Println("frame", f.Function)
		}
		if !more {
			break
		}
	}
	done := make(chan int)
	go func() { done <- deep(500, nil) }()
	fmt.Println("beside", <-done)
}

func where() {
	pc, file, line, ok := runtime.Caller(0)
	fmt.Println("caller", runtime.FuncForPC(pc).Name(), ok, filepath.Base(file), line > 0)
}

// deep keeps a pointer in every frame and collects garbage at the bottom.
func deep(n int, above *node) int {
	here := &node{next: above, name: strings.Repeat("x", n%7)}
	if n == 0 {
		runtime.GC()
		sum := 0
		for at := here; at != nil; at = at.next {
			sum += len(at.name)
		}
		return sum
	}
	sum := deep(n-1, here)
	if here.next != above {
		panic("a pointer was lost")
	}
	return sum
}

func fallen(n int) (what any) {
	defer func() {
		if r := recover(); r != nil {
			what = r
		}
	}()
	var list []int
	return list[n]
}

func callers(n int, pcs []uintptr) int {
	if n == 0 {
		return runtime.Callers(0, pcs)
	}
	return deepest(n, pcs)
}

// deepest is inlined, so that its frame is one only of the tables.
func deepest(n int, pcs []uintptr) int { return callers(n-1, pcs) }
