package main

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/viz/app"
)

// TestJSONOfAnyStatus: whatever the session says, the page reads the same record that
// encoding/json would have sent.
func TestJSONOfAnyStatus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.MakeCustom[app.Status](rapid.MakeConfig{
			Types: map[reflect.Type]*rapid.Generator[any]{
				reflect.TypeFor[float64](): rapid.Float64Range(-1e9, 1e9).AsAny(),
			},
		}).Draw(t, "status")
		text := appendJSON(nil, reflect.ValueOf(want))

		var got app.Status
		require.NoError(t, json.Unmarshal(text, &got), string(text))
		reference, err := json.Marshal(want)
		require.NoError(t, err)
		var expected app.Status
		require.NoError(t, json.Unmarshal(reference, &expected))
		require.Equal(t, normal(t, expected), normal(t, got))
	})
}

// normal maps nil and empty lists to one form, which is all that the two encoders may differ in.
func normal(t require.TestingT, s app.Status) string {
	text, err := json.Marshal(s)
	require.NoError(t, err)
	return strings.ReplaceAll(string(text), ":null", ":[]")
}

// TestJSONCorners are the values that a text format likes to get wrong.
func TestJSONCorners(t *testing.T) {
	type record struct {
		A string   `json:"a"`
		B []string `json:"b"`
		C *int     `json:"c"`
		D *int     `json:"d,omitempty"`
		E float64  `json:"e"`
		F string   // no tag: stays inside
	}
	got := string(appendJSON(nil, reflect.ValueOf(record{
		A: "a\"\\\n\t\x00\x7f «∅» \xff", E: math.NaN(), F: "private",
	})))
	require.Equal(t, `{"a":"a\"\\\n\u0009\u0000\u007f «∅» �","b":[],"c":null,"e":null}`, got)
	require.True(t, json.Valid([]byte(got)))
}
