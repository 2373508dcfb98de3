// Package app is the session of one learner: it takes lines of text, keeps the playhead and
// answers with frames and a status record.
//
//	keyboard, mouse, page, link, console, test
//	            │ a line of text
//	            ▼
//	    Session.Do ──▶ timeline, playhead, selection, language
//	                          │                 │
//	                  Session.Frame      Session.Status
//	                  (draw.Frame)       (plain record)
//
// Invariants: Do is the only way to change a session, besides Tick, which moves the playhead by
// the time that the caller measured. Frame returns the same pointer until something that it shows
// has changed. What a click or a key does is a line that is found in the frame or in the table of
// keys, so it can be typed, sent or tested as well.
//
// It does not know a window, a browser, a clock or a file, and it does not contain any rule of
// Kafka: what happens in the log is decided by core, how it looks by viz/scene.
package app
