// SPDX-License-Identifier: MIT

package fleece

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

type level int8

type bare struct{ X int }

type upper string

func (u upper) MarshalText() ([]byte, error) { return bytes.ToUpper([]byte(u)), nil }
func (u *upper) UnmarshalText(b []byte) error {
	*u = upper(bytes.ToLower(b))
	return nil
}

type odd struct{ out string }

func (o odd) MarshalJSON() ([]byte, error) { return []byte(o.out), nil }

type panics struct{}

func (panics) MarshalJSON() ([]byte, error) { panic("user") }
func (*panics) UnmarshalJSON([]byte) error  { panic("user") }

// TestKinds compares values that need no generated code with encoding/json, both ways.
func TestKinds(t *testing.T) {
	n, s := 5, "s"
	for _, v := range []any{
		nil, true, false, 0, -1, int8(-128), int16(1), int32(1), int64(math.MinInt64), uint(1), uint8(255), uint16(1), uint32(1), uint64(math.MaxUint64), uintptr(3),
		float32(0.1), float32(1e-7), 1e21, 1e-7, 0.0, "", "x<>&\u2028\u2029\xff\x00\x1f\x7f\"\\", json.Number("12.5"), []byte("bytes"), []byte(nil), []byte{},
		time.Date(2020, 1, 2, 3, 4, 5, 6, time.UTC), []string{"a"}, []string(nil), map[string]string{"b": "1", "a": "2"}, map[string]any{"x": []any{1, nil}},
		[]any(nil), map[string]any(nil), level(3), []level{1, 2}, map[level]*int{3: &n, -1: nil}, &s, [2]bool{true}, map[string][]int{"a": {1}}, upper("text"),
		[]upper{"a"}, odd{` { "a" : "<" , "b":[ ] } `}, big.NewInt(1 << 40), time.Second, json.RawMessage(" [1 , 2]"), json.RawMessage(nil), (*int)(nil), (*odd)(nil),
		map[uint8]string{1: "a", 10: "b", 2: "c"}, [][]float64{{1}, nil, {}},
	} {
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Marshal(v, EscapeHTML|SortKeys)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%T: %s %v, want %s", v, got, err, want)
			continue
		}
		if v == nil || reflect.TypeOf(v) == reflect.TypeOf(odd{}) || reflect.TypeOf(v) == reflect.TypeOf(&odd{}) {
			continue
		}
		a, b := reflect.New(reflect.TypeOf(v)), reflect.New(reflect.TypeOf(v))
		if err := json.Unmarshal(want, a.Interface()); err != nil {
			t.Fatal(err)
		}
		if err := Unmarshal(want, b.Interface()); err != nil || !reflect.DeepEqual(a.Interface(), b.Interface()) {
			t.Errorf("%T: %v %v, want %v", v, b.Elem(), err, a.Elem())
		}
	}
}

func code(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code.String()
	}
	return fmt.Sprint(err)
}

func TestRefusals(t *testing.T) {
	cycle := map[string]any{}
	cycle["x"] = cycle
	for _, c := range []struct {
		v    any
		code string
	}{
		{bare{}, "TYPE"}, {&bare{}, "TYPE"}, {[]bare{{}}, "TYPE"}, {map[string]*bare{"a": {}}, "TYPE"}, {make(chan int), "TYPE"}, {func() {}, "TYPE"}, {complex(1, 2), "TYPE"},
		{math.NaN(), "NUMBER"}, {float32(math.Inf(1)), "NUMBER"}, {json.Number("1x"), "NUMBER"}, {cycle, "DEPTH"}, {odd{"{"}, "METHOD"}, {odd{""}, "METHOD"}, {json.RawMessage("1 2"), "METHOD"},
		{time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC), "METHOD"},
	} {
		if b, err := Marshal(c.v); code(err) != c.code || b != nil {
			t.Errorf("%T: %s %v, want %s", c.v, b, err, c.code)
		}
		if b, err := Append([]byte("kept"), c.v); err == nil || string(b) != "kept" {
			t.Errorf("%T: %s %v", c.v, b, err)
		}
	}
	for _, v := range []any{nil, bare{}, &bare{}, (*int)(nil), 5, new(chan int), new([]bare)} {
		if err := Unmarshal([]byte("[1]"), v); code(err) != "TYPE" {
			t.Errorf("%T: %v", v, err)
		}
	}
	if _, err := Marshal("\xff", StrictUTF8); code(err) != "UTF8" {
		t.Error(err)
	}
	err := Unmarshal([]byte("1"), &bare{})
	if !strings.Contains(err.Error(), "fleecegen") || !strings.Contains(err.Error(), "bare") {
		t.Error("the message does not say what to do:", err)
	}
}

