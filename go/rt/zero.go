// SPDX-License-Identifier: MIT

package rt

import "reflect"

// IsEmpty reports whether what p points to is empty as omitempty understands it: false, 0, a nil pointer or
// interface, and what has no elements. Generated code asks it for values of a type parameter; for
// all others it knows the type and asks itself.
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

// IsZero reports whether what p points to is zero as omitzero understands it: by its method IsZero, or
// else because it is the zero value of its type. Generated code asks it for values of a type
// parameter and for structs that == cannot compare.
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
