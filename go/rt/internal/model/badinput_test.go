// SPDX-License-Identifier: MIT

package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/fleece-json/fleece/go/rt"
)

// This file tests bad input to generated code: nesting that is too deep, numbers that are too large, duplicate
// members, and methods that panic.

func decodeUser(text string, opt rt.Options) (*User, *rt.Error) {
	u := new(User)
	d := rt.NewDecoder([]byte(text), opt)
	var e *rt.Error
	errors.As(d.Done(u.DecodeFleece(d, d.Start(0))), &e)
	return u, e
}

func TestBombs(t *testing.T) {
	const limit = rt.DefaultMaxDepth
	for _, c := range []struct {
		start, open string
		levels      int // levels before the first open bracket
	}{
		{"", `{"id":1,"manager":`, 0}, {`{"unknown":`, "[", 1}, {`{"unknown":`, `{"a":`, 1}, {`{"any":`, "[", 1}, {`{"any":`, `[{"x":`, 1}, {`{"raw":`, "[", 1},
	} {
		each := strings.Count(c.open, "{") + strings.Count(c.open, "[")
		_, e := decodeUser(c.start+strings.Repeat(c.open, 10_000_000/len(c.open)), 0)
		// The bracket that exceeds the limit is the limit-th one after the earlier levels.
		n := limit - c.levels
		offset := len(c.start) + n/each*len(c.open) + n%each*strings.IndexByte(c.open, '{')
		if e == nil || e.Code != rt.DEPTH || e.Offset != int64(offset) {
			t.Errorf("%s%s…: %.200v, want DEPTH at %d", c.start, c.open, e, offset)
		}
	}
	deep := strings.Repeat(`{"id":1,"manager":`, limit-1) + `{"id":1}` + strings.Repeat("}", limit-1)
	if _, e := decodeUser(deep, 0); e != nil {
		t.Errorf("%d levels: %v", limit, e)
	}
	if _, e := decodeUser(`{"id":1,"any":[[1]],"unknown":[[1]],"manager":{"id":1,"address":{}}}`, rt.MaxDepth(3)); e != nil {
		t.Errorf("3 of 3 levels: %v", e)
	}
}

func TestCyclesEnd(t *testing.T) {
	u := &User{}
	u.Manager = &User{Manager: u}
	_, err := u.AppendJSON(nil)
	var e *rt.Error
	if !errors.As(err, &e) || e.Code != rt.DEPTH {
		t.Errorf("%.200v", err)
	}
	loop := map[string]any{}
	loop["loop"] = []any{loop}
	if _, err := (&User{Any: loop}).AppendJSON(nil); !errors.As(err, &e) || e.Code != rt.DEPTH {
		t.Errorf("%.200v", err)
	}
}

// TestIntegersThatOverflow checks that the last integer in range is read, and that the next one is an error
// that names type, field and place and leaves the field unchanged. It tries texts of both lengths, because they
// are read in two ways.
func TestIntegersThatOverflow(t *testing.T) {
	fields := reflect.TypeFor[Scalars]()
	for i := range fields.NumField() {
		f := fields.Field(i)
		bits := uint(0)
		switch f.Type.Kind() {
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
			bits = uint(f.Type.Bits())
		default:
			continue
		}
		least, most := new(big.Int), new(big.Int).Lsh(big.NewInt(1), bits)
		if f.Type.Kind() <= reflect.Int64 {
			most.Rsh(most, 1)
			least.Neg(most)
		}
		most.Sub(most, big.NewInt(1))
		for _, n := range []*big.Int{least, most} {
			checkInteger(t, f, n.String(), true)
		}
		for _, text := range []string{
			new(big.Int).Sub(least, big.NewInt(1)).String(), new(big.Int).Add(most, big.NewInt(1)).String(), most.String() + "0",
			"1" + strings.Repeat("0", 20), "18446744073709551616", strings.Repeat("9", 25), "-" + strings.Repeat("9", 25), strings.Repeat("9", 1000),
		} {
			checkInteger(t, f, text, false)
		}
	}
}

