package plan

// This file finds recursive types.
//
// SPDX-License-Identifier: MIT

import "github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"

// markRecursive marks the types whose values may contain values of the same type. It searches from each type,
// because a plan has few types.
func markRecursive(list []*ir.Type) {
	for _, t := range list {
		seen := map[*ir.Type]bool{}
		t.Recursive = reaches(t.Body, t, seen)
	}
}

func reaches(n *ir.Node, goal *ir.Type, seen map[*ir.Type]bool) bool {
	if n == nil {
		return false
	}
	if n.Kind == ir.TypeParam { // which may stand for any type
		return true
	}
	if n.Ref != nil {
		if n.Ref == goal {
			return true
		}
		if seen[n.Ref] {
			return false
		}
		seen[n.Ref] = true
		return reaches(n.Ref.Body, goal, seen)
	}
	if n.Struct != nil {
		for _, f := range n.Struct.Fields {
			if reaches(f.Value, goal, seen) {
				return true
			}
		}
		if n.Struct.Into != nil && reaches(n.Struct.Into.Value, goal, seen) {
			return true
		}
	}
	return reaches(n.Elem, goal, seen)
}
