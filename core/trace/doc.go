// Package trace holds what happened: a journal of lines, and the timeline they play into.
//
//	Journal  text, tiny, the truth
//	   │ Play
//	   ▼
//	Timeline  World(0) ─Step(1)─▶ World(1) ─Step(2)─▶ World(2) …   snapshots every 64 steps
//
// A timeline never changes. Acting in the middle makes another one that shares the prefix, so the
// old future stays for comparison.
//
// Invariants: World(i) by snapshot equals World(i) by playing from the beginning; a world that was
// handed out is the caller's alone; a journal printed and parsed is the same journal.
//
// It does not know lessons, pictures or clocks of the wall.
package trace
