// SPDX-License-Identifier: MIT

package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/fleece-json/fleece/go/rt"
)

func ptr[T any](x T) *T { return &x }

func fullUser() *User {
	return &User{
		Base: Base{ID: 1 << 60, Kind: "k\"\\\n"}, Node: &Node{Parent: "père 😀"},
		Name: "Ann \x01 Lee", Address: Address{Street: strings.Repeat("long street ", 20), Zip: 12345},
		Manager: &User{Name: "Boss", Manager: &User{Name: "Big boss"}},
		Tags:    []string{"a", "", "\u00e9", strings.Repeat("x", 100)}, Friends: []Address{{}, {Zip: 1}, {Street: "s"}},
		Pointers: []*Address{nil, {Zip: -3}}, Grid: [][]float64{{1, 2.5, -1e-9}, nil, {}, {1e21, 1e20, 123456789.125}},
		Point: [2]float64{0.1, -0.2}, Labels: map[string]string{"b": "1"}, Counts: map[int]Address{-5: {Zip: 9}},
		Hosts: map[netip.Addr]bool{netip.MustParseAddr("10.0.0.1"): true}, Photo: []byte{0, 1, 2, 255},
		Born: time.Date(2000, 2, 29, 1, 2, 3, 4000, time.UTC), Seen: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC),
		Any: map[string]any{"x": []any{1.5, "s", nil, true}}, IP: netip.MustParseAddr("::1"), Number: "12.50",
		Raw: json.RawMessage(`{"a":[1,2]}`), Quoted: -42, Nick: "ni\"ck", Age: ptr(7), Active: true,
		Score: Box[float64]{Value: 9.5, List: []float64{1, 2}}, HTML: "<&>",
	}
}

func TestEncodeLikeEncodingJSON(t *testing.T) {
	for name, v := range map[string]*User{"full": fullUser(), "empty": {}} {
		want, err := json.Marshal(plain(v))
		if err != nil {
			t.Fatal(err)
		}
		e := rt.NewEncoder(rt.EscapeHTML | rt.SortKeys)
		got, err := e.Done(v.AppendFleece(e.Buffer(), e))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, want)
		}
	}
}

func TestDecodeLikeEncodingJSON(t *testing.T) {
	full, _ := json.Marshal(plain(fullUser()))
	pretty := new(bytes.Buffer)
	if err := json.Indent(pretty, full, "", "  "); err != nil {
		t.Fatal(err)
	}
	var tree map[string]json.RawMessage
	if err := json.Unmarshal(full, &tree); err != nil {
		t.Fatal(err)
	}
	shuffled := new(bytes.Buffer)
	shuffled.WriteString(`{"unknown":{"a":[1,{"b":"c"}]}`)
	for k, x := range tree {
		q, _ := json.Marshal(k)
		shuffled.WriteString("," + string(q) + " :\t" + string(x))
	}
	shuffled.WriteString("}")
	for name, text := range map[string]string{
		"full": string(full), "pretty": pretty.String(), "shuffled": shuffled.String(),
		"null":  "null",
		"nulls": `{"id":1,"kind":null,"parent":null,"name":null,"address":null,"manager":null,"tags":null,"friends":null,"pointers":null,"grid":null,"point":null,"labels":null,"counts":null,"hosts":null,"photo":null,"born":null,"seen":null,"any":null,"ip":null,"number":null,"quoted":null,"nick":null,"age":null,"active":null,"score":null,"a<b":null,"shape":null}`,
		"empty": `{"id":1,"tags":[],"friends":[],"pointers":[],"grid":[[]],"labels":{},"counts":{},"point":[5],"photo":""}`,
		"more":  `{"id":1,"point":[1,2,3]}`,
	} {
		for _, into := range []func() *User{func() *User { return new(User) }, fullUser} {
			want, got := plain(into()), into()
			if name != "null" && name != "full" && into().ID != 0 {
				want, got = new(plainUser), new(User)
			}
			if err := json.Unmarshal([]byte(text), want); err != nil {
				t.Fatal(name, err)
			}
			for round := 0; round < 3; round++ {
				if round > 0 {
					got = new(User)
					want = new(plainUser)
					_ = json.Unmarshal([]byte(text), want)
				}
				if err := got.UnmarshalJSON([]byte(text)); err != nil {
					t.Fatal(name, err)
				}
				if !reflect.DeepEqual(got, want.user()) {
					g, _ := json.Marshal(got)
					w, _ := json.Marshal(want)
					t.Errorf("%s round %d:\ngot  %s\nwant %s", name, round, g, w)
				}
			}
		}
	}
}

