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
