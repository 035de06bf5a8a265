// Command fleecegen writes JSON methods for Go types.
//
// With this comment in a file,
//
//	//go:generate go run github.com/fleece-json/fleece/go/cmd/fleecegen -all $GOFILE
//
// go generate writes file_fleece.go next to file.go. fleecegen -help lists the flags.
//
// SPDX-License-Identifier: MIT
package main

import (
	"os"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/cli"
)

func main() {
	os.Exit(cli.Main("fleecegen", cli.Defaults{}, os.Args[1:], os.Stdout, os.Stderr))
}
