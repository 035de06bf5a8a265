// SPDX-License-Identifier: MIT

package fleece

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/fleece-json/fleece/go/rt"
)

// vector is a case from any file in conformance.
type vector struct {
	In        *string
	InHex     string `json:"in_hex"`
	Out       *string
	OutHex    string `json:"out_hex"`
	Code      string
	Offset    int64
	Line      int
	Column    int
	Pointer   *string
	Options   map[string]any
	Canonical *string
	Double    string
	Integer   string
}

func (v vector) text(t *testing.T) []byte {
	if v.In != nil {
		return []byte(*v.In)
	}
	b, err := hex.DecodeString(v.InHex)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func load(t *testing.T, name string, into any) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "conformance", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, into); err != nil {
		t.Fatal(name, err)
	}
}

// options returns the options of the Go half that correspond to v's, or false if there are none. The defaults
// of the Lua half are strict UTF-8 and 1000 levels.
func (v vector) options() (Options, bool) {
	o := StrictUTF8 | MaxDepth(1000)
	for k, x := range v.Options {
		switch {
		case k == "utf8" && x == "replace":
			o &^= StrictUTF8
		case k == "duplicates" && x == "error":
			o |= RejectDuplicates
		case k == "max_depth":
			o = o&(1<<32-1) | MaxDepth(int(x.(float64)))
		default:
			return 0, false
		}
	}
	return o, true
}

// readers are the ways to decode a text, which must agree.
func readers(data []byte, o Options) map[string]error {
	var x, y, z any
	d := NewDecoder(iotest.OneByteReader(strings.NewReader(string(data))), o)
	stream := d.Decode(&z)
	if stream == nil { // trailing bytes belong to the next value
		stream = Unmarshal(data, &x, o)
	}
	if stream == io.EOF {
		stream = Check(data, o)
	}
	return map[string]error{
		"skip":   Check(data, o),
		"any":    Unmarshal(data, &x, o),
		"read":   UnmarshalRead(iotest.HalfReader(strings.NewReader(string(data))), &y, o),
		"stream": stream,
	}
}

func TestConformanceErrors(t *testing.T) {
	var list []vector
	load(t, "errors.json", &list)
	var decisions []struct{ Examples []vector }
	load(t, "decisions.json", &decisions)
	for _, d := range decisions {
		for _, x := range d.Examples {
			if x.Code != "" {
				list = append(list, x)
			}
		}
	}
	foreign := 0
	for _, v := range list {
		o, ok := v.options()
		if !ok {
			foreign++
			continue
		}
		text := v.text(t)
		for way, err := range readers(text, o) {
			var e *Error
			if way == "skip" && v.Code == "NUMBER_RANGE" {
				if err != nil { // a skipped number need not fit in a float
					t.Errorf("%s: %q: %v", way, text, err)
				}
				continue
			}
			if !errors.As(err, &e) {
				t.Errorf("%s: %q: %v, want %s at %d", way, text, err, v.Code, v.Offset)
				continue
			}
			if way == "stream" && streamDiffers(e, v) {
				continue
			}
			if e.Code.String() != v.Code || e.Offset != v.Offset || v.Line != 0 && (e.Line != v.Line || e.Column != v.Column) {
				t.Errorf("%s: %.80q: %v %d, want %s %d", way, text, e.Code, e.Offset, v.Code, v.Offset)
			}
			if v.Pointer != nil && e.Pointer != *v.Pointer {
				t.Errorf("%s: %.80q: %v %d: %s, want %s", way, text, e.Code, e.Offset, e.Pointer, *v.Pointer)
			}
		}
	}
	if foreign > 200 || len(list)-foreign < 6000 {
		t.Errorf("%d of %d cases have options that the Go half lacks", foreign, len(list))
	}
}

// streamDiffers reports whether v's error is in a place where a stream has its next value: the first value is
// read.
func streamDiffers(e *Error, v vector) bool {
	return v.Code == "TRAILING" || e.Code == rt.TRAILING
}

