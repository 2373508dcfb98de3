package casefile

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// repeatFrom is the length from which a value of one repeated character is written `<c*N>`.
const repeatFrom = 32

// expandMax bounds what all `<c*N>` of one case may unfold to. A declared length is never trusted
// for an allocation.
const expandMax = 64 << 20

// plain tells the characters that stand for themselves in a key, value or header.
func plain(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '.' || c == '_' || c == '-'
}

// appendBytes writes bytes as a case file does: `""`, `<c*N>`, or characters and `%xx`.
func appendBytes(dst, p []byte) []byte {
	if len(p) == 0 {
		return append(dst, `""`...)
	}
	if len(p) >= repeatFrom && allEqual(p) {
		dst = append(dst, '<')
		dst = appendEscaped(dst, p[:1])
		dst = append(dst, '*')
		dst = strconv.AppendInt(dst, int64(len(p)), 10)
		return append(dst, '>')
	}
	return appendEscaped(dst, p)
}

func allEqual(p []byte) bool {
	for _, c := range p {
		if c != p[0] {
			return false
		}
	}
	return true
}

func appendEscaped(dst, p []byte) []byte {
	const digits = "0123456789abcdef"
	for _, c := range p {
		if plain(c) {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', digits[c>>4], digits[c&15])
		}
	}
	return dst
}

// parseBytes is the inverse of appendBytes. The budget is what `<c*N>` may still unfold to.
func parseBytes(s string, budget *int) ([]byte, error) {
	if s == `""` {
		return []byte{}, nil
	}
	if s == "" {
		return nil, errors.New(`nothing where bytes should stand; an empty string is ""`)
	}
	if strings.HasPrefix(s, "<") {
		return parseRepeat(s, budget)
	}
	return unescape(s)
}

func parseRepeat(s string, budget *int) ([]byte, error) {
	body, closed := strings.CutSuffix(s[1:], ">")
	char, count, star := strings.Cut(body, "*")
	if !closed || !star {
		return nil, fmt.Errorf("%q is not of the form <c*N>", s)
	}
	c, err := unescape(char)
	if err != nil || len(c) != 1 {
		return nil, fmt.Errorf("%q repeats %q, which is not one character", s, char)
	}
	n, err := strconv.ParseInt(count, 10, 32)
	if err != nil || n < 1 {
		return nil, fmt.Errorf("%q: %q is not a count of 1 or more", s, count)
	}
	if int(n) > *budget {
		return nil, fmt.Errorf("%q: the repeated values of one case must stay below %d bytes",
			s, expandMax)
	}
	*budget -= int(n)
	out := make([]byte, n)
	for i := range out {
		out[i] = c[0]
	}
	return out, nil
}

func unescape(s string) ([]byte, error) {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case plain(s[i]):
			out = append(out, s[i])
		case s[i] == '%' && i+2 < len(s):
			v, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
			if err != nil {
				return nil, fmt.Errorf("%q is not a byte in hex", s[i:i+3])
			}
			out = append(out, byte(v))
			i += 2
		default:
			return nil, fmt.Errorf("%q in %q must be written %%%02x", s[i], clip(s), s[i])
		}
	}
	return out, nil
}
