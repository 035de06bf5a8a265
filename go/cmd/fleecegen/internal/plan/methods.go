package plan

// This file decides which methods of a type count: hand-written ones, those of other packages, and those that
// this run is going to write.
//
// SPDX-License-Identifier: MIT

import (
	"go/types"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/load"
)

// The packages whose types occur in the signatures that are looked for.
const (
	runtimePath = "github.com/fleece-json/fleece/go/rt"
	lexerPath   = "github.com/fleece-json/fleece/go/easyjson/jlexer"
	writerPath  = "github.com/fleece-json/fleece/go/easyjson/jwriter"
)

// signature describes a method: the types of its parameters and results as types.TypeString writes them.
type signature struct {
	name    string
	params  []string
	results []string
}

var (
	appendFleece     = signature{"AppendFleece", []string{"[]byte", "*" + runtimePath + ".Encoder"}, []string{"[]byte"}}
	decodeFleece     = signature{"DecodeFleece", []string{"*" + runtimePath + ".Decoder", "int"}, []string{"int"}}
	marshalEasy      = signature{"MarshalEasyJSON", []string{"*" + writerPath + ".Writer"}, nil}
	unmarshalEasy    = signature{"UnmarshalEasyJSON", []string{"*" + lexerPath + ".Lexer"}, nil}
	marshalJSON      = signature{"MarshalJSON", nil, []string{"[]byte", "error"}}
	unmarshalJSON    = signature{"UnmarshalJSON", []string{"[]byte"}, []string{"error"}}
	marshalText      = signature{"MarshalText", nil, []string{"[]byte", "error"}}
	unmarshalText    = signature{"UnmarshalText", []string{"[]byte"}, []string{"error"}}
	isZero           = signature{"IsZero", nil, []string{"bool"}}
	isDefined        = signature{"IsDefined", nil, []string{"bool"}}
	unmarshalUnknown = signature{"UnmarshalUnknown", []string{"*" + lexerPath + ".Lexer", "string"}, nil}
	marshalUnknowns  = signature{"MarshalUnknowns", []string{"*" + writerPath + ".Writer", "bool"}, nil}
)

// method returns the method of t or *t with that signature, or nil.
func (b *builder) method(t types.Type, want signature) *types.Func {
	obj, index, _ := types.LookupFieldOrMethod(t, true, b.pkg.Types, want.name)
	if _, isInterface := t.Underlying().(*types.Interface); !isInterface && obj == nil {
		obj, index, _ = types.LookupFieldOrMethod(types.NewPointer(t), true, b.pkg.Types, want.name)
	}
	fn, ok := obj.(*types.Func)
	if !ok || !want.matches(fn.Type().(*types.Signature)) || b.isOurs(fn, len(index) > 1) {
		return nil
	}
	return fn
}

func (s signature) matches(sig *types.Signature) bool {
	return !sig.Variadic() && tupleMatches(sig.Params(), s.params) && tupleMatches(sig.Results(), s.results)
}

func tupleMatches(t *types.Tuple, want []string) bool {
	if t.Len() != len(want) {
		return false
	}
	for i, w := range want {
		if types.TypeString(types.Unalias(t.At(i).Type()), nil) != w {
			return false
		}
	}
	return true
}

// isOurs reports whether this generator writes the method and the method says nothing about the type itself: if
// it were promoted from an embedded type, it would write only that type and lose the rest.
func (b *builder) isOurs(fn *types.Func, promoted bool) bool {
	if !promoted {
		return false
	}
	recv := receiver(fn)
	if recv == nil {
		return false
	}
	if b.chosen[chosenKey(recv.Obj())] {
		return true
	}
	return b.byGenerator(fn) || b.hasGenerated(recv)
}

// byGenerator reports whether a generator of JSON methods wrote a method in this package.
func (b *builder) byGenerator(fn *types.Func) bool {
	if fn.Pkg() != b.pkg.Types {
		return false
	}
	switch b.pkg.GeneratedBy(fn.Pos()) {
	case "fleecegen", "easyjson":
		return true
	}
	return false
}

