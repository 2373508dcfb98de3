// Package errcode names the errors of the Kafka protocol.
//
// Numbers, names and the retriable mark are those of Kafka's Errors enum. Two answers that a
// broker gives only to itself (a follower that refuses a fetched batch) have numbers below
// UnknownServerError and never travel on the wire.
//
// Invariants: a Code is comparable and its zero value is None; Parse is the inverse of String.
//
// It does not carry explanations: why a request was refused is a why.Why with its numbers.
package errcode
