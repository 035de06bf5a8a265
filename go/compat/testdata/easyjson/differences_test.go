// SPDX-License-Identifier: MIT

package shapes

import (
	"testing"

	fleece "github.com/fleece-json/fleece/go/easyjson"
	"github.com/mailru/easyjson"

	"shapes/ours"
	"shapes/theirs"
)

// These tests are like those of go/compat/differences_test.go, but for generated code.

func TestRawMessagesKeepNull(t *testing.T) {
	var a theirs.Raw
	var b ours.Raw
	text := []byte(`{"M":null}`)
	if err := easyjson.Unmarshal(text, &a); err != nil || a.M != nil {
		t.Errorf("easyjson: %q, %v", a.M, err)
	}
	if err := fleece.Unmarshal(text, &b); err != nil || string(b.M) != "null" {
		t.Errorf("%q, %v", b.M, err)
	}
}

func TestNullInQuotesIsNull(t *testing.T) {
	a, b := theirs.Raw{Quoted: 7}, ours.Raw{Quoted: 7}
	text := []byte(`{"Quoted":"null"}`)
	if err := easyjson.Unmarshal(text, &a); err == nil {
		t.Errorf("easyjson: taken: %d", a.Quoted)
	}
	if err := fleece.Unmarshal(text, &b); err != nil || b.Quoted != 7 {
		t.Errorf("%d, %v", b.Quoted, err)
	}
}

func TestShortArraysAreZeroed(t *testing.T) {
	a, b := theirs.Raw{Bytes: [4]byte{9, 9, 9, 9}}, ours.Raw{Bytes: [4]byte{9, 9, 9, 9}}
	text := []byte(`{"Bytes":"AQI="}`)
	if err := easyjson.Unmarshal(text, &a); err != nil || a.Bytes != [4]byte{1, 2, 9, 9} {
		t.Errorf("easyjson: %v, %v", a.Bytes, err)
	}
	if err := fleece.Unmarshal(text, &b); err != nil || b.Bytes != [4]byte{1, 2, 0, 0} {
		t.Errorf("%v, %v", b.Bytes, err)
	}
	a.Array, b.Array = [3]int{9, 9, 9}, [3]int{9, 9, 9}
	text = []byte(`{"Array":[1]}`)
	if err := easyjson.Unmarshal(text, &a); err != nil || a.Array != [3]int{1, 9, 9} {
		t.Errorf("easyjson: %v, %v", a.Array, err)
	}
	if err := fleece.Unmarshal(text, &b); err != nil || b.Array != [3]int{1, 0, 0} {
		t.Errorf("%v, %v", b.Array, err)
	}
	text = []byte(`{"Bytes":"AQIDBAU="}`)
	if err := easyjson.Unmarshal(text, &a); err != nil || fleece.Unmarshal(text, &b) != nil || a.Bytes != b.Bytes {
		t.Errorf("too long: %v, %v, %v", a.Bytes, b.Bytes, err)
	}
}
