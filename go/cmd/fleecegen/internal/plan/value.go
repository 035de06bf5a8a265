package plan

// This file decides how a value of each Go type is written and read.
//
// SPDX-License-Identifier: MIT

import (
	"go/types"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

// node plans a value of type t in its place, such as a field or an element.
func (b *builder) node(t types.Type, tag fieldTag, at place) *ir.Node {
	t = types.Unalias(t)
	if n := b.known(t, tag, at); n != nil {
		return n
	}
	if b.isChosen(t) {
		return b.chosenNode(t, at)
	}
	switch t.(type) {
	case *types.Pointer, *types.TypeParam:
		// The methods belong to what the pointer points to and are not called for null. The type of a parameter
		// is known only at run time.
		return b.structure(t, tag, at)
	}
	write, read := b.marshalVia(t), b.unmarshalVia(t)
	if write != ir.Plain && read != ir.Plain {
		return b.custom(t, write, read, at)
	}
	n := b.plain(t, tag, at)
	n.Marshal, n.Unmarshal = write, read
	n.EasyMarshal, n.EasyUnmarshal = b.easyVias(t)
	return n
}

// custom plans a value that is handled only by methods. An interface that has them may be nil.
func (b *builder) custom(t types.Type, write, read ir.Via, at place) *ir.Node {
	n := &ir.Node{Kind: ir.Custom, Go: b.expr(t, at), Marshal: write, Unmarshal: read, Size: b.size(t)}
	n.EasyMarshal, n.EasyUnmarshal = b.easyVias(t)
	if b.isChosen(t) {
		n.EasyMarshal, n.EasyUnmarshal = ir.EasyJSON, ir.EasyJSON
	}
	if types.IsInterface(t) {
		n.Kind = ir.Interface
	}
	return n
}

// plain plans a value by the structure of its type. Declared types with a structure, and anonymous structs, get
// separate functions, because they may be recursive or occur repeatedly.
func (b *builder) plain(t types.Type, tag fieldTag, at place) *ir.Node {
	switch t.Underlying().(type) {
	case *types.Struct:
		return b.ref(b.typeFor(t, at), t, at)
	case *types.Slice, *types.Array, *types.Map, *types.Pointer:
		if _, named := t.(*types.Named); named && tag.format == "" && !b.isBytes(t) {
			return b.ref(b.typeFor(t, at), t, at)
		}
	}
	return b.structure(t, tag, at)
}

func (b *builder) ref(r *ir.Type, t types.Type, at place) *ir.Node {
	return &ir.Node{Kind: ir.Ref, Ref: r, Go: b.expr(t, at), Size: b.size(t)}
}

// isChosen reports whether t, or the generic type that it is an instance of, gets methods in this run.
func (b *builder) isChosen(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && b.chosen[chosenKey(named.Obj())]
}

// chosenNode plans a type that gets methods in this run: in this file by its functions, elsewhere by its
// methods.
func (b *builder) chosenNode(t types.Type, at place) *ir.Node {
	b.noteArguments(t.(*types.Named), at)
	if known, ok := b.types.At(t.(*types.Named).Origin()).(*ir.Type); ok {
		return b.ref(known, t, at)
	}
	return b.custom(t, ir.Fleece, ir.Fleece, at)
}

// noteArguments warns about an instance of a generic type whose argument cannot be written: a type argument
// must have methods or be one of Go's own types.
func (b *builder) noteArguments(t *types.Named, at place) {
	for i := 0; i < t.TypeArgs().Len(); i++ {
		arg, _ := pointee(t.TypeArgs().At(i))
		named, ok := arg.(*types.Named)
		if !ok || b.isChosen(arg) || b.marshalVia(arg) != ir.Plain || b.known(arg, fieldTag{}, at) != nil {
			continue
		}
		b.note(at, "mark it with fleece:json", "%s has no JSON methods, so a %s cannot contain it", named.Obj().Name(), t.Obj().Name())
	}
}

// -- Types that are known by name -------------------------------------------------------------

func (b *builder) known(t types.Type, tag fieldTag, at place) *ir.Node {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	n := &ir.Node{Size: b.size(t), Format: tag.format}
	switch named.Obj().Pkg().Path() + "." + named.Obj().Name() {
	case "encoding/json.Number":
		n.Kind, n.Quoted = ir.Number, tag.quoted && !b.cfg.EasyJSON
	case "encoding/json.RawMessage", "encoding/json/jsontext.Value":
		n.Kind = ir.Raw
	case "time.Time":
		n.Kind = ir.Time
	case "time.Duration":
		if tag.format == "" {
			return nil // a plain number of nanoseconds
		}
		n.Kind, n.Quoted = ir.Duration, tag.quoted
	default:
		return nil
	}
	n.Go = b.expr(t, at)
	b.checkFormat(n, at)
	return n
}

// -- Structure ----------------------------------------------------------------------------------

// structure plans a value by the underlying type of t.
func (b *builder) structure(t types.Type, tag fieldTag, at place) *ir.Node {
	n := &ir.Node{Size: b.size(t)}
	if _, ok := t.(*types.TypeParam); ok {
		n.Kind, n.Go = ir.TypeParam, b.expr(t, at)
		return n
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		b.basic(n, t, u, tag, at)
	case *types.Pointer:
		n.Kind, n.Elem = ir.Pointer, b.node(u.Elem(), tag, at)
	case *types.Slice:
		b.slice(n, t, u.Elem(), tag, at)
	case *types.Array:
		b.array(n, t, u, tag, at)
	case *types.Map:
		n.Kind, n.Key, n.Elem = ir.Map, b.key(u.Key(), at), b.node(u.Elem(), b.elemTag(tag), at)
	case *types.Struct:
		n.Kind, n.Struct = ir.Object, b.object(u, t, at)
	case *types.Interface:
		n.Kind = ir.Any
		if u.NumMethods() > 0 {
			n.Kind = ir.Interface
		}
	default:
		b.problem(at, `tag it json:"-", or give its type MarshalJSON and UnmarshalJSON`, "%s has no form in JSON", describe(u))
		return n
	}
	if n.Kind != ir.Invalid && n.Go.Name == "" && n.Go.Kind == ir.Named {
		n.Go = b.expr(t, at)
	}
	if n.Format == "" && tag.format != "" && n.Kind != ir.Pointer {
		b.problem(at, "remove the option", "format:%s means nothing for %s", tag.format, typeString(t))
	}
	return n
}

// elemTag returns the field options that apply to the elements of a slice, an array or a map: none, except that
// easyjson passes them on.
func (b *builder) elemTag(tag fieldTag) fieldTag {
	e := fieldTag{intern: tag.intern, noCopy: tag.noCopy}
	if b.cfg.EasyJSON {
		e.quoted = tag.quoted
	}
	return e
}

func describe(t types.Type) string {
	switch t := t.(type) {
	case *types.Chan:
		return "a channel (" + typeString(t) + ")"
	case *types.Signature:
		return "a function (" + typeString(t) + ")"
	}
	return typeString(t)
}

func (b *builder) basic(n *ir.Node, t types.Type, u *types.Basic, tag fieldTag, at place) {
	n.Kind, n.Bits = kindOf(u)
	switch {
	case u.Kind() == types.Invalid:
		b.invalid(t, at)
		return
	case n.Kind == ir.Invalid:
		b.problem(at, `tag it json:"-", or give its type MarshalJSON and UnmarshalJSON`, "%s has no form in JSON", typeString(t))
		return
	}
	n.Quoted = tag.quoted && !(b.cfg.EasyJSON && (n.Kind == ir.String || n.Kind == ir.Bool))
	if n.Kind == ir.String {
		n.Intern, n.NoCopy = tag.intern, tag.noCopy
	}
}

func kindOf(u *types.Basic) (kind ir.Kind, bits int) {
	switch u.Kind() {
	case types.Bool:
		return ir.Bool, 0
	case types.String:
		return ir.String, 0
	case types.Int:
		return ir.Int, 0
	case types.Int8:
		return ir.Int, 8
	case types.Int16:
		return ir.Int, 16
	case types.Int32:
		return ir.Int, 32
	case types.Int64:
		return ir.Int, 64
	case types.Uint:
		return ir.Uint, 0
	case types.Uint8:
		return ir.Uint, 8
	case types.Uint16:
		return ir.Uint, 16
	case types.Uint32:
		return ir.Uint, 32
	case types.Uint64:
		return ir.Uint, 64
	case types.Uintptr:
		return ir.Uintptr, 0
	case types.Float32:
		return ir.Float, 32
	case types.Float64:
		return ir.Float, 64
	}
	return ir.Invalid, 0
}

// invalid reports a type that does not type-check.
func (b *builder) invalid(t types.Type, at place) {
	said := b.pkg.ErrorAt(at.pos)
	if said == "" {
		said = "its type does not compile"
	}
	b.problem(at, "correct the type first", "%s", said)
}

// -- Slices and arrays of bytes -------------------------------------------------------------------

// isBytes reports whether t is a slice of bytes that is written as text. For encoding/json, a byte is any type
// of kind uint8 that does not encode itself.
func (b *builder) isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && b.isByte(s.Elem())
}

