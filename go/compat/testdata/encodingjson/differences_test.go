// SPDX-License-Identifier: MIT

package encodingjson

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/fleece-json/fleece/go/fleece"
)

func TestNamesMatchExactly(t *testing.T) {
	var theirs Plain
	var ours, folded Made
	text := []byte(`{"NAME":"x"}`)
	if err := json.Unmarshal(text, &theirs); err != nil || theirs.Name != "x" {
		t.Errorf("encoding/json: %q, %v", theirs.Name, err)
	}
	if err := fleece.Unmarshal(text, &ours); err != nil || ours.Name != "" {
		t.Errorf("%q, %v", ours.Name, err)
	}
	if err := fleece.Unmarshal(text, &folded, fleece.FoldCase); err != nil || folded.Name != "x" {
		t.Errorf("FoldCase: %q, %v", folded.Name, err)
	}
}

func TestTextIsPlainByDefault(t *testing.T) {
	theirs, err := json.Marshal(&Plain{Name: "<&>"})
	if err != nil {
		t.Fatal(err)
	}
	same, err := fleece.Marshal(&Made{Name: "<&>"}, fleece.EscapeHTML|fleece.SortKeys)
	if err != nil || string(same) != string(theirs) {
		t.Errorf("%s, %v, want %s", same, err, theirs)
	}
	ours, err := fleece.Marshal(&Made{Name: "<&>"})
	if err != nil || string(ours) != `{"Name":"<&>","Count":"0","Bytes":null,"Items":null,"Refs":null}` {
		t.Errorf("%s, %v", ours, err)
	}
}

func TestBytesAreBase64Only(t *testing.T) {
	var theirs Plain
	var ours Made
	text := []byte(`{"Bytes":[1,2]}`)
	if err := json.Unmarshal(text, &theirs); err != nil || len(theirs.Bytes) != 2 {
		t.Errorf("encoding/json: %v, %v", theirs.Bytes, err)
	}
	if err := fleece.Unmarshal(text, &ours); err == nil {
		t.Errorf("taken: %v", ours.Bytes)
	}
}

func TestSliceElementsAreFresh(t *testing.T) {
	theirs, ours := Plain{Items: []Item{{1, 2}}}, Made{Items: []Item{{1, 2}}}
	text := []byte(`{"Items":[{"A":9}]}`)
	if err := json.Unmarshal(text, &theirs); err != nil || !reflect.DeepEqual(theirs.Items, []Item{{9, 2}}) {
		t.Errorf("encoding/json: %v, %v", theirs.Items, err)
	}
	if err := fleece.Unmarshal(text, &ours); err != nil || !reflect.DeepEqual(ours.Items, []Item{{9, 0}}) {
		t.Errorf("%v, %v", ours.Items, err)
	}
}

func TestPointerMethodsAreCalledInMaps(t *testing.T) {
	refs := map[string]Ref{"k": {7}}
	theirs, err := json.Marshal(&Plain{Refs: refs})
	if err != nil || string(theirs) != `{"Name":"","Count":"0","Bytes":null,"Items":null,"Refs":{"k":{"N":7}}}` {
		t.Errorf("encoding/json: %s, %v", theirs, err)
	}
	ours, err := fleece.Marshal(&Made{Refs: refs})
	if err != nil || string(ours) != `{"Name":"","Count":"0","Bytes":null,"Items":null,"Refs":{"k":[7]}}` {
		t.Errorf("%s, %v", ours, err)
	}
}

func TestQuotedNumbersAreNumbers(t *testing.T) {
	var theirs Plain
	var ours Made
	text := []byte(`{"Count":"015"}`)
	if err := json.Unmarshal(text, &theirs); err != nil || theirs.Count != 15 {
		t.Errorf("encoding/json: %d, %v", theirs.Count, err)
	}
	if err := fleece.Unmarshal(text, &ours); err == nil {
		t.Errorf("taken: %d", ours.Count)
	}
}
