// SPDX-License-Identifier: MIT

//go:build goexperiment.jsonv2

package rt

import (
	"bytes"
	"encoding/json/jsontext"
	"fmt"
)

// CallMarshalJSONTo appends what x's MarshalJSONTo (encoding/json/v2) writes, checked and compacted.
func (e *Encoder) CallMarshalJSONTo(b []byte, x interface{ MarshalJSONTo(*jsontext.Encoder) error }) []byte {
	var w bytes.Buffer
	if err := x.MarshalJSONTo(jsontext.NewEncoder(&w)); err != nil {
		e.Fail(err, fmt.Sprintf("%T", x))
		return b
	}
	return e.compact(b, w.Bytes(), fmt.Sprintf("%T", x))
}

// CallUnmarshalJSONFrom has x's UnmarshalJSONFrom (encoding/json/v2) read the value at i, null too, checked.
func (d *Decoder) CallUnmarshalJSONFrom(i int, x interface{ UnmarshalJSONFrom(*jsontext.Decoder) error }) int {
	j := d.Skip(i)
	if j == failed {
		return failed
	}
	if err := x.UnmarshalJSONFrom(jsontext.NewDecoder(bytes.NewReader(d.data[i:j]), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))); err != nil {
		return d.Fail(i, err)
	}
	return j
}
