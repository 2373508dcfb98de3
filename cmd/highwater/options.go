package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"highwater/core/log"
)

// parseMixed parses flags that may stand before, between and after the other arguments, and gives
// those others.
func parseMixed(f *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	for {
		err := f.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("%w; see `highwater %s -h`", err, f.Name())
		}
		if f.NArg() == 0 {
			return rest, nil
		}
		rest = append(rest, f.Arg(0))
		args = f.Args()[1:]
	}
}

// settings is the repeatable flag -set key=value.
type settings []string

// String gives the flag's value.
func (s *settings) String() string { return strings.Join(*s, " ") }

// Set takes one key=value.
func (s *settings) Set(word string) error {
	if key, _, ok := strings.Cut(word, "="); !ok || key == "" {
		return fmt.Errorf("want key=value")
	}
	*s = append(*s, word)
	return nil
}

// config applies the settings to the defaults of a version.
func (s settings) config(version string, first ...string) (log.Config, error) {
	c := log.DefaultConfig()
	rules, ok := log.RulesOf(log.Version(version))
	if !ok {
		return c, fmt.Errorf("-kafka %s is no version whose rules are known; 4.2 is the default",
			version)
	}
	c.Rules = rules
	for _, word := range append(first, s...) {
		key, value, _ := strings.Cut(word, "=")
		next, err := c.With(key, value)
		if err != nil {
			return c, fmt.Errorf("-set %s: %w", word, err)
		}
		c = next
	}
	return c, nil
}
