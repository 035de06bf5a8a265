// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// This file checks that all engines do the same work. Before anything is timed, what each engine reads is
// compared with what encoding/json reads, for the document and one variant of each kind. What each engine
// writes is read by encoding/json and compared.

// verify returns an error if an engine's work on a document is wrong.
func verify(e *engine, d *document, std *engine) error {
	for i, text := range [][]byte{d.text, d.shuffled[0], d.changing[0]} {
		want, got := std.models[d.name](), e.models[d.name]()
		if err := std.unmarshal(text, want); err != nil {
			return fmt.Errorf("encoding/json cannot read text %d: %w", i, err)
		}
		if err := e.unmarshal(text, got); err != nil {
			return fmt.Errorf("unmarshal, text %d: %w", i, err)
		}
		if where := difference(reflect.ValueOf(got), reflect.ValueOf(want), ""); where != "" {
			return fmt.Errorf("unmarshal, text %d: differs at %s", i, where)
		}
		if i > 0 {
			continue
		}
		if err := verifyOutput(e, got, want); err != nil {
			return err
		}
	}
	return nil
}

func verifyOutput(e *engine, v, want any) error {
	expected, err := json.Marshal(want)
	if err != nil {
		return err
	}
	out, err := e.marshal(v)
	if err := sameText(out, err, expected); err != nil {
		return fmt.Errorf("marshal: %w", err)
	}
	if e.appendTo != nil {
		out, err := e.appendTo(nil, v)
		if err := sameText(out, err, expected); err != nil {
			return fmt.Errorf("append: %w", err)
		}
	}
	if e.write != nil {
		var b bytes.Buffer
		err := e.write(&b, v)
		if err := sameText(b.Bytes(), err, expected); err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	return nil
}

// sameText compares the data of two texts.
func sameText(got []byte, err error, want []byte) error {
	if err != nil {
		return err
	}
	var a, b any
	if err := json.Unmarshal(got, &a); err != nil {
		return fmt.Errorf("the output is not JSON: %w", err)
	}
	if err := json.Unmarshal(want, &b); err != nil {
		return err
	}
	if !reflect.DeepEqual(a, b) {
		return fmt.Errorf("the output's data differs from encoding/json's")
	}
	return nil
}

// difference finds the first place where two values of equivalent types, which may be from different packages,
// differ. Nil and empty slices and maps are considered equal: JSON writes nil as null, and some engines read []
// as nil.
func difference(a, b reflect.Value, path string) string {
	if a.Kind() != b.Kind() {
		return path + " (kind)"
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				return path + " (nil)"
			}
			return ""
		}
		return difference(a.Elem(), b.Elem(), path)
	case reflect.Struct:
		for i := range a.NumField() {
			if where := difference(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name); where != "" {
				return where
			}
		}
		return ""
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return fmt.Sprintf("%s (length %d, %d)", path, a.Len(), b.Len())
		}
		for i := range a.Len() {
			if where := difference(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i)); where != "" {
				return where
			}
		}
		return ""
	case reflect.Map:
		if a.Len() != b.Len() {
			return path + " (size)"
		}
		for _, key := range a.MapKeys() {
			other := b.MapIndex(key)
			if !other.IsValid() {
				return fmt.Sprintf("%s[%v] (missing)", path, key)
			}
			if where := difference(a.MapIndex(key), other, fmt.Sprintf("%s[%v]", path, key)); where != "" {
				return where
			}
		}
		return ""
	}
	if !a.Equal(b) {
		return fmt.Sprintf("%s (%v, %v)", path, a, b)
	}
	return ""
}
