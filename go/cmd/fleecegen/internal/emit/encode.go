package emit

// This file prints the code that appends JSON: AppendFleece, and functions for types without methods.
//
// Adjacent constants, such as the name of a member and the punctuation around it, are appended in one call:
// text collects them, and flush prints one append.
//
// SPDX-License-Identifier: MIT

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

// encoding is a function that is being printed.
type encoding struct {
	*code
	pending string // constant text that has not been appended yet
}

// encoder prints the method AppendFleece for a type that gets methods, or a function for any other type.
func (c *code) encoder(t *ir.Type) {
	if t.Methods() && !t.Marshal {
		return
	}
	c.begin(t)
	arguments := c.S("(b []byte, e *", ident{rtPath, "Encoder"})
	if t.Methods() {
		c.P("// AppendFleece appends the JSON text of v to b.")
		c.P("func (v *", t.Go, ") AppendFleece", arguments, ") []byte {")
	} else {
		c.P("// ", appendName(t), " appends the JSON text of v to b.")
		c.P("func ", appendName(t), c.typeParams(t), arguments, ", v *", t.Go, ") []byte {")
	}
	if t.Recursive {
		c.P("if !e.Enter() { // the value may contain others of its type")
		c.P("return b")
		c.P("}")
	}
	e := &encoding{code: c}
	if t.Body.Struct != nil {
		e.object(t.Body.Struct)
	} else {
		e.value(t.Body, "(*v)", false)
	}
	last := e.pending
	if t.Recursive {
		c.P("e.Leave()")
	}
	if last != "" {
		c.P("return ", appended(last))
	} else {
		c.P("return b")
	}
	c.P("}")
	c.P()
}

// constant adds text to the next append.
func (e *encoding) constant(s string) { e.pending += s }

func (e *encoding) flush() {
	if e.pending == "" {
		return
	}
	e.P("b = ", appended(e.pending))
	e.pending = ""
}

// inlineBytes is the length of the longest constant that the compiler stores without a call. Inlined stores
// save 8 % of the time of appending small documents, as measured for the runtime.
const inlineBytes = 16

// appended returns the call that appends constant text: two nested calls, if that makes each constant short
// enough.
func appended(s string) string {
	cut := inlineBytes
	for cut > 0 && len(s) > cut && !utf8.RuneStart(s[cut]) {
		cut--
	}
	if len(s) <= inlineBytes || len(s)-cut > inlineBytes {
		return "append(b, " + goBytes(s) + ")"
	}
	return "append(append(b, " + goBytes(s[:cut]) + "), " + goBytes(s[cut:]) + ")"
}

// goBytes returns constant text as the last arguments of append.
func goBytes(s string) string {
	switch {
	case len(s) == 1:
		return strconv.QuoteRune(rune(s[0]))
	case strconv.CanBackquote(s):
		return "`" + s + "`..."
	}
	return strconv.Quote(s) + "..."
}

// line prints a statement after the pending text.
func (e *encoding) line(args ...any) {
	e.flush()
	e.P(args...)
}

// -- Objects -----------------------------------------------------------------------------------------

// object writes the members. If the first one is always written, the commas are constants. Otherwise each
// member is preceded by a comma, and in the end the first comma becomes the brace. If a map of unknown members
// follows, each member is followed by a comma, as in a map.
func (e *encoding) object(s *ir.Struct) {
	switch {
	case s.Unknown == ir.KeepInField:
		e.constant("{")
		e.members(s, "", "", ",")
		e.kept(s.Into)
	case len(s.Fields) > 0 && e.condition(s.Fields[0]) == "" && pointerCheck(s.Fields[0]) == "" && s.Unknown != ir.Proxy:
		e.members(s, "{", ",", "")
		e.constant("}")
	case len(s.Fields) > 0 || s.Unknown == ir.Proxy:
		e.line("start := len(b)")
		e.members(s, ",", ",", "")
		if s.Unknown == ir.Proxy {
			e.proxied()
		}
		e.line("b = ", ident{rtPath, "CloseObject"}, "(b, start)")
	default:
		e.constant("{}")
	}
}

