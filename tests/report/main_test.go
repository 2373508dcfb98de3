package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWhatAReportSays: a failure is repeated with its words, a skip is counted, a pass is not told.
func TestWhatAReportSays(t *testing.T) {
	var out strings.Builder
	tally := tally{out: &out, said: map[string][]string{}}
	require.NoError(t, tally.read(strings.NewReader(
		`{"Action":"output","Package":"p","Test":"TestA","Output":"fine\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestB","Output":"b_test.go:3: one is not two\n"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"skip","Package":"p","Test":"TestC"}
{"Action":"fail","Package":"p","Elapsed":1.5}
not json
`)))
	require.Equal(t, 1, tally.passed)
	require.Equal(t, 1, tally.failed)
	require.Equal(t, []string{"p TestC"}, tally.skipped)
	require.Equal(t, "--- p TestB\nb_test.go:3: one is not two\nFAIL p 1.5s\nnot json\n", out.String())
}
