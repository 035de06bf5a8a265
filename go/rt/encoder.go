// SPDX-License-Identifier: MIT

package rt

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// An Encoder holds what the functions that append JSON share: the options, the first error, and scratch memory.
// The zero value encodes with the default options. Generated code gets an Encoder as an argument and passes it
// on. It never looks at the error, because everything appended after an error is dropped at the end.
type Encoder struct {
	opt   Options
	depth int
	err   *Error

	entries []entry // of the maps being written, for SortKeys
	scratch []byte
	buf     []byte // for Buffer
	room    []byte // what Room returned
	misses  uint   // for learn
}

// entry is a member of a map that is being written: its key and the start of its text.
type entry struct {
	key string
	at  int
	end int
}

// Marshaler is the interface of types with generated encoding code: AppendFleece appends the JSON text of the
// value. It is declared on the pointer, so that large structs are not copied.
type Marshaler interface {
	AppendFleece(b []byte, e *Encoder) []byte
}

// ValueMarshaler is Marshaler with a value receiver, for values that are only available inside an interface.
type ValueMarshaler interface {
	AppendFleeceValue(b []byte, e *Encoder) []byte
}

// NewEncoder returns an Encoder with options from a pool; see Free.
func NewEncoder(opt Options) *Encoder {
	e := encoders.Get().(*Encoder)
	e.opt, e.depth, e.err = opt, 0, nil
	return e
}

var encoders = sync.Pool{New: func() any { return new(Encoder) }}

// Free returns e to the pool.
func (e *Encoder) Free() {
	e.err = nil
	if len(e.entries) > 0 { // BeginMap was called without EndMap
		clear(e.entries)
		e.entries = e.entries[:0]
	}
	if cap(e.entries) > 1<<12 {
		e.entries = nil
	}
	if cap(e.scratch) > 1<<16 {
		e.scratch = nil
	}
	encoders.Put(e)
}

// Buffer returns an empty buffer that belongs to e.
func (e *Encoder) Buffer() []byte { return e.buf[:0] }

// Done returns a copy of b, which began as Buffer, or the first error, and frees e. Generated MarshalJSON
// methods end with it.
func (e *Encoder) Done(b []byte) ([]byte, error) {
	text, err := e.copyOf(b)
	e.Keep(b)
	e.Free()
	return text, err
}

// copyOf returns a copy of b, or the first error.
func (e *Encoder) copyOf(b []byte) ([]byte, error) {
	if e.err != nil {
		return nil, e.err
	}
	text := make([]byte, len(b))
	copy(text, b)
	return text, nil
}

// Keep makes b, which began as Buffer and may have grown, the buffer for the next user of e.
func (e *Encoder) Keep(b []byte) {
	if cap(b) <= maxBuffer {
		e.buf = b
	} else {
		e.buf = nil
	}
}

// maxBuffer is the largest buffer that the pool keeps.
const maxBuffer = 4 << 20

// End returns b, or dst with the first error. Generated AppendJSON methods end with it.
func (e *Encoder) End(dst, b []byte) ([]byte, error) {
	if e.err != nil {
		return dst, e.err
	}
	return b, nil
}

// With returns an Encoder with options, for callers that keep it on the stack.
func With(opt Options) Encoder { return Encoder{opt: opt} }

// Options returns the options in force.
func (e *Encoder) Options() Options { return e.opt }

// Err returns the first error, or nil.
func (e *Encoder) Err() error {
	if e.err == nil {
		return nil
	}
	return e.err
}

// Fail records err, which the user's code returned; typ is the type of the value.
func (e *Encoder) Fail(err error, typ string) {
	if e.err == nil {
		if inner, ok := err.(*Error); ok && inner.Offset < 0 {
			e.err = inner
			return
		}
		e.err = &Error{Code: METHOD, Offset: -1, Type: typ, Err: err}
	}
}

func (e *Encoder) fail(c Code, typ, detail string) {
	if e.err == nil {
		e.err = &Error{Code: c, Offset: -1, Type: typ, Detail: detail}
	}
}

// Enter is called before encoding a value that may contain values of its own type, and Leave after it. Enter
// reports false if the nesting is too deep, as in a cycle, or if there was an error before; the caller then
// returns at once.
func (e *Encoder) Enter() bool {
	if e.err != nil {
		return false
	}
	e.depth++
	if e.depth > e.opt.Depth() {
		e.fail(DEPTH, "", "a cycle, perhaps")
		return false
	}
	return true
}

// Leave undoes an Enter that reported true.
func (e *Encoder) Leave() { e.depth-- }

// Null appends null.
func Null(b []byte) []byte { return append(b, "null"...) }