// members writes the members with the given text before the first one, before the others, and after each one.
func (e *encoding) members(s *ir.Struct, first, front, behind string) {
	check := "" // on the embedded pointer whose fields are being written
	for i, f := range s.Fields {
		if c := pointerCheck(f); c != check {
			e.endIf(check)
			if check = c; check != "" {
				e.line("if ", check, " {")
			}
		}
		if i > 0 {
			first = front
		}
		e.member(f, first, behind)
	}
	e.endIf(check)
}

func (e *encoding) endIf(condition string) {
	if condition != "" {
		e.line("}")
	}
}

// pointerCheck returns a Go condition that is true if the embedded pointers on the way to a field are set, or
// "" if there are none.
func pointerCheck(f *ir.Field) string {
	var checks []string
	at := "v"
	for _, h := range f.Path[:len(f.Path)-1] {
		at += "." + h.Name
		if h.Pointer {
			checks = append(checks, at+" != nil")
		}
	}
	return strings.Join(checks, " && ")
}

func (e *encoding) member(f *ir.Field, front, behind string) {
	condition := e.condition(f)
	if condition != "" {
		e.line("if ", condition, " {")
	}
	e.memberName(front, f.Name)
	if f.Value.Kind == ir.Bool && !f.Value.Quoted && f.Value.Marshal == ir.Plain && (f.Empty == ir.IsFalse || f.Zero == ir.IsFalse) {
		e.constant("true")
	} else {
		e.value(f.Value, "v."+f.Selector, f.Empty == ir.IsNil || f.Zero == ir.IsNil || f.Empty == ir.IsEmptyLen)
	}
	e.constant(behind)
	e.endIf(condition)
}

func (e *encoding) memberName(separator, name string) {
	plain := separator + quoteName(name, false) + ":"
	html := separator + quoteName(name, true) + ":"
	if plain == html {
		e.constant(plain)
		return
	}
	e.line("b = e.Pick(b, ", strconv.Quote(plain), ", ", strconv.Quote(html), ")")
}