func TestOptions(t *testing.T) {
	if b, _ := Marshal([]any{[]string(nil), map[string]string(nil)}, NilSliceAsEmpty|NilMapAsEmpty); string(b) != "[[],{}]" {
		t.Errorf("%s", b)
	}
	var x any
	if err := Unmarshal([]byte("[1.50]"), &x, UseNumber); err != nil || !reflect.DeepEqual(x, []any{json.Number("1.50")}) {
		t.Error(x, err)
	}
	for _, c := range []struct {
		text string
		opt  Options
		code string
	}{
		{`{"a":1,"\u0061":2}`, RejectDuplicates, "DUPLICATE"}, {`{"a":{"b":1,"b":1}}`, RejectDuplicates, "DUPLICATE"}, {`[{"a":1},{"a":1}]`, RejectDuplicates, "<nil>"},
		{"\"\xff\"", StrictUTF8, "TEXT_UTF8"}, {"\"\xff\"", 0, "<nil>"}, {`"\ud800"`, StrictUTF8, "SURROGATE"}, {"[[[]]]", MaxDepth(2), "DEPTH"}, {"[[]]", MaxDepth(2), "<nil>"},
		{"\xef\xbb\xbf1", 0, "BOM"},
	} {
		if err := Unmarshal([]byte(c.text), &x, c.opt); code(err) != c.code {
			t.Errorf("%q: %v, want %s", c.text, err, c.code)
		}
		if err := Check([]byte(c.text), c.opt); code(err) != c.code {
			t.Errorf("%q: %v, want %s", c.text, err, c.code)
		}
	}
	if Valid([]byte("[1,2")) || !Valid([]byte(" [1,2] ")) {
		t.Error("Valid")
	}
}

// TestStringsAreSafe checks that strings do not change with the input after Unmarshal, and do after
// UnmarshalNoCopy.
func TestStringsAreSafe(t *testing.T) {
	long := strings.Repeat("y", 5000)
	for _, opt := range []Options{0, ExactCopy} {
		for _, pad := range []int{0, 2000} {
			text := []byte(`["a","` + long + `","\n",{"k":"v"},"` + strings.Repeat("z", pad) + `"]`)
			var x any
			if err := Unmarshal(text, &x, opt); err != nil {
				t.Fatal(err)
			}
			before := fmt.Sprint(x)
			for i := range text {
				text[i] = '#'
			}
			for range 100 { // others use the pools
				var y any
				_ = Unmarshal([]byte(`["b","`+long[1:]+`"]`), &y)
			}
			if fmt.Sprint(x) != before {
				t.Error("a string changed")
			}
		}
	}
	for _, text := range []string{`["abc"]`, `["abc","` + long + `"]`} {
		data := []byte(text)
		var s []string
		if err := UnmarshalNoCopy(data, &s); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			var other []string
			_ = Unmarshal([]byte(`["###"]`), &other)
		}
		if s[0] != "abc" {
			t.Error("the string aliases pooled memory:", s[0])
		}
	}
}

func TestPanicsPoisonNothing(t *testing.T) {
	for range 50 {
		for _, f := range []func(){
			func() { _, _ = Marshal([]any{"begun", panics{}}) },
			func() { _, _ = Marshal(map[string]any{"a": panics{}, "b": 1}, SortKeys) },
			func() { var x []panics; _ = Unmarshal([]byte(`[1]`), &x) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Error("no panic")
					}
				}()
				f()
			}()
		}
		if b, err := Marshal(map[string]any{"a": []any{1}}, SortKeys); string(b) != `{"a":[1]}` || err != nil {
			t.Fatalf("%s %v", b, err)
		}
	}
}

func TestConcurrently(t *testing.T) {
	text := []byte(`{"a":[1,2.5,"x"],"b":{"c":null}}`)
	var wait sync.WaitGroup
	for range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for range 300 {
				var x any
				if err := Unmarshal(text, &x); err != nil {
					t.Error(err)
				}
				if b, err := Marshal(x, SortKeys); string(b) != string(text) || err != nil {
					t.Errorf("%s %v", b, err)
				}
			}
		}()
	}
	wait.Wait()
}