// NilSlice appends a slice that is nil.
func (e *Encoder) NilSlice(b []byte) []byte {
	if e.opt&NilSliceAsEmpty != 0 {
		return append(b, "[]"...)
	}
	return append(b, "null"...)
}

// NilMap appends a map that is nil.
func (e *Encoder) NilMap(b []byte) []byte {
	if e.opt&NilMapAsEmpty != 0 {
		return append(b, "{}"...)
	}
	return append(b, "null"...)
}

// Pick appends the text of a member's name: plain, or html under EscapeHTML. Generated code calls it only for
// names that contain <, > or &.
func (e *Encoder) Pick(b []byte, plain, html string) []byte {
	if e.opt&EscapeHTML != 0 {
		return append(b, html...)
	}
	return append(b, plain...)
}

// CloseObject closes an object whose members were each written with a comma before them. The members begin at
// start, the length of b before them. The first comma becomes the opening brace.
func CloseObject(b []byte, start int) []byte {
	if len(b) == start {
		return append(b, "{}"...)
	}
	b[start] = '{'
	return append(b, '}')
}

// CloseArray closes an array whose elements were each written with a comma after them.
func CloseArray(b []byte) []byte {
	if n := len(b) - 1; b[n] == ',' {
		b[n] = ']'
		return b
	}
	return append(b, ']')
}

// BeginMap is called after the opening brace of a map of n members. It returns a mark for EndMap.
func (e *Encoder) BeginMap(n int) int { return len(e.entries) }

// MapKey appends the name of a map member and the colon.
func (e *Encoder) MapKey(b []byte, key string) []byte {
	if e.opt&SortKeys != 0 {
		e.entries = append(e.entries, entry{key: key, at: len(b)})
	}
	b = e.String(b, key)
	return append(b, ':')
}

// MapKeyInt is MapKey for an integer.
func (e *Encoder) MapKeyInt(b []byte, key int64) []byte {
	if e.opt&SortKeys != 0 {
		e.entries = append(e.entries, entry{key: strconv.FormatInt(key, 10), at: len(b)})
	}
	b = append(b, '"')
	b = AppendInt(b, key)
	return append(b, '"', ':')
}

// MapKeyUint is MapKey for an unsigned integer.
func (e *Encoder) MapKeyUint(b []byte, key uint64) []byte {
	if e.opt&SortKeys != 0 {
		e.entries = append(e.entries, entry{key: strconv.FormatUint(key, 10), at: len(b)})
	}
	b = append(b, '"')
	b = AppendUint(b, key)
	return append(b, '"', ':')
}

// MapKeyText is MapKey for a key with a MarshalText method; a nil pointer is written as "".
func (e *Encoder) MapKeyText(b []byte, key encoding.TextMarshaler) []byte {
	if v := reflect.ValueOf(key); v.Kind() == reflect.Pointer && v.IsNil() {
		return e.MapKey(b, "")
	}
	text, err := key.MarshalText()
	if err != nil {
		e.Fail(err, fmt.Sprintf("%T", key))
		return b
	}
	return e.MapKey(b, string(text))
}

// EndMap ends the map for which BeginMap returned mark. Each member was written with a comma after it, from
// start, the length of b after the opening brace. Under SortKeys EndMap sorts the members.
func (e *Encoder) EndMap(b []byte, mark, start int) []byte {
	if list := e.entries[mark:]; len(list) > 1 && e.err == nil {
		for i := range list {
			list[i].end = len(b)
			if i+1 < len(list) {
				list[i].end = list[i+1].at
			}
		}
		if !slices.IsSortedFunc(list, compareEntries) {
			slices.SortFunc(list, compareEntries)
			e.scratch = append(e.scratch[:0], b[start:]...)
			b = b[:start]
			for _, x := range list {
				b = append(b, e.scratch[x.at-start:x.end-start]...)
			}
		}
	}
	clear(e.entries[mark:]) // they hold the program's strings
	e.entries = e.entries[:mark]
	if n := len(b) - 1; n >= 0 && b[n] == ',' {
		b[n] = '}'
		return b
	}
	return append(b, '}')
}

func compareEntries(x, y entry) int {
	if c := strings.Compare(x.key, y.key); c != 0 {
		return c
	}
	return x.at - y.at
}