// hasGenerated reports whether a type of another package has methods that only generators write.
func (b *builder) hasGenerated(t *types.Named) bool {
	if t.Obj().Pkg() == b.pkg.Types {
		return false
	}
	for _, name := range []string{"AppendFleece", "MarshalEasyJSON"} {
		obj, index, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, nil, name)
		if _, ok := obj.(*types.Func); ok && len(index) == 1 {
			return true
		}
	}
	return false
}

func receiver(fn *types.Func) *types.Named {
	recv := fn.Type().(*types.Signature).Recv()
	if recv == nil {
		return nil
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

// marshalVia and unmarshalVia return the methods that write and read a value of type t.
func (b *builder) marshalVia(t types.Type) ir.Via {
	return b.firstOf(t, appendFleece, marshalEasy, marshalJSON, marshalText)
}

func (b *builder) unmarshalVia(t types.Type) ir.Via {
	return b.firstOf(t, decodeFleece, unmarshalEasy, unmarshalJSON, unmarshalText)
}

// firstOf returns the best of the methods that t has.
func (b *builder) firstOf(t types.Type, fleece, easy, json, text signature) ir.Via {
	switch {
	case b.method(t, fleece) != nil:
		return ir.Fleece
	case b.method(t, easy) != nil:
		return ir.EasyJSON
	case b.method(t, json) != nil:
		return ir.JSON
	case b.method(t, text) != nil:
		return ir.Text
	}
	return ir.Plain
}

// easyVias returns the methods that write and read a value in easyjson's own functions. They have no Fleece
// runtime, so they prefer MarshalEasyJSON.
func (b *builder) easyVias(t types.Type) (write, read ir.Via) {
	return b.firstOf(t, marshalEasy, marshalEasy, marshalJSON, marshalText).WithoutFleece(),
		b.firstOf(t, unmarshalEasy, unmarshalEasy, unmarshalJSON, unmarshalText).WithoutFleece()
}

// -- What a selected type lacks -------------------------------------------------------------

// missingMethods decides which halves to generate for a selected type. A half for which there is a hand-written
// method is left alone: with a note under -all, and with an error if a comment selected the type. Under -all,
// text methods count, too, because encoding/json uses them; a comment overrides them.
func (b *builder) missingMethods(t *types.Named, explicit bool, at place) (write, read bool) {
	before := len(b.problems)
	writers := []signature{{name: "AppendJSON"}, appendFleece, marshalEasy, marshalJSON}
	readers := []signature{decodeFleece, unmarshalEasy, unmarshalJSON}
	if !explicit {
		writers, readers = append(writers, marshalText), append(readers, unmarshalText)
	}
	write = b.absent(t, explicit, at, writers...)
	if len(b.problems) > before { // one message per type is enough
		return false, false
	}
	read = b.absent(t, explicit, at, readers...)
	return write, read
}

func (b *builder) absent(t *types.Named, explicit bool, at place, wanted ...signature) bool {
	for _, s := range wanted {
		for i := 0; i < t.NumMethods(); i++ {
			m := t.Method(i)
			if m.Name() != s.name {
				continue
			}
			b.clash(m, explicit, at)
			return false
		}
	}
	return true
}

func (b *builder) clash(m *types.Func, explicit bool, at place) {
	where := b.pkg.Position(m.Pos())
	if who := b.pkg.GeneratedBy(m.Pos()); who != "" {
		b.problem(at, "delete "+load.Relative(b.pkg.FileOf(m.Pos()))+" or name it with -output_filename",
			"%s is already there, written by %s at %s", m.Name(), who, where)
		return
	}
	if explicit {
		b.problem(at, "remove the method or the comment that asks for another",
			"%s is already there, at %s", m.Name(), where)
		return
	}
	b.note(at, "", "keeps the %s at %s", m.Name(), where)
}
