//go:build !js

package main

import (
	"fmt"
	"strings"

	"highwater/viz/draw"
	"highwater/viz/theme"
)

// tokensCSS writes the colours of the themes as a style sheet, so that page and picture cannot
// come to differ. A theme is chosen by data-theme; before the program has said which, by the
// reader's system.
func tokensCSS() string {
	var b strings.Builder
	var light, dark, high, night string
	for _, name := range theme.All() {
		t, ok := theme.Named(name)
		if !ok {
			continue
		}
		rules := tokens(t)
		fmt.Fprintf(&b, ":root[data-theme=\"%s\"] {\n%s}\n", name, rules)
		switch {
		case t.High && t.Dark:
			night = rules
		case t.High:
			high = rules
		case t.Dark:
			dark = rules
		default:
			light = rules
		}
	}
	const unset = ":root:not([data-theme]), :root[data-theme=\"\"]"
	system := func(query, rules string) {
		fmt.Fprintf(&b, "@media %s {\n%s {\n%s}\n}\n", query, unset, rules)
	}
	var first strings.Builder
	fmt.Fprintf(&first, "%s {\n%s}\n", unset, light)
	system("(prefers-color-scheme: dark)", dark)
	system("(prefers-contrast: more)", high)
	system("(prefers-contrast: more) and (prefers-color-scheme: dark)", night)
	return first.String() + b.String()
}

func tokens(t *theme.Theme) string {
	var b strings.Builder
	say := func(name string, c draw.RGBA) { fmt.Fprintf(&b, "  --%s: %s;\n", name, c) }
	scheme := "light"
	if t.Dark {
		scheme = "dark"
	}
	fmt.Fprintf(&b, "  color-scheme: %s;\n", scheme)
	for _, c := range []struct {
		name string
		rgba draw.RGBA
	}{
		{"paper", t.Paper}, {"panel", t.Panel}, {"card", t.Card}, {"line", t.Line},
		{"wood", t.Wood}, {"ink", t.Ink}, {"mute", t.Mute}, {"pale", t.Pale}, {"focus", t.Focus},
	} {
		say(c.name, c.rgba)
	}
	for _, p := range []struct {
		name string
		pair theme.Pair
	}{
		{"live", t.Live}, {"gone", t.Gone}, {"flight", t.Flight}, {"wait", t.Wait},
		{"state", t.State},
	} {
		say(p.name, p.pair.Fill)
		say(p.name+"-edge", p.pair.Edge)
	}
	return b.String()
}
