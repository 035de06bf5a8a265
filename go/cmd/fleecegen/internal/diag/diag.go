// Package diag formats messages that say what is wrong and what to do about it.
//
// A message has the form file:line:col: type, field: problem; remedy. The package must not know where problems
// come from. Invariant: a problem names a place and a way to fix it.
//
// SPDX-License-Identifier: MIT
package diag

import (
	"errors"
	"go/token"
	"sort"
	"strings"
)

// Problem is one problem at one place.
type Problem struct {
	Pos     token.Position
	Subject string // the type, or the type and the field: T.F; may be empty
	Text    string // what is wrong
	Remedy  string // what to do about it; may be empty
}

// String returns the problem as one line; the remedy follows a semicolon.
func (p Problem) String() string {
	var parts []string
	if p.Pos.IsValid() {
		parts = append(parts, p.Pos.String())
	}
	if p.Subject != "" {
		parts = append(parts, p.Subject)
	}
	s := strings.Join(append(parts, p.Text), ": ")
	if p.Remedy != "" {
		s += "; " + p.Remedy
	}
	return s
}

// List is a list of problems; as an error it prints one line for each.
type List []Problem

// Err returns nil if there is no problem; otherwise it returns the problems sorted by place, without
// duplicates.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	sort.SliceStable(l, func(i, j int) bool { return before(l[i].Pos, l[j].Pos) })
	return l
}

func before(a, b token.Position) bool {
	if a.Filename != b.Filename {
		return a.Filename < b.Filename
	}
	if a.Line != b.Line {
		return a.Line < b.Line
	}
	return a.Column < b.Column
}

func (l List) Error() string {
	var lines []string
	seen := map[string]bool{}
	for _, p := range l {
		if s := p.String(); !seen[s] {
			seen[s] = true
			lines = append(lines, s)
		}
	}
	return strings.Join(lines, "\n")
}

// New returns a problem that belongs to no type.
func New(text, remedy string) error { return List{{Text: text, Remedy: remedy}} }

// Wrap returns a list unchanged and makes a problem of any other error.
func Wrap(err error, remedy string) error {
	var l List
	if err == nil || errors.As(err, &l) {
		return err
	}
	return New(err.Error(), remedy)
}
