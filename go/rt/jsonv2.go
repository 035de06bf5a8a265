// SPDX-License-Identifier: MIT

//go:build goexperiment.jsonv2

package rt

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
)

// This file has the bodies of the methods for encoding/json/v2. Of its options, this file obeys Deterministic,
// FormatNilSliceAsNull, FormatNilMapAsNull, AllowInvalidUTF8, MatchCaseInsensitiveNames and
// RejectUnknownMembers. The Encoder and Decoder of jsontext obey their other options: they check and lay out
// every text that passes through. A generated type ignores the remaining options (StringifyNumbers,
// OmitZeroStructFields, WithMarshalers, WithUnmarshalers).

// MarshalJSONTo writes v for encoding/json/v2.
func MarshalJSONTo(out *jsontext.Encoder, v Marshaler) error {
	asked := out.Options()
	e := With(flag(asked, json.Deterministic, SortKeys) | unless(asked, json.FormatNilSliceAsNull, NilSliceAsEmpty) |
		unless(asked, json.FormatNilMapAsNull, NilMapAsEmpty) | unless(asked, jsontext.AllowInvalidUTF8, StrictUTF8))
	text := v.AppendFleece(out.AvailableBuffer(), &e)
	if err := e.Err(); err != nil {
		return err
	}
	return out.WriteValue(text)
}

// UnmarshalJSONFrom reads the next value into v.
func UnmarshalJSONFrom(in *jsontext.Decoder, v Unmarshaler) error {
	text, err := in.ReadValue()
	if err != nil {
		return err
	}
	asked := in.Options()
	d := NewDecoder(text, Transient|flag(asked, json.MatchCaseInsensitiveNames, FoldCase)|flag(asked, json.RejectUnknownMembers, DisallowUnknown))
	return d.Done(v.DecodeFleece(d, d.Start(0)))
}

// flag returns o if the caller asked for what, else 0.
func flag(asked json.Options, what func(bool) json.Options, o Options) Options {
	if on, _ := json.GetOption(asked, what); on {
		return o
	}
	return 0
}

// unless returns o if the caller did not ask for what, the opposite of o, else 0.
func unless(asked json.Options, what func(bool) json.Options, o Options) Options {
	return o &^ flag(asked, what, o)
}
