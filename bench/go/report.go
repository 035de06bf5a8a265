// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// This file prints and records the results.

// row is one line of a table: an engine's figure for an operation on a document.
type row struct {
	operation, document string
	engine              *engine
	size                int // bytes of the document
	figure
	alone *figure // for a parallel operation: the same with one goroutine
}

// printTable prints the rows for one operation on one document. Each peer's time is a multiple of the time in
// the first row.
func printTable(w io.Writer, rows []row) {
	if len(rows) == 0 {
		return
	}
	first := rows[0]
	fmt.Fprintf(w, "\n%s %s, %d bytes\n", first.operation, first.document, first.size)
	fmt.Fprintf(w, "  %-16s %12s %9s %12s %9s %8s\n", "", "ns", "MB/s", "bytes", "allocs", "times")
	for _, r := range rows {
		fmt.Fprintf(w, "  %-16s %12.1f %9.1f %12.0f %9.1f %8.2f\n", r.engine.name, r.ns, float64(r.size)/r.ns*1000, r.bytes, r.allocs, r.ns/first.ns)
	}
}

// printTargets prints, for each operation and document, Fleece against the fastest peer and against easyjson,
// and the geometric means. Fleece with its defaults is compared with all peers; each row says what the peer
// leaves out. Fleece writing what encoding/json writes is compared with the peers that leave nothing out.
func printTargets(w io.Writer, rows []row) {
	all := func(e *engine) bool { return true }
	same := func(e *engine) bool { return e.note == "" }
	for _, operation := range operations {
		printTarget(w, rows, "fleece", operation.name, "the fastest peer", all)
	}
	for _, operation := range operations {
		printTarget(w, rows, "fleece std", operation.name, "the fastest peer that does the same", same)
	}
	printScaling(w, rows)
}

// find returns the row of an engine, or nil.
func find(rows []row, operation, document, engine string) *row {
	for i := range rows {
		if r := &rows[i]; r.operation == operation && r.document == document && r.engine.name == engine {
			return r
		}
	}
	return nil
}

func printTarget(w io.Writer, rows []row, ours, operation, whom string, eligible func(*engine) bool) {
	product, productEasy, count, lines := 0.0, 0.0, 0, ""
	for _, r := range rows {
		if r.operation != operation || r.engine.name != ours {
			continue
		}
		fastest, easy := (*row)(nil), find(rows, operation, r.document, "easyjson")
		for i := range rows {
			peer := &rows[i]
			if peer.operation != operation || peer.document != r.document || strings.HasPrefix(peer.engine.name, "fleece") || !eligible(peer.engine) {
				continue
			}
			if fastest == nil || peer.ns < fastest.ns {
				fastest = peer
			}
		}
		if fastest == nil || easy == nil {
			continue
		}
		more := ""
		if fastest.engine.note != "" {
			more = " (" + fastest.engine.note + ")"
		}
		if r.allocs > easy.allocs+0.5 {
			more += fmt.Sprintf("   MORE ALLOCATIONS than easyjson: %.0f, %.0f", r.allocs, easy.allocs)
		}
		lines += fmt.Sprintf("  %-14s %5.2f times easyjson %5.2f times %s%s\n", r.document, easy.ns/r.ns, fastest.ns/r.ns, fastest.engine.name, more)
		product += math.Log(fastest.ns / r.ns)
		productEasy += math.Log(easy.ns / r.ns)
		count++
	}
	if count > 0 {
		fmt.Fprintf(w, "\n%s, %s: %.2f times %s, %.2f times easyjson (geometric means)\n%s", ours, operation,
			math.Exp(product/float64(count)), whom, math.Exp(productEasy/float64(count)), lines)
	}
}

// printScaling prints how many times the work of one goroutine several goroutines do, measured in the same
// rounds: by wall time, the median and the maximum over the rounds; and by processor time, as if each goroutine
// had always had its own processor.
func printScaling(w io.Writer, rows []row) {
	lines := ""
	for _, r := range rows {
		if r.alone == nil {
			continue
		}
		times := make([]float64, len(r.samples))
		for i := range times {
			times[i] = r.alone.samples[i] / r.samples[i]
		}
		lines += fmt.Sprintf("  %-18s %-14s %-16s %5.2f %5.2f %5.2f\n", r.operation, r.document, r.engine.name,
			median(times), slices.Max(times), float64(*procs)*r.alone.work/r.work)
	}
	if lines != "" {
		fmt.Fprintf(w, "\n%d goroutines, speedup over one: wall time, maximum, processor time\n%s", *procs, lines)
	}
}

// writeBenchstat appends every sample as a line for benchstat: benchstat -col /engine FILE.
func writeBenchstat(w io.Writer, rows []row, procs int) {
	fmt.Fprintf(w, "goos: %s\ngoarch: %s\ncpu: %s\n", runtime.GOOS, runtime.GOARCH, processor())
	for _, r := range rows {
		name := strings.ReplaceAll(r.engine.name, " ", "-")
		for _, ns := range r.samples {
			fmt.Fprintf(w, "Benchmark/op=%s/doc=%s/engine=%s-%d %d %.2f ns/op %.2f MB/s %.0f B/op %.0f allocs/op\n",
				r.operation, r.document, name, procs, r.n, ns, float64(r.size)/ns*1000, r.bytes, r.allocs)
		}
	}
}

// record writes bench/record/<cpu>/<date>-go.csv, one line per measurement, in the format of the Lua half's
// records.
func record(directory string, rows []row) (string, error) {
	name := processor()
	path := filepath.Join(directory, slug(name), time.Now().Format("2006-01-02")+"-go.csv")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	file, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	out := csv.NewWriter(file)
	if err := out.Write(strings.Split("date,go,cpu,system,operation,document,size,engine,version,median_ns,least_ns,most_ns,rounds,runs,bytes,allocs", ",")); err != nil {
		return "", err
	}
	for _, r := range rows {
		number := func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
		err := out.Write([]string{
			time.Now().Format("2006-01-02"), runtime.Version(), name, runtime.GOOS + " " + runtime.GOARCH, r.operation, r.document, strconv.Itoa(r.size),
			r.engine.name, versionOf(r.engine.module), number(r.ns), number(r.least), number(r.most), strconv.Itoa(len(r.samples)), strconv.Itoa(r.n),
			strconv.FormatFloat(r.bytes, 'f', 0, 64), strconv.FormatFloat(r.allocs, 'f', 1, 64),
		})
		if err != nil {
			return "", err
		}
	}
	out.Flush()
	return path, out.Error()
}

// processor returns the model name in /proc/cpuinfo, without trademark symbols.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, found := strings.CutPrefix(line, "model name"); found {
			return strings.TrimSpace(strings.NewReplacer("(R)", "", "(TM)", "").Replace(strings.TrimLeft(name, "\t :")))
		}
	}
	return runtime.GOARCH
}

var notInNames = regexp.MustCompile(`[^a-z0-9.]+`)

// slug turns a processor's name into a directory name, as records.slug of the Lua half does.
func slug(name string) string {
	return strings.Trim(notInNames.ReplaceAllString(strings.ToLower(name), "-"), "-")
}
