// SPDX-License-Identifier: MIT

// Halves gives the Lua half and the Go half the same texts and compares their answers: the verdict; for an
// error its code, offset, line, column and pointer; and for a valid text what the value is written as in each
// mode.
//
//	go run -C conformance/halves . [-texts N] [-values N] [-seed S]
//
// LUA selects the Lua, as for the other tools. Output is TAP, with one line for each tenth of the texts and of
// the values. A difference is shown with the shortest text found that has it. In that case the exit status is
// 1.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	shown = 5   // number of differences, of texts and of values, that are shown in full
	tests = 10  // number of TAP lines for each
	batch = 256 // cases that are sent before the worker's answers are read
)

// A worker is the Lua half, running in another process.
type worker struct {
	command *exec.Cmd
	in      *bufio.Writer
	out     *bufio.Reader
	hello   string
}

func start(lua string) (*worker, error) {
	w := &worker{command: exec.Command(lua, "worker.lua")}
	w.command.Stderr = os.Stderr
	in, err := w.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := w.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := w.command.Start(); err != nil {
		return nil, err
	}
	w.in, w.out = bufio.NewWriterSize(in, 1<<16), bufio.NewReaderSize(out, 1<<16)
	w.hello, err = w.line()
	return w, err
}

func (w *worker) line() (string, error) {
	s, err := w.out.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("the Lua half died: %w", err)
	}
	return s[:len(s)-1], nil
}

func (w *worker) send(c testCase) { fmt.Fprintf(w.in, "%s %d\n%s", c.options, len(c.text), c.text) }

func (w *worker) flush() error {
	io.WriteString(w.in, "flush\n")
	return w.in.Flush()
}

// ask returns the answer to a single case.
func (w *worker) ask(c testCase) (string, error) {
	w.send(c)
	if err := w.flush(); err != nil {
		return "", err
	}
	return w.line()
}

// A difference is a case with the two answers.
type difference struct {
	testCase
	ours, theirs string
}

// compare gives both halves n cases from next and prints a TAP line for each part of them, starting with the
// given number.
func compare(w *worker, h half, name string, n, number int, next func() testCase) (failed int, list []difference, err error) {
	cases := make(chan testCase, 4*batch)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		defer close(cases)
		for i := range n {
			c := next()
			w.send(c)
			if i%batch == batch-1 || i == n-1 {
				w.flush() // if the worker died, reading the line reports it
			}
			select {
			case cases <- c:
			case <-stop:
				return
			}
		}
	}()
	for part := range tests {
		from, to, before, result := n*part/tests, n*(part+1)/tests, failed, "ok"
		for range to - from {
			c := <-cases
			theirs, err := w.line()
			if err != nil {
				return failed, list, fmt.Errorf("%w, at %s %q or soon after", err, c.options, c.text)
			}
			if ours := h.answer(c); !same(c, ours, theirs) {
				if failed++; len(list) < shown {
					list = append(list, difference{c, ours, theirs})
				}
			}
		}
		if failed > before {
			result = "not ok"
		}
		fmt.Printf("%s %d - %s %d to %d: %d differ\n", result, number+part, name, from+1, to, failed-before)
	}
	return failed, list, nil
}

// shrink removes whatever the text does not need to show the difference. alone is false if there is no
// difference without the preceding texts.
func shrink(w *worker, h half, d difference) (_ difference, alone bool, err error) {
	try := func(text string) bool {
		c := testCase{d.options, text}
		theirs, e := w.ask(c)
		if e != nil {
			err = e
			return false
		}
		if ours := h.answer(c); !same(c, ours, theirs) {
			d, alone = difference{c, ours, theirs}, true
			return true
		}
		return false
	}
	try(d.text)
	for i := 0; alone && i < len(d.text); { // whole arrays and objects first
		switch end := closing(d.text, i); {
		case end == 0:
			i++
		case end-i < len(d.text) && try(d.text[i:end]):
			i = 0
		case !try(d.text[:i] + "0" + d.text[end:]):
			i++
		}
	}
	for size := len(d.text) / 2; alone && size > 0; size /= 2 {
		for i := 0; i+size <= len(d.text); {
			if !try(d.text[:i] + d.text[i+size:]) {
				i += size
			}
		}
	}
	return d, alone, err
}

// closing returns the position after the bracket that closes the one at text[i], or 0. It does not treat
// strings specially.
func closing(text string, i int) int {
	depth := 0
	for j := i; j < len(text); j++ {
		switch text[j] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		if depth == 0 && j > i {
			return j + 1
		} else if depth <= 0 {
			return 0
		}
	}
	return 0
}

// documents returns the texts of conformance/documents.
func documents() (list []string, err error) {
	names, err := filepath.Glob("../documents/*.json")
	for _, name := range names {
		b, e := os.ReadFile(name)
		if e != nil {
			return nil, e
		}
		list = append(list, string(b))
	}
	if err == nil && len(list) < 10 {
		err = fmt.Errorf("only %d files in ../documents", len(list))
	}
	return list, err
}

func run() (failed int, err error) {
	texts := flag.Int("texts", 20_000, "number of texts, most of them slightly invalid")
	values := flag.Int("values", 2_000, "number of values")
	seed := flag.Uint64("seed", 1, "random seed")
	lua := flag.String("lua", "../../lua/tools/with-lua", "a command that runs a Lua program with the module")
	flag.Parse()
	g := &generator{Rand: rand.New(rand.NewPCG(*seed, 0))}
	if g.documents, err = documents(); err != nil {
		return 0, err
	}
	w, err := start(*lua)
	if err != nil {
		return 0, err
	}
	h := half{integers: w.hello == "integers"}
	fmt.Printf("1..%d\n", 2*tests)
	failed, list, err := compare(w, h, "texts", *texts, 1, g.mutated)
	if err != nil {
		return failed, err
	}
	n, more, err := compare(w, h, "values", *values, 1+tests, g.value)
	if err != nil {
		return failed, err
	}
	failed, list = failed+n, append(list, more...)
	if len(list) > 0 { // a new worker, which remembers nothing
		if w, err = start(*lua); err != nil {
			return failed, err
		}
	}
	for _, d := range list {
		d, alone, err := shrink(w, h, d)
		if err != nil {
			return failed, err
		}
		fmt.Printf("# %s %q\n#   Go   %s\n#   Lua  %s\n", d.options, d.text, d.ours, d.theirs)
		if !alone {
			fmt.Println("#   no difference on its own: it needs the texts before it")
		}
	}
	fmt.Printf("# %d passed, %d failed; -seed %d, LUA=%s\n", *texts+*values-failed, failed, *seed, os.Getenv("LUA"))
	return failed, nil
}

func main() {
	failed, err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "halves:", strings.TrimSpace(err.Error()))
		os.Exit(2)
	}
	if failed > 0 {
		os.Exit(1)
	}
}
