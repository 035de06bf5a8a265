package emit

// This file owns printing: lines of code, and imports as a by-product of naming what is in them.
//
// SPDX-License-Identifier: MIT

import (
	"bytes"
	"fmt"
	"go/token"
	"path"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

// ident is a name in a package; printing it imports the package.
type ident struct{ path, name string }

// printer collects the lines of one file.
type printer struct {
	buf     bytes.Buffer
	imports map[string]string // path to the name used here
	taken   map[string]bool   // names that an import cannot have
	temps   map[string]int    // temporaries used in the function at hand, by stem
	stem    string            // of the names of variables that the function needs outside
}

func newPrinter(reserved map[string]bool) *printer {
	p := &printer{imports: map[string]string{}, taken: map[string]bool{}}
	for name := range reserved {
		p.taken[name] = true
	}
	for _, name := range locals {
		p.taken[name] = true
	}
	return p
}

// locals are the names that generated functions declare.
var locals = []string{"b", "d", "e", "f", "i", "v", "x", "ok", "err", "data", "dst", "in", "out", "more", "start", "mark",
	"first", "key", "name", "seen", "size", "w", "r", "l", "m", "s", "n", "enc", "dec", "t"}

// P prints a line: texts as they are, idents and types as Go names them here, numbers in decimal.
func (p *printer) P(args ...any) {
	p.print(args)
	p.buf.WriteByte('\n')
}

func (p *printer) print(args []any) {
	for _, a := range args {
		p.buf.WriteString(p.text(a))
	}
}

// S is what P prints, without the end of the line.
func (p *printer) S(args ...any) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(p.text(a))
	}
	return b.String()
}

func (p *printer) text(a any) string {
	switch a := a.(type) {
	case string:
		return a
	case ident:
		return p.qualified(a.path, a.name)
	case ir.Expr:
		return p.expr(a)
	case *ir.Expr:
		return p.expr(*a)
	}
	return fmt.Sprint(a)
}

func (p *printer) qualified(pkg, name string) string {
	if pkg == "" {
		return name
	}
	return p.importName(pkg) + "." + name
}

// importName is the name under which this file knows a package: its own if nothing else has that.
func (p *printer) importName(pkg string) string {
	if name, ok := p.imports[pkg]; ok {
		return name
	}
	base := baseName(pkg)
	name := base
	for n := 2; p.taken[name] || token.IsKeyword(name); n++ {
		name = base + strconv.Itoa(n)
	}
	p.taken[name] = true
	p.imports[pkg] = name
	return name
}

// baseName guesses a package's name from its path; where the guess is wrong the import names it, so
// that it need only be an identifier.
func baseName(pkg string) string {
	base := path.Base(pkg)
	if isVersion(base) && path.Dir(pkg) != "." {
		base = path.Base(path.Dir(pkg))
	}
	base, _, _ = strings.Cut(base, ".")
	var b strings.Builder
	for _, c := range base {
		if unicode.IsLetter(c) || unicode.IsDigit(c) && b.Len() > 0 || c == '_' {
			b.WriteRune(c)
		}
	}
	if b.Len() == 0 {
		return "pkg"
	}
	return b.String()
}

func isVersion(s string) bool {
	if len(s) < 2 || s[0] != 'v' {
		return false
	}
	_, err := strconv.Atoi(s[1:])
	return err == nil
}

// importLines are the import declarations, the standard library's first.
func (p *printer) importLines() []string {
	var std, other []string
	for pkg, name := range p.imports {
		line := strconv.Quote(pkg)
		if first, _, _ := strings.Cut(pkg, "/"); strings.Contains(first, ".") {
			if name != path.Base(pkg) || !strings.HasPrefix(pkg, module) {
				line = name + " " + line
			}
			other = append(other, line)
			continue
		}
		if name != path.Base(pkg) {
			line = name + " " + line
		}
		std = append(std, line)
	}
	byPath := func(list []string) func(i, j int) bool {
		return func(i, j int) bool {
			return list[i][strings.IndexByte(list[i], '"'):] < list[j][strings.IndexByte(list[j], '"'):]
		}
	}
	sort.Slice(std, byPath(std))
	sort.Slice(other, byPath(other))
	if len(std) > 0 && len(other) > 0 {
		std = append(std, "")
	}
	return append(std, other...)
}

// expr is a type as Go code.
func (p *printer) expr(e ir.Expr) string {
	switch e.Kind {
	case ir.Named:
		s := p.qualified(e.Path, e.Name)
		if len(e.Args) > 0 {
			s += "[" + p.list(e.Args, ", ") + "]"
		}
		return s
	case ir.PointerTo:
		return "*" + p.expr(*e.Elem)
	case ir.SliceOf:
		return "[]" + p.expr(*e.Elem)
	case ir.ArrayOf:
		return "[" + strconv.FormatInt(e.Len, 10) + "]" + p.expr(*e.Elem)
	case ir.MapOf:
		return "map[" + p.expr(*e.Key) + "]" + p.expr(*e.Elem)
	case ir.StructOf:
		return p.structType(e.Fields)
	case ir.InterfaceOf:
		return "interface{ " + p.list(e.Args, "; ") + " }"
	case ir.UnionOf:
		return p.list(e.Args, " | ")
	case ir.Tilde:
		return "~" + p.expr(*e.Elem)
	}
	panic("emit: a type expression of no kind")
}

func (p *printer) list(list []ir.Expr, separator string) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = p.expr(e)
	}
	return strings.Join(parts, separator)
}

func (p *printer) structType(fields []ir.ExprField) string {
	if len(fields) == 0 {
		return "struct{}"
	}
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = p.expr(f.Type)
		if !f.Embedded {
			parts[i] = f.Name + " " + parts[i]
		}
		if f.Tag != "" {
			parts[i] += " " + strconv.Quote(f.Tag)
		}
	}
	return "struct{ " + strings.Join(parts, "; ") + " }"
}

// -- Variables ------------------------------------------------------------------------------------

// begin starts a function for a type: its temporaries are counted anew.
func (p *printer) begin(t *ir.Type) { p.temps, p.stem = map[string]int{}, t.Func }

// temp is a name that no other variable of the function has.
func (p *printer) temp(stem string) string {
	p.temps[stem]++
	return stem + strconv.Itoa(p.temps[stem])
}

// address is &x, or the pointer that x was made from.
func address(x string) string {
	if pointer, ok := strings.CutPrefix(x, "(*"); ok && strings.HasSuffix(x, ")") && !strings.ContainsAny(pointer[:len(pointer)-1], "()") {
		return pointer[:len(pointer)-1]
	}
	if x == "*v" {
		return "v"
	}
	return "&" + x
}

// receiver is x as what a method is called on: a pointer instead of what it points to.
func receiver(x string) string {
	if p := address(x); p[0] != '&' {
		return p
	}
	return x
}

func deref(pointer string) string { return "(*" + pointer + ")" }
