// Package assets holds what ships inside the programs: lessons, texts and fonts.
//
//	lessons/*.lesson   the lessons, one file each
//	texts.txt          words of the interface and the reasons, in Russian and English
//	fonts/*.ttf        Inter and JetBrains Mono, cut down to the characters in use
//
// It holds bytes and knows nothing of their meaning.
package assets

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

// Texts is the file texts.txt; package i18n reads it.
//
//go:embed texts.txt
var Texts string

//go:embed fonts/*.ttf
var fonts embed.FS

//go:embed lessons
var lessons embed.FS

// Font returns the bytes of fonts/NAME.ttf, or nil if there is no such font.
func Font(name string) []byte {
	b, err := fonts.ReadFile("fonts/" + name + ".ttf")
	if err != nil {
		return nil
	}
	return b
}

// Lessons returns the folder of lessons.
func Lessons() fs.FS {
	sub, err := fs.Sub(lessons, "lessons")
	if err != nil {
		return lessons // cannot happen: the folder is embedded under this very name
	}
	return sub
}

// LessonNames returns the names of the lessons in reading order: those of lessons/order.txt, then
// the others by name. The file of a lesson is NAME.lesson in Lessons.
func LessonNames() []string {
	order, _ := fs.ReadFile(Lessons(), "order.txt")
	files, _ := fs.Glob(Lessons(), "*.lesson")
	var names []string
	add := func(name string) {
		if slices.Contains(files, name+".lesson") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for line := range strings.Lines(string(order)) {
		add(strings.TrimSpace(line))
	}
	for _, file := range files {
		add(strings.TrimSuffix(file, ".lesson"))
	}
	return names
}
