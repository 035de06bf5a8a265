// SPDX-License-Identifier: MIT

package fleece

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/fleece-json/fleece/go/rt"
)

const sample = ` {"a":[1,2.5,"x\u00e9\"",null,true]} [] "s" 12 -3.5e1 true null
{"b":{"c":"` + "\u65e5\u672c" + `"}}{}[[]]`

func wholeValues(t *testing.T) []any {
	t.Helper()
	var want []any
	d := json.NewDecoder(strings.NewReader(sample))
	for {
		var x any
		if err := d.Decode(&x); err == io.EOF {
			return want
		} else if err != nil {
			t.Fatal(err)
		}
		want = append(want, x)
	}
}

func TestDecoderLikeWhole(t *testing.T) {
	want := wholeValues(t)
	for name, r := range map[string]io.Reader{
		"whole":  strings.NewReader(sample),
		"byte":   iotest.OneByteReader(strings.NewReader(sample)),
		"half":   iotest.HalfReader(strings.NewReader(sample)),
		"eof":    iotest.DataErrReader(strings.NewReader(sample)),
		"slowly": &stutter{r: strings.NewReader(sample)},
	} {
		d := NewDecoder(r)
		var got []any
		for x, err := range Values[any](d) {
			if err != nil {
				t.Fatal(name, err)
			}
			got = append(got, x)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\ngot  %v\nwant %v", name, got, want)
		}
		if d.InputOffset() != int64(len(sample)) {
			t.Errorf("%s: offset %d", name, d.InputOffset())
		}
		if err := d.Decode(new(any)); err != io.EOF {
			t.Errorf("%s: %v after the end", name, err)
		}
	}
}

// stutter returns nothing every second time.
type stutter struct {
	r io.Reader
	n int
}

func (s *stutter) Read(b []byte) (int, error) {
	if s.n++; s.n%2 == 0 {
		return 0, nil
	}
	return s.r.Read(b[:min(len(b), 3)])
}

var errReader = errors.New("the line is dead")

