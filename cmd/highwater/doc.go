// Highwater is the command line: it looks into real directories of a Kafka broker, cleans them as
// the broker would, runs recorded cases, and runs, prints and draws lessons.
//
//	highwater COMMAND [flags] [arguments]
//
// Each command lives in a file of its own and is listed in commands. It ends with status 0 when
// all went well, 1 when what it looked at is not as it should be, 2 when the command line or a
// file cannot be understood; then one sentence says why.
//
// There is no window and no Ebitengine in it.
package main
