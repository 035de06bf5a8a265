// SPDX-License-Identifier: MIT

package shapes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"sort"
	"strings"
	"testing"
	"time"
)

// This file makes values and documents, prints values, and runs two packages on them, for the tests in this
// directory.

// rounds is the number of values of each type.
const rounds = 12

// differential makes two packages with the same types write values and read documents. write returns the text
// that both write; read reports whether both could read the document. prepare changes a value before a document
// is read into it.
func differential(t *testing.T, theirs, ours []func() any, prepare func(v reflect.Value),
	write func(t *testing.T, i int, theirs, ours any) []byte, read func(t *testing.T, i int, document []byte, theirs, ours any) bool) {
	taken, refused := 0, 0
	for i := range theirs {
		random := rand.New(rand.NewPCG(uint64(i), 1))
		for round := range rounds {
			seed := random.Uint64()
			// pair returns a value of each type, with the same contents.
			pair := func(stream uint64, depth int) (a, b any) {
				a, b = theirs[i](), ours[i]()
				fill(rand.New(rand.NewPCG(seed, stream)), reflect.ValueOf(a).Elem(), depth)
				fill(rand.New(rand.NewPCG(seed, stream)), reflect.ValueOf(b).Elem(), depth)
				return a, b
			}
			a, b := pair(0, 4)
			for _, document := range documents(random, write(t, i, a, b)) {
				a, b := theirs[i](), ours[i]()
				if round%2 == 0 { // into values that already hold something
					a, b = pair(7, 3)
					prepare(reflect.ValueOf(a).Elem())
					prepare(reflect.ValueOf(b).Elem())
				}
				if read(t, i, document, a, b) {
					taken++
				} else {
					refused++
				}
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Log(taken, "read alike,", refused, "refused")
	if taken == 0 || refused == 0 {
		t.Error("nothing was read, or nothing was refused")
	}
}

// mostMembers is the maximum number of members in a map that fill makes.
var mostMembers = 3

var texts = []string{"", "a", "<b>&", "ü", "漢字 😀", "\u2028", "\"\\/\b\f\n\r\t\x00\x7f", "12", "-0.5", "true", "bad\xff\xc0utf-8", "a string that is longer than a word or two"}

// fill sets v to a random value. It looks only at v's kind, so equal streams fill equivalent types with equal
// values.
func fill(random *rand.Rand, v reflect.Value, depth int) {
	if random.IntN(6) == 0 {
		return // leave it unchanged
	}
	switch p := v.Addr().Interface().(type) {
	case *json.Number:
		*p = json.Number([]string{"", "0", "-1.5e300", "12345678901234567890"}[random.IntN(4)])
		return
	case *json.RawMessage:
		*p = json.RawMessage([]string{"null", ` {"r" : [1, "<"]} `, "0", `"x"`}[random.IntN(4)])
		return
	case *time.Time:
		*p = time.Unix(random.Int64N(1<<32), random.Int64N(1e9)).UTC()
		return
	case *big.Int:
		p.SetString([]string{"0", "-1", "123456789012345678901234567890"}[random.IntN(3)], 10)
		return
	case *netip.Addr:
		*p = netip.AddrFrom4([4]byte{10, 0, byte(random.IntN(9)), 1})
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(random.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := int64(random.Uint64()) >> random.IntN(64)
		v.SetInt(n << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(random.Uint64() >> (64 - random.IntN(v.Type().Bits()+1)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(randomFloat(random, v.Kind() == reflect.Float32))
	case reflect.String:
		v.SetString(texts[random.IntN(len(texts))])
	case reflect.Slice:
		n := length(random, depth)
		v.Set(reflect.MakeSlice(v.Type(), n, n+random.IntN(3)))
		for i := range n {
			fill(random, v.Index(i), depth-1)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(random, v.Index(i), depth-1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range min(length(random, depth), mostMembers) {
			key, element := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(random, key, depth-1)
			fill(random, element, depth-1)
			v.SetMapIndex(key, element)
		}
	case reflect.Pointer:
		if depth > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(random, v.Elem(), depth-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(random, v.Field(i), depth-1)
			}
		}
	case reflect.Interface:
		v.Set(reflect.ValueOf([]any{"<x>", 1.5, true, []any{nil, 1e21, ""}, map[string]any{"a": map[string]any{}}}[random.IntN(5)]))
	}
}

// empty removes all slices: encoding/json reads elements into what a slice held before, but Fleece into zero
// values. That difference has its own test.
func empty(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		v.SetZero()
	case reflect.Pointer:
		if !v.IsNil() && v.Type() != reflect.TypeFor[*big.Int]() {
			empty(v.Elem())
		}
	case reflect.Array:
		for i := range v.Len() {
			empty(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && v.Field(i).CanSet() {
				empty(v.Field(i))
			}
		}
	}
}

func length(random *rand.Rand, depth int) int {
	if depth <= 0 {
		return 0
	}
	return random.IntN(4)
}

func randomFloat(random *rand.Rand, short bool) float64 {
	switch random.IntN(12) {
	case 0:
		return []float64{0, math.Copysign(0, -1), 1e-6, 1e21, 9.99e-7, 1e20, math.MaxFloat32, math.SmallestNonzeroFloat32, 100000000}[random.IntN(9)]
	case 1:
		if random.IntN(20) == 0 {
			return []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[random.IntN(3)]
		}
	case 2, 3, 4, 5:
		return float64(random.IntN(20000)-10000) / 100
	}
	if short {
		return float64(math.Float32frombits(random.Uint32()&^(0xff<<23) | random.Uint32N(255)<<23))
	}
	return math.Float64frombits(random.Uint64()&^(0x7ff<<52) | random.Uint64N(2047)<<52)
}

// documents returns the text and variants of it: with other orders, other values, other names, and damage.
func documents(random *rand.Rand, text []byte) [][]byte {
	all := [][]byte{text}
	for range 6 {
		n := parse(text)
		n.vary(random)
		all = append(all, n.append(nil, random))
	}
	for range 3 {
		all = append(all, damage(random, text))
	}
	return all
}

func damage(random *rand.Rand, text []byte) []byte {
	c := bytes.Clone(text)
	i := random.IntN(len(c))
	switch random.IntN(3) {
	case 0:
		return c[:i]
	case 1:
		c[i] = "{}[],:\"\\0-.eEtn \x00\xff"[random.IntN(18)]
		return c
	}
	return append(c[:i], c[min(len(c), i+1+random.IntN(3)):]...)
}

// node is a JSON value that keeps the order of members: a scalar holds its text, an object holds names and
// values in turn.
type node struct {
	kind  json.Delim
	text  string
	items []*node
}

func parse(text []byte) *node {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return parseNext(d)
}

func parseNext(d *json.Decoder) *node {
	token, err := d.Token()
	if err != nil && err != io.EOF {
		panic(err)
	}
	open, ok := token.(json.Delim)
	if !ok {
		text, _ := json.Marshal(token)
		return &node{text: string(text)}
	}
	n := &node{kind: open}
	for d.More() {
		n.items = append(n.items, parseNext(d))
	}
	d.Token()
	return n
}

func (n *node) append(b []byte, random *rand.Rand) []byte {
	if n.kind == 0 {
		return append(b, n.text...)
	}
	b = append(b, byte(n.kind))
	for i, item := range n.items {
		if i > 0 && (n.kind == '[' || i%2 == 0) {
			b = append(b, ',')
		} else if i > 0 {
			b = append(b, ':')
		}
		b = append(b, []string{"", "", "", " ", "\n\t"}[random.IntN(5)]...)
		b = item.append(b, random)
	}
	return append(b, byte(n.kind)+2)
}

var replacements = []string{
	"null", "true", "false", "0", "-1", "1.5", "1e3", "300", "70000", "1e400", "123456789012345678901", `""`, `"1"`, `"true"`, `"x\u00e9\ud800"`, `"AQID"`,
	`"2020-01-02T03:04:05Z"`, "[]", "[1,2]", "[null]", "{}", `{"a":1}`, `[[]]`, `"null"`, `"\"q\""`,
}

// vary shuffles and repeats members, replaces values, changes names, and adds unknown members.
func (n *node) vary(random *rand.Rand) {
	for i, item := range n.items {
		if n.kind == '{' && i%2 == 0 {
			if random.IntN(8) == 0 && n.items[i+1].kind == 0 {
				item.text = []string{strings.ToUpper(item.text), strings.ToLower(item.text), `"unknown"`}[random.IntN(3)]
				if strings.Contains(item.text, `\U`) {
					item.text = `"unknown"`
				}
			}
			continue
		}
		item.vary(random)
		if random.IntN(12) == 0 {
			n.items[i] = &node{text: replacements[random.IntN(len(replacements))]}
		}
	}
	if n.kind != '{' {
		return
	}
	pairs := len(n.items) / 2
	if pairs > 0 && random.IntN(4) == 0 {
		i := 2 * random.IntN(pairs)
		if n.items[i+1].kind == 0 { // a repeated slice is read differently: see empty
			n.items = append(n.items, n.items[i], &node{text: replacements[random.IntN(len(replacements))]})
			pairs++
		}
	}
	if random.IntN(3) == 0 {
		random.Shuffle(pairs, func(i, j int) {
			n.items[2*i], n.items[2*j] = n.items[2*j], n.items[2*i]
			n.items[2*i+1], n.items[2*j+1] = n.items[2*j+1], n.items[2*i+1]
		})
	}
}

// dump prints a value without type names; nil and empty differ.
func dump(v reflect.Value) string {
	if v.CanAddr() && v.CanInterface() {
		switch p := v.Addr().Interface().(type) {
		case *time.Time:
			return p.Format(time.RFC3339Nano)
		case *big.Int:
			return p.String()
		case *netip.Addr:
			return p.String()
		}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		return "&" + dump(v.Elem())
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return "nil"
		}
		parts := []string{}
		for i := range v.Len() {
			parts = append(parts, dump(v.Index(i)))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case reflect.Map:
		if v.IsNil() {
			return "nil"
		}
		parts := []string{}
		for _, key := range v.MapKeys() {
			parts = append(parts, dump(key)+":"+dump(v.MapIndex(key)))
		}
		sort.Strings(parts)
		return "{" + strings.Join(parts, " ") + "}"
	case reflect.Struct:
		parts := []string{}
		for i := range v.NumField() {
			parts = append(parts, v.Type().Field(i).Name+":"+dump(v.Field(i)))
		}
		return "(" + strings.Join(parts, " ") + ")"
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	}
	return fmt.Sprint(v)
}
