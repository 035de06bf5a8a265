// Command easyjson is fleecegen with easyjson's settings: its file names, methods and member order. To migrate,
// a project replaces github.com/mailru/easyjson/easyjson with this command.
//
// SPDX-License-Identifier: MIT
package main

import (
	"os"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/cli"
)

func main() {
	os.Exit(cli.Main("easyjson", cli.Defaults{EasyJSON: true}, os.Args[1:], os.Stdout, os.Stderr))
}
