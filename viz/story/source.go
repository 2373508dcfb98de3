package story

import "strings"

// Sourced parts a reason from the class or KIP that stands in parentheses at its end.
func Sourced(text string) (rest, source string) {
	body := strings.TrimSuffix(text, ".")
	open := strings.LastIndex(body, " (")
	if open < 0 || !strings.HasSuffix(body, ")") {
		return text, ""
	}
	name := body[open+2 : len(body)-1]
	if name == "" || name[0] < 'A' || name[0] > 'Z' || !isSource(name) {
		return text, ""
	}
	return body[:open] + text[len(body):], name
}

// isSource tells names of classes, methods and KIPs from words and numbers.
func isSource(name string) bool {
	upper := 0
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.' || c == ',' || c == '-' ||
			c == ' ' || c == '#':
		default:
			return false
		}
	}
	return upper > 1
}
