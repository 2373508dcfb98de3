// Package svg writes frames as SVG: one self-contained file, the same bytes for the same frame.
//
//	Frame ──Write──▶ <svg> <title> <desc> <style> <rect> <path> <text textLength="…"> </svg>
//
// Numbers are rounded to a tenth of a point. Text is text, in the families Inter and JetBrains
// Mono, with its measured width, so that it takes the same room if the reader's machine has other
// fonts; with Options.Fonts the small fonts themselves are put into the file.
//
// It writes no scripts and refers to nothing outside the file.
package svg
