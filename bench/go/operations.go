// SPDX-License-Identifier: MIT

package main

import (
	"sync"
)

// This file defines the operations. A run is a function without arguments that does the work n times, so that
// the loop contains nothing but the work.

// sink is an io.Writer that discards everything.
type sink struct{ size int }

func (s *sink) Write(p []byte) (int, error) {
	s.size += len(p)
	return len(p), nil
}

// operation is one kind of work. prepare returns nil if the engine has no call for it. bytes is the size of
// what one repetition reads or writes, as encoding/json writes it, so that MB/s are comparable across engines.
type operation struct {
	name     string
	parallel bool
	prepare  func(e *engine, d *document, procs int) (run func(n int), err error)
}

var operations = []operation{
	{name: "unmarshal", prepare: func(e *engine, d *document, _ int) (func(int), error) {
		return unmarshalRun(e, d, [][]byte{d.text}), nil
	}},
	{name: "unmarshal-shuffled", prepare: func(e *engine, d *document, _ int) (func(int), error) {
		return unmarshalRun(e, d, d.shuffled), nil
	}},
	{name: "unmarshal-changing", prepare: func(e *engine, d *document, _ int) (func(int), error) {
		return unmarshalRun(e, d, d.changing), nil
	}},
	{name: "marshal", prepare: func(e *engine, d *document, _ int) (func(int), error) {
		v, err := decoded(e, d)
		return func(n int) {
			for range n {
				must(e.marshal(v))
			}
		}, err
	}},
	{name: "append", prepare: func(e *engine, d *document, _ int) (func(int), error) {
		if e.appendTo == nil {
			return nil, nil
		}
		v, err := decoded(e, d)
		buffer := make([]byte, 0, 2*len(d.text)+1024)
		return func(n int) {
			for range n {
				must(e.appendTo(buffer[:0], v))
			}
		}, err
	}},
	{name: "write", prepare: func(e *engine, d *document, _ int) (func(int), error) {
		if e.write == nil {
			return nil, nil
		}
		v, err := decoded(e, d)
		var out sink
		return func(n int) {
			for range n {
				if err := e.write(&out, v); err != nil {
					panic(err)
				}
			}
		}, err
	}},
	{name: "parallel-unmarshal", parallel: true, prepare: func(e *engine, d *document, procs int) (func(int), error) {
		one := unmarshalRun(e, d, [][]byte{d.text})
		return func(n int) { parallel(procs, n, one) }, nil
	}},
	{name: "parallel-marshal", parallel: true, prepare: func(e *engine, d *document, procs int) (func(int), error) {
		v, err := decoded(e, d)
		return func(n int) {
			parallel(procs, n, func(n int) {
				for range n {
					must(e.marshal(v))
				}
			})
		}, err
	}},
	{name: "parallel-write", parallel: true, prepare: func(e *engine, d *document, procs int) (func(int), error) {
		if e.write == nil {
			return nil, nil
		}
		v, err := decoded(e, d)
		return func(n int) {
			parallel(procs, n, func(n int) {
				var out sink
				for range n {
					if err := e.write(&out, v); err != nil {
						panic(err)
					}
				}
			})
		}, err
	}},
}

func must(_ []byte, err error) {
	if err != nil {
		panic(err)
	}
}

// decoded returns the document as this engine's type, read by encoding/json's rules, so that all engines write
// equal values.
func decoded(e *engine, d *document) (any, error) {
	v := e.models[d.name]()
	return v, e.unmarshal(d.text, v)
}

// unmarshalRun reads the texts in turn, each one into a new value.
func unmarshalRun(e *engine, d *document, texts [][]byte) func(n int) {
	fresh := e.models[d.name]
	return func(n int) {
		for i := range n {
			if err := e.unmarshal(texts[i%len(texts)], fresh()); err != nil {
				panic(err)
			}
		}
	}
}

// parallel does n repetitions, shared by procs goroutines.
func parallel(procs, n int, run func(n int)) {
	var all sync.WaitGroup
	for p := range procs {
		share := n / procs
		if p < n%procs {
			share++
		}
		all.Add(1)
		go func() {
			defer all.Done()
			run(share)
		}()
	}
	all.Wait()
}
