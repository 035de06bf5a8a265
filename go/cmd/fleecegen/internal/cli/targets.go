package cli

// This file decides what is generated from what: arguments, packages, and the names of output files.
//
// SPDX-License-Identifier: MIT

import (
	"errors"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"unicode"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/diag"
	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/load"
)

// target is a unit of loading: files in one directory, or patterns.
type target struct {
	dir      string
	patterns []string
	files    []string // absolute paths; none for whole packages
}

// targets sorts the arguments: files are grouped by directory, and everything else is a package pattern.
func (r *run) targets(gofile string) error {
	args := r.args
	if len(args) == 0 && gofile != "" {
		args = []string{gofile}
	}
	if len(args) == 0 {
		return errors.New("no file and no package is named")
	}
	var patterns []string
	byDir := map[string]int{}
	for _, arg := range args {
		if r.pkg && strings.HasSuffix(arg, ".go") {
			arg = filepath.Dir(arg)
		}
		if !strings.HasSuffix(arg, ".go") {
			patterns = append(patterns, asPattern(arg))
			continue
		}
		path, err := filepath.Abs(arg)
		if err != nil {
			return err
		}
		if info, err := os.Stat(path); err != nil {
			return fmt.Errorf("%s: there is no such file", arg)
		} else if info.IsDir() {
			patterns = append(patterns, asPattern(arg))
			continue
		}
		dir := filepath.Dir(path)
		if _, ok := byDir[dir]; !ok {
			byDir[dir] = len(r.targetList)
			r.targetList = append(r.targetList, target{dir: dir, patterns: []string{"."}})
		}
		t := &r.targetList[byDir[dir]]
		t.files = append(t.files, path)
	}
	if len(patterns) > 0 {
		r.targetList = append(r.targetList, target{patterns: patterns})
	}
	return nil
}

// asPattern makes the go command treat arg as a directory.
func asPattern(arg string) string {
	if info, err := os.Stat(arg); err == nil && info.IsDir() && !filepath.IsAbs(arg) && !strings.HasPrefix(arg, ".") {
		return "./" + arg
	}
	return arg
}

// suffix returns the ending of output file names.
func (f *flags) suffix() string {
	if f.EasyJSON {
		return "_easyjson"
	}
	return "_fleece"
}

// outputFor returns the output file for an input file.
func (r *run) outputFor(path string) string {
	if r.outputName != "" {
		return r.namedOutput(filepath.Dir(path))
	}
	base := strings.TrimSuffix(path, ".go")
	if b, ok := strings.CutSuffix(base, "_test"); ok {
		return b + r.suffix() + "_test.go"
	}
	return base + r.suffix() + ".go"
}

// outputForPackage returns the output file for a package.
func (r *run) outputForPackage(dir, name string) string {
	if r.outputName != "" {
		return r.namedOutput(dir)
	}
	return filepath.Join(dir, name+r.suffix()+".go")
}

// namedOutput returns the path for -output_filename: a bare name is placed next to the input; a path is used
// unchanged.
func (r *run) namedOutput(dir string) string {
	if filepath.Base(r.outputName) == r.outputName {
		return filepath.Join(dir, r.outputName)
	}
	if path, err := filepath.Abs(r.outputName); err == nil {
		return path
	}
	return r.outputName
}

// load reads a target and makes its jobs.
func (r *run) load(t target) error {
	req := load.Request{Dir: t.dir, Patterns: t.patterns, Flags: r.buildFlags()}
	for _, f := range t.files {
		req.Outputs = append(req.Outputs, r.outputFor(f))
		req.Tests = req.Tests || strings.HasSuffix(f, "_test.go")
	}
	if len(t.files) == 0 {
		list, err := load.List(req)
		if err != nil {
			return err
		}
		for _, p := range list {
			req.Outputs = append(req.Outputs, r.outputForPackage(p.Dir, p.Name))
		}
	}
	pkgs, err := load.Load(req)
	if err != nil {
		return err
	}
	if len(t.files) == 0 {
		return r.packageJobs(t, pkgs)
	}
	return r.fileJobs(t, pkgs)
}

func (r *run) packageJobs(t target, pkgs []*load.Package) error {
	if len(pkgs) == 0 {
		return diag.New("no package matches "+strings.Join(t.patterns, " "), "use the go command's package syntax")
	}
	for _, p := range pkgs {
		j := job{pkg: p, output: r.outputForPackage(p.Dir, p.Name), prefix: identifier(p.Name)}
		j.selected = p.Select(p.Files, r.all)
		j.sources = sourcesOf(p, j.selected)
		r.add(j)
	}
	return nil
}

// fileJobs makes one job for each file, or one for all with an -output_filename.
func (r *run) fileJobs(t target, pkgs []*load.Package) error {
	for _, path := range t.files {
		p, f := find(pkgs, path)
		if p == nil {
			return diag.New(load.Relative(path)+" is in no package that the go command sees",
				"if a build constraint excludes it, name the tag with -build_tags or -gen_build_flags=\"-tags …\"")
		}
		j := job{pkg: p, output: r.outputFor(path), sources: []string{filepath.Base(path)}}
		j.prefix = identifier(strings.TrimSuffix(strings.TrimSuffix(filepath.Base(j.output), ".go"), r.suffix()))
		j.selected = p.Select([]*ast.File{f}, r.all)
		if last := len(r.jobs) - 1; r.outputName != "" && last >= 0 && r.jobs[last].output == j.output && r.jobs[last].pkg == p {
			r.jobs[last].selected = append(r.jobs[last].selected, j.selected...)
			r.jobs[last].sources = append(r.jobs[last].sources, j.sources...)
			continue
		}
		r.add(j)
	}
	return nil
}

// add drops a job that has nothing to write, unless there is an earlier output to empty.
func (r *run) add(j job) {
	if len(j.selected) == 0 {
		if _, err := os.Stat(j.output); err != nil {
			if len(r.targetList) == 1 && len(r.targetList[0].files) > 0 && !r.quiet {
				fmt.Fprintf(r.stderr, "note: %s: no type is marked with fleece:json and -all is not given, so nothing is written\n",
					strings.Join(j.sources, " "))
			}
			return
		}
	}
	r.jobs = append(r.jobs, j)
}

// find returns the package that contains a file. If both a package and its test variant contain it, it returns
// the one without tests.
func find(pkgs []*load.Package, path string) (*load.Package, *ast.File) {
	for _, p := range pkgs {
		if f := p.FileNamed(path); f != nil {
			return p, f
		}
	}
	return nil, nil
}

func sourcesOf(p *load.Package, selected []load.Selected) []string {
	seen := map[string]bool{}
	var list []string
	for _, s := range selected {
		if name := filepath.Base(p.FileOf(s.Name.Pos())); !seen[name] {
			seen[name] = true
			list = append(list, name)
		}
	}
	sort.Strings(list)
	return list
}

// identifier turns a file or package name into an exported identifier: my_data becomes MyData.
func identifier(name string) string {
	var b strings.Builder
	up := true
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			up = true
			continue
		case up:
			c = unicode.ToUpper(c)
			up = false
		}
		b.WriteRune(c)
	}
	return b.String()
}
