// Package cli implements the command, from arguments to written files.
//
// It decides which files belong together, what they are called, what is reported and which exit status is
// returned. It must not know about JSON. Invariant: a run writes all of its files or none, and leaves no
// temporary file.
//
// SPDX-License-Identifier: MIT
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/diag"
	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/emit"
	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/load"
	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/plan"
)

// Exit statuses.
const (
	exitDone  = 0
	exitWrong = 1
	exitUsage = 2
)

// Main runs the command and returns its exit status.
func Main(name string, d Defaults, args []string, stdout, stderr io.Writer) int {
	f, err := parseFlags(name, d, args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case err != nil:
		fmt.Fprintf(stderr, "%s -help lists the flags\n", name)
		return exitUsage
	case f.version:
		fmt.Fprintf(stdout, "%s %s\n", name, Version)
		return exitDone
	}
	r := &run{flags: f, name: name, stdout: stdout, stderr: stderr, started: time.Now()}
	if err := r.targets(os.Getenv("GOFILE")); err != nil {
		fmt.Fprintf(stderr, "%s: %v\n%s -help tells more\n", name, err, name)
		return exitUsage
	}
	if err := r.do(); err != nil {
		fmt.Fprintln(stderr, err)
		return exitWrong
	}
	return exitDone
}

// run is one run of the command.
type run struct {
	*flags
	name           string
	stdout, stderr io.Writer
	started        time.Time
	targetList     []target
	jobs           []job
}

// job is one output file.
type job struct {
	pkg      *load.Package
	output   string
	sources  []string
	selected []load.Selected
	prefix   string
}

func (r *run) do() error {
	for _, t := range r.targetList {
		if err := r.load(t); err != nil {
			return err
		}
	}
	if err := r.checkOutputs(); err != nil {
		return err
	}
	files, err := r.planAll()
	if err != nil {
		return err
	}
	if r.dump {
		for i, f := range files {
			if i > 0 {
				fmt.Fprintln(r.stdout)
			}
			fmt.Fprint(r.stdout, f.Dump())
		}
		return nil
	}
	return r.write(files)
}

// planAll plans each job. Each plan knows the types chosen in all jobs.
func (r *run) planAll() ([]*ir.File, error) {
	chosen := plan.Chosen{}
	for _, j := range r.jobs {
		chosen.Add(j.pkg, j.selected)
	}
	var files []*ir.File
	var problems diag.List
	for i, j := range r.jobs {
		r.progress(i, j)
		file, notes, err := plan.Build(j.pkg, j.selected, chosen, j.prefix, r.Config)
		r.say(notes)
		if err != nil {
			var list diag.List
			errors.As(err, &list)
			problems = append(problems, list...)
			continue
		}
		files = append(files, r.complete(file, j))
	}
	return files, problems.Err()
}

func (r *run) complete(f *ir.File, j job) *ir.File {
	f.Output, f.Sources = j.output, j.sources
	f.BuildTags, _ = r.constraint()
	f.Options = ir.Options{
		EasyJSON: r.EasyJSON, StdMethods: !r.noStd, JSONv2: r.jsonv2, RawMemberNames: r.rawNames,
		Tests: r.tests, StubsOnly: r.stubs, Unformatted: r.noFormat, GeneratorVersion: Version,
	}
	return f
}

func (r *run) say(notes diag.List) {
	if r.quiet {
		return
	}
	for _, n := range notes {
		fmt.Fprintf(r.stderr, "note: %s\n", n)
	}
}

// progress reports the progress of a run over several packages.
func (r *run) progress(i int, j job) {
	if r.quiet || len(r.jobs) < 2 && !r.verbose {
		return
	}
	types := "types"
	if len(j.selected) == 1 {
		types = "type"
	}
	fmt.Fprintf(r.stderr, "[%d/%d] %s: %d %s to %s\n", i+1, len(r.jobs), j.pkg.Path, len(j.selected), types, load.Relative(j.output))
}

func (r *run) write(files []*ir.File) error {
	var outputs []output
	for _, f := range files {
		made, err := emit.Emit(f)
		if err != nil {
			return err
		}
		for _, m := range made {
			outputs = append(outputs, output{m.Path, m.Text})
		}
	}
	changed, err := writeAll(outputs)
	if err != nil {
		return diag.Wrap(err, "nothing was written")
	}
	r.summary(files, len(outputs), changed)
	return nil
}

func (r *run) summary(files []*ir.File, written, changed int) {
	if r.quiet || len(r.jobs) < 2 && !r.verbose {
		return
	}
	types := 0
	for _, f := range files {
		for _, t := range f.Types {
			if t.Methods() {
				types++
			}
		}
	}
	fmt.Fprintf(r.stderr, "%s: %d types, %d files, %d changed, %.1f s\n",
		r.name, types, written, changed, time.Since(r.started).Seconds())
}

// checkOutputs finds two jobs that would write the same file.
func (r *run) checkOutputs() error {
	seen := map[string]bool{}
	for _, j := range r.jobs {
		if seen[j.output] {
			return diag.New(fmt.Sprintf("%s would be written twice", load.Relative(j.output)),
				"use -output_filename only with one file or one package")
		}
		seen[j.output] = true
		if filepath.Ext(j.output) != ".go" {
			return diag.New(fmt.Sprintf("%s does not end in .go", load.Relative(j.output)), "name another with -output_filename")
		}
	}
	return nil
}
