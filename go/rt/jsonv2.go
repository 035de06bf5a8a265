// SPDX-License-Identifier: MIT

//go:build goexperiment.jsonv2

package rt

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
)

// This file owns the bodies of the methods for encoding/json/v2. Of its options, Deterministic, FormatNilSliceAsNull,
// FormatNilMapAsNull, AllowInvalidUTF8, MatchCaseInsensitiveNames and RejectUnknownMembers are obeyed here; the others of
// jsontext by its Encoder and Decoder, which check and lay out every text that passes. What else a caller may ask for (StringifyNumbers,
// OmitZeroStructFields, WithMarshalers, WithUnmarshalers) a generated type does not know.

// MarshalJSONTo writes v as encoding/json/v2 wants it.
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

// flag returns o if it is asked for, else 0.
func flag(asked json.Options, what func(bool) json.Options, o Options) Options {
	if on, _ := json.GetOption(asked, what); on {
		return o
	}
	return 0
}

// unless returns o if what is opposite to it is not asked for, else 0.
func unless(asked json.Options, what func(bool) json.Options, o Options) Options {
	return o &^ flag(asked, what, o)
}
