//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func testServer(t *testing.T) (*server, string) {
	t.Helper()
	s := site{}
	s.page("index.html", []byte("<p>hello"))
	s.page("ru/lesson/index.html", []byte("<p>привет"))
	name := s.asset("highwater.wasm", bytes.Repeat([]byte("wasm "), 2000))
	require.NoError(t, s.pack(light))
	v := new(server)
	v.current.Store(&s)
	return v, "/a/" + name
}

func get(t *testing.T, h http.Handler, method, path, encoding string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	if encoding != "" {
		r.Header.Set("Accept-Encoding", encoding)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

// TestServing: types, caching and policy are what a browser needs to compile while it streams, to
// keep hashed files for ever, and to run nothing else.
func TestServing(t *testing.T) {
	v, wasm := testServer(t)
	for _, c := range []struct {
		path, mime, cache string
		code              int
	}{
		{"/", "text/html; charset=utf-8", cacheAsk, 200},
		{"/index.html", "text/html; charset=utf-8", cacheAsk, 200},
		{"/ru/lesson/", "text/html; charset=utf-8", cacheAsk, 200},
		{wasm, "application/wasm", cacheForever, 200},
		{"/nothing", "text/plain; charset=utf-8", "", 404},
		{"/../../etc/passwd", "text/plain; charset=utf-8", "", 404},
	} {
		r := get(t, v, http.MethodGet, c.path, "")
		assert.Equal(t, c.code, r.StatusCode, c.path)
		assert.Equal(t, c.mime, r.Header.Get("Content-Type"), c.path)
		assert.Equal(t, c.cache, r.Header.Get("Cache-Control"), c.path)
		assert.Equal(t, policy, r.Header.Get("Content-Security-Policy"), c.path)
		assert.Equal(t, "cross-origin", r.Header.Get("Cross-Origin-Resource-Policy"), c.path)
		assert.Equal(t, "*", r.Header.Get("Access-Control-Allow-Origin"), c.path)
	}
	r := get(t, v, http.MethodGet, "/ru/lesson", "")
	assert.Equal(t, http.StatusMovedPermanently, r.StatusCode)
	assert.Equal(t, "/ru/lesson/", r.Header.Get("Location"))
	assert.Equal(t, http.StatusMethodNotAllowed, get(t, v, http.MethodPost, "/", "").StatusCode)
}

// TestCompressed: each coding that a browser takes is sent whole and is named; what it does not
// take is not sent.
func TestCompressed(t *testing.T) {
	v, wasm := testServer(t)
	want := strings.Repeat("wasm ", 2000)
	for accepted, coding := range map[string]string{
		"gzip, deflate, br, zstd": "br", "gzip": "gzip", "br;q=0, gzip;q=0.5": "gzip",
		"": "", "identity": "", "br;q=0": "", "br;q=x": "", "BR": "br",
	} {
		r := get(t, v, http.MethodGet, wasm, accepted)
		require.Equal(t, coding, r.Header.Get("Content-Encoding"), accepted)
		assert.Equal(t, "Accept-Encoding", r.Header.Get("Vary"))
		body := r.Body.(io.Reader)
		switch coding {
		case "br":
			body = brotli.NewReader(body)
		case "gzip":
			var err error
			body, err = gzip.NewReader(body)
			require.NoError(t, err)
		}
		text, err := io.ReadAll(body)
		require.NoError(t, err)
		assert.Equal(t, want, string(text), accepted)

		again := httptest.NewRequest(http.MethodGet, wasm, nil)
		again.Header.Set("Accept-Encoding", accepted)
		again.Header.Set("If-None-Match", r.Header.Get("ETag"))
		w := httptest.NewRecorder()
		v.ServeHTTP(w, again)
		assert.Equal(t, http.StatusNotModified, w.Code, accepted)
	}
}

// TestTakenPort: the usual address gives way to a free one, an address that was asked for does
// not, and the message says what to do.
func TestTakenPort(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	addr := taken.Addr().String()

	l, err := listen(addr, true)
	require.NoError(t, err)
	assert.NotEqual(t, addr, l.Addr().String())
	require.NoError(t, l.Close())

	_, err = listen(addr, false)
	require.ErrorContains(t, err, "another program listens there")
	require.ErrorContains(t, err, "-addr 127.0.0.1:0")

	_, err = listen("no such address", false)
	require.ErrorContains(t, err, "such as 127.0.0.1:8080")
}
