// Package raster turns outlines into coverage: how much of each pixel a polygon fills.
//
//	MoveTo, LineTo, QuadTo ──▶ signed area per pixel ──▶ Row: 0…255
//
// It computes the exact area under each edge in whole numbers of 1/256 pixel, so the result is the
// same on every processor, natively and in WebAssembly. Overlapping outlines of one direction
// count once.
//
// It knows no colours and no fonts.
package raster
