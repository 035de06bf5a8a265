package cli

// This file defines the flags and the help text.
//
// SPDX-License-Identifier: MIT

import (
	"errors"
	"flag"
	"fmt"
	"go/build/constraint"
	"io"
	"slices"
	"strings"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/plan"
)

// Version is the version that -version prints and generated files name.
const Version = "1.0.0-dev"

// Defaults holds the settings that depend on the name of the command.
type Defaults struct {
	EasyJSON bool
}

// flags holds the parsed command line.
type flags struct {
	plan.Config
	all, pkg                      bool
	buildTags, genBuildFlags      string
	noStd, noEasy                 bool
	rawNames                      bool
	leaveTemps, stubs, noFormat   bool
	outputName                    string
	jsonv2, tests                 bool
	dump, quiet, verbose, version bool
	args                          []string
}

var errUsage = errors.New("usage")

func parseFlags(name string, d Defaults, args []string, out io.Writer) (*flags, error) {
	f := &flags{}
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(out)
	set.Usage = func() { usage(out, set, name, f.suffix()) }
	set.BoolVar(&f.all, "all", false, "generate for all structs in the files, not only for marked types")
	set.BoolVar(&f.pkg, "pkg", false, "generate for the whole package of the files (with go generate: of $GOFILE)")
	set.StringVar(&f.buildTags, "build_tags", "", "build `constraint` of the generated file; also used to read the package")
	set.StringVar(&f.genBuildFlags, "gen_build_flags", "", "build `flags` for reading the package, such as \"-mod=mod -tags x\"")
	set.BoolVar(&f.SnakeCase, "snake_case", false, "name members in snake_case unless a tag names them")
	set.BoolVar(&f.LowerCamelCase, "lower_camel_case", false, "name members in lowerCamelCase unless a tag names them")
	set.BoolVar(&f.noStd, "no_std_marshalers", false, "no MarshalJSON and UnmarshalJSON")
	set.BoolVar(&f.OmitEmpty, "omit_empty", false, "omitempty for all fields except those tagged !omitempty")
	set.BoolVar(&f.OmitZero, "omit_zero", false, "omitzero for all fields except those tagged !omitzero")
	set.BoolVar(&f.PlainBytes, "byte", false, "[]byte as text instead of base64")
	set.BoolVar(&f.leaveTemps, "leave_temps", false, "accepted for compatibility with easyjson; there are no temporary files")
	set.BoolVar(&f.stubs, "stubs", false, "methods that do nothing, for a package that must compile before its code is generated")
	set.BoolVar(&f.noFormat, "noformat", false, "do not format the generated file")
	set.StringVar(&f.outputName, "output_filename", "", "`file` to write, instead of a name derived from the input")
	set.BoolVar(&f.DisallowUnknownFields, "disallow_unknown_fields", false, "members without a matching field are errors")
	set.BoolVar(&f.rawNames, "disable_members_unescape", false, "compare member names as written, escapes included")
	set.BoolVar(&f.CaseInsensitive, "case_insensitive", false, "match member names in any case")
	set.BoolVar(&f.EasyJSON, "easyjson", d.EasyJSON, "follow easyjson: MarshalEasyJSON and UnmarshalEasyJSON, _easyjson.go, its member order")
	set.BoolVar(&f.jsonv2, "jsonv2", false, "also MarshalJSONTo and UnmarshalJSONFrom, in a file for GOEXPERIMENT=jsonv2")
	set.BoolVar(&f.tests, "tests", false, "also round-trip, fuzz and benchmark functions, in a _test.go file")
	set.BoolVar(&f.dump, "dump", false, "print the plan and write nothing")
	set.BoolVar(&f.quiet, "q", false, "print only errors")
	set.BoolVar(&f.verbose, "v", false, "print a line for each file, and a summary")
	set.BoolVar(&f.version, "version", false, "print the version and exit")
	if err := set.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		return nil, errUsage
	}
	f.args = set.Args()
	if err := f.check(); err != nil {
		fmt.Fprintf(out, "%s: %v\n", name, err)
		return nil, errUsage
	}
	return f, nil
}

func (f *flags) check() error {
	if f.SnakeCase && f.LowerCamelCase {
		return errors.New("-snake_case and -lower_camel_case exclude each other")
	}
	_, err := f.constraint()
	return err
}

func usage(out io.Writer, set *flag.FlagSet, name, suffix string) {
	fmt.Fprintf(out, `%s writes JSON methods for Go types, without running your code.

usage: %[1]s [flags] file.go...      types of these files; file%[2]s.go beside each
       %[1]s [flags] directory...    all types of a package; package%[2]s.go in it
       %[1]s [flags] ./...           all types of many packages
       //go:generate %[1]s -all $GOFILE

A type gets methods if a line of its comment starts with fleece:json (or easyjson:json). With -all,
every struct without fleece:skip gets them. With -easyjson the files end in _easyjson.go.
Exit status: 0 on success, 1 for a problem in the code (nothing is written), 2 for a wrong command line.

`, name, suffix)
	set.PrintDefaults()
}

// constraint returns -build_tags as a go:build expression. Commas and spaces have the meaning that they had in
// the older +build lines.
func (f *flags) constraint() (string, error) {
	tags := strings.TrimSpace(f.buildTags)
	if tags == "" {
		return "", nil
	}
	e, err := constraint.Parse("//go:build " + tags)
	if err != nil && !strings.ContainsAny(tags, "()&|") {
		e, err = constraint.Parse("// +build " + tags)
	}
	if err != nil {
		return "", fmt.Errorf("-build_tags %q: %v", tags, err)
	}
	return e.String(), nil
}

// buildFlags returns the flags with which the go command lists the package: the tags for which the generated
// file will be built, and the user's flags.
func (f *flags) buildFlags() []string {
	list := strings.Fields(f.genBuildFlags)
	var tags []string
	if text, _ := f.constraint(); text != "" {
		e, _ := constraint.Parse("//go:build " + text)
		e.Eval(func(tag string) bool { tags = append(tags, tag); return true })
	}
	for i, arg := range list {
		option, value, joined := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch {
		case option != "tags":
		case joined:
			tags = append(tags, value)
			list[i] = ""
		case i+1 < len(list):
			tags = append(tags, list[i+1])
			list[i], list[i+1] = "", ""
		}
	}
	list = slices.DeleteFunc(list, func(s string) bool { return s == "" })
	if len(tags) > 0 {
		list = append(list, "-tags="+strings.Join(tags, ","))
	}
	return list
}
