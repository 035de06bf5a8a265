// SPDX-License-Identifier: MIT

//go:build goexperiment.jsonv2

// Package jsonv2 tests the methods that fleecegen writes for encoding/json/v2. go/compat copies it into a module.
package jsonv2

import (
	"bytes"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"reflect"
	"strings"
	"testing"
)

var (
	_ json.MarshalerTo     = (*Record)(nil)
	_ json.UnmarshalerFrom = (*Record)(nil)
)

func TestMethodsOfJSONv2(t *testing.T) {
	want := Record{Name: "ü <>", Values: []float64{1.5, -1e21}, Next: &Record{Name: "x"}}
	text, err := json.Marshal([]Record{want, want})
	if err != nil {
		t.Fatal(err)
	}
	var got []Record
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, []Record{want, want}) {
		t.Errorf("%s: %v, %v", text, got, err)
	}
	var plain []struct {
		Name   string         `json:"name"`
		Values []float64      `json:"values"`
		Next   jsontext.Value `json:"next"`
	}
	if err := json.Unmarshal(text, &plain); err != nil || plain[1].Name != want.Name || len(plain[1].Values) != 2 {
		t.Errorf("%s: %v, %v", text, plain, err)
	}
}

func TestErrorsReachJSONv2(t *testing.T) {
	var got []Record
	if err := json.Unmarshal([]byte(`[{"name":"a"},{"name":1}]`), &got); err == nil {
		t.Errorf("taken: %v", got)
	}
	if err := json.UnmarshalRead(strings.NewReader(`[{"name":"a"}`), &got); err == nil {
		t.Errorf("taken: %v", got)
	}
	var out bytes.Buffer
	if err := json.MarshalWrite(&out, Record{Name: "x"}); err != nil || !strings.HasPrefix(out.String(), `{"name":"x"`) {
		t.Errorf("%s, %v", out.Bytes(), err)
	}
}
