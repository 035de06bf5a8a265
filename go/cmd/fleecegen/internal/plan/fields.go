package plan

// This file decides which fields of a struct are members of an object. It applies encoding/json's rules for
// embedded structs, shadowing and conflicts to go/types.
//
// Source: the documentation of encoding/json gives the rules under "Marshal". The search is breadth-first, one
// level of embedding after another, like Go's selector rule.
//
// SPDX-License-Identifier: MIT

import (
	"go/types"
	"sort"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

// candidate is a field that might become a member.
type candidate struct {
	name  string // in JSON
	tag   fieldTag
	field *types.Var
	path  []*types.Var // the embedded fields on the way to it, outermost first
	index []int        // the positions of these fields and of the field itself, which order the members
	named bool         // the name comes from a tag
}

func (c candidate) depth() int { return len(c.path) }

// level is a struct that has not been searched yet.
type level struct {
	typ   types.Type
	st    *types.Struct
	path  []*types.Var
	index []int
}

// members returns the fields of a struct in the order in which they are written, and the field that keeps
// unknown members, or nil.
func (b *builder) members(st *types.Struct, t types.Type, at place) (list []candidate, rest *candidate) {
	all, rests := b.candidates(level{typ: t, st: st}, at)
	list = b.dominant(all, at)
	b.order(list)
	for i := range rests {
		if i > 0 {
			b.problem(at, "keep one of them", "fields %s and %s both keep unknown members",
				rests[0].field.Name(), rests[i].field.Name())
			break
		}
		rest = &rests[i]
	}
	return list, rest
}

func (b *builder) candidates(root level, at place) (all, rests []candidate) {
	next := []level{root}
	var visited typeSet
	for len(next) > 0 {
		current := next
		next = nil
		// How often a type is embedded on this level; if more than once, its fields conflict with themselves.
		var count typeCount
		for _, l := range current {
			count.add(l.typ)
		}
		for _, l := range current {
			if !visited.add(l.typ) {
				continue
			}
			for i := 0; i < l.st.NumFields(); i++ {
				c, deeper, ok := b.look(l, i, at)
				switch {
				case !ok:
				case deeper != nil:
					next = append(next, *deeper)
				case c.tag.unknown || c.tag.inline:
					rests = append(rests, c)
				default:
					all = append(all, c)
					if count.of(l.typ) > 1 {
						all = append(all, c)
					}
				}
			}
		}
	}
	return all, rests
}

// look examines one field: it is a member, a struct whose fields are members, or (not ok) neither.
func (b *builder) look(l level, i int, at place) (c candidate, deeper *level, ok bool) {
	f := l.st.Field(i)
	tag := parseTag(l.st.Tag(i), b.cfg.EasyJSON)
	inner, _ := pointee(f.Type())
	st, isStruct := inner.Underlying().(*types.Struct)
	switch {
	case tag.skip:
		return c, nil, false
	case f.Embedded() && !f.Exported() && !isStruct:
		return c, nil, false // unexported and not a struct: nothing in it is visible
	case !f.Embedded() && !f.Exported():
		if tag.hasAnyJSONTag && len(l.path) == 0 {
			b.note(at.field(f), "", "is not exported, so it is not a member despite its tag")
		}
		return c, nil, false
	}
	if tag.unusableName {
		b.note(at.field(f), "use letters, digits and punctuation other than quotes, backslash and comma",
			"the name in its tag cannot be used, so it is %q", b.cfg.memberName(f.Name()))
	}
	c = candidate{
		tag: tag, field: f, name: tag.name, named: tag.name != "", path: l.path,
		index: append(append([]int(nil), l.index...), i),
	}
	if isStruct && !c.named && (f.Embedded() || tag.inline) {
		b.noteMethodsOf(inner, f, at)
		path := append(append([]*types.Var(nil), l.path...), f)
		return c, &level{typ: inner, st: st, path: path, index: c.index}, true
	}
	if !c.named {
		c.name = b.cfg.memberName(f.Name())
	}
	return c, nil, true
}

// noteMethodsOf warns about an embedded type with hand-written methods: its JSON form is not used, and its
// fields become members.
func (b *builder) noteMethodsOf(t types.Type, f *types.Var, at place) {
	if b.isChosen(t) || b.method(t, marshalJSON) == nil && b.method(t, marshalText) == nil {
		return
	}
	if m := b.method(t, marshalJSON); m != nil && (b.byGenerator(m) || b.method(t, appendFleece) != nil) {
		return
	}
	b.note(at.field(f), "to write it as one value, give it a name in a tag",
		"the fields of the embedded %s are members; its methods are not used", typeString(t))
}

func pointee(t types.Type) (inner types.Type, pointer bool) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		return types.Unalias(p.Elem()), true
	}
	return t, false
}