func (b *builder) isByte(t types.Type) bool {
	u, ok := t.Underlying().(*types.Basic)
	if !ok || u.Kind() != types.Uint8 {
		return false
	}
	if _, plain := types.Unalias(t).(*types.Basic); plain {
		return true
	}
	return !b.cfg.EasyJSON && b.marshalVia(t) == ir.Plain && b.unmarshalVia(t) == ir.Plain
}

func (b *builder) slice(n *ir.Node, t, elem types.Type, tag fieldTag, at place) {
	if b.isBytes(t) && tag.format != "array" {
		n.Kind, n.Format = ir.Bytes, tag.format
		n.Elem = &ir.Node{Kind: ir.Uint, Bits: 8, Go: b.expr(elem, at), Size: 1}
		if n.Format == "" && b.cfg.PlainBytes {
			n.Format = "text"
		}
		b.checkFormat(n, at)
		return
	}
	n.Kind = ir.Slice
	if b.isBytes(t) {
		n.Format = tag.format
	}
	n.Elem = b.node(elem, b.elemTag(tag), at)
}

// array plans an array. To encoding/json, an array of bytes is an array of numbers; for easyjson, and with a
// format that says so, it is text like a slice of bytes.
func (b *builder) array(n *ir.Node, t types.Type, u *types.Array, tag fieldTag, at place) {
	n.Len = u.Len()
	_, plain := types.Unalias(u.Elem()).(*types.Basic)
	if b.isByte(u.Elem()) && plain && tag.format != "array" && (tag.format != "" || b.cfg.EasyJSON) {
		n.Kind, n.Format = ir.ByteArray, tag.format
		n.Elem = &ir.Node{Kind: ir.Uint, Bits: 8, Go: b.expr(u.Elem(), at), Size: 1}
		if n.Format == "" && b.cfg.PlainBytes {
			n.Format = "text"
		}
		b.checkFormat(n, at)
		return
	}
	n.Kind = ir.Array
	if b.isByte(u.Elem()) {
		n.Format = tag.format
	}
	n.Elem = b.node(u.Elem(), b.elemTag(tag), at)
}

// sizes are those of one platform, so that the generated code does not depend on where it is generated.
var sizes = types.SizesFor("gc", "amd64")

func (b *builder) size(t types.Type) int64 {
	if mentionsParams(t) {
		return 0
	}
	if _, generic := t.(*types.Named); generic && t.(*types.Named).TypeParams().Len() > t.(*types.Named).TypeArgs().Len() {
		return 0
	}
	if !sizable(t) {
		return 0
	}
	return sizes.Sizeof(t)
}

// sizable keeps types with type errors away from Sizeof.
func sizable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.Invalid
	case *types.Array:
		return sizable(u.Elem())
	case *types.Struct:
		for i := 0; i < u.NumFields(); i++ {
			if !sizable(u.Field(i).Type()) {
				return false
			}
		}
	}
	return true
}
