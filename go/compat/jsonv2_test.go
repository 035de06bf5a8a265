// SPDX-License-Identifier: MIT

package compat

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMethodsOfJSONv2 runs testdata/jsonv2 in a build with encoding/json/v2.
func TestMethodsOfJSONv2(t *testing.T) {
	module := newModule(t, "jsonv2")
	for _, name := range []string{"types.go", "jsonv2_test.go"} {
		text, err := os.ReadFile(filepath.Join("testdata/jsonv2", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(module, name), string(text))
	}
	command(t, module, buildFleecegen(t), "-q", "-jsonv2", "types.go")
	t.Setenv("GOEXPERIMENT", "jsonv2")
	if out := command(t, module, "go", "test", "-v", "."); strings.Count(out, "--- PASS") != 3 {
		t.Errorf("not all three tests passed:\n%s", out)
	}
}