// dominant leaves one field for each name: the least deeply nested one or, among several of these, the one with
// a name in its tag. If that does not decide, none of them is a member.
func (b *builder) dominant(all []candidate, at place) []candidate {
	byName := map[string][]candidate{}
	var names []string
	for _, c := range all {
		if byName[c.name] == nil {
			names = append(names, c.name)
		}
		byName[c.name] = append(byName[c.name], c)
	}
	var list []candidate
	for _, name := range names {
		same := byName[name]
		sort.SliceStable(same, func(i, j int) bool {
			if same[i].depth() != same[j].depth() {
				return same[i].depth() < same[j].depth()
			}
			return same[i].named && !same[j].named
		})
		if len(same) > 1 && same[0].depth() == same[1].depth() && same[0].named == same[1].named {
			b.noteConflict(same, at)
			continue
		}
		list = append(list, same[0])
	}
	return list
}

func (b *builder) noteConflict(same []candidate, at place) {
	b.note(at, "give one of them another name in its tag", "%s and %s are both named %q, so neither is a member",
		dotted(same[0]), dotted(same[1]), same[0].name)
}

func dotted(c candidate) string {
	s := ""
	for _, v := range c.path {
		s += v.Name() + "."
	}
	return s + c.field.Name()
}

// order sorts members as encoding/json writes them: by the position of their field, with the fields of an
// embedded struct at its position. easyjson writes a struct's direct fields first.
func (b *builder) order(list []candidate) {
	sort.SliceStable(list, func(i, j int) bool {
		x, y := list[i].index, list[j].index
		for k := 0; k < len(x) && k < len(y); k++ {
			xEnds, yEnds := k == len(x)-1, k == len(y)-1
			if b.cfg.EasyJSON && xEnds != yEnds {
				return xEnds
			}
			if x[k] != y[k] {
				return b.before(x, y, k)
			}
		}
		return len(x) < len(y)
	})
}

// before compares at the first difference. easyjson puts the fields of a later embedded struct before those of
// an earlier one.
func (b *builder) before(x, y []int, k int) bool {
	if b.cfg.EasyJSON && k < len(x)-1 {
		return x[k] > y[k]
	}
	return x[k] < y[k]
}

// path returns how a member is reached from the struct.
func (b *builder) path(c candidate, at place) []ir.Hop {
	var hops []ir.Hop
	for _, v := range c.path {
		hop := ir.Hop{Name: v.Name()}
		if inner, pointer := pointee(v.Type()); pointer {
			hop.Pointer, hop.Pointee = true, b.expr(inner, at.field(v))
		}
		hops = append(hops, hop)
	}
	return append(hops, ir.Hop{Name: c.field.Name()})
}

// -- Sets of types ------------------------------------------------------------------------------

type typeCount struct{ list []counted }

type counted struct {
	typ types.Type
	n   int
}

func (c *typeCount) add(t types.Type) {
	for i := range c.list {
		if types.Identical(c.list[i].typ, t) {
			c.list[i].n++
			return
		}
	}
	c.list = append(c.list, counted{t, 1})
}

func (c *typeCount) of(t types.Type) int {
	for _, e := range c.list {
		if types.Identical(e.typ, t) {
			return e.n
		}
	}
	return 0
}

type typeSet struct{ count typeCount }

// add reports whether the type is new.
func (s *typeSet) add(t types.Type) bool {
	if s.count.of(t) > 0 {
		return false
	}
	s.count.add(t)
	return true
}
