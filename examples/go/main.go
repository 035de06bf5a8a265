// Command packages reads the output of go list -json, a stream of JSON objects, and writes one short line of
// JSON for each package:
//
//	go generate && go build -o packages && go list -json std | ./packages > std.ndjson
//
// The generated file is not kept in the repository: go generate makes it, and the program does not compile
// without it.
//
// SPDX-License-Identifier: MIT
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/fleece-json/fleece/go/fleece"
)

func main() {
	if err := convert(); err != nil {
		fmt.Fprintln(os.Stderr, "packages:", err)
		os.Exit(1)
	}
}

func convert() error {
	out := bufio.NewWriter(os.Stdout)
	encoder := fleece.NewEncoder(out)
	count, imports := 0, 0
	for p, err := range fleece.Values[Package](fleece.NewDecoder(os.Stdin)) {
		if err != nil {
			return err
		}
		if err := encoder.Encode(&p); err != nil {
			return err
		}
		count++
		imports += len(p.Imports)
	}
	fmt.Fprintf(os.Stderr, "%d packages with %d imports\n", count, imports)
	return out.Flush()
}
