// Package drawtest makes frames for the tests and benchmarks of the painters.
//
//	Stage   a small log with every kind of shape and text that the display list knows
//	Crowd   as many boxes and lines of text as asked for
//
// Only tests import it.
package drawtest
