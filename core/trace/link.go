package trace

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
)

// linkVersion is the first letter of a link: what follows is the journal's text, deflated, then in
// base64url without padding.
const linkVersion = 'a'

// LinkBytesMax bounds the text of a link that is read.
const LinkBytesMax = 1 << 18

// Link returns the journal as text for the fragment of an address, after "j=".
func (j Journal) Link() string { return linkOf(j.String()) }

func linkOf(text string) string {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("deflate into memory: " + err.Error())
	}
	return string(linkVersion) + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

// ParseLink is the inverse of Link. Its error says what could not be read; the journal returned
// with it holds what could, and may be empty.
func ParseLink(link string) (Journal, error) {
	link = strings.TrimPrefix(link, "j=")
	if link == "" {
		return Journal{}, errors.New("the link has no journal")
	}
	if len(link) > LinkBytesMax {
		return Journal{}, fmt.Errorf("the link has %d characters: at most %d", len(link),
			LinkBytesMax)
	}
	if link[0] != linkVersion {
		return Journal{}, fmt.Errorf("the link has version %.1q, this program reads version %q",
			link, string(rune(linkVersion)))
	}
	packed, damage := base64.RawURLEncoding.DecodeString(link[1:])
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)),
		JournalBytesMax+1))
	switch {
	case damage != nil:
		return salvage(text), fmt.Errorf("the link is damaged at character %d: %w", badChar(link),
			damage)
	case err != nil:
		return salvage(text), fmt.Errorf("the link is damaged after %d bytes of its journal: %w",
			len(text), err)
	}
	return ParseJournal(string(text))
}

// badChar returns where (counted from 1) the first character stands that base64url does not know.
func badChar(link string) int {
	for i := 1; i < len(link); i++ {
		c := link[i]
		switch {
		case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_':
		default:
			return i + 1
		}
	}
	return len(link)
}

// salvage reads the whole lines that were unpacked before a link broke.
func salvage(text []byte) Journal {
	end := bytes.LastIndexByte(text, '\n')
	if end < 0 {
		return Journal{}
	}
	j, err := ParseJournal(string(text[:end+1]))
	if err != nil {
		return Journal{}
	}
	return j
}
