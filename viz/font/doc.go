// Package font measures, breaks and rasterises text, the same way for every painter.
//
//	"offset 12"  ──Measure──▶ width       the four faces are the files in assets/fonts
//	             ──Wrap─────▶ lines       `code` in Mono, *emphasis* in SansBold
//	             ──Ellipsis─▶ "offs…"
//	             ──Raster───▶ coverage    one glyph at one size and quarter-pixel
//
// Decided once, for SVG, software and GPU painters alike: no hinting, no kerning, no ligatures;
// digits are tabular; a width is the sum of advances in font units times size, so it is the same
// number natively and in WebAssembly and grows in proportion to the size. A glyph's left edge is
// placed on quarters of a device pixel, its baseline on whole device pixels.
//
// It does no shaping: Latin and Cyrillic need none.
package font
