// Package world is the data of a simulated Kafka cluster at one moment, and of one step.
//
//	World ─ Now, seed, timers
//	  ├─ Brokers ─ replicas ─ log.Log (real bytes)
//	  ├─ Topics ─ partitions: replicas, leader, epoch, ISR
//	  ├─ Producers, Consumers
//	  └─ Conns ─ Messages in flight
//
// Everything is a value in slices, never in maps: two worlds that were made by the same commands
// print, hash and compare the same, natively and in WebAssembly. Times are absolute and held in
// the state, so a picture of any moment needs nothing but the world.
//
// Invariants: a clone shares no memory that anybody writes to; node ids are unique over brokers
// and clients; timers form a heap by (Due, Seq).
//
// It does not move: what happens next is decided in core/sim.
package world
