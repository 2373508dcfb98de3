// Package soft paints frames into an image with nothing but the processor.
//
//	Frame ──Paint──▶ image.RGBA ──▶ PNG
//	frames ────────────────────────▶ GIF
//
// Boxes are painted from the distance of each pixel to their edge, polygons and letters from exact
// areas in whole numbers; every product is rounded before it is added, so the same frame gives the
// same bytes natively and in WebAssembly. Text: see package font. Clips are rounded to whole
// device pixels.
//
// It keeps no state between frames but memory.
package soft
