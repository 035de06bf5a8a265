package emit

// This file prints the code that reads JSON: DecodeFleece, and functions for types without methods.
//
// The position i is passed through all of them: each call takes the position of a value and returns the
// position after it. After an error, i lies past the end of every text, and all calls return it unchanged, so
// generated code never checks for errors.
//
// SPDX-License-Identifier: MIT

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

func (c *code) decoder(t *ir.Type) {
	if t.Methods() && !t.Decode {
		return
	}
	if t.Body.Struct != nil {
		c.objectTable(t)
	}
	c.begin(t)
	decoder := c.S("d *", ident{rtPath, "Decoder"})
	if t.Methods() {
		c.P("// DecodeFleece reads the value at i of d into v.")
		c.P("func (v *", t.Go, ") DecodeFleece(", decoder, ", i int) int {")
	} else {
		c.P("// ", decodeName(t), " reads the value at i of d into v.")
		c.P("func ", decodeName(t), c.typeParams(t), "(", decoder, ", i int, v *", t.Go, ") int {")
	}
	if t.Body.Struct != nil {
		c.readObject(t)
	} else {
		c.read(t.Body, "(*v)")
		c.P("return i")
	}
	c.P("}")
	c.P()
}

// -- Objects --------------------------------------------------------------------------------------------

// objectTable prints the variable that tells the runtime the names of the members.
func (c *code) objectTable(t *ir.Type) {
	s := t.Body.Struct
	c.P("var ", objectName(t), " = ", ident{rtPath, "Object"}, "{")
	c.P("Type: ", strconv.Quote(c.goName(t)), ",")
	if flags := c.objectFlags(s); flags != "" {
		c.P("Flags: ", flags, ",")
	}
	if len(s.Fields) > 0 {
		c.P("Fields: []", ident{rtPath, "Field"}, "{")
		for _, f := range s.Fields {
			c.P("{Name: ", strconv.Quote(f.Name), ", Go: ", strconv.Quote(goPath(f)), "},")
		}
		c.P("},")
	}
	c.P("}")
	c.P()
}

func (c *code) objectFlags(s *ir.Struct) string {
	var list []string
	for _, f := range []struct {
		set  bool
		name string
	}{
		{s.Fold || anyFold(s), "ObjectFoldCase"},
		{s.Unknown == ir.Reject, "ObjectDisallowUnknown"},
		{s.Unknown == ir.KeepInField || s.Unknown == ir.Proxy, "ObjectKeepUnknown"},
		{c.file.Options.RawMemberNames, "ObjectRawNames"},
	} {
		if f.set {
			list = append(list, c.S(ident{rtPath, f.name}))
		}
	}
	return strings.Join(list, " | ")
}

func anyFold(s *ir.Struct) bool {
	for _, f := range s.Fields {
		if f.Fold {
			return true
		}
	}
	return false
}

func goPath(f *ir.Field) string {
	parts := make([]string, len(f.Path))
	for i, h := range f.Path {
		parts[i] = h.Name
	}
	return strings.Join(parts, ".")
}

func (c *code) readObject(t *ir.Type) {
	s := t.Body.Struct
	required, words := requiredWords(s)
	mark := ""
	switch {
	case words == 1:
		c.P("var seen uint64")
		mark = "seen |= 1 << f"
	case words > 1:
		c.P("var seen [", words, "]uint64")
		mark = "seen[f>>6] |= 1 << (f & 63)"
	}
	c.P("f, i := d.Object(i, &", objectName(t), ")")
	c.P("for f >= 0 {")
	if mark != "" {
		c.P(mark)
	}
	if len(s.Fields) > 0 || s.Unknown == ir.KeepInField || s.Unknown == ir.Proxy {
		c.P("switch f {")
		for n, f := range s.Fields {
			c.P("case ", n, ": // ", strconv.Quote(f.Name))
			c.readField(t, f)
		}
		c.unknown(s)
		c.P("}")
	}
	c.P("f, i = d.Next(i, &", objectName(t), ", f)")
	c.P("}")
	c.missing(t, required, words)
	c.P("return i")
}

