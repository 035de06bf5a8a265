// SPDX-License-Identifier: MIT

// Bench compares Fleece with the other JSON packages for Go, on typed values. `make bench-go` prepares and runs
// it; bench/README.md describes how it measures.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

var (
	docList    = flag.String("docs", "", "documents, comma-separated; empty: all")
	engineList = flag.String("engines", "", "engines, comma-separated, by prefix; empty: all")
	opList     = flag.String("ops", "", "operations, comma-separated; empty: all")
	rounds     = flag.Int("rounds", 7, "interleaved rounds; draw no conclusions from fewer than 5")
	lasting    = flag.Duration("time", 40*time.Millisecond, "duration of a sample")
	procs      = flag.Int("procs", runtime.NumCPU(), "goroutines of the parallel operations")
	data       = flag.String("data", "../data", "directory of the documents")
	out        = flag.String("o", "", "`file` for every sample, in benchstat's format")
	keep       = flag.Bool("record", false, "write the medians to ../record")
	check      = flag.Bool("check", false, "verify the engines and run everything once, untimed")
)

func main() {
	flag.Parse()
	if err := bench(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// chosen turns a comma-separated list of names, or with prefix of their prefixes, into a predicate.
func chosen(list string, prefix bool) func(string) bool {
	return func(name string) bool {
		if list == "" {
			return true
		}
		for part := range strings.SplitSeq(list, ",") {
			if name == part || prefix && strings.HasPrefix(name, part) {
				return true
			}
		}
		return false
	}
}

func bench() error {
	docs, missing := loadDocuments(*data, chosen(*docList, false))
	if len(missing) > 0 {
		fmt.Printf("not measured, because `make bench-data` has not fetched them: %s\n", strings.Join(missing, ", "))
	}
	if len(docs) == 0 {
		return fmt.Errorf("no document")
	}
	peers := selectEngines()
	std := stdEngine()
	rows := []row{}
	for i := range docs {
		d := &docs[i]
		var sound []engine
		for _, e := range peers {
			if err := verify(&e, d, &std); err != nil {
				if strings.HasPrefix(e.name, "fleece") {
					return fmt.Errorf("%s, %s: %w", e.name, d.name, err)
				}
				fmt.Printf("%s, %s: not measured: %v\n", e.name, d.name, err)
				continue
			}
			sound = append(sound, e)
		}
		for _, op := range operations {
			if chosen(*opList, false)(op.name) {
				measured, err := measureOperation(op, d, sound)
				if err != nil {
					return err
				}
				printTable(os.Stdout, measured)
				rows = append(rows, measured...)
			}
		}
	}
	printTargets(os.Stdout, rows)
	return save(rows)
}

// selectEngines selects the engines and prints what each one is.
func selectEngines() []engine {
	var peers []engine
	for _, e := range engines() {
		if !chosen(*engineList, true)(e.name) {
			continue
		}
		if strings.HasPrefix(e.name, "sonic") {
			if ok, why := sonicCompiles(); !ok {
				fmt.Printf("%s: not measured: %s\n", e.name, why)
				continue
			}
		}
		fmt.Printf("%-16s %s %s  %s\n", e.name, e.module, versionOf(e.module), e.note)
		peers = append(peers, e)
	}
	return peers
}

// measureOperation measures one operation on one document with all engines that have it. A parallel operation
// is also measured with one goroutine, in the same rounds.
func measureOperation(op operation, d *document, peers []engine) ([]row, error) {
	counts, clock := []int{1}, processorTime
	if op.parallel {
		start := time.Now()
		counts, clock = []int{1, *procs}, func() time.Duration { return time.Since(start) }
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var rows []row
	var runs []func(n int)
	for i := range peers {
		for _, count := range counts {
			run, err := op.prepare(&peers[i], d, count)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", peers[i].name, d.name, err)
			}
			if run == nil {
				continue
			}
			runs = append(runs, func(n int) {
				runtime.GOMAXPROCS(count)
				run(n)
			})
			rows = append(rows, row{operation: op.name, document: d.name, engine: &peers[i], size: len(d.text)})
		}
	}
	if *check {
		for _, run := range runs {
			run(3)
		}
		return nil, nil
	}
	for i, f := range measure(runs, *rounds, *lasting, clock) {
		rows[i].figure = f
	}
	return pair(rows, len(counts)), nil
}

// pair adds to each row with several goroutines the previous row, with one goroutine.
func pair(rows []row, each int) []row {
	if each == 1 {
		return rows
	}
	var pairs []row
	for i := 1; i < len(rows); i += 2 {
		rows[i].alone = &rows[i-1].figure
		pairs = append(pairs, rows[i])
	}
	return pairs
}

func save(rows []row) error {
	if *check {
		fmt.Println("all engines agree, and every operation runs")
		return nil
	}
	if *out != "" {
		if err := os.MkdirAll(filepath.Dir(*out), 0o755); err != nil {
			return err
		}
		file, err := os.Create(*out)
		if err != nil {
			return err
		}
		defer file.Close()
		writeBenchstat(file, rows, *procs)
	}
	if *keep {
		path, err := record("../record", rows)
		if err != nil {
			return err
		}
		fmt.Println("recorded in", path)
	}
	return nil
}
