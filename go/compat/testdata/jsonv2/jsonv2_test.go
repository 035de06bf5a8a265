// SPDX-License-Identifier: MIT

//go:build goexperiment.jsonv2

// Package jsonv2 tests the methods that fleecegen writes for encoding/json/v2. go/compat copies it into a module.
package jsonv2

import (
	"bytes"
	jsonv1 "encoding/json"
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
	want := Record{Name: "ü <>", Values: []float64{1.5, -1e21}, Next: &Record{Name: "x", Values: []float64{}}}
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

// TestOptionsOfJSONv2 writes and reads a type with methods and a type without, under each option, and compares
// the results. The last options are those of version 1, which encoding/json's Marshal passes in such a build.
func TestOptionsOfJSONv2(t *testing.T) {
	sorted := map[string]int{"b": 1, "a": 2, "c": 3, "d": 4, "e": 5, "f": 6}
	for i, options := range []json.Options{
		json.DefaultOptionsV2(), json.FormatNilSliceAsNull(true), json.FormatNilMapAsNull(true), json.JoinOptions(json.FormatNilSliceAsNull(true), json.FormatNilMapAsNull(true)),
		jsontext.EscapeForHTML(true), jsontext.EscapeForJS(true), jsontext.WithIndent("  "), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true),
		json.MatchCaseInsensitiveNames(true), json.RejectUnknownMembers(true), jsonv1.DefaultOptionsV1(),
	} {
		options = json.JoinOptions(options, json.Deterministic(true))
		for _, v := range []Options{{Text: "<&>\u2028 x"}, {Slice: []int{}, Map: sorted, Text: "\xff"}} {
			want, wantErr := json.Marshal(Plain(v), options)
			got, err := json.Marshal(v, options)
			got = bytes.ReplaceAll(got, []byte(`\ufffd`), []byte("\ufffd")) // an escape under version 1's options, which is equivalent
			if (err == nil) != (wantErr == nil) || err == nil && string(got) != string(want) {
				t.Errorf("%d: %s, %v, want %s, %v", i, got, err, want, wantErr)
			}
		}
		for _, text := range []string{`{"Slice":[1],"Text":"x"}`, `{"TEXT":"x"}`, `{"Unknown":1}`, `{"Text":"x","Text":"y"}`, "{\"Text\":\"\xff\"}", `{"Text":1}`, `{"Text":"x"`} {
			var want Plain
			var got Options
			wantErr, err := json.Unmarshal([]byte(text), &want, options), json.Unmarshal([]byte(text), &got, options)
			if (err == nil) != (wantErr == nil) || err == nil && !reflect.DeepEqual(Plain(got), want) {
				t.Errorf("%d: %s: %+v, %v, want %+v, %v", i, text, got, err, want, wantErr)
			}
		}
	}
	want, _ := jsonv1.Marshal(Plain{Map: sorted, Text: "<>"})
	if got, err := jsonv1.Marshal(Options{Map: sorted, Text: "<>"}); err != nil || string(got) != string(want) {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
