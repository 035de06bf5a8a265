// SPDX-License-Identifier: MIT

package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/fleece-json/fleece/go/rt"
)

// FuzzUser compares the generated code for a struct with every kind of member with encoding/json. It also
// compares the ways of reading with each other: a short text is read from a padded copy, a long text in place,
// and a second text with what the first one taught.
func FuzzUser(f *testing.F) {
	full, _ := json.Marshal(plain(fullUser()))
	pretty := new(bytes.Buffer)
	_ = json.Indent(pretty, full, "", "\t")
	f.Add(full)
	f.Add(pretty.Bytes())
	f.Add([]byte(`{"id":1,"name":"x","address":{"street":"s","zip":12},"tags":["a","b"],"grid":[[1.5,-2e3],[]],"quoted":"-7","nick":"\"n\"","age":null,"score":{"value":1,"list":[2]}}`))
	f.Add([]byte(`{"kind":"\u0041\ud83d\ude00","id":-12,"manager":{"id":2,"manager":null},"pointers":[null,{"zip":3}],"labels":{"a":"b"},"counts":{"-5":{}},"hosts":{"::1":true}}`))
	f.Add([]byte(`{"ID":4,"ADDRESS":{"STREET":"s"},"Friends":[{"Zip":1}],"manager":{"Id":5,"Name":"N"},"counts":{"1":{"ZIP":2}},"score":{"LIST":[1]}}`))
	f.Add([]byte(`{"id":3,"photo":"AAEC","born":"2000-02-29T01:02:03.000004Z","any":{"x":[1,"s",null]},"ip":"10.0.0.1","number":12.50,"raw":{"a":[1,2]},"active":true,"a<b":"<&>","unknown":[{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, gotErr := read(text)
		var want plainUser
		wantErr := json.Unmarshal(text, &want)
		switch {
		case gotErr == nil && wantErr != nil:
			t.Fatalf("%q: taken, but %v", text, wantErr)
		case gotErr != nil && wantErr == nil && !deliberate(gotErr):
			t.Fatalf("%q: %v", text, gotErr)
		case gotErr == nil && !repeats(text):
			if !reflect.DeepEqual(got, want.user()) {
				t.Fatalf("%q:\n got %+v\nwant %+v", text, got, want)
			}
			sameText(t, got)
		}
		otherWays(t, text, got, gotErr)
	})
}

// read reads a user as the generated method does, but matches names in any case, as encoding/json does.
func read(text []byte) (*User, *rt.Error) {
	u := new(User)
	d := rt.NewDecoder(text, rt.FoldCase)
	var e *rt.Error
	errors.As(d.Done(u.DecodeFleece(d, d.Start(0))), &e)
	return u, e
}

// deliberate reports whether the error is one where encoding/json is deliberately more permissive. The
// migration guide for encoding/json lists these.
func deliberate(e *rt.Error) bool {
	return e.Code == rt.REQUIRED || e.Code == rt.TYPE && e.Type == "[]byte" || strings.HasSuffix(e.Field, ".Quoted")
}

// repeats reports whether an object of a well-formed text has a duplicate name. Slices are read differently in
// that case.
func repeats(text []byte) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	var open []map[string]bool // the names of each open object; nil for an array
	name := false
	for {
		token, err := d.Token()
		if err == io.EOF {
			return false
		}
		top := len(open) - 1
		if s, ok := token.(string); ok && name {
			s = strings.ToLower(strings.ToUpper(s))
			if open[top][s] {
				return true
			}
			open[top][s] = true
			name = false
			continue
		}
		switch token {
		case json.Delim('{'):
			open = append(open, map[string]bool{})
		case json.Delim('['):
			open = append(open, nil)
		case json.Delim('}'), json.Delim(']'):
			open = open[:top]
		}
		name = len(open) > 0 && open[len(open)-1] != nil
	}
}

// sameText checks that u is written as encoding/json writes it.
func sameText(t *testing.T, u *User) {
	t.Helper()
	want, wantErr := json.Marshal(plain(u))
	e := rt.NewEncoder(rt.EscapeHTML | rt.SortKeys)
	got, err := e.Done(u.AppendFleece(e.Buffer(), e))
	if (err == nil) != (wantErr == nil) || !bytes.Equal(got, want) {
		t.Fatalf("got  %s %v\nwant %s %v", got, err, want, wantErr)
	}
}

// otherWays reads the text again with white space before or after it, so that it is long. Value and error must
// be the same.
func otherWays(t *testing.T, text []byte, want *User, wantErr *rt.Error) {
	t.Helper()
	space := bytes.Repeat([]byte(" "), 1100)
	for _, way := range []struct {
		text  []byte
		shift int
	}{{text, 0}, {append(bytes.Clone(text), space...), 0}, {append(space[:9:9], text...), 9}, {append(space[:1060:1060], text...), 1060}} {
		got, err := read(way.text)
		if wantErr == nil || err == nil {
			if wantErr != nil || err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%q:\nfirst %+v %v\nthen  %+v %v", way.text, want, wantErr, got, err)
			}
			continue
		}
		if wantErr.Code == rt.END || wantErr.Code == rt.BOM { // white space changes these errors
			continue
		}
		if err.Code != wantErr.Code || err.Offset != wantErr.Offset+int64(way.shift) || err.Pointer != wantErr.Pointer || err.Field != wantErr.Field {
			t.Fatalf("%q:\nfirst %v\nthen  %v", way.text, wantErr, err)
		}
	}
}
