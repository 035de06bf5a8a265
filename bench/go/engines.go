// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	stdjson "encoding/json"
	"io"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/bytedance/sonic"
	sonicencoder "github.com/bytedance/sonic/encoder"
	v2 "github.com/go-json-experiment/json"
	v1 "github.com/go-json-experiment/json/v1"
	gojson "github.com/goccy/go-json"
	jsoniter "github.com/json-iterator/go"
	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jwriter"
	segmentio "github.com/segmentio/encoding/json"
	"github.com/ugorji/go/codec"

	easyjsonmodel "github.com/fleece-json/fleece/bench/go/gen/easyjson"
	"github.com/fleece-json/fleece/bench/go/model"
)

// This file defines the peers: how to call each one, in its best way, for each operation.

// engine is a way to convert. A function that the engine does not have is nil.
type engine struct {
	name      string
	module    string // whose version is reported
	note      string // how it does less than others, or something different
	models    map[string]func() any
	marshal   func(v any) ([]byte, error)
	appendTo  func(dst []byte, v any) ([]byte, error) // appends to dst[:0]'s memory
	write     func(w io.Writer, v any) error
	unmarshal func(data []byte, v any) error
}

// viaWriter turns a function that writes into one that appends, with reused memory.
func viaWriter(write func(w io.Writer, v any) error) func([]byte, any) ([]byte, error) {
	return func(dst []byte, v any) ([]byte, error) {
		b := bytes.NewBuffer(dst)
		err := write(b, v)
		return b.Bytes(), err
	}
}

func engines() []engine {
	all := []engine{
		easyjsonEngine(), stdEngine(), v2Engine(),
		sonicEngine("sonic", "no HTML escaping, maps unsorted, UTF-8 not checked", sonic.ConfigDefault, 0),
		sonicEngine("sonic std", "", sonic.ConfigStd, sonicencoder.SortMapKeys|sonicencoder.EscapeHTML|sonicencoder.CompactMarshaler|sonicencoder.ValidateString),
		sonicEngine("sonic fastest", "like sonic, but skipped values are not checked", sonic.ConfigFastest, sonicencoder.NoQuoteTextMarshaler|sonicencoder.NoValidateJSONMarshaler),
		gojsonEngine(), gojsonPlainEngine(), segmentioEngine(), jsoniterEngine(), ugorjiEngine(),
	}
	return append(fleeceEngines(), append(all, optionalEngines()...)...)
}

