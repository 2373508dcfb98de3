// Package browser has the tests of the page in a real Chromium: what a reader clicks, types,
// drags, hears and reads, with the site that the first command of the README serves.
//
// HIGHWATER_FULL=1 makes a missing browser a failure; HIGHWATER_SITE=http://… uses a site that is
// served already.
package browser