func TestScalars(t *testing.T) {
	for _, v := range []Scalars{
		{},
		{true, math.MinInt, math.MinInt8, math.MinInt16, math.MinInt32, math.MinInt64, math.MaxUint, math.MaxUint8, math.MaxUint16, math.MaxUint32, math.MaxUint64, 77, math.MaxFloat32, math.MaxFloat64, "s", -8},
		{false, math.MaxInt, math.MaxInt8, math.MaxInt16, math.MaxInt32, math.MaxInt64, 1, 2, 3, 4, 5, 6, 1e-7, 5e-324, "", 8},
	} {
		want, _ := json.Marshal(plainScalars(v))
		got, err := v.AppendJSON(nil)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("got %s, %v\nwant %s", got, err, want)
		}
		var back Scalars
		if err := back.UnmarshalJSON(got); err != nil || back != v {
			t.Fatalf("%+v %v", back, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text, code, pointer, field string
		offset                     int64
	}{
		{`{"id":1,"address":{"street":"x","zip":"no"}}`, "TYPE", "/address/zip", "model.Address.Zip", 38},
		{`{"id":1,"tags":["a",1]}`, "TYPE", "/tags/1", "model.User.Tags", 20},
		{`{"id":9223372036854775808}`, "BIGINT", "/id", "model.User.Base.ID", 6},
		{`{"kind":"x"}`, "REQUIRED", "", "model.User.Base.ID", 11},
		{`{"id":1`, "END", "", "", 7},
		{`{"id":1 "x":2}`, "OBJECT_NEXT", "", "", 8},
		{`{"id":1,"friends":[{"zip":1x}]}`, "NUMBER_SYNTAX", "/friends/0/zip", "model.Address.Zip", 27},
		{`{"id":1}x`, "TRAILING", "", "", 8},
		{`{"id":1,"tags":["a"`, "END", "/tags", "model.User.Tags", 19},
		{`{"id":1,"counts":{"1":{},"x":{}}}`, "TYPE", "/counts", "model.User.Counts", 25},
		{`{"id":1,"counts":{"1":{"zip":""}}}`, "TYPE", "/counts/1/zip", "model.Address.Zip", 29},
		{`{"id":1,"address":{"zip":1,"new":2}}`, "UNKNOWN", "/address", "model.User.Address", 27},
		{`{"manager":{"name":"x"}}`, "REQUIRED", "/manager", "model.User.Base.ID", 22},
	} {
		var u User
		d := rt.NewDecoder([]byte(c.text), rt.DisallowUnknown)
		err := d.Done(u.DecodeFleece(d, d.Start(0)))
		var e *rt.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if e.Code.String() != c.code || e.Offset != c.offset || e.Pointer != c.pointer || e.Field != c.field {
			t.Errorf("%s: %+v", c.text, e)
		}
	}
}

// plainBranch is the type without its methods.
type plainBranch Branch

// TestQuotedNull compares pointers whose tag has "string" with encoding/json.
func TestQuotedNull(t *testing.T) {
	for _, text := range []string{`null`, `"null"`, `"5"`, `"\"s\""`, `" null"`, `"nul"`, `"nullx"`, `"null`, `5`} {
		for _, member := range []string{"rank", "nick"} {
			for _, old := range []string{"", `{"rank":"7","nick":"\"old\""}`} {
				var got, want Branch
				if old != "" {
					if err := errors.Join(got.UnmarshalJSON([]byte(old)), json.Unmarshal([]byte(old), (*plainBranch)(&want))); err != nil {
						t.Fatal(err)
					}
				}
				whole := `{"` + member + `":` + text + `}`
				gotErr := got.UnmarshalJSON([]byte(whole))
				wantErr := json.Unmarshal([]byte(whole), (*plainBranch)(&want))
				if (gotErr == nil) != (wantErr == nil) || gotErr == nil && !reflect.DeepEqual(got, want) {
					t.Errorf("%s into %q: got %+v, %v; want %+v, %v", whole, old, got, gotErr, want, wantErr)
				}
			}
		}
	}
}
