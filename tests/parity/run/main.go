// Command run prints the lines of package parity. The tests compile it for js/wasm and run it with
// Node: run CHECKOUT.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"

	"highwater/tests/parity"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "parity:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return errors.New("want the folder of the checkout")
	}
	w := bufio.NewWriter(os.Stdout)
	if err := parity.Print(w, args[0]); err != nil {
		return err
	}
	return w.Flush()
}