func quoteName(name string, html bool) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(html)
	if err := enc.Encode(name); err != nil {
		panic(err) // a string always has a JSON form
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// kept writes the unknown members that were kept, and the closing brace.
func (e *encoding) kept(f *ir.Field) {
	e.flush()
	e.mapMembers(f.Value, "v."+f.Selector)
}

// proxied calls the method that writes the unknown members that the struct keeps.
func (e *encoding) proxied() {
	e.line("w := ", ident{writerPath, "Writer"}, "{}")
	e.line("v.MarshalUnknowns(&w, true)")
	e.line("if data, err := w.BuildBytes(); err != nil {")
	e.line(`e.Fail(err, "MarshalUnknowns")`)
	e.line("} else if len(data) > 0 {")
	e.constant(",")
	e.line("b = append(b, data...)")
	e.line("}")
}

// condition returns a Go condition that is true if a member is written, or "" if it always is.
func (c *code) condition(f *ir.Field) string {
	x := "v." + f.Selector
	if f.Empty == ir.CallDefined && f.Zero == ir.CallIsZero {
		return x + ".IsDefined() || !" + x + ".IsZero()"
	}
	var parts []string
	for _, p := range []string{c.test(f, f.Empty, x), c.test(f, f.Zero, x)} {
		if p != "" && (len(parts) == 0 || parts[0] != p) {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, " && ")
}

// test returns a Go condition that is true if x does not pass the test.
func (c *code) test(f *ir.Field, t ir.Test, x string) string {
	switch t {
	case ir.IsFalse:
		return c.basic(f.Value, "bool", x)
	case ir.IsZeroNum:
		return x + " != 0"
	case ir.IsNil:
		return x + " != nil"
	case ir.IsEmptyStr:
		return x + ` != ""`
	case ir.IsEmptyLen:
		return "len(" + x + ") != 0"
	case ir.CompareZero:
		return x + " != (" + c.expr(f.ZeroType) + "{})"
	case ir.CallIsZero:
		if f.Value.Kind == ir.Pointer || f.Value.Kind == ir.Interface {
			return x + " != nil && !" + x + ".IsZero()"
		}
		return "!" + x + ".IsZero()"
	case ir.CallDefined:
		return x + ".IsDefined()"
	case ir.Reflect:
		return c.S("!", ident{rtPath, "IsZero"}, "(&", x, ")")
	case ir.DynamicEmpty:
		return c.S("!", ident{rtPath, "IsEmpty"}, "(&", x, ")")
	}
	return ""
}

// basic converts x to a predeclared type unless it already has that type.
func (c *code) basic(n *ir.Node, typ, x string) string {
	if isBasic(n.Go, typ) {
		return x
	}
	return typ + "(" + x + ")"
}

func isBasic(e ir.Expr, name string) bool {
	return e.Kind == ir.Named && e.Path == "" && e.Name == name
}

// -- Values --------------------------------------------------------------------------------------------

// value writes x, an addressable operand. nonNil says that x was just found not to be nil.
func (e *encoding) value(n *ir.Node, x string, nonNil bool) {
	if n.Kind == ir.Interface || n.Kind == ir.Any {
		e.dynamic(x)
		return
	}
	if n.Marshal != ir.Plain {
		e.via(n, x)
		return
	}
	switch n.Kind {
	case ir.Pointer:
		e.nilOr("null", x, nonNil, func() { e.value(n.Elem, deref(x), false) })
	case ir.Slice:
		e.slice(n, x, nonNil)
	case ir.Array:
		e.array(n, x)
	case ir.Map:
		e.mapping(n, x, nonNil)
	case ir.Ref:
		if n.Ref.Methods() {
			e.line("b = ", receiver(x), ".AppendFleece(b, e)")
		} else {
			e.line("b = ", appendName(n.Ref), "(b, e, ", address(x), ")")
		}
	case ir.TypeParam:
		e.line("b = e.Value(b, ", address(x), ")")
	default:
		e.scalar(n, x)
	}
}

func (e *encoding) via(n *ir.Node, x string) {
	switch n.Marshal {
	case ir.Fleece:
		e.line("b = ", receiver(x), ".AppendFleece(b, e)")
	case ir.EasyJSON:
		e.line("b = ", ident{bridgePath, "AppendMarshaler"}, "(b, e, ", address(x), ")")
	case ir.JSON:
		e.line("b = e.CallMarshalJSON(b, ", address(x), ")")
	case ir.Text:
		e.line("b = e.CallMarshalText(b, ", address(x), ")")
	}
}

// dynamic writes the value in an interface.
func (e *encoding) dynamic(x string) {
	if !e.file.Options.EasyJSON {
		e.line("b = e.Any(b, ", x, ")")
		return
	}
	e.line("switch x := any(", x, ").(type) {")
	e.line("case ", ident{rtPath, "Marshaler"}, ", ", ident{rtPath, "ValueMarshaler"}, ":")
	e.line("b = e.Any(b, x)")
	e.line("case ", ident{easyPath, "Marshaler"}, ":")
	e.line("b = ", ident{bridgePath, "AppendMarshaler"}, "(b, e, x)")
	e.line("default:")
	e.line("b = e.Any(b, x)")
	e.line("}")
}

// nilOr writes null for a nil x, or else what body writes.
func (e *encoding) nilOr(null, x string, nonNil bool, body func()) {
	if nonNil {
		body()
		return
	}
	e.either(x+" == nil", func() {
		switch null {
		case "null":
			e.constant("null")
		default:
			e.line("b = e.", null, "(b)")
		}
	}, body)
}

// either prints an if with both branches. Pending text goes into both branches, where it can join the text that
// is appended there.
func (e *encoding) either(condition string, yes, no func()) {
	before := e.pending
	e.P("if ", condition, " {")
	yes()
	e.flush()
	e.P("} else {")
	e.pending = before
	no()
	e.line("}")
}

func (e *encoding) slice(n *ir.Node, x string, nonNil bool) {
	if n.Elem.Kind == ir.String && isBasic(n.Elem.Go, "string") && !n.Elem.Quoted {
		e.line("b = e.Strings(b, ", x, ")")
		return
	}
	e.nilOr("NilSlice", x, nonNil, func() {
		e.constant("[")
		k := e.loop(n.Elem, x)
		e.value(n.Elem, x+"["+k+"]", false)
		e.constant(",")
		e.line("}")
		e.line("b = ", ident{rtPath, "CloseArray"}, "(b)")
	})
}

func (e *encoding) array(n *ir.Node, x string) {
	if n.Len == 0 {
		e.constant("[]")
		return
	}
	e.constant("[")
	k := e.loop(n.Elem, x)
	e.value(n.Elem, x+"["+k+"]", false)
	e.constant(",")
	e.line("}")
	e.line("b = ", ident{rtPath, "CloseArray"}, "(b)")
}

// loop starts a loop over the elements of x and returns the name of its index.
func (e *encoding) loop(elem *ir.Node, x string) string {
	k := e.temp("k")
	if writtenBlind(elem) {
		e.line("for range ", x, " {")
	} else {
		e.line("for ", k, " := range ", x, " {")
	}
	return k
}

// writtenBlind reports whether all values of a type are written the same, without looking at them. That is the
// case for arrays without elements.
func writtenBlind(n *ir.Node) bool {
	return n.Kind == ir.Array && n.Len == 0 && n.Marshal == ir.Plain
}

func (e *encoding) mapping(n *ir.Node, x string, nonNil bool) {
	e.nilOr("NilMap", x, nonNil, func() {
		e.constant("{")
		e.mapMembers(n, x)
	})
}

// mapMembers writes the members of a map and the closing brace.
func (e *encoding) mapMembers(n *ir.Node, x string) {
	mark, start, key, elem := e.temp("mark"), e.temp("start"), e.temp("k"), e.temp("x")
	e.line(mark, ", ", start, " := e.BeginMap(len(", x, ")), len(b)")
	if writtenBlind(n.Elem) {
		e.line("for ", key, " := range ", x, " {")
	} else {
		e.line("for ", key, ", ", elem, " := range ", x, " {")
	}
	e.key(n.Key, key)
	e.value(n.Elem, elem, false)
	e.constant(",")
	e.line("}")
	e.line("b = e.EndMap(b, ", mark, ", ", start, ")")
}

func (e *encoding) key(k *ir.Key, x string) {
	switch {
	case k.Marshal == ir.Text:
		if k.Go.Kind != ir.PointerTo {
			x = "&" + x
		}
		e.line("b = e.MapKeyText(b, ", x, ")")
	case k.Marshal == ir.JSON:
		e.jsonKey(x)
	case k.Kind == ir.String:
		e.line("b = e.MapKey(b, string(", x, "))")
	case k.Kind == ir.Int:
		e.line("b = e.MapKeyInt(b, int64(", x, "))")
	default:
		e.line("b = e.MapKeyUint(b, uint64(", x, "))")
	}
}

// jsonKey writes a key that encodes itself as a JSON string.
func (e *encoding) jsonKey(x string) {
	name := e.temp("name")
	e.line("var ", name, " string")
	e.line("if data, err := ", x, ".MarshalJSON(); err != nil {")
	e.line(`e.Fail(err, "MarshalJSON of a key")`)
	e.line("} else if err := ", ident{"encoding/json", "Unmarshal"}, "(data, &", name, "); err != nil {")
	e.line(`e.Fail(err, "MarshalJSON of a key")`)
	e.line("}")
	e.line("b = e.MapKey(b, ", name, ")")
}

// -- Scalars --------------------------------------------------------------------------------------------

func (e *encoding) scalar(n *ir.Node, x string) {
	if n.Quoted && n.Kind != ir.String {
		e.constant(`"`)
		defer e.constant(`"`)
	}
	switch n.Kind {
	case ir.Bool:
		e.either(e.basic(n, "bool", x), func() { e.constant("true") }, func() { e.constant("false") })
	case ir.Int:
		e.line("b = ", ident{rtPath, "AppendInt"}, "(b, ", e.basic(n, "int64", x), ")")
	case ir.Uint, ir.Uintptr:
		e.line("b = ", ident{rtPath, "AppendUint"}, "(b, ", e.basic(n, "uint64", x), ")")
	case ir.Float:
		typ := fmt.Sprint("float", n.Bits)
		e.line("b = e.F", typ[1:], "(b, ", e.basic(n, typ, x), ")")
	case ir.String:
		name := "String"
		if n.Quoted {
			name = "QuotedString"
		}
		e.line("b = e.", name, "(b, ", e.basic(n, "string", x), ")")
	case ir.Number:
		e.line("b = e.Number(b, string(", x, "))")
	case ir.Raw:
		e.line("b = e.Raw(b, ", x, ")")
	case ir.Bytes:
		e.bytes(n, e.asBytes(n, x))
	case ir.ByteArray:
		e.bytes(n, x+"[:]")
	case ir.Time:
		e.time(n, x)
	case ir.Duration:
		if n.Format == "nano" {
			e.line("b = ", ident{rtPath, "AppendInt"}, "(b, int64(", x, "))")
			return
		}
		e.line("b = e.DurationText(b, ", x, ")")
	}
}

// asBytes returns a slice of a type of kind uint8 as []byte, which Go converts only element by element.
func (e *encoding) asBytes(n *ir.Node, x string) string {
	if isByte(n.Elem.Go) {
		return x
	}
	s, k := e.temp("s"), e.temp("k")
	e.line("var ", s, " []byte")
	e.line("if ", x, " != nil {")
	e.line(s, " = make([]byte, len(", x, "))")
	e.line("for ", k, " := range ", x, " {")
	e.line(s, "[", k, "] = byte(", x, "[", k, "])")
	e.line("}")
	e.line("}")
	return s
}

func isByte(e ir.Expr) bool { return isBasic(e, "byte") || isBasic(e, "uint8") }

func (e *encoding) bytes(n *ir.Node, x string) {
	switch n.Format {
	case "text":
		e.line("b = e.String(b, string(", x, "))")
	default:
		e.line("b = e.", bytesMethod(n.Format), "(b, ", x, ")")
	}
}

// bytesMethod returns the runtime's method for a format, which is the same in both directions.
func bytesMethod(format string) string {
	switch format {
	case "base64url":
		return "Base64URL"
	case "hex", "base16":
		return "Hex"
	}
	return "Base64"
}

var unixUnits = map[string]string{
	"unix": "Second", "unixmilli": "Millisecond", "unixmicro": "Microsecond", "unixnano": "Nanosecond",
}

func (e *encoding) time(n *ir.Node, x string) {
	if unit, ok := unixUnits[n.Format]; ok {
		e.line("b = e.TimeUnix(b, ", x, ", ", ident{"time", unit}, ")")
		return
	}
	if n.Format == "" {
		e.line("b = e.Time(b, ", x, ")")
		return
	}
	e.line("b = e.TimeLayout(b, ", x, ", ", e.layout(n.Format), ")")
}

// layout returns a layout of package time, by name or as a string.
func (c *code) layout(format string) string {
	if namedLayouts[format] {
		return c.S(ident{"time", format})
	}
	return strconv.Quote(format)
}

var namedLayouts = map[string]bool{
	"ANSIC": true, "UnixDate": true, "RubyDate": true, "RFC822": true, "RFC822Z": true, "RFC850": true,
	"RFC1123": true, "RFC1123Z": true, "RFC3339": true, "RFC3339Nano": true, "Kitchen": true, "Stamp": true,
	"StampMilli": true, "StampMicro": true, "StampNano": true, "DateTime": true, "DateOnly": true, "TimeOnly": true,
}
