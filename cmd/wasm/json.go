package main

import (
	"math"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// appendJSON writes v as JSON. It serves the one record that crosses to the page, so it knows
// what that record is made of and nothing more; encoding/json would add some 110 kB to the
// program that every reader downloads. The test compares the two.
func appendJSON(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.String:
		return appendText(dst, v.String())
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(dst, v.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		return appendNumber(dst, v.Float())
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		return appendJSON(dst, v.Elem())
	case reflect.Slice, reflect.Array:
		return appendList(dst, v)
	case reflect.Struct:
		return appendRecord(dst, v)
	}
	return append(dst, "null"...)
}

func appendNumber(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, "null"...)
	}
	return strconv.AppendFloat(dst, f, 'f', -1, 64)
}

// appendList writes an empty list also for a nil slice: the page may then always loop.
func appendList(dst []byte, v reflect.Value) []byte {
	dst = append(dst, '[')
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendJSON(dst, v.Index(i))
	}
	return append(dst, ']')
}

func appendRecord(dst []byte, v reflect.Value) []byte {
	dst = append(dst, '{')
	first := true
	t := v.Type()
	for i := range t.NumField() {
		name, omit := fieldName(t.Field(i))
		if name == "" || omit && v.Field(i).IsZero() {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(appendText(dst, name), ':')
		dst = appendJSON(dst, v.Field(i))
	}
	return append(dst, '}')
}

// fieldName is the name in the json tag, and whether an empty value is left out.
func fieldName(f reflect.StructField) (name string, omit bool) {
	tag, ok := f.Tag.Lookup("json")
	if !ok || tag == "-" || !f.IsExported() {
		return "", false
	}
	const omitempty = ",omitempty"
	if n := len(tag) - len(omitempty); n > 0 && tag[n:] == omitempty {
		return tag[:n], true
	}
	return tag, false
}

const hexDigits = "0123456789abcdef"

func appendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			dst = utf8.AppendRune(dst, r) // a broken byte becomes U+FFFD
			i += n
			continue
		}
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c < ' ' || c == 0x7f:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			dst = append(dst, c)
		}
		i++
	}
	return append(dst, '"')
}