func TestConformanceNumbers(t *testing.T) {
	n := 0
	for _, name := range []string{"integers", "doubles", "halfway", "near", "long"} {
		var list []vector
		load(t, "numbers/"+name+".json", &list)
		for _, v := range list {
			n++
			for _, text := range []string{*v.In, " [" + *v.In + "]", "[[" + *v.In + "],\"" + strings.Repeat("x", 50) + "\"]"} {
				checkNumber(t, v, text)
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d numbers", n)
	}
}

func checkNumber(t *testing.T, v vector, text string) {
	t.Helper()
	var x any
	err := Unmarshal([]byte(text), &x)
	shift := int64(strings.Index(text, *v.In))
	if v.Code != "" {
		var e *Error
		if !errors.As(err, &e) || e.Code.String() != v.Code && v.Code != "BIGINT" || e.Offset != v.Offset+shift {
			t.Errorf("%s: %v, want %s", text, err, v.Code)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return
	}
	for {
		s, ok := x.([]any)
		if !ok {
			break
		}
		x = s[0]
	}
	want, _ := strconv.ParseUint(v.Double, 16, 64)
	if got := math.Float64bits(x.(float64)); got != want {
		t.Errorf("%s: %016x, want %016x", text, got, want)
	}
	if shift != 0 {
		return
	}
	std, _ := json.Marshal(x)
	if b, err := Marshal(x); string(b) != *v.Out || string(std) != *v.Out {
		t.Errorf("%s: %s %v, encoding/json %s, want %s", text, b, err, std, *v.Out)
	}
	if v.Integer == "" {
		return
	}
	var i int64
	err = Unmarshal([]byte(text), &i)
	if wanted, e := strconv.ParseInt(v.Integer, 10, 64); (e == nil) != (err == nil) || e == nil && i != wanted {
		t.Errorf("%s: %d %v, want %s", text, i, err, v.Integer)
	}
	var u uint64
	err = Unmarshal([]byte(text), &u)
	if wanted, e := strconv.ParseUint(v.Integer, 10, 64); (e == nil) != (err == nil) || e == nil && u != wanted {
		t.Errorf("%s: %d %v, want %s", text, u, err, v.Integer)
	}
}

func TestConformanceStrings(t *testing.T) {
	for _, name := range []string{"valid", "lenient"} {
		var list []vector
		load(t, "strings/"+name+".json", &list)
		for _, v := range list {
			o, ok := v.options()
			if !ok {
				continue // utf8 = "pass": a Go string from JSON is UTF-8
			}
			text := v.text(t)
			for pad := 0; pad < 50; pad += 7 {
				var s string
				padded := append(append([]byte(nil), text...), strings.Repeat(" ", pad)...)
				if err := Unmarshal(padded, &s, o); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
				want := ""
				if v.Out != nil {
					want = *v.Out
				} else {
					b, _ := hex.DecodeString(v.OutHex)
					want = string(b)
				}
				if name == "lenient" {
					// One U+FFFD per byte, as in encoding/json, instead of one per maximal subpart.
					if err := json.Unmarshal(text, &want); err != nil {
						t.Fatal(err)
					}
				}
				if s != want {
					t.Fatalf("%q: %q, want %q", text, s, want)
				}
			}
		}
	}
}

func TestConformanceDocuments(t *testing.T) {
	names, err := filepath.Glob("../../conformance/documents/*.json")
	if err != nil || len(names) < 10 {
		t.Fatal(names, err)
	}
	var small []vector
	load(t, "documents/small.json", &small)
	texts := map[string]string{}
	for _, v := range small {
		texts[string(v.text(t))] = *v.Canonical
	}
	for _, name := range names {
		if strings.HasSuffix(name, "small.json") || strings.HasSuffix(name, ".canonical.json") {
			continue
		}
		a, _ := os.ReadFile(name)
		b, err := os.ReadFile(strings.TrimSuffix(name, ".json") + ".canonical.json")
		if err != nil {
			t.Fatal(err)
		}
		texts[string(a)] = string(b)
	}
	for text, canonical := range texts {
		var got, want any
		if err := Unmarshal([]byte(text), &got); err != nil {
			t.Errorf("%.80q: %v", text, err)
			continue
		}
		if err := json.Unmarshal([]byte(canonical), &want); err != nil {
			t.Fatal(err)
		}
		again, err := Marshal(got, SortKeys)
		if err != nil {
			t.Errorf("%.80q: %v", text, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%.80q:\ngot  %.200s", text, again)
		}
		// encoding/json prints the value as we do.
		a, _ := json.Marshal(got)
		if b, _ := Marshal(got, SortKeys|EscapeHTML); string(a) != string(b) {
			t.Errorf("%.80q:\ngot  %.200s\nwant %.200s", text, b, a)
		}
		var back any
		if err := Unmarshal(again, &back); err != nil {
			t.Errorf("%.80q: %v", again, err)
		}
	}
}
