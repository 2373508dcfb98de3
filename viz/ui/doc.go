// Package ui draws controls: buttons, segmented choices, chips, sliders, tooltips and their icons.
//
//	Kit{Pen, Theme}.Button(box, ui.Play, "", Say{Line: "toggle", Tip: …})
//
// A control is drawn and forgotten: it is a few ops and one hit whose line says what a click means.
// Icons are polygons, never characters of a font.
//
// Invariants: a control that is off is still a hit and says why; every hit has a line or a reason.
//
// It keeps no state and does not know what a line does.
package ui
