package emit

// This file prints lines of code. It collects the imports from the names in them.
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
	taken   map[string]bool   // names that an import cannot use
	temps   map[string]int    // temporaries used in the current function, by stem
	stem    string            // of the names of variables that the function needs at package level
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

// locals lists the names that generated functions declare.
var locals = []string{"b", "d", "e", "f", "i", "v", "x", "ok", "err", "data", "dst", "in", "out", "more", "start", "mark",
	"first", "key", "name", "seen", "size", "w", "r", "l", "m", "s", "n", "enc", "dec", "t"}

// P prints a line: strings unchanged, idents and types as Go names them in this file, numbers in decimal.
func (p *printer) P(args ...any) {
	p.print(args)
	p.buf.WriteByte('\n')
}

func (p *printer) print(args []any) {
	for _, a := range args {
		p.buf.WriteString(p.text(a))
	}
}

// S returns what P would print, without the line feed.
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

// importName returns the name of a package in this file: the package's own name unless that is taken.
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

// baseName guesses a package's name from its path. If the guess is wrong, the import declares it as the name,
// so it only has to be an identifier.
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

// importLines returns the import declarations, the standard library's first.
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

// expr returns a type as Go code.
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
	panic("emit: a type expression without a kind")
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

// begin starts a function for a type and resets the count of temporaries.
func (p *printer) begin(t *ir.Type) { p.temps, p.stem = map[string]int{}, t.Func }

// temp returns a name that no other variable of the function has.
func (p *printer) temp(stem string) string {
	p.temps[stem]++
	return stem + strconv.Itoa(p.temps[stem])
}

// address returns &x, or the pointer that x dereferences.
func address(x string) string {
	if pointer, ok := strings.CutPrefix(x, "(*"); ok && strings.HasSuffix(x, ")") && !strings.ContainsAny(pointer[:len(pointer)-1], "()") {
		return pointer[:len(pointer)-1]
	}
	if x == "*v" {
		return "v"
	}
	return "&" + x
}

// receiver returns the expression for calling a method on x: if x dereferences a pointer, that pointer.
func receiver(x string) string {
	if p := address(x); p[0] != '&' {
		return p
	}
	return x
}

func deref(pointer string) string { return "(*" + pointer + ")" }
