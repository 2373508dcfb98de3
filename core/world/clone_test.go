package world

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/log"
	"highwater/core/producer"
	"highwater/core/record"
)

// shared are types whose values never change once they are made, so clones may share them. A log
// has its own rules and its own test.
var shared = []reflect.Type{
	reflect.TypeFor[record.Batch](),
	reflect.TypeFor[producer.Sent](),
	reflect.TypeFor[producer.Call](),
	reflect.TypeFor[log.Log](),
}

// TestCloneIsDeep fills every field of a world, clones it, changes every leaf of the clone and
// looks whether the original has noticed. A field that Clone forgets is found here.
func TestCloneIsDeep(t *testing.T) {
	w := New()
	n := 0
	fillAll(reflect.ValueOf(w).Elem(), &n, 0)
	before := fmt.Sprintf("%#v", plain(reflect.ValueOf(*w), 0))
	c := w.Clone()
	require.Equal(t, before, fmt.Sprintf("%#v", plain(reflect.ValueOf(*c), 0)), "a clone is equal")
	changeAll(reflect.ValueOf(c).Elem(), 0)
	require.NotEqual(t, before, fmt.Sprintf("%#v", plain(reflect.ValueOf(*c), 0)))
	require.Equal(t, before, fmt.Sprintf("%#v", plain(reflect.ValueOf(*w), 0)),
		"a change of the clone shows in the original")
	for i := range w.Brokers {
		for j := range w.Brokers[i].Replicas {
			require.NotSame(t, w.Brokers[i].Replicas[j].Log, c.Brokers[i].Replicas[j].Log)
		}
	}
}

func isShared(t reflect.Type) bool {
	for _, s := range shared {
		if t == s {
			return true
		}
	}
	return false
}

// fillAll gives every leaf a value of its own and every slice two elements.
func fillAll(v reflect.Value, n *int, depth int) {
	if depth > 12 || !v.CanSet() {
		return
	}
	*n++
	switch v.Kind() {
	case reflect.Struct:
		if isShared(v.Type()) {
			return
		}
		for i := range v.NumField() {
			fillAll(v.Field(i), n, depth+1)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 4))
		for i := range v.Len() {
			fillAll(v.Index(i), n, depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			fillAll(v.Index(i), n, depth+1)
		}
	case reflect.Pointer:
		if v.Type().Elem() == reflect.TypeFor[log.Log]() {
			v.Set(reflect.ValueOf(log.New("t-0", log.DefaultConfig(), 1)))
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		fillAll(v.Elem(), n, depth+1)
	default:
		leaf(v, *n)
	}
}

func leaf(v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(n % 100))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(n % 100))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString(fmt.Sprint("s", n))
	default:
		panic("a world holds no " + v.Kind().String())
	}
}

// changeAll changes every leaf in place, without making a new slice.
func changeAll(v reflect.Value, depth int) {
	if depth > 12 || !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		if isShared(v.Type()) {
			return
		}
		for i := range v.NumField() {
			changeAll(v.Field(i), depth+1)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			changeAll(v.Index(i), depth+1)
		}
	case reflect.Pointer:
		if v.Type().Elem() != reflect.TypeFor[log.Log]() {
			changeAll(v.Elem(), depth+1)
		}
	case reflect.Bool:
		v.SetBool(false)
	default:
		leaf(v, 77)
	}
}

// plain copies a value into nested lists, so that it can be printed without pointers.
func plain(v reflect.Value, depth int) any {
	switch v.Kind() {
	case reflect.Struct:
		if isShared(v.Type()) {
			return "shared"
		}
		var out []any
		for i := range v.NumField() {
			out = append(out, v.Type().Field(i).Name, plain(v.Field(i), depth+1))
		}
		return out
	case reflect.Slice, reflect.Array:
		var out []any
		for i := range v.Len() {
			out = append(out, plain(v.Index(i), depth+1))
		}
		return out
	case reflect.Pointer:
		if v.IsNil() || v.Type().Elem() == reflect.TypeFor[log.Log]() {
			return "log"
		}
		return plain(v.Elem(), depth+1)
	case reflect.Bool:
		return v.Bool()
	case reflect.String:
		return v.String()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return v.Uint()
	default:
		return v.Int()
	}
}
