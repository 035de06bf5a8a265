// SPDX-License-Identifier: MIT

package main

import (
	"io"

	fleecemodel "github.com/fleece-json/fleece/bench/go/gen/fleece"
	"github.com/fleece-json/fleece/go/easyjson"
	"github.com/fleece-json/fleece/go/easyjson/jwriter"
	"github.com/fleece-json/fleece/go/fleece"
)

// fleeceEngines are Fleece with its defaults; Fleece writing what encoding/json writes, which is the fair
// comparison with most peers; and Fleece through easyjson's functions.
func fleeceEngines() []engine {
	return []engine{
		fleeceEngine("fleece", "no HTML escaping, maps unsorted", 0),
		fleeceEngine("fleece std", "", fleece.EscapeHTML|fleece.SortKeys),
		fleeceAsEasyjson(),
	}
}

func fleeceEngine(name, note string, options fleece.Options) engine {
	return engine{
		name: name, module: "github.com/fleece-json/fleece/go", note: note, models: fleecemodel.New,
		marshal:   func(v any) ([]byte, error) { return fleece.Marshal(v, options) },
		appendTo:  func(dst []byte, v any) ([]byte, error) { return fleece.Append(dst, v, options) },
		write:     func(w io.Writer, v any) error { return fleece.MarshalWrite(w, v, options) },
		unmarshal: func(data []byte, v any) error { return fleece.Unmarshal(data, v, options) },
	}
}

func fleeceAsEasyjson() engine {
	return engine{
		name: "fleece easyjson", module: "github.com/fleece-json/fleece/go", note: "maps unsorted", models: fleecemodel.New,
		marshal: func(v any) ([]byte, error) { return easyjson.Marshal(v.(easyjson.Marshaler)) },
		appendTo: func(dst []byte, v any) ([]byte, error) {
			var w jwriter.Writer
			v.(easyjson.Marshaler).MarshalEasyJSON(&w)
			return w.BuildBytes(dst)
		},
		write: func(w io.Writer, v any) error {
			_, err := easyjson.MarshalToWriter(v.(easyjson.Marshaler), w)
			return err
		},
		unmarshal: func(data []byte, v any) error { return easyjson.Unmarshal(data, v.(easyjson.Unmarshaler)) },
	}
}
