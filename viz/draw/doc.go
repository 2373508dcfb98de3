// Package draw is the display list: what a picture consists of, as plain data.
//
//	scene ──Pen──▶ Frame{Ops, Hits} ──▶ svg, soft, ebit
//	                    │
//	                    └──Check──▶ faults: cut, overlapping, too small, too pale
//
// A Frame is a list of boxes, lines, polygons and texts in painting order, in points (one point is
// one pixel at device scale 1), y down, and of the places that answer to a pointer. Frames compare,
// print and repeat: the same scene gives the same frame. Polygons, clips and containers live in
// arenas of the frame, so that an op is flat and a frame can be refilled without allocating.
//
// It holds no pixels, no clock and no state of any animation.
package draw
