// Package lesson reads lessons: text files that teach, play and test themselves.
//
//	block := line, ru:/en: texts, ----, output of the program
//
// A lesson is played into a timeline by the same lines that a reader types, that a link carries and
// that tests use. What stands under ---- is what the program printed, so a lesson is also a golden
// test of everything below it. The language is described in LESSONS.md.
//
// Invariants: parsing then printing gives the same bytes; a lesson that parses plays without a
// panic, within the limits of package trace.
//
// It does not draw: a stop says at which step what should be looked at.
package lesson