// Any appends the value in an interface: nil, a type with generated code, a type with another method that
// writes JSON, or one of Go's own types, which need no generated code. Any other type is an error (TYPE) that
// says what to do.
func (e *Encoder) Any(b []byte, x any) []byte {
	switch x := x.(type) {
	case nil:
		return append(b, "null"...)
	case string:
		return e.String(b, x)
	case bool:
		return AppendBool(b, x)
	case float64:
		return e.Float64(b, x)
	case int:
		return AppendInt(b, int64(x))
	case Marshaler:
		if isNil(x) {
			return append(b, "null"...)
		}
		if !e.Enter() {
			return b
		}
		b = x.AppendFleece(b, e)
		e.Leave()
		return b
	case ValueMarshaler:
		if !e.Enter() {
			return b
		}
		b = x.AppendFleeceValue(b, e)
		e.Leave()
		return b
	case map[string]any:
		return e.anyMap(b, x)
	case []any:
		return e.anySlice(b, x)
	case float32:
		return e.Float32(b, x)
	case int8:
		return AppendInt(b, int64(x))
	case int16:
		return AppendInt(b, int64(x))
	case int32:
		return AppendInt(b, int64(x))
	case int64:
		return AppendInt(b, x)
	case uint:
		return AppendUint(b, uint64(x))
	case uint8:
		return AppendUint(b, uint64(x))
	case uint16:
		return AppendUint(b, uint64(x))
	case uint32:
		return AppendUint(b, uint64(x))
	case uint64:
		return AppendUint(b, x)
	case uintptr:
		return AppendUint(b, uint64(x))
	case json.Number:
		return e.Number(b, string(x))
	case []byte:
		return e.Base64(b, x)
	case []string:
		return e.Strings(b, x)
	case map[string]string:
		return e.stringMap(b, x)
	case time.Time:
		return e.Time(b, x)
	case json.RawMessage:
		return e.Raw(b, x)
	case interface{ MarshalJSON() ([]byte, error) }:
		if isNil(x) {
			return append(b, "null"...)
		}
		return e.CallMarshalJSON(b, x)
	case encoding.TextMarshaler:
		if isNil(x) {
			return append(b, "null"...)
		}
		return e.CallMarshalText(b, x)
	}
	b, ok := e.reflectAny(b, x)
	if !ok {
		e.noCode(reflect.TypeOf(x))
	}
	return b
}

// Value is Any for the value that p points to, without copying it. Generated code calls it for values of a type
// parameter.
func (e *Encoder) Value(b []byte, p any) []byte {
	switch p := p.(type) {
	case Marshaler:
		return p.AppendFleece(b, e)
	case *time.Time:
		return e.Time(b, *p)
	case *string:
		return e.String(b, *p)
	case *int:
		return AppendInt(b, int64(*p))
	case *int64:
		return AppendInt(b, *p)
	case *float64:
		return e.Float64(b, *p)
	case interface{ MarshalJSON() ([]byte, error) }:
		return e.CallMarshalJSON(b, p)
	case encoding.TextMarshaler:
		return e.CallMarshalText(b, p)
	}
	b, ok := e.reflectAny(b, p)
	if !ok {
		e.noCode(reflect.TypeOf(p))
	}
	return b
}

// isNil reports whether x holds a nil pointer, which is written as null without calling a method.
func isNil(x any) bool {
	v := reflect.ValueOf(x)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

func (e *Encoder) anySlice(b []byte, s []any) []byte {
	if s == nil {
		return e.NilSlice(b)
	}
	if !e.Enter() {
		return b
	}
	b = append(b, '[')
	for _, x := range s {
		b = e.Any(b, x)
		b = append(b, ',')
	}
	e.Leave()
	return CloseArray(b)
}

func (e *Encoder) anyMap(b []byte, m map[string]any) []byte {
	if m == nil {
		return e.NilMap(b)
	}
	if !e.Enter() {
		return b
	}
	b = append(b, '{')
	mark, start := e.BeginMap(len(m)), len(b)
	for k, x := range m {
		b = e.MapKey(b, k)
		b = e.Any(b, x)
		b = append(b, ',')
	}
	e.Leave()
	return e.EndMap(b, mark, start)
}

func (e *Encoder) stringMap(b []byte, m map[string]string) []byte {
	if m == nil {
		return e.NilMap(b)
	}
	b = append(b, '{')
	mark, start := e.BeginMap(len(m)), len(b)
	for k, x := range m {
		b = e.MapKey(b, k)
		b = e.String(b, x)
		b = append(b, ',')
	}
	return e.EndMap(b, mark, start)
}

// Strings appends an array of strings.
func (e *Encoder) Strings(b []byte, s []string) []byte {
	if s == nil {
		return e.NilSlice(b)
	}
	b = append(b, '[')
	for _, x := range s {
		b = e.String(b, x)
		b = append(b, ',')
	}
	return CloseArray(b)
}
