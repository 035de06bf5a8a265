package ir

// This file prints a plan as text, for -dump and for golden tests.
//
// SPDX-License-Identifier: MIT

import (
	"fmt"
	"strconv"
	"strings"
)

// Dump returns the plan as text: a paragraph for each type, a line for each field.
func (f *File) Dump() string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s (%s)\n", f.Package, f.Path)
	fmt.Fprintf(&b, "from %s\n", strings.Join(f.Sources, " "))
	for _, t := range f.Types {
		b.WriteString("\n")
		t.dump(&b)
	}
	return b.String()
}

func (t *Type) dump(b *strings.Builder) {
	what := "functions for"
	switch {
	case t.Marshal && t.Decode:
		what = "type"
	case t.Marshal:
		what = "type (writing only)"
	case t.Decode:
		what = "type (reading only)"
	}
	fmt.Fprintf(b, "%s %s", what, t.Go)
	if t.Func != t.Name {
		fmt.Fprintf(b, " [%s]", t.Func)
	}
	for i, p := range t.Params {
		fmt.Fprintf(b, "%s %s %s", []string{" with", ","}[min(i, 1)], p.Name, p.Constraint)
	}
	fmt.Fprintf(b, ": %s\n", t.Body.line(t.Body.Go.String() != t.Go.String()))
	if t.Body.Struct != nil {
		t.Body.Struct.dump(b, "\t")
	}
}

func (s *Struct) dump(b *strings.Builder, indent string) {
	for _, f := range s.Fields {
		fmt.Fprintf(b, "%s%s %s: %s%s\n", indent, strconv.Quote(f.Name), f.path(), f.Value, f.notes())
	}
	if s.Fold {
		fmt.Fprintf(b, "%snames match in any case\n", indent)
	}
	switch s.Unknown {
	case Reject:
		fmt.Fprintf(b, "%sother members are errors\n", indent)
	case Proxy:
		fmt.Fprintf(b, "%sother members go to UnmarshalUnknown\n", indent)
	case KeepInField:
		fmt.Fprintf(b, "%sother members are kept in %s: %s\n", indent, s.Into.path(), s.Into.Value)
	}
}

func (f *Field) path() string {
	hops := make([]string, len(f.Path))
	for i, h := range f.Path {
		hops[i] = h.Name
		if h.Pointer {
			hops[i] = "*" + h.Name
		}
	}
	return strings.Join(hops, ".")
}

var testNames = [...]string{
	NoTest: "", Never: "never", IsFalse: "false", IsZeroNum: "0", IsNil: "nil", IsEmptyStr: `""`,
	IsEmptyLen: "length", CompareZero: "zero value", CallIsZero: "IsZero", CallDefined: "IsDefined",
	Reflect: "reflect", DynamicEmpty: "dynamic",
}

func (f *Field) notes() string {
	var s string
	if f.Empty != NoTest {
		s += ", omit empty (" + testNames[f.Empty] + ")"
	}
	if f.Zero != NoTest {
		s += ", omit zero (" + testNames[f.Zero] + ")"
	}
	if f.Required {
		s += ", required"
	}
	if f.Fold {
		s += ", in any case"
	}
	return s
}

var kindNames = [...]string{
	Invalid: "invalid", Bool: "bool", Int: "int", Uint: "uint", Uintptr: "uintptr", Float: "float",
	String: "string", Number: "number text", Raw: "raw JSON", Bytes: "bytes", ByteArray: "array of bytes",
	Time: "time", Duration: "duration", Pointer: "pointer", Slice: "slice", Array: "array", Map: "map",
	Object: "struct", Any: "any", Interface: "interface", TypeParam: "type parameter", Ref: "ref",
	Custom: "custom",
}

func (k Kind) String() string { return kindNames[k] }

var viaNames = [...]string{Plain: "plain", Fleece: "fleece", EasyJSON: "easyjson", JSON: "json", Text: "text"}

func (v Via) String() string { return viaNames[v] }

// String returns a node as one line.
func (n *Node) String() string { return n.line(true) }

func (n *Node) line(withType bool) string {
	s := n.shape()
	if withType && n.named() {
		s += " as " + n.Go.String()
	}
	if n.Marshal != Plain || n.Unmarshal != Plain {
		s += fmt.Sprintf(" (written by %s, read by %s)", n.Marshal, n.Unmarshal)
	}
	for _, o := range []struct {
		set  bool
		name string
	}{{n.Quoted, "quoted"}, {n.Intern, "interned"}, {n.NoCopy, "not copied"}, {n.EmptyIsNil, "nil if empty"}, {n.Format != "", "format " + n.Format}} {
		if o.set {
			s += ", " + o.name
		}
	}
	return s
}

// named reports whether the Go type says more than the node's kind does.
func (n *Node) named() bool {
	if n.Go.Kind != Named || n.Kind == Ref || n.Kind == Any {
		return false
	}
	return n.Go.Path != "" || n.Go.Name != n.shape()
}

func (n *Node) shape() string {
	switch n.Kind {
	case Int, Uint, Float:
		if n.Bits != 0 {
			return n.Kind.String() + strconv.Itoa(n.Bits)
		}
	case Pointer:
		return "pointer to " + n.Elem.String()
	case Slice:
		return "slice of " + n.Elem.String()
	case Array:
		return fmt.Sprintf("array of %d %s", n.Len, n.Elem)
	case ByteArray:
		return fmt.Sprintf("array of %d bytes", n.Len)
	case Map:
		return fmt.Sprintf("map by %s of %s", n.Key, n.Elem)
	case Ref:
		return n.Go.String()
	}
	return n.Kind.String()
}

// String returns a key as one line.
func (k *Key) String() string {
	s := k.Kind.String()
	if k.Bits != 0 {
		s += strconv.Itoa(k.Bits)
	}
	if k.Go.Path != "" || k.Go.Name != s {
		s += " as " + k.Go.String()
	}
	if k.Marshal != Plain || k.Unmarshal != Plain {
		s += fmt.Sprintf(" (written by %s, read by %s)", k.Marshal, k.Unmarshal)
	}
	return s
}

func joinExprs(list []Expr, separator string) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = e.String()
	}
	return strings.Join(parts, separator)
}

func structString(fields []ExprField) string {
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = f.Type.String()
		if !f.Embedded {
			parts[i] = f.Name + " " + parts[i]
		}
		if f.Tag != "" {
			parts[i] += " " + strconv.Quote(f.Tag)
		}
	}
	return "struct{ " + strings.Join(parts, "; ") + " }"
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
