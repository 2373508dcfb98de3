// Package theme names the colours, sizes and speeds of the picture.
//
//	light, dark, high (contrast on white), night (contrast on black)
//
// Every pair that is meant for text has a contrast of 4.5 at least (7 in the two high ones), every
// edge that carries meaning 3 at least; the tests compute it. Colour never says anything alone:
// shapes and labels say it, too.
//
// It decides nothing about what is drawn where.
package theme
