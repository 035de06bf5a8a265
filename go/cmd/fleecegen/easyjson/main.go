// Command easyjson is fleecegen with easyjson's choices: its file names, its methods and its order
// of members.  A project moves by replacing github.com/mailru/easyjson/easyjson by this command.
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
