// SPDX-License-Identifier: MIT

package fleece

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"
	"testing"

	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/rt"
)

// This file tests readers, writers and callbacks that fail or panic, and texts of the largest size.

// pinned is decoded like a generated type whose string has the tag nocopy.
type pinned string

func (p *pinned) DecodeFleece(d *rt.Decoder, i int) int { return d.StringNoCopy(i, (*string)(p)) }

// TestNocopyInMemoryThatIsUsedAgain checks that the tag makes strings part of the caller's bytes, but never of
// one of our buffers.
func TestNocopyInMemoryThatIsUsedAgain(t *testing.T) {
	for _, n := range []int{3, 2000} {
		want := strings.Repeat("x", n)
		text := []byte(`"` + want + `"`)
		var p pinned
		if err := Unmarshal(text, &p); err != nil || string(p) != want {
			t.Fatal(p, err)
		}
		text[1] = '!'
		if aliased := p[0] == '!'; aliased != mem.Unsafe { // without unsafe, nothing is shared
			t.Errorf("the string is part of the caller's bytes: %v", aliased)
		}
		if err := UnmarshalRead(strings.NewReader(`"`+want+`"`), &p); err != nil {
			t.Fatal(err)
		}
		other := `"` + strings.Repeat("#", n) + `"`
		for range 10 {
			var q pinned
			_ = UnmarshalRead(strings.NewReader(other), &q)
		}
		if string(p) != want {
			t.Errorf("a reader's buffer was reused: %.20q", p)
		}
		var list []pinned
		for x, err := range Values[pinned](NewDecoder(strings.NewReader(strings.Repeat(`"`+want+`" `+other+` `, 20)))) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, x)
		}
		for i, x := range list {
			if i%2 == 0 && string(x) != want || i%2 == 1 && string(x) == want {
				t.Fatalf("value %d of a stream was overwritten: %.20q", i, x)
			}
		}
	}
}

// TestPanicsOfCallbacks checks that pooled objects are in their initial state after a reader, a writer, an
// iterator or a callback panicked.
func TestPanicsOfCallbacks(t *testing.T) {
	half := []byte(`{"half":`)
	reader := readerFunc(func(b []byte) (int, error) {
		if half == nil {
			panic("reader")
		}
		n := copy(b, half)
		half = nil
		return n, nil
	})
	value := map[string]any{"a": []any{"b", 1.5}}
	for range 20 {
		for _, f := range []func(){
			func() { half = []byte(`{"half":`); _ = UnmarshalRead(reader, new(any)) },
			func() { half = []byte(`{"half":`); _ = NewDecoder(reader).Decode(new(any)) },
			func() { _ = MarshalWrite(writerFunc(func([]byte) (int, error) { panic("writer") }), value) },
			func() { _ = NewEncoder(writerFunc(func([]byte) (int, error) { panic("writer") })).Encode(value) },
			func() { _ = MarshalTo(io.Discard, value, func(int) error { panic("before") }) },
			func() {
				_ = WriteArray(NewEncoder(io.Discard), func(yield func(any) bool) { yield(value); panic("iterator") })
			},
			func() {
				for range Values[any](NewDecoder(strings.NewReader("1 2"))) {
					panic("body")
				}
			},
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Error("no panic")
					}
				}()
				f()
			}()
			var b bytes.Buffer
			if err := MarshalWrite(&b, value); err != nil || b.String() != `{"a":["b",1.5]}` {
				t.Fatalf("%s %v", &b, err)
			}
			var back any
			if err := UnmarshalRead(&b, &back); err != nil || fmt.Sprint(back) != fmt.Sprint(value) {
				t.Fatalf("%v %v", back, err)
			}
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestWritersThatFail checks that an error wraps what the writer returned, that nothing is written twice, and
// that nothing is written of a value that cannot be encoded.
func TestWritersThatFail(t *testing.T) {
	for room := range 12 {
		var got []byte
		w := writerFunc(func(b []byte) (int, error) {
			n := min(len(b), room-len(got))
			got = append(got, b[:n]...)
			if n < len(b) {
				return n, errWriter
			}
			return n, nil
		})
		err := MarshalWrite(w, "0123456789")
		whole := `"0123456789"`
		var e *Error
		if len(whole) <= room != (err == nil) || err != nil && (!errors.Is(err, errWriter) || !errors.As(err, &e) || e.Code != rt.SINK) || string(got) != whole[:min(room, len(whole))] {
			t.Errorf("room for %d: %q, %v", room, got, err)
		}
		got = nil
		if err := MarshalWrite(w, []any{"x", func() {}}); code(err) != "TYPE" || got != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
	before := errors.New("no")
	if err := MarshalTo(writerFunc(func([]byte) (int, error) { t.Error("written"); return 0, nil }), 1, func(int) error { return before }); err != before {
		t.Error(err)
	}
}

// TestGigabyteString reads and writes a string of a gigabyte: whole, truncated, and with an escape at its end.
func TestGigabyteString(t *testing.T) {
	if testing.Short() {
		t.Skip("takes four gigabytes of memory")
	}
	if bits.UintSize < 64 {
		t.Skip("needs 64 bits")
	}
	const n = 1 << 30
	text := bytes.Repeat([]byte("x"), n+2)
	text[0], text[n+1] = '"', '"'
	var s string
	if err := Unmarshal(text, &s); err != nil || len(s) != n || s[n-1] != 'x' {
		t.Fatal(len(s), err)
	}
	out := 0
	if err := MarshalWrite(writerFunc(func(b []byte) (int, error) { out += len(b); return len(b), nil }), s); err != nil || out != n+2 {
		t.Error(out, err)
	}
	s = ""
	var e *Error
	if err := Check(text[:n]); !errors.As(err, &e) || e.Code != rt.END || e.Offset != n {
		t.Error(err)
	}
	text[n] = '\x01'
	if err := Unmarshal(text, &s); !errors.As(err, &e) || e.Code != rt.CONTROL || e.Offset != n {
		t.Error(err)
	}
	text[n-1], text[n] = '\\', 'n'
	if err := Unmarshal(text, &s); err != nil || len(s) != n-1 || s[n-2] != '\n' {
		t.Error(len(s), err)
	}
}
