// Package sim moves a world: a command or a due timer in, one step out.
//
//	Do(world, command) ─┐                      ┌─ client: producer.Client
//	                    ├─▶ act ── dispatch ───┼─ broker: append, answer
//	Next(world) ────────┘     │                ├─ retention, cleaner, file deletion, expiry
//	                          ▼                └─ send: delay, loss and cuts, in one place
//	                     world.Step: events with reasons, broken invariants
//
// A step is one cause with everything that follows from it at once. Time passes only inside a wait
// or a burst; then timers fall due in the order (Due, Seq). Background tasks run at Kafka's
// intervals; a check that finds nothing to do makes no step.
//
// Invariants: equal worlds and equal commands give equal steps; a command that cannot be done
// returns an error and changes nothing; every loop is bounded by the command's own limits.
//
// It knows no rule of the log, the cleaner or the client: those packages decide, sim carries.
package sim
