// Package ebit shows a session in an Ebitengine window or canvas: it is the only package, besides
// the commands, that knows Ebitengine.
//
//	mouse, keys ─▶ Shell ──lines──▶ app.Session
//	wall clock ──▶   │   ──Tick───▶     │
//	                 │                  │ Frame: the same pointer until it changes
//	                 └──▶ Painter ◀─────┘
//	                        │ one list of triangles, one shader, one draw call
//	                        ▼
//	                      screen
//
// Invariants: nothing is drawn while the session answers with the same frame, except for a few
// frames after the window changed its size, its focus or its visibility. The playhead follows the
// wall clock, not the count of updates, so a slow machine plays at the same speed with fewer
// pictures. The glyphs are those of viz/font, so that a text is as wide here as in every other
// painter.
//
// It has no state of the lesson, no layout and no words.
package ebit