func checkInteger(t *testing.T, f reflect.StructField, number string, fits bool) {
	t.Helper()
	name := f.Tag.Get("json")
	for _, behind := range []string{"}", strings.Repeat(" ", 1100) + "}"} {
		var s Scalars
		v := reflect.ValueOf(&s).Elem().FieldByIndex(f.Index)
		before := "0"
		if v.CanInt() {
			v.SetInt(7)
			before = "7"
		}
		front := `{"` + name + `": `
		err := s.UnmarshalJSON([]byte(front + number + behind))
		if fits {
			if err != nil || fmt.Sprintf("%d", v.Interface()) != number {
				t.Errorf("%s %s: %v, %v", name, number, v, err)
			}
			continue
		}
		var e *rt.Error
		if !errors.As(err, &e) || e.Code != rt.BIGINT || e.Offset != int64(len(front)) || e.Pointer != "/"+name || !strings.HasSuffix(e.Field, "."+f.Name) {
			t.Errorf("%s %s: %+v", name, number, err)
		}
		if got := fmt.Sprintf("%d", v.Interface()); got != before {
			t.Errorf("%s %s: holds %s", name, number, got)
		}
	}
}

func TestOtherNumbersThatOverflow(t *testing.T) {
	for _, c := range []struct{ text, code, field string }{
		{`{"id":1,"quoted":"9223372036854775808"}`, "BIGINT", "model.User.Quoted"},
		{`{"id":1,"counts":{"9223372036854775808":{}}}`, "BIGINT", "model.User.Counts"},
		{`{"id":1,"counts":{"1.5":{}}}`, "TYPE", "model.User.Counts"},
		{`{"id":1.0}`, "TYPE", "model.User.Base.ID"},
		{`{"id":1e2}`, "TYPE", "model.User.Base.ID"},
		{`{"id":1,"grid":[[1e400]]}`, "NUMBER_RANGE", "model.User.Grid"},
		{`{"id":1,"point":[0,-1e309]}`, "NUMBER_RANGE", "model.User.Point"},
	} {
		_, e := decodeUser(c.text, 0)
		if e == nil || e.Code.String() != c.code || e.Field != c.field {
			t.Errorf("%s: %+v", c.text, e)
		}
	}
}

func TestDuplicateNames(t *testing.T) {
	if u, e := decodeUser(`{"id":1,"name":"a","id":2,"name":"b"}`, 0); e != nil || u.ID != 2 || u.Name != "b" {
		t.Errorf("the last one counts: %+v %v", u, e)
	}
	for _, c := range []struct {
		text   string
		offset int64
	}{
		{`{"id":1,"id":2}`, 8}, {`{"id":1,"name":"x","\u006eame":"y"}`, 19}, {`{"id":1,"address":{"zip":1,"zip":2}}`, 27}, {`{"id":1,"unknown":1,"unknown":2}`, 20},
		{`{"id":1,"unknown":[{"a":1,"a":2}]}`, 26}, {`{"id":1,"labels":{"a":"b","a":"c"}}`, 26}, {`{"id":1,"any":{"a":{"b":1},"a":2}}`, 27},
	} {
		for _, text := range []string{c.text, c.text + strings.Repeat(" ", 1100)} {
			if _, e := decodeUser(text, rt.RejectDuplicates); e == nil || e.Code != rt.DUPLICATE || e.Offset != c.offset {
				t.Errorf("%s: %+v, want offset %d", text, e, c.offset)
			}
		}
	}
	if _, e := decodeUser(`{"id":1,"address":{"zip":1},"friends":[{"zip":1},{"zip":1}],"any":[{"a":1},{"a":2}],"unknown":{"id":{"id":1}}}`, rt.RejectDuplicates); e != nil {
		t.Error(e)
	}
}

// panics has methods that panic after they have seen what precedes them.
type panics struct{}

func (*panics) MarshalJSON() ([]byte, error) { panic("in MarshalJSON") }
func (*panics) UnmarshalJSON([]byte) error   { panic("in UnmarshalJSON") }