func TestReadersThatFail(t *testing.T) {
	for cut := range len(sample) {
		r := io.MultiReader(strings.NewReader(sample[:cut]), iotest.ErrReader(errReader))
		d := NewDecoder(r)
		var err error
		for err == nil {
			var x any
			err = d.Decode(&x)
		}
		var e *Error
		if !errors.Is(err, errReader) || !errors.As(err, &e) || e.Code != rt.SOURCE {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if again := d.Decode(new(any)); again != err {
			t.Fatalf("cut at %d: then %v", cut, again)
		}
		var x any
		err = UnmarshalRead(io.MultiReader(strings.NewReader(sample[:cut]), iotest.ErrReader(errReader)), &x)
		if !errors.Is(err, errReader) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
	}
	dead := readerFunc(func([]byte) (int, error) { return 0, nil })
	if err := NewDecoder(dead).Decode(new(any)); !errors.Is(err, io.ErrNoProgress) {
		t.Error(err)
	}
	if err := UnmarshalRead(dead, new(any)); !errors.Is(err, io.ErrNoProgress) {
		t.Error(err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

func TestArrayElements(t *testing.T) {
	text := "  [ 1 , 2,3,\n\"x\" ] 7 [] [4] "
	d := NewDecoder(iotest.OneByteReader(strings.NewReader(text)))
	collect := func() (list []any) {
		for x, err := range Array[any](d) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, x)
		}
		return list
	}
	if got := collect(); fmt.Sprint(got) != "[1 2 3 x]" {
		t.Error(got)
	}
	var seven int
	if err := d.Decode(&seven); err != nil || seven != 7 {
		t.Error(seven, err)
	}
	if got := collect(); got != nil {
		t.Error(got)
	}
	if got := collect(); fmt.Sprint(got) != "[4]" {
		t.Error(got)
	}
	for _, err := range Array[any](d) {
		if err != io.EOF {
			t.Error(err)
		}
	}
}

// TestArrayErrors compares the errors of an array read element by element with those of the whole text.
func TestArrayErrors(t *testing.T) {
	for _, text := range []string{
		"[1,2", "[1,", "[", "[1 2]", "[1x]", "[truex]", "[,]", "[1,]", "[1}", `["a" "b"]`, "[1,\n \"\x01\"]", "[1 x", "[tru", "[1,2.", "[1,-", "[1,2",
		"[0," + strings.Repeat(`{"a":`, 14) + "x", "[" + strings.Repeat(`{"a":`, 15) + "x", "[0," + strings.Repeat(`{"~1":`, 16) + "x", `[1,{"a":tru}]`, `[[1],[2,[3 4]]]`,
		"[1e]", "[01]", "[-]", `["\q"]`, "{", "x", "",
	} {
		var whole []any
		want := Unmarshal([]byte(text), &whole)
		var got error
		for _, err := range Array[any](NewDecoder(iotest.OneByteReader(strings.NewReader(text)))) {
			if err != nil {
				got = err
			}
		}
		if text == "" {
			if got != io.EOF {
				t.Errorf("empty: %v", got)
			}
			continue
		}
		var a, b *Error
		if errors.As(got, &a) != errors.As(want, &b) {
			t.Errorf("%q: %v, want %v", text, got, want)
			continue
		}
		if a == nil || text == "{" {
			continue
		}
		if a.Code != b.Code || a.Offset != b.Offset || a.Line != b.Line || a.Column != b.Column || a.Pointer != b.Pointer {
			t.Errorf("%q:\ngot  %v %s\nwant %v %s", text, got, a.Pointer, want, b.Pointer)
		}
	}
}

// TestStreamGoesOn checks that a value of the wrong kind is skipped and the next one is read.
func TestStreamGoesOn(t *testing.T) {
	d := NewDecoder(strings.NewReader("[1,\"two\",3,300]\n\"x\" 5"))
	var got []string
	for x, err := range Array[uint8](d) {
		got = append(got, fmt.Sprint(x, err != nil))
		var e *Error
		if errors.As(err, &e) && e.Pointer != "/1" && e.Pointer != "/3" {
			t.Error(e.Pointer)
		}
	}
	if s := strings.Join(got, " "); s != "1 false 0 true 3 false 0 true" {
		t.Error(s)
	}
	var n int
	err := d.Decode(&n)
	var e *Error
	if !errors.As(err, &e) || e.Code != rt.TYPE || e.Offset != 16 || e.Line != 2 || e.Column != 1 {
		t.Errorf("%+v", e)
	}
	if err := d.Decode(&n); err != nil || n != 5 {
		t.Error(n, err)
	}
}

// endless returns a reader of an array of n elements.
func endless(n int, element string) io.Reader {
	i := 0
	var rest []byte
	return readerFunc(func(b []byte) (int, error) {
		if len(rest) == 0 {
			switch {
			case i == 0:
				rest = []byte("[" + element)
			case i < n:
				rest = []byte("," + element)
			case i == n:
				rest = []byte("]")
			default:
				return 0, io.EOF
			}
			i++
		}
		k := copy(b, rest)
		rest = rest[k:]
		return k, nil
	})
}

// counter is a writer that keeps only the length and the first bytes.
type counter struct {
	n     int64
	first []byte
}

func (w *counter) Write(b []byte) (int, error) {
	w.n += int64(len(b))
	w.first = append(w.first, b[:min(len(b), 8-len(w.first))]...)
	return len(b), nil
}

// TestConstantMemory sends an array through a Decoder and an Encoder, element by element: a gigabyte, or a
// sixteenth of that with -short. Live memory, with the garbage of a cycle or two, stays under 32 MB.
func TestConstantMemory(t *testing.T) {
	element := `{"a":"` + strings.Repeat("x", 1000) + `","b":[1,2,3]}`
	n := 1 << 30 / len(element)
	if testing.Short() {
		n /= 16
	}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	runtime.GC()
	before, most, seen := heap(), int64(0), 0
	d := NewDecoder(endless(n, element))
	var out counter
	err := WriteArray(NewEncoder(&out), func(yield func(RawMessage) bool) {
		for x, err := range Array[RawMessage](d) {
			if err != nil {
				t.Error(err)
			}
			if seen++; seen%(n/20) == 0 {
				most = max(most, heap())
			}
			if err != nil || !yield(x) {
				return
			}
		}
	})
	if err != nil || seen != n || out.n != int64(n*(len(element)+1)+2) || string(out.first) != `[{"a":"x` {
		t.Errorf("%v; %d elements of %d, %d bytes, %q", err, seen, n, out.n, out.first)
	}
	if most-before > 32<<20 || cap(d.buf) > 64<<10 {
		t.Errorf("%d bytes more than the %d before, a buffer of %d", most-before, before, cap(d.buf))
	}
}

func TestDecoderDepth(t *testing.T) {
	r := io.MultiReader(strings.NewReader(strings.Repeat("[", 20000)), iotest.ErrReader(errReader))
	var e *Error
	if err := NewDecoder(r).Decode(new(any)); !errors.As(err, &e) || e.Code != rt.DEPTH || e.Offset != 10000 {
		t.Error(err)
	}
}

type failingWriter struct {
	n     int
	short bool
}

var errWriter = errors.New("disk full")

func (w *failingWriter) Write(b []byte) (int, error) {
	if w.n -= len(b); w.n >= 0 {
		return len(b), nil
	}
	if w.short {
		return len(b) - 1, nil
	}
	return 0, errWriter
}

func TestWriters(t *testing.T) {
	var b bytes.Buffer
	e := NewEncoder(&b, SortKeys)
	for _, v := range []any{1, "x", map[string]any{"b": 1, "a": nil}, []any{}} {
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	if b.String() != "1\n\"x\"\n{\"a\":null,\"b\":1}\n[]\n" {
		t.Errorf("%q", b.String())
	}
	if err := e.Encode([]any{1, math.NaN()}); err == nil || !strings.HasSuffix(b.String(), "}\n[]\n") {
		t.Error("NaN was written")
	}
	if err := e.Encode(2); err != nil {
		t.Error("a value that cannot be encoded ended the stream:", err)
	}
	for _, w := range []*failingWriter{{n: 3}, {n: 3, short: true}} {
		e := NewEncoder(w)
		if err := e.Encode(1); err != nil {
			t.Fatal(err)
		}
		err := e.Encode("long enough")
		var f *Error
		if !errors.As(err, &f) || f.Code != rt.SINK || !errors.Is(err, errWriter) && !errors.Is(err, io.ErrShortWrite) {
			t.Error(err)
		}
		if e.Encode(1) != err {
			t.Error("the stream went on")
		}
		if err := MarshalWrite(&failingWriter{}, "x"); !errors.Is(err, errWriter) {
			t.Error(err)
		}
	}
	size := -1
	b.Reset()
	if err := MarshalTo(&b, []string{"a"}, func(n int) error { size = n; return nil }); err != nil || size != 5 || b.String() != `["a"]` {
		t.Error(err, size, b.String())
	}
	if n, err := Size([]string{"a"}); n != 5 || err != nil {
		t.Error(n, err)
	}
}

func numbersTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func TestWriteArray(t *testing.T) {
	var b bytes.Buffer
	e := NewEncoder(&b)
	if err := WriteArray(e, numbersTo(50000)); err != nil {
		t.Fatal(err)
	}
	if err := WriteArray(e, numbersTo(0)); err != nil {
		t.Fatal(err)
	}
	d := NewDecoder(&b)
	n := 0
	for x, err := range Array[int](d) {
		if err != nil || x != n {
			t.Fatal(x, err)
		}
		n++
	}
	if n != 50000 {
		t.Error(n)
	}
	for range Array[int](d) {
		t.Error("an element of an empty array")
	}
	bad := func(yield func(float64) bool) { _ = yield(1) && yield(math.Inf(1)) }
	if err := WriteArray(NewEncoder(io.Discard), bad); err == nil {
		t.Error("infinity was written")
	}
}

func FuzzStream(f *testing.F) {
	f.Add(sample, 3)
	f.Add(`[1,2,{"a":"b\n"}]`, 1)
	f.Fuzz(func(t *testing.T, text string, step int) {
		r := strings.NewReader(text)
		step = max(1, min(step, 1000))
		d := NewDecoder(readerFunc(func(b []byte) (int, error) { return r.Read(b[:min(len(b), step)]) }))
		var got, want any
		err := d.Decode(&got)
		whole := Unmarshal([]byte(text), &want)
		if whole == nil {
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%q: %v %v, want %v", text, got, err, want)
			}
			return
		}
		if err == nil { // the first value was well-formed, what follows was not
			if _, ok := whole.(*Error); !ok || Check([]byte(text[:d.InputOffset()])) != nil {
				t.Fatalf("%q: %v, whole: %v", text, got, whole)
			}
		}
	})
}