func (c *code) readField(t *ir.Type, f *ir.Field) {
	c.stem = t.Func + upperFirst(strings.ReplaceAll(f.Selector, ".", ""))
	c.allocate(f)
	c.read(f.Value, "v."+f.Selector)
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// missing checks for the required members of an object that was present.
func (c *code) missing(t *ir.Type, required map[int]uint64, words int) {
	for w := range words {
		if required[w] == 0 {
			continue
		}
		seen := "seen"
		if words > 1 {
			seen = fmt.Sprintf("seen[%d]", w)
		}
		c.P("if missing := ^", seen, " & ", fmt.Sprintf("%#x", required[w]), "; f == ", ident{rtPath, "End"}, " && missing != 0 {")
		c.P("return d.Missing(i, &", objectName(t), ", ", w, ", missing)")
		c.P("}")
	}
}

// requiredWords returns one bit for each required field, 64 per word, and the number of words that cover all
// fields and the unknown one. If nothing is required, it returns none.
func requiredWords(s *ir.Struct) (required map[int]uint64, words int) {
	required = map[int]uint64{}
	for n, f := range s.Fields {
		if f.Required {
			required[n/64] |= 1 << (n % 64)
		}
	}
	if len(required) == 0 {
		return nil, 0
	}
	return required, max(1, (len(s.Fields)+64)/64)
}

// allocate allocates the embedded structs that a field is reached through.
func (c *code) allocate(f *ir.Field) {
	at := "v"
	for _, h := range f.Path[:len(f.Path)-1] {
		at += "." + h.Name
		if h.Pointer {
			c.P("if ", at, " == nil {")
			c.P(at, " = new(", h.Pointee, ")")
			c.P("}")
		}
	}
}

// unknown keeps the members without a matching field.
func (c *code) unknown(s *ir.Struct) {
	switch s.Unknown {
	case ir.KeepInField:
		c.P("default: // an unknown member")
		x, name, elem := "v."+s.Into.Selector, c.temp("name"), c.temp("x")
		c.P("if ", x, " == nil {")
		c.P(x, " = make(", s.Into.Value.Go, ")")
		c.P("}")
		c.P(name, " := d.UnknownName()")
		c.P("var ", elem, " ", s.Into.Value.Elem.Go)
		c.read(s.Into.Value.Elem, elem)
		c.P(x, "[", c.keyFrom(s.Into.Value.Key, "string", name), "] = ", elem)
	case ir.Proxy:
		c.P("default: // an unknown member")
		c.P("name, start := d.UnknownName(), i")
		c.P("if i = d.Skip(i); !d.Failed() {")
		c.P("in := ", ident{lexerPath, "Lexer"}, "{Data: d.Data()[start:i:i]}")
		c.P("v.UnmarshalUnknown(&in, name)")
		c.P("if err := in.Error(); err != nil {")
		c.P("i = d.Fail(start, err)")
		c.P("}")
		c.P("}")
	}
}

// -- Values ------------------------------------------------------------------------------------------------

// read reads into x, an addressable operand, and advances i.
func (c *code) read(n *ir.Node, x string) {
	if c.file.Options.EasyJSON && (n.Kind == ir.Any || n.Kind == ir.Interface) {
		// The value may only have easyjson's method.
		c.P("if u, ok := any(", x, ").(", ident{easyPath, "Unmarshaler"}, "); ok {")
		c.P("i = ", ident{bridgePath, "DecodeUnmarshaler"}, "(d, i, u)")
		c.P("} else {")
		defer c.P("}")
	}
	switch {
	case n.Kind == ir.Any && isBasic(n.Go, "any"):
		c.P("i = d.Any(i, &", x, ")")
		return
	case n.Kind == ir.Any:
		c.P("i = d.Any(i, (*any)(&", x, "))")
		return
	case n.Kind == ir.Interface:
		c.nullOr(x, "nil", func() { c.P("i = d.Interface(i, ", x, ", ", strconv.Quote(n.Go.String()), ")") })
		return
	case n.Unmarshal != ir.Plain:
		c.readVia(n, x)
		return
	}
	switch n.Kind {
	case ir.Pointer:
		if n.Elem.Quoted && !c.file.Options.EasyJSON {
			c.P("if d.QuotedNull(i) {")
			c.P(x, " = nil")
			c.P("i += 6")
			c.P("} else {")
			defer c.P("}")
		}
		c.nullOr(x, "nil", func() {
			c.P("if ", x, " == nil {")
			c.P(x, " = ", ident{rtPath, "New"}, "[", n.Elem.Go, "](d, &", c.site(), ")")
			c.P("}")
			c.read(n.Elem, deref(x))
		})
	case ir.Slice:
		if isStrings(n) {
			c.P("i = d.Strings(i, ", address(x), ")")
			return
		}
		c.nullOr(x, "nil", func() { c.readSlice(n, x) })
	case ir.Array:
		c.nullOr("", "", func() { c.readArray(n, x) })
	case ir.Map:
		emptied := x
		if c.file.Options.EasyJSON {
			emptied = ""
		}
		c.nullOr(emptied, "nil", func() { c.readMap(n, x) })
	case ir.Ref:
		if n.Ref.Methods() {
			c.P("i = ", receiver(x), ".DecodeFleece(d, i)")
		} else {
			c.P("i = ", decodeName(n.Ref), "(d, i, ", address(x), ")")
		}
	case ir.TypeParam:
		c.P("i = d.Value(i, ", address(x), ")")
	default:
		c.readScalar(n, x)
	}
}

// nullOr skips null and sets x to zero, unless zero is "". For any other value it does what body does.
func (c *code) nullOr(x, zero string, body func()) {
	c.P("if d.Null(i) {")
	if x != "" {
		c.P(x, " = ", zero)
	}
	c.P("i += 4")
	c.P("} else {")
	body()
	c.P("}")
}

func (c *code) readVia(n *ir.Node, x string) {
	switch n.Unmarshal {
	case ir.Fleece:
		c.P("i = ", receiver(x), ".DecodeFleece(d, i)")
	case ir.EasyJSON:
		c.P("i = ", ident{bridgePath, "DecodeUnmarshaler"}, "(d, i, ", address(x), ")")
	case ir.JSON:
		call := func() { c.P("i = d.CallUnmarshalJSON(i, ", address(x), ")") }
		if c.file.Options.EasyJSON { // easyjson does not call the method for null
			c.nullOr("", "", call)
		} else {
			call()
		}
	case ir.Text:
		c.P("i = d.CallUnmarshalText(i, ", address(x), ")")
	}
}

// isStrings reports whether n is exactly []string without options, for which the runtime has a function.
func isStrings(n *ir.Node) bool {
	return n.Go.Kind == ir.SliceOf && n.Elem.Kind == ir.String && isBasic(n.Elem.Go, "string") && stringMethod(n.Elem) == "String"
}

func (c *code) readSlice(n *ir.Node, x string) {
	more, b, s, elem := c.temp("more"), c.temp("b"), c.temp("s"), c.temp("x")
	site := c.site()
	c.P("var ", more, " bool")
	c.P("if ", more, ", i = d.Array(i); !", more, " {")
	c.P(x, " = ", ident{rtPath, "Empty"}, "(", x, ")")
	c.P("} else {")
	c.P(b, " := ", ident{rtPath, "Begin"}, "(d, i, &", site, ", ", x, ")")
	c.P(s, " := ", b, ".S")
	c.P("for ", more, " {")
	c.P("if len(", s, ") == cap(", s, ") {")
	c.P(s, " = ", ident{rtPath, "Grow"}, "(", s, ")")
	c.P("}")
	c.P(s, " = ", s, "[:len(", s, ")+1]")
	if n.Elem.Kind == ir.Array && n.Elem.Len == 0 { // there is nothing to read into
		elem = s + "[len(" + s + ")-1]"
	} else {
		c.P(elem, " := &", s, "[len(", s, ")-1]")
		elem = deref(elem)
	}
	c.read(n.Elem, elem)
	c.P(more, ", i = d.Elem(i)")
	c.P("}")
	c.P(x, " = ", b, ".End(d, ", s, ", ", x, ")")
	c.P("}")
}

// zero returns the zero value of a type.
func (c *code) zero(n *ir.Node) string {
	switch n.Kind {
	case ir.Bool:
		return "false"
	case ir.Int, ir.Uint, ir.Uintptr, ir.Float:
		return "0"
	case ir.String:
		return `""`
	case ir.Pointer, ir.Slice, ir.Map, ir.Any, ir.Interface, ir.Bytes:
		return "nil"
	case ir.Object:
		return c.expr(n.Go) + "{}"
	}
	return "*new(" + c.expr(n.Go) + ")"
}

// site returns a variable through which the runtime learns the length of the slices and maps in one place.
func (c *code) site() string {
	name := "fleeceSite" + c.stem
	for n := 1; slices.Contains(c.sites, name); n++ {
		name = "fleeceSite" + c.stem + strconv.Itoa(n)
	}
	c.sites = append(c.sites, name)
	return name
}

// siteVariables declares these variables.
func (c *code) siteVariables() {
	if len(c.sites) == 0 {
		return
	}
	c.P("// The runtime uses these to allocate slices, maps and pointers.")
	c.P("var (")
	for _, name := range c.sites {
		c.P(name, " ", ident{rtPath, "Site"})
	}
	c.P(")")
}

// readArray reads as many elements as there is room for, skips the rest, and zeroes those that are missing.
func (c *code) readArray(n *ir.Node, x string) {
	if n.Len > 0 && n.Elem.Kind == ir.Float && !n.Elem.Quoted && n.Elem.Unmarshal == ir.Plain && isBasic(n.Elem.Go, "float64") {
		c.P("i = d.Float64s(i, ", x, "[:])")
		return
	}
	more, k := c.temp("more"), c.temp("k")
	c.P("var ", more, " bool")
	c.P(more, ", i = d.Array(i)")
	c.P(k, " := 0")
	c.P("for ", more, " {")
	if n.Len > 0 {
		c.P("if ", k, " < len(", x, ") {")
		c.read(n.Elem, x+"["+k+"]")
		c.P("} else {")
	}
	c.P("i = d.Skip(i)")
	if n.Len > 0 {
		c.P("}")
	}
	c.P(k, "++")
	c.P(more, ", i = d.Elem(i)")
	c.P("}")
	if n.Len > 0 {
		c.P("for ; ", k, " < len(", x, "); ", k, "++ {")
		c.P(x, "[", k, "] = ", c.zero(n.Elem))
		c.P("}")
	}
}

// readMap adds to an existing map, as encoding/json does; easyjson makes a new one.
func (c *code) readMap(n *ir.Node, x string) {
	more, elem := c.temp("more"), c.temp("x")
	site := c.site()
	c.P("var ", more, " bool")
	c.P(more, ", i = d.Map(i)")
	if !c.file.Options.EasyJSON {
		c.P("if ", x, " == nil {")
	}
	c.P(x, " = make(", n.Go, ", d.Cap(", more, ", i, &", site, "))")
	if !c.file.Options.EasyJSON {
		c.P("}")
	}
	c.P("for ", more, " {")
	key := c.readKey(n.Key)
	c.P("var ", elem, " ", n.Elem.Go)
	c.read(n.Elem, elem)
	c.P("if !d.Failed() {")
	c.P(x, "[", key, "] = ", elem)
	c.P("}")
	c.P(more, ", i = d.More(i)")
	c.P("}")
	c.P("d.Learn(&", site, ", len(", x, "))")
	c.emptyIsNil(n, x)
}

func (c *code) emptyIsNil(n *ir.Node, x string) {
	if n.EmptyIsNil {
		c.P("if len(", x, ") == 0 {")
		c.P(x, " = nil")
		c.P("}")
	}
}

// readKey reads the name of a member and returns an expression of the key's type.
func (c *code) readKey(k *ir.Key) string {
	key := c.temp("k")
	switch {
	case k.Unmarshal == ir.Text:
		c.P("var ", key, " ", k.Go)
		target := "&" + key
		if k.Go.Kind == ir.PointerTo {
			c.P(key, " = new(", k.Go.Elem, ")")
			target = key
		}
		c.P("i = d.MapKeyText(i, ", target, ")")
		return key
	case k.Unmarshal == ir.JSON:
		return c.readJSONKey(k, key)
	case k.Kind == ir.String:
		c.P("var ", key, " string")
		c.P("i = d.MapKey(i, &", key, ")")
		return c.keyFrom(k, "string", key)
	case k.Kind == ir.Int:
		return c.readIntKey(k, key, "Int", "int64")
	}
	return c.readIntKey(k, key, "Uint", "uint64")
}

func (c *code) readIntKey(k *ir.Key, key, name, typ string) string {
	c.P("var ", key, " ", typ)
	c.P("i = d.MapKey", name, "(i, &", key, ", ", k.Bits, ", ", strconv.Quote(k.Go.String()), ")")
	return c.keyFrom(k, typ, key)
}

func (c *code) readJSONKey(k *ir.Key, key string) string {
	name, at := c.temp("name"), c.temp("at")
	c.P("var ", key, " ", k.Go)
	c.P("var ", name, " string")
	c.P(at, " := i")
	c.P("i = d.MapKey(i, &", name, ")")
	c.P("if data, err := ", ident{"encoding/json", "Marshal"}, "(", name, "); err != nil {")
	c.P("i = d.Fail(", at, ", err)")
	c.P("} else if err := ", key, ".UnmarshalJSON(data); err != nil {")
	c.P("i = d.Fail(", at, ", err)")
	c.P("}")
	return key
}

func (c *code) keyFrom(k *ir.Key, typ, x string) string {
	if isBasic(k.Go, typ) {
		return x
	}
	return c.expr(k.Go) + "(" + x + ")"
}

// -- Scalars -----------------------------------------------------------------------------------------------

func (c *code) readScalar(n *ir.Node, x string) {
	if n.Quoted && n.Kind != ir.String {
		inner := *n
		inner.Quoted = false
		c.nullOr("", "", func() {
			c.P("i = d.Quote(i)")
			c.readScalar(&inner, x)
			c.P("i = d.Unquote(i)")
		})
		return
	}
	switch n.Kind {
	case ir.Bool:
		c.readAs(n, "Bool", "bool", x)
	case ir.Int, ir.Uint, ir.Float:
		name := n.Kind.String()
		if n.Bits > 0 {
			name += strconv.Itoa(n.Bits)
		}
		c.readAs(n, strings.ToUpper(name[:1])+name[1:], name, x)
	case ir.Uintptr:
		c.readAs(n, "Uintptr", "uintptr", x)
	case ir.String:
		c.readAs(n, stringMethod(n), "string", x)
	case ir.Number:
		c.P("i = d.Number(i, (*string)(&", x, "))")
	case ir.Raw:
		c.P("i = d.Raw(i, (*[]byte)(&", x, "))")
	case ir.Bytes:
		c.readBytes(n, x)
	case ir.ByteArray:
		c.readByteArray(n, x)
	case ir.Time:
		c.readTime(n, x)
	case ir.Duration:
		if n.Format == "nano" {
			c.P("i = d.Int64(i, (*int64)(&", x, "))")
			return
		}
		c.P("i = d.DurationText(i, &", x, ")")
	}
}

func stringMethod(n *ir.Node) string {
	switch {
	case n.Quoted:
		return "QuotedString"
	case n.Intern:
		return "StringIntern"
	case n.NoCopy:
		return "StringNoCopy"
	}
	return "String"
}

// readAs calls a method that takes a pointer to a predeclared type.
func (c *code) readAs(n *ir.Node, method, typ, x string) {
	pointer := address(x)
	if !isBasic(n.Go, typ) && !(typ == "uint8" && isByte(n.Go)) && !(typ == "int32" && isBasic(n.Go, "rune")) {
		pointer = "(*" + typ + ")(" + pointer + ")"
	}
	c.P("i = d.", method, "(i, ", pointer, ")")
}

func (c *code) readBytes(n *ir.Node, x string) {
	if n.Format == "text" {
		c.readByteText(n, x)
		return
	}
	if isByte(n.Elem.Go) {
		pointer := address(x)
		if n.Go.Kind == ir.Named {
			pointer = "(*[]byte)(" + pointer + ")"
		}
		c.P("i = d.", bytesMethod(n.Format), "(i, ", pointer, ")")
		return
	}
	s, k := c.temp("s"), c.temp("k")
	c.P("var ", s, " []byte")
	c.P("i = d.", bytesMethod(n.Format), "(i, &", s, ")")
	c.P(x, " = nil")
	c.P("if ", s, " != nil {")
	c.P(x, " = make(", n.Go, ", len(", s, "))")
	c.P("for ", k, " := range ", s, " {")
	c.P(x, "[", k, "] = ", n.Elem.Go, "(", s, "[", k, "])")
	c.P("}")
	c.P("}")
}

// readByteText reads a string as the bytes of a slice.
func (c *code) readByteText(n *ir.Node, x string) {
	c.nullOr(x, "nil", func() {
		s := c.temp("s")
		c.P("var ", s, " string")
		c.P("i = d.String(i, &", s, ")")
		c.P(x, " = ", n.Go, "(", s, ")")
	})
}

// readByteArray reads a string of bytes into an array. Bytes that do not fit are dropped; missing ones are
// zero.
func (c *code) readByteArray(n *ir.Node, x string) {
	c.nullOr("", "", func() {
		s := c.temp("s")
		if n.Format == "text" {
			c.P("var ", s, " string")
			c.P("i = d.String(i, &", s, ")")
		} else {
			c.P("var ", s, " []byte")
			c.P("i = d.", bytesMethod(n.Format), "(i, &", s, ")")
		}
		c.P("clear(", x, "[copy(", x, "[:], ", s, "):])")
	})
}

func (c *code) readTime(n *ir.Node, x string) {
	if unit, ok := unixUnits[n.Format]; ok {
		c.P("i = d.TimeUnix(i, ", address(x), ", ", ident{"time", unit}, ")")
		return
	}
	if n.Format == "" {
		c.P("i = d.Time(i, ", address(x), ")")
		return
	}
	c.P("i = d.TimeLayout(i, ", address(x), ", ", c.layout(n.Format), ")")
}