// TestPanicsPoisonNothing lets a user's method panic in the middle of a map, of an object whose names are
// recorded, of a short text and of a long one. The panic must propagate, and everything taken from a pool
// afterwards must be in its initial state.
func TestPanicsPoisonNothing(t *testing.T) {
	full := fullUser()
	full.Seen = full.Born
	e := rt.NewEncoder(rt.SortKeys)
	want, err := e.Done(full.AppendFleece(e.Buffer(), e))
	if err != nil {
		t.Fatal(err)
	}
	again := func() {
		for range 3 {
			e := rt.NewEncoder(rt.SortKeys)
			if got, err := e.Done(full.AppendFleece(e.Buffer(), e)); err != nil || string(got) != string(want) {
				t.Errorf("%s, %v\nwant %s", got, err, want)
			}
			u, err := decodeUser(string(want), rt.RejectDuplicates)
			if err != nil || u.Name != full.Name || !reflect.DeepEqual(u.Any, full.Any) {
				t.Errorf("%+v %v", u, err)
			}
		}
	}
	texts := []string{`{"id":1,"labels":{"a":"b"},"any":[1]}`, `{"id":1,"name":"` + strings.Repeat("x", 2000) + `","any":[1]}`}
	var wait sync.WaitGroup
	for range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for range 20 {
				through(t, "in MarshalJSON", func() {
					e := rt.NewEncoder(rt.SortKeys)
					u := &User{Name: "x", Labels: map[string]string{"b": "", "a": ""}, Any: map[string]any{"y": 1, "x": &panics{}}}
					_, _ = e.Done(u.AppendFleece(e.Buffer(), e))
				})
				for _, text := range texts {
					through(t, "in UnmarshalJSON", func() {
						u := &User{Any: &panics{}}
						d := rt.NewDecoder([]byte(text), rt.RejectDuplicates)
						_ = d.Done(u.DecodeFleece(d, d.Start(0)))
					})
				}
				again()
			}
		}()
	}
	wait.Wait()
}

// through runs f, which must panic with want.
func through(t *testing.T, want string, f func()) {
	defer func() {
		if got := recover(); got != want {
			t.Errorf("recovered %v, want %q", got, want)
		}
	}()
	f()
}

// TestConcurrently lets goroutines use types for the first time together and then share what was learned. The
// model's own types have been used before, so the test creates new ones.
func TestConcurrently(t *testing.T) {
	want, _ := json.Marshal(plain(fullUser()))
	for range 20 {
		o := &rt.Object{Type: "made", Fields: []rt.Field{{Name: "id", Go: "ID"}, {Name: "tags", Go: "Tags"}}}
		site := new(rt.Site)
		var wait sync.WaitGroup
		start := make(chan struct{})
		for n := range 4 {
			wait.Add(1)
			go func() {
				defer wait.Done()
				<-start
				text := `{"tags":["a","b"],"id":` + fmt.Sprint(n) + `}`
				for range 10 {
					d := rt.NewDecoder([]byte(text), 0)
					id, tags := 0, 0
					f, i := d.Object(d.Start(0), o)
					for f >= 0 {
						if f == 0 {
							i = d.Int(i, &id)
						} else {
							more, j := d.Array(i)
							_ = d.Cap(more, j, site)
							for i = j; more; tags++ {
								var s string
								more, i = d.Elem(d.String(i, &s))
							}
							d.Learn(site, tags)
						}
						f, i = d.Next(i, o, f)
					}
					if err := d.Done(i); err != nil || id != n || tags != 2 {
						t.Errorf("%s: %d, %d, %v", text, id, tags, err)
					}
				}
				u := new(User)
				if err := u.UnmarshalJSON(want); err != nil || u.Manager.Manager.Name != "Big boss" {
					t.Error(u, err)
				}
				if _, err := u.MarshalJSON(); err != nil {
					t.Error(err)
				}
			}()
		}
		close(start)
		wait.Wait()
	}
}