func easyjsonEngine() engine {
	return engine{
		name: "easyjson", module: "github.com/mailru/easyjson", note: "maps unsorted, UTF-8 not checked",
		models:  easyjsonmodel.New,
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

func stdEngine() engine {
	write := func(w io.Writer, v any) error { return stdjson.NewEncoder(w).Encode(v) }
	return engine{
		name: "encoding/json", module: "std", models: model.New,
		marshal: stdjson.Marshal, write: write, appendTo: viaWriter(write), unmarshal: stdjson.Unmarshal,
	}
}

// v2Engine is encoding/json/v2 as built by GOEXPERIMENT=jsonv2, which would also change encoding/json. It omits
// what encoding/json omits for omitempty, so that both write the same data.
func v2Engine() engine {
	legacy := v1.OmitEmptyWithLegacySemantics(true)
	write := func(w io.Writer, v any) error { return v2.MarshalWrite(w, v, legacy) }
	return engine{
		name: "json v2", module: "github.com/go-json-experiment/json", note: "no HTML escaping, maps unsorted", models: model.New,
		marshal:   func(v any) ([]byte, error) { return v2.Marshal(v, legacy) },
		write:     write,
		appendTo:  viaWriter(write),
		unmarshal: func(data []byte, v any) error { return v2.Unmarshal(data, v) },
	}
}

func sonicEngine(name, note string, api sonic.API, options sonicencoder.Options) engine {
	return engine{
		name: name, module: "github.com/bytedance/sonic", note: note, models: model.New,
		marshal:   api.Marshal,
		unmarshal: api.Unmarshal,
		write:     func(w io.Writer, v any) error { return api.NewEncoder(w).Encode(v) },
		appendTo: func(dst []byte, v any) ([]byte, error) {
			err := sonicencoder.EncodeInto(&dst, v, options)
			return dst, err
		},
	}
}

func gojsonEngine() engine {
	write := func(w io.Writer, v any) error { return gojson.NewEncoder(w).Encode(v) }
	return engine{
		name: "go-json", module: "github.com/goccy/go-json", models: model.New,
		marshal: gojson.Marshal, write: write, appendTo: viaWriter(write), unmarshal: gojson.Unmarshal,
	}
}

// gojsonPlainEngine is go-json with its options for speed.
func gojsonPlainEngine() engine {
	options := []gojson.EncodeOptionFunc{gojson.DisableHTMLEscape(), gojson.UnorderedMap(), gojson.DisableNormalizeUTF8()}
	write := func(w io.Writer, v any) error { return gojson.NewEncoder(w).EncodeWithOption(v, options...) }
	return engine{
		name: "go-json plain", module: "github.com/goccy/go-json", note: "no HTML escaping, maps unsorted, UTF-8 not checked", models: model.New,
		marshal:  func(v any) ([]byte, error) { return gojson.MarshalWithOption(v, options...) },
		write:    write,
		appendTo: viaWriter(write),
		unmarshal: func(data []byte, v any) error {
			return gojson.UnmarshalWithOption(data, v, gojson.DecodeFieldPriorityFirstWin())
		},
	}
}

func segmentioEngine() engine {
	return engine{
		name: "segmentio", module: "github.com/segmentio/encoding", models: model.New,
		marshal: segmentio.Marshal,
		appendTo: func(dst []byte, v any) ([]byte, error) {
			return segmentio.Append(dst, v, segmentio.EscapeHTML|segmentio.SortMapKeys)
		},
		write:     func(w io.Writer, v any) error { return segmentio.NewEncoder(w).Encode(v) },
		unmarshal: segmentio.Unmarshal,
	}
}

func jsoniterEngine() engine {
	api := jsoniter.ConfigCompatibleWithStandardLibrary
	return engine{
		name: "jsoniter", module: "github.com/json-iterator/go", models: model.New,
		marshal: api.Marshal,
		appendTo: func(dst []byte, v any) ([]byte, error) {
			stream := api.BorrowStream(nil)
			defer api.ReturnStream(stream)
			stream.WriteVal(v)
			return append(dst, stream.Buffer()...), stream.Error
		},
		write: func(w io.Writer, v any) error {
			stream := api.BorrowStream(w)
			defer api.ReturnStream(stream)
			stream.WriteVal(v)
			return stream.Flush()
		},
		unmarshal: api.Unmarshal,
	}
}

func ugorjiEngine() engine {
	handle := &codec.JsonHandle{}
	handle.Canonical = true
	handle.HTMLCharsAsIs = false
	handle.MapType = reflect.TypeFor[map[string]any]()
	return engine{
		name: "ugorji", module: "github.com/ugorji/go/codec", models: model.New,
		marshal: func(v any) (out []byte, err error) {
			err = codec.NewEncoderBytes(&out, handle).Encode(v)
			return out, err
		},
		appendTo: func(dst []byte, v any) ([]byte, error) {
			err := codec.NewEncoderBytes(&dst, handle).Encode(v)
			return dst, err
		},
		write:     func(w io.Writer, v any) error { return codec.NewEncoder(w, handle).Encode(v) },
		unmarshal: func(data []byte, v any) error { return codec.NewDecoderBytes(data, handle).Decode(v) },
	}
}

// versionOf returns the version of a module in this program.
func versionOf(module string) string {
	if module == "std" {
		return runtime.Version()
	}
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			if dependency.Replace != nil {
				return "this tree"
			}
			return dependency.Version
		}
	}
	return "?"
}

// probe records who called its UnmarshalJSON.
type probe struct{ frames []string }

func (p *probe) UnmarshalJSON([]byte) error {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for {
		frame, more := frames.Next()
		p.frames = append(p.frames, frame.Function)
		if !more {
			return nil
		}
	}
}

// sonicCompiles reports whether sonic runs here as code compiled at run time, as opposed to its fallback to
// encoding/json. In the first case decode_, which is in no source file, is among the callers of a method, and
// encoding/json is not.
func sonicCompiles() (bool, string) {
	if sonic.APIKind != sonic.UseSonicJSON {
		return false, "sonic has no implementation for this Go and falls back to encoding/json"
	}
	var v struct{ P probe }
	if err := sonic.UnmarshalString(`{"P":1}`, &v); err != nil {
		return false, err.Error()
	}
	callers := strings.Join(v.P.frames, " ")
	if strings.Contains(callers, "encoding/json.") || !strings.Contains(callers, " decode_ ") {
		return false, "no code was compiled: " + callers
	}
	return true, ""
}
