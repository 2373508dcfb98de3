// Package why names the reasons behind everything that Highwater does or refuses.
//
// Each refusal, roll, removal and decision carries a Why and a few numbers of its moment; the
// text for a reader lives elsewhere under the key "why." + Key().
//
// Invariants: keys are stable, kebab-case and unique; every topic owns a block of a hundred codes,
// so that two topics never meet. The zero value None means that there is nothing to explain.
//
// It knows no texts, no languages and imports nothing of the module.
package why
