package inspect_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/inspect"
	"highwater/core/log"
	"highwater/core/record"
)

// listing lists one file of a sample directory.
func listing(t *testing.T, dir, name string, o inspect.ListOptions) (lines []string, found bool) {
	t.Helper()
	files := load(t, dir)
	r := inspect.Directory(dir, files, options(t, dir))
	for i := range files {
		for j := range r.Segments {
			if files[i].Name != name || r.Segments[j].File != name {
				continue
			}
			var err error
			found, err = r.Listing(&files[i], &r.Segments[j], o, func(s string) error {
				lines = append(lines, strings.TrimSpace(s))
				return nil
			})
			require.NoError(t, err)
		}
	}
	return lines, found
}

// TestRecordsAreListed: key, value and headers as text, null and empty told apart, a marker by its
// name, and no more of them than asked for.
func TestRecordsAreListed(t *testing.T) {
	lines, found := listing(t, "headers-0", base0+".log",
		inspect.ListOptions{Records: true, Offset: inspect.NoOffset})
	require.True(t, found)
	for _, want := range []string{
		"0        106  none          3       0  2023-11-14 22:13:20.000  0..2 logappend crc=f025cdfe",
		"1  2023-11-14 22:13:20.000  `k` = null  headers `a`=null `b`=``",
		"2  2023-11-14 22:13:20.000  null = `x`  headers ``=null ``=``",
		"7  2023-11-14 22:13:20.002  `k` = `v`  headers `dup`=`1` `dup`=`2` `é`=\"\\xff\"",
		"10  2023-11-14 22:13:20.003  COMMIT coordinator=0",
	} {
		require.Contains(t, lines, want)
	}
	lines, _ = listing(t, "headers-0", base0+".log",
		inspect.ListOptions{Records: true, Limit: 2, Offset: inspect.NoOffset})
	require.Equal(t, "… 1 more", lines[4])
	lines, _ = listing(t, "transactional-0", "00000000000000000012.log",
		inspect.ListOptions{Offset: inspect.NoOffset})
	require.True(t, strings.HasSuffix(lines[1], "12..12 pid=1 epoch=1 txn ABORT coordinator=3"),
		"without their records too, transactions show how they ended: %s", lines[1])
}

// TestOneOffset: only the batch that holds it, and the record, or that it is gone.
func TestOneOffset(t *testing.T) {
	lines, found := listing(t, "headers-0", base0+".log", inspect.ListOptions{Offset: 6})
	require.True(t, found)
	require.Len(t, lines, 3)
	require.Contains(t, lines[1], "zstd          3       0  2023-11-14 22:13:20.002  5..7 ")
	require.Equal(t, "6  2023-11-14 22:13:20.002  `k` = null  headers `a`=null `b`=``", lines[2])
	lines, found = listing(t, "headers-0", base0+".log", inspect.ListOptions{Offset: 600})
	require.False(t, found)
	require.Empty(t, lines)
	lines, found = listing(t, "compacted-0", base0+".log", inspect.ListOptions{Offset: 8})
	require.True(t, found)
	require.Equal(t, "no record has offset 8 (any more)", lines[2])
}

// TestLongValuesAreCut, and a batch that is not read says so in the place of its records.
func TestLongValuesAreCut(t *testing.T) {
	long := []byte(strings.Repeat("v", 5000) + "`")
	list := func(o inspect.ListOptions, b record.Batch) (lines []string) {
		f := file(base0+".log", b.Bytes)
		r := inspect.LogFile(f, inspect.Options{Config: log.DefaultConfig()})
		_, err := r.Listing(&f, &r.Segments[0], o, func(s string) error {
			lines = append(lines, s)
			return nil
		})
		require.NoError(t, err)
		return lines
	}
	recs := []record.Record{{Key: []byte("back`quote"), Value: long}}
	plain := record.Build(record.NewSpec(record.None), recs)
	all := list(inspect.ListOptions{Records: true, Offset: inspect.NoOffset}, plain)
	require.True(t, strings.HasSuffix(all[2],
		"\"back`quote\" = `"+strings.Repeat("v", 100)+"`… (5 001 bytes)"), all[2])
	one := list(inspect.ListOptions{}, plain)
	require.Contains(t, one[2], strings.Repeat("v", 4096)+"`…")
	recs[0].Value = make([]byte, 9<<20)
	bomb := record.Build(record.NewSpec(record.Zstd), recs)
	lines := list(inspect.ListOptions{}, bomb)
	require.Contains(t, lines[2], "decode to more than 8388608 bytes")

	f := file(base0+".log", plain.Bytes)
	r := inspect.LogFile(f, inspect.Options{Config: log.DefaultConfig()})
	stop := errors.New("enough")
	for allowed := range 3 {
		n := 0
		_, err := r.Listing(&f, &r.Segments[0], inspect.ListOptions{}, func(string) error {
			if n++; n > allowed {
				return stop
			}
			return nil
		})
		require.ErrorIs(t, err, stop)
		require.Equal(t, allowed+1, n)
	}
}