func TestBomb(t *testing.T) {
	for _, open := range []string{"[", `{"a":`, `[{"a":`} {
		text := []byte(strings.Repeat(open, 10_000_000/len(open)))
		var x any
		if err := Unmarshal(text, &x); code(err) != "DEPTH" {
			t.Error(code(err))
		}
		if err := Check(text); code(err) != "DEPTH" {
			t.Error(code(err))
		}
	}
}

func TestNumberText(t *testing.T) {
	for _, text := range []string{`1.50`, `"1.50"`, `""`, `"x"`, `"1 "`, `null`, `true`, `"01"`} {
		var got, want json.Number
		a, b := Unmarshal([]byte(text), &got), json.Unmarshal([]byte(text), &want)
		if (a == nil) != (b == nil) || a == nil && got != want {
			t.Errorf("%s: %q %v, encoding/json: %q %v", text, got, a, want, b)
		}
	}
}

func TestCollectErrors(t *testing.T) {
	var x []int8
	err := Unmarshal([]byte(`[1,"a",300,4]`), &x, CollectErrors)
	if code(err) != "TYPE" || !reflect.DeepEqual(x, []int8{1, 0, 0, 4}) {
		t.Error(x, err)
	}
}

// FuzzAny compares decoding into any with encoding/json, and encoding with decoding.
func FuzzAny(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00\n",null,true,false]}`, `[[],{},""]`, "[1 2]", "\"\xff\"", `{"a":1,"a":2}`, "  12345678901234567890  ", `"` + strings.Repeat("a", 40) + `é"`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var got, want any
		a, b := Unmarshal(text, &got), json.Unmarshal(text, &want)
		if (a == nil) != (b == nil) {
			t.Fatalf("%q: %v, encoding/json: %v", text, a, b)
		}
		if (Check(text) == nil) != json.Valid(text) {
			t.Fatalf("%q: %v", text, Check(text))
		}
		if a != nil {
			var e *Error
			if !errors.As(a, &e) || e.Offset < 0 || e.Offset > int64(len(text)) || e.Line < 1 {
				t.Fatalf("%q: %#v", text, a)
			}
			return
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
		x, err := Marshal(got, SortKeys|EscapeHTML)
		y, _ := json.Marshal(want)
		if err != nil || !bytes.Equal(x, y) {
			t.Fatalf("%q: %s %v, want %s", text, x, err, y)
		}
		var alias any
		if err := UnmarshalNoCopy(bytes.Clone(text), &alias); err != nil || !reflect.DeepEqual(alias, want) {
			t.Fatalf("%q: %v %v", text, alias, err)
		}
	})
}

// FuzzString compares the encoding of strings with encoding/json.
func FuzzString(f *testing.F) {
	for _, s := range []string{"", "a", "abc", "abcd", "abcdefg", "abcdefgh", "abcdefghi<", strings.Repeat("é", 20), "\u2028 \u2029", "\xe2\x80", "\xff\"\\\b", "0\u0110\xcc\xd3\u03da"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, _ := json.Marshal(s)
		if got, err := Marshal(s, EscapeHTML); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%q: %s %v, want %s", s, got, err, want)
		}
		plain, err := Marshal(s)
		var back, std string
		if err != nil || Unmarshal(plain, &back) != nil || json.Unmarshal(plain, &std) != nil || back != std || back != strings.ToValidUTF8(back, "") {
			t.Fatalf("%q: %s %q %q", s, plain, back, std)
		}
	})
}

// TestLongStrings puts special characters around the boundaries of the blocks that are written at once.
func TestLongStrings(t *testing.T) {
	for _, unit := range []string{"\x01", "<", "\"", "é", "日", "😀", "\xff", "\u2028", "x", "ab\n", "é<", "日\x01本"} {
		for _, n := range []int{1, 7, 8, 9, 31, 32, 63, 64, 65, 100, 170, 171, 255, 256, 257, 511, 512, 513, 1100} {
			for _, front := range []string{"", "abc", strings.Repeat("y", 64)} {
				s := front + strings.Repeat(unit, n) + "end"
				want, _ := json.Marshal(s)
				for _, room := range []int{0, 1, 16, 600, 10000} {
					got, err := Append(make([]byte, 0, room), s, EscapeHTML)
					if err != nil || !bytes.Equal(got, want) {
						t.Fatalf("%d times %q: %v\n%q\n%q", n, unit, err, got, want)
					}
				}
				var back, std string
				_ = json.Unmarshal(want, &std)
				if err := Unmarshal(want, &back); err != nil || back != std {
					t.Fatalf("%d times %q: %v %q", n, unit, err, back)
				}
			}
		}
	}
}
