package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/inspect"
)

const oneCase = "case t/one\nkafka 4.2\nclock 1700000000000\nbytes exact\n---\n" +
	"log L\n  ok\nappend L k=v\n  ok 0..0\nbatches L\n  segment 0 size=70\n" +
	"  0..0 none lepoch=0 count=1 maxts=1700000000000 size=70 crc=e99b8dd8 | " +
	"0:k=v@1700000000000\n"

func TestCasesCountAndShowTheFirstDifference(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "a", "good.case"), filepath.Join(dir, "bad.case")
	require.NoError(t, os.Mkdir(filepath.Dir(good), 0o700))
	require.NoError(t, os.WriteFile(good, []byte(oneCase), 0o600))
	status, text := highwater("cases", dir)
	require.Equal(t, exitOK, status)
	require.Equal(t, "1 passed, 0 failed\n", text)

	require.NoError(t, os.WriteFile(bad, []byte(strings.Replace(oneCase, "0..0\nb", "5..5\nb", 1)),
		0o600))
	status, text = highwater("cases", dir)
	require.Equal(t, exitFailed, status)
	require.Equal(t, "t/one\n  "+bad+":9: append L k=v\n  kafka ok 5..5\n  here  ok 0..0\n"+
		"1 passed, 1 failed\n", text)

	require.NoError(t, os.WriteFile(bad, []byte(oneCase+"  one more\n"), 0o600))
	_, text = highwater("cases", bad)
	require.Contains(t, text, ":13: batches L\n  kafka one more\n  here  (no line)\n")
}

func TestCasesCompareDirectories(t *testing.T) {
	dir := writeTopic(t)
	files, err := readDirectory(dir)
	require.NoError(t, err)
	config, err := settings{"cleanup.policy=compact"}.config("4.2")
	require.NoError(t, err)
	lines := inspect.Expect("orders-3", files, inspect.ExpectOptions{Config: config, Now: began})
	expect := filepath.Join(dir, expectFile)
	write := func(lines []string) {
		head := "fixture orders-3\nkafka 4.2\nconfig cleanup.policy=compact\n" +
			"clock 1700000000000\n---\n"
		require.NoError(t, os.WriteFile(expect, []byte(head+strings.Join(lines, "\n")+"\n"), 0o600))
	}
	write(lines)
	status, text := highwater("cases", dir)
	require.Equal(t, exitOK, status, text)
	require.Equal(t, "1 passed, 0 failed\n", text)

	lines[4] += "x"
	write(lines)
	status, text = highwater("cases", dir)
	require.Equal(t, exitFailed, status)
	require.Contains(t, text, "orders-3\n  "+expect+":10: load clean start=0\n  kafka "+lines[4])
}

func TestWordsOfAnExceptionDoNotCount(t *testing.T) {
	require.True(t, sameButWords("  error IOException: no", "  error IOException: nothing there"))
	require.False(t, sameButWords("  error IOException: no", "  error KafkaException: no"))
	require.False(t, sameButWords("  a at=7 IOException: no", "  a at=8 IOException: no"))
	require.False(t, sameButWords("ok leo=7", "ok leo=8"))
}

func TestCasesNeedsReadablePaths(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.case")
	require.NoError(t, os.WriteFile(broken, []byte("case x\n"), 0o600))
	unknown := filepath.Join(dir, "version.case")
	require.NoError(t, os.WriteFile(unknown,
		[]byte(strings.Replace(oneCase, "4.2", "0.8", 1)), 0o600))
	config := filepath.Join(dir, "config.case")
	require.NoError(t, os.WriteFile(config,
		[]byte(strings.Replace(oneCase, "---", "config segment.ms=soon\n---", 1)), 0o600))
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "Name a .case file"},
		{[]string{filepath.Join(dir, "nope")}, "no such file or directory"},
		{[]string{t.TempDir()}, "holds neither a .case file nor an EXPECT.txt"},
		{[]string{broken}, "broken.case:2: the header does not end"},
		{[]string{unknown}, `kafka "0.8" is not a version whose rules are known`},
		{[]string{config}, "config segment.ms=soon: "},
	} {
		status, text := highwater(append([]string{"cases"}, c.args...)...)
		require.Equal(t, exitUsage, status, "%v", c.args)
		require.Contains(t, text, c.want)
		require.Equal(t, 1, strings.Count(text, "\n"), "one sentence: %s", text)
	}
}
