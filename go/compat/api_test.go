// SPDX-License-Identifier: MIT

package compat

import (
	"fmt"
	"go/types"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const (
	easyjsonPath = "github.com/mailru/easyjson"
	fleecePath   = "github.com/fleece-json/fleece/go/easyjson"
)

// TestAPIEqualsEasyjson compares the exports of the packages by name: functions, constants with their values,
// and types with their exported fields, tags and both method sets.
func TestAPIEqualsEasyjson(t *testing.T) {
	for _, name := range []string{"", "/buffer", "/jlexer", "/jwriter", "/opt"} {
		theirs, ours := exported(t, easyjsonPath+name), exported(t, fleecePath+name)
		if len(theirs) == 0 {
			t.Errorf("easyjson%s exports nothing, so the test compares nothing", name)
		}
		for object, want := range theirs {
			if got := ours[object]; got != want {
				t.Errorf("easyjson%s: %s\n  is %q\nwant %q", name, object, got, want)
			}
		}
		for object, got := range ours {
			if _, there := theirs[object]; !there {
				t.Errorf("easyjson%s: %s is missing there: %s", name, object, got)
			}
		}
	}
}

// exported describes each exported object of a package. Members of types are listed as separate objects.
func exported(t *testing.T, path string) map[string]string {
	loaded, err := packages.Load(&packages.Config{Mode: packages.NeedTypes}, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range loaded[0].Errors {
		t.Fatal(e)
	}
	objects := map[string]string{}
	scope := loaded[0].Types.Scope()
	for _, name := range scope.Names() {
		object := scope.Lookup(name)
		if !object.Exported() {
			continue
		}
		switch object := object.(type) {
		case *types.Const:
			objects[name] = fmt.Sprintf("const %s = %s", typeText(object.Type()), object.Val())
		case *types.TypeName:
			describeType(objects, name, object)
		default:
			objects[name] = fmt.Sprintf("%T %s", object, typeText(object.Type()))
		}
	}
	return objects
}

func describeType(objects map[string]string, name string, object *types.TypeName) {
	switch underlying := object.Type().Underlying().(type) {
	case *types.Struct:
		objects[name] = "struct"
		for i := range underlying.NumFields() {
			if field := underlying.Field(i); field.Exported() {
				objects[name+"."+field.Name()] = fmt.Sprintf("%s %q embedded %v", typeText(field.Type()), underlying.Tag(i), field.Embedded())
			}
		}
	default:
		objects[name] = typeText(underlying)
	}
	if object.IsAlias() {
		objects[name] += " (alias)"
	}
	for _, receiver := range []types.Type{object.Type(), types.NewPointer(object.Type())} {
		methods := types.NewMethodSet(receiver)
		for i := range methods.Len() {
			if method := methods.At(i).Obj(); method.Exported() {
				objects[typeText(receiver)+"."+method.Name()+"()"] = typeText(method.Type())
			}
		}
	}
}

// typeText returns a type without parameter names, and without the part of paths in which the two packages
// differ.
func typeText(t types.Type) string {
	switch t := t.(type) {
	case *types.Signature:
		return "func" + tupleText(t.Params(), t.Variadic()) + tupleText(t.Results(), false)
	case *types.Pointer:
		return "*" + typeText(t.Elem())
	case *types.Alias: // any is interface{}
		return typeText(types.Unalias(t))
	case *types.Interface:
		var methods []string
		for i := range t.NumMethods() {
			methods = append(methods, t.Method(i).Name()+typeText(t.Method(i).Type()))
		}
		sort.Strings(methods)
		return "interface{" + strings.Join(methods, ";") + "}"
	}
	return types.TypeString(t, func(p *types.Package) string {
		return strings.TrimPrefix(strings.TrimPrefix(p.Path(), easyjsonPath), fleecePath)
	})
}

func tupleText(t *types.Tuple, variadic bool) string {
	var all []string
	for i := range t.Len() {
		text := typeText(t.At(i).Type())
		if variadic && i == t.Len()-1 {
			text = "..." + text
		}
		all = append(all, text)
	}
	return "(" + strings.Join(all, ", ") + ")"
}
