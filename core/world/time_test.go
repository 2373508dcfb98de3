package world

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSpanPrintsAndParses(t *testing.T) {
	for _, c := range []struct {
		text string
		span Span
	}{
		{"26h", 26 * Hour}, {"3s", 3 * Second}, {"40ms", 40 * Millisecond}, {"250us", 250},
		{"1m30s", 90 * Second}, {"1d2h", 26 * Hour}, {"0", 0}, {"0s", 0},
		{"1h2m3s4ms5us", Hour + 2*Minute + 3*Second + 4*Millisecond + 5},
	} {
		got, err := ParseSpan(c.text)
		require.NoError(t, err, c.text)
		require.Equal(t, c.span, got, c.text)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := Span(rapid.Int64Range(0, int64(SpanMax)).Draw(t, "span"))
		got, err := ParseSpan(s.String())
		require.NoError(t, err)
		require.Equal(t, s, got)
	})
}

func TestWrongSpansSayWhatIsWanted(t *testing.T) {
	for text, want := range map[string]string{
		"":                      `want a number with a unit`,
		"h":                     `want a number with a unit`,
		"3":                     `the unit is one of`,
		"3 s":                   `the unit is one of`,
		"3x":                    `the unit is one of`,
		"-3s":                   `want a number with a unit`,
		"99999999999999999999s": `want a number with a unit`,
		"4000d":                 `at most`,
		"3650d1us":              `at most`,
		"9223372036854775807d":  `at most`,
		"1.5s":                  `the unit is one of`,
	} {
		_, err := ParseSpan(text)
		require.ErrorContains(t, err, want, text)
	}
}

func TestTimersComeByDueThenBySequence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := New()
		dues := rapid.SliceOfN(rapid.Int64Range(0, 9), 0, 60).Draw(t, "dues")
		for i, d := range dues {
			w.Push(Timer{Due: Time(d), Kind: TimerMessage, Msg: int64(i)})
		}
		odd := rapid.Bool().Draw(t, "drop")
		if odd {
			w.Drop(func(x Timer) bool { return x.Msg%2 == 1 })
		}
		last := Timer{Due: -1}
		n := 0
		for {
			next, ok := w.Pop()
			if !ok {
				break
			}
			require.True(t, last.before(next))
			require.False(t, odd && next.Msg%2 == 1)
			last = next
			n++
		}
		if !odd {
			require.Len(t, dues, n)
		}
	})
}
