// Package story turns the steps of a run into something to watch: how long each step plays, which
// of its events happens when, and in which words.
//
//	steps   1        2                  3
//	beats   |--0.5--|----1.9-----------|--1.2--|      seconds at speed 1
//	events   append  append×250, roll    clock
//
// Simulated time spans from milliseconds to days and cannot be the axis of playback, so every step
// has a duration of its own, from a table by kind of event. A burst of many events of one kind is
// compressed: 250 appends take four times as long as one.
//
// Invariants: a plan depends on the steps only; the windows of a step's events lie within 0..1 and
// their starts ascend.
//
// It does not draw and knows no pixels.
package story
