// Package scene lays a moment of a run out as a frame: the stage, the panel beside it and the
// strip with the timeline under it.
//
//	┌ header ───────────────────────────┐
//	│ stage                     │ panel │    offset is the x axis of every lane;
//	│   ruler  0 1 2 3 4 …      │       │    a lane is a replica, a box a segment,
//	│   lane   [▢▢▢][▢▢▢][▢     │       │    a cell a record
//	│   bench  files, map, ages │       │
//	├───────────────────────────┴───────┤
//	│ transport and timeline            │
//	└───────────────────────────────────┘
//
// The screen of producers has clients, wires and brokers in place of the stage:
//
//	client     wire      broker      a batch has a row from its client's list to the broker's
//	│ seq 1 │ ▢▷ ····· │ log ▢▢▢ │   door, what is under way of it is in that row, and under all
//	│ seq 2 │ ···· ◁▢  │ why?    │   stand the records as they were sent and as they are read
//
// Invariants: a frame is a pure function of its Input. Nothing is kept from one frame to the next
// but digests of immutable bytes. The frame at phase 1 of a step equals the frame at phase 0 of the
// next one, and nothing that a frame shows depends on how the moment was reached.
//
// It cannot step a simulation and holds no rule of Kafka: it draws worlds and events.
package scene
