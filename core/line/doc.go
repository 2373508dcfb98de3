// Package line is the one grammar: lesson files, the console, links, buttons and tests all speak
// in lines of it.
//
//	line  := verb { word | key=value | key=(value, value) }
//	                     │
//	     table of verbs ─┤ what each may say, its usage and help
//	                     ▼
//	          world.Command, for verbs that act on the world
//
// Invariants: what parses prints to a line that parses to the same; a wrong line gets an error with
// its column, what was wrong there and what would be right; no line makes it panic.
//
// It does not act. It does not know whether a topic exists: that is for the world to say.
package line
