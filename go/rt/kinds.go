// SPDX-License-Identifier: MIT

package rt

import (
	"reflect"
	"strconv"
)

// This file handles what no type switch can name: named scalars, and pointers, slices, arrays and maps of types
// that can be encoded and decoded. They occur in `any` and as arguments of generic types. Structs are not
// handled: a struct without generated code is an error that says so. Only this file walks types by reflection.

// reflectInto reads the value at i into what the pointer p points to, or reports false.
func (d *Decoder) reflectInto(i int, p any) (int, bool) {
	v := reflect.ValueOf(p)
	if v.Kind() != reflect.Pointer || v.IsNil() || !walkable(v.Type().Elem()) {
		return i, false
	}
	v = v.Elem()
	t := v.Type()
	switch t.Kind() {
	case reflect.Bool:
		x := v.Bool()
		i = d.Bool(i, &x)
		v.SetBool(x)
	case reflect.String:
		x := v.String()
		i = d.String(i, &x)
		v.SetString(x)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if d.Null(i) {
			return i + 4, true
		}
		x, j, ok := d.integer(i, t.Bits(), t.String())
		if i = j; ok {
			v.SetInt(x)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if d.Null(i) {
			return i + 4, true
		}
		x, j, ok := d.unsigned(i, t.Bits(), t.String())
		if i = j; ok {
			v.SetUint(x)
		}
	case reflect.Float32, reflect.Float64:
		if d.Null(i) {
			return i + 4, true
		}
		x, j, ok := d.float(i, t.Bits(), t.String())
		if i = j; ok {
			v.SetFloat(x)
		}
	default:
		if d.Null(i) {
			v.SetZero()
			return i + 4, true
		}
		i = d.reflectMany(i, v)
	}
	return i, true
}

// reflectMany is reflectInto for types that hold other values.
func (d *Decoder) reflectMany(i int, v reflect.Value) int {
	t := v.Type()
	switch t.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(t.Elem()))
		}
		return d.Value(i, v.Interface())
	case reflect.Interface:
		return d.Interface(i, v.Interface(), t.String())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			x := v.Bytes()
			i = d.Base64(i, &x)
			v.SetBytes(x)
			return i
		}
		more, i := d.Array(i)
		if v.IsNil() {
			v.Set(reflect.MakeSlice(t, 0, 0))
		}
		v.SetLen(0)
		for more {
			v.Set(reflect.Append(v, reflect.Zero(t.Elem())))
			i = d.Value(i, v.Index(v.Len()-1).Addr().Interface())
			more, i = d.Elem(i)
		}
		return i
	case reflect.Array:
		more, i := d.Array(i)
		n := 0
		for more {
			if n < v.Len() {
				i = d.Value(i, v.Index(n).Addr().Interface())
			} else {
				i = d.Skip(i)
			}
			n++
			more, i = d.Elem(i)
		}
		for ; n < v.Len(); n++ {
			v.Index(n).SetZero()
		}
		return i
	default: // a map with keys of a string or integer kind
		more, i := d.Map(i)
		if v.IsNil() {
			v.Set(reflect.MakeMap(t))
		}
		for more {
			k := reflect.New(t.Key()).Elem()
			switch at := i; {
			case k.Kind() == reflect.String:
				var s string
				i = d.MapKey(i, &s)
				k.SetString(s)
			case k.CanInt():
				var x int64
				if i = d.MapKeyInt(at, &x, t.Key().Bits(), t.Key().String()); i != failed {
					k.SetInt(x)
				}
			default:
				var x uint64
				if i = d.MapKeyUint(at, &x, t.Key().Bits(), t.Key().String()); i != failed {
					k.SetUint(x)
				}
			}
			x := reflect.New(t.Elem())
			i = d.Value(i, x.Interface())
			v.SetMapIndex(k, x.Elem())
			more, i = d.More(i)
		}
		return i
	}
}

// walkable reports whether reflection descends into values of type t.
func walkable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Pointer, reflect.Slice, reflect.Array, reflect.Interface:
		return true
	case reflect.Map:
		k := t.Key().Kind()
		return k == reflect.String || k >= reflect.Int && k <= reflect.Uintptr
	}
	return false
}

// reflectAny appends x, or reports false.
func (e *Encoder) reflectAny(b []byte, x any) ([]byte, bool) {
	v := reflect.ValueOf(x)
	if !walkable(v.Type()) {
		return b, false
	}
	if !e.Enter() {
		return b, true
	}
	b = e.reflectValue(b, v)
	e.Leave()
	return b, true
}

func (e *Encoder) reflectValue(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		return AppendBool(b, v.Bool())
	case reflect.String:
		return e.String(b, v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return AppendInt(b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return AppendUint(b, v.Uint())
	case reflect.Float32:
		return e.Float32(b, float32(v.Float()))
	case reflect.Float64:
		return e.Float64(b, v.Float())
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, "null"...)
		}
		if v.Elem().Kind() != reflect.Struct {
			return e.Any(b, v.Elem().Interface())
		}
		e.noCode(v.Type())
		return b
	case reflect.Slice:
		if v.IsNil() {
			return e.NilSlice(b)
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return e.Base64(b, v.Bytes())
		}
		fallthrough
	case reflect.Array:
		b = append(b, '[')
		for i := range v.Len() {
			b = e.Any(b, v.Index(i).Interface())
			b = append(b, ',')
		}
		return CloseArray(b)
	default: // a map
		if v.IsNil() {
			return e.NilMap(b)
		}
		b = append(b, '{')
		mark, start := e.BeginMap(v.Len()), len(b)
		for it := v.MapRange(); it.Next(); {
			switch k := it.Key(); {
			case k.Kind() == reflect.String:
				b = e.MapKey(b, k.String())
			case k.CanInt():
				b = e.MapKey(b, strconv.FormatInt(k.Int(), 10))
			default:
				b = e.MapKey(b, strconv.FormatUint(k.Uint(), 10))
			}
			b = e.Any(b, it.Value().Interface())
			b = append(b, ',')
		}
		return e.EndMap(b, mark, start)
	}
}

func (e *Encoder) noCode(t reflect.Type) {
	e.fail(TYPE, t.String(), "no generated code (run fleecegen on the type)")
}
