// SPDX-License-Identifier: MIT

package rt

import "reflect"

// IsEmpty reports whether the value that p points to is empty in the sense of omitempty: false, 0, a nil
// pointer or interface, or something without elements. Generated code calls it only for values of a type
// parameter; for all others it knows the type and tests the value inline.
func IsEmpty(p any) bool {
	v := reflect.ValueOf(p).Elem()
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// IsZero reports whether the value that p points to is zero in the sense of omitzero: its IsZero method says so
// or, if it has none, it is the zero value of its type. Generated code calls it for values of a type parameter
// and for structs that == cannot compare.
func IsZero(p any) bool {
	v := reflect.ValueOf(p).Elem()
	if k := v.Kind(); (k == reflect.Pointer || k == reflect.Interface) && v.IsNil() {
		return true
	}
	if z, ok := p.(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	return v.IsZero()
}
